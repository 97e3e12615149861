"""How classes tell module copy what their instances are made of."""
__all__ = ['pickle', 'constructor', 'add_extension', 'remove_extension', 'clear_extension_cache']

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Register the function that takes instances of a class apart."""
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def add_extension(module, name, code):
    """Register an extension code."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError('code out of range')
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError('key %s is already registered with code %s' % (key, _extension_registry[key]))
    if code in _inverted_registry:
        raise ValueError('code %s is already in use for key %s' % (code, _inverted_registry[code]))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    """Take an extension code back."""
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError('key %s is not registered with code %s' % (key, code))
    del _extension_registry[key]
    del _inverted_registry[code]


def clear_extension_cache():
    _extension_cache.clear()


def _reconstructor(cls, base, state):
    """An instance as protocols 0 and 1 make it: of the nearest built-in class, with its value."""
    if base is object:
        return object.__new__(cls)
    obj = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(obj, state)
    return obj


def _reduce_ex(self, proto):
    """What protocols 0 and 1 take an object apart into."""
    assert proto < 2
    cls = self.__class__
    for base in cls.__mro__:
        if not _is_heap(base):
            break
        new = base.__new__
        if type(new) is _builtin and new.__self__ is base:
            break
    else:
        base = object
    if base is object:
        state = None
    else:
        if base is cls:
            raise TypeError(f'cannot pickle {cls.__name__!r} object')
        state = base(self)
    args = (cls, base, state)
    try:
        getstate = self.__getstate__
    except AttributeError:
        if getattr(self, '__slots__', None):
            raise TypeError(f'cannot pickle {cls.__name__!r} object: a class that defines __slots__ without defining '
                            f'__getstate__ cannot be pickled with protocol {proto}') from None
        attributes = getattr(self, '__dict__', None)
    else:
        if getattr(self, '__slots__', None) and type(self).__getstate__ is object.__getstate__:
            raise TypeError(f'a class that defines __slots__ without defining __getstate__ cannot be pickled with protocol {proto}')
        attributes = getstate()
    return (_reconstructor, args, attributes) if attributes else (_reconstructor, args)


_builtin = type(len)

