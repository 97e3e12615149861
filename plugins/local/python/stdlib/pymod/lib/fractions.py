"""Rational numbers of any size."""

import math
import numbers
import operator
import re

__all__ = ["Fraction"]

_literal = re.compile(
    r"\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*|\d+(?:_\d+)*)"
    r"(?:(?:\s*/\s*(?P<denom>\d+(?:_\d+)*))?"
    r"|(?:\.(?P<decimal>\d*|\d+(?:_\d+)*))?(?:[eE](?P<exp>[-+]?\d+(?:_\d+)*))?)\s*\Z"
)

_spec = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<no_neg_zero>z)?(?P<alt>#)?"
    r"(?P<zeropad>0(?=[0-9]))?(?P<minimumwidth>0|[1-9][0-9]*)?(?P<thousands_sep>[,_])?"
    r"(?:\.(?P<precision>0|[1-9][0-9]*))?(?P<type>[eEfFgG%])\Z",
    re.DOTALL,
)

_hash_prime = 2**61 - 1
_hash_inf = 314159


def _round_to_exponent(n, d, exponent, no_neg_zero=False):
    """n/d rounded to a multiple of 10**exponent, ties to even: sign and multiple."""
    if exponent >= 0:
        d *= 10**exponent
    else:
        n *= 10**-exponent
    q, r = divmod(n + (d >> 1), d)
    if r == 0 and d & 1 == 0:
        q &= -2
    return (q < 0 if no_neg_zero else n < 0), abs(q)


def _round_to_figures(n, d, figures):
    """n/d rounded to significant figures: sign, digits, exponent."""
    if n == 0:
        return False, 0, 1 - figures
    ns, ds = str(abs(n)), str(d)
    m = len(ns) - len(ds) + (ds <= ns)
    exponent = m - figures
    negative, digits = _round_to_exponent(n, d, exponent)
    if len(str(digits)) == figures + 1:
        digits //= 10
        exponent += 1
    return negative, digits, exponent


def _parse(text):
    m = _literal.match(text)
    if m is None:
        raise ValueError("Invalid literal for Fraction: %r" % text)
    n = int(m["num"] or "0")
    if m["denom"]:
        d = int(m["denom"])
    else:
        d = 1
        if m["decimal"]:
            digits = m["decimal"].replace("_", "")
            scale = 10 ** len(digits)
            n = n * scale + int(digits)
            d = scale
        if m["exp"]:
            e = int(m["exp"])
            if e >= 0:
                n *= 10**e
            else:
                d *= 10**-e
    return (-n if m["sign"] == "-" else n), d


