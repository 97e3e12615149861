"""Functions to convert between Python values and C structs."""

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']

error.__module__, error.__name__, error.__qualname__ = 'struct', 'error', 'error'


def pack_into(format, buffer, offset, *args):
    """Pack the values and write them into a writable buffer from offset on."""
    size, n = calcsize(format), len(buffer)
    if offset < 0:
        if offset + size > 0:
            raise error(f"no space to pack {size} bytes at offset {offset}")
        if offset + n < 0:
            raise error(f"offset {offset} out of range for {n}-byte buffer")
        offset += n
    if n - offset < size:
        raise error(f"pack_into requires a buffer of at least {size + offset} bytes for packing {size} bytes "
                    f"at offset {offset} (actual buffer size is {n})")
    buffer[offset:offset + size] = pack(format, *args)


def unpack_from(format, /, buffer, offset=0):
    """Unpack from a buffer, starting at offset."""
    size, n = calcsize(format), len(buffer)
    if offset < 0:
        if offset + size > 0:
            raise error(f"not enough data to unpack {size} bytes at offset {offset}")
        if offset + n < 0:
            raise error(f"offset {offset} out of range for {n}-byte buffer")
        offset += n
    if n - offset < size:
        raise error(f"unpack_from requires a buffer of at least {size + offset} bytes for unpacking {size} bytes "
                    f"at offset {offset} (actual buffer size is {n})")
    return unpack(format, bytes(buffer[offset:offset + size]))


def iter_unpack(format, buffer, /):
    """Return an iterator that unpacks a buffer record by record."""
    size = calcsize(format)
    if size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    if len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return (unpack(format, bytes(buffer[i:i + size])) for i in range(0, len(buffer), size))


class Struct:
    """A compiled format."""

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format if isinstance(format, str) else format.decode('ascii')

    def pack(self, *args):
        return pack(self.format, *args)

    def pack_into(self, buffer, offset, *args):
        return pack_into(self.format, buffer, offset, *args)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)

    def __repr__(self):
        return f"Struct({self.format!r})"
