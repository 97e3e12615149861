# Each part prints the traceback that the traceback of a whole program shows;
# the last one is not caught.
def f(x):
    return x + y1 / 0
def g(a):
    d = {}
    return d['k'][3] + f(a)
y1 = 3
def rec(n):
    return rec(n + 1)
class A:
    def foo(self): return self.bra
    bar = 1
def h():
    try:
        A().foo()
    finally:
        raise KeyError('k')
def cause():
    try:
        f(2)
    except ZeroDivisionError as e:
        e.add_note("a note\nin two lines")
        raise ValueError("x") from e
def again():
    try:
        g(1)
    except KeyError as e:
        raise e
def bare():
    try:
        [1, 2][5]
    except IndexError:
        raise
def group():
    raise ExceptionGroup("eg", [ValueError(1), TypeError(2), ExceptionGroup("in", [KeyError(3), OSError(2, "no", "file")])])
def star():
    try:
        group()
    except* ValueError as e:
        print(repr(e))
    except* KeyError as e:
        print(repr(e), repr(e.exceptions[0]))
    except* TypeError as e:
        print(repr(e))
        raise
def newgroup():
    try:
        group()
    except* ValueError:
        raise RuntimeError("r")
    except* TypeError as e:
        raise LookupError("l") from e
def multi():
    return (1 +
            2 +
            A().bar.upper(
                1
            ))
def gen():
    yield 1
    yield 1 / 0
def usegen():
    for x in gen():
        pass
def comp():
    return [i / (i - 2) for i in range(5)]
def call_native():
    return sorted([3, 1], key=lambda v: v.nope)
def deep(n):
    if n == 0:
        raise ValueError("deep")
    deep(n - 1)
def sub():
    return {"ä": {"b": None}}["ä"]["b"]["c"]
def ops():
    a, b = 1, "é"
    return a * 2 + (b - 1)
def wide():
    名前 = 1
    return 名前 + undefined_thing
def attr():
    return A().barr
def imp():
    import no_such_module_x
class MyErr(Exception):
    pass
def mine():
    raise MyErr
def multiline_msg():
    raise ValueError("line one\nline two")
def badstr():
    class B(Exception):
        def __str__(self): return 1 / 0
    raise B()
def suppressed():
    try:
        1 / 0
    except ZeroDivisionError:
        raise KeyError("only") from None
def context3():
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            [][1]
    except IndexError:
        {}["z"]
def with_exit():
    class C:
        def __enter__(self): return self
        def __exit__(self, *a): raise KeyError("in exit")
    with C():
        raise ValueError("body")
def final():
    import_later = group
    try:
        try:
            import_later()
        except* (ValueError, TypeError):
            cause()
    finally:
        [f for f in (cause, bare)]
for t in (g, f):
    try:
        t(1)
    except Exception as e:
        print(type(e).__name__, e)
try:
    star()
except ExceptionGroup as e:
    print(e, e.exceptions)
try:
    newgroup()
except ExceptionGroup as e:
    print(e, [repr(x) for x in e.exceptions])
def collect(fn, *args):
    try:
        fn(*args)
    except BaseException as e:
        return e
raise ExceptionGroup("all", [collect(rec, 0), collect(deep, 10)] + [collect(fn) for fn in (
    h, cause, again, bare, multi, usegen, comp, call_native, sub, ops, wide)])
