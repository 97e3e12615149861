import math


class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x=0.0, y=0.0):
        self.x, self.y = x, y

    @classmethod
    def polar(cls, r, degrees):
        return cls(r * math.cos(math.radians(degrees)), r * math.sin(math.radians(degrees)))

    def __repr__(self):
        return f"Vector({self.x:g}, {self.y:g})"

    def __eq__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k) if isinstance(k, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __bool__(self):
        return bool(self.x or self.y)

    def __iter__(self):
        yield self.x
        yield self.y

    def __getitem__(self, i):
        return tuple(self)[i]

    def __len__(self):
        return 2

    def __contains__(self, value):
        return value in (self.x, self.y)

    @property
    def angle(self):
        return math.degrees(math.atan2(self.y, self.x))

    @angle.setter
    def angle(self, degrees):
        turned = Vector.polar(abs(self), degrees)
        self.x, self.y = turned.x, turned.y


a, b = Vector(3, 4), Vector(1, -2)
print(a + b, a - b, -a, 2 * a, a * 0.5, a @ b, abs(a), bool(Vector()))
x, y = a
print(x, y, a[0], a[-1], len(a), 4 in a, list(a), max(a), sum([a, b], Vector()))
print(a == Vector(3.0, 4), a != b, a == "a", len({a, Vector(3, 4), b}), hash(a) == hash(Vector(3.0, 4.0)))
a.angle = 90
print(f"{a.x:.6f} {a.y:.6f} {a.angle:.1f}")
a += b
print(f"{a.x:.6f} {a.y:.6f}")
for label, action in [("a + 1", lambda: a + 1), ("'3' * b", lambda: "3" * b), ("b.z = 1", lambda: setattr(b, "z", 1)), ("b < a", lambda: b < a), ("b[5]", lambda: b[5])]:
    try:
        print(label, "=", action())
    except (TypeError, AttributeError, IndexError) as e:
        print(f"{label}: {type(e).__name__}: {e}")


class Interval:
    """[low, high], with chained comparison in its own order."""

    def __init__(self, low, high):
        self.low, self.high = sorted((low, high))

    def __lt__(self, other):
        return self.high < other.low

    def __or__(self, other):
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def __call__(self, t):
        return self.low + (self.high - self.low) * t

    def __str__(self):
        return f"[{self.low}..{self.high}]"


i, j, k = Interval(1, 2), Interval(4, 3), Interval(9, 7)
print(i < j < k, not (j < i), i | k, [i(t / 4) for t in range(5)], f"{j!s:>10}")
