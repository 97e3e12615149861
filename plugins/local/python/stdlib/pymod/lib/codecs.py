"""Encoders and decoders: of text to bytes and back, and of some forms of bytes to others."""

__all__ = ["register", "lookup", "open", "EncodedFile", "BOM", "BOM_BE", "BOM_LE", "BOM32_BE", "BOM32_LE", "BOM64_BE", "BOM64_LE",
           "BOM_UTF8", "BOM_UTF16", "BOM_UTF16_LE", "BOM_UTF16_BE", "BOM_UTF32", "BOM_UTF32_LE", "BOM_UTF32_BE",
           "CodecInfo", "Codec", "IncrementalEncoder", "IncrementalDecoder", "StreamReader", "StreamWriter",
           "StreamReaderWriter", "StreamRecoder", "getencoder", "getdecoder", "getincrementalencoder", "getincrementaldecoder",
           "getreader", "getwriter", "encode", "decode", "iterencode", "iterdecode", "strict_errors", "ignore_errors",
           "replace_errors", "xmlcharrefreplace_errors", "backslashreplace_errors", "namereplace_errors",
           "register_error", "lookup_error"]

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = b"\xfe\xff"
BOM_UTF32_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = b"\x00\x00\xfe\xff"
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32 = BOM_UTF32_LE
BOM32_LE, BOM32_BE = BOM_UTF16_LE, BOM_UTF16_BE
BOM64_LE, BOM64_BE = BOM_UTF32_LE, BOM_UTF32_BE


