# import: *
# allow-dunder: *
# Every type of every module, made without arguments, also through a subclass: an object or an exception, but nothing else.
import abc, asyncio, base64, bisect, collections, collections.abc, contextlib, contextvars, copy, csv, dataclasses, datetime
import decimal, enum, fractions, functools, hashlib, heapq, io, itertools, json, math, numbers, operator, queue, random, re
import statistics, string, struct, textwrap, time, traceback, types, typing, uuid, zoneinfo


def gen():
    yield


samples = [None, 1, 2**70, 1.5, 1j, "", b"", bytearray(), [], (), {}, set(), range(3), slice(1), len, gen, gen(), int, [].append, str.join,
           {}.keys(), {}.items(), {}.values(), iter([]), iter({}), iter(""), iter(range(2)), reversed([]), memoryview(b""), property(), super,
           list[int], int | str, typing.TypeVar("T"), types.MappingProxyType({}), re.compile("a"), re.match("", ""), re.finditer("", ""),
           itertools.count(), functools.partial(len), functools.lru_cache(gen), operator.itemgetter(1), struct.Struct("i"), hashlib.md5()]
type Alias = int
samples += [Alias, dict.fromkeys, type.__dict__["__doc__"], object.__str__, gen.__code__]
modules = [abc, asyncio, base64, bisect, collections, collections.abc, contextlib, contextvars, copy, csv, dataclasses, datetime, decimal,
           enum, fractions, functools, hashlib, heapq, io, itertools, json, math, numbers, operator, queue, random, re, statistics, string,
           struct, textwrap, time, traceback, types, typing, uuid, zoneinfo]
found = {type(s) for s in samples}
for m in modules:
    found |= {x for x in vars(m).values() if isinstance(x, type)}


def use(make):
    try:
        x = make()
        for f in (repr, hash, bool, len, iter, dir, str, int, abs, lambda x: x == x, lambda x: x + x, lambda x: x[0], lambda x: x(), lambda x: x < x,
                  lambda x: next(iter(x)), lambda x: x.__enter__(), copy.copy):
            try:
                f(x)
            except Exception:
                pass
        for name in dir(x):
            try:
                getattr(x, name)
            except Exception:
                pass
    except Exception:
        pass


for t in found:
    use(t)
    use(lambda: t.__new__(t))
    use(lambda: object.__new__(t))
    use(lambda: type("Sub", (t,), {})())
    use(lambda: object.__new__(type("Sub", (t,), {})))
    use(lambda: type("Both", (t, collections.UserDict), {})())
assert len(found) > 150
