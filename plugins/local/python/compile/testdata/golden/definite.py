def f(a):
    if a:
        x = 1
    print(x)
    print(x)
    try:
        y = a()
    except ValueError as e:
        y = e
    for i in a:
        z = i
    else:
        print(i)
    print(y, z)
    while True:
        w = 1
        if w:
            break
    del w
    return w
