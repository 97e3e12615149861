import unicodedata as u
import zlib

for c in "A½Ⅷ٣²①\u4e94\U0001D7FDé\u212b\ufb01\uac00(\u220a":
    print(ascii(c), u.numeric(c, None), u.decimal(c, None), u.digit(c, None), u.mirrored(c), u.category(c),
          u.bidirectional(c), u.east_asian_width(c), u.combining(c), repr(u.decomposition(c)))
print([hex(i) for i in (0xd800, 0xdfff, 0x2fffe, 0x3ffff) if (u.bidirectional(chr(i)), u.east_asian_width(chr(i)))[1] != "N"], u.bidirectional("\ud800"))


def check(name, *default):
    f = getattr(u, name)
    print(name, zlib.crc32("".join(str(f(chr(i), *default)) for i in range(0, 0x30000)).encode()))


for name in ("numeric", "decimal", "digit"):
    check(name, "")
check("mirrored")
check("decomposition")


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


attempt(u.numeric, "x")
attempt(u.numeric, "xx")
attempt(u.mirrored, "")
attempt(u.decomposition, 5)
attempt(u.lookup, "NO SUCH NAME")
attempt(lambda: u.nothing)
print("\u2e2f".isidentifier())
attempt(u.name, None)
attempt(u.category, None)
attempt(u.normalize, "NFC", None)
attempt(u.lookup, None)
print(u.lookup(b"SPACE") == " ")
