def f(a):
    try:
        return a()
    except (ValueError, KeyError) as e:
        raise TypeError from e
    except OSError:
        pass
    else:
        a = 1
    finally:
        print(a)
def g(a):
    for x in a:
        try:
            continue
        finally:
            a()
def h():
    try:
        h()
    except* ValueError as e:
        print(e)
