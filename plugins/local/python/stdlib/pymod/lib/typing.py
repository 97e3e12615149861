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
GenericAlias = _types.GenericAlias
_NoneType = type(None)
Protocol = None  # set below, when there is the class
_Variable = (TypeVar, TypeVarTuple, ParamSpec)


class _Final:
    """Types that are not classes: they join in unions, and have no subclasses of the guest's."""

    def __init_subclass__(cls, /, *args, _root=False, **kwds):
        if not _root:
            raise TypeError('Cannot subclass special typing classes')

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


_cleanups = []


def _cached(function):
    """A decorator: types that are asked for again are the same object."""
    remembered = _functools.lru_cache(typed=True)(function)
    _cleanups.append(remembered.cache_clear)

    @_functools.wraps(function)
    def get(*args):
        try:
            return remembered(*args)
        except TypeError:
            pass  # unhashable, or the error is raised again
        return function(*args)
    return get


class ForwardRef(_Final, _root=True):
    """A type that is given as text."""

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        # *Ts is no expression, but Unpack's text.
        _check_expression(f'({arg},)[0]' if arg.startswith('*') else arg)
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_arg__ == other.__forward_arg__ and self.__forward_value__ == other.__forward_value__
        return self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __repr__(self):
        module = '' if self.__forward_module__ is None else f', module={self.__forward_module__!r}'
        return f'ForwardRef({self.__forward_arg__!r}{module})'


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


def _convert(arg, module=None, *, is_class=False):
    """None and text as types."""
    if arg is None:
        return _NoneType
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=is_class)
    return arg


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """The argument as a type; TypeError if it can be none."""
    invalid = [Generic, Protocol]
    if not allow_special_forms:
        invalid.append(ClassVar)
        if is_argument:
            invalid.append(Final)
    arg = _convert(arg, module, is_class=allow_special_forms)
    if isinstance(arg, _GenericAlias) and any(arg.__origin__ is form for form in invalid):
        raise TypeError(f'{arg} is not valid as type argument')
    if arg is Any or isinstance(arg, _Form) and arg._alone:
        return arg
    if allow_special_forms and (arg is ClassVar or arg is Final):
        return arg
    if isinstance(arg, _Form) or arg is Generic or arg is Protocol:
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if type(arg) is tuple:
        raise TypeError(f'{msg} Got {arg!r:.100}.')
    return arg


def _check(arg, message='Parameters to generic types must be types.'):
    return _type_check(arg, message)


def _collect(args):
    """The type variables in the arguments, each once."""
    found = []
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, _Variable):
            variables = (arg,)
        elif isinstance(arg, (list, tuple)):
            variables = _collect(arg)
        else:
            variables = getattr(arg, '__parameters__', ())
        found += [v for v in variables if v not in found]
    return tuple(found)


# The substitution of type variables.

def _is_parameters(arg):
    """Whether the argument can stand for a ParamSpec."""
    return (arg is ... or isinstance(arg, (list, tuple, ParamSpec))
            or isinstance(arg, _GenericAlias) and arg.__origin__ is Concatenate)


def _is_unpacked_variable(arg):
    return isinstance(arg, _UnpackAlias) and isinstance(arg.__args__[0], TypeVarTuple)


def _unpacked(args):
    """The arguments, with tuples of a known length that are unpacked in place."""
    out = []
    for arg in args:
        inner = None if isinstance(arg, type) else getattr(arg, '__typing_unpacked_tuple_args__', None)
        if inner is not None and not (inner and inner[-1] is ...):
            out += inner
        else:
            out.append(arg)
    return out


def _subst(param, arg):
    """What takes the place of a type variable."""
    if isinstance(param, TypeVarTuple):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')
    if isinstance(param, ParamSpec):
        if isinstance(arg, (list, tuple)):
            return tuple([_type_check(a, 'Expected a type.') for a in arg])
        if not _is_parameters(arg):
            raise TypeError(f'Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}')
        return arg
    arg = _type_check(arg, 'Parameters to generic types must be types.')
    if isinstance(arg, _UnpackAlias) or isinstance(arg, _types.GenericAlias) and arg.__unpacked__:
        raise TypeError(f'{arg} is not valid as type argument')
    return arg


