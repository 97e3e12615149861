"""Parsing and quoting of URLs. Every function takes texts or ASCII bytes, and gives back what it was given."""
import functools as _functools
import re as _re
from collections import namedtuple as _namedtuple
from types import GenericAlias as _GenericAlias

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode",
           "parse_qs", "parse_qsl", "quote", "quote_plus", "quote_from_bytes", "unquote",
           "unquote_plus", "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult",
           "DefragResultBytes", "ParseResultBytes", "SplitResultBytes"]

uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms",
                 "prospero", "rtsp", "rtsps", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss"]
uses_netloc = ["", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https",
               "shttp", "snews", "prospero", "rtsp", "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp",
               "nfs", "git", "git+ssh", "ws", "wss", "itms-services"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip",
               "sips", "mms", "sftp", "tel"]
non_hierarchical = ["gopher", "hdl", "mailto", "news", "telnet", "wais", "imap", "snews", "sip", "sips"]
uses_query = ["", "http", "wais", "imap", "https", "shttp", "mms", "gopher", "rtsp", "rtsps", "rtspu", "sip", "sips"]
uses_fragment = ["", "ftp", "hdl", "http", "gopher", "news", "nntp", "wais", "https", "shttp", "snews", "file", "prospero"]
scheme_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."

_ALWAYS_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")
_control_or_space = "".join(map(chr, range(33)))


def _coerce_args(*args):
    """The arguments as texts, and the function that gives a result the type that they had."""
    as_text = isinstance(args[0], str)
    for arg in args[1:]:
        if arg and isinstance(arg, str) != as_text:
            raise TypeError("Cannot mix str and non-str arguments")
    if as_text:
        return args + (lambda result: result,)
    return *(arg.decode("ascii", "strict") if arg else "" for arg in args), lambda result: result.encode("ascii", "strict")


class _Texts:
    """A result of texts, which has a counterpart of bytes."""
    __slots__ = ()
    _at, _colon, _open, _close, _percent, _number = "@", ":", "[", "]", "%", "#"

    def encode(self, encoding="ascii", errors="strict"):
        return self._encoded_counterpart(*(part.encode(encoding, errors) for part in self))


class _Bytes:
    """A result of bytes, which has a counterpart of texts."""
    __slots__ = ()
    _at, _colon, _open, _close, _percent, _number = b"@", b":", b"[", b"]", b"%", b"#"

    def decode(self, encoding="ascii", errors="strict"):
        return self._decoded_counterpart(*(part.decode(encoding, errors) for part in self))


