# Every corner of the format mini-language that shows up in reports.
n, x, s = 1234567, 1234.56789, "report"

specs_int = ["d", ",", "_", "+d", " d", "012d", "x", "#X", "o", "#b", "_b", ">15,", "<15,", "^15,", "*^15,", "=+15", "e", ".2f", "c"]
for spec in specs_int:
    value = 65 if spec == "c" else n
    print(f"{spec:>6} -> [{value:{spec}}]")

for spec in ["f", ".2f", ",.1f", "e", ".3E", "g", ".3g", "%", ".1%", "+.0f", "010.2f", "#.0f", "n", ".10g", ""]:
    print(f"{spec:>6} -> [{format(x, spec)}]")

for spec in ["", "10", ">10", "^10", ".3", "-^10.3", "_<9"]:
    print(f"{spec:>6} -> [{s:{spec}}]")

# special numbers
for value in (0.1, 1e16, 1e15, 1e-5, 0.0001, -0.0, float("inf"), float("nan"), 1 / 3, 2.0, 1e100, 123456789.0):
    print(repr(value), f"{value:.3f}", f"{value:g}", f"{value:8.2e}", sep=" | ")
print(f"{True:d} {True!s:>6} {None!s:^8}| {3 + 4j:.1f} {2**70:,}")

# str.format and % formatting, which models still write
print("{0}-{1}-{0} {name!r:>8} {item[key]} {real.real}".format("a", "b", name="n", item={"key": 5}, real=1.5))
print("{:>{w}.{p}f}|{:{fill}^{w}}".format(2.71828, "mid", w=10, p=3, fill="~"))
print("%s is %d years and %.1f%% done, %5s|%-5s|%05d|%x|%r|%+d|%e" % ("Al", 30, 99.5, "ab", "cd", 42, 255, "q", 7, 12345.678))
print("%(who)s owes %(amount).2f" % {"who": "Bo", "amount": 3.14159})

# round half to even, and the traps of binary floats
print([round(v) for v in (0.5, 1.5, 2.5, -0.5)], round(2.675, 2), round(1234567, -3), f"{2.5:.0f} {3.5:.0f} {1.005:.2f}")

for bad, spec in [(1.5, "d"), ("text", ",d"), (10, "Q"), ([1], ">5")]:
    try:
        print(format(bad, spec))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, "-", e)


class Angle:
    def __init__(self, degrees):
        self.degrees = degrees

    def __format__(self, spec):
        if spec.endswith("dms"):
            total = round(self.degrees * 3600)
            return f"{total // 3600}°{total // 60 % 60:02}'{total % 60:02}\""
        return format(self.degrees, spec) + "°"


a = Angle(52.3791)
print(f"{a:dms} {a:.2f} {a} {'{}'} {a!r:.6}")
width = 20
print(f"{'Total':.<{width}}{n / 100:.>{width},.2f}", f"{'multi' 'part'!s}", f'{"nested " + f"{x:.1f}"}')
