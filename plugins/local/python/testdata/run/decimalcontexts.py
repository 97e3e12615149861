import asyncio
from contextvars import copy_context
from decimal import *


def attempt(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)


async def worker(prec):
    getcontext().prec = prec
    for _ in range(3):
        await asyncio.sleep(0)
        getcontext().prec += 1
    return str(Decimal(1) / 7)


async def local(prec):
    with localcontext(prec=prec):
        await asyncio.sleep(0)
        a = Decimal(1) / 7
        await asyncio.sleep(0)
        return str(a), str(Decimal(2) / 7)


async def main():
    print(await asyncio.gather(local(5), local(10), local(15)))
    setcontext(Context(prec=4))
    print(Decimal(1) / 3)


getcontext().prec = 20
asyncio.run(main())
print(Decimal(1) / 3)
copy_context().run(setcontext, Context(prec=2))
print(getcontext().prec, Decimal(1) / 3)

big = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
print(big.divide(4, 2), big.divide(12, Decimal("640e5")), big.sqrt(Decimal("40E9")), big.power(400, -1), big.divide(Decimal("1.00"), 8))
attempt(big.divide, 1, 3)
print(Context(prec=3).logical_and(Decimal(1101), Decimal(11111)), Context(prec=2).logical_invert(Decimal(1010)))
c = Context(prec=5)
print(c._apply(Decimal("1.23456789")), c.flags[Inexact])
attempt(Context, flags=["P"])
attempt(setattr, c, "prec", -2 ** 63)
attempt(setattr, c, "prec", 2 ** 63)
attempt(delattr, c, "prec")
attempt(c.add, 1)
attempt(c.is_canonical, 200)
attempt(Decimal(1).to_eng_string, context="x")
attempt(Decimal(1).same_quantum, 1, context="x")
attempt(Decimal, (1, (1, 2), 2 ** 63 - 1))
attempt(c.create_decimal, (1, (), 2 ** 63 - 1))
attempt(type(c.flags))
print(c.flags == Context(prec=5).flags, c.traps == dict(c.traps), DecimalTuple.__module__)
for text in (" 1", "1\n", "1_0", "\u0661", "1.5e3", "inf "):
    print(Context(traps=[]).create_decimal(text), Decimal(text))
n = Context(prec=16, Emax=384, Emin=-383)
print(n.next_toward(Decimal("1E-398"), Decimal("1E-398")), n.flags[Subnormal])
