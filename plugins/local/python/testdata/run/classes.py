class Meta(type):
    def __new__(m, n, b, ns, **kw):
        print("new", n, kw); return super().__new__(m, n, b, ns)
    def __init__(c, n, b, ns, **kw): super().__init__(n, b, ns)
    def __call__(c, *a): print("call", a); return super().__call__(*a)
class A(metaclass=Meta, opt=1):
    def __init__(self, v): self.v = v
a = A(5); print(a.v, type(A).__name__)
class Desc:
    def __get__(s, o, t): return ("get", o is None)
    def __set__(s, o, v): print("set", v)
    def __set_name__(s, o, n): print("name", n)
class B:
    d = Desc()
    __slots__ = ("p", "q")
    @property
    def r(self): return self.p * 2
    @r.setter
    def r(self, v): self.p = v
b = B(); b.d = 3; print(b.d, B.d); b.p = 4; print(b.r); b.r = 8; print(b.p)
try: b.zz = 1
except AttributeError as e: print(e)
try: b.q
except AttributeError as e: print(e)
class C1:
    def hi(self): return "C1"
    def __repr__(self): return f"<{type(self).__name__}>"
class C2(C1):
    def hi(self): return "C2" + super().hi()
class C3(C1):
    def hi(self): return "C3" + super().hi()
class C4(C2, C3):
    def hi(self): return "C4" + super().hi()
print(C4().hi(), [k.__name__ for k in C4.__mro__], repr(C4()), isinstance(C4(), C1), issubclass(C4, C3))
class N:
    def __init__(s, v): s.v = v
    def __add__(s, o): return N(s.v + (o.v if isinstance(o, N) else o))
    __radd__ = __add__
    def __iadd__(s, o): s.v += 100; return s
    def __eq__(s, o): return s.v == o.v if isinstance(o, N) else NotImplemented
    def __hash__(s): return hash(s.v)
    def __lt__(s, o): return s.v < o.v
    def __len__(s): return s.v
    def __bool__(s): return s.v != 0
    def __getitem__(s, k): return ("item", k)
    def __setitem__(s, k, v): print("setitem", k, v)
    def __delitem__(s, k): print("delitem", k)
    def __contains__(s, k): return k == s.v
    def __call__(s, *a): return a
    def __neg__(s): return N(-s.v)
    def __index__(s): return s.v
    def __enter__(s): return s
    def __exit__(s, *a): return False
    def __iter__(s): return iter(range(s.v))
    def __str__(s): return f"N({s.v})"
    def __format__(s, spec): return f"fmt:{spec}"
    def __getattr__(s, n):
        if n.startswith("dyn"): return n
        raise AttributeError(n)
n = N(3)
print(str(n + 1), str(1 + n), n == N(3), n != N(4), n < N(5), sorted([N(3), N(1)])[0].v, len(n), bool(N(0)), n[1:2], n['a', 1], 3 in n, n(1, 2), (-n).v, list(range(9))[n], list(n), f"{n:x}", n.dyn1, hash(n) == hash(3))
n[1] = 2; del n[5]; n += 1; print(n.v)
try: n.nope
except AttributeError as e: print(e)
try: n < 5
except Exception as e: print(type(e).__name__, e)
class Counter:
    count = 0
    def __init__(self): Counter.count += 1
    @classmethod
    def make(cls): return cls()
    def __del__(self): pass
Counter(); Counter.make(); print(Counter.count)
class D(dict):
    def __missing__(self, k): return k * 2
print(D()['ab'], D(a=1))
class L(list):
    def total(self): return sum(self)
l = L([1, 2]); l.append(3); print(l.total(), l, len(l), isinstance(l, list), L.__bases__)
class I(int):
    def __add__(s, o): return I(int(s) + o + 1)
print(I(3) + 4, I(3) * 2, type(I(3) + 1).__name__)
class E(Exception):
    def __init__(self, a, b): super().__init__(a); self.b = b
    def __str__(self): return f"E:{self.args} {self.b}"
try: raise E(1, 2)
except E as e: print(e, repr(e), e.args)
class Abs:
    def __init_subclass__(cls, **kw): print("sub", cls.__name__, kw)
    def __class_getitem__(cls, k): return (cls.__name__, k)
class Sub(Abs, x=1): pass
print(Sub[int])
def mk():
    class Local:
        """doc"""
        x: int = 1
        def f(self): return __class__.__name__
    return Local
Lc = mk(); print(Lc.__qualname__, Lc.__doc__, Lc.__annotations__, Lc().f(), Lc.__module__, Lc)
a = A.__new__(A); a.__dict__['z'] = 1; print(a.z, vars(a)); del a.z
try: a.z
except AttributeError as e: print(e)
setattr(a, 'w', 2); print(getattr(a, 'w'), hasattr(a, 'nope'), getattr(a, 'nope', 'dflt')); delattr(a, 'w')
print(type('Dyn', (C1,), {'k': 1})().hi())
class P:
    x = property(lambda s: 1)
try: P().x = 2
except AttributeError as e: print(e)
try: del P().x
except AttributeError as e: print(e)
class Q:
    def __getattribute__(self, n): return n.upper()
print(Q().abc)
class Ctx:
    def __enter__(self): print("enter"); return 1
    def __exit__(self, t, v, tb): print("exit", t and t.__name__, v); return t is ValueError
with Ctx() as x, Ctx(): print(x)
with Ctx(): raise ValueError("sw")
try:
    with Ctx(): raise KeyError("no")
except KeyError as e: print("kept", e)
class Priv:
    __x = 1
    def get(self): return self.__x
print(Priv().get(), Priv._Priv__x)
