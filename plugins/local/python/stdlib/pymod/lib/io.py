"""Streams in memory. There are no files here."""
import abc as _abc

__all__ = ["StringIO", "BytesIO", "IOBase", "RawIOBase", "BufferedIOBase", "TextIOBase", "UnsupportedOperation",
           "SEEK_SET", "SEEK_CUR", "SEEK_END", "DEFAULT_BUFFER_SIZE"]

DEFAULT_BUFFER_SIZE = 8192
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class UnsupportedOperation(OSError, ValueError):
    pass


UnsupportedOperation.__module__ = "io"


class IOBase(metaclass=_abc.ABCMeta):
    """The abstract base class for all I/O classes."""
    _closed = False

    def _unsupported(self, name):
        raise UnsupportedOperation(f"{self.__class__.__name__}.{name}() not supported")

    def seek(self, pos, whence=0):
        self._unsupported("seek")

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, pos=None):
        self._unsupported("truncate")

    def flush(self):
        self._check()

    def close(self):
        self._closed = True

    @property
    def closed(self):
        return self._closed

    def _check(self):
        if self._closed:
            raise ValueError("I/O operation on closed file")

    def seekable(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def isatty(self):
        self._check()
        return False

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *args):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=None):
        if hint is None or hint <= 0:
            return list(self)
        lines, n = [], 0
        for line in self:
            lines.append(line)
            n += len(line)
            if n >= hint:
                break
        return lines

    def writelines(self, lines):
        self._check()
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    """Base class for raw binary I/O."""


class BufferedIOBase(IOBase):
    """Base class for buffered IO objects."""

    def detach(self):
        self._unsupported("detach")


class TextIOBase(IOBase):
    """Base class for text I/O."""

    encoding = None
    errors = None
    newlines = None

    def detach(self):
        self._unsupported("detach")


class _Memory:
    """What StringIO and BytesIO share: a buffer of pieces that is joined when it must be."""

    def _setup(self, empty):
        self._empty, self._pieces, self._size, self._pos = empty, [], 0, 0

    def _value(self):
        if len(self._pieces) != 1:
            self._pieces = [self._empty.join(self._pieces)]
        return self._pieces[0]

    def _put(self, data):
        n = len(data)
        if not n:
            return
        pos, size = self._pos, self._size
        if pos == size:
            self._pieces.append(data)
            self._size = size + n
        else:
            old = self._value()
            if pos > size:
                old += self._zero * (pos - size)
            self._pieces = [old[:pos], data, old[pos + n:]]
            self._size = max(size, pos + n)
        self._pos = pos + n

    def seekable(self):
        self._check()
        return True

    def readable(self):
        self._check()
        return True

    def writable(self):
        self._check()
        return True

    def tell(self):
        self._check()
        return self._pos

    def _take(self, size):
        self._check()
        value = self._value()
        end = self._size if size is None or size < 0 else self._pos + size
        data = value[self._pos:end]
        self._pos += len(data)
        return data

    def read(self, size=-1, /):
        return self._take(size)

    def truncate(self, size=None, /):
        self._check()
        if size is None:
            size = self._pos
        elif size < 0:
            raise ValueError(f"negative size value {size}" if self._empty else f"Negative size value {size}")
        if size < self._size:
            self._pieces = [self._value()[:size]]
            self._size = size
        return size

    def close(self):
        self._setup(self._empty)
        self._closed = True


class StringIO(_Memory, TextIOBase):
    """Text I/O implementation using an in-memory buffer."""

    _zero = '\0'

    def __init__(self, initial_value='', newline='\n'):
        if newline is not None and not isinstance(newline, str):
            raise TypeError(f"newline must be str or None, not {type(newline).__name__}")
        if newline not in (None, '', '\n', '\r', '\r\n'):
            raise ValueError(f"illegal newline value: {newline!r}")
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        self._setup('')
        self._newline = newline
        if initial_value:
            self.write(initial_value)
            self._pos = 0

    def _translate(self, s):
        newline = self._newline
        if newline is None:
            return s.replace('\r\n', '\n').replace('\r', '\n')
        if newline in ('\r', '\r\n'):
            return s.replace('\n', newline)
        return s

    def getvalue(self):
        self._check()
        return self._value()

    def write(self, s, /):
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        self._check()
        if self._newline != '\n':
            self._put(self._translate(s))
        else:
            self._put(s)
        return len(s)

    def readline(self, size=-1, /):
        self._check()
        value, start = self._value(), self._pos
        if self._newline == '':
            ends = [i + 1 for i in (value.find('\n', start),) if i >= 0]
            i = value.find('\r', start)
            if i >= 0:
                ends.append(i + 2 if value[i + 1:i + 2] == '\n' else i + 1)
            end = min(ends, default=self._size)
        else:
            mark = self._newline if self._newline in ('\r', '\r\n') else '\n'
            i = value.find(mark, start)
            end = self._size if i < 0 else i + len(mark)
        if size is not None and size >= 0:
            end = min(end, start + size)
        self._pos = max(end, start)
        return value[start:end]

    def seek(self, pos, whence=0, /):
        self._check()
        if whence == 0:
            if pos < 0:
                raise ValueError(f"Negative seek position {pos}")
        elif whence in (1, 2):
            if pos != 0:
                raise OSError("Can't do nonzero cur-relative seeks")
            pos = self._pos if whence == 1 else self._size
        else:
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        self._pos = pos
        return pos

    @property
    def line_buffering(self):
        self._check()
        return False


class BytesIO(_Memory, BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    _zero = b'\0'

    def __init__(self, initial_bytes=b''):
        self._setup(b'')
        if initial_bytes is not None:
            self._put(bytes(memoryview(initial_bytes)))
            self._pos = 0

    def getvalue(self):
        self._check()
        return self._value()

    def getbuffer(self):
        self._check()
        return memoryview(bytearray(self._value()))

    def write(self, b, /):
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._check()
        data = bytes(b) if not isinstance(b, bytes) else b
        self._put(data)
        return len(data)

    def read1(self, size=-1, /):
        return self._take(size)

    def readinto(self, b, /):
        data = self._take(len(b))
        b[:len(data)] = data
        return len(data)

    readinto1 = readinto

    def readline(self, size=-1, /):
        self._check()
        value, start = self._value(), self._pos
        i = value.find(b'\n', start)
        end = self._size if i < 0 else i + 1
        if size is not None and size >= 0:
            end = min(end, start + size)
        self._pos = max(end, start)
        return value[start:end]

    def seek(self, pos, whence=0, /):
        self._check()
        if whence == 0:
            if pos < 0:
                raise ValueError(f"negative seek value {pos}")
        elif whence == 1:
            pos = max(self._pos + pos, 0)
        elif whence == 2:
            pos = max(self._size + pos, 0)
        else:
            raise ValueError("invalid whence (%i, should be 0, 1 or 2)" % whence)
        self._pos = pos
        return pos