def _prepared(alias, params, args):
    """One argument for each type variable: tuples for a TypeVarTuple and for a ParamSpec that gets types."""
    for i, param in enumerate(params):
        if isinstance(param, ParamSpec):
            if i >= len(args):
                raise TypeError(f'Too few arguments for {alias}')
            if len(params) == 1 and not _is_parameters(args[0]):
                args = (tuple(args),)
            elif isinstance(args[i], list):
                args = (*args[:i], tuple(args[i]), *args[i + 1:])
        elif isinstance(param, TypeVarTuple):
            args = _fill_tuple(alias, params, args, i)
    if len(args) != len(params):
        raise TypeError(f'Too {"many" if len(args) > len(params) else "few"} arguments for {alias}; '
                        f'actual {len(args)}, expected {len(params)}')
    return args


def _fill_tuple(alias, params, args, at):
    """The arguments with those for the TypeVarTuple at an index as one tuple."""
    if any(isinstance(p, TypeVarTuple) for p in params[at + 1:]):
        raise TypeError(f'More than one TypeVarTuple parameter in {alias}')
    before, after = at, len(params) - at - 1
    repeated = None  # the index of an unpacked tuple of any length
    for k, arg in enumerate(args):
        inner = None if isinstance(arg, type) else getattr(arg, '__typing_unpacked_tuple_args__', None)
        if inner and len(inner) == 2 and inner[1] is ...:
            if repeated is not None:
                raise TypeError('More than one unpacked arbitrary-length tuple argument')
            repeated, filler = k, inner[0]
    left, right = before, after
    if repeated is not None:
        left, right = min(left, repeated), min(right, len(args) - repeated - 1)
    elif left + right > len(args):
        raise TypeError(f'Too few arguments for {alias}; actual {len(args)}, expected at least {len(params) - 1}')
    else:
        filler = None
    end = len(args) - right
    return (*args[:left], *[filler] * (before - left), tuple(args[left:end]), *[filler] * (after - right), *args[end:])


def _substituted(alias, args):
    """The arguments of a generic alias with others for its type variables."""
    params = alias.__parameters__
    args = tuple([_convert(a) for a in _unpacked(args if isinstance(args, tuple) else (args,))])
    given = dict(zip(params, _prepared(alias, params, args)))
    return tuple(_replaced(alias.__args__, given, alias.__origin__ is _cabc.Callable))


def _replaced(args, given, spread):
    out = []
    for old in args:
        if isinstance(old, type) or old is ...:
            out.append(old)
            continue
        if isinstance(old, _Variable):
            new = _subst(old, given[old])
        elif isinstance(old, (list, tuple)):
            new = tuple(_replaced(old, given, False))
        elif inner := getattr(old, '__parameters__', ()):
            values = []
            for p in inner:
                if isinstance(p, TypeVarTuple):
                    values.extend(given[p])
                else:
                    values.append(given[p])
            new = old[tuple(values)]
        else:
            new = old
        if isinstance(new, tuple) and (spread or _is_unpacked_variable(old)):
            out.extend(new)
        else:
            out.append(new)
    return out


@_cached
def _generic_class_getitem(cls, params):
    """Generic.__class_getitem__: variables for Generic and Protocol, types for classes made from them."""
    if not isinstance(params, tuple):
        params = (params,)
    params = tuple([_convert(p) for p in params])
    if cls is Generic or cls is Protocol:
        if not params:
            raise TypeError(f'Parameter list to {cls.__qualname__}[...] cannot be empty')
        if not all(isinstance(p, (TypeVar, ParamSpec)) or _is_unpacked_variable(p) for p in params):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be type variables or parameter specs.')
        if len(set(params)) != len(params):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be unique')
        return _GenericAlias(cls, params)
    own = cls.__parameters__
    if not own:
        raise TypeError(f'{cls} is not a generic class')
    args = []
    for param, arg in zip(own, _prepared(cls, own, params)):
        if isinstance(param, TypeVarTuple):
            args.extend(arg)
        else:
            args.append(arg)
    return _GenericAlias(cls, tuple(args))


_alias_own = frozenset({'_name', '_inst', '_nparams'})


def _is_dunder(name):
    return name.startswith('__') and name.endswith('__')


