"""Names for types that the interpreter uses, and tools that make classes."""
from functools import wraps as _wraps

__all__ = ['AsyncGeneratorType', 'BuiltinFunctionType', 'BuiltinMethodType', 'CellType', 'ClassMethodDescriptorType',
           'CodeType', 'CoroutineType', 'DynamicClassAttribute', 'EllipsisType', 'FrameType', 'FunctionType',
           'GeneratorType', 'GenericAlias', 'GetSetDescriptorType', 'LambdaType', 'MappingProxyType', 'MemberDescriptorType',
           'MethodDescriptorType', 'MethodType', 'MethodWrapperType', 'ModuleType', 'NoneType', 'NotImplementedType',
           'SimpleNamespace', 'TracebackType', 'UnionType', 'WrapperDescriptorType', 'coroutine', 'get_original_bases',
           'new_class', 'prepare_class', 'resolve_bases']


class _Slotted:
    __slots__ = ('x',)


GetSetDescriptorType = type(FunctionType.__code__)
MemberDescriptorType = type(_Slotted.x)


def resolve_bases(bases):
    """The bases with those that are no classes replaced by what their __mro_entries__ gives."""
    resolved, changed = [], False
    for base in bases:
        if isinstance(base, type) or not hasattr(base, '__mro_entries__'):
            resolved.append(base)
            continue
        entries = base.__mro_entries__(bases)
        if not isinstance(entries, tuple):
            raise TypeError('__mro_entries__ must return a tuple')
        resolved.extend(entries)
        changed = True
    return tuple(resolved) if changed else bases


def _metaclass_of(meta, bases):
    for base in bases:
        other = type(base)
        if issubclass(meta, other):
            continue
        if not issubclass(other, meta):
            raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the '
                            'metaclasses of all its bases')
        meta = other
    return meta


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace and the remaining keywords of a class to be made."""
    kwds = {} if kwds is None else dict(kwds)
    meta = kwds.pop('metaclass') if 'metaclass' in kwds else type(bases[0]) if bases else type
    if isinstance(meta, type):
        meta = _metaclass_of(meta, bases)
    namespace = meta.__prepare__(name, bases, **kwds) if hasattr(meta, '__prepare__') else {}
    return meta, namespace, kwds


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Make a class as a class statement does; exec_body fills the namespace."""
    resolved = resolve_bases(bases)
    meta, namespace, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace['__orig_bases__'] = bases
    return meta(name, resolved, namespace, **kwds)


def get_original_bases(cls, /):
    """The bases of a class as its class statement has them."""
    try:
        return cls.__dict__.get('__orig_bases__', cls.__bases__)
    except AttributeError:
        raise TypeError(f'Expected an instance of type, not {type(cls).__name__!r}') from None


class _GeneratorWrapper:
    """Makes a generator-like object awaitable."""

    def __init__(self, gen):
        self.__wrapped = gen
        self.__isgen = gen.__class__ is GeneratorType
        self.__name__ = getattr(gen, '__name__', None)
        self.__qualname__ = getattr(gen, '__qualname__', None)

    def send(self, val):
        return self.__wrapped.send(val)

    def throw(self, tp, *rest):
        return self.__wrapped.throw(tp, *rest)

    def close(self):
        return self.__wrapped.close()

    @property
    def gi_code(self):
        return _getattr(self.__wrapped, 'gi_code')

    @property
    def gi_frame(self):
        return _getattr(self.__wrapped, 'gi_frame')

    @property
    def gi_running(self):
        return self.__wrapped.gi_running

    @property
    def gi_yieldfrom(self):
        return self.__wrapped.gi_yieldfrom

    cr_code, cr_frame, cr_running, cr_await = gi_code, gi_frame, gi_running, gi_yieldfrom

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if self.__isgen else self

    __await__ = __iter__


def coroutine(func):
    """Make a generator function one whose generators can be awaited."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    if func.__class__ is FunctionType and getattr(func, '__code__', None).__class__ is CodeType:
        if func.__code__.co_flags & 0x180 or _iterable(func):
            return func

    @_wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        if made.__class__ is CoroutineType or made.__class__ is GeneratorType and made.gi_code.co_flags & 0x100:
            return made
        from collections.abc import Coroutine, Generator
        if isinstance(made, Generator) and not isinstance(made, Coroutine):
            return _GeneratorWrapper(made)
        return made

    return wrapped
