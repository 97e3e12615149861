"""Paths of POSIX as texts. There is no file system here: nothing exists."""
__all__ = ["normcase", "isabs", "join", "splitdrive", "splitroot", "split", "splitext", "basename", "dirname", "commonprefix",
           "getsize", "getmtime", "getatime", "getctime", "islink", "exists", "lexists", "isdir", "isfile", "ismount",
           "expanduser", "expandvars", "normpath", "abspath", "samefile", "sameopenfile", "samestat", "curdir", "pardir",
           "sep", "pathsep", "defpath", "altsep", "extsep", "devnull", "realpath", "supports_unicode_filenames", "relpath",
           "commonpath", "isjunction"]

curdir, pardir, extsep, sep, pathsep, defpath, altsep, devnull = ".", "..", ".", "/", ":", "/bin:/usr/bin", None, "/dev/null"
supports_unicode_filenames = False


def _fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    try:
        method = type(path).__fspath__
    except AttributeError:
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}") from None
    result = method(path)
    if isinstance(result, (str, bytes)):
        return result
    raise TypeError(f"expected {type(path).__name__}.__fspath__() to return str or bytes, not {type(result).__name__}")


def _sep(path):
    return b"/" if isinstance(path, bytes) else "/"


def _check_types(name, *args):
    texts = data = False
    for s in args:
        if isinstance(s, str):
            texts = True
        elif isinstance(s, bytes):
            data = True
        else:
            raise TypeError(f"{name}() argument must be str, bytes, or os.PathLike object, not {s.__class__.__name__!r}") from None
    if texts and data:
        raise TypeError("Can't mix strings and bytes in path components") from None


def normcase(s):
    return _fspath(s)


def isabs(s):
    s = _fspath(s)
    return s.startswith(_sep(s))


def join(a, *p):
    """Join two or more pathname components, inserting '/' as needed."""
    a = _fspath(a)
    sep = _sep(a)
    path = a
    try:
        for b in map(_fspath, p):
            if b.startswith(sep):
                path = b
            elif not path or path.endswith(sep):
                path += b
            else:
                path += sep + b
    except (TypeError, AttributeError):
        _check_types("join", a, *p)
        raise
    return path


def split(p):
    """Split a pathname. Returns tuple "(head, tail)" where "tail" is everything after the final slash."""
    p = _fspath(p)
    sep = _sep(p)
    i = p.rfind(sep) + 1
    head, tail = p[:i], p[i:]
    if head and head != sep * len(head):
        head = head.rstrip(sep)
    return head, tail


def splitext(p):
    """Split the extension from a pathname."""
    p = _fspath(p)
    dot = b"." if isinstance(p, bytes) else "."
    start = p.rfind(_sep(p)) + 1
    at = p.rfind(dot)
    if at > start and p[start:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    p = _fspath(p)
    return p[:0], p


def splitroot(p):
    """Split a pathname into drive, root and tail."""
    p = _fspath(p)
    sep, empty = _sep(p), p[:0]
    if p[:1] != sep:
        return empty, empty, p
    if p[1:2] != sep or p[2:3] == sep:
        return empty, sep, p[1:]
    return empty, p[:2], p[2:]


def basename(p):
    """Returns the final component of a pathname"""
    p = _fspath(p)
    return p[p.rfind(_sep(p)) + 1:]


def dirname(p):
    """Returns the directory component of a pathname"""
    return split(p)[0]


def commonprefix(m):
    """Given a list of pathnames, returns the longest common leading component"""
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_fspath, m))
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def normpath(path):
    """Normalize path, eliminating double slashes, etc."""
    path = _fspath(path)
    sep = _sep(path)
    dot, dots = (b".", b"..") if isinstance(path, bytes) else (".", "..")
    if not path:
        return dot
    _, root, rest = splitroot(path)
    parts = []
    for part in rest.split(sep):
        if not part or part == dot:
            continue
        if part != dots or (not root and not parts) or (parts and parts[-1] == dots):
            parts.append(part)
        elif parts:
            parts.pop()
    return root + sep.join(parts) or dot


def abspath(path):
    """Return an absolute path. The working directory is /."""
    path = _fspath(path)
    if not isabs(path):
        path = join(_sep(path), path)
    return normpath(path)


def realpath(filename, *, strict=False):
    filename = abspath(filename)
    if strict:
        raise FileNotFoundError(2, "No such file or directory", filename)
    return filename


def relpath(path, start=None):
    """Return a relative version of a path"""
    if not path:
        raise ValueError("no path specified")
    path = _fspath(path)
    sep = _sep(path)
    dot, dots = (b".", b"..") if isinstance(path, bytes) else (".", "..")
    start = dot if start is None else _fspath(start)
    try:
        a = [x for x in abspath(start).split(sep) if x]
        b = [x for x in abspath(path).split(sep) if x]
    except (TypeError, AttributeError):
        _check_types("relpath", path, start)
        raise
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]:
        n += 1
    parts = [dots] * (len(a) - n) + b[n:]
    return sep.join(parts) if parts else dot


def commonpath(paths):
    """Given a sequence of path names, returns the longest common sub-path."""
    paths = tuple(map(_fspath, paths))
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    sep = _sep(paths[0])
    dot = b"." if isinstance(paths[0], bytes) else "."
    try:
        split_paths = [path.split(sep) for path in paths]
        if len({p[:1] == sep for p in paths}) != 1:
            raise ValueError("Can't mix absolute and relative paths") from None
        split_paths = [[c for c in s if c and c != dot] for s in split_paths]
        low, high = min(split_paths), max(split_paths)
        common = low
        for i, c in enumerate(low):
            if c != high[i]:
                common = low[:i]
                break
        return (sep if paths[0][:1] == sep else sep[:0]) + sep.join(common)
    except (TypeError, AttributeError):
        _check_types("commonpath", *paths)
        raise


def expanduser(path):
    return _fspath(path)


def expandvars(path):
    return _fspath(path)


def exists(path):
    return False


lexists = isfile = isdir = islink = ismount = isjunction = exists


def _missing(filename):
    raise FileNotFoundError(2, "No such file or directory", filename)


getsize = getmtime = getatime = getctime = _missing


def samefile(f1, f2):
    _missing(f1)


def samestat(s1, s2):
    return s1 == s2


def sameopenfile(fp1, fp2):
    return fp1 == fp2
