"""Execute computations in threads."""
import itertools as _itertools
import threading as _threading
import time as _time
from collections import deque as _deque

__all__ = ['FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'InvalidStateError',
           'BrokenExecutor', 'Future', 'Executor', 'wait', 'as_completed', 'ThreadPoolExecutor']

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'
PENDING, RUNNING, CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED = 'PENDING', 'RUNNING', 'CANCELLED', 'CANCELLED_AND_NOTIFIED', 'FINISHED'
_SHOWN = {PENDING: 'pending', RUNNING: 'running', CANCELLED: 'cancelled', CANCELLED_AND_NOTIFIED: 'cancelled', FINISHED: 'finished'}
_DONE = CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED


class Error(Exception):
    """Base class for all future-related exceptions."""


class CancelledError(Error):
    """The Future was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """Raised when a executor has become non-functional after a severe failure."""


for _class in Error, CancelledError, InvalidStateError, BrokenExecutor:
    _class.__module__ = 'concurrent.futures._base'


class BrokenThreadPool(BrokenExecutor):
    """Raised when a worker thread in a ThreadPoolExecutor failed initializing."""
    __module__ = 'concurrent.futures.thread'


class Future:
    """Represents the result of an asynchronous computation."""
    __module__ = 'concurrent.futures._base'

    def __init__(self):
        self._condition = _threading.Condition()
        self._state = PENDING
        self._result = self._exception = None
        self._waiters = []
        self._done_callbacks = []

    def __repr__(self):
        text = f'<{self.__class__.__name__} at {id(self):#x} state={_SHOWN[self._state]}'
        if self._state == FINISHED:
            if self._exception:
                return f'{text} raised {self._exception.__class__.__name__}>'
            return f'{text} returned {self._result.__class__.__name__}>'
        return text + '>'

    __class_getitem__ = classmethod(type(list[int]))

    def cancel(self):
        """Cancel the future if possible."""
        with self._condition:
            if self._state in (RUNNING, FINISHED):
                return False
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
                return True
            self._state = CANCELLED
            self._condition.notify_all()
        self._invoke_callbacks()
        return True

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)

    def running(self):
        """Return True if the future is currently executing."""
        return self._state == RUNNING

    def done(self):
        """Return True if the future was cancelled or finished executing."""
        return self._state in _DONE

    def _invoke_callbacks(self):
        for waiter in self._waiters:
            waiter(self)
        for f in self._done_callbacks:
            self._call(f)

    def _call(self, f):
        try:
            f(self)
        except Exception:
            import logging
            logging.getLogger('concurrent.futures').exception('exception calling callback for %r', self)

    def add_done_callback(self, fn):
        """Attach a callable that will be called when the future finishes."""
        with self._condition:
            if self._state not in _DONE:
                self._done_callbacks.append(fn)
                return
        self._call(fn)

    def _outcome(self):
        if self._exception:
            try:
                raise self._exception
            finally:
                self = None
        return self._result

    def _await(self, timeout):
        with self._condition:
            if not self._condition.wait_for(self.done, timeout):
                raise TimeoutError()
            if self.cancelled():
                raise CancelledError()

    def result(self, timeout=None):
        """Return the result of the call that the future represents."""
        self._await(timeout)
        try:
            return self._outcome()
        finally:
            self = None

    def exception(self, timeout=None):
        """Return the exception raised by the call that the future represents."""
        self._await(timeout)
        return self._exception

    def set_running_or_notify_cancel(self):
        """Mark the future as running or process any cancel notifications."""
        with self._condition:
            if self._state == CANCELLED:
                self._state = CANCELLED_AND_NOTIFIED
                self._condition.notify_all()
                return False
            if self._state != PENDING:
                raise RuntimeError('Future in unexpected state')
            self._state = RUNNING
            return True

    def _finish(self, result, exception):
        with self._condition:
            if self._state in _DONE:
                raise InvalidStateError(f'{self._state}: {self!r}')
            self._result, self._exception = result, exception
            self._state = FINISHED
            self._condition.notify_all()
        self._invoke_callbacks()

    def set_result(self, result):
        """Sets the return value of work associated with the future."""
        self._finish(result, None)

    def set_exception(self, exception):
        """Sets the result of the future as being the given exception."""
        self._finish(None, exception)


class Executor:
    """This is an abstract base class for concrete asynchronous executors."""
    __module__ = 'concurrent.futures._base'

    def submit(self, fn, /, *args, **kwargs):
        """Submits a callable to be executed with the given arguments."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """Returns an iterator equivalent to map(fn, iter)."""
        end = None if timeout is None else _time.monotonic() + timeout
        futures = _deque([self.submit(fn, *args) for args in zip(*iterables)])

        def results():
            try:
                while futures:
                    future = futures.popleft()
                    try:
                        yield future.result(None if end is None else end - _time.monotonic())
                    finally:
                        future.cancel()
            finally:
                for future in futures:
                    future.cancel()

        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Clean-up the resources associated with the Executor."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class ThreadPoolExecutor(Executor):
    """An executor that has a number of threads do its work."""
    __module__ = 'concurrent.futures.thread'
    _counter = _itertools.count().__next__

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is None:
            max_workers = 8
        if max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        self._max_workers = max_workers
        self._initializer, self._initargs = initializer, initargs
        self._thread_name_prefix = thread_name_prefix or f'ThreadPoolExecutor-{self._counter()}'
        self._threads, self._work = set(), _deque()
        self._shutdown = self._broken = False
        self._bells = _deque()  # locks that workers without work wait for
        self._newest = None

    # No other thread gets its turn in the midst of these methods, unless they
    # wait: nothing here needs a lock.

    def submit(self, fn, /, *args, **kwargs):
        if self._broken:
            raise BrokenThreadPool(self._broken)
        if self._shutdown:
            raise RuntimeError('cannot schedule new futures after shutdown')
        future = Future()
        self._work.append((future, fn, args, kwargs))
        if self._newest is not None and not self._newest.is_alive():
            self._threads.clear()  # they ended with the run that began them
            self._bells.clear()
        if self._bells:
            self._bells.popleft().release()
        elif len(self._threads) < self._max_workers:
            self._add_worker()
        return future

    def _add_worker(self):
        t = _threading.Thread(target=self._run, name=f'{self._thread_name_prefix}_{len(self._threads)}', daemon=False)
        try:
            t.start()
        except RuntimeError:
            if not self._threads:
                self._work.pop()
                raise
            return  # the workers that there are will do
        self._threads.add(t)
        self._newest = t

    def _run(self):
        if self._initializer is not None:
            try:
                self._initializer(*self._initargs)
            except BaseException:
                import logging
                logging.getLogger('concurrent.futures').critical('Exception in initializer:', exc_info=True)
                self._fail()
                return
        while True:
            while not self._work:
                if self._shutdown:
                    return
                bell = _allocate_lock()
                bell.acquire()
                self._bells.append(bell)
                _rest(bell)
            future, fn, args, kwargs = self._work.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = fn(*args, **kwargs)
            except BaseException as e:
                future.set_exception(e)
            else:
                future.set_result(result)
            del future, fn, args, kwargs

    def _fail(self):
        self._broken = 'A thread initializer failed, the thread pool is not usable anymore'
        while self._work:
            self._work.popleft()[0].set_exception(BrokenThreadPool(self._broken))

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True
        if cancel_futures:
            while self._work:
                self._work.popleft()[0].cancel()
        while self._bells:
            self._bells.popleft().release()
        if wait:
            for t in self._threads:
                t.join()


class _Results:
    """The futures, and those of them that are done in the order of their ends."""

    def __init__(self, fs):
        self.pending, self.done = set(fs), _deque()
        self.changed = _threading.Condition()
        for f in fs:
            if f.done():
                self.done.append(f)
            else:
                f._waiters.append(self.tell)
        self.pending -= set(self.done)

    def tell(self, future):
        with self.changed:
            self.pending.discard(future)
            self.done.append(future)
            self.changed.notify_all()

    def forget(self):
        for f in self.pending:
            f._waiters.remove(self.tell)


class DoneAndNotDoneFutures(tuple):
    __module__ = 'concurrent.futures._base'
    __slots__ = ()
    _fields = __match_args__ = ('done', 'not_done')
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])

    def __new__(cls, done, not_done):
        return super().__new__(cls, (done, not_done))

    def __repr__(self):
        return f'DoneAndNotDoneFutures(done={self[0]!r}, not_done={self[1]!r})'


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the futures in the given sequence to complete."""
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return condition: {return_when!r}')
    fs = set(fs)
    r = _Results(fs)

    def enough():
        if not r.pending or return_when == FIRST_COMPLETED and r.done:
            return True
        return return_when == FIRST_EXCEPTION and any(not f.cancelled() and f._exception is not None for f in r.done)

    with r.changed:
        r.changed.wait_for(enough, timeout)
        r.forget()
        done = set(r.done)
    return DoneAndNotDoneFutures(done, fs - done)


def as_completed(fs, timeout=None):
    """An iterator over the given futures that yields each as it completes."""
    end = None if timeout is None else _time.monotonic() + timeout
    fs = set(fs)
    r, total = _Results(fs), len(fs)
    try:
        for _ in range(total):
            with r.changed:
                left = None if end is None else end - _time.monotonic()
                if not r.changed.wait_for(lambda: r.done, left):
                    raise TimeoutError(f'{len(r.pending)} (of {total}) futures unfinished')
                future = r.done.popleft()
            yield future
            del future
    finally:
        r.forget()
