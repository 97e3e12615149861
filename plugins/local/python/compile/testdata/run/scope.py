def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return inc, get
i, g = counter(); i(); i(5); print(g())
def late():
    fs = []
    for k in range(3): fs.append(lambda: k)
    return [f() for f in fs], [f() for f in [lambda: q for q in range(3)]], [f() for f in [lambda q=q: q for q in range(3)]]
print(late())
def comp_iso():
    x = 1
    r = [x for x in range(3)]
    s = [x + y for y in range(2) for x in range(3)]
    t = {x: [x for x in 'ab'] for x in range(2)}
    u = [[x for x in range(y)] for y in range(x + 2)]
    v = [z := x, [z := w for w in range(4)]]
    return x, r, s, t, u, v, z
print(comp_iso())
x = 10
print([x for x in range(3)], x, [last := x for x in range(3)], last)
class K:
    x = 5
    y = [x for _ in range(2)]
    z = [i * 2 for i in range(x)]
    w = list(i for i in range(x))
    def m(self): return x, __class__, self.__m()
    def __m(self): return self.__p
    __p = 'private'
    print(__qualname__, __module__)
    class Inner:
        def f(self): return K.__qualname__, __class__.__qualname__
    if x > 3:
        def cond(self): return 'cond'
    for loop in range(2): pass
    del loop
    lam = lambda self: __class__
print(K.y, K.z, K.w, K().m(), K.Inner().f(), K().cond(), K().lam(), hasattr(K, 'loop'), K.m.__qualname__, K.Inner.f.__qualname__)
class Base:
    def __init__(self, a): self.a = a
    def hello(self): return 'base ' + str(self.a)
    @classmethod
    def cm(cls): return cls.__name__
    @staticmethod
    def sm(x): return x
    @property
    def prop(self): return self.a * 2
    @prop.setter
    def prop(self, v): self.a = v
class Derived(Base):
    def __init__(self, a, b):
        super().__init__(a)
        self.b = b
    def hello(self):
        return 'derived ' + super().hello() + ' ' + [super(Derived, self).hello() for _ in range(1)][0]
    @classmethod
    def cm(cls): return 'D' + super().cm()
d = Derived(1, 2)
d.prop = 7
print(d.hello(), d.cm(), d.sm(3), d.prop, Derived.__mro__[1].__name__)
class Meta(type):
    def __new__(m, n, b, ns, **kw):
        c = super().__new__(m, n, b, dict(ns))
        c.kw = kw
        return c
    def __init__(c, n, b, ns, **kw): super().__init__(n, b, ns)
    @classmethod
    def __prepare__(m, n, b, **kw): print('prepare', n, kw); return {'pre': 1}
class WithMeta(metaclass=Meta, flag=True):
    print('body', pre)
    def f(self): return __class__
print(WithMeta.kw, WithMeta.pre, WithMeta().f())
bases = (Base,)
kws = {'metaclass': type}
class Star(*bases, **kws): pass
print(Star.__mro__[1].__name__)
def outer():
    v = 'outer'
    class L:
        print(v)
        w = v
        def m(self): return v
    class M:
        v = 'class'
        print(v)
        def m(self): return v
    class N:
        nonlocal v
        v = 'changed'
    return L.w, L().m(), M().m(), v, L.__qualname__
print(outer())
def glob():
    global newglob
    newglob = 5
    def inner():
        return newglob
    class Q:
        global inclass
        inclass = 6
    return inner()
print(glob(), newglob, inclass)
def params_cell(a, b=2, *args, k=3, **kw):
    def f(): return a, b, args, k, kw
    a += 1
    return f()
print(params_cell(1), params_cell(1, 2, 3, k=4, z=5))
def deep():
    a = 1
    def b():
        def c():
            def d():
                nonlocal a
                a += 1
                return a
            return d()
        return c()
    return b(), a
print(deep())
def unb():
    def f(): return v
    try: f()
    except NameError as e: print(type(e).__name__, e)
    v = 1
    print(f())
    del v
    try: f()
    except NameError as e: print(type(e).__name__, e)
    try: v
    except UnboundLocalError as e: print(e)
unb()
def gen_scope():
    n = 3
    g = (i * n for i in range(n))
    n = 10
    return list(g)
print(gen_scope())
def comp_cell():
    out = []
    for _ in range(2):
        out.append([lambda: (i, j) for i in range(2) for j in range(2)])
    return [f() for l in out for f in l]
print(comp_cell())
def comp_unbound():
    try: [y for x in [1] for y in [y]]
    except UnboundLocalError as e: print(e)
    try: [1 for x in [1] if q for q in [1]]
    except UnboundLocalError as e: print(e)
comp_unbound()
def walrus_comp():
    total = 0
    r = [total := total + v for v in range(5)]
    if any((found := v) > 2 for v in range(5)): pass
    def inner(): return found
    return r, total, found, inner()
print(walrus_comp())
def exec_like():
    x = 1
    def f(x=x): return x
    x = 2
    return f(), x
print(exec_like())
def f1(a, b): return a + b
print(f1(*[1, 2]), f1(**{'a': 1, 'b': 2}))
def mod_comp():
    return [[(a, b, c) for c in range(2)] for a, b in [(1, 2)] for d in [a]]
print(mod_comp())
class Desc:
    def __set_name__(self, o, n): print('set_name', n)
class UsesDesc:
    d: 'ann' = Desc()
    e: Base
print(UsesDesc.__annotations__)
class Generic1:
    def __class_getitem__(cls, item): return item
print(Generic1[1], Generic1[1, 2], Generic1[1:2, ::3], Generic1[*[1, 2], 3])
print((lambda: [x for x in range(3) if (lambda: x > 0)()])())
def defaults_order():
    log = []
    def t(v): log.append(v); return v
    @t
    def f(a: t('ann a') = t('def a'), *b: t('ann b'), c: t('ann c') = t('def c'), **d: t('ann d')) -> t('ret'): pass
    return [x for x in log if isinstance(x, str)]
print(defaults_order())
def fn_in_class_scope():
    class A:
        v = 1
        def f(self): return [__class__.__name__ for _ in range(2)]
        g = lambda self: [(lambda: __class__.__name__)() for _ in range(1)]
    return A().f(), A().g()
print(fn_in_class_scope())
