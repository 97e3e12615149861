"""Classes that mainly hold data: their methods are made from the annotations."""
import abc as _abc
import copy as _copy
from types import GenericAlias as _GenericAlias, MappingProxyType as _MappingProxyType

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING', 'fields', 'asdict',
           'astuple', 'make_dataclass', 'replace', 'is_dataclass']


class FrozenInstanceError(AttributeError):
    pass


class _FactoryMark:
    def __repr__(self):
        return '<factory>'


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


_type = type
_factory_mark = _FactoryMark()
MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_no_metadata = _MappingProxyType({})
_FIELDS, _PARAMS, _POST_INIT = '__dataclass_fields__', '__dataclass_params__', '__post_init__'
_keywords = frozenset('False None True and as assert async await break class continue def del elif else except finally for from '
                      'global if import in is lambda nonlocal not or pass raise return try while with yield'.split())


class _Kind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD, _FIELD_CLASSVAR, _FIELD_INITVAR = _Kind('_FIELD'), _Kind('_FIELD_CLASSVAR'), _Kind('_FIELD_INITVAR')


class InitVar:
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        t = self.type
        name = t.__name__ if isinstance(t, _type) and not isinstance(t, _GenericAlias) else repr(t)
        return f'dataclasses.InitVar[{name}]'

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    __slots__ = ('name', 'type', 'default', 'default_factory', 'repr', 'hash', 'init', 'compare', 'metadata', 'kw_only',
                 '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = self._field_type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _no_metadata if metadata is None else _MappingProxyType(metadata)
        self.kw_only = kw_only

    def __repr__(self):
        return (f'Field(name={self.name!r},type={self.type!r},default={self.default!r},'
                f'default_factory={self.default_factory!r},init={self.init!r},repr={self.repr!r},hash={self.hash!r},'
                f'compare={self.compare!r},metadata={self.metadata!r},kw_only={self.kw_only!r},_field_type={self._field_type})')

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(_GenericAlias)


class _DataclassParams:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen', 'match_args', 'kw_only', 'slots', 'weakref_slot')

    def __init__(self, *values):
        for name, value in zip(self.__slots__, values):
            setattr(self, name, value)

    def __repr__(self):
        return '_DataclassParams(' + ','.join(f'{n}={getattr(self, n)!r}' for n in self.__slots__) + ')'


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    """Describe a field of a dataclass beyond its annotation."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _annotated_as(annotation, name):
    """Whether an annotation is ClassVar, InitVar or KW_ONLY, as an object or as text."""
    if isinstance(annotation, str):
        return annotation.partition('[')[0].strip().rpartition('.')[2].strip() == name
    if name == 'InitVar':
        return annotation is InitVar or type(annotation) is InitVar
    if name == 'KW_ONLY':
        return annotation is KW_ONLY
    return type(annotation).__module__ == 'typing' and repr(annotation).partition('[')[0] == 'typing.ClassVar'


def _make_field(cls, name, annotation, kw_only):
    default = _getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if type(default).__name__ == 'member_descriptor':
            default = MISSING
        f = field(default=default)
    f.name, f.type, f._field_type = name, annotation, _FIELD
    if _annotated_as(annotation, 'ClassVar'):
        f._field_type = _FIELD_CLASSVAR
    elif _annotated_as(annotation, 'InitVar'):
        f._field_type = _FIELD_INITVAR
    if f._field_type is not _FIELD and f.default_factory is not MISSING:
        raise TypeError(f'field {f.name} cannot have a default factory')
    if f._field_type is _FIELD_CLASSVAR:
        if f.kw_only is not MISSING:
            raise TypeError(f'field {f.name} is a ClassVar but specifies kw_only')
    elif f.kw_only is MISSING:
        f.kw_only = kw_only
    if f._field_type is _FIELD and f.default.__class__.__hash__ is None:
        raise ValueError(f'mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory')
    return f


def _check_names(names):
    # The names become part of source text.
    for name in names:
        if type(name) is not str or not name.isidentifier() or name in _keywords:
            raise SyntaxError(f'invalid field name: {name!r}')


def _tuple_of(owner, fields):
    if not fields:
        return '()'
    return '(' + ''.join(f'{owner}.{f.name},' for f in fields) + ')'


def _init_source(fields, std_fields, kw_fields, frozen, has_post_init, self_name, slots, env):
    seen_default = None
    for f in std_fields:
        if f.init:
            if f.default is not MISSING or f.default_factory is not MISSING:
                seen_default = f
            elif seen_default:
                raise TypeError(f'non-default argument {f.name!r} follows default argument')
    env['_object_setattr_'] = _set_field
    env['_factory_mark_'] = _factory_mark

    def param(f):
        if f.default is not MISSING:
            env[f'_default_{f.name}_'] = f.default
            return f'{f.name}=_default_{f.name}_'
        if f.default_factory is not MISSING:
            return f'{f.name}=_factory_mark_'
        return f.name

    body = []
    for f in fields:
        if f.default_factory is not MISSING:
            env[f'_factory_{f.name}_'] = f.default_factory
            value = f'_factory_{f.name}_()'
            if f.init:
                value = f'{value} if {f.name} is _factory_mark_ else {f.name}'
        elif f.init:
            value = f.name
        elif slots and f.default is not MISSING:
            env[f'_default_{f.name}_'] = f.default
            value = f'_default_{f.name}_'
        else:
            continue
        if f._field_type is _FIELD_INITVAR:
            continue
        if frozen:
            body.append(f'    _object_setattr_({self_name}, {f.name!r}, {value})')
        else:
            body.append(f'    {self_name}.{f.name} = {value}')
    if has_post_init:
        args = ', '.join(f.name for f in fields if f._field_type is _FIELD_INITVAR)
        body.append(f'    {self_name}.__post_init__({args})')
    params = [self_name] + [param(f) for f in std_fields if f.init]
    kw = [param(f) for f in kw_fields if f.init]
    if kw:
        params += ['*'] + kw
    return f'def __init__({", ".join(params)}):\n' + '\n'.join(body or ['    pass']) + '\n'


def _repr_source(fields):
    parts = ', '.join(f'{f.name}={{self.{f.name}!r}}' for f in fields)
    return (f"def __repr__(self):\n"
            f"    key = id(self)\n"
            f"    if key in _active_:\n"
            f"        return '...'\n"
            f"    _active_.add(key)\n"
            f"    try:\n"
            f"        return f'{{self.__class__.__qualname__}}({parts})'\n"
            f"    finally:\n"
            f"        _active_.discard(key)\n")


def _compare_source(name, op, fields):
    return (f'def {name}(self, other):\n'
            f'    if other.__class__ is self.__class__:\n'
            f'        return {_tuple_of("self", fields)} {op} {_tuple_of("other", fields)}\n'
            f'    return NotImplemented\n')


def _frozen_source(fields):
    names = ''.join(f'{f.name!r}, ' for f in fields)
    return (f'def __setattr__(self, name, value):\n'
            f'    if type(self) is _cls_[0] or name in ({names}):\n'
            f'        raise _error_(f"cannot assign to field {{name!r}}")\n'
            f'    super(_cls_[0], self).__setattr__(name, value)\n'
            f'def __delattr__(self, name):\n'
            f'    if type(self) is _cls_[0] or name in ({names}):\n'
            f'        raise _error_(f"cannot delete field {{name!r}}")\n'
            f'    super(_cls_[0], self).__delattr__(name)\n')


def _annotation_text(annotation):
    module = getattr(annotation, '__module__', None)
    if module == 'typing':
        return repr(annotation).replace('typing.', '')
    if isinstance(annotation, _GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        return annotation.__qualname__ if module == 'builtins' else f'{module}.{annotation.__qualname__}'
    return repr(annotation)


def _doc(cls, std_fields, kw_fields):
    def show(f):
        text = f'{f.name}: {_annotation_text(f.type)}'
        if f.default is not MISSING:
            return f'{text} = {f.default!r}'
        if f.default_factory is not MISSING:
            return f'{text} = {_factory_mark!r}'
        return text

    params = [show(f) for f in std_fields if f.init]
    kw = [show(f) for f in kw_fields if f.init]
    if kw:
        params += ['*'] + kw
    return f'{cls.__name__}({", ".join(params)})'


def _collect(cls, kw_only, frozen):
    """The fields of the class by name, inherited ones first; those it has itself."""
    fields, any_frozen, any_base = {}, False, False
    all_frozen = True
    for base in cls.__mro__[-1:0:-1]:
        inherited = getattr(base, '__dataclass_fields__', None)
        if inherited is not None:
            any_base = True
            fields.update(inherited)
            if base.__dict__.get('__dataclass_params__', getattr(base, '__dataclass_params__', None)).frozen:
                any_frozen = True
            else:
                all_frozen = False
    own = []
    seen_kw_only = False
    annotations = cls.__dict__.get('__annotations__', {})
    for name, annotation in annotations.items():
        if _annotated_as(annotation, 'KW_ONLY'):
            if seen_kw_only:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY has already been specified')
            seen_kw_only = kw_only = True
        else:
            own.append(_make_field(cls, name, annotation, kw_only))
    for f in own:
        fields[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    if any_base:
        if any_frozen and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if not all_frozen and frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    return fields


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    setattr(cls, '__dataclass_params__', _DataclassParams(init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot))
    fields = _collect(cls, kw_only, frozen)
    _check_names(fields)
    setattr(cls, '__dataclass_fields__', fields)
    class_hash = cls.__dict__.get('__hash__', MISSING)
    explicit_hash = not (class_hash is MISSING or class_hash is None and '__eq__' in cls.__dict__)
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    data = [f for f in fields.values() if f._field_type is _FIELD]
    params = [f for f in fields.values() if f._field_type is not _FIELD_CLASSVAR]
    std_fields = [f for f in params if f.init and not f.kw_only]
    kw_fields = [f for f in params if f.init and f.kw_only]
    compared = [f for f in data if f.compare]
    module = cls.__module__
    env = {'__name__': module, '_active_': set(), '_cls_': [cls], '_error_': FrozenInstanceError}
    sources, forced = [], {}

    def add(name, source):
        if name not in cls.__dict__:
            sources.append(source)
            forced[name] = True

    if init:
        self_name = '__dataclass_self__' if 'self' in fields else 'self'
        add('__init__', _init_source(params, std_fields, kw_fields, frozen, hasattr(cls, '__post_init__'), self_name, slots, env))
    if repr:
        add('__repr__', _repr_source([f for f in data if f.repr]))
    if eq:
        add('__eq__', _compare_source('__eq__', '==', compared))
    if order:
        for name, op in ('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>='):
            if name in cls.__dict__:
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering')
            add(name, _compare_source(name, op, compared))
    if frozen:
        for name in '__setattr__', '__delattr__':
            if name in cls.__dict__:
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}')
            forced[name] = True
        sources.append(_frozen_source(data))
    if unsafe_hash and explicit_hash:
        raise TypeError(f'Cannot overwrite attribute __hash__ in class {cls.__name__}')
    no_hash = False
    if unsafe_hash or eq and frozen and not explicit_hash:
        hashed = [f for f in data if (f.compare if f.hash is None else f.hash)]
        sources.append(f'def __hash__(self):\n    return hash({_tuple_of("self", hashed)})\n')
        forced['__hash__'] = True
    elif eq and not frozen and not explicit_hash:
        no_hash = True
    if sources:
        _define(''.join(sources), env)
    if '__repr__' in forced:
        env['__repr__']._of_dataclass = True  # for pprint
    for name in forced:
        function = env[name]
        function.__qualname__ = f'{cls.__qualname__}.{name}'
        setattr(cls, name, function)
    if '__init__' in forced:
        env['__init__'].__annotations__ = {f.name: f.type for f in std_fields + kw_fields} | {'return': None}
    if no_hash:
        cls.__hash__ = None
    if not getattr(cls, '__doc__'):
        cls.__doc__ = _doc(cls, std_fields, kw_fields)
    if match_args and '__match_args__' not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in std_fields)
    if weakref_slot and not slots:
        raise TypeError('weakref_slot is True but slots is False')
    if slots:
        cls = _with_slots(cls, frozen, weakref_slot, data)
        env['_cls_'][0] = cls
    if hasattr(cls, '__abstractmethods__'):
        _abc.update_abstractmethods(cls)
    return cls


def _slots_getstate(self):
    return [_getattr(self, f.name) for f in fields(self)]


def _slots_setstate(self, state):
    for f, value in zip(fields(self), state):
        _set_field(self, f.name, value)


def _with_slots(cls, frozen, weakref_slot, data):
    """A class like cls, with slots for its fields: they can't be added to a class."""
    if '__slots__' in cls.__dict__:
        raise TypeError(f'{cls.__name__} already specifies __slots__')
    namespace = dict(cls.__dict__)
    names = [f.name for f in data]
    inherited = set()
    for base in cls.__mro__[1:-1]:
        slots = base.__dict__.get('__slots__', ())
        inherited.update([slots] if isinstance(slots, str) else slots)
    namespace['__slots__'] = tuple(n for n in names if n not in inherited) + (
        ('__weakref__',) if weakref_slot and '__weakref__' not in inherited else ())
    for name in names:
        namespace.pop(name, None)
    namespace.pop('__dict__', None)
    namespace.pop('__weakref__', None)
    qualname = getattr(cls, '__qualname__', None)
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    if qualname is not None:
        made.__qualname__ = qualname
    if frozen:
        if '__getstate__' not in namespace:
            made.__getstate__ = _slots_getstate
        if '__setstate__' not in namespace:
            made.__setstate__ = _slots_setstate
    return made


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    """Class decorator that adds methods made from the class's annotations."""
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)

    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    """The fields of a dataclass or of an instance of one."""
    try:
        found = getattr(class_or_instance, '__dataclass_fields__')
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple([f for f in found.values() if f._field_type is _FIELD])


