"""The event loop: no I/O; it waits for its timers, and for what other threads tell it."""
import asyncio.events as events
import asyncio.exceptions as exceptions
import asyncio.futures as futures
import asyncio.tasks as tasks
import asyncio.timeouts as timeouts
import collections
import heapq
import sys
import time

__all__ = ('BaseEventLoop', 'Server')

_clock = time.monotonic
_LONGEST_WAIT = 24 * 3600


class Server(events.AbstractServer):
    """There are no servers here."""


def _stop_when_done(fut):
    if not fut.cancelled():
        exc = fut.exception()
        if isinstance(exc, (SystemExit, KeyboardInterrupt)):
            return  # run_until_complete sees it
    fut.get_loop().stop()


class BaseEventLoop(events.AbstractEventLoop):
    """An event loop for coroutines, tasks and timers."""

    def __init__(self):
        self._closed = False
        self._stopping = False
        self._ready = collections.deque()
        self._scheduled = []
        self._cancelled_timers = 0
        self._debug = False
        self._exception_handler = None
        self._task_factory = None
        self._asyncgens = []
        self._asyncgens_limit = 64
        self._asyncgens_shutdown_called = False
        self._thread_id = None  # of the thread that runs it
        self._bell = _allocate_lock()  # released to wake the loop
        self._bell.acquire()
        self._default_executor = None
        self._executor_shutdown_called = False
        self._failed = {}  # futures whose exception nobody has asked for
        self.slow_callback_duration = 0.1

    def __repr__(self):
        return (f'<{self.__class__.__name__} running={self.is_running()} closed={self.is_closed()} '
                f'debug={self.get_debug()}>')

    def create_future(self):
        """Create a Future object attached to the loop."""
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Schedule a coroutine object."""
        self._check_closed()
        if self._task_factory is None:
            return tasks.Task(coro, loop=self, name=name, context=context)
        if context is None:
            task = self._task_factory(self, coro)
        else:
            task = self._task_factory(self, coro, context=context)
        if name is not None and (set_name := getattr(task, 'set_name', None)) is not None:
            set_name(name)
        return task

    def set_task_factory(self, factory):
        """Set a task factory that will be used by loop.create_task()."""
        if factory is not None and not callable(factory):
            raise TypeError('task factory must be a callable or None')
        self._task_factory = factory

    def get_task_factory(self):
        """Return a task factory, or None if the default one is in use."""
        return self._task_factory

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def _asyncgen_firstiter(self, agen):
        if self._asyncgens_shutdown_called:
            import warnings
            warnings.warn(f"asynchronous generator {agen!r} was scheduled after loop.shutdown_asyncgens() call",
                          ResourceWarning, source=self)
        live = self._asyncgens
        live.append(agen)
        if len(live) > self._asyncgens_limit:
            live[:] = [g for g in live if g.ag_frame is not None]
            self._asyncgens_limit = max(64, 2 * len(live))

    async def shutdown_asyncgens(self):
        """Shutdown all active asynchronous generators."""
        self._asyncgens_shutdown_called = True
        closing = [g for g in self._asyncgens if g.ag_frame is not None]
        self._asyncgens.clear()
        if not closing:
            return
        results = await tasks.gather(*[g.aclose() for g in closing], return_exceptions=True)
        for result, agen in zip(results, closing):
            if isinstance(result, Exception):
                self.call_exception_handler({'message': f'an error occurred during closing of asynchronous generator {agen!r}',
                                             'exception': result, 'asyncgen': agen})

    async def shutdown_default_executor(self, timeout=None):
        """Wait until the default executor's work is done."""
        self._executor_shutdown_called = True
        if self._default_executor is None:
            return
        future = self.create_future()
        import threading
        thread = threading.Thread(target=self._shut_down_executor, args=(future,))
        thread.start()
        try:
            async with timeouts.timeout(timeout):
                await future
        except TimeoutError:
            import warnings
            warnings.warn(f'The executor did not finishing joining its threads within {timeout} seconds.',
                          RuntimeWarning, stacklevel=2)
            self._default_executor.shutdown(wait=False)
        else:
            thread.join()

    def _shut_down_executor(self, future):
        try:
            self._default_executor.shutdown(wait=True)
            done, value = futures._set_result_unless_done, None
        except Exception as exc:
            done, value = futures._set_exception_unless_done, exc
        if not self.is_closed():
            self.call_soon_threadsafe(done, future, value)

    def set_default_executor(self, executor):
        """Set the executor that run_in_executor() uses unless told another."""
        from concurrent.futures import ThreadPoolExecutor
        if not isinstance(executor, ThreadPoolExecutor):
            raise TypeError('executor must be ThreadPoolExecutor instance')
        self._default_executor = executor

    def run_in_executor(self, executor, func, *args):
        """Call a function in a thread of an executor."""
        self._check_closed()
        if self._debug:
            self._check_callback(func, 'run_in_executor')
        if executor is None:
            executor = self._default_executor
            if self._executor_shutdown_called:
                raise RuntimeError('Executor shutdown has been called')
            if executor is None:
                from concurrent.futures import ThreadPoolExecutor
                executor = self._default_executor = ThreadPoolExecutor(thread_name_prefix='asyncio')
        return futures.wrap_future(executor.submit(func, *args), loop=self)

    def _check_running(self):
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if events._get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')

    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        self._check_running()
        self._thread_id = _get_ident()
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter)
        try:
            events._set_running_loop(self)
            run_once = self._run_once
            while True:
                run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            self._thread_id = None
            events._set_running_loop(None)
            sys.set_asyncgen_hooks(*hooks)

    def run_until_complete(self, future):
        """Run until the Future is done and return its result."""
        self._check_closed()
        self._check_running()
        fresh = not futures.isfuture(future)
        future = tasks.ensure_future(future, loop=self)
        future.add_done_callback(_stop_when_done)
        try:
            self.run_forever()
        except:
            if fresh and future.done() and not future.cancelled():
                future.exception()  # the caller sees it
            raise
        finally:
            future.remove_done_callback(_stop_when_done)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def stop(self):
        """Stop running the event loop after the callbacks that are ready."""
        self._stopping = True

    def close(self):
        """Close the event loop: no more callbacks are called."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if self._closed:
            return
        self._closed = True
        self._ready.clear()
        self._scheduled.clear()
        self._executor_shutdown_called = True
        if self._default_executor is not None:
            self._default_executor.shutdown(wait=False)
            self._default_executor = None
        for future in list(self._failed.values()):
            future._report_failure()

    def is_closed(self):
        """Returns True if the event loop was closed."""
        return self._closed

    def is_running(self):
        """Returns True if the event loop is running."""
        return self._thread_id is not None

    def time(self):
        """Return the time according to the event loop's clock, in seconds."""
        return _clock()

    def call_later(self, delay, callback, *args, context=None):
        """Arrange for a callback to be called after a given number of seconds."""
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Like call_later(), but uses an absolute time."""
        if when is None:
            raise TypeError("when cannot be None")
        self._check_closed()
        if self._debug:
            self._check_thread()
            self._check_callback(callback, 'call_at')
        timer = events.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def call_soon(self, callback, *args, context=None):
        """Arrange for a callback to be called as soon as possible."""
        if self._closed:
            self._check_closed()
        if self._debug:
            self._check_thread()
            self._check_callback(callback, 'call_soon')
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def _check_thread(self):
        if self._thread_id is not None and self._thread_id != _get_ident():
            raise RuntimeError('Non-thread-safe operation invoked on an event loop other than the current one')

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Like call_soon(), but it wakes a loop that waits in another thread."""
        self._check_closed()
        if self._debug:
            self._check_callback(callback, 'call_soon_threadsafe')
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        if self._bell.locked():
            self._bell.release()
        return handle

    def _check_callback(self, callback, method):
        if tasks.iscoroutine(callback) or tasks.iscoroutinefunction(callback):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f'a callable object was expected by {method}(), got {callback!r}')

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._cancelled_timers += 1

    def _run_once(self):
        timers, ready = self._scheduled, self._ready
        if self._cancelled_timers > 100 and self._cancelled_timers > len(timers) / 2:
            timers[:] = [t for t in timers if not t._cancelled]
            heapq.heapify(timers)
            self._cancelled_timers = 0
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
            self._cancelled_timers -= 1
        if not ready and not self._stopping:
            if timers:
                delay = timers[0]._when - self.time()
                if delay > 0:
                    self._bell.acquire(True, min(delay, _LONGEST_WAIT))
            elif not self._bell.acquire(False):
                if _alone():
                    raise RuntimeError('the event loop would wait for ever: no task can run any more')
                self._bell.acquire()
        if timers:
            end = self.time()
            while timers and timers[0]._when <= end:
                handle = heapq.heappop(timers)
                handle._scheduled = False
                ready.append(handle)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()

    def get_exception_handler(self):
        """Return an exception handler, or None if the default one is in use."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """Set handler as the new event loop exception handler."""
        if handler is not None and not callable(handler):
            raise TypeError(f'A callable object or None is expected, got {handler!r}')
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Log what the context tells."""
        import logging
        message = context.get('message') or 'Unhandled exception in event loop'
        exception = context.get('exception')
        lines = [message]
        for key in sorted(context):
            if key not in {'message', 'exception'}:
                value = context[key]
                lines.append(f'{key}: {value.rstrip() if key.endswith("_traceback") else repr(value)}')
        logging.getLogger('asyncio').error('\n'.join(lines), exc_info=exception if exception is not None else False)

    def call_exception_handler(self, context):
        """Call the current event loop's exception handler."""
        try:
            if self._exception_handler is None:
                self.default_exception_handler(context)
            else:
                self._exception_handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            if self._exception_handler is not None:
                self.default_exception_handler({'message': 'Unhandled error in exception handler', 'exception': exc,
                                                'context': context})

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled


class _EventLoop(BaseEventLoop):
    pass


class DefaultEventLoopPolicy(events.BaseDefaultEventLoopPolicy):
    """The policy where nobody sets one."""

    _loop_factory = _EventLoop


events._default_policy = DefaultEventLoopPolicy
