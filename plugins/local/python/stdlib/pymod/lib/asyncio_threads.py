"""Functions that would block, beside the event loop."""
import asyncio.events as events
import asyncio.tasks as tasks
import contextvars

__all__ = ("to_thread",)


async def to_thread(func, /, *args, **kwargs):
    """Run a function; there are no threads here, so it runs at once."""
    events.get_running_loop()
    await tasks._yield_once()
    return contextvars.copy_context().run(func, *args, **kwargs)
