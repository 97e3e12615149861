def f(x):
    if 0:
        x.never()
    while True:
        x()
    x.neither()
def g(x):
    return 1
    x()
if __debug__:
    print(1)
else:
    print(2)