class _Netloc:
    """The parts of a network location."""
    __slots__ = ()
    __class_getitem__ = classmethod(_GenericAlias)

    @property
    def _userinfo(self):
        user, at, _ = self.netloc.rpartition(self._at)
        if not at:
            return None, None
        name, colon, password = user.partition(self._colon)
        return name, password if colon else None

    @property
    def _hostinfo(self):
        host = self.netloc.rpartition(self._at)[2]
        _, bracket, rest = host.partition(self._open)
        if bracket:
            name, _, port = rest.partition(self._close)
            port = port.partition(self._colon)[2]
        else:
            name, _, port = host.partition(self._colon)
        return name, port or None

    @property
    def username(self):
        return self._userinfo[0]

    @property
    def password(self):
        return self._userinfo[1]

    @property
    def hostname(self):
        name = self._hostinfo[0]
        if not name:
            return None
        host, percent, zone = name.partition(self._percent)
        return host.lower() + percent + zone

    @property
    def port(self):
        port = self._hostinfo[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        port = int(port)
        if not 0 <= port <= 65535:
            raise ValueError("Port out of range 0-65535")
        return port


_DefragResultBase = _namedtuple("DefragResult", "url fragment")
_SplitResultBase = _namedtuple("SplitResult", "scheme netloc path query fragment")
_ParseResultBase = _namedtuple("ParseResult", "scheme netloc path params query fragment")


def _geturl_defrag(self):
    """The URL with its fragment."""
    return self.url + self._number + self.fragment if self.fragment else self.url


def _geturl_split(self):
    """The URL that the parts make up."""
    return urlunsplit(self)


def _geturl_parse(self):
    """The URL that the parts make up."""
    return urlunparse(self)


class DefragResult(_DefragResultBase, _Texts):
    """A URL without its fragment, and the fragment."""
    __slots__ = ()
    geturl = _geturl_defrag


class SplitResult(_SplitResultBase, _Netloc, _Texts):
    """The five parts of a URL."""
    __slots__ = ()
    geturl = _geturl_split


class ParseResult(_ParseResultBase, _Netloc, _Texts):
    """The six parts of a URL: the parameters of the last segment are apart."""
    __slots__ = ()
    geturl = _geturl_parse


class DefragResultBytes(_DefragResultBase, _Bytes):
    """DefragResult of bytes."""
    __slots__ = ()
    geturl = _geturl_defrag


class SplitResultBytes(_SplitResultBase, _Netloc, _Bytes):
    """SplitResult of bytes."""
    __slots__ = ()
    geturl = _geturl_split


class ParseResultBytes(_ParseResultBase, _Netloc, _Bytes):
    """ParseResult of bytes."""
    __slots__ = ()
    geturl = _geturl_parse


ResultBase = _Netloc
for _t, _b in (DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes):
    _t._encoded_counterpart, _b._decoded_counterpart = _b, _t


def clear_cache():
    """Forget what is remembered of URLs that were split."""
    urlsplit.cache_clear()


def _check_netloc(netloc):
    """Refuse brackets that have no address of version 6 in them."""
    if ("[" in netloc) != ("]" in netloc):
        raise ValueError("Invalid IPv6 URL")
    if "[" in netloc:
        host = netloc.partition("[")[2].partition("]")[0]
        if host.startswith("v"):
            if not _re.match(r"\Av[a-fA-F0-9]+\..+\Z", host):
                raise ValueError("IPvFuture address is invalid")
        else:
            from ipaddress import IPv4Address, ip_address
            if isinstance(ip_address(host), IPv4Address):
                raise ValueError("An IPv4 address cannot be in brackets")


def _check_normal(netloc):
    """Refuse a location that normalization would give another structure."""
    if netloc.isascii():
        return
    from unicodedata import normalize
    plain = netloc.translate(dict.fromkeys(map(ord, "@:#?")))
    normal = normalize("NFKC", plain)
    if normal != plain and any(c in normal for c in "/?#@:"):
        raise ValueError("netloc '" + netloc + "' contains invalid characters under NFKC normalization")


@_functools.lru_cache(typed=True)
def urlsplit(url, scheme="", allow_fragments=True):
    """Split a URL into scheme, netloc, path, query and fragment."""
    url, scheme, given = _coerce_args(url, scheme)
    url = url.lstrip(_control_or_space)
    scheme = scheme.strip(_control_or_space)
    for c in "\t\r\n":
        url = url.replace(c, "")
        scheme = scheme.replace(c, "")
    netloc = query = fragment = ""
    i = url.find(":")
    if i > 0 and url[0].isascii() and url[0].isalpha() and all(c in scheme_chars for c in url[:i]):
        scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == "//":
        end = min((n for n in (url.find(c, 2) for c in "/?#") if n >= 0), default=len(url))
        netloc, url = url[2:end], url[end:]
        _check_netloc(netloc)
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    _check_normal(netloc)
    return given(SplitResult(scheme, netloc, url, query, fragment))


def urlparse(url, scheme="", allow_fragments=True):
    """Like urlsplit(), with the parameters of the last path segment apart."""
    url, scheme, given = _coerce_args(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params and ";" in path:
        i = path.find(";", path.rfind("/") + 1)
        if i >= 0:
            path, params = path[:i], path[i + 1:]
    return given(ParseResult(scheme, netloc, path, params, query, fragment))


def urlunsplit(components):
    """Put the parts of urlsplit() together again."""
    scheme, netloc, url, query, fragment, given = _coerce_args(*components)
    if netloc or (scheme and scheme in uses_netloc and url[:2] != "//"):
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url += "?" + query
    if fragment:
        url += "#" + fragment
    return given(url)


def urlunparse(components):
    """Put the parts of urlparse() together again."""
    scheme, netloc, url, params, query, fragment, given = _coerce_args(*components)
    if params:
        url = "%s;%s" % (url, params)
    return given(urlunsplit((scheme, netloc, url, query, fragment)))


def urljoin(base, url, allow_fragments=True):
    """The absolute form of url as seen from base."""
    if not base:
        return url
    if not url:
        return base
    base, url, given = _coerce_args(base, url)
    old = urlparse(base, "", allow_fragments)
    new = urlparse(url, old.scheme, allow_fragments)
    scheme, netloc, path, params, query, fragment = new
    if scheme != old.scheme or scheme not in uses_relative:
        return given(url)
    if scheme in uses_netloc:
        if netloc:
            return given(urlunparse(new))
        netloc = old.netloc
    if not path and not params:
        return given(urlunparse((scheme, netloc, old.path, old.params, query or old.query, fragment)))
    parts = old.path.split("/")
    if parts[-1] != "":
        del parts[-1]
    if path[:1] == "/":
        segments = path.split("/")
    else:
        segments = parts + path.split("/")
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = []
    for segment in segments:
        if segment == "..":
            if resolved:
                resolved.pop()
        elif segment != ".":
            resolved.append(segment)
    if segments[-1] in (".", ".."):
        resolved.append("")
    return given(urlunparse((scheme, netloc, "/".join(resolved) or "/", params, query, fragment)))


def urldefrag(url):
    """A URL and its fragment apart."""
    url, given = _coerce_args(url)
    fragment = ""
    if "#" in url:
        *parts, fragment = urlparse(url)
        url = urlunparse((*parts, ""))
    return given(DefragResult(url, fragment))


class _Quoter(dict):
    """What each byte becomes; made as it is asked for."""

    def __init__(self, safe):
        self.safe = _ALWAYS_SAFE.union(safe)

    def __repr__(self):
        return f"<Quoter {dict(self)!r}>"

    def __missing__(self, b):
        text = self[b] = chr(b) if b in self.safe else "%{:02X}".format(b)
        return text


def quote_from_bytes(bs, safe="/"):
    """Quote the bytes bs for a URL."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if not bs:
        return ""
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    else:
        safe = bytes([c for c in safe if c < 128])
    quoter = _Quoter(safe)
    if quoter.safe.issuperset(bs):
        return bs.decode()
    return "".join(map(quoter.__getitem__, bs))


def quote(string, safe="/", encoding=None, errors=None):
    """Quote a str or bytes for the path of a URL."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)
    elif encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    elif errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """Quote for a query: spaces become plus signs."""
    if isinstance(string, str) and " " not in string or isinstance(string, bytes) and b" " not in string:
        return quote(string, safe, encoding, errors)
    safe = safe + (" " if isinstance(safe, str) else b" ")
    return quote(string, safe, encoding, errors).replace(" ", "+")


def unquote_to_bytes(string):
    """The bytes that a quoted text stands for."""
    return bytes(_unquoted(string))


def _unquoted(string):
    if not string:
        string.split  # what is no text has no such attribute
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    first, *rest = string.split(b"%")
    if not rest:
        return string
    out = bytearray(first)
    for item in rest:
        if _re.match(rb"[0-9A-Fa-f]{2}", item):
            out.append(int(item[:2], 16))
            out += item[2:]
        else:
            out += b"%"
            out += item
    return out


def unquote(string, encoding="utf-8", errors="replace"):
    """The text that a quoted text stands for."""
    if isinstance(string, bytes):
        return _unquoted(string).decode(encoding, errors)
    if "%" not in string:
        string.split  # what is no text has no such attribute
        return string
    if encoding is None:
        encoding = "utf-8"
    if errors is None:
        errors = "replace"
    return _re.sub("[\0-\x7f]+", lambda m: _unquoted(m[0]).decode(encoding, errors), string)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """Like unquote(), with plus signs for spaces."""
    return unquote(string.replace("+", " "), encoding, errors)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
              max_num_fields=None, separator="&"):
    """The (name, value) pairs of a query."""
    qs, given = _coerce_args(qs)
    separator, _ = _coerce_args(separator)
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if max_num_fields is not None and max_num_fields < (1 + qs.count(separator) if qs else 0):
        raise ValueError("Max number of fields exceeded")
    pairs = []
    for field in qs.split(separator) if qs else []:
        if not field and not strict_parsing:
            continue
        name, equals, value = field.partition("=")
        if not equals:
            if strict_parsing:
                raise ValueError("bad query field: %r" % (field,))
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            pairs.append((given(unquote_plus(name, encoding, errors)), given(unquote_plus(value, encoding, errors))))
    return pairs


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
             max_num_fields=None, separator="&"):
    """The values of a query by name, each a list."""
    out = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors,
                                 max_num_fields, separator):
        out.setdefault(name, []).append(value)
    return out


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """The query of a mapping or of a sequence of pairs."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as err:
            raise TypeError("not a valid non-string sequence or mapping object") from err

    def quoted(v):
        if isinstance(v, bytes):
            return quote_via(v, safe)
        return quote_via(str(v), safe, encoding, errors)

    out = []
    for key, value in query:
        key = quoted(key)
        values = [value]
        if doseq and not isinstance(value, (str, bytes)):
            try:
                len(value)
            except TypeError:
                pass
            else:
                values = value
        for item in values:
            out.append(key + "=" + quoted(item))
    return "&".join(out)


def _to_bytes(url):
    """Refuse a text that isn't ASCII."""
    if isinstance(url, str):
        try:
            url.encode("ascii")
        except UnicodeError:
            raise UnicodeError("URL " + repr(url) + " contains non-ASCII characters")
    return url


