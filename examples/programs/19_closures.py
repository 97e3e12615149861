# Functions that make functions.

def make_counter(start=0, step=1):
    count = start - step

    def counter():
        nonlocal count
        count += step
        return count

    def reset():
        nonlocal count
        count = start - step

    counter.reset = reset
    return counter


tick, tens = make_counter(), make_counter(100, 10)
print([tick() for _ in range(3)], [tens() for _ in range(3)], tick())
tick.reset()
print("after reset:", tick())

# the classic trap, and its two cures
late = [lambda: i for i in range(3)]
early = [lambda i=i: i for i in range(3)]
made = [(lambda n: lambda: n)(i) for i in range(3)]
print([f() for f in late], [f() for f in early], [f() for f in made])


def compose(*functions):
    def composed(value):
        for f in reversed(functions):
            value = f(value)
        return value
    return composed


def curry(func, arity):
    def take(*got):
        return func(*got) if len(got) >= arity else lambda *more: take(*got, *more)
    return take


slug = compose("-".join, str.split, str.lower, lambda s: "".join(c for c in s if c.isalnum() or c == " "))
print(slug("Hello, World! It's 2024"))
volume = curry(lambda x, y, z: x * y * z, 3)
print(volume(2)(3)(4), volume(2, 3)(4), volume(2)(3, 4))


def validator(**rules):
    def validate(record):
        return [f"{field}: {message}" for field, (test, message) in rules.items() if not test(record.get(field))]
    return validate


check_user = validator(
    name=(lambda v: bool(v), "is required"),
    age=(lambda v: isinstance(v, int) and 0 <= v < 150, "must be 0-149"),
    email=(lambda v: v is None or "@" in v, "looks wrong"),
)
for record in ({"name": "Ida", "age": 31}, {"name": "", "age": 200, "email": "x"}, {}):
    print(record, "->", check_user(record) or "ok")


def running_stats():
    n = total = 0
    low, high = float("inf"), float("-inf")

    def add(x):
        nonlocal n, total, low, high
        n, total, low, high = n + 1, total + x, min(low, x), max(high, x)
        return {"n": n, "mean": round(total / n, 3), "low": low, "high": high}
    return add


add = running_stats()
for x in (4, 8, 15, 16, 23, 42):
    summary = add(x)
print(summary)

hits = 0
def bump(by=1):
    global hits
    hits += by
    return hits
print(bump(), bump(5), hits)


def accumulate_into(item, bucket=[]):  # the mutable default, on purpose
    bucket.append(item)
    return bucket

accumulate_into(1)
print(accumulate_into(2), accumulate_into("fresh", []))
