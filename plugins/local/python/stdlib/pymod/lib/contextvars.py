"""Context variables."""

__all__ = ('Context', 'ContextVar', 'Token', 'copy_context')


class Token:
    """What ContextVar.set() gives, to go back with ContextVar.reset()."""
    MISSING = type('Token.MISSING', (), {'__repr__': lambda self: '<Token.MISSING>'})()

    def __init__(self, context, var, old):
        self._context, self.var, self.old_value = context, var, old
        self._used = False

    __class_getitem__ = classmethod(type(list[int]))


_no_default = object()


class ContextVar:
    """A variable that each context has its own value of."""

    def __init__(self, name, *, default=_no_default):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name, self._default = name, default

    @property
    def name(self):
        return self._name

    def get(self, default=_no_default, /):
        values = _current._values
        if self in values:
            return values[self]
        if default is not _no_default:
            return default
        if self._default is not _no_default:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        old = _current._values.get(self, Token.MISSING)
        _current._values[self] = value
        return Token(_current, self, old)

    def reset(self, token, /):
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        if token._context is not _current:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        if token.old_value is Token.MISSING:
            _current._values.pop(self, None)
        else:
            _current._values[self] = token.old_value

    def __repr__(self):
        default = '' if self._default is _no_default else f' default={self._default!r}'
        return f'<ContextVar name={self._name!r}{default} at {id(self):#x}>'

    __class_getitem__ = classmethod(type(list[int]))


class Context:
    """A mapping of context variables to their values."""

    def __init__(self):
        self._values = {}
        self._previous = None
        self._entered = False

    def run(self, callable, /, *args, **kwargs):
        global _current
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        self._entered, self._previous, _current = True, _current, self
        try:
            return callable(*args, **kwargs)
        finally:
            _current, self._previous, self._entered = self._previous, None, False

    def copy(self):
        new = Context()
        new._values = self._values.copy()
        return new

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def get(self, var, default=None):
        return self._values.get(var, default)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_current = Context()


def copy_context():
    return _current.copy()
