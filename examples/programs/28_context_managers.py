# import: contextlib, io
import io
from contextlib import ExitStack, closing, contextmanager, nullcontext, redirect_stdout, suppress


class Transaction:
    """Keeps a dict as it was if anything goes wrong inside."""

    def __init__(self, data, name):
        self.data, self.name = data, name

    def __enter__(self):
        self.saved = dict(self.data)
        print(f"begin {self.name}")
        return self.data

    def __exit__(self, exc_type, exc, tb):
        if exc_type is None:
            print(f"commit {self.name}")
            return False
        self.data.clear()
        self.data.update(self.saved)
        print(f"rollback {self.name}: {exc_type.__name__}: {exc}")
        return issubclass(exc_type, ValueError)  # swallow what we understand


stock = {"apples": 10, "pears": 4}
with Transaction(stock, "t1") as d:
    d["apples"] -= 3
with Transaction(stock, "t2") as d:
    d["pears"] -= 5
    if d["pears"] < 0:
        raise ValueError("negative stock")
try:
    with Transaction(stock, "t3") as d:
        del d["apples"]
        d["plums"] += 1
except KeyError as e:
    print("escaped:", repr(e))
print(stock)


@contextmanager
def section(title, level=[0]):
    print("  " * level[0] + f"<{title}>")
    level[0] += 1
    try:
        yield level[0]
    except LookupError as e:
        print("  " * level[0] + f"handled {e!r}")
    finally:
        level[0] -= 1
        print("  " * level[0] + f"</{title}>")


with section("outer") as depth, section("inner") as deeper:
    print("    depths", depth, deeper)
    [][0]


class Resource:
    def __init__(self, name):
        self.name = name

    def close(self):
        print("closing", self.name)


with ExitStack() as stack:
    resources = [stack.enter_context(closing(Resource(n))) for n in ("db", "cache")]
    stack.callback(print, "callback runs first")
    print("using", [r.name for r in resources])

with suppress(ZeroDivisionError):
    1 / 0
    print("never")

buffer = io.StringIO()
with redirect_stdout(buffer):
    print("captured", 1, 2, sep="-")
print("buffer:", repr(buffer.getvalue()))


def early():
    with section("early"):
        for i in range(5):
            if i == 2:
                return f"left at {i}"


print(early())
with nullcontext("plain") as value, (section("a") if value == "plain" else nullcontext()):
    print("  value:", value)
