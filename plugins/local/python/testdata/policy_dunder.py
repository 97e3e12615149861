# import: operator, functools
# Attributes with two leading and two trailing underscores.
import operator, functools
from operator import attrgetter, methodcaller


def refused(f, text):
    try:
        f()
    except Exception as e:
        assert type(e).__name__ == "InterpreterError" and isinstance(e, ValueError), repr(e)
        assert str(e) == text, str(e)
    else:
        raise AssertionError("not refused: " + text)


def access(name):
    return "Forbidden access to dunder attribute: " + name


def call(name):
    return "Forbidden call to dunder function: " + name


class A:
    """doc"""

    kind = "a"

    def method(self):
        return 1


a = A()
# Reading.
for name in ("__dict__", "__base__", "__bases__", "__mro__", "__subclasses__", "__globals__", "__code__", "__closure__",
             "__builtins__", "__self__", "__func__", "__init__", "__new__", "__getattribute__", "__reduce__", "__loader__",
             "__spec__", "__defaults__", "__kwdefaults__", "__wrapped__", "__traceback__", "__cause__", "__context__", "__anything__"):
    for obj in (a, A, a.method, A.method, refused, len, [].append, int, operator, ValueError(), 5):
        refused(lambda: getattr(obj, name), access(name))
        refused(lambda: getattr(obj, name, None), access(name))
        refused(lambda: attrgetter(name)(obj), access(name))
        refused(lambda: attrgetter("kind", name)(A), access(name))
        refused(lambda: ("{0." + name + "}").format(obj), access(name))
        refused(lambda: ("{x." + name + "!r:>{w}}").format(x=obj, w=3), access(name))
        refused(lambda: ("{x." + name + "}").format_map({"x": obj}), access(name))
        refused(lambda: list(map(getattr, [obj], [name])), access(name))
refused(lambda: a.__dict__, access("__dict__"))
refused(lambda: f"{a.__dict__}", access("__dict__"))
refused(lambda: [].__class__.__base__, access("__base__"))
refused(lambda: "{0.__class__.__base__}".format([]), access("__base__"))
refused(lambda: attrgetter("__class__.__base__")([]), access("__base__"))
refused(lambda: functools.reduce(getattr, ["__class__", "__mro__"], 5), access("__mro__"))
refused(lambda: methodcaller("__subclasses__")(int), access("__subclasses__"))


def match_class():
    match a:
        case A(__dict__=d):
            return d


class M:
    __match_args__ = ("__dict__",)


def match_args():
    match M():
        case M(d):
            return d


refused(match_class, access("__dict__"))
refused(match_args, access("__dict__"))


# Writing, augmenting, deleting.
def write(): a.__x__ = 1
def write_class(): a.__class__ = M
def augment(): a.__x__ += 1
def annotate(): a.__x__: int = 1
def delete(): del a.__x__
def loop():
    for a.__x__ in [1]: pass
def unpack(): a.__x__, b = 1, 2
def star(): *a.__x__, b = 1, 2
def with_as():
    with Context() as a.__x__: pass


class Context:
    def __enter__(self): return self
    def __exit__(self, *args): return None


for f in (write, augment, annotate, delete, loop, unpack, star, with_as):
    refused(f, access("__x__"))
refused(write_class, access("__class__"))
refused(lambda: setattr(a, "__x__", 1), access("__x__"))
refused(lambda: setattr(A, "__eq__", 1), access("__eq__"))
refused(lambda: delattr(a, "__x__"), access("__x__"))

# Calling.
refused(lambda: (1).__add__(2), call("__add__"))
refused(lambda: a.__getattribute__("kind"), call("__getattribute__"))
refused(lambda: object.__getattribute__(a, "kind"), call("__getattribute__"))
refused(lambda: A.__subclasses__(), call("__subclasses__"))
refused(lambda: type.__getattribute__(int, "__subclasses__"), call("__getattribute__"))
refused(lambda: [].__len__(), call("__len__"))
refused(lambda: a.__add__(*[1]), call("__add__"))
refused(lambda: a.__add__(x=1), call("__add__"))
refused(lambda: a.__dict__(), call("__dict__"))
assert (1).__str__() == "1" and "x".__repr__() == "'x'" and [].__init__() is None

# What gives nothing away may be read.
assert type(ValueError()).__name__ == "ValueError" and a.__class__ is A and a.__class__.__name__ == "A"
assert A.__doc__ == "doc" and a.__doc__ == "doc" and A.__module__ == "__main__" and A.method.__qualname__ == "A.method"
assert getattr(a, "__class__") is A and "{0.__class__.__name__}".format(a) == "A" and attrgetter("__class__.__name__")(a) == "A"
assert isinstance(a.__class__(), A)
# Whether an attribute is there gives nothing away either.
assert hasattr([], "__iter__") and not hasattr(5, "__iter__")
# Texts that only look like one.
assert "{0[__class__]}".format({"__class__": 1}) == "1" and "%(__x__)s" % {"__x__": 2} == "2"
assert getattr(type("B", (), {"__": 1, "____": 2, "__y": 3}), "____") == 2
# ---
# Classes define dunder methods, and Python calls them.
class Vector:
    __slots__ = ("x", "y")
    __match_args__ = ("x", "y")
    __hash__ = None

    def __init__(self, x, y):
        super().__init__(*[], **{})
        self.x, self.y = x, y

    def __add__(self, other):
        return self.__class__(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __len__(self):
        return 2

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return True

    def __call__(self, n):
        return Vector(self.x * n, self.y * n)

    def __repr__(self):
        return f"{type(self).__name__}({self.x}, {self.y})"

    def __str__(self):
        return "<" + self.__repr__() + ">"


v = Vector(1, 2) + Vector(3, 4)
assert repr(v(2)) == "Vector(8, 12)" and str(v) == "<Vector(4, 6)>" and v == Vector(4, 6) and len(v) == 2 and list(v) == [4, 6]
with v:
    raise ValueError
match v:
    case Vector(4, y):
        assert y == 6


class Base:
    def __init_subclass__(cls, **kw):
        cls.kw = kw


class Derived(Base, tag=1):
    where = __module__, __qualname__


assert Derived.kw == {"tag": 1} and Derived.where == ("__main__", "Derived")
# ---
# Frames and what leads to them are not there, and not only forbidden.
def gen():
    yield


async def coro():
    pass


c = coro()
for obj in (gen(), c, gen, ValueError(), (lambda: 0)):
    for name in ("gi_frame", "gi_code", "cr_frame", "cr_code", "ag_frame", "f_locals", "f_globals", "f_builtins", "f_back",
                 "tb_frame", "tb_next", "co_consts", "func_globals", "im_func"):
        assert not hasattr(obj, name), name
assert not hasattr(gen, "__globals__")
c.close()
# ---
import builtins  ### "Import of builtins is not allowed."
# ---
__builtins__  ### "NameError: name '__builtins__' is not defined"
# ---
__loader__  ### "NameError: name '__loader__' is not defined"
# ---
try:
    1 / 0
except ZeroDivisionError as e:
    e.__traceback__  ### "Forbidden access to dunder attribute: __traceback__"
# ---
class A:
    pass
for A.__x__ in [1]:  ### "Forbidden access to dunder attribute: __x__"
    pass
