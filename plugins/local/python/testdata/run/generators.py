# exceptions & generators details
def show(f, *a):
    try:
        r = f(*a)
        print("ok", r)
    except BaseException as e:
        print(type(e).__name__, e, repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
class A: pass
def f():
    with A(): pass
show(f)
class B:
    def __enter__(s): pass
def f():
    with B(): pass
show(f)
async def g():
    await 3
def drive(c):
    while True:
        try: c.send(None)
        except StopIteration as e: return e.value
show(drive, g())
class D:
    def __enter__(s): pass
    def __exit__(s,*a): pass
async def g():
    async with D(): pass
show(drive, g())
async def g():
    async for x in [1]: pass
show(drive, g())
class E2:
    def __aiter__(s): return 1
async def g():
    async for x in E2(): pass
show(drive, g())
class E2:
    def __aiter__(s): return s
    def __anext__(s): return 1
show(drive, g())
class E3:
    async def __aenter__(s): pass
    def __aexit__(s,*a): return 1
async def g():
    async with E3(): pass
show(drive, g())
class W:
    def __await__(s): return 1
async def g(): await W()
show(drive, g())
def f():
    try: 1/0
    except int: pass
show(f)
def f(): raise 1
show(f)
def f(): raise ValueError from 1
show(f)
def f(): raise
show(f)
def gen():
    yield 1
def f():
    g=gen(); g.send(1)
show(f)
def gg():
    yield g2.send(None)
def f():
    global g2
    g2=gg(); next(g2)
show(f)
def gen():
    raise StopIteration(3)
    yield
show(lambda: next(gen()))
async def co(): return 5
def f():
    c=co(); c.send(None)
show(f)
def f():
    c=co()
    try: c.send(None)
    except StopIteration as e: print(e.value)
    c.send(None)
show(f)
def gen():
    try: yield 1
    except GeneratorExit: yield 2
def f():
    g=gen(); next(g); g.close()
show(f)
def f():
    g=gen(); g.throw(1)
show(f)
def f():
    for x in co(): pass
show(f)
def gen():
    yield from co()
show(lambda: next(gen()))
async def ag():
    yield 1
    raise StopAsyncIteration
async def g():
    async for x in ag(): print(x)
show(drive, g())
async def ag():
    yield 1
    raise StopIteration
show(drive, g())
async def ag():
    try:
        yield 1
    except GeneratorExit: yield 2
async def g():
    a=ag(); await a.__anext__(); await a.aclose()
show(drive, g())
async def g():
    a=ag(); await a.asend(4)
show(drive, g())
async def agen():
    x = yield 1
    print("sent", x)
    try:
        y = yield 2
    except ValueError as e:
        print("caught", e)
        yield 3
async def g():
    a = agen()
    print(await a.__anext__())
    print(await a.asend("hey"))
    print(await a.athrow(ValueError("v")))
    try:
        await a.__anext__()
    except StopAsyncIteration: print("end")
    print([x async for x in agen2()], {x: 1 async for x in agen2() if x})
    print(await anext(agen2()), await anext(agen3(), "dflt"))
async def agen2():
    for i in range(3): yield i
async def agen3():
    return
    yield
show(drive, g())
# delegation
def inner():
    try:
        x = yield 1
        print("x", x)
        y = yield 2
    except ValueError as e:
        print("inner caught", e)
        yield "recovered"
    finally:
        print("inner fin")
    return "ret"
def outer():
    try:
        r = yield from inner()
        print("r", r)
    except KeyError as e:
        print("outer", e)
        yield "o"
g = outer()
print(next(g), g.send("a"), g.throw(ValueError("z")))
show(next, g)
g = outer(); next(g); print(g.throw(KeyError("k")))
g = outer(); next(g); g.close()
class It:
    def __init__(self): self.n=0
    def __iter__(self): return self
    def __next__(self):
        self.n+=1
        if self.n>2: raise StopIteration("val")
        return self.n
    def throw(self, e): print("It.throw", e); raise StopIteration("thrown")
    def close(self): print("It.close")
def d():
    r = yield from It()
    print("got", r)
print(list(d()))
g=d(); next(g); show(g.throw, ValueError(3))
g=d(); next(g); g.close()
# context
def f():
    try:
        1/0
    except ZeroDivisionError:
        try:
            raise KeyError(1)
        except KeyError:
            raise ValueError(2)
show(f)
def f():
    try:
        raise ValueError(1)
    except ValueError as e:
        raise e
show(f)
def f():
    try:
        raise ValueError(1)
    finally:
        [][1]
show(f)
def gen():
    try:
        yield 1
    except Exception as e:
        yield ("c", repr(e), repr(e.__context__))
        raise
def f():
    g = gen(); next(g)
    try:
        1/0
    except ZeroDivisionError:
        print(g.throw(KeyError("q")))
    show(next, g)
f()