class _Base(_Final, _root=True):
    """What stands for a generic class, with arguments or without."""

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except Exception:
            pass
        return made

    def __mro_entries__(self, bases):
        origin = self.__origin__
        entries = [] if origin in bases else [origin]
        for b in bases[bases.index(self) + 1:]:
            if isinstance(b, _Base) or isinstance(b, type) and issubclass(b, Generic):
                break
        else:
            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, name):
        if '__origin__' in self.__dict__ and not _is_dunder(name):
            return getattr(self.__origin__, name)
        if name in ('__name__', '__qualname__') and '_name' in self.__dict__:
            return self._name or self.__origin__.__name__
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if _is_dunder(name) or name in _alias_own:
            super().__setattr__(name, value)
        else:
            setattr(self.__origin__, name, value)

    def __dir__(self):
        return list(set(super().__dir__()) | {n for n in dir(self.__origin__) if not _is_dunder(n)})

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')


class _GenericAlias(_Base, _root=True):
    """A generic type with arguments."""

    def __init__(self, origin, args, name=None, inst=True):
        self._name = name
        self._inst = inst
        self.__origin__ = origin
        self.__args__ = args
        self.__parameters__ = _collect(args)
        if not name:
            self.__module__ = origin.__module__

    def __repr__(self):
        name = f'typing.{self._name}' if self._name else _name_of(self.__origin__)
        return f'{name}[{", ".join(map(_name_of, self.__args__)) if self.__args__ else "()"}]'

    def __eq__(self, other):
        if not (isinstance(other, _GenericAlias) or self.__origin__ is Generic and isinstance(other, _types.GenericAlias)):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def _with(self, args):
        return type(self)(self.__origin__, args, self._name, self._inst)

    @_cached
    def __getitem__(self, args):
        if self.__origin__ is Generic or self.__origin__ is Protocol:
            raise TypeError(f'Cannot subscript already-subscripted {self}')
        if not self.__parameters__:
            raise TypeError(f'{self} is not a generic class')
        return self._with(_substituted(self, args))

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if isinstance(origin, _Form):
            raise TypeError(f'Cannot subclass {self!r}')
        if self._name:
            return super().__mro_entries__(bases)
        if origin is Generic:
            if Protocol in bases:
                return ()
            if any(isinstance(b, _Base) and b is not self for b in bases[bases.index(self) + 1:]):
                return ()
        return (origin,)

    def __reduce__(self):
        origin, args = (globals()[self._name] if self._name else self.__origin__), self.__args__
        if len(args) == 1 and not isinstance(args[0], tuple):
            args, = args
        return _getitem, (origin, args)

    def __iter__(self):
        yield Unpack[self]


def _getitem(origin, args):
    return origin[args]




class _UnpackAlias(_GenericAlias, _root=True):
    """Unpack[Ts] and Unpack[tuple[...]]."""

    def __repr__(self):
        return f'typing.Unpack[{_name_of(self.__args__[0])}]'

    def __getitem__(self, args):
        if isinstance(self.__args__[0], TypeVarTuple):
            return args
        return super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        arg, = self.__args__
        if isinstance(arg, (_GenericAlias, _types.GenericAlias)) and arg.__origin__ is tuple:
            return arg.__args__
        return None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


def _unpack_once(variable):
    """The iterator behind *Ts."""
    return iter((Unpack[variable],))


def _make_union(left, right):
    return Union[left, right]


class _UnionGenericAlias(_GenericAlias, _root=True):
    __iter__ = None

    def _with(self, args):
        return Union[args]

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _NoneType in args:
            return f'typing.Optional[{_name_of(args[0] if args[1] is _NoneType else args[1])}]'
        return f'typing.Union[{", ".join(map(_name_of, args))}]'

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, _types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __instancecheck__(self, obj):
        return any(isinstance(obj, arg) for arg in self.__args__)


class _CallableAlias(_GenericAlias, _root=True):
    __iter__ = None

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_parameters(args[0])):
            args = list(args[:-1]), args[-1]
        return _getitem, (Callable, args)

    def __repr__(self):
        *params, result = self.__args__
        if len(params) == 1 and _is_parameters(params[0]):
            return f'typing.Callable[{_name_of(params[0])}, {_name_of(result)}]'
        return f'typing.Callable[{_name_of(params)}, {_name_of(result)}]'


class _LiteralAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return f'typing.Literal[{", ".join(map(_name_of, self.__args__))}]'

    def __eq__(self, other):
        if not isinstance(other, _LiteralAlias):
            return NotImplemented
        key = lambda alias: {(type(a), a) for a in alias.__args__}
        return key(self) == key(other)

    def __hash__(self):
        return hash(frozenset((type(a), a) for a in self.__args__))


