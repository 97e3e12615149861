"""The result of something that is not done yet."""
import asyncio.events as events
import asyncio.exceptions as exceptions
import contextvars
import reprlib
import types

__all__ = ('Future', 'wrap_future', 'isfuture')

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'


def isfuture(obj):
    """Return True if obj is a Future, or something that says it works like one."""
    return hasattr(obj.__class__, '_asyncio_future_blocking') and obj._asyncio_future_blocking is not None


def _format_callbacks(callbacks):
    def one(entry):
        return events._format_callback_source(entry[0], ())
    n = len(callbacks)
    if n == 0:
        text = ''
    elif n == 1:
        text = one(callbacks[0])
    elif n == 2:
        text = f'{one(callbacks[0])}, {one(callbacks[1])}'
    else:
        text = f'{one(callbacks[0])}, <{n - 2} more>, {one(callbacks[-1])}'
    return f'cb=[{text}]'


def _future_repr_info(future):
    info = [future._state.lower()]
    if future._state == _FINISHED:
        if future._exception is not None:
            info.append(f'exception={future._exception!r}')
        else:
            info.append(f'result={reprlib.repr(future._result)}')
    if future._callbacks:
        info.append(_format_callbacks(future._callbacks))
    return info


class Future:
    """The result of something that is not done yet."""

    _state = _PENDING
    _result = None
    _exception = None
    _loop = None
    _source_traceback = None
    _cancel_message = None
    _asyncio_future_blocking = False
    _unseen = False  # it failed and nobody has asked for the exception

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []

    @reprlib.recursive_repr()
    def __repr__(self):
        return '<{} {}>'.format(self.__class__.__name__, ' '.join(_future_repr_info(self)))

    __class_getitem__ = classmethod(types.GenericAlias)

    @property
    def _log_traceback(self):
        return self._unseen

    @_log_traceback.setter
    def _log_traceback(self, val):
        if val:
            raise ValueError('_log_traceback can only be set to False')
        self._seen()

    def _seen(self):
        if self._unseen:
            self._unseen = False
            failed = getattr(self._loop, '_failed', None)
            if failed is not None:
                failed.pop(id(self), None)

    def _report_failure(self):
        if self._unseen:
            self._seen()
            self._loop.call_exception_handler({'message': f'{self.__class__.__name__} exception was never retrieved',
                                               'exception': self._exception, 'future': self})

    def get_loop(self):
        """Return the event loop the Future is bound to."""
        if self._loop is None:
            raise RuntimeError("Future object is not initialized.")
        return self._loop

    def _make_cancelled_error(self):
        if self._cancel_message is None:
            return exceptions.CancelledError()
        return exceptions.CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        """Cancel the future and schedule callbacks."""
        self._seen()
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule_callbacks()
        return True

    def _schedule_callbacks(self):
        callbacks = self._callbacks
        if callbacks:
            self._callbacks = []
            for callback, context in callbacks:
                self._loop.call_soon(callback, self, context=context)

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state == _CANCELLED

    def done(self):
        """Return True if the future is done."""
        return self._state != _PENDING

    def result(self):
        """Return the result this future represents."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError('Result is not ready.')
        if self._exception is not None:
            self._seen()
            raise self._exception.with_traceback(self._exception_tb)
        return self._result

    def exception(self):
        """Return the exception that was set on this future."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError('Exception is not set.')
        self._seen()
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Add a callback to be run when the future becomes done."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, contextvars.copy_context() if context is None else context))

    def remove_done_callback(self, fn):
        """Remove all instances of a callback."""
        kept = [(f, ctx) for f, ctx in self._callbacks if f != fn]
        removed = len(self._callbacks) - len(kept)
        if removed:
            self._callbacks[:] = kept
        return removed

    def set_result(self, result):
        """Mark the future done and set its result."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError('invalid state')
        self._result = result
        self._state = _FINISHED
        self._schedule_callbacks()

    def set_exception(self, exception):
        """Mark the future done and set an exception."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError('invalid state')
        if isinstance(exception, type):
            exception = exception()
        if isinstance(exception, StopIteration):
            error = RuntimeError("StopIteration interacts badly with generators and cannot be raised into a Future")
            error.__cause__ = exception
            error.__context__ = exception
            exception = error
        self._exception = exception
        self._exception_tb = exception.__traceback__
        self._state = _FINISHED
        self._schedule_callbacks()
        self._unseen = True
        failed = getattr(self._loop, '_failed', None)
        if failed is not None:
            failed[id(self)] = self

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def _set_result_unless_done(future, result):
    if not future.done():
        future.set_result(result)


def _set_exception_unless_done(future, exception):
    if not future.done():
        future.set_exception(exception)


def _as_ours(exception):
    """An exception of concurrent.futures as asyncio has it."""
    import concurrent.futures as other
    if type(exception) is other.CancelledError:
        return exceptions.CancelledError(*exception.args)
    if type(exception) is other.InvalidStateError:
        return exceptions.InvalidStateError(*exception.args)
    return exception


def wrap_future(future, *, loop=None):
    """Wrap concurrent.futures.Future object."""
    if isfuture(future):
        return future
    from concurrent.futures import Future as Other
    assert isinstance(future, Other), f'concurrent.futures.Future is expected, got {future!r}'
    if loop is None:
        loop = events.get_event_loop()
    new = loop.create_future()

    def pass_on():
        if new.cancelled():
            return
        if future.cancelled():
            new.cancel()
        elif (exception := future.exception()) is not None:
            new.set_exception(_as_ours(exception))
        else:
            new.set_result(future.result())

    def other_done(_):
        if not (new.cancelled() and loop.is_closed()):
            loop.call_soon_threadsafe(pass_on)

    def new_done(_):
        if new.cancelled():
            future.cancel()

    new.add_done_callback(new_done)
    future.add_done_callback(other_done)
    return new


def _chain_to_other(task, other):
    """Let a future of concurrent.futures have the outcome of a task, and cancel the task with it."""
    loop = task.get_loop()

    def task_done(_):
        if task.cancelled():
            other.cancel()
        if not other.set_running_or_notify_cancel():
            return
        if (exception := task.exception()) is not None:
            other.set_exception(exception)
        else:
            other.set_result(task.result())

    def other_done(_):
        if other.cancelled() and not loop.is_closed():
            if events._get_running_loop() is loop:
                task.cancel()
            else:
                loop.call_soon_threadsafe(task.cancel)

    other.add_done_callback(other_done)
    task.add_done_callback(task_done)
