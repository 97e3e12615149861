# allow-dunder: __defaults__, __class__, __repr__
# allow-function: exec, eval, compile, locals
# What is larger than a frame's registers works as anything else does.
def define(source):
    space = {}
    exec(source, space)
    return space["f"]

def names(n):
    return ", ".join("a%d" % i for i in range(n))

for n in 179, 180, 181, 255, 256, 300, 1000:
    f = define("def f(%s): return a0, a%d, len(locals())" % (names(n), n - 1))
    assert f(*range(n)) == (0, n - 1, n)
    assert f(**{"a%d" % i: i for i in range(n)}) == (0, n - 1, n)
    try:
        f(*range(n + 1))
    except TypeError as e:
        assert str(e) == "f() takes %d positional arguments but %d were given" % (n, n + 1)
    else:
        assert False
    try:
        f(*range(n - 2))
    except TypeError as e:
        assert str(e) == "f() missing 2 required positional arguments: 'a%d' and 'a%d'" % (n - 2, n - 1)
    else:
        assert False
    f.__defaults__ = tuple(range(n))
    assert f(7, a1=8) == (7, n - 1, n)

f = define("def f(*, %s, **more): return a1, a299, more" % ", ".join("a%d=%d" % (i, i) for i in range(300)))
assert f() == (1, 299, {})
assert f(a1=3, b=2) == (3, 299, {"b": 2})

# Parameters that inner functions share, that are deleted, and of generators.
f = define("""def f(%s, *rest):
    def g():
        nonlocal a250
        a250 += 1
        return a0 + a250
    yield g()
    yield a250, locals()["a250"]
    del a3
    yield "a3" in locals(), "a4" in locals()
    try:
        a3
    except UnboundLocalError as e:
        yield str(e)
    yield rest
""" % names(300))
assert list(f(*range(302))) == [251, (251, 251), (False, True), "cannot access local variable 'a3' where it is not associated with a value", (300, 301)]

f = define("""class A:
    def f(self, %s):
        def g(): return self
        return super().__repr__() == object.__repr__(g()), __class__
def f(): return A().f(*range(300)), A
""" % names(300))
(same, found), A = f()
assert same and found is A

# Calls, displays, targets, comparisons, decorators, conditions.
def count(*args, **kwargs): return len(args) + len(kwargs)
assert eval("count(%s)" % ", ".join("count()" for i in range(1000))) == 1000
assert eval("count(%s)" % ", ".join("a%d=count()" % i for i in range(1000))) == 1000
for display in "[%s]", "(%s)", "{%s}":
    assert len(eval(display % ", ".join("count(*range(%d))" % i for i in range(300)))) == 300
assert len(eval("{%s}" % ", ".join("%d: count()" % i for i in range(3000)))) == 3000
exec("%s = range(1000)" % names(1000))
assert eval("a0, a999") == (0, 999)
for wrong, message in ((999, "not enough values to unpack (expected 1000, got 999)"), (1001, "too many values to unpack (expected 1000)")):
    for source in list(range(wrong)), iter(range(wrong)):
        try:
            exec("%s = source" % names(1000))
        except ValueError as e:
            assert str(e) == message
        else:
            assert False
assert eval(" <= ".join(str(i) for i in range(1000)))
assert eval("[x for x in (1,) if %s]" % " <= ".join(["x"] * 1000)) == [1]
assert not eval(" < ".join(["count(%d)" % i for i in range(20)]))
assert eval(" < ".join(["count(*[0] * %d)" % i for i in range(20)]))
exec("x = 0\n" + "def deco(n):\n    def d(f): return lambda: (n, f())\n    return d\n" + "".join("@deco(%d)\n" % i for i in range(100)) + "def g(): return ()")
x = eval("g()")
for i in range(100):
    assert x[0] == i
    x = x[1]
assert x == ()
exec("y = 400\nif y == 0: z = 0\n" + "".join("elif y == %d: z = %d\n" % (i, i) for i in range(1, 401)))
assert eval("z") == 400
f = define("def f():\n" + "".join("    a%d = %d\n" % (i, i) for i in range(1000)) + "    return locals()")
assert f() == {"a%d" % i: i for i in range(1000)}

# What CPython refuses too.
def refused(source):
    try:
        compile(source, "f", "exec")
    except Exception as e:
        return type(e).__name__, e.args[0]

nested = "".join("  " * i + "for x%d in (1,):\n" % i for i in range(21)) + "  " * 21 + "pass"
assert refused(nested) == ("SyntaxError", "too many statically nested blocks")
assert refused("(" * 201 + ")" * 201) == ("SyntaxError", "too many nested parentheses")
assert refused("".join(" " * i + "if 1:\n" for i in range(101)) + " " * 101 + "pass") == ("IndentationError", "too many levels of indentation")
