"""Functions for statistics: averages, spread, relations and the normal distribution.

Sums are exact, whatever the types: _exact, _root and _inverse are built in.
"""

from bisect import bisect_left, bisect_right
from collections import namedtuple
from decimal import Decimal
from fractions import Fraction
import math
import numbers

__all__ = [
    "NormalDist",
    "StatisticsError",
    "correlation",
    "covariance",
    "fmean",
    "geometric_mean",
    "harmonic_mean",
    "linear_regression",
    "mean",
    "median",
    "median_grouped",
    "median_high",
    "median_low",
    "mode",
    "multimode",
    "pstdev",
    "pvariance",
    "quantiles",
    "stdev",
    "variance",
]


class StatisticsError(ValueError):
    pass


# Exact sums.


def _common_type(a, b):
    """The type of a result from data of both types."""
    if a is b or b is int or b is bool:
        return a
    if a is int or issubclass(b, a):
        return b
    if issubclass(a, b):
        return a
    if issubclass(a, int):
        return b
    if issubclass(b, int):
        return a
    if issubclass(a, Fraction) and issubclass(b, float):
        return b
    if issubclass(a, float) and issubclass(b, Fraction):
        return a
    raise TypeError("don't know how to coerce %s and %s" % (a.__name__, b.__name__))


def _ratio(x):
    """x as numerator and denominator; the denominator of nan and inf is None."""
    try:
        return x.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return (x, None)
    try:
        return (x.numerator, x.denominator)
    except AttributeError:
        raise TypeError("can't convert type '%s' to numerator/denominator" % type(x).__name__) from None


def _total(data):
    """Type, sum and count. The sum is a Fraction, or a nan or infinity."""
    if type(data) is not list and type(data) is not tuple:
        data = list(data)
    fast = _exact(data)
    if fast is not None:
        floats, count, n, d, _, _ = fast
        return (float if floats else int), Fraction(n, d), count
    result, count, parts = int, 0, {}
    for x in data:
        result = _common_type(result, type(x))
        n, d = _ratio(x)
        parts[d] = parts.get(d, 0) + n
        count += 1
    if None in parts:
        return result, parts[None], count
    total = Fraction(0)
    for d, n in parts.items():
        total += Fraction(n, d)
    return result, total, count


def _deviations(data, c=None):
    """Type, sum of the squared distances from the mean (or from c), and count."""
    if c is not None:
        return _total([(d := x - c) * d for x in data])
    if type(data) is not list and type(data) is not tuple:
        data = list(data)
    fast = _exact(data)
    if fast is not None:
        floats, count, n, d, sn, sd = fast
        if not count:
            return int, Fraction(0), 0
        return (float if floats else int), Fraction(count * sn * d * d - n * n * sd, count * sd * d * d), count
    result, count, parts, squares = int, 0, {}, {}
    for x in data:
        result = _common_type(result, type(x))
        n, d = _ratio(x)
        parts[d] = parts.get(d, 0) + n
        squares[d] = squares.get(d, 0) + n * n
        count += 1
    if None in parts:
        return result, parts[None], count
    total = Fraction(0)
    for d, n in parts.items():
        total += Fraction(n, d)
    square = Fraction(0)
    for d, n in squares.items():
        square += Fraction(n, d * d)
    return result, (count * square - total * total) / count, count


def _convert(value, kind):
    """value as a kind of number."""
    if type(value) is kind:
        return value
    if issubclass(kind, int) and value.denominator != 1:
        kind = float
    try:
        return kind(value)
    except TypeError:
        if issubclass(kind, Decimal):
            return kind(value.numerator) / kind(value.denominator)
        raise


def _not_negative(values, message):
    for x in values:
        if x < 0:
            raise StatisticsError(message)
        yield x


def _decimal_root(n, m):
    """The square root of n/m as a Decimal, correctly rounded."""
    if n <= 0:
        if not n:
            return Decimal("0.0")
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    n0, d0 = root.as_integer_ratio()
    above = root.next_plus()
    n1, d1 = above.as_integer_ratio()
    if 4 * n * (d0 * d1) ** 2 > m * (d0 * n1 + d1 * n0) ** 2:
        return above
    below = root.next_minus()
    n1, d1 = below.as_integer_ratio()
    if 4 * n * (d0 * d1) ** 2 < m * (d0 * n1 + d1 * n0) ** 2:
        return below
    return root


def _standard(kind, value):
    """The square root of a variance."""
    n, d = value.numerator, value.denominator
    if issubclass(kind, Decimal):
        return _decimal_root(n, d)
    return _root(n, d)


# Averages.


