# Copies of code objects with other names and another place; sources in encodings of their own.
def f(a, b=2):
    return a + b


c = f.__code__
d = c.replace(co_name="g", co_qualname="m.g", co_filename="elsewhere", co_firstlineno=77)
print(d.co_name, d.co_qualname, d.co_filename, d.co_firstlineno, d.co_argcount, c.co_name, c is d)
f.__code__ = d
print(f(1), f(3, 4), f.__name__)
for fields in (dict(co_name=1), dict(co_nlocals=7), dict(what=1), dict(co_argcount=2)):
    try:
        print(c.replace(**fields).co_argcount)
    except (TypeError, ValueError) as e:
        print(type(e).__name__)


class A:
    def get(self):
        return self.x


a = A()
a.x = 1
before = a.get()
A.get.__code__ = A.get.__code__.replace(co_name="got")
print(before, a.get(), A.get.__code__.co_name)
for source in (b"# -*- coding: cp1251 -*-\nx = '\xcf\xe8'", b"# coding: iso8859-15\nx = '\xa4'", b"# coding: utf-7\nx = '+AOk-'", b"# coding: nonesuch\nx = 1"):
    try:
        space = {}
        exec(source, space)
        print(space["x"])
    except SyntaxError as e:
        print(e.msg.partition(":")[0])
for source in ("def f(x, x): pass", "return 1", "nonlocal x", "def f():\n  break", "x = = 1"):
    try:
        compile(source, "<source>", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, repr(e.text))


class N:
    __class_getitem__ = None


try:
    N[int]
except TypeError as e:
    print(e)
