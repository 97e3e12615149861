"""Functions that read and write gzipped data, in memory."""
import io as _io
import zlib as _zlib
from struct import pack as _pack, unpack as _unpack
from time import time as _time

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

READ, WRITE = "rb", "wb"
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9


class BadGzipFile(OSError):
    """Exception raised in some cases for invalid gzip files."""


def _header(compresslevel, mtime):
    if mtime is None:
        mtime = _time()
    extra = b"\002" if compresslevel == _COMPRESS_LEVEL_BEST else b"\004" if compresslevel == _COMPRESS_LEVEL_FAST else b"\000"
    return b"\037\213\010\000" + _pack("<L", int(mtime)) + extra + b"\377"


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """Compress data in one shot and return the compressed string."""
    if mtime == 0:
        return _zlib.compress(data, level=compresslevel, wbits=31)
    body = _zlib.compress(data, level=compresslevel, wbits=-15)
    return _header(compresslevel, mtime) + body + _pack("<LL", _zlib.crc32(data), len(data) & 0xFFFFFFFF)


def _skip_header(data):
    """The length of the header of a member."""
    if data[:2] != b"\037\213":
        raise BadGzipFile(f"Not a gzipped file ({data[:2]!r})")
    if len(data) < 10:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    if data[2] != 8:
        raise BadGzipFile("Unknown compression method")
    flags, n = data[3], 10
    if flags & 4:
        n += 2 + _unpack("<H", data[n:n + 2])[0]
    for flag in 8, 16:
        if flags & flag:
            n = data.index(b"\0", n) + 1
    if flags & 2:
        n += 2
    return n


def decompress(data):
    """Decompress a gzip compressed string in one shot."""
    data = bytes(data)
    out = []
    while True:
        if not data:
            return b"".join(out)
        if not data.strip(b"\0"):
            return b"".join(out)
        d = _zlib.decompressobj(wbits=-15)
        part = d.decompress(data[_skip_header(data):])
        if not d.eof or len(d.unused_data) < 8:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        crc, length = _unpack("<II", d.unused_data[:8])
        if crc != _zlib.crc32(part):
            raise BadGzipFile("CRC check failed")
        if length != len(part) & 0xFFFFFFFF:
            raise BadGzipFile("Incorrect length of data produced")
        out.append(part)
        data = d.unused_data[8:].lstrip(b"\0")


class GzipFile(_io.BufferedIOBase):
    """A gzip file over a file object in memory."""

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        mode = mode or getattr(fileobj, "mode", "rb")
        if not isinstance(mode, str):
            mode = "rb"
        if fileobj is None:
            raise FileNotFoundError(2, "No such file or directory", filename)
        self.name = filename if filename is not None else getattr(fileobj, "name", "")
        self.fileobj = fileobj
        self.mtime = mtime
        self._level = compresslevel
        if mode.startswith("r"):
            self.mode = READ
            self._in = None
        elif mode.startswith(("w", "a", "x")):
            self.mode = WRITE
            self._parts = []
        else:
            raise ValueError("Invalid mode: {!r}".format(mode))

    def _source(self):
        if self.mode != READ:
            raise OSError(9, "read() on write-only GzipFile object")
        if self._in is None:
            self._in = _io.BytesIO(decompress(self.fileobj.read()))
        return self._in

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def read(self, size=-1):
        return self._source().read(size)

    read1 = read

    def peek(self, n):
        at = self._source().tell()
        data = self._in.read(n)
        self._in.seek(at)
        return data

    def readline(self, size=-1):
        return self._source().readline(size)

    def readlines(self, hint=-1):
        return self._source().readlines(hint)

    def __iter__(self):
        return iter(self._source())

    def __next__(self):
        return next(self._source())

    def seek(self, offset, whence=0):
        return self._source().seek(offset, whence)

    def tell(self):
        return self._source().tell() if self.mode == READ else sum(map(len, self._parts))

    def write(self, data):
        if self.mode != WRITE:
            raise OSError(9, "write() on read-only GzipFile object")
        if self.fileobj is None:
            raise ValueError("write() on closed GzipFile object")
        self._parts.append(bytes(data))
        return len(self._parts[-1])

    def flush(self, zlib_mode=2):
        pass

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        fileobj, self.fileobj = self.fileobj, None
        if fileobj is not None and self.mode == WRITE:
            data = b"".join(self._parts)
            body = _zlib.compress(data, level=self._level, wbits=-15)
            fileobj.write(_header(self._level, self.mtime) + body + _pack("<LL", _zlib.crc32(data), len(data) & 0xFFFFFFFF))

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def open(filename, mode="rb", compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None, newline=None):
    """Open a gzip-compressed file object in binary or text mode."""
    if not hasattr(filename, "read") and not hasattr(filename, "write"):
        raise FileNotFoundError(2, "No such file or directory", filename)
    f = GzipFile(None, mode.replace("t", ""), compresslevel, filename)
    if "t" in mode:
        raise ValueError("text mode needs files, which there are none of here")
    return f
