x = 1
x += 1
def f():
    global x
    x = 2
    del x
for i in range(3):
    x += i
del x
