"""Asynchronous I/O without I/O: an event loop for coroutines, tasks and the
primitives that make them work together. It runs in one thread; a sleep that
nothing else can use passes in real time."""
import collections as _collections
import collections.abc as _abc
import contextvars as _contextvars
import functools as _functools
import heapq as _heapq
import itertools as _itertools
import time as _time

__all__ = ['run', 'Runner', 'gather', 'sleep', 'create_task', 'wait_for', 'wait', 'as_completed', 'shield', 'timeout',
           'timeout_at', 'Timeout', 'TaskGroup', 'Task', 'Future', 'Queue', 'PriorityQueue', 'LifoQueue', 'QueueEmpty',
           'QueueFull', 'Lock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Barrier', 'BrokenBarrierError',
           'CancelledError', 'InvalidStateError', 'TimeoutError', 'current_task', 'all_tasks', 'get_event_loop',
           'get_running_loop', 'new_event_loop', 'set_event_loop', 'ensure_future', 'iscoroutine', 'iscoroutinefunction',
           'isfuture', 'to_thread', 'ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'AbstractEventLoop',
           'eager_task_factory']

TimeoutError = TimeoutError


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class QueueEmpty(Exception):
    """Raised when Queue.get_nowait() is called on an empty Queue."""


class QueueFull(Exception):
    """Raised when the Queue.put_nowait() method is called on a full Queue."""


class BrokenBarrierError(RuntimeError):
    """Barrier is broken by barrier.abort() call."""


ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION = 'ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION'
_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'

_current_loop = None
_set_loop = None


async def _coroutine():
    pass


_c = _coroutine()
_CoroutineType = type(_c)
_c.close()
del _c


def iscoroutine(obj):
    return isinstance(obj, (_CoroutineType, _abc.Coroutine))


def iscoroutinefunction(func):
    while isinstance(func, _functools.partial):
        func = func.func
    func = getattr(func, '__func__', func)
    code = getattr(func, '__code__', None)
    return code is not None and bool(code.co_flags & 0x80)


def isfuture(obj):
    return isinstance(obj, Future)


class Handle:
    def __init__(self, callback, args, loop, context=None):
        self._callback, self._args, self._loop = callback, args, loop
        self._context = context
        self._cancelled = False

    def cancel(self):
        self._cancelled = True
        self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        if self._context is None:
            self._callback(*self._args)
        else:
            self._context.run(self._callback, *self._args)


class TimerHandle(Handle):
    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when

    def when(self):
        return self._when


class AbstractEventLoop:
    """The base of event loops."""


class _EventLoop(AbstractEventLoop):
    def __init__(self):
        self._ready = _collections.deque()
        self._timers = []
        self._order = _itertools.count()
        self._closed = False
        self._stopping = False
        self._current = None
        self._tasks = []
        self._factory = None

    def time(self):
        return _time.monotonic()

    def call_soon(self, callback, *args, context=None):
        self._check_closed()
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        self._check_closed()
        handle = TimerHandle(when, callback, args, self, context)
        _heapq.heappush(self._timers, (when, next(self._order), handle))
        return handle

    def create_future(self):
        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        self._check_closed()
        return Task(coro, loop=self, name=name, context=context)

    def set_task_factory(self, factory):
        self._factory = factory

    def get_debug(self):
        return False

    def set_debug(self, enabled):
        pass

    def is_running(self):
        return _current_loop is self

    def is_closed(self):
        return self._closed

    def close(self):
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    def stop(self):
        self._stopping = True

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as exc:
            future.set_exception(exc)
        return future

    async def shutdown_asyncgens(self):
        pass

    async def shutdown_default_executor(self, timeout=None):
        pass

    def run_forever(self):
        self._run(lambda: False)

    def run_until_complete(self, future):
        self._check_closed()
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        fresh = not isfuture(future)
        future = ensure_future(future, loop=self)
        self._run(future.done)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def _run(self, done):
        global _current_loop
        if _current_loop is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')
        _current_loop = self
        self._stopping = False
        try:
            while not done():
                if not self._ready and not self._timers:
                    raise RuntimeError('the event loop would wait for ever: no task can run any more')
                self._step()
                if self._stopping:
                    break
        finally:
            _current_loop = None

    def _step(self):
        timers, ready = self._timers, self._ready
        while timers and timers[0][2]._cancelled:
            _heapq.heappop(timers)
        if not ready and timers:
            delay = timers[0][0] - self.time()
            if delay > 0:
                _time.sleep(delay)
        now = self.time()
        while timers and timers[0][0] <= now:
            handle = _heapq.heappop(timers)[2]
            if not handle._cancelled:
                ready.append(handle)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()


