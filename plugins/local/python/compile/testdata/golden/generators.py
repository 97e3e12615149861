def f(a):
    x = yield a
    yield
    y = yield from f(x)
    return y
async def g(a):
    async for i in a:
        yield await i
    else:
        print(a)
    return
async def h(a):
    return [x async for x in a if await x]
