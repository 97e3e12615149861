"""Functions to convert between Python values and C structs represented as Python bytes objects."""

__all__ = ["calcsize", "pack", "pack_into", "unpack", "unpack_from", "iter_unpack", "Struct", "error"]


class error(Exception):
    pass