def get_running_loop():
    if _current_loop is None:
        raise RuntimeError('no running event loop')
    return _current_loop


def get_event_loop():
    global _set_loop
    if _current_loop is not None:
        return _current_loop
    if _set_loop is None or _set_loop.is_closed():
        _set_loop = _EventLoop()
    return _set_loop


def new_event_loop():
    return _EventLoop()


def set_event_loop(loop):
    global _set_loop
    _set_loop = loop


def eager_task_factory(loop, coro, *, name=None, context=None):
    return Task(coro, loop=loop, name=name, context=context)


class Future:
    """The result of something that is not done yet."""

    _log_name = 'Future'

    def __init__(self, *, loop=None):
        self._loop = loop if loop is not None else get_event_loop()
        self._state = _PENDING
        self._result = None
        self._exception = None
        self._callbacks = []
        self._cancel_message = None

    def get_loop(self):
        return self._loop

    def cancelled(self):
        return self._state == _CANCELLED

    def done(self):
        return self._state != _PENDING

    def cancel(self, msg=None):
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule()
        return True

    def _cancelled_error(self):
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)

    def result(self):
        if self._state == _CANCELLED:
            raise self._cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Result is not ready.')
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self):
        if self._state == _CANCELLED:
            raise self._cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Exception is not set.')
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        kept = [(f, c) for f, c in self._callbacks if f != fn]
        removed = len(self._callbacks) - len(kept)
        self._callbacks[:] = kept
        return removed

    def set_result(self, result):
        if self._state != _PENDING:
            raise InvalidStateError(f'{self._state}: {self!r}')
        self._result = result
        self._state = _FINISHED
        self._schedule()

    def set_exception(self, exception):
        if self._state != _PENDING:
            raise InvalidStateError(f'{self._state}: {self!r}')
        if isinstance(exception, type):
            exception = exception()
        if isinstance(exception, StopIteration):
            new = RuntimeError("StopIteration interacts badly with generators and cannot be raised into a Future")
            new.__cause__ = exception
            exception = new
        self._exception = exception
        self._state = _FINISHED
        self._schedule()

    def _schedule(self):
        callbacks, self._callbacks = self._callbacks, []
        for fn, context in callbacks:
            self._loop.call_soon(fn, self, context=context)

    def __await__(self):
        if self._state == _PENDING:
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__

    def _info(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            info.append(f'exception={self._exception!r}' if self._exception is not None else f'result={self._result!r}')
        return info

    def __repr__(self):
        return f"<{type(self).__name__} {' '.join(self._info())}>"

    __class_getitem__ = classmethod(type(list[int]))


_task_numbers = _itertools.count(1)


class Task(Future):
    """A coroutine that the event loop runs."""

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        if not iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        super().__init__(loop=loop)
        self._name = f'Task-{next(_task_numbers)}' if name is None else str(name)
        self._coro = coro
        self._waiting = None
        self._must_cancel = False
        self._cancels = 0
        self._context = context if context is not None else _contextvars.copy_context()
        self._loop._tasks.append(self)
        self._loop.call_soon(self._step, context=self._context)

    def get_coro(self):
        return self._coro

    def get_context(self):
        return self._context

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')

    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')

    def cancel(self, msg=None):
        if self.done():
            return False
        self._cancels += 1
        if self._waiting is not None and self._waiting.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        return self._cancels

    def uncancel(self):
        if self._cancels > 0:
            self._cancels -= 1
        return self._cancels

    def _finish(self):
        if self in self._loop._tasks:
            self._loop._tasks.remove(self)

    def _step(self, exc=None):
        if self.done():
            raise InvalidStateError(f'_step(): already done: {self!r}, {exc!r}')
        if self._must_cancel:
            if not isinstance(exc, CancelledError):
                exc = self._cancelled_error()
            self._must_cancel = False
        self._waiting = None
        previous, self._loop._current = self._loop._current, self
        try:
            result = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except StopIteration as stop:
            self._finish()
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
        except CancelledError as error:
            self._finish()
            self._cancel_message = error.args[0] if error.args else None
            super().cancel(msg=self._cancel_message)
        except (KeyboardInterrupt, SystemExit) as error:
            self._finish()
            super().set_exception(error)
            raise
        except BaseException as error:
            self._finish()
            super().set_exception(error)
        else:
            self._wait_for(result)
        finally:
            self._loop._current = previous

    def _wait_for(self, result):
        if isinstance(result, Future):
            if result is self:
                self._loop.call_soon(self._step, RuntimeError(f'Task cannot await on itself: {self!r}'), context=self._context)
                return
            result.add_done_callback(self._wakeup, context=self._context)
            self._waiting = result
            if self._must_cancel and result.cancel(msg=self._cancel_message):
                self._must_cancel = False
        elif result is None:
            self._loop.call_soon(self._step, context=self._context)
        else:
            error = RuntimeError(f'Task got bad yield: {result!r}')
            self._loop.call_soon(self._step, error, context=self._context)

    def _wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()

    def _info(self):
        name = getattr(self._coro, '__qualname__', '?')
        info = super()._info()
        info[0] = 'cancelling' if self._must_cancel else info[0]
        info.insert(1, f'name={self._name!r}')
        info.insert(2, f'coro=<{name}()>')
        return info


def current_task(loop=None):
    return (loop if loop is not None else get_running_loop())._current


def all_tasks(loop=None):
    return set((loop if loop is not None else get_running_loop())._tasks)


def create_task(coro, *, name=None, context=None):
    return get_running_loop().create_task(coro, name=name, context=context)


def ensure_future(obj, *, loop=None):
    if isfuture(obj):
        return obj
    if not iscoroutine(obj):
        if not hasattr(obj, '__await__'):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')

        async def wrap(awaitable):
            return await awaitable
        obj = wrap(obj)
    return (loop if loop is not None else get_event_loop()).create_task(obj)


class Runner:
    """A context manager that runs coroutines in one event loop."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._factory = loop_factory
        self._loop = None
        self._closed = False

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, *exc):
        self.close()

    def get_loop(self):
        if self._closed:
            raise RuntimeError("Runner is closed")
        if self._loop is None:
            self._loop = _EventLoop() if self._factory is None else self._factory()
            set_event_loop(self._loop)
        return self._loop

    def close(self):
        if self._loop is not None and not self._closed:
            loop = self._loop
            tasks = list(loop._tasks)
            for task in tasks:
                task.cancel()
            if tasks:
                loop.run_until_complete(gather(*tasks, return_exceptions=True))
            loop.close()
            set_event_loop(None)
        self._closed = True

    def run(self, coro, *, context=None):
        if not iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if _current_loop is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        return self.get_loop().run_until_complete(self.get_loop().create_task(coro, context=context))


def run(main, *, debug=None, loop_factory=None):
    """Execute the coroutine and return the result."""
    if _current_loop is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


class _YieldOnce:
    def __await__(self):
        yield


async def _yield_once():
    await _YieldOnce()


async def sleep(delay, result=None):
    """Coroutine that completes after a given time (in seconds)."""
    if delay <= 0:
        await _yield_once()
        return result
    if delay != delay:
        raise ValueError("Invalid delay: NaN (not a number)")
    loop = get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _set_unless_cancelled, future, result)
    try:
        return await future
    finally:
        handle.cancel()


def _set_unless_cancelled(future, result):
    if not future.done():
        future.set_result(result)


class _GatheringFuture(Future):
    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled = False
        for child in self._children:
            if child.cancel(msg=msg):
                cancelled = True
        if cancelled:
            self._cancel_requested = True
        return cancelled


def gather(*coros_or_futures, return_exceptions=False):
    """Return a future aggregating results from the given coroutines/futures."""
    if not coros_or_futures:
        loop = get_event_loop()
        outer = loop.create_future()
        outer.set_result([])
        return outer
    loop = _current_loop
    seen, children = {}, []
    for arg in coros_or_futures:
        if arg not in seen:
            seen[arg] = ensure_future(arg, loop=loop)
        children.append(seen[arg])
    loop = children[0]._loop
    outer = _GatheringFuture(children, loop=loop)
    left = len(seen)

    def done(child):
        nonlocal left
        left -= 1
        if outer.done():
            return
        if not return_exceptions:
            if child.cancelled():
                outer.set_exception(child._cancelled_error())
                return
            if child.exception() is not None:
                outer.set_exception(child.exception())
                return
        if left:
            return
        if outer._cancel_requested:
            outer.set_exception(CancelledError())
            return
        results = []
        for f in children:
            if f.cancelled():
                results.append(f._cancelled_error())
            else:
                results.append(f.exception() if f.exception() is not None else f.result())
        outer.set_result(results)

    for child in seen.values():
        child.add_done_callback(done)
    return outer


def shield(arg):
    """Wait for a future, shielding it from cancellation."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner._loop.create_future()

    def inner_done(inner):
        if outer.cancelled():
            return
        if inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    inner.add_done_callback(inner_done)
    outer.add_done_callback(lambda outer: inner.remove_done_callback(inner_done) if not inner.done() else None)
    return outer


class Timeout:
    """Asynchronous context manager that cancels what overruns a deadline."""

    def __init__(self, when):
        self._when = when
        self._state = 'created'
        self._handle = None
        self._task = None

    def when(self):
        return self._when

    def reschedule(self, when):
        if self._state != 'active':
            if self._state == 'created':
                raise RuntimeError("Timeout has not been entered")
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        if self._handle is not None:
            self._handle.cancel()
        if when is None:
            self._handle = None
            return
        loop = get_running_loop()
        if when <= loop.time():
            self._handle = loop.call_soon(self._expire)
        else:
            self._handle = loop.call_at(when, self._expire)

    def expired(self):
        return self._state in ('expiring', 'expired')

    def __repr__(self):
        info = ['created' if self._state == 'created' else self._state]
        if self._state == 'active':
            info.append(f"when={round(self._when, 3) if self._when is not None else None}")
        return f"<Timeout [{self._state}]{' ' + ' '.join(info[1:]) if len(info) > 1 else ''}>"

    async def __aenter__(self):
        if self._state != 'created':
            raise RuntimeError("Timeout has already been entered")
        task = current_task()
        if task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._state = 'active'
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._state == 'expiring':
            self._state = 'expired'
            if self._task.uncancel() <= self._cancelling and exc_type is not None and issubclass(exc_type, CancelledError):
                raise TimeoutError from exc_val
        elif self._state == 'active':
            self._state = 'exited'
        return None

    def _expire(self):
        self._task.cancel()
        self._state = 'expiring'
        self._handle = None


def timeout(delay):
    """Timeout async context manager."""
    return Timeout(get_running_loop().time() + delay if delay is not None else None)


def timeout_at(when):
    """Schedule the timeout at absolute time."""
    return Timeout(when)


async def wait_for(fut, timeout):
    """Wait for the single Future or coroutine to complete, with timeout."""
    if fut is not None and not isfuture(fut) and not iscoroutine(fut) and not hasattr(fut, '__await__'):
        raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
    if timeout is not None and timeout <= 0:
        fut = ensure_future(fut)
        if fut.done():
            return fut.result()
        fut.cancel()
        try:
            await fut
        except CancelledError as exc:
            raise TimeoutError from exc
        return fut.result()
    async with _timeout(timeout):
        return await fut


_timeout = timeout


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the Futures or Tasks given by fs to complete."""
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    fs = set(fs)
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return_when value: {return_when}')
    if any(iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    loop = get_running_loop()
    waiter = loop.create_future()
    handle = loop.call_later(timeout, _set_unless_cancelled, waiter, None) if timeout is not None else None
    left = sum(not f.done() for f in fs)

    def over(f):
        return (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not f.cancelled() and f.exception() is not None)

    def done(f):
        nonlocal left
        left -= 1
        if over(f) and not waiter.done():
            waiter.set_result(None)

    finished = [f for f in fs if f.done()]
    if left and not any(over(f) for f in finished):
        for f in fs:
            f.add_done_callback(done)
        try:
            await waiter
        finally:
            if handle is not None:
                handle.cancel()
            for f in fs:
                f.remove_done_callback(done)
    elif handle is not None:
        handle.cancel()
    ready = {f for f in fs if f.done()}
    return ready, fs - ready


def as_completed(fs, *, timeout=None):
    """Return an iterator whose values are coroutines."""
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    finished = Queue()
    loop = get_event_loop()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    handle = None

    def on_timeout():
        for f in todo:
            f.remove_done_callback(on_done)
            finished.put_nowait(None)
        todo.clear()

    def on_done(f):
        if not todo:
            return
        todo.remove(f)
        finished.put_nowait(f)
        if not todo and handle is not None:
            handle.cancel()

    async def wait_for_one():
        f = await finished.get()
        if f is None:
            raise TimeoutError
        return f.result()

    for f in todo:
        f.add_done_callback(on_done)
    if todo and timeout is not None:
        handle = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield wait_for_one()


class TaskGroup:
    """Asynchronous context manager for managing groups of tasks."""

    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._parent = None
        self._parent_cancel_requested = False
        self._tasks = set()
        self._errors = []
        self._base_error = None
        self._on_completed = None

    def __repr__(self):
        return '<TaskGroup' + (' entered' if self._entered else '') + '>'

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has already been entered")
        self._entered = True
        self._loop = get_running_loop()
        self._parent = current_task(self._loop)
        return self

    async def __aexit__(self, et, exc, tb):
        self._exiting = True
        if et is not None and issubclass(et, (SystemExit, KeyboardInterrupt)) and self._base_error is None:
            self._base_error = exc
        propagate = exc if et is not None and issubclass(et, CancelledError) else None
        if self._parent_cancel_requested and self._parent.uncancel() == 0:
            propagate = None
        if et is not None and not self._aborting:
            self._abort()
        while self._tasks:
            if self._on_completed is None:
                self._on_completed = self._loop.create_future()
            try:
                await self._on_completed
            except CancelledError as ex:
                if not self._aborting:
                    propagate = ex
                    self._abort()
            self._on_completed = None
        if self._base_error is not None:
            raise self._base_error
        if propagate is not None and not self._errors:
            raise propagate
        if et is not None and not issubclass(et, CancelledError):
            self._errors.append(exc)
        if self._errors:
            errors, self._errors = self._errors, []
            raise BaseExceptionGroup("unhandled errors in a TaskGroup", errors) from None

    def create_task(self, coro, *, name=None, context=None):
        if not self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has not been entered")
        if self._exiting and not self._tasks:
            raise RuntimeError(f"TaskGroup {self!r} is finished")
        if self._aborting:
            raise RuntimeError(f"TaskGroup {self!r} is shutting down")
        task = self._loop.create_task(coro, name=name, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _abort(self):
        self._aborting = True
        for t in self._tasks:
            if not t.done():
                t.cancel()

    def _done(self, task):
        self._tasks.discard(task)
        if self._on_completed is not None and not self._tasks and not self._on_completed.done():
            self._on_completed.set_result(True)
        if task.cancelled():
            return
        exc = task.exception()
        if exc is None:
            return
        self._errors.append(exc)
        if isinstance(exc, (SystemExit, KeyboardInterrupt)) and self._base_error is None:
            self._base_error = exc
        if self._parent.done():
            return
        if not self._aborting and not self._parent_cancel_requested:
            self._abort()
            self._parent_cancel_requested = True
            self._parent.cancel()


async def to_thread(func, /, *args, **kwargs):
    """Run a function; there are no threads here, so it runs at once."""
    await _yield_once()
    return _contextvars.copy_context().run(func, *args, **kwargs)


class _Waiters:
    """A queue of futures that are woken first come, first served."""

    def _init_waiters(self):
        self._waiters = _collections.deque()

    async def _wait(self):
        future = get_running_loop().create_future()
        self._waiters.append(future)
        try:
            return await future
        finally:
            try:
                self._waiters.remove(future)
            except ValueError:
                pass

    def _wake_first(self):
        for future in self._waiters:
            if not future.done():
                future.set_result(True)
                return True
        return False


class _ContextManagerMixin:
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_ContextManagerMixin, _Waiters):
    """Primitive lock objects."""

    def __init__(self):
        self._init_waiters()
        self._locked = False

    def __repr__(self):
        extra = 'locked' if self._locked else 'unlocked'
        if self._waiters:
            extra += f', waiters:{len(self._waiters)}'
        return f'<asyncio.locks.Lock object [{extra}]>'

    def locked(self):
        return self._locked

    async def acquire(self):
        if not self._locked and all(w.cancelled() for w in self._waiters):
            self._locked = True
            return True
        try:
            await self._wait()
        except CancelledError:
            if not self._locked:
                self._wake_first()
            raise
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake_first()


class Event(_Waiters):
    """Asynchronous equivalent to threading.Event."""

    def __init__(self):
        self._init_waiters()
        self._value = False

    def is_set(self):
        return self._value

    def set(self):
        if not self._value:
            self._value = True
            for future in self._waiters:
                if not future.done():
                    future.set_result(True)

    def clear(self):
        self._value = False

    async def wait(self):
        if self._value:
            return True
        await self._wait()
        return True


class Condition(_ContextManagerMixin, _Waiters):
    """Asynchronous equivalent to threading.Condition."""

    def __init__(self, lock=None):
        self._init_waiters()
        self._lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release

    async def wait(self):
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        self.release()
        try:
            await self._wait()
            return True
        finally:
            cancelled = None
            while True:
                try:
                    await self.acquire()
                    break
                except CancelledError as exc:
                    cancelled = exc
            if cancelled is not None:
                raise cancelled

    async def wait_for(self, predicate):
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        if not self.locked():
            raise RuntimeError('cannot notify on un-acquired lock')
        for future in self._waiters:
            if n <= 0:
                break
            if not future.done():
                n -= 1
                future.set_result(False)

    def notify_all(self):
        self.notify(len(self._waiters))


class Semaphore(_ContextManagerMixin, _Waiters):
    """A Semaphore implementation."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._init_waiters()
        self._value = value

    def __repr__(self):
        extra = 'locked' if self.locked() else f'unlocked, value:{self._value}'
        if self._waiters:
            extra += f', waiters:{len(self._waiters)}'
        return f'<asyncio.locks.{type(self).__name__} object [{extra}]>'

    def locked(self):
        return self._value == 0 or any(not w.cancelled() for w in self._waiters)

    async def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        future = get_running_loop().create_future()
        self._waiters.append(future)
        try:
            try:
                await future
            finally:
                self._waiters.remove(future)
        except CancelledError:
            if future.done() and not future.cancelled():
                self._value += 1
            self._wake_next()
            raise
        self._wake_next()
        return True

    def release(self):
        self._value += 1
        self._wake_next()

    def _wake_next(self):
        while self._value > 0:
            for future in self._waiters:
                if not future.done():
                    self._value -= 1
                    future.set_result(True)
                    break
            else:
                return


class BoundedSemaphore(Semaphore):
    """A bounded semaphore: release() must not exceed the initial value."""

    def __init__(self, value=1):
        self._bound = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound:
            raise ValueError('BoundedSemaphore released too many times')
        super().release()


class Barrier(_Waiters):
    """Tasks wait until as many as the barrier wants have come."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._init_waiters()
        self.parties, self.n_waiting, self.broken = parties, 0, False

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        if self.broken:
            raise BrokenBarrierError("Barrier aborted")
        index = self.n_waiting
        self.n_waiting += 1
        if self.n_waiting == self.parties:
            self.n_waiting = 0
            for future in self._waiters:
                if not future.done():
                    future.set_result(True)
            return index
        try:
            await self._wait()
        except CancelledError:
            self.n_waiting = max(self.n_waiting - 1, 0)
            raise
        if self.broken:
            raise BrokenBarrierError("Abort or reset of barrier")
        return index

    async def abort(self):
        self.broken = True
        for future in self._waiters:
            if not future.done():
                future.set_result(True)

    async def reset(self):
        await self.abort()
        self.broken, self.n_waiting = False, 0


class Queue:
    """A queue, useful for coordinating producer and consumer coroutines."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters = _collections.deque()
        self._putters = _collections.deque()
        self._unfinished = 0
        self._finished = Event()
        self._finished.set()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = _collections.deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def __repr__(self):
        return f'<{type(self).__name__} maxsize={self._maxsize!r}' + (f' _queue={list(self._queue)!r}' if self._queue else '') + '>'

    __class_getitem__ = classmethod(type(list[int]))

    @staticmethod
    def _wake(waiters):
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break

    def qsize(self):
        return len(self._queue)

    @property
    def maxsize(self):
        return self._maxsize

    def empty(self):
        return not self._queue

    def full(self):
        return self._maxsize > 0 and self.qsize() >= self._maxsize

    async def _block(self, waiters, blocked):
        while blocked():
            waiter = get_running_loop().create_future()
            waiters.append(waiter)
            try:
                await waiter
            except BaseException:
                waiter.cancel()
                try:
                    waiters.remove(waiter)
                except ValueError:
                    pass
                if not blocked() and not waiter.cancelled():
                    self._wake(waiters)
                raise

    async def put(self, item):
        await self._block(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished += 1
        self._finished.clear()
        self._wake(self._getters)

    async def get(self):
        await self._block(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._wake(self._putters)
        return item

    def task_done(self):
        if self._unfinished <= 0:
            raise ValueError('task_done() called too many times')
        self._unfinished -= 1
        if self._unfinished == 0:
            self._finished.set()

    async def join(self):
        if self._unfinished > 0:
            await self._finished.wait()


class PriorityQueue(Queue):
    """A subclass of Queue; retrieves entries in priority order (lowest first)."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        _heapq.heappush(self._queue, item)

    def _get(self):
        return _heapq.heappop(self._queue)


class LifoQueue(Queue):
    """A subclass of Queue that retrieves most recently added entries first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.pop()
