"""Tools for working with functions and callable objects."""
from collections import namedtuple as _namedtuple

__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'total_ordering', 'cache', 'cmp_to_key',
           'lru_cache', 'reduce', 'partial', 'partialmethod', 'singledispatch', 'singledispatchmethod', 'cached_property']

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__', '__type_params__')
WRAPPER_UPDATES = ('__dict__',)

_GenericAlias = type(list[int])
_UnionType = type(int | str)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Make a wrapper function look like the function that it wraps."""
    for attr in assigned:
        try:
            # A text of a class of the program's own may claim to be equal to one of these.
            plain = type(attr) is str and attr in ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__', '__type_params__')
            value = (getattr if plain else _getattr)(wrapped, attr)
        except AttributeError:
            pass
        else:
            (setattr if plain else _setattr)(wrapper, attr, value)
    for attr in updated:
        if attr == '__dict__':
            wrapper.__dict__.update(getattr(wrapped, '__dict__', {}))
        else:
            _getattr(wrapper, attr).update(_getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator factory that applies update_wrapper() to a wrapper function."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def _derive(name, root, make):
    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        return make(result, self, other)
    method.__name__ = name
    method.__qualname__ = f'object.{name}'
    method.__doc__ = getattr(int, name).__doc__
    return method


_not = lambda r, a, b: not r
_or_equal = lambda r, a, b: r or a == b
_and_unequal = lambda r, a, b: not r and a != b
_not_or_equal = lambda r, a, b: not r or a == b
_and_ne = lambda r, a, b: r and a != b

_derived = {
    '__lt__': {'__gt__': _and_unequal, '__le__': _or_equal, '__ge__': _not},
    '__le__': {'__ge__': _not_or_equal, '__lt__': _and_ne, '__gt__': _not},
    '__gt__': {'__lt__': _and_unequal, '__ge__': _or_equal, '__le__': _not},
    '__ge__': {'__le__': _not_or_equal, '__gt__': _and_ne, '__lt__': _not},
}


def total_ordering(cls):
    """Class decorator that fills in missing ordering methods."""
    roots = {op for op in _derived if getattr(cls, op, None) is not getattr(object, op, None)}
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(roots)
    for name, make in _derived[root].items():
        if name not in roots:
            setattr(cls, name, _derive(name, root, make))
    return cls


class partialmethod:
    """Method descriptor with partial application of the given arguments and keywords."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        args = ", ".join(map(repr, self.args))
        keywords = ", ".join(f"{k}={v!r}" for k, v in self.keywords.items())
        return f"{self.__class__.__module__}.{self.__class__.__qualname__}({self.func}, {args}, {keywords})"

    def _make_unbound_method(self):
        def _method(cls_or_self, /, *args, **keywords):
            keywords = {**self.keywords, **keywords}
            return self.func(cls_or_self, *self.args, *args, **keywords)
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.__partialmethod__ = self
        return _method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, "__get__", None)
        if get is not None:
            new_func = get(obj, cls)
            if new_func is not self.func:
                result = partial(new_func, *self.args, **self.keywords)
                try:
                    result.__self__ = new_func.__self__
                except AttributeError:
                    pass
                return result
        return self._make_unbound_method().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    __class_getitem__ = classmethod(_GenericAlias)


_CacheInfo = _namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"], module='functools')


