"""Enumerations: sets of names bound to values that are constant and compare by identity."""
from functools import reduce as _reduce
from operator import or_ as _or

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'auto', 'unique', 'property',
           'verify', 'member', 'nonmember', 'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'global_flag_repr',
           'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck', 'CONTINUOUS', 'NAMED_FLAGS', 'UNIQUE',
           'pickle_by_global_name', 'pickle_by_enum_name']

_bin = bin
_missing = object()

# Set below, when these classes exist.
Enum = Flag = ReprEnum = EJECT = KEEP = STRICT = CONFORM = None


class nonmember:
    """Keeps a value in the body of an enumeration from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a value in the body of an enumeration a member."""

    def __init__(self, value):
        self.value = value


class _NoValue:
    def __repr__(self):
        return '_auto_null'


_no_value = _NoValue()


class auto:
    """Stands for a value that the enumeration chooses."""

    def __init__(self, value=_no_value):
        self.value = value

    def __repr__(self):
        return 'auto(%r)' % self.value


def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_private(class_name, name):
    prefix = '_%s__' % class_name
    return len(name) > len(prefix) and name.startswith(prefix) and (name[-1] != '_' or name[-2] != '_')


def _is_single_bit(num):
    return num != 0 and num & (num - 1) == 0


def _bits(num):
    if isinstance(num, Enum):
        num = num.value
    while num:
        bit = num & -num
        yield bit
        num ^= bit


_iter_bits_lsb = _bits


def show_flag_values(value):
    return list(_bits(value))


def _high_bit(value):
    return value.bit_length() - 1


def bin(num, max_bits=None):
    """The number in two's complement, the sign apart: bin(-10) is '0b1 0110'."""
    width = num.bit_length()
    sign = '1' if num < 0 else '0'
    digits = _bin(num + (1 << width) | 1 << width)[3:] if num < 0 else _bin(num | 1 << width)[3:]
    if max_bits is not None and len(digits) < max_bits:
        digits = digits.rjust(max_bits, sign)
    return '0b%s %s' % (sign, digits)


