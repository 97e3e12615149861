"""Parsing and quoting of URLs."""

from collections import namedtuple as _namedtuple

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode",
           "parse_qs", "parse_qsl", "quote", "quote_plus", "quote_from_bytes", "unquote",
           "unquote_plus", "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult"]

_always_safe = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")
_scheme_chars = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms",
             "prospero", "rtsp", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss"]
_with_netloc = ["", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https",
                "shttp", "snews", "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp",
                "nfs", "git", "git+ssh", "ws", "wss", "itms-services"]
_with_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip",
                "sips", "mms", "sftp", "tel"]


class _Netloc:
    """The parts of a network location."""

    __slots__ = ()

    @property
    def _userinfo(self):
        user, at, _ = self.netloc.rpartition("@")
        if not at:
            return None, None
        name, colon, password = user.partition(":")
        return name, password if colon else None

    @property
    def _hostinfo(self):
        host = self.netloc.rpartition("@")[2]
        before, bracket, rest = host.partition("[")
        if bracket:
            name, _, port = rest.partition("]")
            port = port.partition(":")[2]
        else:
            name, _, port = host.partition(":")
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
        host, percent, zone = name.partition("%")
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


class DefragResult(_namedtuple("DefragResult", "url fragment")):
    __slots__ = ()

    def geturl(self):
        return self.url + "#" + self.fragment if self.fragment else self.url


class SplitResult(_namedtuple("SplitResult", "scheme netloc path query fragment"), _Netloc):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_namedtuple("ParseResult", "scheme netloc path params query fragment"), _Netloc):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


def _text(url):
    if isinstance(url, (bytes, bytearray)):
        return url.decode("ascii", "strict")
    return url


def urlsplit(url, scheme="", allow_fragments=True):
    """Split a URL into scheme, netloc, path, query and fragment."""
    url = _text(url).lstrip("".join(map(chr, range(33))))
    scheme = _text(scheme).strip("".join(map(chr, range(33))))
    for c in "\t\r\n":
        url = url.replace(c, "")
        scheme = scheme.replace(c, "")
    netloc = query = fragment = ""
    i = url.find(":")
    if i > 0 and url[0].isascii() and url[0].isalpha() and all(c in _scheme_chars for c in url[:i]):
        scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == "//":
        end = min((n for n in (url.find(c, 2) for c in "/?#") if n >= 0), default=len(url))
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme="", allow_fragments=True):
    """Like urlsplit(), with the parameters of the last path segment apart."""
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in _with_params and ";" in path:
        i = path.find(";", path.rfind("/") + 1 if "/" in path else 0)
        if i >= 0:
            path, params = path[:i], path[i + 1:]
    return ParseResult(scheme, netloc, path, params, query, fragment)


def urlunsplit(components):
    """Put the parts of urlsplit() together again."""
    scheme, netloc, url, query, fragment = components
    if netloc or (scheme and scheme in _with_netloc and url[:2] != "//"):
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url += "?" + query
    if fragment:
        url += "#" + fragment
    return url


def urlunparse(components):
    """Put the parts of urlparse() together again."""
    scheme, netloc, url, params, query, fragment = components
    if params:
        url = url + ";" + params
    return urlunsplit((scheme, netloc, url, query, fragment))


def urljoin(base, url, allow_fragments=True):
    """The absolute form of url as seen from base."""
    if not base:
        return url
    if not url:
        return base
    old = urlparse(base, "", allow_fragments)
    new = urlparse(url, old.scheme, allow_fragments)
    scheme, netloc, path, params, query, fragment = new
    if scheme != old.scheme or scheme not in _relative:
        return url
    if scheme in _with_netloc:
        if netloc:
            return urlunparse(new)
        netloc = old.netloc
    if not path and not params:
        return urlunparse((scheme, netloc, old.path, old.params, query or old.query, fragment))
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
    return urlunparse((scheme, netloc, "/".join(resolved) or "/", params, query, fragment))


def urldefrag(url):
    """A URL and its fragment apart."""
    if "#" in url:
        s, n, p, a, q, frag = urlparse(url)
        return DefragResult(urlunparse((s, n, p, a, q, "")), frag)
    return DefragResult(url, "")


def quote_from_bytes(bs, safe="/"):
    """Quote the bytes bs for a URL."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    keep = _always_safe.union(c for c in safe if c < 128)
    if keep.issuperset(bs):
        return bytes(bs).decode("ascii")
    return "".join(chr(c) if c in keep else "%%%02X" % c for c in bs)


def quote(string, safe="/", encoding=None, errors=None):
    """Quote a str or bytes for the path of a URL."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or "utf-8", errors or "strict")
    elif encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    elif errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """Quote for a query: spaces become plus signs."""
    space = " " if isinstance(string, str) else b" "
    if space not in string:
        return quote(string, safe, encoding, errors)
    safe = safe + (" " if isinstance(safe, str) else b" ")
    return quote(string, safe, encoding, errors).replace(" ", "+")


def unquote_to_bytes(string):
    """The bytes that a quoted text stands for."""
    if not string:
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    first, *rest = string.split(b"%")
    out = [first]
    for item in rest:
        try:
            if not item[:2].isalnum():
                raise ValueError
            out.append(bytes([int(item[:2], 16)]) if len(item) > 1 else b"%" + item)
            out.append(item[2:] if len(item) > 1 else b"")
        except ValueError:
            out.append(b"%" + item)
    return b"".join(out)


def unquote(string, encoding="utf-8", errors="replace"):
    """The text that a quoted text stands for."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if "%" not in string:
        return string
    out, run = [], []
    for c in string:
        if c.isascii():
            run.append(c)
            continue
        if run:
            out.append(unquote_to_bytes("".join(run)).decode(encoding or "utf-8", errors or "replace"))
            run = []
        out.append(c)
    if run:
        out.append(unquote_to_bytes("".join(run)).decode(encoding or "utf-8", errors or "replace"))
    return "".join(out)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """Like unquote(), with plus signs for spaces."""
    return unquote(string.replace("+", " "), encoding, errors)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
              max_num_fields=None, separator="&"):
    """The (name, value) pairs of a query."""
    qs = _text(qs)
    if not separator or not isinstance(separator, str):
        raise ValueError("Separator must be of type string or bytes.")
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
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
            pairs.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
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
    elif len(query) and not isinstance(query[0], tuple):
        raise TypeError("not a valid non-string sequence or mapping object")

    def text(v):
        if isinstance(v, bytes):
            return quote_via(v, safe)
        return quote_via(str(v), safe, encoding, errors)

    out = []
    for key, value in query:
        key = text(key)
        if doseq and not isinstance(value, (str, bytes)):
            try:
                len(value)
            except TypeError:
                out.append(key + "=" + text(value))
            else:
                out.extend(key + "=" + text(item) for item in value)
        else:
            out.append(key + "=" + text(value))
    return "&".join(out)
