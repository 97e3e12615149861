def f(v):
    match v:
        case 0 | None:
            return 1
        case [1, x, *rest] if x:
            return rest
        case {"k": y, **kw}:
            return y, kw
        case Point(x=0, y=(1 | 2) as z) | [z]:
            return z
        case str(s):
            return s
        case _:
            return 2
