"""Paths as objects. There is no file system here: what asks it finds nothing."""
import os as _os
import fnmatch as _fnmatch
import re as _re
from urllib.parse import quote_from_bytes as _quote

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath", "WindowsPath"]


class _Posix:
    """The rules of POSIX."""
    sep, altsep = "/", ""
    case_sensitive = True
    splitroot = staticmethod(_os.path.splitroot)
    join = staticmethod(_os.path.join)

    @staticmethod
    def fold(text):
        return text


class _Windows:
    """The rules of Windows."""
    sep, altsep = "\\", "/"
    case_sensitive = False

    @staticmethod
    def fold(text):
        return text.lower()

    @staticmethod
    def splitroot(p):
        q = p.replace("/", "\\")
        if q[:1] == "\\":
            if q[1:2] != "\\":
                return "", p[:1], p[1:]
            start = 8 if q[:8].upper() == "\\\\?\\UNC\\" else 2
            i = q.find("\\", start)
            if i < 0:
                return p, "", ""
            j = q.find("\\", i + 1)
            if j < 0:
                return p, "", ""
            return p[:j], p[j:j + 1], p[j + 1:]
        if q[1:2] == ":":
            if q[2:3] == "\\":
                return p[:2], p[2:3], p[3:]
            return p[:2], "", p[2:]
        return "", "", p

    @staticmethod
    def join(first, *rest):
        drive, root, path = _Windows.splitroot(first)
        for p in rest:
            d, r, tail = _Windows.splitroot(p)
            if r:
                if d or not drive:
                    drive = d
                root, path = r, tail
                continue
            if d and d != drive:
                if d.lower() != drive.lower():
                    drive, root, path = d, r, tail
                    continue
                drive = d
            if path and path[-1] not in "\\/":
                path += "\\"
            path += tail
        if path and not root and drive and drive[-1:] not in ":\\/":
            return drive + "\\" + path
        return drive + root + path


_RESERVED = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {f"{d}{c}" for d in ("COM", "LPT") for c in "123456789\xb9\xb2\xb3"}


class _Parents:
    """The ancestors of a path, the nearest first."""
    __slots__ = ("_path", "_drv", "_root", "_tail")

    def __init__(self, path):
        self._path = path
        self._drv, self._root, self._tail = path.drive, path.root, path._tail

    def __len__(self):
        return len(self._tail)

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __contains__(self, x):
        return x in list(self)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return tuple(self[k] for k in range(*i.indices(len(self))))
        if i >= len(self) or i < -len(self):
            raise IndexError(i)
        if i < 0:
            i += len(self)
        return self._path._from_parts(self._drv, self._root, self._tail[:-i - 1])

    def __repr__(self):
        return "<{}.parents>".format(type(self._path).__name__)


_Parents.__name__ = _Parents.__qualname__ = "_PathParents"


