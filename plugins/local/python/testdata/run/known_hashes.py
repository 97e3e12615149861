# Keys of sets and dicts are not hashed again; classes tell their sizes and flags; errors of arguments.
class Key:
    hashed = 0

    def __hash__(self):
        Key.hashed += 1
        return 7


keys = {Key(): 1}
for what in (lambda: set(keys), lambda: frozenset(keys), lambda: set(keys) - keys.keys(), lambda: set().difference(keys), lambda: {1}.symmetric_difference(keys),
             lambda: dict.fromkeys(keys), lambda: dict.fromkeys(set(keys)), lambda: dict(keys), lambda: keys | {}, lambda: set(keys) & set(keys)):
    Key.hashed = 0
    what()
    print(Key.hashed, end=" ")
print()


class Hashable(set):
    def __hash__(self):
        return 42


s = Hashable([1])
print(s in {s}, {1} in {frozenset({1})})


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for f, args, kwargs in [({}.__contains__, (), {}), (set().__contains__, (1, 2), {}), ([].__getitem__, (), {}), (dict.__getitem__, ({1: 2}, 1), {}),
                        (min, (1,), dict(key=1, default=2, foo=3)), (ImportError, (), dict(a=1, b=2, c=3, d=4)), (set, (), dict(x=1)),
                        (Hashable, (), dict(x=1))]:
    print(attempt(f, *args, **kwargs))
print(dict.__contains__, list.__getitem__, type({}.__contains__).__name__)


class Slots:
    __slots__ = "a", "b"


class Plain:
    pass


class Missing(dict):
    def __missing__(self, key):
        return "missing " + key


print(Missing()["x"], dict.__getitem__(Missing(), "y"))
for t in (object, int, bool, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, Slots, Plain, BaseException):
    print(t.__name__, t.__basicsize__, t.__itemsize__, t.__dictoffset__)
print((2**100).__sizeof__() == int.__basicsize__ + 4 * int.__itemsize__)
names = {5: "sequence", 6: "mapping", 8: "immutable", 9: "heap", 10: "base", 11: "vectorcall", 17: "method", 20: "abstract", 22: "self",
         24: "int", 25: "list", 26: "tuple", 27: "bytes", 28: "str", 29: "dict", 30: "exception", 31: "type"}
for t in (object, int, bool, str, list, tuple, dict, type, type(None), type(len), type(list.append), type(attempt), Plain, ValueError, Missing):
    print(t.__name__, *[name for bit, name in names.items() if t.__flags__ >> bit & 1])


def f():
    return f.__globals__ is globals()


print(f())
for source in ['x = 1\ny = $\nz', 'x = 0b3\ny', 'x = )\ny', 'x = 1 \\ y\nz', 'x = "a\nb', 'z = f"""\n{1+\n2} ""\n', 'if x:\n   a\n  b\n', 'x = 5 5\ny']:
    try:
        compile(source, "source", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, repr(e.text))
