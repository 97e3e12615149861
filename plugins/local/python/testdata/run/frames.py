# frames that guest code can see, and what is thrown into generators
import sys
import types
import inspect
import warnings

warnings.simplefilter("ignore")


def show(f, *a):
    try:
        print("ok", f(*a))
    except BaseException as e:
        print(type(e).__name__, e, repr(e.__cause__), repr(e.__context__))


def outer(x):
    y = x + 1
    return inner(y)


def inner(z):
    f = sys._getframe()
    print(f.f_code.co_name, f.f_locals["z"], f.f_lineno - f.f_code.co_firstlineno)
    print(f.f_back.f_code.co_name, sorted(f.f_back.f_locals.items()))
    print(f.f_back.f_back.f_code.co_name)
    print(sys._getframe(1) is f.f_back, inspect.currentframe() is f)
    return f


kept = outer(1)
print(kept.f_code.co_name, kept.f_locals["z"], kept.f_back.f_code.co_name)
show(kept.clear)
print(kept.f_locals)
show(sys._getframe, 100)
show(sys._getframe().clear)


def counter():
    n = 0
    while True:
        got = yield n
        n += 1


g = counter()
print(g.gi_frame.f_locals, g.gi_suspended, g.gi_running)
next(g)
g.send("x")
print(g.gi_frame.f_locals, g.gi_suspended, g.gi_frame.f_back, g.gi_code.co_name)
g.close()
print(g.gi_frame, g.gi_suspended)


def delegating(of):
    return (yield from of)


g = delegating(iter([1, 2]))
print(g.gi_yieldfrom)
next(g)
print(type(g.gi_yieldfrom).__name__)


class Bad(Exception):
    def __new__(cls, *a):
        return cls


def waiting():
    try:
        yield
    except TypeError as e:
        print("thrown in:", e)


g = waiting()
next(g)
show(g.throw, Bad)
g = waiting()
next(g)
show(g.throw, 3)
show(g.throw, ValueError(1), 2)
show(g.throw, ValueError, 1, 2)


def handling():
    try:
        raise KeyError("a")
    except KeyError:
        yield from plain()


def plain():
    yield


for thrown in (ValueError, OSError("x")):
    g = handling()
    next(g)
    show(g.throw, thrown)


def same():
    try:
        yield
    except ValueError:
        yield sys.exception()
        yield sys.exception()
        raise


g = same()
next(g)
try:
    raise ValueError("v")
except ValueError as e:
    print(repr(g.throw(e)))
print(repr(next(g)))
show(next, g)


class Through:
    """An iterator that shows what is thrown into it."""

    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, *args):
        print("throw", args)
        raise StopIteration("end")


g = delegating(Through())
next(g)
show(g.throw, ZeroDivisionError)


@types.coroutine
def awaitable():
    return (yield "tick")


async def main():
    return await awaitable()


c = main()
print(c.cr_await, c.cr_suspended, c.send(None), type(c.cr_await).__name__, c.cr_suspended)
show(c.send, 5)
show(c.throw, ValueError("late"))
show(c.send, None)
c.close()
print(c.cr_frame, c.cr_await, inspect.isawaitable(awaitable()))


async def agen():
    try:
        yield 1
    finally:
        await awaitable()


a = agen()
print(a.ag_running, a.ag_await, a.ag_frame.f_code is a.ag_code)
show(a.asend(None).send, None)
step = a.aclose()
print(step.send(None), a.ag_running, type(a.ag_await).__name__)
show(a.asend(1).send, None)
show(step.send, None)
show(step.send, None)
show(a.asend(None).send, None)
show(a.aclose().send, None)
show(a.athrow(ValueError).send, None)


def fails(n):
    if n:
        return fails(n - 1)
    return 1 / n


try:
    fails(2)
except ZeroDivisionError as e:
    tb = e.__traceback__
    while tb:
        print(tb.tb_frame.f_code.co_name, tb.tb_lineno == tb.tb_frame.f_lineno)
        tb = tb.tb_next
    made = types.TracebackType(None, e.__traceback__.tb_frame, 0, 7)
    print(made.tb_lineno, made.tb_next)
    made.tb_next = e.__traceback__
    show(setattr, e.__traceback__, "tb_next", made)


def caught():
    try:
        fails(0)
    except ZeroDivisionError as e:
        tb = e.__traceback__
        print(tb.tb_frame is sys._getframe(), tb.tb_next.tb_frame is tb.tb_frame)
        show(tb.tb_frame.clear)
        show(tb.tb_next.tb_frame.clear)


caught()
