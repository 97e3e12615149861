"""Abstract base classes."""


def abstractmethod(funcobj):
    """A decorator that says that a subclass must override the method."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    __isabstractmethod__ = True


_counter = 0
_searching = 0  # searches for a subclass under way: typing's protocols object to others' questions alone


class _Impl:
    """What an abstract class knows of others: those registered, and answers found since the last registration."""
    __slots__ = ('registry', 'cache', 'cached_at')

    def __init__(self):
        self.registry = []
        self.cache = {}
        self.cached_at = -1


class ABCMeta(type):
    """Metaclass of abstract base classes: they check that abstract methods are
    overridden, and other classes can be registered as their subclasses."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        _set_abstract(cls, namespace)
        cls._abc_impl = _Impl()
        return cls

    def register(cls, subclass):
        global _counter, _searching
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        _searching += 1
        try:
            if issubclass(subclass, cls):
                return subclass
            if issubclass(cls, subclass):
                raise RuntimeError("Refusing to create an inheritance cycle")
        finally:
            _searching -= 1
        cls._abc_impl.registry.append(subclass)
        _counter += 1
        _share_pattern(subclass, cls)
        return subclass

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if cls.__subclasscheck__(subclass):
            return True
        actual = type(instance)
        return actual is not subclass and cls.__subclasscheck__(actual)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        impl = cls._abc_impl
        if impl.cached_at != _counter:
            impl.cache = {}
            impl.cached_at = _counter
        known = impl.cache.get(subclass)
        if known is None:
            known = _is_subclass(cls, subclass, impl.registry)
            impl.cache[subclass] = known
        return known

    def _abc_registry_clear(cls):
        cls._abc_impl.registry.clear()

    def _abc_caches_clear(cls):
        cls._abc_impl.cache.clear()


def _is_subclass(cls, subclass, registry):
    ok = cls.__subclasshook__(subclass)
    if ok is not NotImplemented:
        return bool(ok)
    if cls in getattr(subclass, '__mro__', ()):
        return True
    global _searching
    _searching += 1
    try:
        return any(issubclass(subclass, c) for c in registry) or any(issubclass(subclass, c) for c in cls.__subclasses__())
    finally:
        _searching -= 1


def _set_abstract(cls, namespace):
    abstracts = {name for name, value in namespace.items()
                 if getattr(value, '__isabstractmethod__', False)}
    for base in cls.__bases__:
        for name in getattr(base, '__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                abstracts.add(name)
    cls.__abstractmethods__ = frozenset(abstracts)


def update_abstractmethods(cls):
    """Work out anew which methods of an abstract class are abstract."""
    if not hasattr(cls, '__abstractmethods__'):
        return cls
    abstracts = set()
    for scls in cls.__bases__:
        for name in getattr(scls, '__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                abstracts.add(name)
    for name, value in cls.__dict__.items():
        if getattr(value, '__isabstractmethod__', False):
            abstracts.add(name)
    cls.__abstractmethods__ = frozenset(abstracts)
    return cls


def get_cache_token():
    return _counter


class ABC(metaclass=ABCMeta):
    """A class that has ABCMeta as its metaclass."""
    __slots__ = ()
