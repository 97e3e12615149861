"""Coroutines that the event loop runs, and what waits for them."""
import asyncio.events as events
import asyncio.exceptions as exceptions
import asyncio.futures as futures
import asyncio.timeouts as timeouts
import collections.abc
import contextvars
import functools
import itertools
import types

__all__ = ('Task', 'create_task', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'wait', 'wait_for', 'as_completed',
           'sleep', 'gather', 'shield', 'ensure_future', 'run_coroutine_threadsafe', 'current_task', 'all_tasks',
           'create_eager_task_factory', 'eager_task_factory', '_register_task', '_unregister_task', '_enter_task', '_leave_task')

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'
_CancelledError = exceptions.CancelledError
_task_numbers = itertools.count(1).__next__
_scheduled_tasks = {}  # by id: the tasks that are not done
_current_tasks = {}


def iscoroutinefunction(func):
    """Return True if func is a coroutine function."""
    from inspect import iscoroutinefunction
    return iscoroutinefunction(func)


def iscoroutine(obj):
    """Return True if obj is a coroutine object."""
    return type(obj) is types.CoroutineType or isinstance(obj, collections.abc.Coroutine)


def _isawaitable(obj):
    return (hasattr(type(obj), '__await__') or iscoroutine(obj)
            or type(obj) is types.GeneratorType and bool(obj.gi_code.co_flags & 0x100))


def current_task(loop=None):
    """Return a currently executed task."""
    return _current_tasks.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    """Return a set of all tasks for the loop."""
    if loop is None:
        loop = events.get_running_loop()
    return {t for t in list(_scheduled_tasks.values()) if t._loop is loop and not t.done()}


def _register_task(task):
    _scheduled_tasks[id(task)] = task


def _unregister_task(task):
    _scheduled_tasks.pop(id(task), None)


def _enter_task(loop, task):
    current = _current_tasks.get(loop)
    if current is not None:
        raise RuntimeError(f"Cannot enter into task {task!r} while another task {current!r} is being executed.")
    _current_tasks[loop] = task


def _leave_task(loop, task):
    current = _current_tasks.get(loop)
    if current is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the current task {current!r}.")
    del _current_tasks[loop]


def _swap_current_task(loop, task):
    previous = _current_tasks.get(loop)
    if task is None:
        _current_tasks.pop(loop, None)
    else:
        _current_tasks[loop] = task
    return previous


def _stack(task, limit, read):
    """The frames of a task that read, a getattr, finds."""
    frame = read(task._coro, 'cr_frame', None) or read(task._coro, 'gi_frame', None)
    if frame is not None:
        return [frame] if limit is None or limit > 0 else []
    frames = []
    tb = task._exception.__traceback__ if task._exception is not None else None
    while tb is not None and (limit is None or len(frames) < limit):
        if (frame := read(tb, 'tb_frame', None)) is not None:
            frames.append(frame)
        tb = tb.tb_next
    return frames


def _format_coroutine(coro):
    name = getattr(coro, '__qualname__', None) or getattr(coro, '__name__', None) or f'<{type(coro).__name__} without __name__>'
    text = f'{name}()'
    code = getattr(coro, 'cr_code', None) or getattr(coro, 'gi_code', None)
    running = getattr(coro, 'cr_running', False) or getattr(coro, 'gi_running', False)
    if code is None:
        return text + ' running' if running else text
    frame = getattr(coro, 'cr_frame', None) or getattr(coro, 'gi_frame', None)
    filename = code.co_filename or '<empty co_filename>'
    if running:
        return f'{text} running at {filename}:{frame.f_lineno}'
    if frame is not None:
        return f'{text} running at {filename}:{frame.f_lineno}'
    return f'{text} done, defined at {filename}:{code.co_firstlineno}'


def _task_repr_info(task):
    info = futures._future_repr_info(task)
    if task.cancelling() and not task.done():
        info[0] = 'cancelling'
    info.insert(1, 'name=%r' % task.get_name())
    if task._fut_waiter is not None:
        info.insert(2, f'wait_for={task._fut_waiter!r}')
    if task._coro:
        info.insert(2, f'coro=<{_format_coroutine(task._coro)}>')
    return info


