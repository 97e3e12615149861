import random
import time
from datetime import date, datetime, time as clock, timedelta, tzinfo


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


def ratio(value):
    class Float(float):
        def as_integer_ratio(self):
            return value
    return Float()


for value in (5, (), (1, 2, 3), (2.5, 1), (1, 2)):
    attempt(lambda: timedelta(days=3) / ratio(value))
    attempt(lambda: timedelta(days=3) * ratio(value))
attempt(lambda: timedelta(days=3) * ratio((1, 0)))
attempt(datetime, bytes([1] * 10), "EST")
attempt(clock, bytes([1] * 6), "EST")
attempt(date.fromisocalendar, 2 << 32, 1, 1)


class Name(str):
    def replace(self, *args):
        return None


class Zone(tzinfo):
    def tzname(self, dt):
        return Name("x")


attempt(datetime(2020, 1, 1, tzinfo=Zone()).strftime, "%Z")
attempt(time.asctime, (-2 ** 31 + 1899, 1, 1, 0, 0, 0, 0, 1, 0))
for format in ("%", "% ", "%e", "a%"):
    attempt(time.strptime, "2005", format)
try:
    datetime.strptime("", "%D")
except ValueError as e:
    print(e.__suppress_context__)
attempt(time.strptime, "-0130:30", "%z")

g = random.Random(5)
g.random = iter([0.25, 0.5, 0.75]).__next__
print(g.uniform(0, 8), g.random(), g.triangular(0, 1), g.randrange(1000))
g.getrandbits = lambda n: 1
print(g.randrange(1000))


class A(random.Random):
    def random(self):
        return 0.5


class B(A):
    def getrandbits(self, n):
        return 0


class C(B):
    def random(self):
        return 0.75


print(A().randrange(100), B().randrange(100), C().randrange(100), random.NV_MAGICCONST, random.TWOPI, random.BPF)
for format in ("%Y %Y", "%c %d", "%H%H%q"):
    try:
        time.strptime("x", format)
    except Exception as e:
        print(type(e), e)
for text, format in (("245x1000-1000x", "%jx%G-%Yx"), ("2020 10", "%Y %V"), ("2020 10 1", "%Y %V %u"), ("10 1", "%V %u"), ("2020 10", "%G %V"),
                     ("2020 10 1 5", "%G %V %u %j"), ("2020 10 1 5", "%G %V %u %U"), ("2020 366", "%Y %j"), ("9999 366", "%Y %j")):
    attempt(time.strptime, text, format)
