def f(x):
    a = [x * y for x in x for y in range(x) if y if x > y]
    b = {k: v for k, v in a}
    c = {x for _ in b}
    return sum(i for i in c), a
class C:
    y = [z for z in f(1)]
