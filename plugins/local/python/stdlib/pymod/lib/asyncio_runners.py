"""Run a coroutine in an event loop of its own."""
import asyncio.events as events
import asyncio.exceptions as exceptions
import asyncio.tasks as tasks
import contextvars

__all__ = ('Runner', 'run')

_CREATED, _INITIALIZED, _CLOSED = 'created', 'initialized', 'closed'


class Runner:
    """A context manager that controls the life of an event loop."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._state = _CREATED
        self._debug = debug
        self._loop_factory = loop_factory
        self._loop = None
        self._context = None
        self._set_event_loop = False

    def __enter__(self):
        self._lazy_init()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Shutdown and close the event loop."""
        if self._state != _INITIALIZED:
            return
        loop = self._loop
        try:
            _cancel_all_tasks(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor(300))
        finally:
            if self._set_event_loop:
                events.set_event_loop(None)
            loop.close()
            self._loop = None
            self._state = _CLOSED

    def get_loop(self):
        """Return the embedded event loop."""
        self._lazy_init()
        return self._loop

    def run(self, coro, *, context=None):
        """Run a coroutine inside the embedded event loop."""
        if not tasks.iscoroutine(coro):
            raise ValueError("a coroutine was expected, got {!r}".format(coro))
        if events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._lazy_init()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        return self._loop.run_until_complete(task)

    def _lazy_init(self):
        if self._state == _CLOSED:
            raise RuntimeError("Runner is closed")
        if self._state == _INITIALIZED:
            return
        if self._loop_factory is None:
            self._loop = events.new_event_loop()
            if not self._set_event_loop:
                events.set_event_loop(self._loop)
                self._set_event_loop = True
        else:
            self._loop = self._loop_factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context = contextvars.copy_context()
        self._state = _INITIALIZED


def run(main, *, debug=None, loop_factory=None):
    """Execute the coroutine and return the result."""
    if events._get_running_loop() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


def _cancel_all_tasks(loop):
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({'message': 'unhandled exception during asyncio.run() shutdown',
                                         'exception': task.exception(), 'task': task})
