# import: dataclasses, typing
from dataclasses import asdict, dataclass, field, replace
from typing import Optional


@dataclass(frozen=True, order=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __add__(self, other: "Money") -> "Money":
        if self.currency != other.currency:
            raise TypeError(f"can't add {other.currency} to {self.currency}")
        return replace(self, cents=self.cents + other.cents)

    def __mul__(self, n: int) -> "Money":
        return Money(self.cents * n, self.currency)

    __rmul__ = __mul__

    def __str__(self):
        return f"{self.cents / 100:,.2f} {self.currency}"


@dataclass
class Line:
    sku: str
    qty: int
    price: Money
    note: Optional[str] = field(default=None, repr=False, compare=False)

    @property
    def total(self) -> Money:
        return self.qty * self.price


@dataclass
class Order:
    id: int
    lines: list[Line] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    total: Money = field(init=False)

    def __post_init__(self):
        self.recalculate()

    def recalculate(self):
        self.total = Money(0)
        for line in self.lines:
            self.total += line.total

    def add(self, sku, qty, cents, **extra):
        self.lines.append(Line(sku, qty, Money(cents), **extra))
        self.recalculate()
        return self


order = Order(1).add("PEN", 12, 149).add("INK", 2, 1_250, note="black")
other = Order(2)
other.add("PEN", 1, 149)
print(order)
print("total:", order.total, "| other:", other.total, "| shared default?", order.lines is other.lines)
print(Line("A", 1, Money(5), note="x") == Line("A", 1, Money(5), note="y"))
print("sorted:", [str(m) for m in sorted([Money(500), Money(20), Money(500, "AUD")])], Money(1) < Money(2))
try:
    order.total.cents = 0
except Exception as e:
    print(type(e).__name__ + ":", e)
try:
    Money(1) + Money(1, "USD")
except TypeError as e:
    print("TypeError:", e)
try:
    Line("X", 1)
except TypeError as e:
    print("TypeError:", e)
print(asdict(other))
print({Money(3): "hashable"}[Money(3)], replace(order.lines[0], qty=1))
