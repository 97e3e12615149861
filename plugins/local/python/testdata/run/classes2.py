# Classes that change after they are made, and what may not be changed.


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e, sep=": ")


class A:
    def m(self):
        return "A"


class B:
    def m(self):
        return "B"


class C(A):
    pass


class D(C):
    pass


d = D()
print(d.m(), A.__subclasses__(), B.__subclasses__())
C.__bases__ = (B,)
print(d.m(), A.__subclasses__(), B.__subclasses__(), [c.__name__ for c in D.__mro__])
attempt(setattr, C, "__bases__", (D,))
attempt(setattr, C, "__bases__", ())
attempt(setattr, C, "__bases__", (B, B))
attempt(setattr, C, "__bases__", (dict,))
attempt(delattr, C, "__bases__")
for name in "__name__", "__qualname__", "__module__", "__doc__", "__type_params__", "__mro__", "__abstractmethods__":
    attempt(delattr, C, name)
attempt(object.__setattr__, str, "x", 1)
attempt(object.__delattr__, str, "x")


class Reversed(type):
    def mro(cls):
        return [cls, *reversed(type.mro(cls)[1:])]


class E(C, metaclass=Reversed):
    def __repr__(self):
        return "E"


print([c.__name__ for c in E.__mro__], E(), E().m())


class Without(type):
    def mro(cls):
        return [cls]


class F(metaclass=Without):
    x = 1


attempt(lambda: F.x)
attempt(lambda: "F object at" in repr(F.__new__(F)) if hasattr(F, "__new__") else "no __new__")


class Bad(type):
    def mro(cls):
        return [cls, dict, object]


attempt(Bad, "X", (), {})


class Sly(type):
    def mro(cls):
        print(cls.__mro__)
        return type.mro(cls)


Sly("Y", (), {})


class Slots1:
    __slots__ = ("a", "b")


class Slots2:
    __slots__ = ("b", "a")


s = Slots1()
s.a, s.b = 1, 2
s.__class__ = Slots2
print(s.a, s.b, type(s).__name__)
attempt(setattr, s, "__class__", A)
for bad in "", "4", b"x", ("__dict__", "__dict__"), ("__weakref__", "__weakref__"):
    attempt(type, "X", (), {"__slots__": bad})
print(sorted(n for n in vars(Slots1)), [n for n in vars(A)])


from collections.abc import Hashable


class Eq:
    def __eq__(self, other):
        return True


attempt(hash, Eq())
print(Eq.__hash__, isinstance(Eq(), Hashable))


class Loop:
    pass


Loop.__repr__ = Loop.__str__
Loop.__eq__ = Loop.__ne__
for f in repr, lambda x: x == x:
    try:
        f(Loop())
    except RecursionError:
        print("RecursionError")


class P(property):
    """Of the class."""


class Q:
    @P
    def p(self):
        """Of the getter."""

    @property
    def q(self):
        """Of q."""

    q = q.setter(print)


print(Q.p.__doc__, Q.q.__doc__, property(doc="x").getter(len).__doc__, sep="|")
attempt(setattr, Q.q, "fget", None)
print(Q.__dict__["q"].__class__.fget, complex.real, type(type(Q).__dict__["__base__"]).__name__)


class M(int):
    def __pow__(self, other, mod=None):
        return "pow", int(self), int(other), mod


print(pow(M(2), 3), pow(M(2), 3, 5), pow(2, M(3), 5))


def f():
    return 1


def g():
    return 2


f.__code__ = g.__code__
f.__dict__ = {"x": 1}
print(f(), f.x)
attempt(setattr, f, "__code__", 1)
attempt(setattr, f, "__dict__", 1)
attempt(delattr, f, "__dict__")
attempt(setattr, f, "__type_params__", 1)


class NotMeta:
    def __new__(cls, *args):
        return object.__new__(cls)


class NM(metaclass=NotMeta):
    pass


try:
    class X(NM, int()):
        pass
except TypeError as e:
    print(e)

from collections.abc import Mapping, Sequence


class Late:
    pass


class Later(Late):
    pass


def kind(x):
    match x:
        case {}:
            return "map"
        case [*_]:
            return "seq"


Mapping.register(Late)
print(kind(Later()), kind(type("Both", (list, Mapping), {"__abstractmethods__": ()})()))


class Letters(Sequence):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return "ab"[i]


match Letters():
    case [x, y]:
        print(x, y)


class T:
    k = int

    type Alias = k


T.k = str
print(T.Alias.__value__)
from typing import TypeAliasType, TypeVar

V = TypeVar("V")
L = TypeAliasType("L", list[V], type_params=(V,))
print(L, L.__value__, L.__type_params__)
attempt(TypeAliasType, "L")


class G[K, W]:
    pass


print(G.__parameters__)
try:
    class H[K](dict[K, V]):
        pass
except TypeError as e:
    print(e)


class L(list):
    pass


# What errors and hints say.
attempt(type, "X", (object, A), {})
attempt(type, "X", (5,), {})
attempt(type, "A\udc80", (), {})
for a in ((), (1, 2)), {"k": 1}:
    attempt(lambda: [].__len__(*a) if isinstance(a, tuple) else [].__len__(**a))
attempt(lambda: [].__getattribute__())
attempt(lambda: "".__add__(k=1))
attempt(L().append, 1, 2)
print(L().append.__qualname__, L.append.__qualname__, type("X", (), {}).__init_subclass__.__qualname__)
attempt(lambda: round(foo=1))
attempt(lambda: len(*5))
attempt(lambda: print(1, *5))
nothing = None
attempt(lambda: nothing(*5))
attempt(delattr, s, "c")
try:
    del s.aa
except AttributeError as e:
    print(e, e.name)


class Odd:
    def __float__(self):
        return 1

    def __complex__(self):
        return 1


attempt(float, Odd())
attempt(complex, Odd())
exec(compile("1 + 1\nNone", "<prompt>", "exec"))
exec(compile("for i in 'ab': i\n", "<prompt>", "single"))
exec(compile("x = 5\n   ", "<prompt>", "single"))
print(x, eval(b"\xef\xbb\xbf'\xc3\xa9'"), eval(b"# coding: latin-1\n'\xe9'"), eval(memoryview(b"1234")[1:3]))
attempt(eval, b"# coding: nonsense\n1")
attempt(eval, "a", {"__builtins__": {"a": 3}})
attempt(eval, "len", {"__builtins__": {}})


class Namespace(dict):
    def __missing__(self, key):
        return key * 2


print(eval("ab + (lambda: cd)()", Namespace()))
print(Q.p.fget.__code__.co_consts[0], [line for _, _, line in f.__code__.co_lines()][-1] == f.__code__.co_firstlineno + 1)
