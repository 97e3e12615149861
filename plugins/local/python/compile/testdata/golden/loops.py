def f(n):
    for i, x in enumerate(n):
        if x:
            continue
        for j in range(i):
            if j > 3:
                return j
        else:
            break
    while n:
        n -= 1
        if n == 5:
            continue
        print(n)
