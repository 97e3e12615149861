"""The safe text once more, in Python: the oracle that value_test.go compares with. It shares nothing with the Go code but the format.

Usage: codec.py gen SEED COUNT   print COUNT random values, one a line
       codec.py echo             read texts, decode and encode each, print the outcome or "error: ..."
"""
import base64
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import json
import math
import pathlib
import random
import struct
import sys

sys.set_int_max_str_digits(0)
Point = collections.namedtuple("Point", "x y")


class Color(enum.IntEnum):
    RED = 1


@dataclasses.dataclass
class Item:
    name: str
    price: object


class Opaque:
    def __init__(self, fields):
        self.fields = fields


class Array:
    def __init__(self, dtype, shape, raw):
        self.dtype, self.shape, self.raw = dtype, shape, raw


class Image(bytes):
    pass


class Sub:
    """A subclass instance of any class: only its parts are compared."""

    def __init__(self, class_name, module, data, extra):
        self.parts = class_name, module, data, extra


def b64(b):
    return base64.b64encode(b).decode()


def tag(name, **fields):
    return {"__type__": name, **fields}


def sub(cls, data, **extra):
    out = tag("subclass", class_name=cls.__name__, module=cls.__module__, data=enc(data))
    if extra:
        out["extra"] = enc(extra)
    return out


def enc_str(s):
    try:
        s.encode()
        return s
    except UnicodeEncodeError:
        return tag("str", data=b64(s.encode("utf-8", "surrogatepass")))


def enc_float(f):
    if math.isnan(f) or math.isinf(f) or (f == 0 and math.copysign(1, f) < 0):
        return tag("float", data=repr(f))
    return f


def enc_dict(d):
    if all(type(k) is str and k != "__type__" and isinstance(enc_str(k), str) for k in d):
        return {k: enc(v) for k, v in d.items()}
    return tag("dict_with_complex_keys", data=[[enc(k), enc(v)] for k, v in d.items()])


def enc_clock(name, t):
    out = tag(name, data=t.isoformat())
    if t.fold:
        out["fold"] = 1
    return out


def enc(v):
    t = type(v)
    if v is None or t is bool:
        return v
    if t is int:
        return v if abs(v) <= 2**53 else tag("int", data=str(v))
    if t is float:
        return enc_float(v)
    if t is str:
        return enc_str(v)
    if t is list:
        return [enc(e) for e in v]
    if t is dict:
        return enc_dict(v)
    if t is tuple:
        return tag("tuple", data=[enc(e) for e in v])
    if t in (set, frozenset):  # sorted, since the order of a set differs from process to process
        return tag(t.__name__, data=sorted((enc(e) for e in v), key=json.dumps))
    if t is bytes:
        return tag("bytes", data=b64(v))
    if t is bytearray:
        return sub(t, bytes(v))
    if t is complex:
        return tag("complex", real=enc_float(v.real), imag=enc_float(v.imag))
    if t is datetime.date:
        return tag("date", data=v.isoformat())
    if t in (datetime.time, datetime.datetime):
        return enc_clock(t.__name__, v)
    if t is datetime.timedelta:
        return tag("timedelta", total_seconds=v.total_seconds(), days=v.days, seconds=v.seconds, microseconds=v.microseconds)
    if t is decimal.Decimal:
        return tag("Decimal", data=str(v))
    if t is fractions.Fraction:
        return tag("Fraction", data=f"{v.numerator}/{v.denominator}")
    if isinstance(v, pathlib.PurePath):
        return tag("Path", data=enc_str(str(v)))
    if t is Image:
        return tag("PIL.Image", data=b64(v))
    if t is Array:
        return tag("ndarray", dtype=v.dtype, shape=v.shape, raw=b64(v.raw))
    if t is Item:
        return tag("dataclass", class_name="Item", module="shop", data=enc_dict(vars(v)))
    if t is Opaque:
        return tag("opaque", **v.fields)
    if t is Sub:
        name, module, data, extra = v.parts
        out = tag("subclass", class_name=name, module=module, data=enc(data))
        if extra:
            out["extra"] = enc(extra)
        return out
    if t is Point:
        return sub(t, tuple(v), fields=["x", "y"])
    if t is collections.Counter or t is collections.OrderedDict:
        return sub(t, dict(v))
    if t is collections.defaultdict:
        return sub(t, dict(v), factory=v.default_factory.__name__)
    if t is Color:
        return sub(t, int(v), name=v.name)
    raise TypeError(t)


