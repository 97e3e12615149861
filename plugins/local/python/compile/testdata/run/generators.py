def g1():
    x = yield 1
    print('got', x)
    y = yield x
    return y
g = g1(); print(next(g), g.send('a'))
try: g.send('b')
except StopIteration as e: print('ret', e.value)
def g2():
    r = yield from g1()
    print('r', r)
    yield from [10, 20]
    return 'end'
g = g2(); print(next(g), g.send('x'), g.send('y'), next(g))
try: next(g)
except StopIteration as e: print(e.value)
def g3():
    try: yield 1
    except ValueError as e: print('caught', e); yield 'v'
    finally: print('fin')
def g4(): yield from g3()
g = g4(); next(g); print(g.throw(ValueError('zz'))); print(list(g))
g = g4(); next(g); g.close()
def g5():
    try:
        while True:
            x = yield
            print('x', x)
    except GeneratorExit: print('exit')
g = g5(); next(g); g.send(1); g.close()
def g6(n):
    for i in range(n):
        if i % 2: yield i
        else: yield -i
print(list(g6(5)), sum(g6(4)), [*g6(3)], {**{str(k): k for k in g6(3)}})
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
print([x for x, _ in zip(fib(), range(10))])
def g7(): yield (yield (yield 1))
g = g7(); print(next(g), g.send(2), g.send(3))
def g8():
    l = [(yield 1), (yield 2)]
    d = {(yield 3): (yield 4)}
    print(f'{(yield 5)}', l, d)
    return (yield 6) + (yield 7)
g = g8(); v = next(g)
try:
    while True: v = g.send(v * 10)
except StopIteration as e: print(e.value)
print(list(x * y for x in range(3) for y in range(x)), list((x for x in [1, 2])))
def g9():
    raise StopIteration
    yield
try: next(g9())
except RuntimeError as e: print(e, repr(e.__cause__))
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)
print(list(tree(3)))
class Sleep:
    def __await__(self):
        yield 'tick'
class Loop:
    """An event loop that runs one coroutine and wakes it at once."""
    ticks = 0
    def run(self, co):
        try:
            while True:
                assert co.send(None) == 'tick'
                self.ticks += 1
        except StopIteration as e:
            return e.value
loop = Loop()
class AIter:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        if not self.n: raise StopAsyncIteration
        self.n -= 1
        await Sleep()
        return self.n
class ACM:
    def __init__(self, sup=False): self.sup = sup
    async def __aenter__(self): print('aenter'); await Sleep(); return 'acm'
    async def __aexit__(self, *a): print('aexit', a[0]); await Sleep(); return self.sup
async def agen(n):
    for i in range(n):
        await Sleep()
        r = yield i
    try: yield 'last'
    finally: print('agen fin')
async def co(x):
    await Sleep()
    return x * 2
async def main():
    print(await co(1), await co(await co(2)))
    async for i in AIter(3):
        if i == 1: continue
        print(i)
    else: print('aelse')
    async for i in AIter(3): break
    else: print('no')
    async with ACM() as a, ACM() as b: print(a, b)
    async with ACM(True): raise ValueError
    try:
        async with ACM(): raise KeyError
    except KeyError: print('KE')
    print([i async for i in AIter(3)], {i async for i in AIter(2)}, {i: await co(i) async for i in AIter(2)}, [await co(i) for i in range(3)], [i async for i in agen(3) if i])
    print([x for y in [1, 2] for x in [await co(y)]], [[i async for i in AIter(2)] for _ in range(2)])
    g = (await co(i) for i in range(3))
    print([x async for x in g])
    async def inner():
        async with ACM(): return 'from with'
    print(await inner())
    async for x in agen(2): print('ag', x)
    async for i in AIter(5):
        async for j in AIter(2):
            if j == 0: break
        else: print('inner else')
        if i == 3: break
    try: await 5
    except TypeError as e: print(e)
    try:
        async with 5: pass
    except TypeError as e: print(e)
    lam = lambda: [co(i) for i in range(2)]
    for c in lam(): print(await c)
    return 'main done'
print(loop.run(main()))
async def raises():
    try:
        async for i in AIter(2):
            raise ValueError(i)
    except ValueError as e: return e.args
print(loop.run(raises()))
async def agen2():
    try:
        x = yield 1
        print('sent', x)
        yield 2
    except ValueError: yield 'caught'
async def use():
    a = agen2()
    print(await a.asend(None), await a.asend('hi'))
    a = agen2(); await a.asend(None); print(await a.athrow(ValueError))
    await a.aclose()
loop.run(use())
def clos():
    fs = []
    def gen():
        for i in range(3):
            fs.append(lambda: i)
            yield i
    return list(gen()), [f() for f in fs]
print(clos())
print(loop.ticks)
