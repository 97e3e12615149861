package compile_test

import (
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/compile"
)

// operationCases are programs with the number of operations that smolagents
// 1.26 counts for them, and the repr of their result.
var operationCases = []struct {
	want   int64
	result string
	src    string
}{
	{8, `3`, `x = 1
y = x + 2
y`},
	{207, `4950`, `s = 0
for i in range(100):
    s += i
s`},
	{807, `2400`, `s = 0
for i in range(100):
    if i % 2 == 0:
        s += i
    else:
        s -= 1
s`},
	{4650, `144`, `def fib(n):
    if n < 2:
        return n
    return fib(n-1) + fib(n-2)
fib(12)`},
	{690, `80`, `i = 0
while i < 50:
    i += 1
    if i % 3 == 0:
        continue
    if i > 40:
        break
    x = i * 2
x`},
	{305, `[0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72, 78, 84, 90, 96]`, `[x*2 for x in range(50) if x % 3 == 0]`},
	{372, `{'a': 20, 'b': 10, 'c': 10}`, `d = {}
for w in ['a','b','a','c']*10:
    d[w] = d.get(w, 0) + 1
d`},
	{7085, `[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]`, `l = [3,1,2]*10
n = len(l)
for i in range(n):
    for j in range(0, n-i-1):
        if l[j] > l[j+1]:
            l[j], l[j+1] = l[j+1], l[j]
l`},
	{1738, `[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]`, `def is_prime(n):
    if n < 2:
        return False
    for i in range(2, int(n ** 0.5) + 1):
        if n % i == 0:
            return False
    return True
[p for p in range(60) if is_prime(p)]`},
	{196, `120`, `class A:
    def __init__(self, x):
        self.x = x
    def get(self, k=2):
        return self.x * k
a = A(3)
t = 0
for i in range(20):
    t += a.get()
t`},
	{57, `'HELLO:5, WORLD:5, FOO:3, BAR:3'`, `text = 'hello world foo bar'
words = text.split()
out = []
for w in words:
    out.append(f'{w.upper()}:{len(w)}')
', '.join(out)`},
	{11, `-1`, `try:
    x = 1 / 0
except ZeroDivisionError as e:
    x = -1
x`},
	{108, `100`, `m = [[i*j for j in range(5)] for i in range(5)]
sum([sum(r) for r in m])`},
	{69, `285`, `f = lambda a: a ** 2
r = 0
for i in range(10):
    r += f(i)
r`},
	{24, `True`, `a = 5
b = 10
c = a if a > b else b
d = a > 3 and b < 5 or c == 10
d`},
	{161, `[(6, 36), (5, 25), (4, 16)]`, `s = {x % 7 for x in range(30)}
d = {k: k**2 for k in s}
sorted(d.items(), key=lambda kv: -kv[1])[:3]`},
	{1757, `111`, `n = 27
steps = 0
while n != 1:
    if n % 2 == 0:
        n = n // 2
    else:
        n = 3 * n + 1
    steps += 1
steps`},
	{773, `91`, `def gcd(a, b):
    while b:
        a, b = b, a % b
    return a
g = 0
for i in range(1, 30):
    g += gcd(i, 12)
g`},
	{152, `271`, `data = [{'n': i, 'v': i*i} for i in range(10)]
total = sum(d['v'] for d in data if d['n'] > 3)
assert total > 0, 'no'
total`},
	{3937, `[(3, 4, 5), (5, 12, 13), (6, 8, 10), (8, 15, 17), (9, 12, 15)]`, `r = []
for a in range(1, 20):
    for b in range(a, 20):
        c2 = a*a + b*b
        c = int(c2 ** 0.5)
        if c * c == c2 and c < 20:
            r.append((a, b, c))
r`},
	{365, `['d', 'd', 'd', 'd', 'd', 'd', 'c', 'c', 'c', 'c', 'c', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a']`, `def f(x):
    if x > 10:
        if x > 20:
            return 'a'
        return 'b'
    elif x > 5:
        return 'c'
    return 'd'
[f(i) for i in range(30)]`},
	{439, `(6, 7)`, `def g():
    for i in range(10):
        for j in range(10):
            if i * j == 42:
                return i, j
    return None
g()`},
	{35, `{'k': 5, 'l': (1, 2)}`, `a = [1, 2, 3]
a[0] += 5
a[1:] = [9]
b = {'k': a[0], 'l': (1, 2)}
b['k'] -= 1
b`},
	{20, `1`, `x = 3
while x:
    x -= 1
    if x == 1:
        break
x`},
	{243, `12`, `out = []
for i in range(5):
    for j in range(5):
        if j == 3:
            break
        if i == j:
            continue
        out.append((i, j))
len(out)`},
}

// TestOperations runs programs and compares the number of operations charged
// with the reference's.
func TestOperations(t *testing.T) {
	exact := 0
	for _, c := range operationCases {
		vm, v, _ := runSource(t, c.src, compile.Options{CaptureResult: true})
		got := vm.Operations()
		if got == c.want {
			exact++
		}
		if off := float64(got)/float64(c.want) - 1; off < -0.05 || off > 0.25 {
			t.Errorf("%d operations, the reference counts %d (%+.0f %%):\n%s", got, c.want, 100*off, c.src)
		}
		if text, err := vm.Repr(v); err != nil || text != c.result {
			t.Errorf("result is %s (error %v), want %s:\n%s", text, err, c.result, c.src)
		}
	}
	if exact < len(operationCases)*3/4 {
		t.Errorf("only %d of %d counts are exact", exact, len(operationCases))
	}
}