def lru_cache(maxsize=128, typed=False):
    """Least-recently-used cache decorator."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    return lambda function: _cached(function, maxsize, typed)


def _cached(function, maxsize, typed):
    wrapper = _lru_cache_wrapper(function, maxsize, typed, _CacheInfo)
    wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(wrapper, function)


def cache(user_function, /):
    """Simple lightweight unbounded cache.  Sometimes called "memoize"."""
    return lru_cache(maxsize=None)(user_function)


def _c3_merge(sequences):
    """One order of the classes that keeps that of each of the sequences."""
    result = []
    while True:
        sequences = [s for s in sequences if s]
        if not sequences:
            return result
        for s in sequences:
            candidate = s[0]
            if not any(candidate in other[1:] for other in sequences):
                break
        else:
            raise RuntimeError('Inconsistent hierarchy')
        result.append(candidate)
        for s in sequences:
            if s[0] is candidate:
                del s[0]


def _c3_mro(cls, abcs=None):
    """The MRO of cls with those of the ABCs that it implements without inheriting from them."""
    for i, base in enumerate(reversed(cls.__bases__)):
        if hasattr(base, '__abstractmethods__'):
            boundary = len(cls.__bases__) - i
            break
    else:
        boundary = 0
    explicit, others = list(cls.__bases__[:boundary]), list(cls.__bases__[boundary:])
    mine, rest = [], []
    for base in abcs or ():
        own = issubclass(cls, base) and not any(issubclass(b, base) for b in cls.__bases__)
        (mine if own else rest).append(base)
    parts = [_c3_mro(base, rest) for base in explicit + mine + others]
    return _c3_merge([[cls]] + parts + [explicit, mine, others])


def _compose_mro(cls, types):
    """The MRO of cls with those of the types that it counts as a subclass of."""
    bases = set(cls.__mro__)
    types = [t for t in types
             if t not in bases and hasattr(t, '__mro__') and not isinstance(t, _GenericAlias) and issubclass(cls, t)]
    types = [n for n in types if not any(n != other and n in other.__mro__ for other in types)]
    wanted = set(types)
    mro = []
    for typ in types:
        found = []
        for sub in typ.__subclasses__():
            if sub not in bases and issubclass(cls, sub):
                found.append([s for s in sub.__mro__ if s in wanted])
        if not found:
            mro.append(typ)
            continue
        found.sort(key=len, reverse=True)
        for sub in found:
            for c in sub:
                if c not in mro:
                    mro.append(c)
    return _c3_mro(cls, mro)


def _find_impl(cls, registry):
    mro = _compose_mro(cls, registry.keys())
    match = None
    for t in mro:
        if match is not None:
            if t in registry and t not in cls.__mro__ and match not in cls.__mro__ and not issubclass(match, t):
                raise RuntimeError(f"Ambiguous dispatch: {match} or {t}")
            break
        if t in registry:
            match = t
    return registry.get(match)


def _is_union(cls):
    if isinstance(cls, _UnionType):
        return True
    from typing import get_origin, Union
    return get_origin(cls) is Union


def _dispatchable(cls):
    if isinstance(cls, type) and not isinstance(cls, _GenericAlias):
        return True
    return _is_union(cls) and all(isinstance(arg, type) for arg in cls.__args__)


def _first_hint(func):
    """The name and the type of the first annotated parameter."""
    if not getattr(func, '__annotations__', {}):
        raise TypeError(f"Invalid first argument to `register()`: {func!r}. Use either `@register(some_class)` "
                        f"or plain `@register` on an annotated function.")
    from typing import get_type_hints
    name, cls = next(iter(get_type_hints(func).items()))
    if not _dispatchable(cls):
        if _is_union(cls):
            raise TypeError(f"Invalid annotation for {name!r}. {cls!r} not all arguments are classes.")
        raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
    return cls


def singledispatch(func):
    """Single-dispatch generic function decorator."""
    from abc import get_cache_token
    registry, dispatch_cache, token = {}, {}, None

    def dispatch(cls):
        nonlocal token
        if token is not None and token != get_cache_token():
            dispatch_cache.clear()
            token = get_cache_token()
        impl = dispatch_cache.get(cls)
        if impl is None:
            impl = registry.get(cls) or _find_impl(cls, registry)
            dispatch_cache[cls] = impl
        return impl

    def register(cls, func=None):
        nonlocal token
        if _dispatchable(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            func = cls
            cls = _first_hint(func)
        for arg in cls.__args__ if _is_union(cls) else (cls,):
            registry[arg] = func
            if token is None and hasattr(arg, '__abstractmethods__'):
                token = get_cache_token()
        dispatch_cache.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{funcname} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)

    funcname = getattr(func, '__name__', 'singledispatch function')
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = type(type.__dict__)(registry)
    wrapper._clear_cache = dispatch_cache.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """Single-dispatch generic method descriptor."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            if not args:
                raise TypeError(f'{funcname} requires at least 1 positional argument')
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        funcname = getattr(self.func, '__name__', 'singledispatchmethod method')
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)


_missing = object()


class cached_property:
    """A property that is computed once per instance and then kept in its __dict__."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
        self.__module__ = getattr(func, '__module__', None)

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError("Cannot assign the same cached_property to two different names "
                            f"({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            values = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} "
                            f"instance to cache {self.attrname!r} property.") from None
        value = values.get(self.attrname, _missing)
        if value is _missing:
            value = self.func(instance)
            try:
                values[self.attrname] = value
            except TypeError:
                raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance "
                                f"does not support item assignment for caching {self.attrname!r} property.") from None
        return value

    __class_getitem__ = classmethod(_GenericAlias)