class Task(futures.Future):
    """A coroutine that the event loop runs."""

    _log_destroy_pending = True

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        super().__init__(loop=loop)
        if not iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        self._name = f'Task-{_task_numbers()}' if name is None else str(name)
        self._num_cancels_requested = 0
        self._must_cancel = False
        self._fut_waiter = None
        self._coro = coro
        self._context = contextvars.copy_context() if context is None else context
        if eager_start and self._loop.is_running():
            self._eager_start()
        else:
            self._loop.call_soon(self._step, context=self._context)
            _scheduled_tasks[id(self)] = self

    def __repr__(self):
        return '<{} {}>'.format(self.__class__.__name__, ' '.join(_task_repr_info(self)))

    __class_getitem__ = classmethod(types.GenericAlias)

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

    def get_stack(self, *, limit=None):
        """Return the list of stack frames for this task's coroutine."""
        return _stack(self, limit, _getattr)

    def print_stack(self, *, limit=None, file=None):
        """Print the stack or traceback for this task's coroutine."""
        import sys
        import traceback
        frames = [traceback.FrameSummary(f.f_code.co_filename, f.f_lineno, f.f_code.co_name) for f in _stack(self, limit, getattr)]
        file = sys.stderr if file is None else file
        if not frames:
            print(f'No stack for {self!r}', file=file)
        elif self._exception is not None:
            print(f'Traceback for {self!r} (most recent call last):', file=file)
        else:
            print(f'Stack for {self!r} (most recent call last):', file=file)
        traceback.print_list(frames, file=file)
        if self._exception is not None:
            print(''.join(traceback.format_exception_only(self._exception.__class__, self._exception)), file=file, end='')

    def cancel(self, msg=None):
        """Request that this task cancel itself."""
        self._seen()
        if self._state != _PENDING:
            return False
        self._num_cancels_requested += 1
        if self._fut_waiter is not None and self._fut_waiter.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        """Return the count of the task's cancellation requests."""
        return self._num_cancels_requested

    def uncancel(self):
        """Decrement the task's count of cancellation requests."""
        if self._num_cancels_requested > 0:
            self._num_cancels_requested -= 1
        return self._num_cancels_requested

    def _eager_start(self):
        previous = _swap_current_task(self._loop, self)
        try:
            self._context.run(self._run_step, None)
        finally:
            _swap_current_task(self._loop, previous)
            if self._state == _PENDING:
                _scheduled_tasks[id(self)] = self

    def _step(self, exc=None):
        if self._state != _PENDING:
            raise exceptions.InvalidStateError(f'_step(): already done: {self!r}, {exc!r}')
        if self._must_cancel:
            if not isinstance(exc, _CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        self._fut_waiter = None
        loop = self._loop
        if loop in _current_tasks:
            _enter_task(loop, self)  # refuses
        _current_tasks[loop] = self
        try:
            self._run_step(exc)
        finally:
            _leave_task(loop, self)

    def _run_step(self, exc):
        coro = self._coro
        try:
            result = coro.send(None) if exc is None else coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
        except _CancelledError as error:
            self._cancelled_exc = error
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            raise
        except BaseException as error:
            if (tb := error.__traceback__) is not None:
                error.__traceback__ = tb.tb_next  # without this frame
            super().set_exception(error)
        else:
            self._wait_on(result)
            return
        _scheduled_tasks.pop(id(self), None)

    _cancelled_exc = None

    def _make_cancelled_error(self):
        if (error := self._cancelled_exc) is not None:
            self._cancelled_exc = None
            return error
        return super()._make_cancelled_error()

    def _wait_on(self, result):
        loop = self._loop
        blocking = getattr(result, '_asyncio_future_blocking', None)
        if blocking is not None:
            if result.get_loop() is not loop:
                error = RuntimeError(f'Task {self!r} got Future {result!r} attached to a different loop')
            elif not blocking:
                error = RuntimeError(f'yield was used instead of yield from in task {self!r} with {result!r}')
            elif result is self:
                error = RuntimeError(f'Task cannot await on itself: {self!r}')
            else:
                result._asyncio_future_blocking = False
                result.add_done_callback(self._wakeup, context=self._context)
                self._fut_waiter = result
                if self._must_cancel and result.cancel(msg=self._cancel_message):
                    self._must_cancel = False
                return
        elif result is None:
            loop.call_soon(self._step, context=self._context)
            return
        elif type(result) is types.GeneratorType:
            error = RuntimeError(f'yield was used instead of yield from for generator in task {self!r} with {result!r}')
        else:
            error = RuntimeError(f'Task got bad yield: {result!r}')
        loop.call_soon(self._step, error, context=self._context)

    def _wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()


def create_task(coro, *, name=None, context=None):
    """Schedule the execution of a coroutine object in a spawn task."""
    return events.get_running_loop().create_task(coro, name=name, context=context)


def ensure_future(coro_or_future, *, loop=None):
    """Wrap a coroutine or an awaitable in a future."""
    if futures.isfuture(coro_or_future):
        if loop is not None and loop is not coro_or_future.get_loop():
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return coro_or_future
    made = False
    if not iscoroutine(coro_or_future):
        if not _isawaitable(coro_or_future):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')

        async def wrap_awaitable(awaitable):
            return await awaitable
        coro_or_future, made = wrap_awaitable(coro_or_future), True
    if loop is None:
        loop = events.get_event_loop()
    try:
        return loop.create_task(coro_or_future)
    except RuntimeError:
        if made:
            coro_or_future.close()
        raise


def create_eager_task_factory(custom_task_constructor):
    """Create a function suitable for use as a task factory that starts tasks at once."""
    def factory(loop, coro, *, name=None, context=None):
        return custom_task_constructor(coro, loop=loop, name=name, context=context, eager_start=True)
    return factory


eager_task_factory = create_eager_task_factory(Task)


def run_coroutine_threadsafe(coro, loop):
    """Submit a coroutine object to a given event loop."""
    if not iscoroutine(coro):
        raise TypeError('A coroutine object is required')
    from concurrent.futures import Future
    future = Future()

    def begin():
        try:
            futures._chain_to_other(ensure_future(coro, loop=loop), future)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            if future.set_running_or_notify_cancel():
                future.set_exception(exc)
            raise

    loop.call_soon_threadsafe(begin)
    return future


@types.coroutine
def _yield_once():
    yield


async def sleep(delay, result=None):
    """Coroutine that completes after a given time (in seconds)."""
    if delay <= 0:
        await _yield_once()
        return result
    if delay != delay:
        raise ValueError("Invalid delay: NaN (not a number)")
    loop = events.get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _set_unless_cancelled, future, result)
    try:
        return await future
    finally:
        handle.cancel()


