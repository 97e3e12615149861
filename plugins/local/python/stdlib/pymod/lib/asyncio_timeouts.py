"""Deadlines for parts of a task."""
import asyncio.events as events
import asyncio.exceptions as exceptions

__all__ = ('Timeout', 'timeout', 'timeout_at')


_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = "created", "active", "expiring", "expired", "finished"


class Timeout:
    """Asynchronous context manager for cancelling overdue coroutines."""

    def __init__(self, when):
        self._state = _CREATED
        self._timeout_handler = None
        self._task = None
        self._when = when

    def when(self):
        """Return the current deadline."""
        return self._when

    def reschedule(self, when):
        """Reschedule the timeout."""
        if self._state != _ENTERED:
            if self._state == _CREATED:
                raise RuntimeError("Timeout has not been entered")
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        if self._timeout_handler is not None:
            self._timeout_handler.cancel()
        if when is None:
            self._timeout_handler = None
            return
        loop = events.get_running_loop()
        if when <= loop.time():
            self._timeout_handler = loop.call_soon(self._on_timeout)
        else:
            self._timeout_handler = loop.call_at(when, self._on_timeout)

    def expired(self):
        """Is timeout expired during execution?"""
        return self._state in (_EXPIRING, _EXPIRED)

    def __repr__(self):
        info = ['']
        if self._state == _ENTERED:
            info.append(f"when={round(self._when, 3) if self._when is not None else None}")
        return f"<Timeout [{self._state}]{' '.join(info)}>"

    async def __aenter__(self):
        if self._state != _CREATED:
            raise RuntimeError("Timeout has already been entered")
        from asyncio.tasks import current_task
        task = current_task()
        if task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._state = _ENTERED
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._timeout_handler is not None:
            self._timeout_handler.cancel()
            self._timeout_handler = None
        if self._state == _EXPIRING:
            self._state = _EXPIRED
            if self._task.uncancel() <= self._cancelling and exc_type is exceptions.CancelledError:
                raise TimeoutError from exc_val
        elif self._state == _ENTERED:
            self._state = _EXITED
        return None

    def _on_timeout(self):
        self._task.cancel()
        self._state = _EXPIRING
        self._timeout_handler = None


def timeout(delay):
    """Timeout async context manager."""
    return Timeout(events.get_running_loop().time() + delay if delay is not None else None)


def timeout_at(when):
    """Schedule the timeout at absolute time."""
    return Timeout(when)
