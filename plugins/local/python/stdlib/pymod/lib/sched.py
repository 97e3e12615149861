"""A generally useful event scheduler class."""
import heapq as _heapq
from collections import namedtuple as _namedtuple
from itertools import count as _count
from time import monotonic as _monotonic, sleep as _sleep

__all__ = ["scheduler"]


class Event(_namedtuple("Event", "time, priority, sequence, action, argument, kwargs")):
    """An action that is due at a time; of those due at once the one of the lowest priority comes first."""
    __slots__ = ()


class scheduler:
    """Runs actions when they are due, by a clock and a way to wait that may be the caller's own."""

    def __init__(self, timefunc=_monotonic, delayfunc=_sleep):
        self._queue = []
        self._numbers = _count()
        self.timefunc = timefunc
        self.delayfunc = delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs={}):
        """Enter a new event in the queue at an absolute time."""
        event = Event(time, priority, next(self._numbers), action, argument, kwargs)
        _heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs={}):
        """A variant that specifies the time as a relative time."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Remove an event from the queue; if it is not there, raise ValueError."""
        self._queue.remove(event)
        _heapq.heapify(self._queue)

    def empty(self):
        """Check whether the queue is empty."""
        return not self._queue

    def run(self, blocking=True):
        """Execute events until the queue is empty; without blocking those that are due, giving the wait for the next."""
        while self._queue:
            event = self._queue[0]
            now = self.timefunc()
            if event.time > now:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
                continue
            _heapq.heappop(self._queue)
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)  # let others run

    @property
    def queue(self):
        """An ordered list of upcoming events."""
        return sorted(self._queue)
