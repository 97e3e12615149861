"""The functions in this module allow compression and decompression using the zlib format."""


class error(Exception):
    pass
