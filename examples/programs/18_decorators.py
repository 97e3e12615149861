# import: functools
import functools


def traced(func):
    depth = 0

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        nonlocal depth
        shown = ", ".join([*map(repr, args), *(f"{k}={v!r}" for k, v in kwargs.items())])
        print("  " * depth + f"{func.__name__}({shown})")
        depth += 1
        try:
            return func(*args, **kwargs)
        finally:
            depth -= 1
    return wrapper


def memoize(func):
    cache = {}

    @functools.wraps(func)
    def wrapper(*args):
        if args not in cache:
            cache[args] = func(*args)
        return cache[args]
    return wrapper


def check(**types):
    """Check the types of keyword arguments before the call."""
    def decorate(func):
        @functools.wraps(func)
        def wrapper(**kwargs):
            for name, value in kwargs.items():
                if name in types and not isinstance(value, types[name]):
                    raise TypeError(f"{func.__name__}: {name} must be {types[name].__name__}, not {type(value).__name__}")
            return func(**kwargs)
        return wrapper
    return decorate


class CountCalls:
    def __init__(self, func):
        functools.update_wrapper(self, func)
        self.func, self.calls = func, 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.func(*args, **kwargs)


def register(registry, name=None):
    def add(func):
        registry[name or func.__name__] = func
        return func
    return add


@traced
@memoize
def fib(n):
    """The n-th Fibonacci number."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(4), fib.__name__, fib.__doc__)


@check(width=int, label=str)
def box(*, width, label="x"):
    return label.center(width, ".")


print(box(width=9, label="box"))
try:
    box(width="wide")
except TypeError as e:
    print("TypeError:", e)

ops = {}
register(ops, "add")(lambda a, b: a + b)


@register(ops, "sub")
@CountCalls
def subtract(a, b):
    return a - b


print({name: op(7, 5) for name, op in ops.items()}, subtract.calls, subtract.__name__)
power = functools.partial(pow, 2)
print(list(map(power, range(8))), functools.reduce(lambda a, b: a * b, range(1, 8)))


class Temperature:
    def __init__(self, celsius):
        self.celsius = celsius

    @functools.cached_property
    def fahrenheit(self):
        print("computing...")
        return self.celsius * 9 / 5 + 32


t = Temperature(36.6)
print(t.fahrenheit, t.fahrenheit)
