# import: copy, functools, inspect, io, pickle, reprlib, string, threading, typing, contextlib, traceback
# The library's own code does for a program only what the program may do.
import contextlib, functools, string


def refused(f, text):
    try:
        f()
    except ValueError as e:
        assert type(e).__name__ == "InterpreterError" and str(e) == text, repr(e)
    else:
        raise AssertionError("not refused: " + text)


class Catch:
    got = None

    def __setattr__(self, name, value):
        super().__init__()
        Catch.got = name


for name in ("__globals__", "__code__", "__closure__", "__dict__", "__wrapped__"):
    refused(lambda: functools.update_wrapper(Catch(), contextlib.contextmanager, assigned=(name,), updated=()),
            "Forbidden access to dunder attribute: " + name)
    assert Catch.got is None
refused(lambda: functools.update_wrapper(contextlib.contextmanager, Catch, assigned=(), updated=("__globals__",)),
        "Forbidden access to dunder attribute: __globals__")
refused(lambda: string.Formatter().format("{0.__dict__}", Catch()), "Forbidden access to dunder attribute: __dict__")
refused(lambda: string.Formatter().format("{x.__class__.__mro__}", x=1), "Forbidden access to dunder attribute: __mro__")
refused(lambda: string.Formatter().get_field("0._abc", [contextlib], {}), "Forbidden access to module: abc")


# What they are for goes on.
def outer():
    """doc"""


outer.tag = 1


@functools.wraps(outer)
def inner():
    pass


assert inner.__name__ == "outer" and inner.__doc__ == "doc" and inner.tag == 1
assert string.Formatter().format("{0.real} {0.__class__.__name__} {x[k]}", 5, x={"k": 6}) == "5 int 6"
# ---
# Annotations that are texts are evaluated under the program's policy.
import typing
def f(x: "__import__('os')"): pass
typing.get_type_hints(f)  ### "Forbidden function evaluation: '__import__'"
# ---
# Built-ins that a program puts into a module are not called by the module's own code, nor is it given what they are called with.
import copy, functools, inspect, pickle, traceback
got = []
for module in (copy, functools, inspect, pickle, traceback):
    for name in ("getattr", "hasattr", "isinstance", "issubclass", "len", "list", "next", "repr", "str", "tuple", "type", "vars", "_getattr"):
        setattr(module, name, lambda *args: got.append(args))


def fail():
    try:
        1 / 0
    except ZeroDivisionError:
        return traceback.format_exc()


assert "ZeroDivisionError: division by zero" in fail()
try:
    raise ValueError
except ValueError as e:
    assert traceback.TracebackException.from_exception(e).exc_type is ValueError
assert pickle.loads(pickle.dumps([1, {2: fail}])) == [1, {2: fail}]
assert copy.deepcopy(functools.partial(fail)).func is fail and str(inspect.signature(fail)) == "()"
assert traceback.getattr is not getattr and got == [], got
# ---
# What a module defines itself can be put in its place, as mock does; a name that it defines on top of a built-in too.
import random, reprlib, copy
random.random = lambda: 0.25
assert random.random() == 0.25
reprlib.repr = lambda x: "mine"
assert reprlib.repr(1) == "mine"
# ---
# Names in the state of a copy are set as setattr() sets them.
import copy, functools, io


class Taken:
    def __init__(self, *parts):
        self.parts = parts

    def __reduce__(self):
        return self.parts


class Plain:
    pass


def refused(f, *args):
    try:
        f(*args)
    except ValueError as e:
        assert str(e).startswith("Forbidden access to dunder attribute: __"), e
    else:
        raise AssertionError(args)


for make in (ValueError, Plain, io.StringIO):
    for name in ("__class__", "__cause__", "__x__"):
        state = {name: None}
        for duplicate in (copy.copy, copy.deepcopy):
            refused(duplicate, Taken(make, (), ("", "\n", 0, state) if make is io.StringIO else state))
            if make is Plain:
                refused(duplicate, Taken(make, (), (None, state)))
plain = functools.update_wrapper(Plain(), refused)
assert copy.copy(plain).__name__ == copy.deepcopy(plain).__name__ == "refused"
noted = ValueError("v")
noted.add_note("n")
assert copy.copy(noted).args == ("v",)


class Sly(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class Catch:
    def __setattr__(self, name, value):
        raise AssertionError(name)


refused(functools.update_wrapper, Catch(), Plain, (Sly("__subclasses__"),), ())
refused(functools.update_wrapper, Plain(), Plain(), ("__class__",), ())
# ---
# Where frames are not shown, tracebacks lead to none of them.
import threading, traceback
got = []
threading.excepthook = got.append


def divide(x):
    return 1 / x


thread = threading.Thread(target=divide, args=(0,))
thread.start()
thread.join()
tb = got[0].exc_traceback
try:
    tb.tb_frame
except AttributeError as e:
    assert str(e) == "'traceback' object has no attribute 'tb_frame'"
else:
    raise AssertionError
places = [place for place, line in traceback.walk_tb(tb)]
assert places[-1].f_code.co_name == "divide" and places[-1].f_locals == {}
assert not any(hasattr(p, n) for p in places for n in ("f_back", "f_globals", "f_builtins", "clear"))
assert list(traceback.walk_stack(None)) == []
assert traceback.StackSummary.extract(traceback.walk_tb(tb))[-1].name == "divide"
try:
    divide(0)
except ZeroDivisionError as e:
    stack = traceback.TracebackException.from_exception(e, capture_locals=True).stack
assert stack[-1].name == "divide" and stack[0].locals["divide"] == repr(divide)
places = []
traceback.StackSummary._extract = classmethod(lambda cls, frames, *rest: places.extend(f for f, at in frames) or cls())
traceback.extract_tb(tb)
assert places and not any(hasattr(p, "f_globals") for p in places)
