x = 5
print(x + (x := 7), x)
def f():
    x = 5
    a = x + (x := 7)
    b = (x, x := 3, x)
    c = [x, (x := 9), x]
    d = x < (x := 100) < x
    e = {x: (x := 1), x: 2}
    i = 1
    l = [0,1,2,3]
    l[i] = (i := 2)
    l2 = l[i:(i := 3)]
    return a, b, c, d, e, l, l2, x, i
print(f())
def g(*a, **k): return a, k
def h():
    i = 1
    r = g(i, (i := 2), i, k=i, z=(i := 5), w=i)
    return r, i
print(h())
def swap():
    a, b, c = 1, 2, 3
    a, b = b, a
    a, b, c = c, a, b
    i, l = 0, [10, 20, 30]
    i, l[i] = 2, 99
    l[i], i = i, 7
    (a, b), c = (b, a), (a, b)
    [p, q] = q2, p2 = b, a
    return a, b, c, i, l, p, q, q2, p2
print(swap())
def chain(a, b, c, log=[]):
    def t(v): log.append(v); return v
    r = t(a) < t(b) < t(c)
    r2 = not (t(a) < t(b) <= t(c))
    if t(a) < t(b) < t(c): r3 = 'y'
    else: r3 = 'n'
    if not t(a) < t(b) < t(c): r4 = 'y'
    else: r4 = 'n'
    l = list(log); log.clear()
    return r, r2, r3, r4, l
for a in range(3):
    for b in range(3):
        for c in range(3): print(chain(a, b, c))
def boolops(a, b, c):
    out = [a and b, a or b, a and b or c, (a or b) and c, not a, not (a and b), a if b else c, (a and b) if c else (b or a)]
    if a and b: out.append(1)
    if a or b: out.append(2)
    if a and b or c: out.append(3)
    if (a or b) and c: out.append(4)
    if not (a and (b or not c)): out.append(5)
    if (a if b else c): out.append(6)
    while a and not b: out.append(7); break
    x = a
    x = x or b
    y = x and x and c
    out += [x, y]
    return out
for a in (0, 'a', []):
    for b in (1, '', None):
        for c in (0.0, [1]): print(boolops(a, b, c))
print([1, 2, 3][-1], [1, 2, 3][1:], [1,2,3][::2], 'abc'[1], {1: 2}[1])
def aug():
    x = 1; x += 2; x -= 1; x *= 5; x //= 3; x **= 3; x %= 7; x <<= 3; x >>= 1; x |= 9; x &= 13; x ^= 2; y = 3; y /= 2
    l = [1, 2]; m = l; l += [3]; l *= 2
    class O: pass
    o = O(); o.a = 1; o.a += 5; o.l = []; o.l += [1]
    d = {}; d['k'] = 1; d['k'] += 1; l[0] += 10; l[1:3] += [7, 8]; i = 0; l[i] += (i := 3)
    s = 'a'; s += 'b'; s *= 3
    return x, y, l, m, o.a, o.l, d, s, i
