# Module zlib: dictionaries, windows, flushes, and streams that come in pieces.
import copy
import zlib

text = b"".join(b"line %d of a text that says the same thing over and over again\n" % (i * 7919 % 100) for i in range(300))
words = b"the same thing over and over again text that says line of a"


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


def whole(c, data):
    return c.compress(data) + c.flush()


for wbits in 15, 12, 9, -15, -9, 31, 25:
    for level in 0, 1, 6, 9:
        c = zlib.compressobj(level, zlib.DEFLATED, wbits)
        packed = whole(c, text)
        assert zlib.decompress(packed, wbits) == text, (wbits, level)
        print(wbits, level, packed[:2].hex() if wbits > 0 else "", zlib.decompressobj(wbits).decompress(packed, 30))
for wbits in 15, -15:
    for level in 1, 6, 9:
        packed = whole(zlib.compressobj(level, wbits=wbits, zdict=words), text[:200])
        print(wbits, level, len(packed), packed[:6].hex(), zlib.decompressobj(wbits, words).decompress(packed) == text[:200])
packed = whole(zlib.compressobj(zdict=words), text)
show(zlib.decompress, packed)
show(zlib.decompressobj().decompress, packed)
show(zlib.decompressobj(zdict=b"other").decompress, packed)
show(zlib.decompressobj, zdict="text")
show(zlib.compressobj, wbits=31, zdict=words)
show(zlib.compressobj, wbits=-8)
print(whole(zlib.compressobj(wbits=8), b"abc"))
show(zlib.compressobj, 10)
show(zlib.decompress, zlib.compress(text, 9, 15), 9)
for mode in zlib.Z_NO_FLUSH, zlib.Z_PARTIAL_FLUSH, zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_BLOCK:
    c, d = zlib.compressobj(), zlib.decompressobj()
    out = b"".join(c.compress(text[i:i + 1000]) + c.flush(mode) for i in range(0, len(text), 1000)) + c.flush()
    print(mode, d.decompress(out) == text, d.eof)
show(c.flush)
show(copy.copy, c)
show(d.flush, 0)
show(d.flush)
show(copy.copy, d)
s = zlib._ZlibDecompressor()
packed = zlib.compress(text) + b"and more"
got = s.decompress(packed[:100], max_length=50)
print(len(got), s.eof, s.needs_input)
while not s.eof:
    got += s.decompress(packed[100:] if s.needs_input else b"", 5000)
print(got == text, s.unused_data, s.needs_input)
show(s.decompress, b"x")
show(zlib._ZlibDecompressor(zdict=words).decompress, b"no zlib stream")
print(zlib.crc32(text), zlib.adler32(text), zlib.crc32(b"b", zlib.crc32(b"a")) == zlib.crc32(b"ab"))
