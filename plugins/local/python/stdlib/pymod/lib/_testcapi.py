"""What Python tests of the interpreter use to reach its binding layer: see package testsupport for the rest."""


class error(Exception):
    """The error of a test's own."""


def test_with_docstring():
    """A docstring on one line."""


def object_hasattrstring(obj, name):
    """Whether an object has the attribute that a bytes object names."""
    return int(hasattr(obj, name.decode()))


def bad_get(self, obj, cls):
    """A __get__ that calls the class before it looks at the descriptor."""
    cls()
    return repr(self)


def raise_exception(cls, count):
    """Raise an exception made with so many arguments."""
    if not (isinstance(cls, type) and issubclass(cls, BaseException)):
        raise TypeError("an exception class is required")
    raise cls(*range(count))


def raise_memoryerror():
    """Run out of memory, as far as the caller can tell."""
    raise MemoryError


def make_exception_with_doc(name, doc=None, base=None, dict=None):
    """Make an exception class from its dotted name, docstring, bases and namespace."""
    module, dot, name = name.rpartition(".")
    if not dot:
        raise SystemError("PyErr_NewException: name must be module.class")
    namespace = {} if dict is None else {**dict}
    namespace.setdefault("__module__", module)
    if doc is not None:
        namespace["__doc__"] = doc
    if base is None:
        base = Exception
    return type(name, base if isinstance(base, tuple) else (base,), namespace)


def exception_print(value, legacy=False):
    """Print an exception with its traceback to standard error."""
    import traceback
    if not isinstance(value, BaseException):
        raise TypeError(f"print_exception(): Exception expected for value, {type(value).__name__} found")
    traceback.print_exception(value)


def traceback_print(tb, file):
    """Print a traceback to a file."""
    import traceback
    import types
    if not isinstance(tb, types.TracebackType):
        raise SystemError("bad argument to internal function")
    file.write("Traceback (most recent call last):\n")
    traceback.print_tb(tb, file=file)


def function_setvectorcall(func):
    """Make the calls of a function answer 'overridden'."""
    import types
    if not isinstance(func, types.FunctionType):
        raise TypeError("'func' must be a function")
    func.__code__ = next(c for c in _overridden.co_consts if isinstance(c, types.CodeType))


_overridden = compile("def call(*args, **kwargs): return 'overridden'", "<testsupport>", "exec")


class GenericAlias:
    """What Generic[item] is: as a base of a class it stands for the item."""

    def __init__(self, item):
        self.item = item

    def __mro_entries__(self, bases):
        return (self.item,)


class Generic:
    """A class with parameters that needs no other."""

    @classmethod
    def __class_getitem__(cls, item):
        return GenericAlias(item)