class Fraction(numbers.Rational):
    """A rational number, in lowest terms: Fraction(3, 4), Fraction('0.75'), Fraction(0.75)."""

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = super().__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator, self._denominator = numerator, 1
                return self
            if isinstance(numerator, numbers.Rational):
                self._numerator, self._denominator = numerator.numerator, numerator.denominator
                return self
            if isinstance(numerator, float) or _is_decimal(numerator):
                self._numerator, self._denominator = numerator.as_integer_ratio()
                return self
            if not isinstance(numerator, str):
                raise TypeError("argument should be a string or a Rational instance")
            n, d = _parse(numerator)
        elif type(numerator) is int is type(denominator):
            n, d = numerator, denominator
        elif isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational):
            n = numerator.numerator * denominator.denominator
            d = denominator.numerator * numerator.denominator
        else:
            raise TypeError("both arguments should be Rational instances")
        if d == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % n)
        g = math.gcd(n, d)
        if d < 0:
            g = -g
        self._numerator, self._denominator = n // g, d // g
        return self

    @classmethod
    def from_float(cls, f):
        """The exact value of a float (or an int)."""
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("%s.from_float() only takes floats, not %r (%s)" % (cls.__name__, f, type(f).__name__))
        return cls._from_coprime_ints(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        """The exact value of a Decimal (or an int)."""
        if isinstance(dec, numbers.Integral):
            dec = int(dec)
        elif not _is_decimal(dec):
            raise TypeError("%s.from_decimal() only takes Decimals, not %r (%s)" % (cls.__name__, dec, type(dec).__name__))
        return cls._from_coprime_ints(*dec.as_integer_ratio())

    @classmethod
    def _from_coprime_ints(cls, n, d, /):
        """A fraction of n and d that are in lowest terms already."""
        self = super().__new__(cls)
        self._numerator = n
        self._denominator = d
        return self

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def is_integer(self):
        """Whether the denominator is 1."""
        return self._denominator == 1

    def as_integer_ratio(self):
        """The pair of numerator and denominator."""
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        """The closest fraction whose denominator is at most max_denominator."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        # Convergents p1/q1 of the continued fraction, and the last semiconvergent
        # that is still small enough.
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction._from_coprime_ints(p1, q1)
        return Fraction._from_coprime_ints(p0 + k * p1, q0 + k * q1)

    def __repr__(self):
        return "%s(%s, %s)" % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return "%s/%s" % (self._numerator, self._denominator)

    def __format__(self, spec, /):
        if not spec:
            return str(self)
        m = _spec.match(spec)
        if m is None or m["align"] is not None and m["zeropad"] is not None:
            raise ValueError("Invalid format specifier %r for object of type %r" % (spec, type(self).__name__))
        fill, align = m["fill"] or " ", m["align"] or ">"
        plus = "" if m["sign"] == "-" else m["sign"]
        width = int(m["minimumwidth"] or "0")
        separator = m["thousands_sep"]
        precision = int(m["precision"] or "6")
        kind = m["type"]
        trim = kind in "gG" and not m["alt"]
        letter = "E" if kind in "EFG" else "e"
        if kind in "fF%":
            exponent = -precision - (2 if kind == "%" else 0)
            negative, digits = _round_to_exponent(self._numerator, self._denominator, exponent, m["no_neg_zero"])
            scientific, point = False, precision
        else:
            figures = max(precision, 1) if kind in "gG" else precision + 1
            negative, digits, exponent = _round_to_figures(self._numerator, self._denominator, figures)
            scientific = kind in "eE" or exponent > 0 or exponent + figures <= -4
            point = figures - 1 if scientific else -exponent
        if kind == "%":
            suffix = "%"
        elif scientific:
            suffix = "%s%+03d" % (letter, exponent + point)
        else:
            suffix = ""
        text = "%0*d" % (point + 1, digits)
        sign = "-" if negative else plus
        leading = text[: len(text) - point]
        fraction = text[len(text) - point :]
        if trim:
            fraction = fraction.rstrip("0")
        trailing = ("." if fraction or m["alt"] else "") + fraction + suffix
        if m["zeropad"]:
            room = width - len(sign) - len(trailing)
            leading = leading.zfill(3 * room // 4 + 1 if separator else room)
        if separator:
            first = 1 + (len(leading) - 1) % 3
            leading = leading[:first] + "".join(separator + leading[i : i + 3] for i in range(first, len(leading), 3))
        body = leading + trailing
        padding = fill * (width - len(sign) - len(body))
        if align == ">":
            return padding + sign + body
        if align == "<":
            return sign + body + padding
        if align == "^":
            half = len(padding) // 2
            return padding[:half] + sign + body + padding[half:]
        return sign + padding + body

    def _operators(exact, fallback):
        """The method of an operator and its reflected one: exact for rationals,
        with floats or complexes for those."""

        def forward(a, b):
            if isinstance(b, Fraction):
                return exact(a, b)
            if isinstance(b, int):
                return exact(a, Fraction._from_coprime_ints(int(b), 1))
            if isinstance(b, float):
                return fallback(float(a), b)
            if isinstance(b, complex):
                return fallback(complex(a), b)
            return NotImplemented

        def reverse(b, a):
            if isinstance(a, int):
                return exact(Fraction._from_coprime_ints(int(a), 1), b)
            if isinstance(a, numbers.Rational):
                return exact(Fraction(a), b)
            if isinstance(a, numbers.Real):
                return fallback(float(a), float(b))
            if isinstance(a, numbers.Complex):
                return fallback(complex(a), complex(b))
            return NotImplemented

        forward.__name__ = "__" + fallback.__name__.strip("_") + "__"
        reverse.__name__ = "__r" + fallback.__name__.strip("_") + "__"
        forward.__qualname__ = "Fraction." + forward.__name__
        reverse.__qualname__ = "Fraction." + reverse.__name__
        forward.__doc__ = exact.__doc__
        reverse.__doc__ = exact.__doc__
        return forward, reverse

    # With numerators and denominators in lowest terms, common factors are looked
    # for before multiplying, where the numbers are small.

    def _add(a, b):
        """a + b"""
        na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
        g = math.gcd(da, db)
        if g == 1:
            return Fraction._from_coprime_ints(na * db + da * nb, da * db)
        s = da // g
        t = na * (db // g) + nb * s
        g = math.gcd(t, g)
        if g == 1:
            return Fraction._from_coprime_ints(t, s * db)
        return Fraction._from_coprime_ints(t // g, s * (db // g))

    def _sub(a, b):
        """a - b"""
        na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
        g = math.gcd(da, db)
        if g == 1:
            return Fraction._from_coprime_ints(na * db - da * nb, da * db)
        s = da // g
        t = na * (db // g) - nb * s
        g = math.gcd(t, g)
        if g == 1:
            return Fraction._from_coprime_ints(t, s * db)
        return Fraction._from_coprime_ints(t // g, s * (db // g))

    def _mul(a, b):
        """a * b"""
        na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
        g = math.gcd(na, db)
        if g > 1:
            na //= g
            db //= g
        g = math.gcd(nb, da)
        if g > 1:
            nb //= g
            da //= g
        return Fraction._from_coprime_ints(na * nb, da * db)

    def _div(a, b):
        """a / b"""
        na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
        if nb == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % db)
        g = math.gcd(na, nb)
        if g > 1:
            na //= g
            nb //= g
        g = math.gcd(da, db)
        if g > 1:
            da //= g
            db //= g
        n, d = na * db, da * nb
        if d < 0:
            n, d = -n, -d
        return Fraction._from_coprime_ints(n, d)

    def _floordiv(a, b):
        """a // b"""
        return (a._numerator * b._denominator) // (a._denominator * b._numerator)

    def _mod(a, b):
        """a % b"""
        da, db = a._denominator, b._denominator
        return Fraction((a._numerator * db) % (b._numerator * da), da * db)

    def _divmod(a, b):
        """(a // b, a % b)"""
        da, db = a._denominator, b._denominator
        q, r = divmod(a._numerator * db, da * b._numerator)
        return q, Fraction(r, da * db)

    __add__, __radd__ = _operators(_add, operator.add)
    __sub__, __rsub__ = _operators(_sub, operator.sub)
    __mul__, __rmul__ = _operators(_mul, operator.mul)
    __truediv__, __rtruediv__ = _operators(_div, operator.truediv)
    __floordiv__, __rfloordiv__ = _operators(_floordiv, operator.floordiv)
    __mod__, __rmod__ = _operators(_mod, operator.mod)
    __divmod__, __rdivmod__ = _operators(_divmod, divmod)
    del _operators

    def __pow__(a, b):
        """a ** b: a fraction for whole b, else a float or complex."""
        if not isinstance(b, numbers.Rational):
            if isinstance(b, (float, complex)):
                return float(a) ** b
            return NotImplemented
        if b.denominator != 1:
            return float(a) ** float(b)
        e = b.numerator
        n, d = a._numerator, a._denominator
        if e >= 0:
            return Fraction._from_coprime_ints(n**e, d**e)
        if n > 0:
            return Fraction._from_coprime_ints(d**-e, n**-e)
        if n == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % d**-e)
        return Fraction._from_coprime_ints((-d) ** -e, (-n) ** -e)

    def __rpow__(b, a):
        """a ** b"""
        if b._denominator == 1 and b._numerator >= 0:
            return a**b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        if b._denominator == 1:
            return a**b._numerator
        return a ** float(b)

    def __pos__(a):
        return Fraction._from_coprime_ints(a._numerator, a._denominator)

    def __neg__(a):
        return Fraction._from_coprime_ints(-a._numerator, a._denominator)

    def __abs__(a):
        return Fraction._from_coprime_ints(abs(a._numerator), a._denominator)

    def __int__(a):
        if a._numerator < 0:
            return -(-a._numerator // a._denominator)
        return a._numerator // a._denominator

    __trunc__ = __int__

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        """Rounding to ndigits after the point, ties to even; an int without ndigits."""
        if ndigits is None:
            d = self._denominator
            q, r = divmod(self._numerator, d)
            if r * 2 < d:
                return q
            if r * 2 > d:
                return q + 1
            return q + (q & 1)
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, _hash_prime)
        except ValueError:
            h = _hash_inf
        else:
            h = hash(hash(abs(self._numerator)) * inverse)
        if self._numerator < 0:
            h = -h
        return -2 if h == -1 else h

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if math.isnan(b) or math.isinf(b):
                return 0.0 == b
            return a == a.from_float(b)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, numbers.Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return op(0.0, other)
            return op(self, self.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        return a._compare(b, operator.lt)

    def __gt__(a, b):
        return a._compare(b, operator.gt)

    def __le__(a, b):
        return a._compare(b, operator.le)

    def __ge__(a, b):
        return a._compare(b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return (self.__class__, (self._numerator, self._denominator))

    def __copy__(self):
        if type(self) is Fraction:
            return self
        return self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()


def _is_decimal(value):
    # Without the module nobody can have one.
    global _decimal
    if _decimal is None and type(value).__module__ in ("decimal", "__main__"):
        from decimal import Decimal as _decimal
    return _decimal is not None and isinstance(value, _decimal)


_decimal = None
