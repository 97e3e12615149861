__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]


class JSONDecodeError(ValueError):
    """A text that is no JSON: msg says why, pos is where in doc, lineno and colno too."""

    __module__ = "json.decoder"

    def __init__(self, msg, doc, pos):
        newline = "\n" if isinstance(doc, str) else b"\n"
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = doc.count(newline, 0, pos) + 1
        self.colno = pos - doc.rfind(newline, 0, pos)
        ValueError.__init__(self, "%s: line %d column %d (char %d)" % (msg, self.lineno, self.colno, pos))

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


class JSONDecoder:
    """Turns JSON into Python objects; the hooks decide what objects and numbers become."""

    __module__ = "json.decoder"

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None,
                 parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def decode(self, s):
        """The object that the JSON text s stands for."""
        start = len(s) - len(s.lstrip(" \t\n\r"))
        obj, end = self.raw_decode(s, start)
        rest = s[end:].lstrip(" \t\n\r")
        if rest:
            raise JSONDecodeError("Extra data", s, len(s) - len(rest))
        return obj

    def raw_decode(self, s, idx=0):
        """The object that begins at s[idx], and where it ends; more may follow."""
        return _scan(self, s, idx)


class JSONEncoder:
    """Turns Python objects into JSON; default() is called for what has no form in JSON."""

    __module__ = "json.encoder"

    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        """Gives an object that can be written in place of o, or raises TypeError."""
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        """The JSON text of o."""
        if isinstance(o, str):
            return _encode(self, o)
        return "".join(self.iterencode(o, _one_shot=True))

    def iterencode(self, o, _one_shot=False):
        """The JSON text of o in pieces."""
        yield _encode(self, o)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
         cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    """Serialize ``obj`` as a JSON formatted stream to ``fp``, an object with a write method."""
    fp.write(dumps(obj, skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
                   allow_nan=allow_nan, cls=cls, indent=indent, separators=separators,
                   default=default, sort_keys=sort_keys, **kw))


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None,
         parse_constant=None, object_pairs_hook=None, **kw):
    """Deserialize ``fp``, an object with a read method, to a Python object."""
    return loads(fp.read(), cls=cls, object_hook=object_hook, parse_float=parse_float,
                 parse_int=parse_int, parse_constant=parse_constant,
                 object_pairs_hook=object_pairs_hook, **kw)


decoder.JSONDecoder = JSONDecoder
decoder.JSONDecodeError = JSONDecodeError
encoder.JSONEncoder = JSONEncoder
