# import: contextlib, contextvars, copy, dataclasses, functools, inspect, pprint, operator, types, typing, sys
# The library's own Python holds modules and runs without the policy: it lends neither to the program.
import collections, contextlib, contextvars, dataclasses, functools, inspect, operator, pprint, sched, types  ### "Import of sched is not allowed"
# ---
# A module's namespace shows no module that the policy forbids, whoever reads it.
import contextlib, functools, inspect, types, copy
assert "_abc" not in vars(contextlib)
space = functools.update_wrapper(types.SimpleNamespace(), contextlib)
assert not hasattr(space, "_abc") and hasattr(space, "ExitStack")
for members in (inspect.getmembers, inspect.getmembers_static):
    assert [n for n, v in members(contextlib) if inspect.ismodule(v) and v.__name__ == "abc"] == []
try:
    inspect.getattr_static(contextlib, "_abc")
except ValueError as e:
    assert str(e) == "Forbidden access to module: abc", e
else:
    raise AssertionError
# ---
# Frames are not there for what the library calls on behalf of the program either.
import contextvars, functools, operator, sys


def gen():
    yield 1


g = gen()


def traceback():
    try:
        1 / 0
    except ZeroDivisionError:
        return sys.exc_info()[2]


run = contextvars.copy_context().run
for obj, name in ((g, "gi_frame"), (g, "gi_code"), (traceback(), "tb_frame")):
    for read in (lambda: run(getattr, obj, name), lambda: run(operator.attrgetter(name), obj), lambda: functools.singledispatch(getattr)(obj, name)):
        try:
            read()
        except AttributeError as e:
            assert "has no attribute" in str(e)
        else:
            raise AssertionError(name)
# ---
# What the library's modules keep for themselves is not to be called, and what is put in its place is not called.
import collections, contextlib, dataclasses, functools, typing
for module, name in ((collections, "_constructor"), (contextlib, "_method"), (dataclasses, "_init_source"), (dataclasses, "_define"),
                     (dataclasses, "_set_field"), (functools, "_derive"), (typing, "_static")):
    assert not hasattr(module, name) and name not in dir(module), name
called = []
dataclasses._init_source = dataclasses._define = lambda *args: called.append(args) or "import sys\n"


@dataclasses.dataclass
class Point:
    x: int
    y: int = 2


assert Point(1) == Point(1, 2) and called == []
# ---
# Definitions that are made of names given by the program hold nothing else.
import dataclasses
stolen = []
text = "k):\n    import sys\n    k(sys)\ndef f(a"


@dataclasses.dataclass
class Base:
    x: int


field = dataclasses.fields(Base)[0]
field.name, field._field_type = text, dataclasses._FIELD_INITVAR


def derive():
    @dataclasses.dataclass(repr=False, eq=False)
    class Derived(Base):
        pass
    return Derived


class Name(str):
    def __format__(self, spec):
        return text

    def isidentifier(self):
        return True


def make():
    return dataclasses.make_dataclass("C", [(Name("x"), int)])


def annotate():
    class C:
        __annotations__ = {text: int}
    return dataclasses.dataclass(C)


def reach():
    field.name = "x.__globals__"
    return derive()


for f in (derive, make, annotate, reach):
    try:
        f()(stolen.append)
    except (ValueError, SyntaxError):
        pass
    else:
        raise AssertionError(f)
assert stolen == []
# ---
# A frozen class's fields are set for the program under its policy.
import dataclasses, copy


@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    x: object


class Other:
    pass


s = Slotted(Other)
assert copy.copy(s) == s
dataclasses.fields(Slotted)[0].name = "__class__"
copy.copy(s)  ### "Forbidden access to dunder attribute: __class__"
# ---
# pprint reads fields by names that the program gives.
import dataclasses, pprint


class Field:
    name, repr, _field_type = "__dict__", True, dataclasses._FIELD


class Params:
    repr = True


@dataclasses.dataclass
class Fake:
    x: int = 5


dataclasses.fields(Fake)[0].name = "__dict__"
pprint.pformat(Fake(), width=1)  ### "Forbidden access to dunder attribute: __dict__"
