"""Locks for coroutines."""
import asyncio.exceptions as exceptions
import asyncio.mixins as mixins
import collections

__all__ = ('Lock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Barrier')


class _ContextManagerMixin:
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class _Waiting(mixins._LoopBoundMixin):
    """Something that coroutines wait for, first come, first served."""

    _waiters = None

    def _text(self, state):
        if self._waiters:
            state += f', waiters:{len(self._waiters)}'
        return f'<{object.__repr__(self)[1:-1]} [{state}]>'

    def _new_waiter(self):
        if self._waiters is None:
            self._waiters = collections.deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        return waiter


class Lock(_ContextManagerMixin, _Waiting):
    """Primitive lock objects."""

    def __init__(self):
        self._locked = False

    def __repr__(self):
        return self._text('locked' if self._locked else 'unlocked')

    def locked(self):
        """Return True if lock is acquired."""
        return self._locked

    async def acquire(self):
        """Acquire a lock."""
        if not self._locked and (self._waiters is None or all(w.cancelled() for w in self._waiters)):
            self._locked = True
            return True
        waiter = self._new_waiter()
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except exceptions.CancelledError:
            if not self._locked:
                self._wake_up_first()
            raise
        self._locked = True
        return True

    def release(self):
        """Release a lock."""
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake_up_first()

    def _wake_up_first(self):
        if self._waiters and not (first := self._waiters[0]).done():
            first.set_result(True)


class Event(_Waiting):
    """Asynchronous equivalent to threading.Event."""

    def __init__(self):
        self._waiters = collections.deque()
        self._value = False

    def __repr__(self):
        return self._text('set' if self._value else 'unset')

    def is_set(self):
        """Return True if and only if the internal flag is true."""
        return self._value

    def set(self):
        """Set the internal flag to true and awaken all that wait."""
        if not self._value:
            self._value = True
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        """Reset the internal flag to false."""
        self._value = False

    async def wait(self):
        """Block until the internal flag is true."""
        if self._value:
            return True
        waiter = self._new_waiter()
        try:
            await waiter
            return True
        finally:
            self._waiters.remove(waiter)


class Condition(_ContextManagerMixin, _Waiting):
    """Asynchronous equivalent to threading.Condition."""

    def __init__(self, lock=None):
        if lock is None:
            lock = Lock()
        self._lock = lock
        self.locked = lock.locked
        self.acquire = lock.acquire
        self.release = lock.release
        self._waiters = collections.deque()

    def __repr__(self):
        return self._text('locked' if self.locked() else 'unlocked')

    async def wait(self):
        """Wait until notified."""
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        self.release()
        try:
            waiter = self._new_waiter()
            try:
                await waiter
                return True
            finally:
                self._waiters.remove(waiter)
        finally:
            error = None
            while True:
                try:
                    await self.acquire()
                    break
                except exceptions.CancelledError as exc:
                    error = exc
            if error is not None:
                try:
                    raise error
                finally:
                    error = None

    async def wait_for(self, predicate):
        """Wait until a predicate becomes true."""
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up to n coroutines that wait."""
        if not self.locked():
            raise RuntimeError('cannot notify on un-acquired lock')
        woken = 0
        for waiter in self._waiters:
            if woken >= n:
                break
            if not waiter.done():
                woken += 1
                waiter.set_result(False)

    def notify_all(self):
        """Wake up all coroutines that wait."""
        self.notify(len(self._waiters))


class Semaphore(_ContextManagerMixin, _Waiting):
    """A Semaphore implementation."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._value = value

    def __repr__(self):
        return self._text('locked' if self.locked() else f'unlocked, value:{self._value}')

    def locked(self):
        """Returns True if semaphore cannot be acquired immediately."""
        return self._value == 0 or any(not w.cancelled() for w in (self._waiters or ()))

    async def acquire(self):
        """Acquire a semaphore."""
        if not self.locked():
            self._value -= 1
            return True
        waiter = self._new_waiter()
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except exceptions.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._value += 1  # it got the semaphore and does not take it
            raise
        finally:
            while self._value > 0:
                if not self._wake_up_next():
                    break
        return True

    def release(self):
        """Release a semaphore."""
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        for waiter in self._waiters or ():
            if not waiter.done():
                self._value -= 1
                waiter.set_result(True)
                return True
        return False


class BoundedSemaphore(Semaphore):
    """A semaphore that refuses to be released more often than acquired."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError('BoundedSemaphore released too many times')
        super().release()


_FILLING, _DRAINING, _RESETTING, _BROKEN = 'filling', 'draining', 'resetting', 'broken'


class Barrier(mixins._LoopBoundMixin):
    """Asynchronous equivalent to threading.Barrier."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond = Condition()
        self._parties = parties
        self._state = _FILLING
        self._count = 0

    def __repr__(self):
        extra = f'{self._state}'
        if not self.broken:
            extra += f', waiters:{self.n_waiting}/{self.parties}'
        return f'<{object.__repr__(self)[1:-1]} [{extra}]>'

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the barrier."""
        async with self._cond:
            await self._block()
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    await self._release()
                else:
                    await self._wait()
                return index
            finally:
                self._count -= 1
                self._exit()

    async def _block(self):
        await self._cond.wait_for(lambda: self._state not in (_DRAINING, _RESETTING))
        if self._state == _BROKEN:
            raise exceptions.BrokenBarrierError("Barrier aborted")

    async def _release(self):
        self._state = _DRAINING
        self._cond.notify_all()

    async def _wait(self):
        await self._cond.wait_for(lambda: self._state != _FILLING)
        if self._state in (_BROKEN, _RESETTING):
            raise exceptions.BrokenBarrierError("Abort or reset of barrier")

    def _exit(self):
        if self._count == 0:
            if self._state in (_RESETTING, _DRAINING):
                self._state = _FILLING
            self._cond.notify_all()

    async def reset(self):
        """Reset the barrier to the initial state."""
        async with self._cond:
            if self._count > 0:
                if self._state != _RESETTING:
                    self._state = _RESETTING
            else:
                self._state = _FILLING
            self._cond.notify_all()

    async def abort(self):
        """Place the barrier into a 'broken' state."""
        async with self._cond:
            self._state = _BROKEN
            self._cond.notify_all()

    @property
    def parties(self):
        """Return the number of tasks required to trip the barrier."""
        return self._parties

    @property
    def n_waiting(self):
        """Return the number of tasks currently waiting at the barrier."""
        return self._count if self._state == _FILLING else 0

    @property
    def broken(self):
        """Return True if the barrier is in a broken state."""
        return self._state == _BROKEN
