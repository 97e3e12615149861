# Memory that is in use: views that were released, and bytearrays that can't be resized.
def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


m = memoryview(b"abc")
print(hash(m) == hash(b"abc"))
m.release()
print(hash(m) == hash(b"abc"), m == m, m == b"abc")
for f in (bytes, bytearray, len, memoryview.tolist, memoryview.tobytes, memoryview, memoryview.__enter__, lambda m: m[0], lambda m: b"".join([m])):
    print(attempt(f, m))

b = bytearray(b"0123456789")
with memoryview(b) as view:
    for name, f in [
        ("append", lambda: b.append(1)), ("extend", lambda: b.extend(b"x")), ("insert", lambda: b.insert(0, 1)), ("pop", b.pop),
        ("remove", lambda: b.remove(48)), ("clear", b.clear), ("del", lambda: b.__delitem__(0)), ("slice", lambda: b.__setitem__(slice(1, 3), b"xyz")),
        ("steps", lambda: b.__delitem__(slice(None, None, 2))), ("+=", lambda: b.__iadd__(b"x")), ("*=", lambda: b.__imul__(2)),
        ("same", lambda: b.__setitem__(slice(1, 3), b"xy")), ("no change", lambda: b.extend(b"")), ("reverse", b.reverse), ("item", lambda: b.__setitem__(0, 65)),
        ("init", lambda: b.__init__(b"new")),
    ]:
        print(name, attempt(f))
    print(b, view.tobytes())
b.append(33)
print(b)
sep = bytearray(b",")


def items():
    yield b"A"
    sep.append(1)
    yield b"B"


print(attempt(sep.join, items()), sep)
b[::2] = b""
print(b, attempt(lambda: b.__setitem__(slice(None, None, 2), b"x")))


class Index:
    def __index__(self):
        m.release()
        return 1


for f in (lambda: m[Index()], lambda: m.__setitem__(Index(), 1), lambda: m.__setitem__(0, Index()), lambda: m.__setitem__(slice(0, Index()), b"x"), lambda: m[:Index()].tolist()):
    m = memoryview(bytearray(b"xyz"))
    print(attempt(f))
half = memoryview(bytearray(b"\x00\x3c\x00\xbe\x00\x7c")).cast("e")
half[1] = 2.5
print(half.tolist(), attempt(half.__setitem__, 0, 1e6) if False else "", half == memoryview(b"\x00\x3c\x00\x41\x00\x7c").cast("e"))
print(attempt(lambda: memoryview(b"a") < b"b"), attempt(lambda: b"a" < memoryview(b"b")), bytearray(b"a") < memoryview(b"b"), attempt(lambda: b"a" < bytearray(b"b")))
