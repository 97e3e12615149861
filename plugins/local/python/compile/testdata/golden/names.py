x: int = 1
def f():
    global g
    g = x
class C:
    y = x
x += len([x for _ in x])
del x
