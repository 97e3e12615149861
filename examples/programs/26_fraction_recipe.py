# import: fractions, math
import math
import re
from fractions import Fraction

recipe = """
2 1/4 cups flour
1/2 tsp salt
3/4 cup brown sugar
0.5 cup butter
2 eggs
1 2/3 tbsp vanilla
"""

NICE = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


def read(text):
    m = re.match(r"(?:(\d+)\s+)?(\d+/\d+|\d+(?:\.\d+)?)\s+(.*)", text)
    whole, part, what = m.groups()
    return Fraction(whole or 0) + Fraction(part), what


def show(amount):
    whole, part = divmod(amount, 1)
    if part == 0:
        return str(whole)
    part_text = NICE.get(part, f"{part.numerator}/{part.denominator}")
    return f"{whole} {part_text}" if whole else part_text


parsed = [read(line) for line in recipe.strip().splitlines()]
for factor in (Fraction(1), Fraction(2, 3), 3):
    print(f"x {factor}")
    for amount, what in parsed:
        print(f"  {show(amount * factor):>7} {what}")

print("0.1 exactly:", Fraction(0.1), "| from text:", Fraction("0.1"), "| limited:", Fraction(math.pi).limit_denominator(1000))
print("harmonic(20) =", sum(Fraction(1, n) for n in range(1, 21)))
print(Fraction(6, -4), Fraction(7, 3) // 1, Fraction(7, 3) % 1, round(Fraction(7, 3), 2), float(Fraction(7, 3)), Fraction(2, 3) ** -2)
print(Fraction(1, 3) + 1, Fraction(1, 3) + 0.5, Fraction(1, 3) < 0.34, Fraction("3/4") == 0.75, {Fraction(2, 1): "two"}[2])


# Egyptian fractions, greedily
def egyptian(f):
    parts = []
    while f:
        d = math.ceil(1 / f)
        parts.append(d)
        f -= Fraction(1, d)
    return parts


for f in (Fraction(5, 6), Fraction(7, 15), Fraction(4, 13)):
    print(f, "=", " + ".join(f"1/{d}" for d in egyptian(f)))


# continued fraction of sqrt(2): convergents
def convergents(terms):
    for n in range(1, len(terms) + 1):
        value = Fraction(terms[n - 1])
        for t in reversed(terms[:n - 1]):
            value = t + 1 / value
        yield value


print(" ".join(map(str, convergents([1] + [2] * 7))), math.sqrt(2))
try:
    Fraction(1, 0)
except ZeroDivisionError as e:
    print("ZeroDivisionError:", e)
print("lcm/gcd:", math.lcm(4, 6, 10), math.gcd(84, 36), "isqrt:", math.isqrt(10**20 + 1), "comb:", math.comb(40, 20))
