"""Functions that would block, beside the event loop."""
import asyncio.events as events
import contextvars
import functools

__all__ = ("to_thread",)


async def to_thread(func, /, *args, **kwargs):
    """Run a function in a thread of the loop's executor, in a copy of the context."""
    context = contextvars.copy_context()
    call = functools.partial(context.run, func, *args, **kwargs)
    return await events.get_running_loop().run_in_executor(None, call)
