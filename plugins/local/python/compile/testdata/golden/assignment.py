def f(a, b, o):
    a, b = b, a
    (c, d), *e = o
    o.x = o.y[a] = b
    o.x += 1
    o[a:b] += c
    o[0], o[1:2] = e, d
    x: int = 5
    i = j = 0
    del o.x, o[i], j
    return j