def mean(data):
    """The arithmetic mean."""
    kind, total, n = _total(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    return _convert(total / n, kind)


def fmean(data, weights=None):
    """The arithmetic mean as a float, weighted or not; faster than mean."""
    if weights is None:
        try:
            n = len(data)
        except TypeError:
            data = list(data)
            n = len(data)
        total = math.fsum(data)
        if not n:
            raise StatisticsError("fmean requires at least one data point")
        return total / n
    if not isinstance(weights, (list, tuple)):
        weights = list(weights)
    try:
        num = math.sumprod(data, weights)
    except ValueError:
        raise StatisticsError("data and weights must be the same length")
    den = math.fsum(weights)
    if not den:
        raise StatisticsError("sum of weights must be non-zero")
    return num / den


def geometric_mean(data):
    """The n-th root of the product of n numbers."""
    try:
        return math.exp(fmean(map(math.log, data)))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of the reciprocals."""
    if iter(data) is data:
        data = list(data)
    message = "harmonic mean does not support negative values"
    n = len(data)
    if n < 1:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if n == 1 and weights is None:
        x = data[0]
        if not isinstance(x, (numbers.Real, Decimal)):
            raise TypeError("unsupported type")
        if x < 0:
            raise StatisticsError(message)
        return x
    if weights is None:
        weights = [1] * n
        whole = n
    else:
        if iter(weights) is weights:
            weights = list(weights)
        if len(weights) != n:
            raise StatisticsError("Number of weights does not match data size")
        _, whole, _ = _total(_not_negative(weights, message))
    try:
        kind, total, _ = _total([w / x if w else 0 for w, x in zip(weights, _not_negative(data, message))])
    except ZeroDivisionError:
        return 0
    if total <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _convert(whole / total, kind)


def median(data):
    """The middle value, or the mean of the two middle values."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    i = n // 2
    if n % 2:
        return data[i]
    return (data[i - 1] + data[i]) / 2


def median_low(data):
    """The middle value, or the smaller of the two middle values."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    """The middle value, or the larger of the two middle values."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    """The median of data grouped around the midpoints of classes of equal width."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    before = bisect_left(data, x)
    within = bisect_right(data, x, lo=before) - before
    try:
        interval = float(interval)
        x = float(x)
    except ValueError:
        raise TypeError("Value cannot be converted to a float")
    return x - interval / 2.0 + interval * (n / 2 - before) / within


def _counts(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    return counts


def mode(data):
    """The most frequent value; the first of several."""
    counts = _counts(data)
    if not counts:
        raise StatisticsError("no mode for empty data") from None
    return max(counts, key=counts.get)


def multimode(data):
    """All most frequent values, in the order in which they first occur."""
    counts = _counts(data)
    if not counts:
        return []
    most = max(counts.values())
    return [x for x, n in counts.items() if n == most]


def quantiles(data, *, n=4, method="exclusive"):
    """The n - 1 cut points that divide the data into n intervals of equal probability."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    result = []
    if method == "inclusive":
        for i in range(1, n):
            j, delta = divmod(i * (size - 1), n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == "exclusive":
        for i in range(1, n):
            j = min(max(i * (size + 1) // n, 1), size - 1)
            delta = i * (size + 1) - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f"Unknown method: {method!r}")


# Spread.


def variance(data, xbar=None):
    """The sample variance."""
    kind, ss, n = _deviations(data, xbar)
    if n < 2:
        raise StatisticsError("variance requires at least two data points")
    return _convert(ss / (n - 1), kind)


def pvariance(data, mu=None):
    """The variance of a whole population."""
    kind, ss, n = _deviations(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    return _convert(ss / n, kind)


def stdev(data, xbar=None):
    """The square root of the sample variance."""
    kind, ss, n = _deviations(data, xbar)
    if n < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _standard(kind, ss / (n - 1))


def pstdev(data, mu=None):
    """The square root of the variance of a whole population."""
    kind, ss, n = _deviations(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _standard(kind, ss / n)


# Relations between two inputs.


def covariance(x, y, /):
    """How two inputs vary together."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar = math.fsum(x) / n
    ybar = math.fsum(y) / n
    return math.sumprod([a - xbar for a in x], [b - ybar for b in y]) / (n - 1)


def _ranks(data, start):
    """The rank of each value; equal values share the mean of theirs."""
    order = sorted(range(len(data)), key=data.__getitem__)
    result = [0] * len(data)
    i = 0
    while i < len(order):
        j = i
        while j < len(order) and data[order[j]] == data[order[i]]:
            j += 1
        rank = start - 1 + i + (j - i + 1) / 2
        for k in range(i, j):
            result[order[k]] = rank
        i = j
    return result


def correlation(x, y, /, *, method="linear"):
    """Pearson's correlation coefficient, or Spearman's of the ranks."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    if method not in {"linear", "ranked"}:
        raise ValueError(f"Unknown method: {method!r}")
    if method == "ranked":
        start = (n - 1) / -2
        x = _ranks(x, start)
        y = _ranks(y, start)
    else:
        xbar = math.fsum(x) / n
        ybar = math.fsum(y) / n
        x = [a - xbar for a in x]
        y = [b - ybar for b in y]
    sxy = math.sumprod(x, y)
    sxx = math.sumprod(x, x)
    syy = math.sumprod(y, y)
    try:
        return sxy / math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant")


LinearRegression = namedtuple("LinearRegression", ("slope", "intercept"))


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the line that fits best by least squares."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    if not proportional:
        xbar = math.fsum(x) / n
        ybar = math.fsum(y) / n
        x = [a - xbar for a in x]
        y = [b - ybar for b in y]
    sxy = math.sumprod(x, y) + 0.0
    sxx = math.sumprod(x, x)
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError("x is constant")
    intercept = 0.0 if proportional else ybar - slope * xbar
    return LinearRegression(slope=slope, intercept=intercept)


class NormalDist:
    """The normal distribution of a random variable."""

    __slots__ = {
        "_mu": "Arithmetic mean of a normal distribution",
        "_sigma": "Standard deviation of a normal distribution",
    }

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        """The distribution that fits the data."""
        if type(data) is not list and type(data) is not tuple:
            data = list(data)
        _, ss, n = _deviations(data)
        if n < 2:
            raise StatisticsError("stdev requires at least two data points")
        _, total, _ = _total(data)
        xbar = float(total / n)
        mss = ss / (n - 1)
        try:
            return cls(xbar, _root(mss.numerator, mss.denominator))
        except AttributeError:
            return cls(xbar, xbar / float(ss))

    def samples(self, n, *, seed=None):
        """A list of n random values."""
        import random

        gauss = random.gauss if seed is None else random.Random(seed).gauss
        mu, sigma = self._mu, self._sigma
        return [gauss(mu, sigma) for _ in range(n)]

    def pdf(self, x):
        """The probability density at x."""
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        diff = x - self._mu
        return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        """The probability of a value up to x."""
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def inv_cdf(self, p):
        """The x up to which values have probability p."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        return _inverse(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        """The n - 1 cut points between n intervals of equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """The area that the densities of two distributions share."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        a, b = self, other
        if (b._sigma, b._mu) < (a._sigma, a._mu):
            a, b = b, a
        va, vb = a.variance, b.variance
        if not va or not vb:
            raise StatisticsError("overlap() not defined when sigma is zero")
        dv = vb - va
        dm = math.fabs(b._mu - a._mu)
        if not dv:
            return 1.0 - math.erf(dm / (2.0 * a._sigma * math.sqrt(2.0)))
        # The densities cross where a quadratic is zero.
        p = a._mu * vb - b._mu * va
        q = a._sigma * b._sigma * math.sqrt(dm * dm + dv * math.log(vb / va))
        x1 = (p + q) / dv
        x2 = (p - q) / dv
        return 1.0 - (math.fabs(b.cdf(x1) - a.cdf(x1)) + math.fabs(b.cdf(x2) - a.cdf(x2)))

    def zscore(self, x):
        """The distance of x from the mean in standard deviations."""
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    @property
    def mean(self):
        """The arithmetic mean."""
        return self._mu

    @property
    def median(self):
        """The median, which is the mean."""
        return self._mu

    @property
    def mode(self):
        """The mode, which is the mean."""
        return self._mu

    @property
    def stdev(self):
        """The standard deviation."""
        return self._sigma

    @property
    def variance(self):
        """The square of the standard deviation."""
        return self._sigma * self._sigma

    def __add__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu + x2._mu, math.hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu + x2, x1._sigma)

    def __sub__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu - x2._mu, math.hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu - x2, x1._sigma)

    def __mul__(x1, x2):
        return NormalDist(x1._mu * x2, x1._sigma * math.fabs(x2))

    def __truediv__(x1, x2):
        return NormalDist(x1._mu / x2, x1._sigma / math.fabs(x2))

    def __pos__(x1):
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        return NormalDist(-x1._mu, x1._sigma)

    __radd__ = __add__

    def __rsub__(x1, x2):
        return -(x1 - x2)

    __rmul__ = __mul__

    def __eq__(x1, x2):
        if not isinstance(x2, NormalDist):
            return NotImplemented
        return x1._mu == x2._mu and x1._sigma == x2._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state
