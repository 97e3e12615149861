"""HMAC (Keyed-Hashing for Message Authentication) by RFC 2104."""
import hashlib as _hashlib

trans_5C = bytes((x ^ 0x5C) for x in range(256))
trans_36 = bytes((x ^ 0x36) for x in range(256))
digest_size = None


class HMAC:
    """RFC 2104 HMAC class.  Also complies with RFC 4231."""

    blocksize = 64
    __slots__ = ("_name", "_inner", "_outer", "block_size", "digest_size")

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got %r" % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        if isinstance(digestmod, str):
            make = lambda data=b"": _hashlib.new(digestmod, data)
        elif callable(digestmod):
            make = digestmod
        else:
            make = lambda data=b"": digestmod.new(data)
        self._inner = make()
        self._outer = make()
        self._name = "hmac-" + self._inner.name
        self.digest_size = self._inner.digest_size
        self.block_size = getattr(self._inner, "block_size", self.blocksize)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = key.ljust(self.block_size, b"\0")
        self._outer.update(key.translate(trans_5C))
        self._inner.update(key.translate(trans_36))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return self._name

    def update(self, msg):
        """Feed data from msg into this hashing object."""
        self._inner.update(msg)

    def copy(self):
        """Return a separate copy of this hashing object."""
        other = self.__class__.__new__(self.__class__)
        other._name, other.digest_size, other.block_size = self._name, self.digest_size, self.block_size
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        """Return the hash value of this hashing object."""
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h.digest()

    def hexdigest(self):
        """Like digest(), but returns a string of hexadecimal digits instead."""
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    """Create a new hashing object and return it."""
    if not digestmod:
        raise TypeError("Missing required parameter 'digestmod'.")
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """Fast inline implementation of HMAC."""
    return HMAC(key, msg, digest).digest()