class _AnnotatedAlias(_GenericAlias, _root=True):
    __iter__ = None

    def __reduce__(self):
        return _getitem, (Annotated, (self.__origin__,) + self.__metadata__)

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


class _Form(_Final, _root=True):
    """A special form: Union, ClassVar, ... ; get makes the type with arguments. One that stands alone is a type itself."""

    __iter__ = None

    def __init__(self, name, get=None, alone=False):
        self._name = name
        self._get = get
        self._alone = alone

    def __getattr__(self, name):
        if name in ('__name__', '__qualname__'):
            return self._name
        raise AttributeError(name)

    def __repr__(self):
        return f'typing.{self._name}'

    def __reduce__(self):
        return self._name

    def __getitem__(self, args):
        if self._get is None:
            raise TypeError(f'{self} is not subscriptable')
        return (self._get if self is Literal else _form_item)(self, args)

    def __call__(self, *args, **kwargs):
        raise TypeError(f'Cannot instantiate {self!r}')

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self!r}')

    def __instancecheck__(self, obj):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')


@_cached
def _form_item(form, args):
    return form._get(form, args)


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
    special = form is Required or form is NotRequired
    arg = _type_check(arg, f'{form} accepts only a single type.' if special else f'{form} accepts only single type.',
                      allow_special_forms=special)
    return (_UnpackAlias if form is Unpack else _GenericAlias)(form, (arg,), form._name)


def _union(form, args):
    if args == ():
        raise TypeError('Cannot take a Union of no types.')
    flat = []
    for arg in args if isinstance(args, tuple) else (args,):
        arg = _check(arg, 'Union[arg, ...]: each arg must be a type.')
        for part in arg.__args__ if isinstance(arg, (_UnionGenericAlias, _types.UnionType)) else (arg,):
            if part not in flat:
                flat.append(part)
    return flat[0] if len(flat) == 1 else _UnionGenericAlias(Union, tuple(flat), 'Union')


def _optional(form, arg):
    return Union[_check(arg, f'{form} requires a single type.'), None]


def _literal(form, args):
    flat = []
    for arg in args if isinstance(args, tuple) else (args,):
        flat += arg.__args__ if isinstance(arg, _LiteralAlias) else (arg,)
    try:
        flat = [v for v, cls in dict.fromkeys((v, type(v)) for v in flat)]
    except TypeError:
        pass  # unhashable: all are kept
    return _LiteralAlias(form, tuple(flat), 'Literal')


def _concatenate(form, args):
    if args == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    if not isinstance(args, tuple):
        args = (args,)
    if not (args[-1] is ... or isinstance(args[-1], ParamSpec)):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    args = (*(_type_check(a, 'Concatenate[arg, ...]: each arg must be a type.') for a in args[:-1]), args[-1])
    return _ConcatenateAlias(form, args, 'Concatenate')


class _ConcatenateAlias(_GenericAlias, _root=True):
    def _with(self, args):
        if isinstance(args[-1], (list, tuple)):
            return (*args[:-1], *args[-1])
        if isinstance(args[-1], _ConcatenateAlias):
            args = (*args[:-1], *args[-1].__args__)
        return super()._with(args)


NoReturn, Never, Self, LiteralString, TypeAlias = (
    _Form(name, alone=True) for name in ('NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias'))
ClassVar, Final, TypeGuard, Required, NotRequired, Unpack = (
    _Form(name, _one) for name in ('ClassVar', 'Final', 'TypeGuard', 'Required', 'NotRequired', 'Unpack'))
Union, Optional, Literal, Concatenate = (
    _Form('Union', _union), _Form('Optional', _optional), _Form('Literal', _literal), _Form('Concatenate', _concatenate))


class Annotated:
    """A type with metadata: Annotated[int, 'positive']."""

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f'Cannot subclass {cls.__module__}.Annotated')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        return _AnnotatedAlias(_type_check(params[0], 'Annotated[t, ...]: t must be a type.', allow_special_forms=True),
                               tuple(params[1:]))


class _Class(_Base, _root=True):
    """typing's name for a generic class, without arguments."""

    __iter__ = None

    def __init__(self, origin, count, name=None, inst=True):
        self._name = name or origin.__name__
        self._inst = inst
        self._nparams = count
        self.__origin__ = origin
        self.__doc__ = f'A generic version of {origin.__module__}.{origin.__qualname__}.'

    def __repr__(self):
        return f'typing.{self._name}'

    def __reduce__(self):
        return self._name

    @_cached
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
        return _GenericAlias(self.__origin__, tuple([_check(a) for a in args]), self._name, self._inst)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _Class):
            return issubclass(cls.__origin__, self.__origin__)
        if isinstance(cls, _GenericAlias):
            raise TypeError('issubclass() arg 1 must be a class')
        return issubclass(cls, self.__origin__)


