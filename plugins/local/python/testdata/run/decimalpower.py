from decimal import *

c = Context(prec=16, Emax=999999999, Emin=-999999999, traps=[])
for a, b in (("10", "1e-999999999"), ("100.0", "-557.71e-742888888"), ("1e375", "56e-3"), ("400", "-0.5"), ("0.5", "1e-30"), ("1.0001", "-1e-14"), ("1e-999999999", "1e-30")):
    for rounding in (ROUND_HALF_EVEN, ROUND_UP, ROUND_DOWN):
        c.clear_flags()
        c.rounding = rounding
        print(a, b, c.power(Decimal(a), Decimal(b)) if rounding == ROUND_HALF_EVEN else "", c.flags[Inexact], c.flags[Rounded])
c = Context(traps=[])
print([str(c.power(1, Decimal("-0"), m)) for m in (1, 2, -1, 3)])
print(c.power(Decimal("1.23E+123456791"), 10123898, 17291065), c.power(Decimal("-12E+5"), 3, 7), c.power(Decimal("500E-1"), 3, 7))
for args in (("0", "Inf", "sNaN123"), ("Inf", "0", "NaN5"), ("NaN1", "2", "sNaN3"), ("1", "2", "sNaN4")):
    print(c.fma(*map(Decimal, args)))