print(aug())
print(1 if x else 2, -1, +1, ~1, not 1, 2 ** 3, -2 ** 2, 7 // -2, -7 % 3, 1_000 * 1000, 'a' 'b', b'x', 1j * 2, 3 - 1j, ..., 10**20, -10**20, 0x7fffffff + 1, 1 << 40, 5 / 2, (1, (2, 'x', None)), 0.0, -0.0, 1e400)
print(x in [1, 7], x in {1, 7}, x not in (1, 2), 'a' in 'abc', x is None, x is not None, None is None, [] == [], x != 7)
def unpack():
    a, *b = [1, 2, 3]; *c, d = 'xyz'; e, *f, g = range(5); (h, (i, *j)), k = (1, (2, 3, 4)), 5
    [l, m] = (1, 2)
    for n, (o, p) in [(1, (2, 3))]: pass
    q = r = s = [0]
    (t) = 3
    (u,) = [9]
    return a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q is r is s, t, u
print(unpack())
print((*range(3), 5, *'ab'), [*[1], 2], {*[1, 1], 2}, {**{'a': 1}, 'b': 2, **{'a': 3}})
print(g(*[1, 2], 3, *(4,), a=1, **{'b': 2}, c=3, **{'d': 4}))
print(g(*range(30)), g(**{chr(97 + i): i for i in range(26)}))
print(f'{x}', f'{x!r:>5}', f'a{x}b{x:{x}}c', f'{{}}', f'', f'{"n"!s}{1:>{2}}', f'{x=}', f'{x + 1 = :>4}')
if __debug__: print('debug')
if 0: print('never')
while 0: print('never')
for i in range(3):
    if i == 1: continue
    print(i)
else: print('else')
for i in range(3):
    if i == 1: break
else: print('never')
i = 0
while i < 5:
    i += 1
    if i == 2: continue
    if i == 4: break
    print('w', i)
else: print('never')
while i < 6: i += 1
else: print('welse')
del i
try: i
except NameError as e: print(e)
def unbound():
    try: print(zz)
    except UnboundLocalError as e: print(e)
    zz = 1
    del zz
    try: zz
    except UnboundLocalError as e: print(e)
    try: del zz
    except UnboundLocalError as e: print(e)
    for k in []: pass
    try: k
    except UnboundLocalError as e: print(e)
    if zz if not chain else 0: w = 1
    try: w
    except UnboundLocalError as e: print(e)
    while True:
        v = 1
        break
    print(v)
    for _ in range(2):
        try: print(u)
        except UnboundLocalError as e: print(e)
        u = 1
        if _ == 1: del u
    try: u
    except UnboundLocalError as e: print(e)
    u = 5
    try:
        del u
        1/0
    except ZeroDivisionError:
        try: u
        except UnboundLocalError as e: print(e)
unbound()
lst = [0, 1, 2, 3, 4]
lst[1:3] = 'xyz'
del lst[0], lst[-1:]
print(lst)
class C: a = 1
del C.a
print(hasattr(C, 'a'))
(lambda: print('lambda'))()
print((lambda a, b=2, *c, d=4, **e: (a, b, c, d, e))(1, 3, 5, d=6, z=7))
print(*map(lambda x: x * 2, [1, 2]), sep='-')
def deco(n):
    print('deco', n)
    def inner(f):
        print('apply', n, f.__name__)
        return f
    return inner
@deco(1)
@deco(2)
def decorated(a: int = 1, *, b: 'str' = 2) -> None: "doc"
print(decorated.__annotations__, decorated.__doc__, decorated.__kwdefaults__, decorated.__defaults__)
def posonly(a, b, /, c, *, d): return a, b, c, d
print(posonly(1, 2, c=3, d=4))
try: posonly(a=1, b=2, c=3, d=4)
except TypeError: print('TypeError')
assert x, 'no'
try: assert not x, 'msg'
except AssertionError as e: print('assert', e)
try: assert not x
except AssertionError as e: print('assert', repr(e))
print([(a, b) for a in range(3) if a for b in range(a) if b or a > 1], sorted({a for a in 'aab'}), {a: b for a, b in zip('ab', 'cd')}, list(a for a in range(3)))
x: int = 3
y: str
print(__annotations__, x)
print(1 < 2 < 3 != 4 > 0 in [0], 1 < 3 < 2)
def nested_expr(a): return [[[[a, [a + 1, (a, {a: [a]})]]]]]
print(nested_expr(2))
print([1,2,3,4,5], [1.5, 'a', None, True], (1,) + (2,), [x, 1, 2])
big = [x, x+1, x+2, x+3, x+4, x+5, x+6, x+7, x+8, x+9, x+10, x+11, x+12, x+13, x+14, x+15, x+16, x+17, x+18, x+19, x+20, x+21, x+22, x+23, x+24, x+25, x+26, x+27, x+28, x+29]
print(big, (*big, x), {x, *big}, {x: 1, x+1: 1, x+2: 1, x+3: 1, x+4: 1, x+5: 1, x+6: 1, x+7: 1, x+8: 1, x+9: 1, x+10: 1, x+11: 1, x+12: 1, x+13: 1, x+14: 1})
print(f'{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}{x}a{x}b')
