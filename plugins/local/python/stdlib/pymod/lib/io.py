"""Streams in memory. There are no files here."""
import abc as _abc

__all__ = ["BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO", "BytesIO", "StringIO", "BufferedIOBase",
           "BufferedReader", "BufferedWriter", "BufferedRWPair", "BufferedRandom", "TextIOBase", "TextIOWrapper",
           "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END", "DEFAULT_BUFFER_SIZE", "IncrementalNewlineDecoder",
           "text_encoding"]

DEFAULT_BUFFER_SIZE = 8192
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class UnsupportedOperation(OSError, ValueError):
    pass


UnsupportedOperation.__module__ = "io"


class _IOBase:
    """What all streams do."""
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

    def readline(self, size=-1, /):
        """Read and return a line from the stream."""
        if size is None:
            size = -1
        line = bytearray()
        peek = getattr(self, "peek", None)
        while size < 0 or len(line) < size:
            n = 1
            if peek is not None:
                ahead = peek(1)
                if not ahead:
                    break
                n = ahead.find(b"\n") + 1 or len(ahead)
                if size >= 0:
                    n = min(n, size - len(line))
            b = self.read(n)
            if not isinstance(b, bytes):
                raise OSError(f"read() should have returned a bytes object, not '{type(b).__name__}'")
            if not b:
                break
            line += b
            if line.endswith(b"\n"):
                break
        return bytes(line)

    def readlines(self, hint=None):
        if hint is not None:
            hint = _index(hint)
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


class _RawIOBase(_IOBase):
    """Base class for raw binary I/O."""

    def read(self, size=-1, /):
        if size is None or size < 0:
            return self.readall()
        b = bytearray(size)
        n = self.readinto(b)
        if n is None:
            return None
        del b[n:]
        return bytes(b)

    def readall(self):
        """Read until EOF, using multiple read() call."""
        parts = []
        while data := self.read(DEFAULT_BUFFER_SIZE):
            parts.append(data)
        return b"".join(parts) if parts else data

    def readinto(self, b, /):
        self._unsupported("readinto")

    def write(self, b, /):
        self._unsupported("write")


class _BufferedIOBase(_IOBase):
    """Base class for buffered IO objects."""

    def detach(self):
        self._unsupported("detach")

    def read(self, size=-1, /):
        self._unsupported("read")

    def read1(self, size=-1, /):
        self._unsupported("read1")

    def write(self, b, /):
        self._unsupported("write")

    def _into(self, read, b):
        view = memoryview(b)
        if view.readonly:
            raise TypeError(f"readinto() argument must be read-write bytes-like object, not {type(b).__name__}")
        view = view.cast("B")
        data = read(len(view))
        view[:len(data)] = data
        return len(data)

    def readinto(self, b, /):
        return self._into(self.read, b)

    def readinto1(self, b, /):
        return self._into(self.read1, b)


class _TextIOBase(_IOBase):
    """Base class for text I/O."""

    encoding = None
    errors = None
    newlines = None

    def detach(self):
        self._unsupported("detach")

    def read(self, size=-1, /):
        self._unsupported("read")

    def readline(self, size=-1, /):
        self._unsupported("readline")

    def write(self, s, /):
        self._unsupported("write")


class IOBase(_IOBase, metaclass=_abc.ABCMeta):
    """The abstract base class for all I/O classes."""


class RawIOBase(_RawIOBase, IOBase):
    """Base class for raw binary I/O."""


class BufferedIOBase(_BufferedIOBase, IOBase):
    """Base class for buffered IO objects."""


class TextIOBase(_TextIOBase, IOBase):
    """Base class for text I/O."""


def _index(n):
    """An argument that is to be an int."""
    index = getattr(n, "__index__", None)
    if index is None:
        raise TypeError(f"argument should be integer or None, not '{type(n).__name__}'")
    return index()


def _whole(n):
    """An argument that is to be an int, and not None."""
    index = getattr(n, "__index__", None)
    if index is None:
        raise TypeError(f"'{type(n).__name__}' object cannot be interpreted as an integer")
    return index()


def _bytes(b):
    """The bytes of an argument that is to be a buffer."""
    try:
        return bytes(memoryview(b))
    except TypeError:
        if hasattr(type(b), "__buffer__"):
            raise
        raise TypeError(f"a bytes-like object is required, not '{type(b).__name__}'") from None


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
        if size is not None and not isinstance(size, int):
            size = _index(size)
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
        else:
            size = _index(size)
            if size < 0:
                raise ValueError(f"{'negative' if isinstance(self._empty, bytes) else 'Negative'} size value {size}")
        if size < self._size:
            self._pieces = [self._value()[:size]]
            self._size = size
        return size

    def close(self):
        self._setup(self._empty)
        self._closed = True