class PurePath:
    """Base class for manipulating paths without I/O."""
    _flavour = _Posix

    def __new__(cls, *args, **kwargs):
        if cls is PurePath:
            cls = PurePosixPath
        return object.__new__(cls)

    def __init__(self, *args):
        paths = []
        for arg in args:
            if isinstance(arg, PurePath):
                path = str(arg)
                if arg._flavour is _Windows and self._flavour is _Posix:
                    path = path.replace("\\", "/")
                paths.append(path)
                continue
            try:
                path = _os.fspath(arg)
            except TypeError:
                path = arg
            if not isinstance(path, str):
                raise TypeError("argument should be a str or an os.PathLike object where __fspath__ returns a str, "
                                f"not {type(path).__name__!r}")
            paths.append(path)
        text = self._flavour.join(*paths) if paths else ""
        self.drive, self.root, self._tail = self._parse(text)

    def _parse(self, path):
        f = self._flavour
        if not path:
            return "", "", []
        if f.altsep:
            path = path.replace(f.altsep, f.sep)
        drive, root, rest = f.splitroot(path)
        if not root and drive.startswith(f.sep) and not drive.endswith(f.sep):
            parts = drive.split(f.sep)
            if len(parts) == 4 and parts[2] not in "?." or len(parts) == 6:
                root = f.sep
        return drive, root, [x for x in rest.split(f.sep) if x and x != "."]

    def _from_parts(self, drive, root, tail):
        f = self._flavour
        if drive or root:
            text = drive + root + f.sep.join(tail)
        elif tail and f.splitroot(tail[0])[0]:
            text = f.sep.join(["."] + tail)
        else:
            text = f.sep.join(tail)
        path = self.with_segments(text or ".")
        path.drive, path.root, path._tail = drive, root, tail
        return path

    def with_segments(self, *pathsegments):
        """Construct a new path object from any number of path-like objects."""
        return type(self)(*pathsegments)

    def __reduce__(self):
        return self.__class__, self.parts

    def __str__(self):
        f = self._flavour
        if self.drive or self.root:
            return self.drive + self.root + f.sep.join(self._tail)
        if self._tail and f.splitroot(self._tail[0])[0]:
            return f.sep.join(["."] + self._tail)
        return f.sep.join(self._tail) or "."

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        """Return the string representation of the path with forward slashes."""
        return str(self).replace(self._flavour.sep, "/")

    def __bytes__(self):
        return _os.fsencode(self)

    def __repr__(self):
        return "{}({!r})".format(self.__class__.__name__, self.as_posix())

    def as_uri(self):
        """Return the path as a 'file' URI."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        drive = self.drive
        if len(drive) == 2 and drive[1] == ":":
            prefix, path = "file:///" + drive, self.as_posix()[2:]
        elif drive:
            prefix, path = "file:", self.as_posix()
        else:
            prefix, path = "file://", str(self)
        return prefix + _quote(_os.fsencode(path))

    def _key(self):
        return self._flavour.fold(str(self))

    def _order(self):
        return self._key().split(self._flavour.sep)

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._key() == other._key() and self._flavour is other._flavour

    def __lt__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._order() < other._order()

    def __le__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._order() <= other._order()

    def __gt__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._order() > other._order()

    def __ge__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._order() >= other._order()

    @property
    def anchor(self):
        return self.drive + self.root

    @property
    def name(self):
        return self._tail[-1] if self._tail else ""

    @property
    def suffix(self):
        name = self.name
        i = name.rfind(".")
        return name[i:] if 0 < i < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        name = self.name
        i = name.rfind(".")
        return name[:i] if 0 < i < len(name) - 1 else name

    def with_name(self, name):
        """Return a new path with the file name changed."""
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        f = self._flavour
        if not name or f.sep in name or (f.altsep and f.altsep in name) or name == "." or f.splitroot(name)[0]:
            raise ValueError("Invalid name %r" % (name,))
        return self._from_parts(self.drive, self.root, self._tail[:-1] + [name])

    def with_stem(self, stem):
        """Return a new path with the stem changed."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """Return a new path with the file suffix changed."""
        f = self._flavour
        if f.sep in suffix or f.altsep and f.altsep in suffix:
            raise ValueError("Invalid suffix %r" % (suffix,))
        if suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError("Invalid suffix %r" % (suffix,))
        name = self.name
        if not name:
            raise ValueError("%r has an empty name" % (self,))
        old = self.suffix
        name = name + suffix if not old else name[:-len(old)] + suffix
        return self._from_parts(self.drive, self.root, self._tail[:-1] + [name])

    def relative_to(self, other, /, *_deprecated, walk_up=False):
        """Return the relative path to another path."""
        other = self.with_segments(other, *_deprecated)
        for step, path in enumerate([other] + list(other.parents)):
            if self.is_relative_to(path):
                break
            if not walk_up:
                raise ValueError(f"{str(self)!r} is not in the subpath of {str(other)!r}")
            if path.name == "..":
                raise ValueError(f"'..' segment in {str(other)!r} cannot be walked")
        else:
            raise ValueError(f"{str(self)!r} and {str(other)!r} have different anchors")
        return self.with_segments(*[".."] * step + self._tail[len(path._tail):])

    def is_relative_to(self, other, /, *_deprecated):
        """Return True if the path is relative to another path or False."""
        other = self.with_segments(other, *_deprecated)
        return other == self or other in self.parents

    @property
    def parts(self):
        if self.drive or self.root:
            return (self.drive + self.root,) + tuple(self._tail)
        return tuple(self._tail)

    def joinpath(self, *pathsegments):
        """Combine this path with one or several arguments."""
        return self.with_segments(self, *pathsegments)

    def __truediv__(self, key):
        try:
            return self.joinpath(key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self.with_segments(key, self)
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        if not self._tail:
            return self
        return self._from_parts(self.drive, self.root, self._tail[:-1])

    @property
    def parents(self):
        return _Parents(self)

    def is_absolute(self):
        """True if the path is absolute."""
        if self._flavour is _Windows:
            return bool(self.drive and self.root)
        return bool(self.root)

    def is_reserved(self):
        """Return True if the path contains one of the special names reserved by the system."""
        if self._flavour is _Posix or not self._tail or self.drive.startswith("\\\\"):
            return False
        return self._tail[-1].partition(".")[0].partition(":")[0].rstrip(" ").upper() in _RESERVED

    def match(self, path_pattern, *, case_sensitive=None):
        """Return True if this path matches the given pattern."""
        if not isinstance(path_pattern, PurePath):
            path_pattern = self.with_segments(path_pattern)
        if case_sensitive is None:
            case_sensitive = self._flavour.case_sensitive
        pattern, parts = path_pattern.parts, self.parts
        if not pattern:
            raise ValueError("empty pattern")
        if len(pattern) > len(parts):
            return False
        if (path_pattern.drive or path_pattern.root) and len(pattern) != len(parts):
            return False
        flags = 0 if case_sensitive else _re.IGNORECASE
        return all(_re.match(_fnmatch.translate(p), part, flags) for p, part in zip(reversed(pattern), reversed(parts)))


class PurePosixPath(PurePath):
    """PurePath subclass for non-Windows systems."""


class PureWindowsPath(PurePath):
    """PurePath subclass for Windows systems."""
    _flavour = _Windows


_os.PathLike.register(PurePath)


class Path(PurePath):
    """PurePath subclass that can make system calls: here they find nothing."""

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        return object.__new__(cls)

    @classmethod
    def cwd(cls):
        return cls("/")

    def exists(self, *, follow_symlinks=True):
        return False

    def is_dir(self):
        return False

    is_file = is_symlink = is_mount = is_junction = is_socket = is_fifo = is_block_device = is_char_device = is_dir

    def absolute(self):
        """Return an absolute version of this path."""
        return self if self.is_absolute() else self.with_segments("/", self)

    def resolve(self, strict=False):
        """Make the path absolute, normalizing it."""
        path = self.with_segments(_os.path.normpath(str(self.absolute())))
        if strict:
            path._missing()
        return path

    def expanduser(self):
        return self

    def _missing(self, *args, **kwargs):
        raise FileNotFoundError(2, "No such file or directory", str(self))

    open = read_text = read_bytes = stat = lstat = unlink = rmdir = rename = replace = readlink = owner = group = _missing

    def _refused(self, *args, **kwargs):
        raise PermissionError(13, "Permission denied", str(self))

    write_text = write_bytes = mkdir = touch = chmod = symlink_to = hardlink_to = _refused

    def iterdir(self):
        self._missing()

    def glob(self, pattern, *, case_sensitive=None):
        return iter(())

    def rglob(self, pattern, *, case_sensitive=None):
        return iter(())

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        return iter(())


class PosixPath(Path, PurePosixPath):
    """Path subclass for non-Windows systems."""


class WindowsPath(Path, PureWindowsPath):
    """Path subclass for Windows systems."""

    def __new__(cls, *args, **kwargs):
        raise NotImplementedError(f"cannot instantiate {cls.__name__!r} on your system")
