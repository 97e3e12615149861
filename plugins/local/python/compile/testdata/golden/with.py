def f(a):
    with a as b, a.c:
        return b
async def g(a):
    async with a as b:
        await b
