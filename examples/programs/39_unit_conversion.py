# import: re
import re

UNITS = {
    "length": {"mm": 0.001, "cm": 0.01, "m": 1, "km": 1000, "in": 0.0254, "ft": 0.3048, "mi": 1609.344},
    "mass": {"g": 0.001, "kg": 1, "lb": 0.45359237, "oz": 0.028349523125, "t": 1000},
    "time": {"s": 1, "min": 60, "h": 3600, "day": 86400},
    "data": {"B": 1, "kB": 1e3, "MB": 1e6, "KiB": 2**10, "MiB": 2**20},
}
ALIASES = {"inches": "in", "inch": "in", "feet": "ft", "foot": "ft", "miles": "mi", "pounds": "lb", "hours": "h", "days": "day", "'": "ft", '"': "in"}
KIND = {unit: kind for kind, table in UNITS.items() for unit in table}


class UnknownUnit(LookupError):
    pass


def normal(unit):
    unit = ALIASES.get(unit, unit)
    if unit not in KIND:
        close = [u for u in KIND if u.lower() == unit.lower()]
        raise UnknownUnit(f"unknown unit {unit!r}" + (f", did you mean {close[0]!r}?" if close else ""))
    return unit


def convert(value, source, target):
    if {source, target} <= {"C", "F", "K"}:
        celsius = {"C": value, "F": (value - 32) * 5 / 9, "K": value - 273.15}[source]
        return {"C": celsius, "F": celsius * 9 / 5 + 32, "K": celsius + 273.15}[target]
    source, target = normal(source), normal(target)
    if KIND[source] != KIND[target]:
        raise ValueError(f"can't turn {KIND[source]} into {KIND[target]}")
    table = UNITS[KIND[source]]
    return value * table[source] / table[target]


QUERY = re.compile(r"^\s*(?:convert\s+)?(?P<items>.+?)\s+(?:to|in|as)\s+(?P<target>\S+?)\??\s*$", re.I)
ITEM = re.compile(r"(-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)\s*°?([A-Za-z'\"]+)")


def answer(query):
    m = QUERY.match(query)
    if not m:
        raise ValueError(f"can't read {query!r}")
    items = ITEM.findall(m["items"])
    target = m["target"].lstrip("°")
    return sum(convert(float(n.replace(",", ".")), unit, target) for n, unit in items), target


queries = [
    "convert 5 miles to km", "6'2\" to cm", "98.6F to C", "-40 °C as °F", "1h 30min in s", "2,5 kg to pounds",
    "1e3 mm to inches?", "3 MiB to kB", "10 kg to m", "4 parsecs to km", "5 KB to B", "hello", "0 K to C", "72 hours to days",
]
for q in queries:
    try:
        value, unit = answer(q)
        print(f"{q:<24} = {value:.6g} {unit}")
    except (ValueError, UnknownUnit) as e:
        print(f"{q:<24} ! {type(e).__name__}: {e}")


def human(n, units=("B", "KiB", "MiB", "GiB", "TiB")):
    for unit in units:
        if abs(n) < 1024 or unit == units[-1]:
            return f"{n:.1f} {unit}" if unit != "B" else f"{n} B"
        n /= 1024


def clock(seconds):
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{seconds:04.1f}" if hours else f"{minutes}:{seconds:04.1f}"


print([human(n) for n in (0, 1023, 1024, 123456789, 5 * 2**50)], [clock(s) for s in (5, 65.25, 3600, 86399.9)])
print({kind: sorted(table, key=table.get)[:3] for kind, table in UNITS.items()})
