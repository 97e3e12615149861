# import: functools, pickle
# allow-dunder: __init__
# Pickles of what a program defines itself, and what they may not reach.
import collections, functools, pickle


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return type(self) is type(other) and self.x == other.x


class Slotted:
    __slots__ = ("a", "b")


class Counted(dict):
    count = 1


class Stateful:
    def __getstate__(self):
        return {"kept": 1}

    def __setstate__(self, state):
        self.got = state


Pair = collections.namedtuple("Pair", "x y")


def function():
    pass


slotted = Slotted()
slotted.a = 1
counted = Counted(k=1)
counted.count = 2
for protocol in range(6):
    loop = Point(None)
    loop.x = [loop]
    again = pickle.loads(pickle.dumps(loop, protocol))
    assert again.x[0] is again
    for value in (Point(3), Pair(1, 2), function, Point, [Point(1)] * 2, Point.__init__ if protocol > 3 else None):
        assert pickle.loads(pickle.dumps(value, protocol)) == value, (protocol, value)
    again = pickle.loads(pickle.dumps(counted, protocol))
    assert again == counted and again.count == 2 and type(again) is Counted
    assert pickle.loads(pickle.dumps(Stateful(), protocol)).got == {"kept": 1}
    if protocol > 1:
        assert pickle.loads(pickle.dumps(slotted, protocol)).a == 1




def refused(data, text):
    try:
        pickle.loads(data)
    except Exception as e:
        assert text in str(e), repr(e)
    else:
        raise AssertionError(data)


refused(b"cos\nsystem\n(S'true'\ntR.", "Import of os is not allowed")
refused(b"cbuiltins\neval\n(S'1'\ntR.", "Can't get attribute 'eval' on <module 'builtins' (built-in)>")
refused(b"\x80\x04\x8c\x08__main__\x94\x8c\x11Point.__globals__\x94\x93.", "Forbidden access to dunder attribute: __globals__")
refused(b"\x80\x04\x8c\x0bcollections\x94\x8c\x03abc\x94\x93.", "Forbidden access to module: collections.abc")
refused(b"\x80\x05\x95\xff\xff\xff\xff\xff\xff\xff\x7f.", "pickle data was truncated")
refused(b"", "Ran out of input")
# What a pickle says of an object's state is set as setattr() sets it.
error, method = b"cbuiltins\nValueError\n(tR", b"cbuiltins\ngetattr\n(ccollections\nCounter\n(tRS'most_common'\ntR"
for made in (error, method, b"c__main__\nPoint\n(NtR", b"c__main__\nSlotted\n(tR", b"c__main__\nfunction\n"):
    for name in ("__class__", "__cause__", "__traceback__", "__wrapped__", "__x__"):
        state = f"(dS'{name}'\nNs".encode()
        if b"Slotted" not in made:
            refused(made + state + b"b.", f"Forbidden access to dunder attribute: {name}")
        if made is not error:
            refused(made + b"(N" + state + b"tb.", f"Forbidden access to dunder attribute: {name}")
refused(b"cfunctools\npartial\n(cbuiltins\nlen\ntR(cbuiltins\nlen\n(t(d(dS'__x__'\nNstb.", "Forbidden access to dunder attribute: __x__")
noted = ValueError("v")
noted.add_note("n")
noted.kept = 1
assert pickle.loads(pickle.dumps(noted)).kept == 1
assert pickle.loads(pickle.dumps(functools.partial(Point, 1)))() == Point(1)
