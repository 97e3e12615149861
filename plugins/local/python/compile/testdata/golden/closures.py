def outer(a):
    n = 0
    def inner(by=1, *, step: int = 2):
        nonlocal n
        n += by * a
        return lambda: n
    return [lambda: i for i in range(3)], inner
