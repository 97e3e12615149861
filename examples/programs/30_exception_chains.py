# allow-dunder: __cause__, __context__, __suppress_context__, __notes__
class ConfigError(Exception):
    def __init__(self, key, reason):
        super().__init__(key, reason)
        self.key, self.reason = key, reason

    def __str__(self):
        return f"bad setting {self.key!r}: {self.reason}"


def read_port(settings):
    try:
        port = int(settings["port"])
    except KeyError:
        raise ConfigError("port", "missing") from None
    except ValueError as err:
        raise ConfigError("port", "not a number") from err
    if not 0 < port < 65536:
        raise ConfigError("port", f"{port} out of range")
    return port


def chain(exc):
    while exc:
        yield f"{type(exc).__name__}({exc})"
        exc = exc.__cause__ or (None if exc.__suppress_context__ else exc.__context__)


for settings in ({"port": "8080"}, {}, {"port": "eighty"}, {"port": "99999"}):
    try:
        print("port", read_port(settings))
    except ConfigError as e:
        print(" <- ".join(chain(e)), e.args)


def cleanup_fails():
    try:
        raise RuntimeError("work failed")
    finally:
        {}["cleanup"]


try:
    cleanup_fails()
except Exception as e:
    print("context kept:", " <- ".join(chain(e)))

order = []
def trace(kind):
    order.append("start")
    try:
        order.append("try")
        if kind == "raise":
            raise OSError(2, "No such file or directory")
        if kind == "return":
            return "returned"
    except OSError as e:
        order.append(f"except {e.errno}")
        return "handled"
    else:
        order.append("else")
    finally:
        order.append("finally")
    return "end"


for kind in ("raise", "return", "plain"):
    order.clear()
    print(kind, "->", trace(kind), order)

# notes and groups
try:
    try:
        raise TypeError("inner")
    except TypeError as e:
        e.add_note("while loading plugin 3")
        raise
except TypeError as e:
    print(e, e.__notes__)

errors = []
for text in ("1", "x", "", "4.5"):
    try:
        int(text)
    except ValueError as e:
        errors.append(e)
try:
    raise ExceptionGroup("conversion", errors + [KeyError("k")])
except* ValueError as group:
    print(len(group.exceptions), "value errors, first:", group.exceptions[0])
except* KeyError as group:
    print("key errors:", [str(e) for e in group.exceptions])

for make in (lambda: 1 / 0, lambda: [1][3], lambda: {}["a"], lambda: "a" + 1, lambda: None.x, lambda: undefined_name, lambda: int("z"), lambda: next(iter([])), lambda: (1, 2).append, lambda: len(5), lambda: "abc".index("q"), lambda: float("1,5")):
    try:
        make()
    except Exception as e:
        print(f"{type(e).__name__}: {e}")
try:
    e
except NameError as err:
    print("the name is gone after the handler:", err)
