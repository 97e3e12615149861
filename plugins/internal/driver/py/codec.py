# The safe text: values as tagged JSON, as Airlock's package shared/value describes it.

MAX_DEPTH = 198
MAX_NODES = 1000000
MAX_REPR = 20000
MAX_BITS = 332192  # of an int: a hundred thousand digits
MAX_BYTES = 60 << 20  # of the texts and bytes of one value, as they travel
MAX_TOTAL = 90 << 20  # of those of all values in one message


class TooLarge(Exception):
    """A value exceeds what may travel."""


class Encoder:
    """Turns a value into JSON's own types. With handles, what can't travel becomes opaque; else it is a TypeError."""

    def __init__(self, handles, most=MAX_BYTES):
        self.handles, self.most = handles, most
        self.nodes = self.size = 0
        self.active = set()

    def encode(self, v, depth=0):
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooLarge("more than %d parts" % MAX_NODES)
        if v is None or v is True or v is False:
            return v
        kind = type(v)
        if kind is int:
            return v if -MAX_EXACT <= v <= MAX_EXACT else self.large(v)
        if kind is float:
            return plain_float(v)
        if kind is str:
            return self.text(v)
        if depth >= MAX_DEPTH:
            raise TooLarge("nested deeper than %d levels" % (MAX_DEPTH + 2))
        if id(v) in self.active:
            raise TooLarge("it contains itself")
        self.active.add(id(v))
        try:
            return self.other(v, kind, depth)
        finally:
            self.active.discard(id(v))

    def count(self, n):
        self.size += n
        if self.size > self.most:
            raise TooLarge("more than %d bytes" % self.most)

    def text(self, s):
        if len(s) > 100000:
            self.count(max(len(s), len(json.encoder.encode_basestring_ascii(s)) if len(s) <= self.most else 0))
        else:
            self.count(len(s) if s.isascii() else 6 * len(s))
        return plain_str(s)

    def large(self, n):
        return self.opaque(n) if n.bit_length() > MAX_BITS else {"__type__": "int", "data": digits(n)}

    def other(self, v, kind, depth):
        base = self.builtin(v, depth)
        if base is None:
            out = self.library(v, kind, depth)
            return self.opaque(v) if out is None else out
        if kind in PLAIN:
            return base
        out = {"__type__": "subclass", "class_name": kind.__qualname__, "module": module_of(kind), "data": base}
        extra = self.extra(v, depth)
        if extra:
            out["extra"] = extra
        return out

    def builtin(self, v, depth):
        if isinstance(v, int):
            return self.encode(int(v), depth)
        if isinstance(v, float):
            return plain_float(float(v))
        if isinstance(v, str):
            return self.text(str.__str__(v))
        if isinstance(v, (bytes, bytearray)):
            self.count(len(v) * 4 // 3)
            return {"__type__": "bytes", "data": b64(bytes(v))}
        if isinstance(v, complex):
            return {"__type__": "complex", "real": plain_float(v.real), "imag": plain_float(v.imag)}
        if isinstance(v, list):
            return [self.encode(x, depth + 1) for x in list.__iter__(v)]
        for base, tag in ((tuple, "tuple"), (set, "set"), (frozenset, "frozenset")):
            if isinstance(v, base):
                return {"__type__": tag, "data": [self.encode(x, depth + 1) for x in base.__iter__(v)]}
        if isinstance(v, dict):
            return self.mapping(v, depth)
        return None

    def mapping(self, v, depth):
        pairs = [(k, x) for k, x in dict.items(v)]
        self.count(sum(len(k) for k, _ in pairs if type(k) is str))
        if all(type(k) is str and k != "__type__" and encodable(k) for k, _ in pairs):
            return {k: self.encode(x, depth + 1) for k, x in pairs}
        return {"__type__": "dict_with_complex_keys", "data": [[self.encode(k, depth + 1), self.encode(x, depth + 1)] for k, x in pairs]}

    def extra(self, v, depth):
        out = {}
        fields = getattr(v, "_fields", None)
        if isinstance(v, tuple) and isinstance(fields, tuple):
            out["fields"] = [self.encode(f, depth + 2) for f in fields]
        name = getattr(v, "_name_", None)
        if isinstance(name, str):
            out["name"] = plain_str(name)
        factory = getattr(v, "default_factory", None)
        if isinstance(v, dict) and factory is not None:
            out["factory"] = plain_str(getattr(factory, "__name__", ""))
        return out

    def library(self, v, kind, depth):
        for cls in kind.__mro__:
            encode = LIBRARY.get((cls.__module__, cls.__qualname__))
            if encode is not None:
                size = getattr(v, "nbytes", 0)
                self.count(size * 4 // 3 if isinstance(size, int) else 0)
                return encode(v)
        fields = getattr(kind, "__dataclass_fields__", None)
        if isinstance(fields, dict):
            data = {f: self.encode(getattr(v, f), depth + 1) for f in fields if hasattr(v, f)}
            return {"__type__": "dataclass", "class_name": kind.__qualname__, "module": module_of(kind), "data": data}
        return None

    def opaque(self, v):
        kind = type(v)
        name = kind.__qualname__ if module_of(kind) == "builtins" else module_of(kind) + "." + kind.__qualname__
        if self.handles is None:
            raise TypeError("Cannot safely serialize object of type " + name)
        return {"__type__": "opaque", "type": plain_text(name), "repr": plain_text(shown(v, repr, MAX_REPR)), "handle": self.handles.put(v)}


MAX_EXACT = 2 ** 53
PLAIN = {int, float, complex, str, bytes, list, tuple, set, frozenset, dict}


class Handles:
    """The objects that went out as opaque values and may come back."""

    def __init__(self, most=10000):
        self.most, self.objects, self.ids = most, {}, {}

    def put(self, v):
        key = self.ids.get(id(v))
        if key is not None:
            return key
        if len(self.objects) >= self.most:
            self.objects, self.ids = {}, {}
        key = str(len(self.objects) + 1)
        self.objects[key], self.ids[id(v)] = v, key
        return key


def unlimited(convert, x):
    """convert(x), between an int and its digits: since Python 3.11 that refuses long ones."""
    limit = getattr(sys, "set_int_max_str_digits", None)
    if limit is None:
        return convert(x)
    old = sys.get_int_max_str_digits()
    limit(0)
    try:
        return convert(x)
    finally:
        limit(old)


def digits(n):
    return unlimited(str, n)


def undigits(text):
    return unlimited(int, text)


def b64(data):
    return binascii.b2a_base64(data, newline=False).decode("ascii")


def encodable(s):
    try:
        s.encode("utf-8")
        return True
    except UnicodeEncodeError:
        return False


def plain_str(s):
    return s if encodable(s) else {"__type__": "str", "data": b64(s.encode("utf-8", "surrogatepass"))}


def plain_text(s):
    """Text for a field that takes no lone surrogates."""
    return s if encodable(s) else s.encode("utf-8", "backslashreplace").decode("utf-8")


def plain_float(x):
    if x != x:
        return {"__type__": "float", "data": "nan"}
    if x in (math.inf, -math.inf):
        return {"__type__": "float", "data": "inf" if x > 0 else "-inf"}
    if x == 0 and math.copysign(1, x) < 0:
        return {"__type__": "float", "data": "-0.0"}
    return x


def module_of(kind):
    m = getattr(kind, "__module__", "")
    return m if isinstance(m, str) else ""


def shown(v, f, most):
    """A text of a value, or a stand-in where the guest's own method fails."""
    try:
        text = f(v) if not isinstance(v, int) or v.bit_length() <= MAX_BITS else None
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = None
    if not isinstance(text, str):
        text = "<%s object>" % type(v).__name__
    return text if len(text) <= most else text[:most] + "..."


def encode_datetime(tag):
    def encode(v):
        out = {"__type__": tag, "data": v.replace(fold=0).isoformat()}
        if v.fold:
            out["fold"] = 1
        zone = getattr(v.tzinfo, "key", None)
        if isinstance(zone, str) and v.utcoffset() is not None:
            out["zone"] = zone
        return out
    return encode


def encode_delta(v):
    return {"__type__": "timedelta", "total_seconds": float(v.total_seconds()), "days": v.days, "seconds": v.seconds, "microseconds": v.microseconds}


def encode_fraction(v):
    if max(v.numerator.bit_length(), v.denominator.bit_length()) > MAX_BITS:
        return None
    return {"__type__": "Fraction", "data": digits(v.numerator) + "/" + digits(v.denominator)}


def encode_array(a):
    kind = a.dtype
    if kind.hasobject or kind.names is not None:
        return None
    import numpy
    name = kind.str if kind.kind in "USVMm" else kind.name
    return {"__type__": "ndarray", "dtype": name, "shape": list(a.shape), "raw": b64(numpy.ascontiguousarray(a, kind.newbyteorder("<")).tobytes())}


def encode_scalar(v):
    return Encoder(None).encode(v.item()) if type(v.item()).__module__ == "builtins" else None


def encode_image(im):
    buf = io.BytesIO()
    im.save(buf, format="PNG")
    return {"__type__": "PIL.Image", "data": b64(buf.getvalue())}


LIBRARY = {
    ("datetime", "datetime"): encode_datetime("datetime"),
    ("datetime", "time"): encode_datetime("time"),
    ("datetime", "date"): lambda v: {"__type__": "date", "data": v.isoformat()},
    ("datetime", "timedelta"): encode_delta,
    ("decimal", "Decimal"): lambda v: {"__type__": "Decimal", "data": str(v)},
    ("fractions", "Fraction"): encode_fraction,
    ("pathlib", "PurePath"): lambda v: {"__type__": "Path", "data": str(v)},
    ("numpy", "ndarray"): encode_array,
    ("numpy", "generic"): encode_scalar,
    ("PIL.Image", "Image"): encode_image,
}


def to_json(v, handles):
    """The value as JSON's types; what is too large to travel becomes opaque."""
    return measured(v, handles, MAX_BYTES)[0]


def measured(v, handles, most):
    """The same, with the bytes of its texts, which are at most so many."""
    e = Encoder(handles, min(most, MAX_BYTES))
    try:
        return e.encode(v), e.size
    except (TooLarge, RecursionError):
        return Encoder(handles).opaque(v), 0