def _set_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)


class _GatheringFuture(futures.Future):
    """What gather() gives: to cancel it is to cancel all of it."""

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
        loop = events.get_event_loop()
        outer = loop.create_future()
        outer.set_result([])
        return outer
    loop = events._get_running_loop()
    seen, children, outer, finished = {}, [], None, 0

    def done(child):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not child.cancelled():
                child.exception()  # it is seen
            return
        if not return_exceptions:
            if child.cancelled():
                outer.set_exception(child._make_cancelled_error())
                return
            if (exc := child.exception()) is not None:
                outer.set_exception(exc)
                return
        if finished < len(seen):
            return
        results = []
        for f in children:
            if f.cancelled():
                results.append(exceptions.CancelledError('' if f._cancel_message is None else f._cancel_message))
            else:
                exc = f.exception()
                results.append(f.result() if exc is None else exc)
        if outer._cancel_requested:
            outer.set_exception(child._make_cancelled_error() if child.cancelled() else exceptions.CancelledError())
        else:
            outer.set_result(results)

    early = []
    for arg in coros_or_futures:
        if arg not in seen:
            future = ensure_future(arg, loop=loop)
            if loop is None:
                loop = future.get_loop()
            if future is not arg:
                future._log_destroy_pending = False
            seen[arg] = future
            if future.done():
                early.append(future)
            else:
                future.add_done_callback(done)
        children.append(seen[arg])
    outer = _GatheringFuture(children, loop=loop)
    for future in early:
        done(future)
    return outer


def shield(arg):
    """Wait for a future, shielding it from cancellation."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def inner_done(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()  # it is seen
        elif inner.cancelled():
            outer.cancel()
        elif (exc := inner.exception()) is not None:
            outer.set_exception(exc)
        else:
            outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)

    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer


async def wait_for(fut, timeout):
    """Wait for the single Future or coroutine to complete, with timeout."""
    if fut is not None and not futures.isfuture(fut) and not _isawaitable(fut):
        raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
    if timeout is not None and timeout <= 0:
        fut = ensure_future(fut)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut)
        try:
            return fut.result()
        except exceptions.CancelledError as exc:
            raise TimeoutError from exc
    async with timeouts.timeout(timeout):
        return await fut


async def _cancel_and_wait(fut):
    waiter = events.get_running_loop().create_future()
    wake = functools.partial(_release_waiter, waiter)
    fut.add_done_callback(wake)
    try:
        fut.cancel()
        await waiter
    finally:
        fut.remove_done_callback(wake)


def _release_waiter(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the Futures or Tasks given by fs to complete."""
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return_when value: {return_when}')
    fs = set(fs)
    if any(iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    loop = events.get_running_loop()
    waiter = loop.create_future()
    handle = None if timeout is None else loop.call_later(timeout, _release_waiter, waiter)
    left = len(fs)

    def done(f):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not f.cancelled() and f.exception() is not None):
            if handle is not None:
                handle.cancel()
            _release_waiter(waiter)

    for f in fs:
        f.add_done_callback(done)
    try:
        await waiter
    finally:
        if handle is not None:
            handle.cancel()
        for f in fs:
            f.remove_done_callback(done)
    ready = {f for f in fs if f.done()}
    return ready, fs - ready


def as_completed(fs, *, timeout=None):
    """Return an iterator whose values are coroutines."""
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    from asyncio.queues import Queue
    finished = Queue()
    loop = events.get_event_loop()
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
            raise exceptions.TimeoutError
        return f.result()

    for f in todo:
        f.add_done_callback(on_done)
    if todo and timeout is not None:
        handle = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield wait_for_one()
