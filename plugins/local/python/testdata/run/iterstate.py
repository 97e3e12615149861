# Iterators: what is left of them, how they are taken apart, moved on, and how
# they watch what they iterate over.
def steps(it):
    for _ in range(3):
        f, args, *state = it.__reduce__()
        hint = it.__length_hint__() if hasattr(it, "__length_hint__") else "-"
        print(f.__name__, args, state, hint, next(it, "end"))


for seq in [1, 2], (1, 2), "ab", "éb", b"ab", range(2), range(2**70, 2**70 + 2), range(5, 0, -3):
    print(type(iter(seq)).__name__)
    steps(iter(seq))
    for position in 1, 100, -100:
        it = iter(seq)
        it.__setstate__(position)
        print(position, list(it))
steps(reversed([1, 2]))
steps(iter({1: 2}.items()))
steps(reversed({1: 2}))
print(next(enumerate("a", 2**70)), next(enumerate("a", -5)))
strict = zip([1], [2, 3], strict=True)
strict.__setstate__(0)
print(list(strict))


class Stopped(zip):
    def __next__(self):
        raise StopIteration


class Doubled(map):
    def __next__(self):
        return super().__next__() * 2


print(list(Stopped([1], [2])), [pair for pair in Stopped([1], [2])], [x for x in Doubled(int, "12")])


class Sized:
    def __init__(self, size):
        self.size = size

    def __iter__(self):
        return iter([1])

    def __len__(self):
        if isinstance(self.size, Exception):
            raise self.size
        return self.size


for size in 3, -1, ValueError("no"), TypeError("no"):
    for collect in list, tuple, set, lambda it: [*it]:
        try:
            print(collect(Sized(size)))
        except Exception as e:
            print(type(e).__name__, e)

d = {0: 0}
try:
    for k in d:
        del d[k]
        d[k] = 0
except RuntimeError as e:
    print(e)


class Clears:
    def __hash__(self):
        return 0

    def __eq__(self, other):
        source.clear()
        return False


source = {i: i for i in range(1, 20)}
source[Clears()] = 0
try:
    {Clears(): 0}.update(source)
except RuntimeError as e:
    print(e)


class Like:
    def __hash__(self):
        return hash("key")

    def __eq__(self, other):
        return other == "key"


print({Like(): 1}.get("key"), "key" in {Like(): 1})


it = iter(iter(range(3)).__next__, 2)
print(list(it), range(10)[5:2], range(2**64)[2**63 : 2**65 : 2**61], slice(2**80, None, -1).indices(2**64))
