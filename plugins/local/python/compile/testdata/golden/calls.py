def f(o, *args, k, **kw):
    f(1, k=2)
    o.method(o, 1)
    o.method(k=1)
    f(*args, 1, *o, **kw, k=1)
    o.a.b(f(f(o)), *args)
    return print(f"{o!r:>{k}} {args}", sep="")
