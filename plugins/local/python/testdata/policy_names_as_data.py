# import: ast, contextlib, contextvars, copy, dataclasses, decimal, functools, inspect, logging, operator, string, traceback, types, typing
# Names that data gives are asked of the policy, whoever reads.
import ast, collections, contextlib, contextvars, copy, dataclasses, functools, inspect, logging, operator, string, typing


def refused(f, text):
    try:
        x = f()
    except ValueError as e:
        assert type(e).__name__ == "InterpreterError" and str(e) == text, repr(e)
    else:
        raise AssertionError("not refused: " + text + ", got " + repr(x))


def f():
    pass


read = "Forbidden access to dunder attribute: "
# The namespaces of classes.
for cls in (object, type, dict, collections.defaultdict, BaseException, type(f), typing.TypeVar):
    names = set(vars(cls))
    assert not names & {"__new__", "__getattribute__", "__setattr__", "__subclasses__", "__globals__", "__code__", "__closure__", "__reduce_ex__"}, names
assert "append" in vars(list) and vars(list)["append"] is list.append and "__doc__" in vars(list)


class Plain:
    x = 1

    def __init__(self):
        self.y = 2

    def method(self):
        pass


assert vars(Plain)["x"] == 1 and "method" in vars(Plain) and vars(Plain())["y"] == 2 and "__dict__" not in vars(Plain)
assert str(type(vars(Plain))) == "<class 'mappingproxy'>"


# The built-ins that take names, called by the library's Python.
class Reduced:
    def __init__(self, *parts):
        self.parts = parts

    def __reduce_ex__(self, protocol):
        return self.parts


for g in (f, contextlib.contextmanager):
    refused(lambda: copy.copy(Reduced(getattr, (g, "__globals__"))), read + "__globals__")
    refused(lambda: copy.copy(Reduced(setattr, (g, "__code__", 1))), read + "__code__")
    refused(lambda: copy.copy(Reduced(delattr, (g, "__code__"))), read + "__code__")
    refused(lambda: copy.deepcopy(Reduced(getattr, (g, "__closure__"))), read + "__closure__")
    refused(lambda: contextvars.Context().run(getattr, g, "__code__"), read + "__code__")
    refused(lambda: contextvars.Context().run(operator.attrgetter("__code__"), g), read + "__code__")
    refused(lambda: functools.singledispatch(getattr)(g, "__code__"), read + "__code__")
    refused(lambda: inspect.getattr_static(g, "__code__"), read + "__code__")
    refused(lambda: inspect.getclosurevars(g), read + "__closure__")
    g_names = {name for name, _ in inspect.getmembers(g)}
    assert "__name__" in g_names and not g_names & {"__code__", "__closure__", "__globals__", "__dict__"}, g_names
assert "__new__" not in contextvars.Context().run(vars, dict)
refused(lambda: inspect.getattr_static(dict, "__new__"), read + "__new__")
for members in (inspect.getmembers, inspect.getmembers_static):
    names = {name for name, _ in members(dict)}
    assert "keys" in names and "__new__" not in names, names
assert "__new__" not in {a.name for a in inspect.classify_class_attrs(dict)}
refused(lambda: contextvars.Context().run(getattr, contextlib, "_abc"), "Forbidden access to module: abc")


# Names in formats and in the fields of objects.
@dataclasses.dataclass
class Data:
    x: int = 1


refused(lambda: string.Formatter().format("{0.__dict__}", f), read + "__dict__")
refused(lambda: "{0.__code__}".format(f), read + "__code__")
record = logging.LogRecord("n", 10, "p", 1, "m", (), None)
record.f = f
refused(lambda: logging.Formatter("{f.__code__}", style="{").format(record), read + "__code__")
f._fields = ("__code__",)
refused(lambda: list(ast.iter_fields(f)), read + "__code__")
refused(lambda: dataclasses.make_dataclass("Made", [("__subclasses__", int)]), read + "__subclasses__")
assert dataclasses.asdict(Data()) == {"x": 1} and dataclasses.replace(Data(), x=2).x == 2
# ---
# Text that the library evaluates runs under the program's policy, among names that it may reach.
import functools, inspect, contextlib


def named(x: "collections.OrderedDict", y: "1 + 1"):
    pass


import collections
assert inspect.get_annotations(named, eval_str=True) == {"x": collections.OrderedDict, "y": 2}


def outside(x: "_abc"):
    pass


functools.update_wrapper(outside, contextlib.contextmanager, assigned=())
try:
    inspect.get_annotations(outside, eval_str=True)
except NameError:
    pass
else:
    raise AssertionError("a library's module was reached")


def code(x: "(lambda: 0).__code__"):
    pass


inspect.get_annotations(code, eval_str=True)  ### "Forbidden access to dunder attribute: __code__"
# ---
# The library's private functions in Go are not to be had.
import ast, contextlib, decimal, functools, inspect, traceback, string, typing, copy, dataclasses
for module in (ast, contextlib, decimal, functools, inspect, traceback, string, typing, copy, dataclasses):
    for name, x in vars(module).items():
        assert not (name.startswith("_") and not name.startswith("__") and type(x) is type(len)), (module, name)
globals()  ### "Forbidden function evaluation: 'globals'"
# ---
_getattr(1, "real")  ### "name '_getattr' is not defined"
