# coroutines that end in the await that made them, and some that others hold
import types

kept = []


@types.coroutine
def pause(x):
    return (yield x)


async def plain(n):
    a, b, c = n, n + 1, n + 2
    return a + b + c


async def many(a, b, c, d, e, f, g, h, i, j):
    x = await plain(a)
    y = await plain(b) + await plain(c)
    return x, y, j


async def pausing(n):
    got = await pause(n)
    return got, await plain(n)


async def nested(n):
    if n == 0:
        return await pausing(n)
    return n, await nested(n - 1)


def keeps():
    c = plain(5)
    kept.append(c)
    return c


async def held():
    x = await keeps()
    y = plain(1)
    z = await y
    kept.append(y)
    w = await (v := plain(2))
    kept.append(v)
    u = await (plain(3) if x else y)
    return x, z, w, u


async def closure(n):
    async def inner():
        return n
    return await inner(), [await inner() for _ in range(2)]


async def fails(n):
    raise ValueError(n)


async def main():
    out = [await plain(i) for i in range(100)]
    print(sum(out), await many(*range(10)), await held(), await closure(3))
    for i in range(3):
        try:
            await fails(i)
        except ValueError as e:
            print(e, await plain(i))
    for i in range(40):
        last = await nested(i % 4)
    return last


def drive(c):
    sent = None
    while True:
        try:
            sent = c.send(sent)
        except StopIteration as e:
            return e.value


print(drive(main()))
for c in kept:
    try:
        c.send(None)
    except RuntimeError as e:
        print(e, c.__name__)
outer = nested(2)
outer.send(None)
chain = [outer]
while (inner := getattr(chain[-1], "cr_await", None)) is not None:
    chain.append(inner)
print([c.__name__ for c in chain])
print(drive(outer) if False else outer.cr_running)
try:
    outer.send("sent")
except StopIteration as e:
    print(e.value)
for i in range(50):
    drive(nested(3))
for c in chain[1:-1]:
    try:
        c.send(None)
    except RuntimeError as e:
        print(e, c.__name__, c.cr_frame)
