def f(a, b):
    c = a + b * 2 - 1
    c += a
    c -= 3
    c **= b
    return -c // 4, ~a % b, 7 // a, c @ a
