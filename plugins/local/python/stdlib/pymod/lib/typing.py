"""Support for type hints."""
import abc as _abc
import collections as _collections
import collections.abc as _cabc
import contextlib as _contextlib
import functools as _functools
import re as _re
import types as _types

__all__ = ['Annotated', 'Any', 'Callable', 'ClassVar', 'Concatenate', 'Final', 'ForwardRef', 'Generic', 'Literal', 'Optional',
           'ParamSpec', 'Protocol', 'Tuple', 'Type', 'TypeVar', 'TypeVarTuple', 'Union', 'AbstractSet', 'ByteString', 'Container',
           'ContextManager', 'Hashable', 'ItemsView', 'Iterable', 'Iterator', 'KeysView', 'Mapping', 'MappingView',
           'MutableMapping', 'MutableSequence', 'MutableSet', 'Sequence', 'Sized', 'ValuesView', 'Awaitable', 'AsyncIterator',
           'AsyncIterable', 'Coroutine', 'Collection', 'AsyncGenerator', 'AsyncContextManager', 'Reversible', 'SupportsAbs',
           'SupportsBytes', 'SupportsComplex', 'SupportsFloat', 'SupportsIndex', 'SupportsInt', 'SupportsRound', 'ChainMap',
           'Counter', 'Deque', 'Dict', 'DefaultDict', 'List', 'OrderedDict', 'Set', 'FrozenSet', 'NamedTuple', 'TypedDict',
           'Generator', 'BinaryIO', 'IO', 'Match', 'Pattern', 'TextIO', 'AnyStr', 'assert_type', 'assert_never', 'cast',
           'clear_overloads', 'dataclass_transform', 'final', 'get_args', 'get_origin', 'get_overloads', 'get_type_hints',
           'is_typeddict', 'LiteralString', 'Never', 'NewType', 'no_type_check', 'no_type_check_decorator', 'NoReturn',
           'NotRequired', 'overload', 'override', 'ParamSpecArgs', 'ParamSpecKwargs', 'Required', 'reveal_type',
           'runtime_checkable', 'Self', 'Text', 'TYPE_CHECKING', 'TypeAlias', 'TypeGuard', 'TypeAliasType', 'Unpack']

TYPE_CHECKING = False
Text = str
_NoneType = type(None)
Protocol = None  # set below, when there is the class
_Variable = (TypeVar, TypeVarTuple, ParamSpec)


class ForwardRef:
    """A type that is given as text."""

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        self.__forward_arg__ = arg
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return f'ForwardRef({self.__forward_arg__!r})'


def _name_of(x):
    if isinstance(x, type) and not isinstance(x, _types.GenericAlias):
        return x.__qualname__ if x.__module__ == 'builtins' else f'{x.__module__}.{x.__qualname__}'
    if x is ...:
        return '...'
    if isinstance(x, _types.FunctionType):
        return x.__name__
    if isinstance(x, (list, tuple)):
        return '[' + ', '.join(map(_name_of, x)) + ']'
    return repr(x)


_type_repr = _name_of


def _check(arg, message='Parameters to generic types must be types.'):
    """The argument as a type: None and text stand for types."""
    if arg is None:
        return _NoneType
    if isinstance(arg, str):
        return ForwardRef(arg)
    if arg in (Any, LiteralString, NoReturn, Never, Self, TypeAlias):
        return arg
    if isinstance(arg, _Form) or arg in (Generic, Protocol):
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if type(arg) is tuple:
        raise TypeError(f'{message} Got {arg!r:.100}.')
    return arg


def _collect(args):
    found = []
    for arg in args:
        if isinstance(arg, type) and not isinstance(arg, _types.GenericAlias):
            continue
        if isinstance(arg, _Variable):
            variables = (arg,)
        elif isinstance(arg, (list, tuple)):
            variables = _collect(arg)
        else:
            variables = getattr(arg, '__parameters__', ())
        found += [v for v in variables if v not in found]
    return tuple(found)


