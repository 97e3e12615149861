# import: typing, string
from collections import namedtuple
from string import Template
from typing import Callable, Generic, Iterable, NamedTuple, Protocol, TypedDict, TypeVar

T = TypeVar("T")


class Reading(NamedTuple):
    sensor: str
    value: float
    unit: str = "C"

    @property
    def label(self) -> str:
        return f"{self.sensor}={self.value}{self.unit}"


class Summary(TypedDict, total=False):
    count: int
    average: float


class Source(Protocol):
    def read(self) -> Iterable[Reading]: ...


class Memory:
    def __init__(self, *readings: Reading) -> None:
        self.readings: list[Reading] = [*readings]

    def read(self) -> Iterable[Reading]:
        yield from self.readings


class Box(Generic[T]):
    def __init__(self, item: T | None = None):
        self.item = item

    def map(self, f: Callable[[T], T]) -> "Box[T]":
        return Box(f(self.item)) if self.item is not None else self

    def __repr__(self) -> str:
        return f"Box({self.item!r})"


def summarize(source: Source, *, keep: Callable[[Reading], bool] = lambda r: True) -> Summary:
    values = [r.value for r in source.read() if keep(r)]
    return {"count": len(values), "average": sum(values) / len(values)} if values else {"count": 0}


source = Memory(Reading("roof", 21.5), Reading("cellar", 12.25), Reading("oven", 392.0, "F"), Reading("roof", 22.0))
print(summarize(source), summarize(source, keep=lambda r: r.sensor == "roof"), summarize(source, keep=lambda r: False))
first, *others = source.read()
print(first, first.label, first._replace(value=0.0), first._asdict(), Reading._fields)
sensor, value, _ = first
print(sensor, value, first[1], first == ("roof", 21.5, "C"), first < Reading("roof", 30), len(first))

Point = namedtuple("Point", "x y z", defaults=[0])
p = Point(1, 2)
print(p, p._make([7, 8, 9]), Point._field_defaults, hash(p) == hash((1, 2, 0)), {p: "found"}[(1, 2, 0)])
try:
    p.x = 5
except AttributeError as e:
    print("AttributeError:", e)
try:
    Point(1)
except TypeError as e:
    print("TypeError:", e)
print(Box(3).map(lambda n: n + 1), Box[str]("a"), Box().map(len))

template = Template("Dear $name, you owe $$${amount} for ${item}s.")
print(template.substitute(name="Ann", amount="4.50", item="pen"))
try:
    template.substitute(name="Bob")
except KeyError as e:
    print("missing", e, "|", template.safe_substitute(name="Bob"))


def area(width: float, height: float = 1.0, /, *extra: float, scale: int = 1, **named: str) -> float:
    """Positional-only, defaults, variadic and keyword-only, all at once."""
    return (width * height + sum(extra)) * scale


print(area(2), area(2, 3), area(2, 3, 4, 5, scale=10), area(1, scale=2, unit="m"))
for bad in (lambda: area(), lambda: area(width=1), lambda: area(1, scale=2, **{"scale": 3})):
    try:
        bad()
    except TypeError as e:
        print("TypeError:", e)
type Pair[K] = tuple[K, K]
def swap[K](pair: Pair[K]) -> Pair[K]:
    a, b = pair
    return b, a
print(swap((1, "one")))
