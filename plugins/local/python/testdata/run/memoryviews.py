# memoryview in several dimensions: casts, indices, equality, and what is refused.
from array import array


def show(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


def facts(m):
    print(m.ndim, m.shape, m.strides, m.nbytes, m.itemsize, m.format, m.c_contiguous, m.f_contiguous, m.contiguous, m.tolist(), m.tobytes())


b = bytearray(range(24))
m = memoryview(b)
for format, shape in (("B", (2, 12)), ("B", [2, 3, 4]), ("H", (3, 4)), ("i", (6,)), ("B", (24, 1)), ("b", (1, 24))):
    c = m.cast(format, shape)
    facts(c)
    facts(c.cast("B"))
x = m.cast("H", (3, 4))
print(x[1, 2], x[-1, -1], x == m.cast("H", (3, 4)), x == m.cast("H"), x != b, len(x), m == x.cast("B"))
x[0, 1] = 0x0102
print(b[:4])
for key in (0, (0,), (0, 1, 2), (3, 0), (0, 4), (0, -5), (0, slice(1)), (0, "a"), "a", slice(1), slice(None, None, 2), ()):
    show(lambda: x[key].tolist() if hasattr(x[key], "tolist") else x[key])
facts(x[1:])
facts(x[::2])
show(x[::2].cast, "B")
show(iter, x)
show(list, x)
show(lambda: 3 in x)


def put(view, key, value):
    view[key] = value


for key, value in ((0, 1), ((0, 0), 70000), ((0, 0), "a"), (slice(1), b"ab"), ((0,), 1), ((9, 9), 1)):
    show(put, x, key, value)
for format, shape in (("B", (5, 5)), ("B", (0, 24)), ("B", (-1, 24)), ("B", (1.5,)), ("B", "24"), ("B", 24), ("B", (2**40, 2**40)), ("q", (1, 2)),
                      ("B", [1] * 65), ("w", (6,)), ("zz", (1,)), (1, (1,))):
    show(m.cast, format, shape)
show(x.cast, "B", (2, 12))
show(x.cast, "i")
show(memoryview(b"").cast, "B", (1, 0))
z = memoryview(b"\x07\0").cast("H", ())
facts(z)
print(z[()], z[...] == z, z == memoryview(b"\x07\0").cast("H", ()))
show(len, z)
show(lambda: z[0])
show(iter, z)
a = array("i", [1, 2, 3, 4])
v = memoryview(a)
facts(v)
v[1:3] = memoryview(array("i", [8, 9]))
print(a, v[::-1].tolist(), v == a, memoryview(array("h", [1, 8, 9, 4])) == v)
show(put, v, slice(1, 3), b"abcdefgh")
show(bytes.fromhex, "00")
show(b"".join, [m[::2]])
show(bytes, m[::12])
show(m[::2].hex)
