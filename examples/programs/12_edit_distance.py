# import: functools
from functools import lru_cache


@lru_cache(maxsize=None)
def distance(a, b):
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return distance(a[1:], b[1:])
    return 1 + min(distance(a[1:], b), distance(a, b[1:]), distance(a[1:], b[1:]))


def script(a, b):
    """The edits that turn a into b, left to right."""
    if not a and not b:
        return []
    if a and b and a[0] == b[0]:
        return script(a[1:], b[1:])
    options = []
    if a and b:
        options.append((distance(a[1:], b[1:]), f"{a[0]}>{b[0]}", a[1:], b[1:]))
    if a:
        options.append((distance(a[1:], b), f"-{a[0]}", a[1:], b))
    if b:
        options.append((distance(a, b[1:]), f"+{b[0]}", a, b[1:]))
    _, edit, rest_a, rest_b = min(options)
    return [edit] + script(rest_a, rest_b)


pairs = [("kitten", "sitting"), ("flaw", "lawn"), ("", "abc"), ("intention", "execution"), ("same", "same")]
for a, b in pairs:
    print(f"{a!r:>12} -> {b!r:<12} {distance(a, b)}  {' '.join(script(a, b)) or '(nothing)'}")

info = distance.cache_info()
print("cache:", info.currsize, "entries, hits > misses:", info.hits > 0)

words = ["receive", "separate", "definitely", "occurrence", "embarrass", "necessary"]
typos = "recieve seperate definately occurence embarass neccessary xylophone".split()
for typo in typos:
    best = min(words, key=lambda w: (distance(typo, w), w))
    d = distance(typo, best)
    print(f"{typo:<12}", f"did you mean {best}? (distance {d})" if d <= 3 else "no suggestion")


# Other classics that want memory
@lru_cache
def ways(amount, coins=(50, 20, 10, 5, 2, 1)):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return ways(amount - coins[0], coins) + ways(amount, coins[1:])


memo = {}
def collatz(n):
    if n == 1:
        return 1
    if n not in memo:
        memo[n] = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    return memo[n]


print("ways to pay 100:", ways(100))
longest = max(range(1, 3000), key=collatz)
print("longest Collatz chain below 3000:", longest, "with", collatz(longest), "steps")
