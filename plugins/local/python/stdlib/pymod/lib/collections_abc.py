"""Abstract base classes of containers."""
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstract

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Hashable", "Iterable",
           "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set", "MutableSet",
           "Mapping", "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString", "Buffer"]

_GenericAlias = type(list[int])


def _check(C, *methods):
    mro = C.__mro__
    for method in methods:
        for B in mro:
            if method in B.__dict__:
                if B.__dict__[method] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def _structural(*methods):
    """A class decorator: whatever has these methods counts as a subclass."""
    def mark(cls):
        def __subclasshook__(sub, C):
            return _check(C, *methods) if sub is cls else NotImplemented
        cls.__subclasshook__ = classmethod(__subclasshook__)
        return cls
    return mark


def _generic(cls, item):
    return _GenericAlias(cls, item)


@_structural("__hash__")
class Hashable(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __hash__(self):
        return 0


@_structural("__await__")
class Awaitable(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __await__(self):
        yield

    __class_getitem__ = classmethod(_generic)


@_structural("__await__", "send", "throw", "close")
class Coroutine(Awaitable):
    __slots__ = ()

    @_abstract
    def send(self, value):
        raise StopIteration

    @_abstract
    def throw(self, typ, val=None, tb=None):
        raise val if val is not None else typ

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError("coroutine ignored GeneratorExit")


@_structural("__aiter__")
class AsyncIterable(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __aiter__(self):
        return AsyncIterator()

    __class_getitem__ = classmethod(_generic)


@_structural("__anext__", "__aiter__")
class AsyncIterator(AsyncIterable):
    __slots__ = ()

    @_abstract
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self


@_structural("__aiter__", "__anext__", "asend", "athrow", "aclose")
class AsyncGenerator(AsyncIterator):
    __slots__ = ()

    async def __anext__(self):
        return await self.asend(None)

    @_abstract
    async def asend(self, value):
        raise StopAsyncIteration

    @_abstract
    async def athrow(self, typ, val=None, tb=None):
        raise val if val is not None else typ

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            pass
        else:
            raise RuntimeError("asynchronous generator ignored GeneratorExit")


@_structural("__iter__")
class Iterable(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __iter__(self):
        while False:
            yield None

    __class_getitem__ = classmethod(_generic)


@_structural("__iter__", "__next__")
class Iterator(Iterable):
    __slots__ = ()

    @_abstract
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


@_structural("__reversed__", "__iter__")
class Reversible(Iterable):
    __slots__ = ()

    @_abstract
    def __reversed__(self):
        while False:
            yield None


@_structural("__iter__", "__next__", "send", "throw", "close")
class Generator(Iterator):
    __slots__ = ()

    def __next__(self):
        return self.send(None)

    @_abstract
    def send(self, value):
        raise StopIteration

    @_abstract
    def throw(self, typ, val=None, tb=None):
        raise val if val is not None else typ

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError("generator ignored GeneratorExit")


@_structural("__len__")
class Sized(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __len__(self):
        return 0


@_structural("__contains__")
class Container(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __contains__(self, x):
        return False

    __class_getitem__ = classmethod(_generic)


@_structural("__len__", "__iter__", "__contains__")
class Collection(Sized, Iterable, Container):
    __slots__ = ()


@_structural("__buffer__")
class Buffer(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __buffer__(self, flags):
        raise NotImplementedError


def _is_parameters(x):
    """Whether x can stand for the list of a callable's parameters."""
    return (x is ... or isinstance(x, list) or type(x).__module__ == 'typing'
            and type(x).__name__ in ('ParamSpec', '_ConcatenateAlias'))


class _CallableAlias(_GenericAlias):
    def __new__(cls, origin, args):
        if not (isinstance(args, tuple) and len(args) == 2):
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        params, result = args
        if isinstance(params, (list, tuple)):
            args = (*params, result)
        elif not _is_parameters(params):
            raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {params}")
        return super().__new__(cls, origin, args)

    def __getitem__(self, item):
        args = super().__getitem__(item).__args__
        if not (len(args) == 2 and _is_parameters(args[0])):
            args = list(args[:-1]), args[-1]
        return _CallableAlias(Callable, args)

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_parameters(args[0])):
            args = list(args[:-1]), args[-1]
        return _CallableAlias, (Callable, args)

    def __repr__(self):
        args = self.__args__
        def show(t):
            if t is ...:
                return '...'
            if isinstance(t, type) and not isinstance(t, _GenericAlias):
                return t.__qualname__ if t.__module__ == 'builtins' else f'{t.__module__}.{t.__qualname__}'
            if isinstance(t, type(_is_parameters)):
                return t.__name__
            return repr(t)
        if len(args) == 2 and _is_parameters(args[0]):
            return f'collections.abc.Callable[{show(args[0])}, {show(args[1])}]'
        return f'collections.abc.Callable[[{", ".join(map(show, args[:-1]))}], {show(args[-1])}]'


@_structural("__call__")
class Callable(metaclass=_ABCMeta):
    __slots__ = ()

    @_abstract
    def __call__(self, *args, **kwds):
        return False

    __class_getitem__ = classmethod(lambda cls, item: _CallableAlias(cls, item))


class Set(Collection):
    """Mixin of set operations over __contains__, __iter__ and __len__."""
    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        if len(self) > len(other):
            return False
        return all(elem in other for elem in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        if len(self) < len(other):
            return False
        return all(elem in self for elem in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    __hash__ = None

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for value in other if value in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(value in self for value in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(e for s in (self, other) for e in s)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(value for value in self if value not in other)

    def __rsub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(value for value in other if value not in self)

    def __xor__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        return hash(frozenset(self))


class MutableSet(Set):
    __slots__ = ()

    @_abstract
    def add(self, value):
        raise NotImplementedError

    @_abstract
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        it = iter(self)
        try:
            value = next(it)
        except StopIteration:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in (self - it):
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
        else:
            if not isinstance(it, Set):
                it = self._from_iterable(it)
            for value in it:
                if value in self:
                    self.discard(value)
                else:
                    self.add(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it:
                self.discard(value)
        return self


class Mapping(Collection):
    """Mixin of read-only dict methods over __getitem__, __iter__ and __len__."""
    __slots__ = ()
    __abc_tpflags__ = 1 << 6

    @_abstract
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None
    __reversed__ = None


class MappingView(Sized):
    __slots__ = '_mapping',

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f'{self.__class__.__name__}({self._mapping!r})'

    __class_getitem__ = classmethod(_generic)


class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            v = self._mapping[key]
        except KeyError:
            return False
        return v is value or v == value

    def __iter__(self):
        for key in self._mapping:
            yield (key, self._mapping[key])


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __contains__(self, value):
        for key in self._mapping:
            v = self._mapping[key]
            if v is value or v == value:
                return True
        return False

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


_marker = object()


class MutableMapping(Mapping):
    __slots__ = ()

    @_abstract
    def __setitem__(self, key, value):
        raise KeyError

    @_abstract
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_marker):
        try:
            value = self[key]
        except KeyError:
            if default is _marker:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class Sequence(Reversible, Collection):
    """Mixin of read-only sequence methods over __getitem__ and __len__."""
    __slots__ = ()
    __abc_tpflags__ = 1 << 5

    @_abstract
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        for v in self:
            if v is value or v == value:
                return True
        return False

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        i = start
        while stop is None or i < stop:
            try:
                v = self[i]
            except IndexError:
                break
            if v is value or v == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)


class ByteString(Sequence):
    __slots__ = ()


class MutableSequence(Sequence):
    __slots__ = ()

    @_abstract
    def __setitem__(self, index, value):
        raise IndexError

    @_abstract
    def __delitem__(self, index):
        raise IndexError

    @_abstract
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        if values is self:
            values = list(values)
        for v in values:
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


for _cls in (tuple, str, range, bytes, memoryview):
    Sequence.register(_cls)
for _cls in (list, bytearray):
    MutableSequence.register(_cls)
for _cls in (bytes, bytearray):
    ByteString.register(_cls)
for _cls in (bytes, bytearray, memoryview):
    Buffer.register(_cls)
Set.register(frozenset)
MutableSet.register(set)
Mapping.register(type(type.__dict__))
MutableMapping.register(dict)
KeysView.register(type({}.keys()))
ItemsView.register(type({}.items()))
ValuesView.register(type({}.values()))
Generator.register(type((lambda: (yield))()))


async def _coro():
    pass


async def _agen():
    yield


_c = _coro()
Coroutine.register(type(_c))
_c.close()
AsyncGenerator.register(type(_agen()))
del _cls, _c
