"""Weak references. Here they hold their objects: nothing is collected while one is left, so callbacks never run, and the
collections of this module behave as plain ones."""
from collections.abc import MutableMapping as _MutableMapping, MutableSet as _MutableSet

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]

_PLAIN = (int, str, float, complex, bytes, bytearray, tuple, list, dict, bool, type(None), range, slice, type(...), type(NotImplemented))


def _check(obj):
    for t in _PLAIN:
        if type(obj) is t:
            raise TypeError(f"cannot create weak reference to '{t.__name__}' object")
    slots = getattr(type(obj), "__slots__", None)
    if slots is not None and not hasattr(obj, "__dict__") and not any("__weakref__" in getattr(c, "__slots__", ()) for c in type(obj).__mro__):
        if type(obj).__flags__ & 1:
            raise TypeError(f"cannot create weak reference to '{type(obj).__name__}' object")


class ReferenceType:
    """A reference that gives its object when called."""
    __slots__ = ("_obj", "_callback", "__weakref__")

    def __new__(cls, object, callback=None, /):
        _check(object)
        self = super().__new__(cls)
        self._obj = object
        self._callback = callback
        return self

    @property
    def __callback__(self):
        return self._callback

    def __init__(self, object, callback=None, /):
        pass

    def __call__(self):
        return self._obj

    def __hash__(self):
        return hash(self._obj)

    def __eq__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        return self is other or self._obj == other._obj

    def __repr__(self):
        name = getattr(self._obj, "__name__", None)
        tail = f" ({name})" if isinstance(name, str) else ""
        return f"<weakref at {id(self):#x}; to '{type(self._obj).__name__}' at {id(self._obj):#x}{tail}>"

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)


ReferenceType.__name__ = ReferenceType.__qualname__ = "ReferenceType"
ref = ReferenceType


def getweakrefcount(object, /):
    """The number of weak references to 'object', which nobody counts here."""
    return 0


def getweakrefs(object, /):
    """The list of all weak references to 'object', which nobody keeps here."""
    return []


def proxy(object, callback=None, /):
    """Create a proxy: here the object itself."""
    _check(object)
    return object


class ProxyType:
    """The type of proxies in CPython."""


class CallableProxyType:
    """The type of proxies of functions in CPython."""


ProxyTypes = (ProxyType, CallableProxyType)


class WeakMethod(ref):
    """A reference to a bound method."""
    __slots__ = ("_func", "_meth_type")

    def __new__(cls, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError("argument should be a bound method, not {}".format(type(meth))) from None
        self = ref.__new__(cls, obj, callback)
        self._func, self._meth_type = func, type(meth)
        return self

    def __call__(self):
        return self._meth_type(self._func, self._obj)

    def __eq__(self, other):
        return isinstance(other, WeakMethod) and ref.__eq__(self, other) and self._func is other._func

    __hash__ = ref.__hash__


class _Map(_MutableMapping):
    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        _check(value if self._values else key)
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(list(self.data))

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        return key in self.data

    def keys(self):
        return iter(self)

    def values(self):
        return iter(list(self.data.values()))

    def items(self):
        return iter(list(self.data.items()))

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def copy(self):
        new = self.__class__()
        new.data.update(self.data)
        return new

    __copy__ = copy

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ior__(self, other):
        self.update(other)
        return self

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = self.__class__()
        new.update(other)
        new.update(self)
        return new


class WeakValueDictionary(_Map):
    """Mapping class that references values weakly, by name."""
    _values = True

    def itervaluerefs(self):
        return iter(self.valuerefs())

    def valuerefs(self):
        return [ref(v) for v in self.data.values()]


class WeakKeyDictionary(_Map):
    """Mapping class that references keys weakly, by name."""
    _values = False

    def keyrefs(self):
        return [ref(k) for k in self.data]


class WeakSet(_MutableSet):
    """A set of weak references, by name."""

    def __init__(self, data=None):
        self.data = {}
        for item in data or ():
            self.add(item)

    def __iter__(self):
        return iter(list(self.data))

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return item in self.data
        except TypeError:
            return False

    def add(self, item):
        _check(item)
        self.data[item] = None

    def discard(self, item):
        self.data.pop(item, None)

    def remove(self, item):
        del self.data[item]

    def pop(self):
        if not self.data:
            raise KeyError("pop from empty WeakSet")
        return self.data.popitem()[0]

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def update(self, other):
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    def _set(self, items):
        return self.__class__(items)

    def union(self, other):
        return self._set(item for part in (self, other) for item in part)

    __or__ = union

    def difference(self, other):
        new = self.copy()
        new.difference_update(other)
        return new

    __sub__ = difference

    def difference_update(self, other):
        if self is other:
            self.clear()
            return
        for item in other:
            self.discard(item)

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return self._set(item for item in other if item in self)

    __and__ = intersection

    def intersection_update(self, other):
        kept = dict.fromkeys(other)
        self.data = {item: None for item in self.data if item in kept}

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def symmetric_difference(self, other):
        new = self.copy()
        new.symmetric_difference_update(other)
        return new

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        if self is other:
            self.clear()
            return
        for item in list(other):
            if item in self.data:
                del self.data[item]
            else:
                self.add(item)

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def issubset(self, other):
        return self.data.keys() <= set(other)

    __le__ = issubset

    def __lt__(self, other):
        return self.data.keys() < set(other)

    def issuperset(self, other):
        return self.data.keys() >= set(other)

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data.keys() > set(other)

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self.data.keys() == set(other)

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    def __repr__(self):
        return repr(set(self.data))

    def __reduce__(self):
        return self.__class__, (list(self),), self.__getstate__()

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)


class finalize:
    """A function to be called once, when asked for: nothing is collected that would bring it about."""
    __slots__ = ("_call", "atexit")

    def __init__(self, obj, func, /, *args, **kwargs):
        self._call = (obj, func, args, kwargs)
        self.atexit = True

    def __call__(self, _=None):
        if self._call is None:
            return None
        _, func, args, kwargs = self._call
        self._call = None
        return func(*args, **kwargs)

    def detach(self):
        call, self._call = self._call, None
        return call

    def peek(self):
        return self._call

    @property
    def alive(self):
        return self._call is not None

    def __repr__(self):
        if self._call is None:
            return "<%s object at %#x; dead>" % (type(self).__name__, id(self))
        return "<%s object at %#x; for %r at %#x>" % (type(self).__name__, id(self), type(self._call[0]).__name__, id(self._call[0]))
