ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError(f"{n} has no Roman numeral")
    out = []
    for value, symbol in ROMAN:
        count, n = divmod(n, value)
        out.append(symbol * count)
    return "".join(out)


def from_roman(text):
    values = {s: v for v, s in ROMAN if len(s) == 1}
    total = 0
    for ch, following in zip(text, text[1:] + " "):
        v = values[ch]
        total += -v if v < values.get(following, 0) else v
    if to_roman(total) != text:
        raise ValueError(f"{text!r} is not in canonical form")
    return total


def to_base(n, base):
    if n < 0:
        return "-" + to_base(-n, base)
    digits = ""
    while True:
        n, r = divmod(n, base)
        digits = DIGITS[r] + digits
        if n == 0:
            return digits


assert all(from_roman(to_roman(n)) == n for n in range(1, 4000))
print([to_roman(n) for n in (4, 9, 14, 40, 1994, 2024, 3999)])
for bad in ("IIII", "IC", "ABC"):
    try:
        print(from_roman(bad))
    except (ValueError, KeyError) as e:
        print(f"{bad}: {type(e).__name__}: {e}")

for n in (0, 255, -255, 10**18 + 9):
    print(n, bin(n), oct(n), hex(n), to_base(n, 7), to_base(n, 36), sep="  ")
assert all(int(to_base(n, b), b) == n for n in (1, 35, 36, 99999, 2**80) for b in range(2, 37))
print(int("ff", 16), int("0b1011", 0), int("0o17", 0), int("-0x_ff", 0), int("zz", 36), int("  1_000  "))

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def words(n):
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            rest = n % size
            joiner = " and " if 0 < rest < 100 else " "
            return words(n // size) + f" {name}" + (joiner + words(rest) if rest else "")


for n in (0, 13, 85, 700, 1_001, 12_345, 7_000_000_019):
    print(f"{n:,}: {words(n)}")

print((1234).bit_length(), (0b1011).bit_count(), -7 // 2, -7 % 3, divmod(-7, 3), 7 // -2, 2**-2, ~5, 5 ^ 3, 1 << 70, -1 >> 3)
print((1024).to_bytes(4, "big"), int.from_bytes(b"\x00\xff", "little"), (-2).to_bytes(2, "big", signed=True), pow(3, 200, 1000007), pow(3, -1, 11))
print(12345678901234567890 * 98765432109876543210, 2**200 // 3**50, sum(map(int, str(2**1000))))
