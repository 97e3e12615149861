"""Threads that take turns: one runs at a time, until it waits or has had its share."""
import itertools as _itertools
from collections import deque as _deque
from time import monotonic as _time

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer', 'ThreadError',
           'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'getprofile', 'gettrace',
           'setprofile_all_threads', 'settrace_all_threads', 'get_native_id']

ThreadError = RuntimeError
Lock = allocate_lock
local = _local
_RLock = RLock
_CRLock = RLock


class ExceptHookArgs(tuple):
    """What excepthook is called with."""
    __module__ = '_thread'
    __slots__ = ()
    n_sequence_fields = n_fields = 4
    n_unnamed_fields = 0
    __match_args__ = ('exc_type', 'exc_value', 'exc_traceback', 'thread')

    def __new__(cls, args):
        args = tuple(args)
        if len(args) != 4:
            raise TypeError(f'_thread._ExceptHookArgs() takes a 4-sequence ({len(args)}-sequence given)')
        return super().__new__(cls, args)

    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def excepthook(args, /):
    """Show an exception that no one caught in Thread.run()."""
    if not isinstance(args, ExceptHookArgs):
        raise TypeError('_thread.excepthook argument type must be ExceptHookArgs')
    if args.exc_type is SystemExit:
        return
    import sys
    import traceback
    name = args.thread.name if args.thread is not None else get_ident()
    text = ''.join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback))
    if sys.stderr is not None:
        sys.stderr.write(f'Exception in thread {name}:\n{text}')


__excepthook__ = excepthook
_trace_hook = _profile_hook = None


def settrace(func):
    """Set a trace function for all threads; none is ever called here."""
    global _trace_hook
    _trace_hook = func


def gettrace():
    return _trace_hook


def setprofile(func):
    """Set a profile function for all threads; none is ever called here."""
    global _profile_hook
    _profile_hook = func


def getprofile():
    return _profile_hook


settrace_all_threads = settrace
setprofile_all_threads = setprofile


def stack_size(size=0, /):
    """The size of the stacks of new threads: 0, whatever is set."""
    if size < 0:
        raise ValueError('size must be 0 or a positive value')
    return 0


class Condition:
    """A condition variable lets threads wait until another one notifies them."""

    def __init__(self, lock=None):
        self._lock = lock = RLock() if lock is None else lock
        self.acquire, self.release = lock.acquire, lock.release
        for name in ('_release_save', '_acquire_restore', '_is_owned'):
            if hasattr(lock, name):
                setattr(self, name, getattr(lock, name))
        self._waiters = _deque()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return f'<Condition({self._lock}, {len(self._waiters)})>'

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        """Wait until notified or until a timeout occurs."""
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        waiter = allocate_lock()
        waiter.acquire()
        self._waiters.append(waiter)
        state = self._release_save()
        told = False
        try:
            if timeout is None:
                waiter.acquire()
                told = True
            elif timeout > 0:
                told = waiter.acquire(True, timeout)
            else:
                told = waiter.acquire(False)
            return told
        finally:
            self._acquire_restore(state)
            if not told and waiter in self._waiters:
                self._waiters.remove(waiter)

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition evaluates to True."""
        end, left = None, timeout
        result = predicate()
        while not result:
            if left is not None:
                if end is None:
                    end = _time() + left
                else:
                    left = end - _time()
                    if left <= 0:
                        break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up one or more threads waiting on this condition, if any."""
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        while n > 0 and self._waiters:
            waiter = self._waiters.popleft()
            if waiter.locked():  # the thread that waits didn't end with its run
                waiter.release()
                n -= 1

    def notify_all(self):
        """Wake up all threads waiting on this condition."""
        self.notify(len(self._waiters))

    def notifyAll(self):
        _old('Condition.notifyAll()', 'use notify_all() instead')
        self.notify_all()


def _old(name, instead):
    import warnings
    warnings.warn(f'{name} is deprecated, {instead}', DeprecationWarning, stacklevel=2)