# The attributes that the streams in memory keep their state in.
_STATE = {"_empty", "_pieces", "_size", "_pos", "_newline", "_seen", "_closed"}


class StringIO(_Memory, _TextIOBase):
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
        self._newline, self._seen = newline, []
        if initial_value:
            self.write(initial_value)
            self._pos = 0

    def _translate(self, s):
        newline = self._newline
        if not newline:
            rest = s.replace('\r\n', '')
            for kind in ('\r', '\n', '\r\n'):
                if kind in (s if kind == '\r\n' else rest) and kind not in self._seen:
                    self._seen = [k for k in ('\r', '\n', '\r\n') if k == kind or k in self._seen]
        if newline is None:
            return s.replace('\r\n', '\n').replace('\r', '\n')
        if newline in ('\r', '\r\n'):
            return s.replace('\n', newline)
        return s

    def getvalue(self):
        """Retrieve the entire contents of the object."""
        self._check()
        return self._value()

    @property
    def newlines(self):
        self._check()
        kinds = self._seen
        return None if not kinds else kinds[0] if len(kinds) == 1 else tuple(kinds)

    def detach(self):
        self._check()
        raise UnsupportedOperation("detach")

    def __getstate__(self):
        self._check()
        attributes = {k: v for k, v in self.__dict__.items() if k not in _STATE}
        return self._value(), self._newline, self._pos, attributes or None

    def __setstate__(self, state):
        self._check()
        if not isinstance(state, tuple) or len(state) < 4:
            raise TypeError(f"{type(self).__name__}.__setstate__ argument should be 4-tuple, got {type(state).__name__}")
        value, newline, pos, attributes = state[:4]
        if not isinstance(pos, int):
            raise TypeError(f"third item of state must be an integer, got {type(pos).__name__}")
        if pos < 0:
            raise ValueError("position value cannot be negative")
        if attributes is not None and not isinstance(attributes, dict):
            raise TypeError(f"fourth item of state should be a dict, got a {type(attributes).__name__}")
        self.__init__("", newline)
        if value:
            self._pieces, self._size = [value], len(value)
        self._pos = pos
        if attributes:
            attributes = dict(attributes)
            for name in attributes:
                _may_write(self, name)
            self.__dict__.update(attributes)

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
        if size is not None and not isinstance(size, int):
            size = _index(size)
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
        pos, whence = _whole(pos), _whole(whence)
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


