import itertools as it
from collections import ChainMap, OrderedDict, deque

temps = [("Mon", 12.5), ("Mon", 15.0), ("Tue", 11.0), ("Tue", 14.5), ("Tue", 13.0), ("Wed", 18.0), ("Mon", 9.0)]

# groupby only groups neighbours: sort first when that matters
print([(day, len(list(group))) for day, group in it.groupby(temps, key=lambda t: t[0])])
print({d: max(v for _, v in g) for d, g in it.groupby(sorted(temps), key=lambda t: t[0])})

values = [v for _, v in temps]
print("running max:", list(it.accumulate(values, max)))
print("balance:", list(it.accumulate([100, -20, 35, -60], initial=0)))
print("differences:", [round(b - a, 2) for a, b in it.pairwise(values)])
print("batches:", list(it.batched("ABCDEFG", 3)))


def sliding(iterable, n):
    iterator = iter(iterable)
    window = deque(it.islice(iterator, n - 1), maxlen=n)
    for x in iterator:
        window.append(x)
        yield tuple(window)


print("moving average:", [round(sum(w) / 3, 2) for w in sliding(values, 3)])


def run_length(text):
    return "".join(f"{sum(1 for _ in g)}{ch}" for ch, g in it.groupby(text))


look = "1"
for _ in range(6):
    print(look, end=" ")
    look = run_length(look)
print()

sizes, colours = ["S", "M"], ["red", "blue"]
print(["-".join(p) for p in it.product(sizes, colours)], len(list(it.product(range(3), repeat=4))))
print(list(it.combinations("ABCD", 2))[:4], list(it.permutations([1, 2, 3]))[-1], list(it.combinations_with_replacement("AB", 2)))
print(list(it.takewhile(lambda x: x < 10, it.count(1, 3))), list(it.dropwhile(str.isdigit, "12ab3")), list(it.filterfalse(None, [0, 1, "", "x"])))
print(list(it.zip_longest("AB", [1, 2, 3], fillvalue="-")), list(it.compress("ABCDE", [1, 0, 1, 0, 1])), list(it.starmap(pow, [(2, 5), (3, 2)])))
print(list(it.islice(it.cycle("xyz"), 2, 9, 2)), list(it.repeat("ab", 2)), list(it.chain.from_iterable([[1], [], [2, 3]])))

left, right = it.tee(iter(range(5)))
print(sum(left), list(right))


def round_robin(*iterables):
    queue = deque(map(iter, iterables))
    while queue:
        current = queue.popleft()
        for value in current:
            yield value
            queue.append(current)
            break


print("".join(round_robin("ABC", "D", "EF")))
evens = (n for n in it.count() if n % 2 == 0)
print([next(evens) for _ in range(4)], dict(zip("abc", it.count(10))))
print(sorted(set(it.chain("hello", "world")) - set("low")))
config = ChainMap({"debug": True}, {"debug": False, "port": 80})
order = OrderedDict.fromkeys("banana")
order.move_to_end("b")
print(config["debug"], config["port"], "".join(order), deque([1, 2, 3], maxlen=2))
