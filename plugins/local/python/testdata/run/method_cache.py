# Callables that bind as methods: what functools.lru_cache makes, called every way.
import functools


class Plain:
    @functools.lru_cache(maxsize=2)
    def scaled(self, x, times=10):
        return x * times

    @functools.cache
    def same(self):
        return self


class Number(int):
    @functools.lru_cache(2)
    def plus(self, x):
        return x + self


p, n = Plain(), Number(5)
for _ in range(3):
    print(p.scaled(1), p.scaled(2, times=3), p.scaled(*(4,)), p.same() is p, n.plus(1), Number.plus(n, 2))
print(Plain.scaled.cache_info(), Number.plus.cache_info())


class Base:
    @functools.lru_cache
    def f(self):
        return "base"


class Derived(Base):
    def f(self):
        return super().f() + "+"


print(Derived().f(), functools.partial(Derived.f)(Derived()))


# A cache whose function is called by the keys' own comparison.
@functools.lru_cache(maxsize=10)
def twice(x):
    return x


class DoubleEq:
    def __init__(self, x):
        self.x = x

    def __hash__(self):
        return self.x

    def __eq__(self, other):
        if self.x == 2:
            twice(DoubleEq(1))
        return self.x == other.x


twice(DoubleEq(2))
print(twice(DoubleEq(2)).x, twice.cache_info())


# Tables that the comparison of keys changes under a lookup.
class Evil:
    def __init__(self, change):
        self.change = change

    def __hash__(self):
        return 1

    def __eq__(self, other):
        self.change()
        return False


for size in (2, 40):
    d = {i: i for i in range(100, 100 + size)}
    d[Evil(lambda: d.clear() if len(d) > 1 else None)] = 1
    print(size, d.get(1, "none"), len(d))
    s = set(range(100, 100 + size))
    s.add(Evil(lambda: s.clear()))
    print(size, 1 in s, len(s))