def dec(v):
    if type(v) is list:
        return [dec(e) for e in v]
    if type(v) is not dict:
        return v
    name = v.get("__type__")
    if name is None:
        return {k: dec(e) for k, e in v.items()}
    data = v.get("data")
    if name in ("tuple", "set", "frozenset"):
        return {"tuple": tuple, "set": set, "frozenset": frozenset}[name](dec(data))
    if name == "dict_with_complex_keys":
        return {dec(k): dec(e) for k, e in data}
    if name in ("bytes", "PIL.Image"):
        return (bytes if name == "bytes" else Image)(base64.b64decode(data))
    if name == "str":
        return base64.b64decode(data).decode("utf-8", "surrogatepass")
    if name == "int":
        return int(data)
    if name == "float":
        return float(data)
    if name == "complex":
        return complex(dec(v["real"]), dec(v["imag"]))
    if name == "date":
        return datetime.date.fromisoformat(data)
    if name in ("time", "datetime"):
        return getattr(datetime, name).fromisoformat(data).replace(fold=v.get("fold", 0))
    if name == "timedelta":
        return datetime.timedelta(v["days"], v["seconds"], v["microseconds"])
    if name == "Decimal":
        return decimal.Decimal(data)
    if name == "Fraction":
        return fractions.Fraction(data)
    if name == "Path":
        return pathlib.PurePosixPath(dec(data))
    if name == "ndarray":
        return Array(v["dtype"], v["shape"], base64.b64decode(v["raw"]))
    if name == "dataclass":
        return Item(**dec(data))
    if name == "opaque":
        return Opaque({k: v[k] for k in ("type", "repr", "handle") if k in v})
    if name == "subclass":
        return Sub(v["class_name"], v["module"], dec(data), dec(v.get("extra")))
    raise ValueError(name)


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def text(self):
        r = self.r
        chars = ["a", "Z", " ", '"', "\\", "\n", "\t", "\x00", "\x1f", "\x7f", "é", "€", "😀", "\u2028", "/", "<", "\uffff"]
        if r.random() < 0.1:
            chars += ["\ud800", "\udfff", "\udc80"]
        return "".join(r.choice(chars) for _ in range(r.randrange(8)))

    def number(self):
        r = self.r
        return r.choice([
            lambda: r.randrange(-10, 10), lambda: r.randrange(-2**54, 2**54), lambda: r.choice([1, -1]) * 2**53 + r.randrange(-1, 2),
            lambda: r.getrandbits(r.choice([62, 63, 64, 65, 300])) * r.choice([1, -1]),
            lambda: struct.unpack("<d", r.randbytes(8))[0], lambda: r.uniform(-1, 1), lambda: float(r.randrange(-10**17, 10**17)),
            lambda: r.choice([0.0, -0.0, math.inf, -math.inf, math.nan, 1e16, 1e-4, 9.999e15, 5e-324, 1.7976931348623157e308]),
            lambda: complex(self.number_float(), self.number_float()),
        ])()

    def number_float(self):
        return self.r.choice([0.0, -0.0, 1.5, math.nan, math.inf, self.r.uniform(-1e3, 1e3)])

    def zone(self):
        r = self.r
        if r.random() < 0.4:
            return None
        return datetime.timezone(datetime.timedelta(microseconds=r.choice([0, 3600, -19800, 5400, 61, -3661]) * 10**6 + r.choice([0, 0, 1])))

    def moment(self):
        r = self.r
        day = datetime.datetime(r.randrange(1, 10000), r.randrange(1, 13), r.randrange(1, 29), r.randrange(24), r.randrange(60),
                                r.randrange(60), r.choice([0, r.randrange(10**6)]), self.zone(), fold=r.randrange(2))
        return r.choice([day, day.date(), day.timetz(), datetime.timedelta(r.randrange(-10**6, 10**6), r.randrange(86400), r.randrange(10**6))])

    def scalar(self):
        r = self.r
        return r.choice([
            lambda: None, lambda: r.random() < 0.5, self.number, self.number, self.text, self.text, lambda: r.randbytes(r.randrange(6)), self.moment,
            lambda: decimal.Decimal(r.choice(["NaN", "-Infinity", "sNaN12", "0E-10", "1E+5", "-0.00", str(r.uniform(-1e5, 1e5))])),
            lambda: fractions.Fraction(r.randrange(-99, 99), r.randrange(1, 99)), lambda: pathlib.PurePosixPath("/tmp", self.text().replace("\x00", "")),
            lambda: Color.RED,
        ])()

    def hashable(self, depth):
        r = self.r
        if depth > 3 or r.random() < 0.7:
            v = self.scalar()
            return 0 if isinstance(v, decimal.Decimal) and v.is_snan() else v
        return r.choice([tuple, frozenset])(self.hashable(depth + 1) for _ in range(r.randrange(4)))

    def value(self, depth=0):
        r = self.r
        if depth > 4 or r.random() < 0.35:
            return self.scalar()
        n = r.randrange(5)
        many = lambda: [self.value(depth + 1) for _ in range(n)]
        keyed = lambda: {self.hashable(depth + 1): self.value(depth + 1) for _ in range(n)}
        return r.choice([
            many, many, lambda: tuple(many()), lambda: {self.text(): v for v in many()}, keyed, lambda: {"__type__": self.value(depth + 1)},
            lambda: {self.hashable(depth + 1) for _ in range(n)}, lambda: frozenset(self.hashable(depth + 1) for _ in range(n)),
            lambda: bytearray(r.randbytes(n)), lambda: Image(r.randbytes(n)), lambda: Item(self.text(), self.value(depth + 1)),
            lambda: Point(*[self.value(depth + 1) for _ in "xy"]), lambda: collections.Counter(self.text()), lambda: collections.OrderedDict(keyed()),
            lambda: collections.defaultdict(list, keyed()), lambda: Array("int32", [n, 2], r.randbytes(8 * n)), lambda: Array("<U3", [n], r.randbytes(12 * n)),
            lambda: Opaque({"type": "m.C", "repr": "<C>"}), lambda: Opaque({"type": "C", "repr": "", "handle": "7"}),
        ])()


def main():
    if sys.argv[1] == "gen":
        gen = Gen(int(sys.argv[2]))
        for i in range(int(sys.argv[3])):
            print("safe:" + json.dumps(enc(gen.value()), ensure_ascii=i % 2 == 0))
        return
    for line in sys.stdin:
        try:
            print("safe:" + json.dumps(enc(dec(json.loads(line.rstrip("\n").removeprefix("safe:"))))))
        except Exception as e:
            print(f"error: {type(e).__name__}: {e}")


sys.stdout.reconfigure(encoding="utf-8")
sys.stdin.reconfigure(encoding="utf-8")
main()
