def show(f, *a, **k):
    try:
        print("ok", f(*a, **k))
    except Exception as e:
        print(type(e).__name__ + ":", e)

def f0(): return "f0"
def f1(a): return a
def f2(a, b=2): return (a, b)
def fk(a, *, k, d=4): return (a, k, d)
def fv(a, *args, **kw): return (a, args, kw)
def fp(a, b, /, c, d=9): return (a, b, c, d)
def fall(a, b=1, /, c=2, *args, d, e=5, **kw): return (a, b, c, args, d, e, kw)
def fmany(a, b, c, d): return 1
def fmk(*, a, b, c): return 1

show(f0); show(f0, 1); show(f0, 1, 2); show(f0, x=1)
show(f1); show(f1, 1, 2); show(f1, a=3); show(f1, 1, a=2); show(f1, b=2); show(f1, 1, b=2)
show(f2); show(f2, 1); show(f2, 1, 2, 3); show(f2, b=3); show(f2, b=3, a=1); show(f2, 1, 2, 3, b=4)
show(fk, 1); show(fk, 1, 2); show(fk, 1, k=2); show(fk, 1, k=2, d=3); show(fk, 1, 2, k=3); show(fk, k=1)
show(fv); show(fv, 1, 2, 3); show(fv, 1, 2, x=3); show(fv, x=3); show(fv, a=1, b=2); show(fv, 1, a=1)
show(fp, 1, 2, 3); show(fp, 1, 2, c=3); show(fp, 1, b=2, c=3); show(fp, a=1, b=2, c=3); show(fp, 1); show(fp, 1, 2)
show(fall, 1, d=2); show(fall, 1, 2, 3, 4, 5, d=6, z=7); show(fall, 1); show(fall, a=1, d=2); show(fall, 1, b=3, d=2)
show(fmany); show(fmany, 1); show(fmany, 1, 2); show(fmany, 1, 2, 3); show(fmany, b=1)
show(fmk); show(fmk, a=1); show(fmk, a=1, b=2); show(fmk, a=1, b=2, c=3)
show(lambda x: x); show(lambda x, y=1: (x, y), 5)

class C:
    def m(self, a): return a
    @classmethod
    def cm(cls, a): return (cls.__name__, a)
    @staticmethod
    def sm(a): return a
    def __init__(self, x=0): self.x = x
    def __call__(self, y): return self.x + y
c = C(3)
show(c.m); show(c.m, 1); show(c.m, 1, 2); show(C.m, 1); show(C.m, c, 2); show(C.cm, 1); show(c.cm); show(C.sm, 2); show(c.sm)
show(c, 4); show(c); show(C, 1, 2); show(C, y=1)
show(c.nope) if hasattr(c, 'nope') else print("no nope")
show(3); show(None); show("s")
print([*range(3)], {*'ab'} == {'a', 'b'}, {**{'a': 1}, 'b': 2}, (*[1], 2))
show(lambda: f2(*[1], **{'b': 5})); show(lambda: f2(*1)); show(lambda: f2(**1)); show(lambda: f2(**{1: 2}))
show(lambda: fv(1, **{'x': 1}, **{'x': 2})); show(lambda: f1(*[1, 2], *[3]))
show(lambda: print(*1)); show(lambda: [*1]); show(lambda: {**1}); show(lambda: (*None,))
def deco(n):
    def d(f):
        def w(*a, **k): return (n, f(*a, **k))
        return w
    return d
@deco(1)
@deco(2)
def g(x): return x * 2
print(g(4))
def defaults(a, l=[]): l.append(a); return l
print(defaults(1), defaults(2), defaults.__defaults__)
print(f2.__name__, f2.__qualname__, C.m.__qualname__, f2.__defaults__, fk.__kwdefaults__, f2.__code__.co_varnames, f2.__code__.co_argcount)
def ann(a: int, b: 'str' = 'x') -> float: "doc"
print(ann.__annotations__, ann.__doc__, ann.__module__)
ann.attr = 5; print(ann.attr, ann.__dict__)
show(len); show(len, 1); show(len, [], 1); show(len, x=1); show([].append); show([].append, 1, 2); show([].pop, 1, 2)
show([].insert, 1); show({}.get); show(''.join, 1, 2); show(sorted); show(sorted, 1); show(sorted, [], 1); show(sorted, [1], key=None, foo=1)
show(sum); show(sum, [1], start=1, x=2); show(round); show(round, 1.5, 2, 3); show(round, 1, foo=2); show(int, '1', 2, 3); show(int, a=1); show(str, 1, 2, 3, 4)
show(str.upper); show(str.upper, 1); show(dict.fromkeys); show(enumerate); show(range); show(range, 1, 2, 3, 4); show(max); show(max, 1); show(isinstance, 1); show(getattr, 1)
show(''.split, 1, 2, 3); show(''.split, foo=1); show(''.replace, 'a'); show(list, 1, 2); show(list, a=1); show(tuple, 1, 2); show(set, 1, 2); show(dict, 1, 2)
show(bool, 1, 2); show(float, 1, 2); show(float, a=1); show(abs); show(divmod, 1); show(zip, foo=1); show(map); show(chr, a=1); show(hash); show(iter); show(next); show(id); show(print, foo=1); show(object, 1); show(type, 1, 2); show(super, 1); show(slice); show(complex, 1, 2, 3)
def many(*a): return len(a)
print(many(*range(500)), (lambda **k: len(k))(**{f"k{i}": i for i in range(300)}))
def kwonly_default(*, a=1, b): return (a, b)
show(kwonly_default); show(kwonly_default, b=2)
def outer(a):
    def inner(b, c=a): return a, b, c
    return inner
print(outer(1)(2), outer.__code__.co_cellvars, outer(1).__code__.co_freevars, outer(1).__closure__[0].cell_contents)
show(lambda: (lambda a, b: 0)(1, 2, c=3)); show(lambda: (lambda *, a: 0)(b=1))
