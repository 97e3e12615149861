def f(a, b, c):
    if a < 10 and not b:
        return 1
    elif a in (1, 2) or c is None:
        return 2
    x = a and b or c
    while 0 < a <= b != c:
        a -= 1
    return x if a else not b