class _TupleClass(_Class, _root=True):
    def _make(self, args):
        if len(args) >= 2 and args[-1] is ...:
            return _GenericAlias(tuple, (*(_check(a, 'Tuple[t0, t1, ...]: each t must be a type.') for a in args[:-1]), ...), 'Tuple', False)
        if args == ((),):
            args = ()
        return _GenericAlias(tuple, tuple([_check(a, 'Tuple[t0, t1, ...]: each t must be a type.') for a in args]), 'Tuple', False)


class _CallableClass(_Class, _root=True):
    def __getitem__(self, args):
        if not (isinstance(args, tuple) and len(args) == 2):
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        params, result = args
        result = _check(result, 'Callable[args, result]: result must be a type.')
        if isinstance(params, (list, tuple)):
            params = tuple([_check(p, 'Callable[[arg, ...], result]: each arg must be a type.') for p in params])
        else:
            params = (_convert(params),)
        return _CallableAlias(self.__origin__, params + (result,), 'Callable')


Tuple, Callable = _TupleClass(tuple, -1, 'Tuple', False), _CallableClass(_cabc.Callable, 2)
List, Dict, Set, FrozenSet, Type = (
    _Class(list, 1, 'List', False), _Class(dict, 2, 'Dict', False), _Class(set, 1, 'Set', False),
    _Class(frozenset, 1, 'FrozenSet', False), _Class(type, 1, 'Type', False))
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
# Old names, which programs import.
T, KT, VT = TypeVar('T'), TypeVar('KT'), TypeVar('VT')
T_co, V_co, VT_co = TypeVar('T_co', covariant=True), TypeVar('V_co', covariant=True), TypeVar('VT_co', covariant=True)
T_contra = TypeVar('T_contra', contravariant=True)


