"""Base16, Base32, Base64 data encodings."""

__all__ = ["b64encode", "b64decode", "standard_b64encode", "standard_b64decode", "urlsafe_b64encode",
           "urlsafe_b64decode", "b32encode", "b32decode", "b32hexencode", "b32hexdecode", "b16encode",
           "b16decode", "encodebytes", "decodebytes", "encode", "decode", "b85encode", "b85decode", "a85encode",
           "a85decode"]

_url_encode = bytes.maketrans(b"+/", b"-_")
_url_decode = bytes.maketrans(b"-_", b"+/")


def _to_bytes(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r"
                        % s.__class__.__name__) from None


def b64encode(s, altchars=None):
    """Encode the bytes-like object s with Base64."""
    encoded = _encode64(s)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """Decode the Base64 encoded bytes-like object or ASCII string s."""
    s = _to_bytes(s)
    if altchars is not None:
        altchars = _to_bytes(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return _decode64(s, validate)


def standard_b64encode(s):
    """Encode with the standard alphabet."""
    return b64encode(s)


def standard_b64decode(s):
    """Decode what standard_b64encode() made."""
    return b64decode(s)


def urlsafe_b64encode(s):
    """Encode with - and _ instead of + and /."""
    return b64encode(s).translate(_url_encode)


def urlsafe_b64decode(s):
    """Decode what urlsafe_b64encode() made."""
    return b64decode(_to_bytes(s).translate(_url_decode))


def b32encode(s):
    """Encode with Base32."""
    return _encode32(s, False)


def b32hexencode(s):
    """Encode with the Base32 alphabet of hexadecimal order."""
    return _encode32(s, True)


def b32decode(s, casefold=False, map01=None):
    """Decode Base32; casefold takes lower case too, map01 tells what 1 stands for."""
    s = _to_bytes(s)
    if map01 is not None:
        map01 = _to_bytes(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b"01", b"O" + map01))
    return _decode32(s.upper() if casefold else s, False)


def b32hexdecode(s, casefold=False):
    """Decode what b32hexencode() made."""
    s = _to_bytes(s)
    return _decode32(s.upper() if casefold else s, True)


def b16encode(s):
    """Encode with Base16."""
    return memoryview(s).tobytes().hex().upper().encode("ascii")


def b16decode(s, casefold=False):
    """Decode Base16; casefold takes lower case too."""
    s = _to_bytes(s)
    if casefold:
        s = s.upper()
    if s.strip(b"0123456789ABCDEF"):
        raise _Error("Non-base16 digit found")
    if len(s) % 2:
        raise _Error("Odd-length string")
    try:
        return bytes.fromhex(s.decode("ascii"))
    except ValueError:
        raise _Error("Non-base16 digit found") from None


def _folded(result, wrapcol, adobe):
    """The digits in lines of so many, with Adobe's marks around them if wanted."""
    if adobe:
        result = b"<~" + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [result[i:i + wrapcol] for i in range(0, len(result), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b"")
        result = b"\n".join(lines)
    return result + b"~>" if adobe else result


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Encode bytes-like object b using Ascii85 and return a bytes object."""
    if not isinstance(b, (bytes, bytearray)):
        b = memoryview(b).tobytes()
    return _folded(_encode85(b, True, bool(pad), bool(foldspaces)), wrapcol, adobe)


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    """Decode the Ascii85 encoded bytes-like object or ASCII string b and return a bytes object."""
    b = _to_bytes(b)
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with {!r}".format(b"~>"))
        b = b[2 if b.startswith(b"<~") else 0:-2]
    return _decodeascii85(b, bool(foldspaces), ignorechars)


def b85encode(b, pad=False):
    """Encode bytes-like object b in base85 format and return a bytes object."""
    if not isinstance(b, (bytes, bytearray)):
        b = memoryview(b).tobytes()
    return _encode85(b, False, bool(pad), False)


def b85decode(b):
    """Decode the base85-encoded bytes-like object or ASCII string b and return a bytes object."""
    return _decode85(_to_bytes(b))


def _one_dimension(s):
    """The content of what has single bytes in one dimension."""
    try:
        m = memoryview(s)
    except TypeError as err:
        raise TypeError("expected bytes-like object, not %s" % s.__class__.__name__) from err
    if m.format not in ("c", "b", "B"):
        raise TypeError("expected single byte elements, not %r from %s" % (m.format, s.__class__.__name__))
    if m.ndim != 1:
        raise TypeError("expected 1-D data, not %d-D data from %s" % (m.ndim, s.__class__.__name__))
    return m.tobytes()


def encodebytes(s):
    """Encode into lines of at most 76 characters."""
    s = _one_dimension(s)
    return b"".join(_encode64(s[i:i + 57]) + b"\n" for i in range(0, len(s), 57))


def decodebytes(s):
    """Decode what encodebytes() made."""
    return _decode64(_one_dimension(s), False)


def encode(input, output):
    """Encode a binary file into another."""
    output.write(encodebytes(input.read()))


def decode(input, output):
    """Decode a binary file into another."""
    output.write(decodebytes(input.read()))
