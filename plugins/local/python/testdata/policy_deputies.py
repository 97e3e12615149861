# import: functools, string, typing, contextlib, traceback
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
