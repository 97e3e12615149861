def f(x):
    a = x + (x := 5)
    b = f(x, x := 2, x)
    while (line := f(x)) and line > x:
        x += line
    return a, b, [y := v for v in b], y