class _ParamSpecPart:
    """P.args or P.kwargs of a ParamSpec."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash((type(self), self.__origin__))

    def __repr__(self):
        name = self.__origin__.__name__ if isinstance(self.__origin__, ParamSpec) else repr(self.__origin__)
        return f'{name}.{self._part}'

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    def __init_subclass__(cls):
        base, = cls.__bases__
        if base is not _ParamSpecPart:
            raise TypeError(f"type 'typing.{base.__name__}' is not an acceptable base type")


class ParamSpecArgs(_ParamSpecPart):
    _part = 'args'


class ParamSpecKwargs(_ParamSpecPart):
    _part = 'kwargs'


_not_members = {'__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__', '__new__', '__slots__',
                '__subclasshook__', '__weakref__', '__class_getitem__', '__match_args__', '__orig_bases__', '__parameters__',
                '_is_protocol', '_is_runtime_protocol', '__protocol_attrs__', '__non_callable_proto_members__',
                '__callable_proto_members_only__', '_abc_impl',
                '__type_params__', '__init_subclass__', '__static_attributes__'}


def _protocol_attrs(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic') and base.__module__ == 'typing':
            continue
        names.update(n for n in (*base.__dict__, *base.__dict__.get('__annotations__', ())) if n not in _not_members
                     and not n.startswith('_abc_'))
    return names


_get_protocol_attrs = _protocol_attrs
# Classes of other modules that a protocol may build on.
_protocol_like = {
    'collections.abc': ['Callable', 'Awaitable', 'Iterable', 'Iterator', 'AsyncIterable', 'AsyncIterator', 'Hashable', 'Sized',
                        'Container', 'Collection', 'Reversible', 'Buffer'],
    'contextlib': ['AbstractContextManager', 'AbstractAsyncContextManager'],
}


def _static(obj, name):
    """Whether an object has an attribute, without running code of its own; its value, if that is to be had."""
    places = list(type(obj).__mro__)
    if isinstance(obj, type):
        places = [*obj.__mro__, *places]
    else:
        try:
            own = object.__getattribute__(obj, '__dict__')
        except AttributeError:
            own = {}
        if isinstance(own, dict) and name in own:
            return True, own[name]
    for cls in places:
        if name in cls.__dict__:
            return True, cls.__dict__[name]
    return False, None


class _ProtocolMeta(_abc.ABCMeta):
    def __new__(mcls, name, bases, namespace, /, **kwargs):
        if Protocol is not None and (Protocol in bases or Generic in bases):
            for base in bases:
                if not (base is object or base is Generic or base.__name__ in _protocol_like.get(base.__module__, ())
                        or issubclass(base, Generic) and getattr(base, '_is_protocol', False)):
                    raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')
        return super().__new__(mcls, name, bases, namespace, **kwargs)

    def __init__(cls, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if getattr(cls, '_is_protocol', False):
            cls.__protocol_attrs__ = _protocol_attrs(cls)
            cls.__callable_proto_members_only__ = all(callable(getattr(cls, n, None)) for n in cls.__protocol_attrs__)

    def __instancecheck__(cls, obj):
        if cls is Protocol:
            return type.__instancecheck__(cls, obj)
        if not getattr(cls, '_is_protocol', False):
            return super().__instancecheck__(obj)
        if not getattr(cls, '_is_runtime_protocol', False):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        # As ABCMeta does, but without the objections of __subclasscheck__.
        if any(_abc.ABCMeta.__subclasscheck__(cls, c) for c in (obj.__class__, type(obj))):
            return True
        for name in cls.__protocol_attrs__:
            there, value = _static(obj, name)
            if not there or value is None and name not in cls.__non_callable_proto_members__:
                return False
        return True

    def __subclasscheck__(cls, other):
        if cls is Protocol:
            return type.__subclasscheck__(cls, other)
        if getattr(cls, '_is_protocol', False) and not _abc._searching:
            if not isinstance(other, type):
                raise TypeError('issubclass() arg 1 must be a class')
            if not getattr(cls, '_is_runtime_protocol', False):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            if not cls.__callable_proto_members_only__ and cls.__dict__.get('__subclasshook__') is _protocol_hook:
                raise TypeError("Protocols with non-method members don't support issubclass()")
        return super().__subclasscheck__(other)


@classmethod
def _protocol_hook(cls, other):
    if not cls.__dict__.get('_is_protocol', False):
        return NotImplemented
    for name in cls.__protocol_attrs__:
        for base in other.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
            hints = base.__dict__.get('__annotations__')
            if (isinstance(hints, dict) and name in hints and issubclass(other, Generic)
                    and getattr(other, '_is_protocol', False)):
                break
        else:
            return NotImplemented
    return True


def _no_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    if cls.__init__ is not _no_init:
        return
    # The first __init__ of a base that is no protocol.
    for base in cls.__mro__:
        init = base.__dict__.get('__init__', _no_init)
        if init is not _no_init:
            cls.__init__ = init
            break
    else:
        cls.__init__ = object.__init__
    cls.__init__(self, *args, **kwargs)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class of protocols: classes that say what others must have."""
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if '__subclasshook__' not in cls.__dict__:
            cls.__subclasshook__ = _protocol_hook
        if cls._is_protocol and cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init


def runtime_checkable(cls):
    """Class decorator: isinstance() works with the protocol."""
    if not (isinstance(cls, type) and getattr(cls, '_is_protocol', False)):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    # PEP 544 holds for methods alone: None stands for "not implemented".
    cls.__non_callable_proto_members__ = {n for n in cls.__protocol_attrs__ if not callable(getattr(cls, n, None))}
    return cls


