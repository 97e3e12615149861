"""The exceptions of asyncio."""

__all__ = ('BrokenBarrierError', 'CancelledError', 'InvalidStateError', 'TimeoutError', 'IncompleteReadError',
           'LimitOverrunError', 'SendfileNotAvailableError')

TimeoutError = TimeoutError


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class SendfileNotAvailableError(RuntimeError):
    """There is no sendfile for this kind of socket or file."""


class IncompleteReadError(EOFError):
    """The stream ended before the bytes asked for came."""

    def __init__(self, partial, expected):
        wanted = 'undefined' if expected is None else repr(expected)
        super().__init__(f'{len(partial)} bytes read on a total of {wanted} expected bytes')
        self.partial = partial
        self.expected = expected

    def __reduce__(self):
        return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """The buffer was full before a separator was found."""

    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class BrokenBarrierError(RuntimeError):
    """The barrier was broken by barrier.abort()."""
