# import: decimal
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation, getcontext, localcontext

print("why not float:", 0.1 + 0.2, "vs", Decimal("0.1") + Decimal("0.2"))

CENT = Decimal("0.01")
VAT = {"standard": Decimal("0.21"), "reduced": Decimal("0.09"), "zero": Decimal(0)}

lines = [
    ("Coffee beans 250 g", "3", "8.95", "reduced"),
    ("Espresso machine", "1", "349.00", "standard"),
    ("Gift card", "2", "25", "zero"),
    ("Filter paper", "12", "0.333", "standard"),
    ("Broken line", "one", "1.00", "standard"),
]


def money(value):
    return value.quantize(CENT, rounding=ROUND_HALF_UP)


net_by_rate = {}
for what, qty, price, rate in lines:
    try:
        net = money(Decimal(qty) * Decimal(price))
    except InvalidOperation:
        print(f"{what:<22} unreadable quantity {qty!r}")
        continue
    net_by_rate[rate] = net_by_rate.get(rate, Decimal(0)) + net
    print(f"{what:<22}{qty:>4} x {price:>7} {net:>10}")

total = Decimal(0)
for rate, net in net_by_rate.items():
    vat = money(net * VAT[rate])
    total += net + vat
    print(f"  VAT {rate:<10}{VAT[rate]:>6.0%} of {net:>8} = {vat:>7}")
print(f"{'Total':<22}{total:>24,}")

# split the bill so that no cent is lost
people = 7
share = (total / people).quantize(CENT, rounding=ROUND_DOWN)
shares = [share] * people
left = total - sum(shares)
for i in range(int(left / CENT)):
    shares[i] += CENT
print("shares:", *shares, "| sum ok:", sum(shares) == total)

# rounding modes
for text in ("2.5", "3.5", "-2.5", "2.675"):
    d = Decimal(text)
    places = Decimal(1) if len(text) < 5 else CENT
    print(f"{text:>6}: half up {d.quantize(places, ROUND_HALF_UP)}, half even {d.quantize(places, ROUND_HALF_EVEN)}, down {d.quantize(places, ROUND_DOWN)}")

print("precision:", getcontext().prec, Decimal(1) / Decimal(7))
with localcontext() as ctx:
    ctx.prec = 50
    print("sqrt(2) =", Decimal(2).sqrt())
print(Decimal("1.20") == Decimal("1.2"), Decimal("1.20"), Decimal("1.200").normalize(), Decimal("1E+3"), Decimal("-0.00"))
print(repr(Decimal("12.50")), Decimal("17").as_tuple().digits, Decimal("1e-7"), f"{Decimal('1234567.891'):,.2f}", max(Decimal("1.5"), 1))

balance, rate = Decimal("1000.00"), Decimal("0.0375")
for year in range(1, 6):
    balance = money(balance * (1 + rate))
print("after 5 years:", balance)
final_answer(str(total))
