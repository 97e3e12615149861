def t(n):
    out = []
    try:
        out.append("try")
        if n == 1: raise ValueError("v")
        if n == 2: return out
        if n == 3: raise KeyError("k")
    except ValueError as e:
        out.append(str(e))
    else:
        out.append("else")
    finally:
        out.append("fin")
    return out
for i in range(3): print(t(i))
try: t(3)
except KeyError as e: print(repr(e))
def loops():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            yield i
        finally:
            yield f"f{i}"
    else:
        yield "else"
print(list(loops()))
def nested():
    try:
        try:
            1 / 0
        finally:
            raise KeyError("x")
    except KeyError as e:
        return repr(e.__context__)
print(nested())
def ret_in_finally():
    try: raise ValueError
    finally: return "swallowed"
print(ret_in_finally())
for x in []: pass
else: print("empty else")
while False: pass
else: print("while else")
i = 0
while True:
    i += 1
    if i > 3: break
else: print("never")
a, *b, c = range(5); print(a, b, c)
(a, [b, *c]), d = (1, "xyz"), 4; print(a, b, c, d)
*a, = "ab"; print(a)
x = y = [1]; x.append(2); print(y)
x: int = 3; print(x, __annotations__)
if (n := 5) > 3: print(n)
print([y := 1, y ** 2], [last := v for v in range(3)], last)
l = [1, 2, 3]; l[1] += 5; l[0:2] = [9]; del l[0]; print(l)
d = {}; d['a'], d['b'] = 1, 2; print(d)
def errs():
    for src in ["a, b = 1, 2, 3", "a, b = 1,", "a, *b, c = 1,", "a, b = 5", "a, b = None", "for x in 5: pass", "[] + 1", "1 + ''", "'a' * 'b'", "[1][5]", "[1]['a']", "{}[1]", "(1)[0]", "None.x", "1 < 'a'", "-[]", "~1.5", "len(5)", "del undefined_name", "undefined_name", "x = [1]; x[3] = 1", "x = (1,); x[0] = 1", "del (1,)[0]", "5()", "'abc'.foo", "int('x')", "1 / 0", "1 // 0", "1 % 0", "1.0 / 0", "2 ** -1 / 0", "{[]: 1}", "{1, []}", "1 in 5", "lambda: (yield)", "assert False", "assert 0, 'msg'", "raise ValueError", "raise ValueError('a', 'b')", "import nonexistent_mod", "x = 1; x.y = 2", "int.foo = 1", "f'{1:zz}'", "'%d' % 'a'", "'{}'.format()", "[].remove(1)", "[].pop()", "{}.popitem()", "set().pop()", "''.index('a')", "next(iter([]))", "chr(-1)", "ord('ab')", "float('x')", "complex('x')", "bytes(-1)", "range(1, 2, 0)", "max([])", "sorted([1, 'a'])", "sum(['a'])", "isinstance(1, 5)", "type('A', (int, str), {})", "class A(5): pass", "class A(bool): pass", "object().x = 1", "print(a_b)", "a = 1; a += 'x'", "a = []; a += 5", "a = 'x'; a -= 1", "a = {}; a |= 5", "a = 1; a @= 2", "2 ** 'a'", "1 << -1", "divmod(1, 0)", "pow(2, -1, 4)", "pow(1, 2, 0)", "not_defined()", "[].x", "(lambda: x_undefined)()", "super().x", "exec('1 +')"]:
        try: exec(src, {})
        except BaseException as e: print(src, "->", type(e).__name__ + ":", e)
        else: print(src, "-> fine")
errs()
def scope():
    x = 1
    def g():
        print(x)
        del y
    y = 2
    try: g()
    except UnboundLocalError as e: print(e)
    def h():
        try: print(z)
        except NameError as e: print(e)
    h()
    z = 1
    del x
    try: x
    except UnboundLocalError as e: print(e)
    try: g()
    except NameError as e: print(e)
scope()
x = 10
class K:
    x = x + 1
    y = [x for _ in range(2)]
    def f(self): return x
    z = (lambda: x)()
print(K.x, K.y, K().f(), K.z)
def gl():
    global newg
    newg = 5
gl(); print(newg)
print(f"{x!r:>5}|{x:05d}|{'a' 'b'}|{x=}|{3.14159:.2f}|{'n': ^5}|{x:{x}}")
print(not 1, 1 and 2, 0 or 'x', 1 if 0 else 2, 1 < 2 < 3, 1 < 3 < 2, 3 is 3, None is not None, 1 in [1], 2 not in (2,))
print([i for i in range(10) if i % 2 if i > 3], {k: v for k, v in zip('ab', [1, 2])}, {i % 3 for i in range(9)} == {0, 1, 2}, sum(i for i in range(5)), [[j for j in range(i)] for i in range(3)])
def m(v):
    match v:
        case 0: return "zero"
        case int(n) if n < 0: return "neg"
        case [x, y]: return f"pair {x} {y}"
        case [1, *rest]: return f"one {rest}"
        case {"a": a, **r}: return f"map {a} {r}"
        case str() as s: return "str " + s
        case (float() | complex()) as z: return f"num {z}"
        case None | True: return "nt"
        case P(x=1, y=yy): return f"P {yy}"
        case P(a, b): return f"P2 {a} {b}"
        case _: return "other"
class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
for v in [0, -5, [1, 2], (1, 2, 3), {"a": 1, "b": 2}, "hi", 1.5, None, True, P(1, 2), P(3, 4), 7, {"z": 1}, [], b"x", range(2)]: print(m(v))
with 5 as f: pass
