"""Generate cryptographically strong pseudo-random numbers suitable for managing secrets such as account
authentication, tokens, and similar."""
from random import SystemRandom

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe", "compare_digest"]

DEFAULT_ENTROPY = 32
_sysrand = SystemRandom()
randbits = _sysrand.getrandbits
choice = _sysrand.choice


def randbelow(exclusive_upper_bound):
    """Return a random int in the range [0, n)."""
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _sysrand.randrange(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """Return a random byte string containing *nbytes* bytes."""
    return _random(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    """Return a random text string, in hexadecimal."""
    return token_bytes(nbytes).hex()


_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def token_urlsafe(nbytes=None):
    """Return a random URL-safe text string, in Base64 encoding."""
    data = token_bytes(nbytes)
    bits, n = int.from_bytes(data), len(data) * 8
    pad = -n % 6
    bits <<= pad
    return "".join(_alphabet[bits >> i & 63] for i in range(n + pad - 6, -1, -6))