def _at(obj):
    return f'{type(obj).__module__}.{type(obj).__qualname__} at {id(obj):#x}'


class Semaphore:
    """A counter that acquire() takes from and waits for, and release() adds to."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._cond = Condition(allocate_lock())
        self._value = value

    def __repr__(self):
        return f'<{_at(self)}: value={self._value}>'

    def acquire(self, blocking=True, timeout=None):
        """Acquire a semaphore, decrementing the internal counter by one."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        with self._cond:
            if not self._value and (not blocking or not self._cond.wait_for(lambda: self._value, timeout)):
                return False
            self._value -= 1
            return True

    __enter__ = acquire

    def release(self, n=1):
        """Release a semaphore, incrementing the internal counter by one or more."""
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            self._value += n
            self._cond.notify(n)

    def __exit__(self, t, v, tb):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released more often than acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def __repr__(self):
        return f'<{_at(self)}: value={self._value}/{self._initial_value}>'

    def release(self, n=1):
        """Release a semaphore, incrementing the internal counter by one or more."""
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            if self._value + n > self._initial_value:
                raise ValueError('Semaphore released too many times')
            self._value += n
            self._cond.notify(n)


class Event:
    """A flag that threads can wait for."""

    def __init__(self):
        self._cond = Condition(allocate_lock())
        self._flag = False

    def __repr__(self):
        return f"<{_at(self)}: {'set' if self._flag else 'unset'}>"

    def is_set(self):
        """Return true if and only if the internal flag is true."""
        return self._flag

    def isSet(self):
        _old('isSet()', 'use is_set() instead')
        return self._flag

    def set(self):
        """Set the internal flag to true."""
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        """Reset the internal flag to false."""
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Block until the internal flag is true."""
        with self._cond:
            return self._flag or self._cond.wait(timeout)


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """A place where a fixed number of threads wait for each other."""

    def __init__(self, parties, action=None, timeout=None):
        self._cond = Condition(allocate_lock())
        self._action, self._timeout, self._parties = action, timeout, parties
        self._state = 'filling'  # or 'draining', 'resetting', 'broken'
        self._count = 0

    def __repr__(self):
        if self.broken:
            return f'<{_at(self)}: broken>'
        return f'<{_at(self)}: waiters={self.n_waiting}/{self.parties}>'

    def wait(self, timeout=None):
        """Wait for the barrier."""
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            self._cond.wait_for(lambda: self._state not in ('draining', 'resetting'))
            if self._state == 'broken':
                raise BrokenBarrierError
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    self._open()
                elif not self._cond.wait_for(lambda: self._state != 'filling', timeout):
                    self._break()
                    raise BrokenBarrierError
                elif self._state in ('broken', 'resetting'):
                    raise BrokenBarrierError
                return index
            finally:
                self._count -= 1
                if self._count == 0 and self._state in ('draining', 'resetting'):
                    self._state = 'filling'
                    self._cond.notify_all()

    def _open(self):
        try:
            if self._action:
                self._action()
        except:
            self._break()
            raise
        self._state = 'draining'
        self._cond.notify_all()

    def _break(self):
        self._state = 'broken'
        self._cond.notify_all()

    def reset(self):
        """Reset the barrier to the initial state."""
        with self._cond:
            self._state = 'resetting' if self._count > 0 else 'filling'
            self._cond.notify_all()

    def abort(self):
        """Place the barrier into a 'broken' state."""
        with self._cond:
            self._break()

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: self._count if self._state == 'filling' else 0)
    broken = property(lambda self: self._state == 'broken')


_numbers = _itertools.count(1)
_active = {}
_dangling = set()


class Thread:
    """A class that represents a thread of control."""
    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        if name is not None:
            name = str(name)
        else:
            name = f'Thread-{next(_numbers)}'
            if target is not None and (of := getattr(target, '__name__', None)) is not None:
                name += f' ({of})'
        self._target, self._name = target, name
        self._args, self._kwargs = args, {} if kwargs is None else kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident = None
        self._started = Event()
        self._finished = None  # or a lock that is released when the thread ends
        self._initialized = True

    def __repr__(self):
        assert self._initialized, 'Thread.__init__() was not called'
        status = 'stopped' if self._is_stopped else 'started' if self._started.is_set() else 'initial'
        if self._daemonic:
            status += ' daemon'
        if self._ident is not None:
            status += f' {self._ident}'
        return f'<{self.__class__.__name__}({self._name}, {status})>'

    def start(self):
        """Start the thread's activity."""
        if not self._initialized:
            raise RuntimeError('thread.__init__() not called')
        if self._started.is_set():
            raise RuntimeError('threads can only be started once')
        finished = allocate_lock()
        finished.acquire()
        self._ident = _start(self._bootstrap, self._daemonic, finished, _active)
        self._finished = finished
        _active[self._ident] = self
        self._started.set()

    def run(self):
        """Method representing the thread's activity."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def _bootstrap(self):
        try:
            self.run()
        except BaseException as e:
            try:
                excepthook(ExceptHookArgs((type(e), e, e.__traceback__, self)))
            except BaseException as e:
                import sys
                sys.excepthook(type(e), e, e.__traceback__)

    @property
    def _is_stopped(self):
        return self._finished is not None and not self._finished.locked()

    def join(self, timeout=None):
        """Wait until the thread terminates."""
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if not self._started.is_set():
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        if self._finished is None:
            return
        if timeout is None:
            self._finished.acquire()
            self._finished.release()
        elif self._finished.acquire(True, max(timeout, 0)):
            self._finished.release()

    @property
    def name(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, 'Thread.__init__() not called'
        self._name = str(name)

    @property
    def ident(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._ident

    native_id = ident

    def is_alive(self):
        """Return whether the thread is alive."""
        assert self._initialized, 'Thread.__init__() not called'
        return self._started.is_set() and not self._is_stopped

    @property
    def daemon(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if self._started.is_set():
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemonic = daemonic

    def isDaemon(self):
        _old('isDaemon()', 'get the daemon attribute instead')
        return self.daemon

    def setDaemon(self, daemonic):
        _old('setDaemon()', 'set the daemon attribute instead')
        self.daemon = daemonic

    def getName(self):
        _old('getName()', 'get the name attribute instead')
        return self.name

    def setName(self, name):
        _old('setName()', 'set the name attribute instead')
        self.name = name


class Timer(Thread):
    """Call a function after a specified number of seconds."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args = [] if args is None else args
        self.kwargs = {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        """Stop the timer if it hasn't finished yet."""
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):

    def __init__(self):
        super().__init__(name='MainThread', daemon=False)
        self._started.set()
        self._ident = 1
        _active[1] = self


class _DummyThread(Thread):
    """Stands for a thread that module _thread started."""

    def __init__(self):
        super().__init__(name=f'Dummy-{next(_numbers)}', daemon=True)
        self._started.set()
        self._ident = get_ident()
        _active[self._ident] = self

    def join(self, timeout=None):
        raise RuntimeError('cannot join a dummy thread')


def current_thread():
    """Return the current Thread object, corresponding to the caller's thread of control."""
    ident = get_ident()
    if ident in _active:
        return _active[ident]
    return _main if ident == 1 else _DummyThread()


def currentThread():
    _old('currentThread()', 'use current_thread() instead')
    return current_thread()


def enumerate():
    """Return a list of all Thread objects currently alive."""
    return list(_active.values())


def active_count():
    """Return the number of Thread objects currently alive."""
    return len(_active)


def activeCount():
    _old('activeCount()', 'use active_count() instead')
    return active_count()


def main_thread():
    """Return the main thread object."""
    return _main


_main = None


def _begin():
    global _main
    main = Thread.__new__(_MainThread)
    main._daemonic = False
    main._initialized = True
    _active[1] = main  # Thread.__init__ asks for the current thread
    main.__init__()
    _main = main


_begin()
