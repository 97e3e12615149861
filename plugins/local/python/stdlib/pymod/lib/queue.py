"""Queues between threads. A call that would wait where there is no other
thread raises Empty or Full at once."""
from collections import deque as _deque
from heapq import heappop as _pop, heappush as _push
from time import monotonic as _time

__all__ = ['Empty', 'Full', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


class Empty(Exception):
    'Exception raised by Queue.get(block=0)/get_nowait().'


class Full(Exception):
    'Exception raised by Queue.put(block=0)/put_nowait().'


class _Gate:
    """A place to wait at while another thread may change the queue."""

    def __init__(self, mutex):
        self._mutex, self._waiters = mutex, _deque()
        self.acquire, self.release = mutex.acquire, mutex.release

    def __enter__(self):
        self._mutex.acquire()

    def __exit__(self, *args):
        self._mutex.release()

    def wait(self, timeout=None):
        waiter = _allocate_lock()
        waiter.acquire()
        self._waiters.append(waiter)
        self._mutex.release()
        told = False
        try:
            told = waiter.acquire(True, -1 if timeout is None else max(timeout, 0))
            return told
        finally:
            self._mutex.acquire()
            if not told and waiter in self._waiters:
                self._waiters.remove(waiter)

    def notify(self, n=1):
        while n > 0 and self._waiters:
            self._waiters.popleft().release()
            n -= 1

    def notify_all(self):
        self.notify(len(self._waiters))

    def until(self, ready, timeout, error):
        """Wait until ready() is true; a time that is over, or nobody to wait for, is an error."""
        end = None if timeout is None else _time() + timeout
        while not ready():
            left = None if end is None else end - _time()
            if _alone() or left is not None and left <= 0:
                raise error
            self.wait(left)


class Queue:
    """Create a queue object with a given maximum size."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.mutex = _allocate_lock()
        self.not_empty, self.not_full, self.all_tasks_done = _Gate(self.mutex), _Gate(self.mutex), _Gate(self.mutex)
        self.unfinished_tasks = 0
        self._init(maxsize)

    def task_done(self):
        with self.all_tasks_done:
            if self.unfinished_tasks <= 0:
                raise ValueError('task_done() called too many times')
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        with self.all_tasks_done:
            self.all_tasks_done.until(lambda: not self.unfinished_tasks, None, RuntimeError(
                f'join() would wait for ever: {self.unfinished_tasks} tasks are unfinished and there are no other threads'))

    def qsize(self):
        with self.mutex:
            return self._qsize()

    def empty(self):
        with self.mutex:
            return not self._qsize()

    def full(self):
        with self.mutex:
            return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        with self.not_full:
            if self.maxsize > 0:
                if not block:
                    if self._qsize() >= self.maxsize:
                        raise Full
                elif timeout is not None and timeout < 0:
                    raise ValueError("'timeout' must be a non-negative number")
                else:
                    self.not_full.until(lambda: self._qsize() < self.maxsize, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        with self.not_empty:
            if not block:
                if not self._qsize():
                    raise Empty
            elif timeout is not None and timeout < 0:
                raise ValueError("'timeout' must be a non-negative number")
            else:
                self.not_empty.until(self._qsize, timeout, Empty)
            item = self._get()
            self.not_full.notify()
            return item

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def _init(self, maxsize):
        self.queue = _deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    __class_getitem__ = classmethod(type(list[int]))


class PriorityQueue(Queue):
    """Variant of Queue that retrieves open entries in priority order (lowest first)."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        _push(self.queue, item)

    def _get(self):
        return _pop(self.queue)


class LifoQueue(Queue):
    """Variant of Queue that retrieves most recently added entries first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    """Simple, unbounded FIFO queue."""

    def __init__(self):
        self._queue = _deque()
        self._gate = _Gate(_allocate_lock())

    def put(self, item, block=True, timeout=None):
        with self._gate:
            self._queue.append(item)
            self._gate.notify()

    def get(self, block=True, timeout=None):
        if timeout is not None and block and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        with self._gate:
            if not block:
                if not self._queue:
                    raise Empty
            else:
                self._gate.until(lambda: self._queue, timeout, Empty)
            return self._queue.popleft()

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def empty(self):
        return not self._queue

    def qsize(self):
        return len(self._queue)

    __class_getitem__ = classmethod(type(list[int]))


_PySimpleQueue = SimpleQueue
