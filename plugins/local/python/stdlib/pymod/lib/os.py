"""What of the operating system's interface is a matter of texts: there are no files, processes and environment here."""
import abc as _abc

__all__ = ["PathLike", "altsep", "curdir", "defpath", "devnull", "environ", "extsep", "fsdecode", "fsencode", "fspath",
           "getenv", "getcwd", "linesep", "name", "pardir", "path", "pathsep", "sep", "strerror", "urandom", "cpu_count",
           "get_exec_path", "supports_bytes_environ", "error", "getpid"]

path = _path
altsep, curdir, defpath, devnull, extsep, linesep, name, pardir, pathsep, sep = (
    None, ".", "/bin:/usr/bin", "/dev/null", ".", "\n", "posix", "..", ":", "/")
error = OSError
environ = dict(_environ)
supports_bytes_environ = False
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
O_RDONLY, O_WRONLY, O_RDWR = 0, 1, 2
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class PathLike(_abc.ABC):
    """Abstract base class for implementing the file system path protocol."""
    __slots__ = ()

    @_abc.abstractmethod
    def __fspath__(self):
        """Return the file system path representation of the object."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is PathLike:
            return any("__fspath__" in c.__dict__ and c.__dict__["__fspath__"] is not None for c in subclass.__mro__) or NotImplemented
        return NotImplemented

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)


fspath = _fspath


def fsencode(filename):
    """Encode filename to the filesystem encoding."""
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    """Decode filename from the filesystem encoding."""
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getenv(key, default=None):
    """Get an environment variable, return None if it doesn't exist."""
    return environ.get(key, default)


def getcwd():
    return "/"


def getpid():
    return 1


def cpu_count():
    return 1


def get_exec_path(env=None):
    return []


def urandom(size):
    """Return a bytes object containing random bytes suitable for cryptographic use."""
    return _random(size)


_ERRORS = {1: "Operation not permitted", 2: "No such file or directory", 13: "Permission denied", 17: "File exists",
           20: "Not a directory", 21: "Is a directory", 22: "Invalid argument"}


def strerror(code):
    """Translate an error code to a message string."""
    return _ERRORS.get(code, f"Unknown error {code}")