def _is_instance(obj):
    return hasattr(type(obj), '__dataclass_fields__')


def is_dataclass(obj):
    """Whether obj is a dataclass or an instance of one."""
    return hasattr(obj if isinstance(obj, type) else type(obj), '__dataclass_fields__')


def asdict(obj, *, dict_factory=dict):
    """The fields of a dataclass instance as a new dict, all the way down."""
    if not _is_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')
    return _plain(obj, lambda obj, plain: dict_factory([(f.name, plain(_getattr(obj, f.name))) for f in fields(obj)]))


def astuple(obj, *, tuple_factory=tuple):
    """The fields of a dataclass instance as a new tuple, all the way down."""
    if not _is_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')
    return _plain(obj, lambda obj, plain: tuple_factory([plain(_getattr(obj, f.name)) for f in fields(obj)]))


_atomic = frozenset({type(None), bool, int, float, str, complex, bytes})


def _plain(obj, make):
    def plain(obj):
        cls = type(obj)
        if cls in _atomic:
            return obj
        if hasattr(cls, '__dataclass_fields__'):
            return make(obj, plain)
        if isinstance(obj, tuple) and hasattr(obj, '_fields'):
            return cls(*[plain(v) for v in obj])
        if isinstance(obj, (list, tuple)):
            return cls([plain(v) for v in obj])
        if isinstance(obj, dict):
            if hasattr(cls, 'default_factory'):
                result = cls(obj.default_factory)
                for k, v in obj.items():
                    result[plain(k)] = plain(v)
                return result
            return cls([(plain(k), plain(v)) for k, v in obj.items()])
        return _copy.deepcopy(obj)

    return plain(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False, module=None):
    """Make a dataclass from its name and its fields."""
    if namespace is None:
        namespace = {}
    annotations, defaults, seen = {}, {}, set()
    for item in fields:
        if isinstance(item, str):
            name, annotation = item, 'typing.Any'
        elif len(item) == 2:
            name, annotation = item
        elif len(item) == 3:
            name, annotation, defaults[item[0]] = item
        else:
            raise TypeError(f'Invalid field: {item!r}')
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if name in _keywords:
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in seen:
            raise TypeError(f'Field name duplicated: {name!r}')
        seen.add(name)
        annotations[name] = annotation

    def fill(ns):
        ns.update(namespace)
        ns.update(defaults)
        ns['__annotations__'] = annotations

    from types import new_class
    cls = new_class(cls_name, bases, {}, fill)
    cls.__module__ = _caller_module() if module is None else module
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """A new instance like obj, with some fields changed."""
    if not _is_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in getattr(obj, '__dataclass_fields__').values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f'field {f.name} is declared with init=False, it cannot be specified with replace()')
            continue
        if f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f'InitVar {f.name!r} must be specified with replace()')
            changes[f.name] = _getattr(obj, f.name)
    return obj.__class__(**changes)