class _EnumDict(dict):
    """The namespace of an enumeration's body: it tells members from the rest."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._cls_name = None
        self._generate_next_value = None

    def __setitem__(self, key, value):
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            if key == '_generate_next_value_':
                if self._auto_called:
                    raise TypeError('_generate_next_value_ must be defined before members')
                self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
            elif key == '_ignore_':
                value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
                self._ignore = value
                already = set(value) & set(self._member_names)
                if already:
                    raise ValueError('_ignore_ cannot specify already set names: %r' % (already,))
            elif key not in ('_order_', '_numeric_repr_', '_missing_', '_iter_member_', '_iter_member_by_value_',
                             '_iter_member_by_def_'):
                raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (key,))
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value):
            pass
        else:
            if key in self:
                raise TypeError('%r already defined as %r' % (key, self[key]))
            if isinstance(value, member):
                value = value.value
            value = self._member_value(key, value)
        super().__setitem__(key, value)

    def _member_value(self, key, value):
        """Notes a member; the value with what stands for an automatic one replaced."""
        given, single = value, isinstance(value, auto)
        parts = (value,) if single else value
        if type(parts) is tuple and any(isinstance(v, auto) for v in parts):
            values = []
            for v in parts:
                if isinstance(v, auto):
                    given = None
                    if v.value is _no_value:
                        v.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                        self._auto_called = True
                    v = v.value
                    self._last_values.append(v)
                values.append(v)
            value = values[0] if single else tuple(values)
        if given is value:
            self._last_values.append(value)
        self._member_names[key] = None
        return value

    def update(self, members, **more_members):
        try:
            for name in members.keys():
                self[name] = members[name]
        except AttributeError:
            for name, value in members:
                self[name] = value
        for name, value in more_members.items():
            self[name] = value


EnumDict = _EnumDict


class _Members:
    """Makes the members while the class is being made: before anything else can see it."""

    def __init__(self, values):
        self.values = values

    def __set_name__(self, cls, name):
        delattr(cls, name)
        for key, value in self.values:
            _add_member(cls, key, value)


def _add_member(cls, name, value):
    args = value if isinstance(value, tuple) else (value,)
    data_type = cls._member_type_
    if data_type is tuple:
        args = (args,)
    new = cls._new_member_(cls, *args) if cls._use_args_ else cls._new_member_(cls)
    if not hasattr(new, '_value_'):
        if data_type is object:
            new._value_ = value
        else:
            try:
                new._value_ = data_type(*args)
            except Exception as e:
                error = TypeError('_value_ not set in __new__, unable to create it')
                error.__cause__ = e
                raise error
    value = new._value_
    new._name_ = name
    new.__objclass__ = cls
    new.__init__(*args)
    new._sort_order_ = len(cls._member_names_)
    is_flag = Flag is not None and issubclass(cls, Flag)

    known = None
    try:
        known = cls._value2member_map_.get(value)
    except TypeError:
        for other in cls._member_map_.values():
            if other._value_ == value:
                known = other
                break
    if known is not None:
        new = known
    elif not is_flag or isinstance(value, int) and _is_single_bit(value):
        cls._member_names_.append(name)
    if is_flag:
        cls._flag_mask_ |= value
        if _is_single_bit(value):
            cls._singles_mask_ |= value
        cls._all_bits_ = (1 << cls._flag_mask_.bit_length()) - 1

    _show_member(cls, name, new)
    cls._member_map_[name] = new
    try:
        cls._value2member_map_.setdefault(value, new)
    except TypeError:
        cls._unhashable_values_.append(value)


def _show_member(cls, name, new):
    """Binds the member in the class, beside what the bases have of that name."""
    found = inherited = None
    of_value = False
    for base in cls.__mro__[1:]:
        attr = base.__dict__.get(name)
        if attr is None:
            continue
        if isinstance(attr, (_property, _DynamicClassAttribute)):
            found, inherited, of_value = attr, None, False
            break
        if _is_descriptor(attr):
            found, of_value = found or attr, True
        else:
            inherited = base
    if found is not None:
        redirect = _redirect(new, found, inherited, of_value)
        redirect.__set_name__(cls, name)
        type.__setattr__(cls, name, redirect)
    else:
        type.__setattr__(cls, name, new)


class EnumType(type):
    """The metaclass of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        namespace = _EnumDict()
        namespace._cls_name = cls
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            namespace['_generate_next_value_'] = getattr(first_enum, '_generate_next_value_', None)
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        if isinstance(classdict, _EnumDict):
            names, ignored, body = list(classdict._member_names), classdict._ignore, dict(classdict)
        else:
            names, ignored, body = [], [], dict(classdict)
        body.setdefault('_ignore_', []).append('_ignore_')
        for key in body['_ignore_']:
            body.pop(key, None)
        names = [n for n in names if n in body]
        invalid = {'mro', ''} & set(names)
        if invalid:
            raise ValueError('invalid enum member name(s) %s' % ','.join(repr(n) for n in invalid))
        order = body.pop('_order_', None)
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        new, own_new, use_args = metacls._find_new_(body, member_type, first_enum)
        generate = body.get('_generate_next_value_')
        if generate is not None and not isinstance(generate, staticmethod):
            body['_generate_next_value_'] = staticmethod(generate)
        own = set(body)

        members = [(n, body.pop(n)) for n in names]
        body['_new_member_'] = new
        body['_use_args_'] = use_args
        body['_member_names_'] = []
        body['_member_map_'] = {}
        body['_value2member_map_'] = {}
        body['_unhashable_values_'] = []
        body['_member_type_'] = member_type
        body['_value_repr_'] = metacls._find_data_repr_(cls, bases)
        body['_boundary_'] = boundary or getattr(first_enum, '_boundary_', None)
        body['_flag_mask_'] = body['_singles_mask_'] = body['_all_bits_'] = 0
        body['_inverted_'] = None
        body['_members_'] = _Members(members)
        try:
            enum_class = super().__new__(metacls, cls, bases, body, **kwds)
        except Exception as e:
            notes = getattr(e, '__notes__', None)
            if notes and notes[-1].startswith("Error calling __set_name__ on '_Members'"):
                notes.pop()
                if not notes:
                    del e.__notes__
            raise

        set_in_class = type.__setattr__
        if ReprEnum is not None and ReprEnum in bases:
            if member_type is object:
                raise TypeError('ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)')
            if '__format__' not in own:
                set_in_class(enum_class, '__format__', member_type.__format__)
                own.add('__format__')
            if '__str__' not in own:
                method = member_type.__str__
                set_in_class(enum_class, '__str__', member_type.__repr__ if method is object.__str__ else method)
                own.add('__str__')
        for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
            if name not in own:
                if getattr(enum_class, name) in (getattr(member_type, name), getattr(object, name)):
                    set_in_class(enum_class, name, getattr(first_enum, name))
        is_flag = Flag is not None and issubclass(enum_class, Flag)
        if is_flag:
            for name in ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__'):
                if name not in own:
                    set_in_class(enum_class, name, getattr(Flag, name))
        if Enum is not None:
            if own_new:
                set_in_class(enum_class, '__new_member__', new)
            set_in_class(enum_class, '__new__', Enum.__new__)
        if order is not None:
            metacls._check_order_(enum_class, order, is_flag)
        elif is_flag:
            values = [m._value_ for m in enum_class]
            if values != sorted(values):
                set_in_class(enum_class, '_iter_member_', enum_class._iter_member_by_def_)
        return enum_class

    def _check_order_(enum_class, order, is_flag):
        if isinstance(order, str):
            order = order.replace(',', ' ').split()
        if is_flag:
            values = [m._value_ for m in enum_class]
            if values != sorted(values):
                type.__setattr__(enum_class, '_iter_member_', enum_class._iter_member_by_def_)
            # Aliases and combinations have no place in the order.
            canonical = enum_class._member_names_
            order = [n for n in order if n not in enum_class._member_map_ or n in canonical and n == enum_class[n]._name_]
        else:
            aliases = enum_class._member_map_.keys() - set(enum_class._member_names_)
            order = [n for n in order if n not in aliases]
        if order != enum_class._member_names_:
            raise TypeError('member order does not match _order_:\n  %r\n  %r' % (enum_class._member_names_, order))

    def __init__(cls, *args, **kwds):
        pass

    def __bool__(cls):
        return True

    def __call__(cls, value, names=_missing, *values, module=None, qualname=None, type=None, start=1, boundary=None):
        """Looks a member up by value, or makes a new enumeration."""
        if names is _missing and not values and type is None or cls._member_map_:
            if names is not _missing:
                value = (value, names) + values
            return cls.__new__(cls, value)
        return cls._create_(value, None if names is _missing else names, module=module, qualname=qualname, type=type,
                            start=start, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        return value in cls._value2member_map_ or value in cls._unhashable_values_

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get('_member_map_', ()):
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, attr))
        super().__delattr__(attr)

    def __dir__(cls):
        interesting = {'__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__', '__members__', '__module__',
                       '__name__', '__qualname__', *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            interesting.add('__new__')
        if cls.__init_subclass__ is not object.__init_subclass__:
            interesting.add('__init_subclass__')
        if cls._member_type_ is object:
            return sorted(interesting)
        return sorted(set(dir(cls._member_type_)) | interesting)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        found = cls._member_map_
        return (found[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @_property
    def __members__(cls):
        return _proxy(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return '<flag %r>' % cls.__name__
        return '<enum %r>' % cls.__name__

    def __reversed__(cls):
        found = cls._member_map_
        return (found[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        first_enum = metacls._get_mixins_(class_name, bases)[1]
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original, names, last_values = names, [], []
            for count, name in enumerate(original):
                value = first_enum._generate_next_value_(name, start, count, last_values[:])
                last_values.append(value)
                names.append((name, value))
        if names is None:
            names = ()
        for item in names:
            if isinstance(item, str):
                classdict[item] = names[item]
            else:
                name, value = item
                classdict[name] = value
        if module is None:
            module = _caller_module()
        classdict['__module__'] = module
        if qualname is not None:
            classdict['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    @classmethod
    def _check_for_existing_members_(metacls, class_name, bases):
        for base in bases:
            for c in base.__mro__:
                if isinstance(c, EnumType) and c._member_names_:
                    raise TypeError('<enum %r> cannot extend %r' % (class_name, c))

    @classmethod
    def _get_mixins_(metacls, class_name, bases):
        """The data type of the members, and the enumeration to extend."""
        if not bases:
            return object, Enum
        if not isinstance(bases[-1], EnumType):
            raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
        return metacls._find_data_type_(class_name, bases) or object, bases[-1]

    @classmethod
    def _find_data_type_(metacls, class_name, bases):
        found = []
        for base in bases:
            candidate = None
            for c in base.__mro__:
                if c is object:
                    continue
                if isinstance(c, EnumType):
                    data_type = c._member_type_
                    if data_type is object:
                        continue
                elif '__new__' in c.__dict__ or '__dataclass_fields__' in c.__dict__:
                    data_type = candidate or c
                else:
                    candidate = candidate or c
                    continue
                if data_type not in found:
                    found.append(data_type)
                break
        if len(found) > 1:
            raise TypeError('too many data types for %r: %r' % (class_name, set(found)))
        return found[0] if found else None

    @classmethod
    def _find_data_repr_(metacls, class_name, bases):
        for base in bases:
            for c in base.__mro__:
                if c is object:
                    continue
                if isinstance(c, EnumType):
                    return c._value_repr_
                namespace = c.__dict__
                if '__repr__' in namespace:
                    params = namespace.get('__dataclass_params__')
                    if params is not None and '__dataclass_fields__' in namespace and params.repr:
                        return _dataclass_repr
                    return namespace['__repr__']
        return None

    @classmethod
    def _find_new_(metacls, classdict, member_type, first_enum):
        """The function that makes members, whether it is the class's own, and whether it takes the values."""
        new = classdict.get('__new__')
        own = first_enum is not None and new is not None
        if new is None:
            plain = [object.__new__, type(None).__new__]
            if Enum is not None:
                plain.append(Enum.__new__)
            new = object.__new__
            for method in ('__new_member__', '__new__'):
                targets = [getattr(c, method, None) for c in (member_type, first_enum)]
                targets = [t for t in targets if t is not None and t not in plain]
                if targets:
                    new = targets[0]
                    break
        use_args = first_enum is not None and new not in (object.__new__, Enum.__new__)
        return new, own, use_args


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """Base class of enumerations."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for m in cls._member_map_.values():
                if m._value_ == value:
                    return m
        if not cls._member_map_:
            raise TypeError('%r has no members defined' % cls)
        error = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            error, result = e, None
        if isinstance(result, cls) or isinstance(result, int) and issubclass(cls, Flag) and cls._boundary_ is EJECT:
            return result
        invalid = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        if error is None:
            if result is None:
                raise invalid
            error = TypeError('error in %s._missing_: returned %r instead of None or a valid member' % (cls.__name__, result))
        if not isinstance(error, ValueError):
            error.__context__ = invalid
        raise error

    def __init__(self, *args, **kwds):
        pass

    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            for value in reversed(last_values):
                try:
                    return value + 1
                except TypeError:
                    pass
            return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return '<%s.%s: %s>' % (self.__class__.__name__, self._name_, show(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __dir__(self):
        cls = self.__class__
        interesting = set() if cls._member_type_ is object else set(object.__dir__(self))
        interesting.update(name for name in getattr(self, '__dict__', ()) if name[0] != '_' and name not in cls._member_map_)
        for c in cls.mro():
            for name, value in c.__dict__.items():
                if name[0] == '_':
                    continue
                if isinstance(value, property):
                    if value.fget is not None or name not in cls._member_map_:
                        interesting.add(name)
                    else:
                        interesting.discard(name)
                elif name not in cls._member_map_:
                    interesting.add(name)
        return sorted({'__class__', '__doc__', '__eq__', '__hash__', '__module__'} | interesting)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    name = property(_member_name)
    value = property(_member_value)


class ReprEnum(Enum):
    """Enumerations that only take repr() from Enum; str() and format() are those of the data type."""


class IntEnum(int, ReprEnum):
    """Enumerations whose members are ints."""


class StrEnum(str, ReprEnum):
    """Enumerations whose members are strs."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2]))
        value = str(*values)
        new = str.__new__(cls, value)
        new._value_ = value
        return new

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


def pickle_by_global_name(self, proto):
    return self.name


_reduce_ex_by_global_name = pickle_by_global_name


def pickle_by_enum_name(self, proto):
    return getattr, (self.__class__, self._name_)


class FlagBoundary(StrEnum):
    """What a flag does with bits that have no member."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    """Enumerations whose members are bits that combine with & | ^ ~."""

    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 1 << last.bit_length()
        except Exception:
            raise TypeError('invalid flag value %r' % last) from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        found = cls._value2member_map_
        for bit in _bits(value & cls._flag_mask_):
            yield found.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        """Makes the combination of that value."""
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask, singles, every, boundary = cls._flag_mask_, cls._singles_mask_, cls._all_bits_, cls._boundary_
        if not ~every <= value <= every or value & (every ^ mask):
            if boundary is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (cls, value, bin(value, width), bin(mask, width)))
            if boundary is CONFORM:
                value &= mask
            elif boundary is EJECT:
                return value
            elif boundary is KEEP:
                if value < 0:
                    value += max(every + 1, 1 << value.bit_length())
            else:
                raise ValueError('%r unknown flag boundary %r' % (cls, boundary))
        negative = None
        if value < 0:
            negative = value
            value = every + 1 + value if boundary in (EJECT, KEEP) else singles & value
        unknown = value & ~mask
        if unknown and boundary is not KEEP:
            raise ValueError('%s(%r) -->  unknown values %r [%s]' % (cls.__name__, value, unknown, bin(unknown)))
        data_type = cls._member_type_
        pseudo = object.__new__(cls) if data_type is object else data_type.__new__(cls, value)
        if not hasattr(pseudo, '_value_'):
            pseudo._value_ = value
        pseudo._name_ = cls._combined_name(value)
        pseudo = cls._value2member_map_.setdefault(value, pseudo)
        if negative is not None:
            cls._value2member_map_[negative] = pseudo
        return pseudo

    @classmethod
    def _combined_name(cls, value):
        single, aliases = value & cls._singles_mask_, value & ~cls._singles_mask_
        if not single and not aliases:
            return None
        members = list(cls._iter_member_(single))
        if aliases:
            value = single | aliases
            for m in cls._member_map_.values():
                if m not in members and m._value_ and m._value_ & value == m._value_:
                    members.append(m)
        combined = _reduce(_or, [m._value_ for m in members], 0)
        unknown = value ^ combined
        if not combined:
            return None
        if unknown and cls._boundary_ is STRICT:
            raise ValueError('%r: no members with value %r' % (cls, unknown))
        names = [m._name_ for m in members]
        if unknown:
            names.append(cls._numeric_repr_(unknown))
        return '|'.join(names)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (
                type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name, show = self.__class__.__name__, self.__class__._value_repr_ or repr
        if self._name_ is None:
            return '<%s: %s>' % (name, show(self._value_))
        return '<%s.%s: %s>' % (name, self._name_, show(self._value_))

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (self.__class__.__name__, self._value_)
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, flag):
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def _operand(self, other, sign):
        value = self._get_value(other)
        if value is not NotImplemented:
            for flag in self, other:
                if self._get_value(flag) is None:
                    raise TypeError(f"'{flag}' cannot be combined with other flags with {sign}")
        return value

    def __or__(self, other):
        value = self._operand(other, '|')
        if value is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._operand(other, '&')
        if value is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._operand(other, '^')
        if value is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ ^ value)

    def __invert__(self):
        if self._get_value(self) is None:
            raise TypeError("'%s' cannot be inverted" % (self,))
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                self._inverted_ = self.__class__(~self._value_)
            else:
                self._inverted_ = self.__class__(self._singles_mask_ & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags whose members are ints."""


def unique(enumeration):
    """Class decorator: no two names may have one value."""
    aliases = ', '.join('%s -> %s' % (alias, m.name) for alias, m in enumeration.__members__.items() if alias != m.name)
    if aliases:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, aliases))
    return enumeration


def _dataclass_repr(self):
    fields = self.__dataclass_fields__
    return ', '.join('%s=%r' % (k, _getattr(self, k)) for k in fields.keys() if fields[k].repr)


def global_enum_repr(self):
    return '%s.%s' % (self.__class__.__module__.split('.')[-1], self._name_)


def global_flag_repr(self):
    module, cls = self.__class__.__module__.split('.')[-1], self.__class__
    if self._name_ is None:
        return '%s.%s(%r)' % (module, cls.__name__, self._value_)
    if _is_single_bit(self._value_):
        return '%s.%s' % (module, self._name_)
    if self._boundary_ is not KEEP:
        return '|'.join('%s.%s' % (module, name) for name in self._name_.split('|'))
    return '|'.join(n if n[0].isdigit() else '%s.%s' % (module, n) for n in self._name_.split('|'))


def global_str(self):
    if self._name_ is None:
        return '%s(%r)' % (self.__class__.__name__, self._value_)
    return self._name_


def global_enum(cls, update_str=False):
    """Class decorator: the members become names of the module too, and show as such."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    _export(cls.__module__, cls._member_map_)
    return cls


class EnumCheck(StrEnum):
    """What verify() can check."""
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """Class decorator that checks an enumeration."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                aliases = ', '.join('%s -> %s' % (alias, m.name) for alias, m in enumeration.__members__.items() if alias != m.name)
                if aliases:
                    raise ValueError('aliases found in %r: %s' % (enumeration, aliases))
            elif check is CONTINUOUS:
                self._continuous(enumeration)
            elif check is NAMED_FLAGS:
                self._named_flags(enumeration)
        return enumeration

    def _continuous(self, enumeration):
        values = {m.value for m in enumeration}
        if len(values) < 2:
            return
        low, high = min(values), max(values)
        if issubclass(enumeration, Flag):
            kind, expected = 'flag', [1 << i for i in range(_high_bit(low) + 1, _high_bit(high))]
        elif issubclass(enumeration, Enum):
            kind, expected = 'enum', range(low + 1, high)
        else:
            raise Exception('verify: unknown type %r' % type(enumeration))
        missing = [str(v) for v in expected if v not in values]
        if missing:
            raise ValueError(('invalid %s %r: missing values %s' % (kind, enumeration.__name__, ', '.join(missing)))[:256])

    def _named_flags(self, enumeration):
        names, values = enumeration._member_names_, [m.value for m in enumeration]
        incomplete, missing = [], 0
        for name, alias in enumeration._member_map_.items():
            if name in names or alias.value < 0:
                continue
            lost = [bit for bit in _bits(alias.value) if bit not in values]
            if lost:
                incomplete.append(name)
                missing = _reduce(_or, lost, missing)
        if not incomplete:
            return
        if len(incomplete) == 1:
            alias = 'alias %s is missing' % incomplete[0]
        else:
            alias = 'aliases %s and %s are missing' % (', '.join(incomplete[:-1]), incomplete[-1])
        value = 'value 0x%x' % missing if _is_single_bit(missing) else 'combined values of 0x%x' % missing
        raise ValueError('invalid Flag %r: %s %s [use enum.show_flag_values(value) for details]' % (
            enumeration.__name__, alias, value))
