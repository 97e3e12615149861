# allow-dunder: *
# All dunder attributes are allowed: still no way to the host.
class A:
    def __init__(self):
        self.x = 1


a = A()
assert a.__dict__ == {"x": 1} and A.__mro__ == (A, object) and (1).__add__(2) == 3 and object.__subclasses__() != []
a.__dict__["y"] = 2
assert a.y == 2 and A.__subclasses__() == [] and a.__init__() is None


def f(x, y=2, *, z=3):
    return x + y + z


for obj in (f, A.__init__, a.__init__, len, type, print):
    assert not hasattr(obj, "__globals__") and not hasattr(obj, "__builtins__")
    assert getattr(obj, "__self__", None) is None or obj == a.__init__
f.__defaults__ = (1, 2, 3, 4, 5)
assert f() == 4 + 5 + 3 and f(1) == 1 + 5 + 3
f.__kwdefaults__ = {"z": 10, 5: 6}
assert f(1, 1) == 12
f.__kwdefaults__ = None
try:
    f(1)
except TypeError as e:
    assert str(e) == "f() missing 1 required keyword-only argument: 'z'"


def fails(g, text=""):
    try:
        g()
    except (TypeError, AttributeError) as e:
        assert text in str(e), str(e)
    else:
        raise AssertionError("must fail")


fails(lambda: setattr(f, "__code__", 1))
fails(lambda: setattr(f, "__closure__", ()))
fails(lambda: setattr(a, "__class__", int), "__class__ assignment only supported")
fails(lambda: object.__new__(int), "is not safe")
fails(lambda: int.__new__(object), "is not a subtype of")
fails(lambda: list.__init__(5), "requires a 'list' object")
fails(lambda: list.append(5, 5), "doesn't apply to a 'int' object")
fails(lambda: type.__call__(5), "requires a 'type' object")
fails(lambda: str.__len__(5))
fails(lambda: dict.__getitem__([], 0))
fails(lambda: property.__get__(5, 5))
fails(lambda: type.__dict__["__dict__"].__get__(5))
fails(lambda: setattr(int, "__add__", 1), "immutable type")
fails(lambda: setattr(A, "__bases__", (int,)))
fails(lambda: int.__dict__.__setitem__("x", 1))
try:
    1 / 0
except ZeroDivisionError as e:
    tb = e.__traceback__
    assert not hasattr(tb, "tb_frame")
g = (x for x in [1])
assert not hasattr(g, "gi_frame")
# ---
class B: pass
().__class__.__base__.__subclasses__().pop().__init__.__globals__  ### "has no attribute '__globals__'"