def unwrap(url):
    """The URL of a text like '<URL:scheme://host/path>'."""
    url = str(url).strip()
    if url[:1] == "<" and url[-1:] == ">":
        url = url[1:-1].strip()
    return url.removeprefix("URL:").strip()


def _splittype(url):
    m = _re.match(r"(?s)([^/:]+):(.*)", url)
    return (m[1].lower(), m[2]) if m else (None, url)


def _splithost(url):
    m = _re.match(r"(?s)//([^/#?]*)(.*)", url)
    if not m:
        return None, url
    host, path = m.groups()
    return host, "/" + path if path and path[0] != "/" else path


def _splituser(host):
    user, sign, host = host.rpartition("@")
    return user if sign else None, host


def _splitpasswd(user):
    user, sign, password = user.partition(":")
    return user, password if sign else None


def _splitport(host):
    m = _re.fullmatch(r"(?s)(.*):([0-9]*)", host)
    return (m[1], m[2] or None) if m else (host, None)


def _splitnport(host, defport=-1):
    name, sign, port = host.rpartition(":")
    if not sign:
        return host, defport
    if not port:
        return name, defport
    return name, int(port) if port.isdigit() and port.isascii() else None


def _splitquery(url):
    path, sign, query = url.rpartition("?")
    return (path, query) if sign else (url, None)


def _splittag(url):
    path, sign, tag = url.rpartition("#")
    return (path, tag) if sign else (url, None)


def _splitattr(url):
    first, *rest = url.split(";")
    return first, rest


def _splitvalue(attr):
    attr, sign, value = attr.partition("=")
    return attr, value if sign else None


def __getattr__(name):
    """The functions that CPython has deprecated; each warns when it is used."""
    from warnings import warn
    if name == "Quoter":
        warn("Deprecated in 3.11. urllib.parse.Quoter will be removed in Python 3.14. "
             "It was not intended to be a public API.", DeprecationWarning, stacklevel=2)
        return _Quoter
    if name not in ("to_bytes", "splittype", "splithost", "splituser", "splitpasswd", "splitport", "splitnport",
                    "splitquery", "splittag", "splitattr", "splitvalue"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = globals()["_" + name]
    instead = {"to_bytes": "", "splitvalue": ", use urllib.parse.parse_qsl() instead"}.get(
        name, ", use urllib.parse.urlparse() instead")

    @_functools.wraps(function)
    def deprecated(*args, **kwargs):
        warn(f"urllib.parse.{name}() is deprecated as of 3.8{instead}", DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)
    deprecated.__name__ = deprecated.__qualname__ = name
    return deprecated