class BytesIO(_Memory, _BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    _zero = b'\0'

    def __init__(self, initial_bytes=b''):
        self._setup(b'')
        if initial_bytes is not None:
            self._put(_bytes(initial_bytes))
            self._pos = 0

    def getvalue(self):
        """Retrieve the entire contents of the BytesIO object."""
        self._check()
        return self._value()

    def getbuffer(self):
        """Get a view over the contents of the BytesIO object, as they are now."""
        self._check()
        return memoryview(bytearray(self._value()))

    def __getstate__(self):
        self._check()
        attributes = {k: v for k, v in self.__dict__.items() if k not in _STATE}
        return self._value(), self._pos, attributes or None

    def __setstate__(self, state):
        self._check()
        if not isinstance(state, tuple) or len(state) < 3:
            raise TypeError(f"{type(self).__name__}.__setstate__ argument should be 3-tuple, got {type(state).__name__}")
        value, pos, attributes = state[:3]
        if not isinstance(pos, int):
            raise TypeError(f"second item of state must be an integer, not {type(pos).__name__}")
        if pos < 0:
            raise ValueError("position value cannot be negative")
        if attributes is not None and not isinstance(attributes, dict):
            raise TypeError(f"third item of state should be a dict, got a {type(attributes).__name__}")
        self.__init__(value)
        self._pos = pos
        if attributes:
            attributes = dict(attributes)
            for name in attributes:
                _may_write(self, name)
            self.__dict__.update(attributes)

    def write(self, b, /):
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._check()
        data = b if isinstance(b, bytes) else _bytes(b)
        self._put(data)
        return len(data)

    def read1(self, size=-1, /):
        return self._take(size)

    def readinto(self, b, /):
        return self._into(self._take, b)

    readinto1 = readinto

    def readline(self, size=-1, /):
        self._check()
        value, start = self._value(), self._pos
        i = value.find(b'\n', start)
        end = self._size if i < 0 else i + 1
        if size is not None and not isinstance(size, int):
            size = _index(size)
        if size is not None and size >= 0:
            end = min(end, start + size)
        self._pos = max(end, start)
        return value[start:end]

    def seek(self, pos, whence=0, /):
        self._check()
        pos, whence = _whole(pos), _whole(whence)
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


BlockingIOError = BlockingIOError


def _no_files(what):
    def refuse(self, *args, **kwargs):
        raise PermissionError(1, f"there are no files here: {what}")
    return refuse


class FileIO(_RawIOBase):
    """Open a file: there are none here."""
    __init__ = _no_files("FileIO()")


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """Open a file: there are none here."""
    raise PermissionError(1, "there are no files here", file if isinstance(file, (str, bytes)) else None)


def open_code(path):
    """Open a file of code: there are none here."""
    return open(path, "rb")


def text_encoding(encoding, stacklevel=2, /):
    """A helper function to choose the text encoding."""
    return "utf-8" if encoding is None else encoding


class IncrementalNewlineDecoder:
    """Codec used when reading a file in universal newlines mode."""

    def __init__(self, decoder, translate, errors="strict"):
        self.errors = errors
        self._decoder, self._translate = decoder, translate
        self._held, self._seen = False, set()

    def decode(self, input, final=False):
        text = input if self._decoder is None else self._decoder.decode(input, final=final)
        if not isinstance(text, str):
            raise TypeError(f"decoder should return a string result, not '{type(text).__name__}'")
        if self._held and (text or final):
            text, self._held = "\r" + text, False
        if text.endswith("\r") and not final:
            text, self._held = text[:-1], True
        if "\r\n" in text:
            self._seen.add("\r\n")
        bare = text.replace("\r\n", "")
        self._seen.update(c for c in "\r\n" if c in bare)
        if self._translate:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text

    def getstate(self):
        data, flag = (b"", 0) if self._decoder is None else self._decoder.getstate()
        return data, flag << 1 | self._held

    def setstate(self, state):
        data, flag = state
        self._held = bool(flag & 1)
        if self._decoder is not None:
            self._decoder.setstate((data, flag >> 1))

    def reset(self):
        self._seen, self._held = set(), False
        if self._decoder is not None:
            self._decoder.reset()

    @property
    def newlines(self):
        kinds = [k for k in ("\r", "\n", "\r\n") if k in self._seen]
        return None if not kinds else kinds[0] if len(kinds) == 1 else tuple(kinds)


class _Buffered(_BufferedIOBase):
    """A buffer over a raw stream: what it reads ahead, and what it has not written yet."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self._raw, self._limit = raw, buffer_size
        self._ahead, self._late = b"", bytearray()

    def _open(self):
        raw = self._raw
        if raw is None:
            raise ValueError("raw stream has been detached")
        if raw.closed:
            raise ValueError("I/O operation on closed file.")
        return raw

    raw = property(lambda self: self._raw)
    closed = property(lambda self: self._raw.closed)
    name = property(lambda self: self._raw.name)
    mode = property(lambda self: self._raw.mode)

    def __repr__(self):
        try:
            name = f" name={self.name!r}"
        except Exception:
            name = ""
        return f"<{type(self).__module__}.{type(self).__qualname__}{name}>"

    def seekable(self):
        return self._open().seekable()

    def isatty(self):
        return self._open().isatty()

    def fileno(self):
        return self._open().fileno()

    def detach(self):
        """Disconnect this buffer from its underlying raw stream and return it."""
        raw = self._open()
        self.flush()
        self._raw = None
        return raw

    def close(self):
        if self._raw is not None and not self._raw.closed:
            try:
                self.flush()
            finally:
                self._raw.close()

    def flush(self):
        raw = self._open()
        while self._late:
            n = raw.write(bytes(self._late))
            if n is None:
                raise BlockingIOError(11, "write could not complete without blocking", 0)
            if not 0 <= n <= len(self._late):
                raise OSError(f"raw write() returned invalid length {n} (should have been between 0 and {len(self._late)})")
            del self._late[:n]
        raw.flush()

    def tell(self):
        return self._open().tell() - len(self._ahead) + len(self._late)

    def seek(self, pos, whence=0, /):
        """Change the stream position to the given byte offset."""
        if whence not in (0, 1, 2):
            raise ValueError(f"invalid whence value: {whence}")
        raw = self._open()
        self._settle()
        if whence == 1:
            pos -= len(self._ahead)
        self._ahead = b""
        return raw.seek(pos, whence)

    def _settle(self):
        if self._late:
            self.flush()

    def truncate(self, pos=None, /):
        self._settle()
        if pos is None:
            pos = self.tell()
        return self._open().truncate(pos)

    def _fill(self, n):
        """Read from the raw stream until n bytes are ahead, or all for -1."""
        raw = self._open()
        self._settle()
        parts, have = [self._ahead], len(self._ahead)
        while n < 0 or have < n:
            data = raw.read(DEFAULT_BUFFER_SIZE if n < 0 else max(n - have, self._limit))
            if not data:
                break
            parts.append(data)
            have += len(data)
        self._ahead = b"".join(parts)

    def _take(self, n):
        data, self._ahead = self._ahead[:n], self._ahead[n:]
        return data

    def _read(self, size=-1, /):
        if size is None:
            size = -1
        if size < -1:
            raise ValueError("read length must be non-negative or -1")
        self._fill(size)
        return self._take(len(self._ahead) if size < 0 else size)

    def _read1(self, size=-1, /):
        raw = self._open()
        self._settle()
        if size < 0:
            size = self._limit
        if not self._ahead and size:
            self._ahead = raw.read(size) or b""
        return self._take(size)

    def _peek(self, size=0, /):
        raw = self._open()
        self._settle()
        if not self._ahead:
            self._ahead = raw.read(self._limit) or b""
        return self._ahead

    def _write(self, b, /):
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        raw = self._open()
        if self._ahead:
            raw.seek(-len(self._ahead), 1)
            self._ahead = b""
        data = bytes(memoryview(b))
        self._late += data
        if len(self._late) > self._limit:
            self.flush()
        return len(data)


class BufferedReader(_Buffered):
    """Create a new buffered reader using the given readable raw IO object."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        super().__init__(raw, buffer_size)

    read, read1, peek = _Buffered._read, _Buffered._read1, _Buffered._peek

    def readable(self):
        return self._open().readable()


class BufferedWriter(_Buffered):
    """A buffer for a writeable sequential RawIO object."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.writable():
            raise UnsupportedOperation("File or stream is not writable.")
        super().__init__(raw, buffer_size)

    write = _Buffered._write

    def writable(self):
        return self._open().writable()


class BufferedRandom(_Buffered):
    """A buffered interface to random access streams."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        for able, what in (raw.seekable, "seekable"), (raw.readable, "readable"), (raw.writable, "writable"):
            if not able():
                raise UnsupportedOperation(f"File or stream is not {what}.")
        super().__init__(raw, buffer_size)

    read, read1, peek, write = _Buffered._read, _Buffered._read1, _Buffered._peek, _Buffered._write

    def readable(self):
        return self._open().readable()

    def writable(self):
        return self._open().writable()


class BufferedRWPair(_BufferedIOBase):
    """A buffered reader and writer object together."""

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        self.reader, self.writer = BufferedReader(reader, buffer_size), BufferedWriter(writer, buffer_size)

    def read(self, size=-1, /):
        return self.reader.read(size)

    def read1(self, size=-1, /):
        return self.reader.read1(size)

    def readinto(self, b, /):
        return self.reader.readinto(b)

    def readinto1(self, b, /):
        return self.reader.readinto1(b)

    def peek(self, size=0, /):
        return self.reader.peek(size)

    def write(self, b, /):
        return self.writer.write(b)

    def flush(self):
        return self.writer.flush()

    def readable(self):
        return self.reader.readable()

    def writable(self):
        return self.writer.writable()

    def isatty(self):
        return self.reader.isatty() or self.writer.isatty()

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()

    closed = property(lambda self: self.writer.closed)


class TextIOWrapper(_TextIOBase):
    """Character and line based layer over a BufferedIOBase object, buffer."""
    _CHUNK_SIZE = 8192

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        import codecs
        self._buffer = None
        self._set(codecs, encoding or "utf-8", errors or "strict", newline)
        self._line_buffering, self._write_through = bool(line_buffering), bool(write_through)
        self._buffer = buffer
        self._text, self._late, self._late_size, self._ended = "", [], 0, False
        # Where the bytes of the text ahead begin, the decoder's state there, and the text.
        self._snapshot = None
        self._telling = True

    def _set(self, codecs, encoding, errors, newline):
        if not isinstance(encoding, str):
            raise TypeError(f"TextIOWrapper() argument 'encoding' must be str or None, not {type(encoding).__name__}")
        if newline is not None and not isinstance(newline, str):
            raise TypeError(f"TextIOWrapper() argument 'newline' must be str or None, not {type(newline).__name__}")
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        if encoding == "locale":
            encoding = "utf-8"
        info = codecs.lookup(encoding)
        if not info._is_text_encoding:
            raise LookupError(f"{encoding!r} is not a text encoding; use codecs.open() to handle arbitrary codecs")
        codecs.lookup_error(errors)
        self._encoding, self._errors, self._newline = encoding, errors, newline
        self._encoder = info.incrementalencoder(errors)
        self._decoder = info.incrementaldecoder(errors)
        if not newline:
            self._decoder = IncrementalNewlineDecoder(self._decoder, newline is None)

    def _open(self):
        if self._buffer is None:
            raise ValueError("underlying buffer has been detached")
        if self._buffer.closed:
            raise ValueError("I/O operation on closed file.")
        return self._buffer

    buffer = property(lambda self: self._buffer)
    encoding = property(lambda self: self._encoding)
    errors = property(lambda self: self._errors)
    line_buffering = property(lambda self: self._line_buffering)
    write_through = property(lambda self: self._write_through)
    name = property(lambda self: self._buffer.name)
    closed = property(lambda self: self._buffer.closed)

    @property
    def newlines(self):
        return getattr(self._decoder, "newlines", None)

    def __repr__(self):
        text = f"<{type(self).__module__}.{type(self).__qualname__}"
        for name in ("name", "mode"):
            try:
                text += f" {name}={_getattr(self, name)!r}"
            except Exception:
                pass
        return f"{text} encoding={self._encoding!r}>"

    def reconfigure(self, *, encoding=None, errors=None, newline=..., line_buffering=None, write_through=None):
        """Reconfigure the text stream with new parameters."""
        import codecs
        if self._text and (encoding is not None or errors is not None or newline is not ...):
            raise UnsupportedOperation("It is not possible to set the encoding or newline of stream after the first read")
        if errors is None:
            errors = self._errors if encoding is None else "strict"
        self.flush()
        self._set(codecs, encoding or self._encoding, errors, self._newline if newline is ... else newline)
        if line_buffering is not None:
            self._line_buffering = bool(line_buffering)
        if write_through is not None:
            self._write_through = bool(write_through)

    def seekable(self):
        return self._open().seekable()

    def readable(self):
        return self._open().readable()

    def writable(self):
        return self._open().writable()

    def isatty(self):
        return self._open().isatty()

    def fileno(self):
        return self._open().fileno()

    def flush(self):
        self._push()
        self._open().flush()

    def _push(self):
        buffer = self._open()
        if self._late:
            data, self._late, self._late_size = b"".join(self._late), [], 0
            buffer.write(data)

    def close(self):
        if self._buffer is not None and not self._buffer.closed:
            try:
                self.flush()
            finally:
                self._buffer.close()

    def detach(self):
        """Separate the underlying buffer from the TextIOBase and return it."""
        buffer = self._open()
        self.flush()
        self._buffer = None
        return buffer

    def write(self, s, /):
        self._open()
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__ if s is not None else None}")
        text = s
        if self._newline is not None and self._newline not in ("", "\n"):
            text = text.replace("\n", self._newline)
        if self._text:
            self._rewind()
        data = self._encoder.encode(text)
        self._late.append(data)
        self._late_size += len(data)
        if self._write_through or self._line_buffering and ("\n" in s or "\r" in s):
            self.flush() if not self._write_through or self._line_buffering else self._push()
        elif self._late_size > self._CHUNK_SIZE:
            self._push()
        return len(s)

    def _rewind(self):
        """Give up the text that was read ahead."""
        if self._buffer.seekable():
            self._buffer.seek(self.tell())
        self._text, self._ended = "", False
        self._decoder.reset()

    def _more(self):
        """Decode another piece; tells whether there was one."""
        buffer = self._open()
        self._push()
        if self._ended:
            return False
        if not self._text and buffer.seekable():
            self._snapshot = buffer.tell(), self._decoder.getstate(), ""
        read = getattr(buffer, "read1", buffer.read)
        data = read(self._CHUNK_SIZE)
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError(f"underlying read1() should have returned a bytes-like object, not '{type(data).__name__}'")
        self._ended = not data
        text = self._decoder.decode(data, final=not data)
        if self._snapshot is not None:
            self._snapshot = (*self._snapshot[:2], self._snapshot[2] + text)
        self._text += text
        return bool(data) or bool(text)

    def read(self, size=-1, /):
        if size is None:
            size = -1
        if not isinstance(size, int):
            size = _index(size)
        if not self.readable():
            raise UnsupportedOperation("not readable")
        while (size < 0 or len(self._text) < size) and self._more():
            pass
        self._ended = False
        if size < 0:
            size = len(self._text)
        text, self._text = self._text[:size], self._text[size:]
        return text

    def _line_end(self, text, start):
        """Where the line at the beginning of the text ends; -1 if that isn't there."""
        newline = self._newline
        if newline == "":
            for i in range(start, len(text)):
                if text[i] == "\n":
                    return i + 1
                if text[i] == "\r":
                    return i + 2 if text[i + 1:i + 2] == "\n" else i + 1
            return -1
        mark = newline or "\n"
        i = text.find(mark, max(start - len(mark) + 1, 0))
        return -1 if i < 0 else i + len(mark)

    def readline(self, size=-1, /):
        if size is None:
            size = -1
        if not isinstance(size, int):
            size = _index(size)
        self._open()
        looked = 0
        while True:
            end = self._line_end(self._text, looked)
            if end >= 0 or 0 <= size <= len(self._text):
                break
            looked = len(self._text)
            if not self._more():
                end = len(self._text)
                break
        self._ended = False
        if end < 0 or 0 <= size < end:
            end = size if size >= 0 else len(self._text)
        line, self._text = self._text[:end], self._text[end:]
        return line

    def __next__(self):
        self._telling = False
        line = self.readline()
        if not line:
            self._telling = True
            raise StopIteration
        return line

    def tell(self):
        """A number for the place in the stream, for seek()."""
        buffer = self._open()
        if not buffer.seekable():
            raise UnsupportedOperation("underlying stream is not seekable")
        if not self._telling:
            raise OSError("telling position disabled by next() call")
        self._push()
        if not self._text:
            held = self._decoder.getstate()[0]
            return buffer.tell() - len(held)
        start, state, text = self._snapshot
        used = len(text) - len(self._text)
        # The bytes of the text that was used: decode from the start on until it is there.
        here = buffer.tell()
        after = self._decoder.getstate()
        buffer.seek(start)
        self._decoder.setstate(state)
        got, taken = 0, 0
        while got < used:
            b = buffer.read(1)
            if not b:
                break
            taken += 1
            got += len(self._decoder.decode(b))
        buffer.seek(here)
        self._decoder.setstate(after)
        return start + taken

    def seek(self, cookie, whence=0, /):
        """Set the stream position, and return the new stream position."""
        buffer = self._open()
        if not buffer.seekable():
            raise UnsupportedOperation("underlying stream is not seekable")
        if whence == 1:
            if cookie != 0:
                raise UnsupportedOperation("can't do nonzero cur-relative seeks")
            cookie = self.tell()
        elif whence == 2:
            if cookie != 0:
                raise UnsupportedOperation("can't do nonzero end-relative seeks")
            self.flush()
            cookie = buffer.seek(0, 2)
        elif whence != 0:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        if cookie < 0:
            raise ValueError(f"negative seek position {cookie!r}")
        self.flush()
        buffer.seek(cookie)
        self._text, self._ended, self._snapshot = "", False, None
        self._decoder.reset()
        if cookie == 0:
            self._encoder.reset()
        elif self._encoder.getstate():
            self._encoder.setstate(0)
        return cookie

    def truncate(self, pos=None, /):
        self.flush()
        if pos is None:
            pos = self.tell()
        return self._open().truncate(pos)


RawIOBase.register(FileIO)
for _class in (BytesIO, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair):
    BufferedIOBase.register(_class)
for _class in (StringIO, TextIOWrapper):
    TextIOBase.register(_class)
for _class in (_IOBase, _RawIOBase, _BufferedIOBase, _TextIOBase, FileIO, IncrementalNewlineDecoder, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair, TextIOWrapper,
               StringIO, BytesIO):
    _class.__module__ = "_io"
del _class