class CodecInfo(tuple):
    """The parts of a codec, as lookup() gives them."""

    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None,
                name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode = encode
        self.decode = decode
        self.incrementalencoder = incrementalencoder
        self.incrementaldecoder = incrementaldecoder
        self.streamwriter = streamwriter
        self.streamreader = streamreader
        if _is_text_encoding is not None:
            self._is_text_encoding = _is_text_encoding
        return self

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__qualname__} object for encoding {self.name} at {id(self):#x}>"


class Codec:
    """What encodes and decodes without a state; encode() and decode() give the result and how much they took."""

    def encode(self, input, errors="strict"):
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        raise NotImplementedError


class IncrementalEncoder:
    """What encodes an input in several steps."""

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = ""

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class BufferedIncrementalEncoder(IncrementalEncoder):
    """An encoder that keeps input which it can't encode yet."""

    def __init__(self, errors="strict"):
        IncrementalEncoder.__init__(self, errors)
        self.buffer = ""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_encode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        IncrementalEncoder.reset(self)
        self.buffer = ""

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ""


class IncrementalDecoder:
    """What decodes an input in several steps."""

    def __init__(self, errors="strict"):
        self.errors = errors

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return b"", 0

    def setstate(self, state):
        pass


class BufferedIncrementalDecoder(IncrementalDecoder):
    """A decoder that keeps bytes which it can't decode yet."""

    def __init__(self, errors="strict"):
        IncrementalDecoder.__init__(self, errors)
        self.buffer = b""

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_decode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        IncrementalDecoder.reset(self)
        self.buffer = b""

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


class StreamWriter(Codec):
    """What writes text to a stream of bytes."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        data, _ = self.encode(object, self.errors)
        self.stream.write(data)

    def writelines(self, list):
        self.write("".join(list))

    def reset(self):
        pass

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        if whence == 0 and offset == 0:
            self.reset()

    def __getattr__(self, name):
        return _getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReader(Codec):
    """What reads text from a stream of bytes."""

    charbuffertype = str

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        self.bytebuffer = b""
        self._empty_charbuffer = self.charbuffertype()
        self.charbuffer = self._empty_charbuffer
        self.linebuffer = None

    def read(self, size=-1, chars=-1, firstline=False):
        """Read about size bytes and give at most chars characters; all there is if neither is told."""
        self._join()
        while not (chars >= 0 and len(self.charbuffer) >= chars):
            new = self.stream.read() if size < 0 else self.stream.read(size)
            data = self.bytebuffer + new
            if not data:
                break
            try:
                text, consumed = self.decode(data, self.errors)
            except UnicodeDecodeError as e:
                if not firstline:
                    raise
                text, consumed = self.decode(data[:e.start], self.errors)
                if len(text.splitlines(keepends=True)) <= 1:
                    raise
            self.bytebuffer = data[consumed:]
            self.charbuffer += text
            if not new or chars < 0 or size < 0:
                break
        if chars < 0:
            result, self.charbuffer = self.charbuffer, self._empty_charbuffer
        else:
            result, self.charbuffer = self.charbuffer[:chars], self.charbuffer[chars:]
        return result

    def _join(self):
        if self.linebuffer:
            self.charbuffer = self._empty_charbuffer.join(self.linebuffer)
        self.linebuffer = None

    def readline(self, size=None, keepends=True):
        """Read a line; size is about how many bytes to read at a time."""
        self._join()
        line = self._empty_charbuffer
        while True:
            data = self.read(size or 72, firstline=True)
            if data.endswith("\r"):  # its newline may come next
                data += self.read(size=1, chars=1)
            line += data
            lines = line.splitlines(keepends=True)
            if len(lines) > 1 or lines and (lines[0] != lines[0].splitlines()[0] if lines[0].splitlines() else False) or not data:
                break
            if size is not None:
                break
        if not lines:
            return line
        self.charbuffer = self._empty_charbuffer.join(lines[1:]) + self.charbuffer
        return lines[0] if keepends else lines[0].splitlines()[0]

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self.bytebuffer = b""
        self.charbuffer = self._empty_charbuffer
        self.linebuffer = None

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __iter__(self):
        return self

    def __getattr__(self, name):
        return _getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReaderWriter:
    """A reader and a writer of one stream."""

    encoding = "unknown"

    def __init__(self, stream, Reader, Writer, errors="strict"):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None, keepends=True):
        return self.reader.readline(size, keepends)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def __next__(self):
        return next(self.reader)

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()
        if whence == 0 and offset == 0:
            self.writer.reset()

    def __getattr__(self, name):
        return _getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamRecoder:
    """A stream in one encoding as a stream in another."""

    data_encoding = "unknown"
    file_encoding = "unknown"

    def __init__(self, stream, encode, decode, Reader, Writer, errors="strict"):
        self.stream = stream
        self.encode = encode
        self.decode = decode
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.encode(self.reader.read(size), self.errors)[0]

    def readline(self, size=None):
        data = self.reader.readline() if size is None else self.reader.readline(size)
        return self.encode(data, self.errors)[0]

    def readlines(self, sizehint=None):
        return self.encode(self.reader.read(), self.errors)[0].splitlines(keepends=True)

    def __next__(self):
        return self.encode(next(self.reader), self.errors)[0]

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        return self.writer.write(self.decode(b"".join(list), self.errors)[0])

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.reader.seek(offset, whence)
        self.writer.seek(offset, whence)

    def __getattr__(self, name):
        return _getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    """Give a file's text in another encoding than the file has."""
    if file_encoding is None:
        file_encoding = data_encoding
    data, inner = lookup(data_encoding), lookup(file_encoding)
    recoder = StreamRecoder(file, data.encode, data.decode, inner.streamreader, inner.streamwriter, errors)
    recoder.data_encoding = data_encoding
    recoder.file_encoding = file_encoding
    return recoder


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """Files are out of reach."""
    raise PermissionError(1, "Operation not permitted", filename)


# The handlers of errors.

def _unhandled(exception):
    return TypeError(f"don't know how to handle {type(exception).__name__} in error callback")


def _is(exception, *classes):
    return issubclass(type(exception), classes)


def _part(exception):
    """The place that an error is about, inside of its object."""
    kind = bytes if _is(exception, UnicodeDecodeError) else str
    if not isinstance(exception.object, kind):
        raise TypeError(f"object attribute must be {'bytes' if kind is bytes else 'unicode'}")
    size = len(exception.object)
    start = max(min(exception.start, size - 1), 0)
    return exception.object[start:max(min(exception.end, size), 1)], max(min(exception.end, size), 1)


def strict_errors(exception):
    """Raise the error."""
    if isinstance(exception, BaseException):
        raise exception
    raise TypeError("codec must pass exception instance")


def ignore_errors(exception):
    """Leave out what can't be converted."""
    if not _is(exception, UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError):
        raise _unhandled(exception)
    return "", _part(exception)[1]


def replace_errors(exception):
    """Put a mark in the place of what can't be converted."""
    if _is(exception, UnicodeDecodeError):
        return "\ufffd", _part(exception)[1]
    if not _is(exception, UnicodeEncodeError, UnicodeTranslateError):
        raise _unhandled(exception)
    text, end = _part(exception)
    return ("?" if _is(exception, UnicodeEncodeError) else "\ufffd") * len(text), end


def xmlcharrefreplace_errors(exception):
    """Put XML's references in the place of characters."""
    if not _is(exception, UnicodeEncodeError):
        raise _unhandled(exception)
    text, end = _part(exception)
    return "".join([f"&#{ord(c)};" for c in text]), end


def _escaped(c):
    n = ord(c)
    return f"\\x{n:02x}" if n < 0x100 else f"\\u{n:04x}" if n < 0x10000 else f"\\U{n:08x}"


def backslashreplace_errors(exception):
    """Put escapes in the place of characters or bytes."""
    if _is(exception, UnicodeDecodeError):
        data, end = _part(exception)
        return "".join([f"\\x{b:02x}" for b in data]), end
    if not _is(exception, UnicodeEncodeError, UnicodeTranslateError):
        raise _unhandled(exception)
    text, end = _part(exception)
    return "".join(map(_escaped, text)), end


def namereplace_errors(exception):
    """Put escapes with names in the place of characters."""
    import unicodedata
    if not _is(exception, UnicodeEncodeError):
        raise _unhandled(exception)
    text, end = _part(exception)
    names = [(c, unicodedata.name(c, "")) for c in text]
    return "".join([rf"\N{{{name}}}" if name else _escaped(c) for c, name in names]), end


def _surrogateescape(exception):
    if _is(exception, UnicodeEncodeError):
        text, end = _part(exception)
        if not all("\udc80" <= c <= "\udcff" for c in text):
            raise exception
        return bytes([ord(c) - 0xdc00 for c in text]), end
    if not _is(exception, UnicodeDecodeError):
        raise _unhandled(exception)
    data, end = _part(exception)
    text = ""
    for b in data[:4]:
        if b < 128:
            break
        text += chr(0xdc00 + b)
    if not text:
        raise exception
    return text, exception.start + len(text)


_UNITS = {"utf_8": ("utf-8", 3), "utf_16": ("utf-16-le", 2), "utf_16_le": ("utf-16-le", 2), "utf_16_be": ("utf-16-be", 2),
          "utf_32": ("utf-32-le", 4), "utf_32_le": ("utf-32-le", 4), "utf_32_be": ("utf-32-be", 4)}


def _surrogatepass(exception):
    if not _is(exception, UnicodeEncodeError, UnicodeDecodeError):
        raise _unhandled(exception)
    encoding, size = _UNITS.get(_key(exception.encoding)[0], (None, 0))
    if encoding is None:
        raise exception
    part, end = _part(exception)
    if _is(exception, UnicodeEncodeError):
        if not all("\ud800" <= c <= "\udfff" for c in part):
            raise exception
        return b"".join([_encode(c, encoding, "surrogatepass") for c in part]), end
    data = exception.object[exception.start:exception.start + size]
    try:
        text = _decode(data, encoding, "surrogatepass")
    except UnicodeDecodeError:
        text = ""
    if len(text) != 1 or not "\ud800" <= text <= "\udfff":
        raise exception
    return text, exception.start + size


_handlers = {"strict": strict_errors, "ignore": ignore_errors, "replace": replace_errors, "namereplace": namereplace_errors,
             "xmlcharrefreplace": xmlcharrefreplace_errors, "backslashreplace": backslashreplace_errors,
             "surrogateescape": _surrogateescape, "surrogatepass": _surrogatepass}


def _error_handler(name):
    handler = _handler(name) or _handlers.get(name)
    if handler is None:
        raise LookupError(f"unknown error handler name '{name}'")
    return handler


# The interpreter's own encodings. Their decoders leave the start of a character at the end of the data alone if more may come.

def _whole_utf_8(data):
    for back in range(1, min(4, len(data) + 1)):
        b = data[-back]
        if b >= 0xc0:
            need = 2 if b < 0xe0 else 3 if b < 0xf0 else 4
            if back < need and b <= 0xf4:
                try:
                    _decode(data[-back:], "utf-8", "strict")
                except UnicodeDecodeError as e:
                    if e.reason == "unexpected end of data":
                        return len(data) - back
            break
        if b < 0x80:
            break
    return len(data)


def _whole_units(size, low):
    def whole(data):
        end = len(data) - len(data) % size
        if size == 2 and end and 0xd8 <= data[end - 1 if low else end - 2] <= 0xdb:
            end -= 2
        return end
    return whole


def _whole_escape(data):
    import re
    return re.search(rb"(?:\\(?:x[0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|N(?:\{[^}]*)?|[0-7]{1,2})?)?\Z",
                     data).start() if data.count(b"\\") % 2 or b"\\" in data[-12:] or b"\\N" in data else len(data)


def _whole_utf_7(data):
    import re
    found = re.search(rb"\+[A-Za-z0-9+/]*\Z", data)
    return found.start() if found else len(data)


_WHOLE = {"utf_7": _whole_utf_7, "utf_8": _whole_utf_8, "utf_16_le": _whole_units(2, True), "utf_16_be": _whole_units(2, False),
          "utf_32_le": _whole_units(4, True), "utf_32_be": _whole_units(4, False), "unicode_escape": _whole_escape,
          "raw_unicode_escape": _whole_escape}


def _whole_multi(key):
    def whole(data):
        try:
            _decode(data, key, "strict")
        except UnicodeDecodeError as e:
            if e.reason == "incomplete multibyte sequence":
                return e.start
        return len(data)
    return whole


for _name in ("gbk", "gb2312", "gb18030", "big5", "big5hkscs", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949"):
    _WHOLE[_name] = _whole_multi(_name)


def _converters(key):
    whole = _WHOLE.get(key)

    def encode(str, errors=None, /):
        return _encode(str, key, errors), len(str)

    if whole is None:
        def decode(data, errors=None, /):
            return _decode(data, key, errors), len(data)
    else:
        def decode(data, errors=None, final=False, /):
            data = _data(data, key)
            end = len(data) if final else whole(data)
            return _decode(data[:end], key, errors), end
    encode.__name__ = encode.__qualname__ = key + "_encode"
    decode.__name__ = decode.__qualname__ = key + "_decode"
    return encode, decode


utf_7_encode, utf_7_decode = _converters("utf_7")
utf_8_encode, utf_8_decode = _converters("utf_8")
ascii_encode, ascii_decode = _converters("ascii")
latin_1_encode, latin_1_decode = _converters("latin_1")
utf_16_le_encode, utf_16_le_decode = _converters("utf_16_le")
utf_16_be_encode, utf_16_be_decode = _converters("utf_16_be")
utf_32_le_encode, utf_32_le_decode = _converters("utf_32_le")
utf_32_be_encode, utf_32_be_decode = _converters("utf_32_be")
unicode_escape_encode, unicode_escape_decode = _converters("unicode_escape")
raw_unicode_escape_encode, raw_unicode_escape_decode = _converters("raw_unicode_escape")


def _wide(bits):
    """The functions of an encoding that tells the order of its bytes in front."""
    order = {-1: f"utf_{bits}_le", 1: f"utf_{bits}_be"}
    marks = {_encode("\ufeff", f"utf-{bits}-le", "strict"): -1, _encode("\ufeff", f"utf-{bits}-be", "strict"): 1}
    size = bits // 8

    def encode(str, errors=None, byteorder=0, /):
        return _encode(str, order.get(byteorder, f"utf_{bits}"), errors), len(str)

    def ex_decode(data, errors=None, byteorder=0, final=False, /):
        data = bytes(data)
        start = 0
        if byteorder == 0:
            if len(data) < size and not final:
                return "", 0, 0
            found = marks.get(data[:size], 0)
            if found:
                byteorder, start = found, size
        key = order[byteorder or -1]
        end = len(data) if final else start + _WHOLE[key](data[start:])
        try:
            text = _decode(data[start:end], key, errors)
        except UnicodeDecodeError as e:
            raise UnicodeDecodeError(f"utf-{bits}", data, e.start + start, e.end + start, e.reason) from None
        return text, end, byteorder or -1 if start or byteorder else 0

    def decode(data, errors=None, final=False, /):
        return ex_decode(data, errors, 0, final)[:2]
    return encode, decode, ex_decode


utf_16_encode, utf_16_decode, utf_16_ex_decode = _wide(16)
utf_32_encode, utf_32_decode, utf_32_ex_decode = _wide(32)


def readbuffer_encode(data, errors=None, /):
    data = data.encode() if isinstance(data, str) else bytes(data)
    return data, len(data)


def charmap_build(map, /):
    """The table for charmap_encode() of the one for charmap_decode()."""
    return {ord(c): i for i, c in reversed([*enumerate(map)]) if c != "\ufffe"}


def escape_encode(data, errors=None, /):
    """Bytes as the text of a bytes literal."""
    if not isinstance(data, bytes):
        raise TypeError(f"escape_encode() argument 1 must be bytes, not {type(data).__name__}")
    out = bytearray()
    for b in data:
        c = chr(b)
        if c in "'\\":
            out += b"\\" + bytes([b])
        elif c in "\t\n\r":
            out += {"\t": b"\\t", "\n": b"\\n", "\r": b"\\r"}[c]
        elif 32 <= b < 127:
            out.append(b)
        else:
            out += b"\\x%02x" % b
    return bytes(out), len(data)


_ESCAPES = {ord("\n"): b"", ord("\\"): b"\\", ord("'"): b"'", ord('"'): b'"', ord("a"): b"\a", ord("b"): b"\b", ord("f"): b"\f",
            ord("n"): b"\n", ord("r"): b"\r", ord("t"): b"\t", ord("v"): b"\v"}


def escape_decode(data, errors=None, /):
    """The value of the text of a bytes literal."""
    data = data.encode() if isinstance(data, str) else bytes(data)
    out = bytearray()
    at, doubt = 0, None
    while at < len(data):
        next = data.find(b"\\", at)
        if next < 0:
            out += data[at:]
            break
        out += data[at:next]
        at = next + 1
        if at == len(data):
            raise ValueError("Trailing \\ in string")
        c = data[at]
        at += 1
        if c in _ESCAPES:
            out += _ESCAPES[c]
        elif 48 <= c <= 55:
            end = at
            while end < len(data) and end < at + 2 and 48 <= data[end] <= 55:
                end += 1
            value = int(data[at - 1:end], 8)
            if value > 255:
                doubt = doubt or f"invalid octal escape sequence '\\{value:o}'"
            out.append(value & 255)
            at = end
        elif c == ord("x"):
            digits = data[at:at + 2]
            try:
                if len(digits) < 2 or not digits.isalnum():
                    raise ValueError
                out.append(int(digits, 16))
                at += 2
            except ValueError:
                if errors is None or errors == "strict":
                    raise ValueError(f"invalid \\x escape at position {at - 2}") from None
                if errors not in ("replace", "ignore"):
                    raise ValueError(f"decoding error; unknown error handling code: {errors}") from None
                if errors == "replace":
                    out += b"?"
                if digits[:1] in [bytes([b]) for b in b"0123456789abcdefABCDEF"]:
                    at += 1
        else:
            doubt = doubt or f"invalid escape sequence '\\{chr(c)}'"
            out += b"\\" + bytes([c])
    if doubt:
        import warnings
        warnings.warn(doubt, DeprecationWarning, stacklevel=2)
    return bytes(out), len(data)


# The registry.

_UNDERSCORED = {"shift_jis", "euc_jp", "euc_kr", "iso2022_jp"}
_DISPLAY = {"latin_1": "iso8859-1", "hex_codec": "hex", "base64_codec": "base64", "rot_13": "rot13", "zlib_codec": "zlib"}
_found = {}


def _codec(encoding):
    key, known = _key(encoding)
    if info := _found.get(key):
        return info
    if known:
        info = _text_codec(key)
    elif key in _TRANSFORMS:
        info = _transform_codec(key)
    else:
        return _search(encoding)
    _found[key] = info
    return info


def _text_codec(key):
    name = _DISPLAY.get(key) or (key if key in _UNDERSCORED else key.replace("_", "-"))
    if key in ("utf_16", "utf_32"):
        encode, decode, ex = (utf_16_encode, utf_16_decode, utf_16_ex_decode) if key == "utf_16" else (
            utf_32_encode, utf_32_decode, utf_32_ex_decode)
        return _marked_codec(name, encode, decode, ex)
    if key == "utf_8_sig":
        return _signed_codec(name)
    encode, decode = _converters(key)
    partial = key in _WHOLE

    class Encoder(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    if partial:
        class Decoder(BufferedIncrementalDecoder):
            def _buffer_decode(self, input, errors, final):
                return decode(input, errors, final)
    else:
        class Decoder(IncrementalDecoder):
            def decode(self, input, final=False):
                return decode(input, self.errors)[0]

    if partial:
        def whole(input, errors="strict"):
            return decode(input, errors, True)
    else:
        def whole(input, errors="strict"):
            return decode(input, errors)
    return _info(name, encode, whole, Encoder, Decoder, decode)


def _info(name, encode, decode, encoder, decoder, part=None, text=True):
    part = part or decode

    class Writer(StreamWriter):
        def encode(self, input, errors="strict"):
            return encode(input, errors)

    class Reader(StreamReader):
        def decode(self, input, errors="strict"):
            return part(input, errors)
    Reader.__name__, Writer.__name__ = "StreamReader", "StreamWriter"
    encoder.__name__, decoder.__name__ = "IncrementalEncoder", "IncrementalDecoder"
    for cls in (Reader, Writer, encoder, decoder):
        cls.__qualname__ = cls.__name__
    return CodecInfo(encode, decode, Reader, Writer, encoder, decoder, name, _is_text_encoding=text)


def _marked_codec(name, encode, decode, ex):
    native = lookup(name + "-le").encode

    class Encoder(IncrementalEncoder):
        def __init__(self, errors="strict"):
            IncrementalEncoder.__init__(self, errors)
            self.begun = False

        def encode(self, input, final=False):
            if self.begun:
                return native(input, self.errors)[0]
            self.begun = True
            return encode(input, self.errors)[0]

        def reset(self):
            self.begun = False

        def getstate(self):
            return 0 if self.begun else 2

        def setstate(self, state):
            self.begun = not state

    class Decoder(BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            BufferedIncrementalDecoder.__init__(self, errors)
            self.order = 0

        def _buffer_decode(self, input, errors, final):
            text, consumed, order = ex(input, errors, self.order, final)
            if not self.order and consumed:
                if not order:
                    if len(input) < 2:
                        return "", 0
                    raise UnicodeError(f"{name.upper()} stream does not start with BOM")
                self.order = order
            return text, consumed

        def reset(self):
            BufferedIncrementalDecoder.reset(self)
            self.order = 0

        def getstate(self):
            return self.buffer, {0: 2, -1: 0, 1: 1}[self.order]

        def setstate(self, state):
            self.buffer = state[0]
            self.order = {2: 0, 0: -1, 1: 1}[state[1]]

    def whole(input, errors="strict"):
        return decode(input, errors, True)
    info = _info(name, encode, whole, Encoder, Decoder, decode)

    class Writer(info.streamwriter):
        def __init__(self, stream, errors="strict"):
            super().__init__(stream, errors)
            self.encoder = None

        def encode(self, input, errors="strict"):
            if self.encoder is None:
                self.encoder = native
                return encode(input, errors)
            return native(input, errors)

        def reset(self):
            self.encoder = None

    class Reader(info.streamreader):
        order = 0

        def decode(self, input, errors="strict"):
            text, consumed, order = ex(input, errors, self.order)
            if not self.order and consumed:
                if not order:
                    raise UnicodeError(f"{name.upper()} stream does not start with BOM")
                self.order = order
            return text, consumed

        def reset(self):
            StreamReader.reset(self)
            self.order = 0
    Reader.__name__ = Reader.__qualname__ = "StreamReader"
    Writer.__name__ = Writer.__qualname__ = "StreamWriter"
    return CodecInfo(info.encode, info.decode, Reader, Writer, Encoder, Decoder, name)


def _signed_codec(name):
    def encode(input, errors="strict"):
        return _encode(input, "utf_8_sig", errors), len(input)

    def decode(input, errors="strict"):
        return _decode(input, "utf_8_sig", errors), len(input)

    class Encoder(IncrementalEncoder):
        def __init__(self, errors="strict"):
            IncrementalEncoder.__init__(self, errors)
            self.first = 1

        def encode(self, input, final=False):
            if self.first:
                self.first = 0
                return encode(input, self.errors)[0]
            return utf_8_encode(input, self.errors)[0]

        def reset(self):
            self.first = 1

        def getstate(self):
            return self.first

        def setstate(self, state):
            self.first = state

    class Decoder(BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            BufferedIncrementalDecoder.__init__(self, errors)
            self.first = 1

        def _buffer_decode(self, input, errors, final):
            if not self.first:
                return utf_8_decode(input, errors, final)
            if len(input) < 3 and BOM_UTF8.startswith(input):
                if not final:
                    return "", 0
                self.first = 0
                return utf_8_decode(input, errors, final)
            self.first = 0
            skip = 3 if input[:3] == BOM_UTF8 else 0
            text, consumed = utf_8_decode(input[skip:], errors, final)
            return text, consumed + skip

        def reset(self):
            BufferedIncrementalDecoder.reset(self)
            self.first = 1

        def getstate(self):
            return self.buffer, self.first

        def setstate(self, state):
            self.buffer, self.first = state

    def part(input, errors="strict"):
        if len(input) < 3 and BOM_UTF8.startswith(input):
            return "", 0
        skip = 3 if input[:3] == BOM_UTF8 else 0
        text, consumed = utf_8_decode(input[skip:], errors)
        return text, consumed + skip
    info = _info(name, encode, decode, Encoder, Decoder)

    class Reader(info.streamreader):
        def decode(self, input, errors="strict"):
            text, consumed = part(input, errors)
            if consumed:
                self.decode = utf_8_decode
            return text, consumed

        def reset(self):
            StreamReader.reset(self)
            self.__dict__.pop("decode", None)

    class Writer(info.streamwriter):
        def encode(self, input, errors="strict"):
            self.encode = utf_8_encode
            return encode(input, errors)

        def reset(self):
            self.__dict__.pop("encode", None)
    Reader.__name__ = Reader.__qualname__ = "StreamReader"
    Writer.__name__ = Writer.__qualname__ = "StreamWriter"
    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name)


def _hex_encode(data):
    import binascii
    return binascii.b2a_hex(data)


def _hex_decode(data):
    import binascii
    return binascii.a2b_hex(data)


def _base64_encode(data):
    import base64
    return base64.encodebytes(data)


def _base64_decode(data):
    import base64
    return base64.decodebytes(data)


def _zlib_encode(data):
    import zlib
    return zlib.compress(data)


def _zlib_decode(data):
    import zlib
    return zlib.decompress(data)


def _rot13(text):
    if not isinstance(text, str):
        raise TypeError(f"a str is required, not {type(text).__name__}")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    turned = letters[13:] + letters[:13]
    return text.translate(str.maketrans(letters + letters.lower(), turned + turned.lower()))


_TRANSFORMS = {"hex_codec": (_hex_encode, _hex_decode), "base64_codec": (_base64_encode, _base64_decode),
               "zlib_codec": (_zlib_encode, _zlib_decode), "rot_13": (_rot13, _rot13)}


def _transform_codec(key):
    forward, back = _TRANSFORMS[key]

    def converter(f):
        def convert(input, errors="strict"):
            assert errors == "strict"
            return f(input), len(input)
        return convert
    encode, decode = converter(forward), converter(back)

    class Encoder(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    class Decoder(IncrementalDecoder):
        def decode(self, input, final=False):
            return decode(input, self.errors)[0]
    return _info(_DISPLAY[key], encode, decode, Encoder, Decoder, text=False)


def getencoder(encoding):
    """Find the encoder of an encoding."""
    return lookup(encoding).encode


def getdecoder(encoding):
    """Find the decoder of an encoding."""
    return lookup(encoding).decode


def _part_of(encoding, name):
    part = getattr(lookup(encoding), name)
    if part is None:
        raise LookupError(encoding)
    return part


def getincrementalencoder(encoding):
    """Find the class that encodes in steps."""
    return _part_of(encoding, "incrementalencoder")


def getincrementaldecoder(encoding):
    """Find the class that decodes in steps."""
    return _part_of(encoding, "incrementaldecoder")


def getreader(encoding):
    """Find the class that reads streams."""
    return lookup(encoding).streamreader


def getwriter(encoding):
    """Find the class that writes streams."""
    return lookup(encoding).streamwriter


def _encoded(obj, encoding, errors):
    return _converted(lookup(encoding)[0], obj, errors, "encoder", encoding)


def _decoded(obj, encoding, errors):
    return _converted(lookup(encoding)[1], obj, errors, "decoder", encoding)


def _converted(f, obj, errors, what, encoding):
    try:
        result = f(obj, errors)
    except Exception as e:
        if _key(encoding)[0] in _TRANSFORMS:
            e.add_note(f"{what[:-1].replace('decode', 'decod').replace('encode', 'encod')}ing with '{encoding}' codec failed")
        raise
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f"{what} must return a tuple (object, integer)")
    return result[0]


def iterencode(iterator, encoding, errors="strict", **kwargs):
    """Encode what an iterator gives, in steps."""
    encoder = getincrementalencoder(encoding)(errors, **kwargs)
    for input in iterator:
        if output := encoder.encode(input):
            yield output
    if output := encoder.encode("", True):
        yield output


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    """Decode what an iterator gives, in steps."""
    decoder = getincrementaldecoder(encoding)(errors, **kwargs)
    for input in iterator:
        if output := decoder.decode(input):
            yield output
    if output := decoder.decode(b"", True):
        yield output


def make_identity_dict(rng):
    """A dict of numbers to themselves."""
    return {i: i for i in rng}


def make_encoding_map(decoding_map):
    """Turn a table for charmap_decode() around; what is not unique becomes None."""
    table = {}
    for k, v in decoding_map.items():
        table[v] = None if v in table else k
    return table
