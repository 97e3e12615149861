"""The part of module decimal that is in Python: exceptions, tuples and contexts
as context managers. Decimal, Context and _signal are built in."""

import numbers as _numbers
from collections import namedtuple as _namedtuple
from collections.abc import MutableMapping as _MutableMapping
from numbers import Rational as _Rational


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class Rounded(DecimalException):
    pass


class Subnormal(DecimalException):
    pass


class Clamped(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class InvalidContext(InvalidOperation):
    pass


DecimalTuple = _namedtuple("DecimalTuple", ("sign", "digits", "exponent"), module="decimal")

_signals = (
    InvalidOperation,
    FloatOperation,
    DivisionByZero,
    Overflow,
    Underflow,
    Subnormal,
    Inexact,
    Rounded,
    Clamped,
)


class _SignalDict(_MutableMapping):
    """The flags or the traps of a context."""

    def __init__(self, context=None, traps=False):
        self._context = context
        self._traps = traps

    def _check(self):
        if self._context is None:
            raise ValueError("invalid signal dict")

    def __getitem__(self, signal):
        return _signal(self._context, self._traps, signal)

    def __setitem__(self, signal, value):
        _set_signal(self._context, self._traps, signal, value)

    def __delitem__(self, signal):
        raise ValueError("signal keys cannot be deleted")

    def __iter__(self):
        self._check()
        return iter(_signals)

    def __len__(self):
        self._check()
        return len(_signals)

    def __eq__(self, other):
        self._check()
        if isinstance(other, _SignalDict):
            other._check()
        elif not isinstance(other, dict):
            return NotImplemented
        return dict(self) == dict(other)

    __hash__ = None

    def __repr__(self):
        self._check()
        return "{" + ", ".join("%r:%r" % item for item in self.items()) + "}"

    def copy(self):
        self._check()
        return dict(self)


_SignalDict.__name__ = _SignalDict.__qualname__ = "SignalDict"


class _ContextManager:
    """Makes a copy of a context the current one for the time of a with statement."""

    def __init__(self, context):
        self._new = context
        self._saved = None

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, kind, value, traceback):
        setcontext(self._saved)
        return False


_ContextManager.__name__ = _ContextManager.__qualname__ = "ContextManager"


def localcontext(ctx=None, **kwargs):
    """A context manager that sets a copy of ctx (or of the current context), changed as the keywords say."""
    if ctx is None:
        ctx = getcontext()
    elif not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    ctx = ctx.copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
            raise TypeError("%r is an invalid keyword argument for this function" % name)
        if value is None:
            continue
        if name in ("flags", "traps") and isinstance(value, list):
            value = {s: s in value for s in _signals}
        setattr(ctx, name, value)
    return _ContextManager(ctx)


_numbers.Number.register(Decimal)