@runtime_checkable
class SupportsInt(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __complex__(self) -> complex:
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __bytes__(self) -> bytes:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    __slots__ = ()

    @_abc.abstractmethod
    def __abs__(self) -> T_co:
        pass


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    __slots__ = ()

    @_abc.abstractmethod
    def __round__(self, ndigits: int = 0) -> T_co:
        pass


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
        name = self.__name__

        class Refused:
            def __init_subclass__(cls):
                raise TypeError(f'Cannot subclass an instance of NewType. Perhaps you were looking for: '
                                f'`{cls.__name__} = NewType({cls.__name__!r}, {name})`')
        return (Refused,)

    def __reduce__(self):
        return self.__qualname__


_prohibited = frozenset({'__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make',
                         '_replace', '_asdict', '_source'})


def _make_namedtuple(name, types, defaults, module):
    types = {n: _check(t, f'field {n} annotation must be a type') for n, t in types.items()}
    made = _collections.namedtuple(name, types, defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = types
    return made


class _NamedTupleMeta(type):
    def __new__(metacls, name, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        if bases.count(_NamedTuple) > 1:
            raise TypeError('duplicate base class tuple')
        types, with_default = ns.get('__annotations__', {}), []
        for field in types:
            if field in ns:
                with_default.append(field)
            elif with_default:
                raise TypeError(f'Non-default namedtuple field {field} cannot follow default field'
                                f'{"s" if len(with_default) > 1 else ""} {", ".join(with_default)}')
        made = _make_namedtuple(name, types, [ns[n] for n in with_default], ns['__module__'])
        if Generic in bases:
            made.__bases__ = tuple(tuple if base is _NamedTuple else base for base in bases)
            made.__class_getitem__ = classmethod(_generic_class_getitem)
        for key, value in ns.items():
            if key in _prohibited:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in ('__module__', '__qualname__', '__annotations__', '__classcell__') and key not in made._fields:
                setattr(made, key, value)
                hook = getattr(type(value), '__set_name__', None)
                if hook:
                    hook(value, made, key)
        if Generic in bases:
            made.__init_subclass__()
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
        generic = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        made = type.__new__(metacls, name, (*generic, dict), ns)
        if not hasattr(made, '__orig_bases__'):
            made.__orig_bases__ = bases
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get('__annotations__', {}))
            need, may = base.__dict__.get('__required_keys__', set()), base.__dict__.get('__optional_keys__', set())
            required = (required | need) - may
            optional = (optional - need) | may
        for key, hint in ns.get('__annotations__', {}).items():
            hint = _type_check(hint, "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type", module=made.__module__)
            annotations[key] = hint
            inner = hint.__origin__ if isinstance(hint, _AnnotatedAlias) else hint
            origin = get_origin(inner)
            if origin is Required or total and origin is not NotRequired:
                required.add(key)
                optional.discard(key)
            else:
                optional.add(key)
                required.discard(key)
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
        elif kwargs:
            raise TypeError('TypedDict takes either a dict or keyword arguments, but not both')
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


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Tells a type checker that a place can't be reached; fails if it is."""
    value = repr(arg)
    if len(value) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        value = value[:_ASSERT_NEVER_REPR_MAX_LENGTH] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {value}')


def reveal_type(obj, /):
    import sys
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


def no_type_check(arg):
    """A decorator: the annotations are no types. For a class it holds for the functions and classes inside."""
    if isinstance(arg, type):
        for name, value in arg.__dict__.items():
            if getattr(value, '__qualname__', None) != f'{arg.__qualname__}.{getattr(value, "__name__", name)}' or (
                    getattr(value, '__module__', None) != arg.__module__):
                continue  # defined elsewhere
            if isinstance(value, (classmethod, staticmethod)):
                value.__func__.__no_type_check__ = True
            elif isinstance(value, type):
                no_type_check(value)
            elif isinstance(value, _types.FunctionType):
                value.__no_type_check__ = True
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass  # a built-in class
    return arg


def no_type_check_decorator(decorator):
    @_functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def _overload_dummy(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions outside a stub '
                              'module should always be followed by an implementation that is not @overload-ed.')


_overloads = {}  # by function: by line, so that a definition that runs again takes the place of the former


def overload(func):
    """Decorator for one of several signatures of a function."""
    f = getattr(func, '__func__', func)
    try:
        line = f.__code__.co_firstlineno
        _overloads.setdefault((f.__module__, f.__qualname__), {})[line] = func
    except AttributeError:
        pass  # no function
    return _overload_dummy


def get_overloads(func):
    f = getattr(func, '__func__', func)
    return list(_overloads.get((f.__module__, getattr(f, '__qualname__', None)), {}).values())


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
    if isinstance(tp, (_GenericAlias, _Class, _types.GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
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
    if isinstance(tp, (_GenericAlias, _types.GenericAlias)):
        args = tp.__args__
        if tp.__origin__ is _cabc.Callable and not (len(args) == 2 and _is_parameters(args[0])):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, _types.UnionType):
        return tp.__args__
    return ()


def _resolve(hint, scope, localns, include_extras, swapped=False, under_way=frozenset()):
    """A hint with the text in it evaluated; text that leads to itself stays."""
    if hint is None:
        return _NoneType
    if isinstance(hint, str):
        hint = ForwardRef(hint, is_argument=False)
    if isinstance(hint, ForwardRef):
        text = hint.__forward_arg__
        if text in under_way:
            return hint
        value = _evaluate(f'({text},)[0]' if text.startswith('*') else text, hint.__forward_module__ or scope, localns, swapped)
        value = _type_check(value, 'Forward references must evaluate to types.', is_argument=hint.__forward_is_argument__,
                            allow_special_forms=hint.__forward_is_class__)
        value = _resolve(value, scope, localns, True, swapped, under_way | {text})
        hint.__forward_value__, hint.__forward_evaluated__ = value, True
        hint = value
    again = lambda a: a if a is ... else _resolve(a, scope, localns, True, swapped, under_way)
    if isinstance(hint, _AnnotatedAlias):
        hint = _AnnotatedAlias(again(hint.__origin__), hint.__metadata__)
    elif isinstance(hint, _GenericAlias) and not isinstance(hint, _LiteralAlias):
        args = tuple([a if isinstance(a, tuple) else again(a) for a in hint.__args__])
        if args != hint.__args__:
            hint = hint._with(args)
    elif isinstance(hint, _types.GenericAlias):
        args = tuple([a if isinstance(a, list) else again(ForwardRef(a) if isinstance(a, str) else a) for a in hint.__args__])
        unpacked = hint.__unpacked__
        if args != hint.__args__ or unpacked:
            hint = type(hint)(hint.__origin__, args) if type(hint) is _types.GenericAlias else hint.__origin__[
                args[0] if len(args) == 2 and _is_parameters(args[0]) else list(args[:-1]), args[-1]]
        if unpacked:
            hint = Unpack[hint]
    elif isinstance(hint, _types.UnionType):
        args = tuple(map(again, hint.__args__))
        if args != hint.__args__:
            hint = _functools.reduce(lambda a, b: a | b, args)
    return hint if include_extras else _without_extras(hint)


def _without_extras(hint):
    """A hint without Annotated, Required and NotRequired."""
    if isinstance(hint, _AnnotatedAlias):
        return _without_extras(hint.__origin__)
    if isinstance(hint, _GenericAlias):
        if hint.__origin__ is Required or hint.__origin__ is NotRequired:
            return _without_extras(hint.__args__[0])
        if isinstance(hint, _LiteralAlias):
            return hint
        args = tuple(map(_without_extras, hint.__args__))
        return hint if args == hint.__args__ else hint._with(args)
    if isinstance(hint, _types.GenericAlias):
        args = tuple(map(_without_extras, hint.__args__))
        return hint if args == hint.__args__ else _types.GenericAlias(hint.__origin__, args)
    if isinstance(hint, _types.UnionType):
        args = tuple(map(_without_extras, hint.__args__))
        return hint if args == hint.__args__ else _functools.reduce(lambda a, b: a | b, args)
    return hint


_may_lack_annotations = (_types.BuiltinFunctionType, _types.MethodDescriptorType, _types.WrapperDescriptorType,
                         _types.MethodWrapperType, _types.ModuleType)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a function, class or module, with text evaluated."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            # The names of the module come before those of the class.
            swapped = globalns is None and localns is None
            scope = base.__module__ if globalns is None else globalns
            local = dict(vars(base)) if localns is None else localns
            found = base.__dict__.get('__annotations__', {})
            if not isinstance(found, dict):
                continue  # a descriptor's
            for name, hint in found.items():
                if isinstance(hint, str):
                    hint = ForwardRef(hint, is_argument=False, is_class=True)
                hints[name] = _resolve(hint, scope, local, include_extras, swapped)
        return hints
    scope = globalns
    inner = obj
    while hasattr(inner, '__wrapped__'):
        inner = inner.__wrapped__
    if scope is None:
        inner = getattr(inner, '__func__', inner)
        if isinstance(obj, _types.ModuleType):
            scope = obj.__dict__
        elif isinstance(inner, _types.FunctionType):
            scope = inner
        else:
            scope = getattr(inner, '__module__', None) or {}
    found = getattr(obj, '__annotations__', None)
    if found is None:
        if isinstance(obj, _may_lack_annotations):
            return {}
        raise TypeError(f'{obj!r} is not a module, class, method, or function.')
    for name, hint in found.items():
        if isinstance(hint, str):
            hint = ForwardRef(hint, is_argument=not isinstance(obj, _types.ModuleType), is_class=False)
        hints[name] = _resolve(hint, scope, localns if localns is not None else globalns, include_extras)
    return hints