class _Final:
    """Types that are not classes: no instances, no subclasses."""

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _Alias(_Final):
    """A generic type with arguments."""

    def __init__(self, origin, args, name=None):
        self.__origin__ = origin
        self.__args__ = args
        self.__parameters__ = _collect(args)
        self._name = name
        if not name:
            self.__module__ = origin.__module__

    def __repr__(self):
        name = f'typing.{self._name}' if self._name else _name_of(self.__origin__)
        return f'{name}[{", ".join(map(_name_of, self.__args__)) if self.__args__ else "()"}]'

    def __eq__(self, other):
        if not isinstance(other, _Alias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def _with(self, args):
        return type(self)(self.__origin__, args, self._name)

    def __getitem__(self, args):
        if not isinstance(args, tuple):
            args = (args,)
        params = self.__parameters__
        if not params:
            raise TypeError(f'{self} is not a generic class')
        if len(args) != len(params) and not any(isinstance(p, TypeVarTuple) for p in params):
            raise TypeError(f'Too {"many" if len(args) > len(params) else "few"} arguments for {self}; '
                            f'actual {len(args)}, expected {len(params)}')
        given = dict(zip(params, [a if isinstance(a, list) or a is ... else _check(a) for a in args]))
        return self._with(tuple(_substitute(self.__args__, given)))

    def __call__(self, *args, **kwargs):
        if self._name:
            raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except Exception:
            pass
        return made

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if isinstance(origin, _Form):
            raise TypeError(f'Cannot subclass {self!r}')
        entries = [] if origin in bases else [origin]
        rest = bases[bases.index(self) + 1:]
        if not any(isinstance(b, _Alias) or isinstance(b, _types.GenericAlias) or isinstance(b, type) and issubclass(b, Generic)
                   for b in rest):
            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')


_GenericAlias = _Alias


def _substitute(args, given):
    for arg in args:
        if isinstance(arg, _Variable) and arg in given:
            value = given[arg]
            if isinstance(value, list):
                yield from value
            else:
                yield value
        elif not isinstance(arg, type) and getattr(arg, '__parameters__', ()):
            yield arg[tuple(given.get(p, p) for p in arg.__parameters__)]
        else:
            yield arg


class _UnionAlias(_Alias):
    def _with(self, args):
        return Union[args]

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _NoneType in args:
            return f'typing.Optional[{_name_of(args[0] if args[1] is _NoneType else args[1])}]'
        return f'typing.Union[{", ".join(map(_name_of, args))}]'

    def __eq__(self, other):
        if not isinstance(other, (_UnionAlias, _types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __instancecheck__(self, obj):
        return any(isinstance(obj, arg) for arg in self.__args__)


class _CallableAlias(_Alias):
    def __repr__(self):
        *params, result = self.__args__
        if params == [...] or len(params) == 1 and isinstance(params[0], ParamSpec):
            return f'typing.Callable[{_name_of(params[0])}, {_name_of(result)}]'
        return f'typing.Callable[{_name_of(params)}, {_name_of(result)}]'


class _LiteralAlias(_Alias):
    def __repr__(self):
        return f'typing.Literal[{", ".join(map(repr, self.__args__))}]'

    def __eq__(self, other):
        if not isinstance(other, _LiteralAlias):
            return NotImplemented
        key = lambda alias: {(type(a), a) for a in alias.__args__}
        return key(self) == key(other)

    def __hash__(self):
        return hash(frozenset((type(a), a) for a in self.__args__))


class _AnnotatedAlias(_Alias):
    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, (origin,), 'Annotated')
        self.__metadata__ = metadata

    def _with(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __repr__(self):
        return f'typing.Annotated[{_name_of(self.__origin__)}, {", ".join(map(repr, self.__metadata__))}]'

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class _Form(_Final):
    """A special form: Union, ClassVar, ... ; get makes the type with arguments."""

    def __init__(self, name, get=None):
        self._name = name
        self._get = get

    def __repr__(self):
        return f'typing.{self._name}'

    def __getitem__(self, args):
        if self._get is None:
            raise TypeError(f'{self} is not subscriptable')
        return self._get(self, args)

    def __call__(self, *args, **kwargs):
        raise TypeError(f'Cannot instantiate {self!r}')

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self!r}')

    def __instancecheck__(self, obj):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')

    def __hash__(self):
        return hash(self._name)


_SpecialForm = _Form


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        return 'typing.Any' if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """A type that is compatible with every type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)


def _one(form, arg):
    if isinstance(arg, tuple):
        raise TypeError(f'{form} accepts only single type. Got {arg!r:.100}.')
    return _Alias(form, (_check(arg, f'{form} accepts only single type.'),), form._name)


def _union(form, args):
    if args == ():
        raise TypeError('Cannot take a Union of no types.')
    flat = []
    for arg in args if isinstance(args, tuple) else (args,):
        arg = _check(arg, 'Union[arg, ...]: each arg must be a type.')
        for part in arg.__args__ if isinstance(arg, (_UnionAlias, _types.UnionType)) else (arg,):
            if part not in flat:
                flat.append(part)
    return flat[0] if len(flat) == 1 else _UnionAlias(Union, tuple(flat), 'Union')


def _optional(form, arg):
    return Union[_check(arg, f'{form} requires a single type.'), None]


def _literal(form, args):
    flat = []
    for arg in args if isinstance(args, tuple) else (args,):
        for part in arg.__args__ if isinstance(arg, _LiteralAlias) else (arg,):
            if not any(type(part) is type(p) and part == p for p in flat):
                flat.append(part)
    return _LiteralAlias(form, tuple(flat), 'Literal')


def _concatenate(form, args):
    return _Alias(form, tuple(args) if isinstance(args, tuple) else (args,), 'Concatenate')


NoReturn, Never, Self, LiteralString, TypeAlias = map(_Form, ('NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias'))
ClassVar, Final, TypeGuard, Required, NotRequired, Unpack = (
    _Form(name, _one) for name in ('ClassVar', 'Final', 'TypeGuard', 'Required', 'NotRequired', 'Unpack'))
Union, Optional, Literal, Concatenate = (
    _Form('Union', _union), _Form('Optional', _optional), _Form('Literal', _literal), _Form('Concatenate', _concatenate))


class Annotated:
    """A type with metadata: Annotated[int, 'positive']."""

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        return _AnnotatedAlias(_check(params[0], 'Annotated[t, ...]: t must be a type.'), tuple(params[1:]))


class _Class(_Final):
    """typing's name for a generic class, without arguments."""

    def __init__(self, origin, count, name=None):
        self.__origin__ = origin
        self._nparams = count
        self._name = name or origin.__name__
        self.__doc__ = f'A generic version of {origin.__module__}.{origin.__qualname__}.'

    def __repr__(self):
        return f'typing.{self._name}'

    def __getitem__(self, args):
        if not isinstance(args, tuple):
            args = (args,)
        if self._nparams >= 0 and len(args) != self._nparams:
            if not self._nparams:
                raise TypeError(f'{self} is not a generic class')
            raise TypeError(f'Too {"many" if len(args) > self._nparams else "few"} arguments for {self}; '
                            f'actual {len(args)}, expected {self._nparams}')
        return self._make(args)

    def _make(self, args):
        return _Alias(self.__origin__, tuple(_check(a) for a in args), self._name)

    def __call__(self, *args, **kwargs):
        raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')

    __mro_entries__ = _Alias.__mro_entries__

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)


class _TupleClass(_Class):
    def _make(self, args):
        if args and args[-1] is ...:
            return _Alias(tuple, (*(_check(a) for a in args[:-1]), ...), 'Tuple')
        if args == ((),):
            args = ()
        return _Alias(tuple, tuple(_check(a) for a in args), 'Tuple')


class _CallableClass(_Class):
    def _make(self, args):
        if len(args) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        params, result = args
        if isinstance(params, (list, tuple)):
            params = tuple(_check(p, 'Callable[[arg, ...], result]: each arg must be a type.') for p in params)
        elif params is ... or isinstance(params, ParamSpec) or getattr(params, '__origin__', None) is Concatenate:
            params = (params,)
        else:
            raise TypeError(f'Callable[args, result]: args must be a list. Got {params}')
        return _CallableAlias(self.__origin__, params + (_check(result, 'Callable[args, result]: result must be a type.'),), 'Callable')


Tuple, Callable = _TupleClass(tuple, -1, 'Tuple'), _CallableClass(_cabc.Callable, -1)
List, Dict, Set, FrozenSet, Type = (_Class(list, 1, 'List'), _Class(dict, 2, 'Dict'), _Class(set, 1, 'Set'),
                                    _Class(frozenset, 1, 'FrozenSet'), _Class(type, 1, 'Type'))
Deque, DefaultDict, OrderedDict, Counter, ChainMap = (
    _Class(_collections.deque, 1, 'Deque'), _Class(_collections.defaultdict, 2, 'DefaultDict'),
    _Class(_collections.OrderedDict, 2), _Class(_collections.Counter, 1), _Class(_collections.ChainMap, 2))
(Hashable, Sized) = (_Class(_cabc.Hashable, 0), _Class(_cabc.Sized, 0))
(Awaitable, AsyncIterable, AsyncIterator, Iterable, Iterator, Reversible, Container, Collection, MutableSet, Sequence,
 MutableSequence, MappingView, KeysView, ValuesView) = (_Class(c, 1) for c in (
     _cabc.Awaitable, _cabc.AsyncIterable, _cabc.AsyncIterator, _cabc.Iterable, _cabc.Iterator, _cabc.Reversible,
     _cabc.Container, _cabc.Collection, _cabc.MutableSet, _cabc.Sequence, _cabc.MutableSequence, _cabc.MappingView,
     _cabc.KeysView, _cabc.ValuesView))
Coroutine, Generator, AsyncGenerator = _Class(_cabc.Coroutine, 3), _Class(_cabc.Generator, 3), _Class(_cabc.AsyncGenerator, 2)
Mapping, MutableMapping, ItemsView = _Class(_cabc.Mapping, 2), _Class(_cabc.MutableMapping, 2), _Class(_cabc.ItemsView, 2)
AbstractSet = _Class(_cabc.Set, 1, 'AbstractSet')
ByteString = _Class(getattr(_cabc, 'ByteString', bytes), 0, 'ByteString')
ContextManager = _Class(_contextlib.AbstractContextManager, 1, 'ContextManager')
AsyncContextManager = _Class(_contextlib.AbstractAsyncContextManager, 1, 'AsyncContextManager')
Pattern, Match = _Class(type(_re.compile('')), 1, 'Pattern'), _Class(type(_re.match('', '')), 1, 'Match')

AnyStr = TypeVar('AnyStr', bytes, str)


class ParamSpecArgs:
    def __init__(self, origin):
        self.__origin__ = origin


class ParamSpecKwargs:
    def __init__(self, origin):
        self.__origin__ = origin


_not_members = {'__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__', '__new__', '__slots__',
                '__subclasshook__', '__weakref__', '__class_getitem__', '__match_args__', '__orig_bases__', '__parameters__',
                '_is_protocol', '_is_runtime_protocol', '__protocol_attrs__', '__non_callable_proto_members__', '_abc_impl',
                '__type_params__', '__init_subclass__', '__static_attributes__'}


def _protocol_attrs(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base in (Protocol, Generic):
            continue
        names.update(n for n in (*base.__dict__, *base.__dict__.get('__annotations__', ())) if n not in _not_members
                     and not n.startswith('_abc_'))
    return names


class _ProtocolMeta(_abc.ABCMeta):
    def __init__(cls, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if cls.__dict__.get('_is_protocol', False):
            cls.__protocol_attrs__ = _protocol_attrs(cls)

    def __instancecheck__(cls, obj):
        if cls is Protocol or not getattr(cls, '_is_protocol', False):
            return super().__instancecheck__(obj)
        if not getattr(cls, '_is_runtime_protocol', False):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if super().__instancecheck__(obj):
            return True
        return all(hasattr(obj, n) and (getattr(obj, n) is not None or not callable(getattr(cls, n, None)))
                   for n in cls.__protocol_attrs__)

    def __subclasscheck__(cls, other):
        if cls is Protocol or not getattr(cls, '_is_protocol', False):
            return super().__subclasscheck__(other)
        if not isinstance(other, type):
            raise TypeError('issubclass() arg 1 must be a class')
        if not getattr(cls, '_is_runtime_protocol', False):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if not all(callable(getattr(cls, n, None)) for n in cls.__protocol_attrs__):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        return super().__subclasscheck__(other) or all(
            any(n in b.__dict__ and b.__dict__[n] is not None for b in other.__mro__) for n in cls.__protocol_attrs__)


def _no_init(self, *args, **kwargs):
    if type(self)._is_protocol:
        raise TypeError('Protocols cannot be instantiated')


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class of protocols: classes that say what others must have."""
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if cls._is_protocol and cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init
        elif not cls._is_protocol and cls.__init__ is _no_init:
            cls.__init__ = next((b.__dict__['__init__'] for b in cls.__mro__[1:] if b.__dict__.get('__init__', _no_init)
                                 is not _no_init), object.__init__)


def runtime_checkable(cls):
    """Class decorator: isinstance() works with the protocol."""
    if not (isinstance(cls, type) and getattr(cls, '_is_protocol', False)):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    return cls


def _supports(name, method, result=Any):
    def declared(self):
        pass
    declared.__name__, declared.__qualname__ = method, f'{name}.{method}'
    return runtime_checkable(_ProtocolMeta(name, (Protocol,), {'__module__': 'typing', '__slots__': (),
                                                              method: _abc.abstractmethod(declared)}))


SupportsInt, SupportsFloat, SupportsComplex, SupportsBytes, SupportsIndex, SupportsAbs, SupportsRound = (
    _supports(name, method) for name, method in (
        ('SupportsInt', '__int__'), ('SupportsFloat', '__float__'), ('SupportsComplex', '__complex__'),
        ('SupportsBytes', '__bytes__'), ('SupportsIndex', '__index__'), ('SupportsAbs', '__abs__'), ('SupportsRound', '__round__')))


class IO(Generic[AnyStr]):
    """What open() returns."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    __slots__ = ()


class TextIO(IO[str]):
    __slots__ = ()


class NewType:
    """A distinct type for a type checker; calls give their argument back."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[2]
        self.__supertype__ = tp
        self.__module__ = _caller_module()

    def __call__(self, x, /):
        return x

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of NewType. Perhaps you were looking for: '
                        f'`{bases[-1].__name__} = NewType({bases[-1].__name__!r}, {self.__name__})`')


_prohibited = frozenset({'__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make',
                         '_replace', '_asdict', '_source'})


def _make_namedtuple(name, types, defaults, module):
    types = {n: _check(t, f'field {n} annotation must be a type') for n, t in types.items()}
    made = _collections.namedtuple(name, types, defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = types
    return made


class _NamedTupleMeta(type):
    def __new__(metacls, name, bases, ns):
        types, with_default = ns.get('__annotations__', {}), []
        for field in types:
            if field in ns:
                with_default.append(field)
            elif with_default:
                raise TypeError(f'Non-default namedtuple field {field} cannot follow default field'
                                f'{"s" if len(with_default) > 1 else ""} {", ".join(with_default)}')
        made = _make_namedtuple(name, types, [ns[n] for n in with_default], ns['__module__'])
        if Generic in bases:
            made.__class_getitem__ = classmethod(_types.GenericAlias)
        for key, value in ns.items():
            if key in _prohibited:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in ('__module__', '__qualname__', '__annotations__', '__classcell__') and key not in made._fields:
                setattr(made, key, value)
                hook = getattr(type(value), '__set_name__', None)
                if hook:
                    hook(value, made, key)
        made.__orig_bases__ = (NamedTuple,)
        return made


class _NamedTupleMaker:
    """Typed version of namedtuple."""
    __name__ = __qualname__ = 'NamedTuple'

    def __call__(self, typename, fields=None, /, **kwargs):
        if fields is None:
            fields = kwargs.items()
        elif kwargs:
            raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
        made = _make_namedtuple(typename, dict(fields), (), _caller_module())
        made.__orig_bases__ = (NamedTuple,)
        return made

    def __mro_entries__(self, bases):
        return (_NamedTuple,)


NamedTuple = _NamedTupleMaker()
_NamedTuple = type.__new__(_NamedTupleMeta, 'NamedTuple', (), {})


class _TypedDictMeta(type):
    def __new__(metacls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        made = type.__new__(metacls, name, (dict,) + ((Generic,) if Generic in bases else ()), ns)
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get('__annotations__', {}))
            required |= base.__dict__.get('__required_keys__', set())
            optional |= base.__dict__.get('__optional_keys__', set())
        for key, hint in ns.get('__annotations__', {}).items():
            hint = _check(hint, 'TypedDict(\'Name\', {f0: t0, f1: t1, ...}); each t must be a type')
            annotations[key] = hint
            origin = get_origin(hint)
            needed = origin is Required or total and origin is not NotRequired
            (required if needed else optional).add(key)
        made.__annotations__ = annotations
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        made.__total__ = total
        return made

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


class _TypedDictMaker:
    """A dict with given keys, for a type checker."""
    __name__ = __qualname__ = 'TypedDict'

    def __call__(self, typename, fields=None, /, *, total=True, **kwargs):
        if fields is None:
            fields = kwargs
        ns = {'__annotations__': dict(fields), '__module__': _caller_module()}
        made = _TypedDictMeta(typename, (), ns, total=total)
        made.__orig_bases__ = (TypedDict,)
        return made

    def __mro_entries__(self, bases):
        return (_TypedDict,)


TypedDict = _TypedDictMaker()
_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})


def is_typeddict(tp):
    return isinstance(type(tp), type) and type(tp) is _TypedDictMeta and tp is not _TypedDict


def cast(typ, val):
    """The value, for a type checker of another type."""
    return val


def assert_type(val, typ, /):
    return val


def assert_never(arg, /):
    """Tells a type checker that a place can't be reached; fails if it is."""
    value = repr(arg)
    if len(value) > 100:
        value = value[:100] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {value}')


def reveal_type(obj, /):
    import sys
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


def no_type_check(arg):
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    @_functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def _overload_dummy(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions outside a stub '
                              'module should always be followed by an implementation that is not @overload-ed.')


_overloads = {}


def overload(func):
    """Decorator for one of several signatures of a function."""
    f = getattr(func, '__func__', func)
    _overloads.setdefault((f.__module__, f.__qualname__), []).append(func)
    return _overload_dummy


def get_overloads(func):
    f = getattr(func, '__func__', func)
    return list(_overloads.get((f.__module__, f.__qualname__), ()))


def clear_overloads():
    _overloads.clear()


def _mark(name):
    def decorator(f):
        try:
            setattr(f, name, True)
        except (AttributeError, TypeError):
            pass
        return f
    return decorator


final, override = _mark('__final__'), _mark('__override__')


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, frozen_default=False, field_specifiers=(),
                        **kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            'eq_default': eq_default, 'order_default': order_default, 'kw_only_default': kw_only_default,
            'frozen_default': frozen_default, 'field_specifiers': field_specifiers, 'kwargs': kwargs}
        return cls_or_fn
    return decorator


def get_origin(tp):
    """The type without its arguments: list for List[int]."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_Alias, _Class, _types.GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, _types.UnionType):
        return _types.UnionType
    return None


def get_args(tp):
    """The arguments of a type: (int,) for List[int]."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_Alias, _types.GenericAlias)):
        args = tp.__args__
        if tp.__origin__ is _cabc.Callable and not (len(args) == 2 and (args[0] is ... or isinstance(args[0], ParamSpec))):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, _types.UnionType):
        return tp.__args__
    return ()


def _resolve(hint, globalns, localns, include_extras):
    if hint is None:
        return _NoneType
    if isinstance(hint, ForwardRef):
        hint = hint.__forward_arg__
    if isinstance(hint, str):
        return _resolve(_evaluate(hint, globalns, localns), globalns, localns, include_extras)
    if isinstance(hint, _AnnotatedAlias):
        inner = _resolve(hint.__origin__, globalns, localns, include_extras)
        return _AnnotatedAlias(inner, hint.__metadata__) if include_extras else inner
    if isinstance(hint, _Alias) and not isinstance(hint, _LiteralAlias):
        if not include_extras and hint.__origin__ in (Required, NotRequired):
            return _resolve(hint.__args__[0], globalns, localns, include_extras)
        args = tuple(a if a is ... else _resolve(a, globalns, localns, include_extras) for a in hint.__args__)
        return hint if args == hint.__args__ else hint._with(args)
    if isinstance(hint, _types.GenericAlias):
        args = tuple(a if a is ... or isinstance(a, list) else _resolve(a, globalns, localns, include_extras) for a in hint.__args__)
        return hint if args == hint.__args__ else _types.GenericAlias(hint.__origin__, args)
    if isinstance(hint, _types.UnionType):
        args = [_resolve(a, globalns, localns, include_extras) for a in hint.__args__]
        return hint if tuple(args) == hint.__args__ else _functools.reduce(lambda a, b: a | b, args)
    return hint


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a function, class or module, with text evaluated."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            scope = base.__module__ if globalns is None else globalns
            local = dict(base.__dict__) if localns is None else localns
            if localns is None and globalns is None or local is None:
                local = None
            for name, hint in base.__dict__.get('__annotations__', {}).items():
                hints[name] = _resolve(hint, scope, local, include_extras)
        return hints
    while hasattr(obj, '__wrapped__'):
        obj = obj.__wrapped__
    found = getattr(obj, '__annotations__', None)
    if found is None:
        raise TypeError(f'{obj!r} is not a module, class, method, or function.')
    scope = globalns
    if scope is None:
        scope = getattr(obj, '__globals__', None) or getattr(obj, '__dict__', None) if not hasattr(obj, '__func__') else obj.__func__.__globals__
    for name, hint in found.items():
        hints[name] = _resolve(hint, scope, localns, include_extras)
    return hints
