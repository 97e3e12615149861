"""What of hashlib is simplest in Python."""


def file_digest(fileobj, digest, /, *, _bufsize=2**18):
    """Hash the contents of a file-like object. Returns a digest object."""
    h = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        h.update(fileobj.getbuffer())
        return h
    while data := fileobj.read(_bufsize):
        h.update(data)
    return h


def __get_builtin_constructor(name):
    """The function that makes hash objects of an algorithm."""
    if name.lower() in algorithms_guaranteed:
        return globals()[name.lower()]
    raise ValueError("unsupported hash type " + name)
