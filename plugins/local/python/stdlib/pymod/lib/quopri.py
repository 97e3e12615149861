"""Conversions to and from the quoted-printable encoding of RFC 1521."""
from binascii import a2b_qp, b2a_qp

__all__ = ['encode', 'decode', 'encodestring', 'decodestring']


def encode(input, output, quotetabs, header=False):
    """Read a stream of bytes and write it encoded to another one."""
    output.write(b2a_qp(input.read(), quotetabs=quotetabs, header=header))


def encodestring(s, quotetabs=False, header=False):
    return b2a_qp(s, quotetabs=quotetabs, header=header)


def decode(input, output, header=False):
    """Read an encoded stream of bytes and write it decoded to another one."""
    output.write(a2b_qp(input.read(), header=header))


def decodestring(s, header=False):
    return a2b_qp(s, header=header)


def ishex(c):
    """Tell whether the one byte c is a hexadecimal digit."""
    return c.isdigit() or b'a' <= c <= b'f' or b'A' <= c <= b'F'


def unhex(s):
    """The number that two hexadecimal digits stand for."""
    return int(bytes(s), 16)
