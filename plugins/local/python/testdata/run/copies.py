import copy, copyreg, types
def t(f):
    try: print('ok', f())
    except Exception as e: print(type(e).__name__, e)
a=[1,[2,{'k':(3,[4])}],{5}]
b=copy.deepcopy(a); c=copy.copy(a)
print(a==b, a is b, a[1] is b[1], a[1][1]['k'][1] is b[1][1]['k'][1], c[1] is a[1], b)
l=[1]; l.append(l); m=copy.deepcopy(l); print(m, m[1] is m, m is l)
d={}; d['d']=d; e=copy.deepcopy(d); print(e, e['d'] is e)
class P:
    def __init__(s,x,y): s.x=x; s.y=y
    def __eq__(s,o): return vars(s)==vars(o)
p=P([1],2); p.me=p
q=copy.deepcopy(p); print(q.x, q.x is p.x, q.me is q, type(q)); r=copy.copy(p); print(r.x is p.x, r.me is p)
class S:
    __slots__=('a','b')
s=S(); s.a=[1]; u=copy.deepcopy(s); v=copy.copy(s); print(u.a, u.a is s.a, v.a is s.a, hasattr(u,'b'))
class SD(S):
    def __init__(self): self.c=1
s=SD(); s.a=[1]; u=copy.deepcopy(s); print(u.a,u.c, s.__getstate__(), s.__reduce_ex__(4)[1:])
class D:
    def __init__(s): s.n=0
    def __deepcopy__(s, memo): r=D(); r.n=s.n+1; return r
    def __copy__(s): return 'copied'
print(copy.deepcopy([D()])[0].n, copy.copy(D()))
class G:
    def __init__(s): s.a=[1]
    def __getstate__(s): return {'a':s.a,'extra':1}
    def __setstate__(s, st): s.st=st
print(copy.deepcopy(G()).st, copy.copy(G()).st)
class N:
    def __new__(cls, v): o=object.__new__(cls); o.v=v; return o
    def __getnewargs__(s): return ([1],)
n=N([3]); n.z=4; print(vars(copy.deepcopy(n)), vars(copy.copy(n)), n.__reduce_ex__(2)[1:])
class NX:
    def __new__(cls, *, v): o=object.__new__(cls); o.v=v; return o
    def __getnewargs_ex__(s): return ((),{'v':s.v})
print(vars(copy.copy(NX(v=3))))
class L(list): pass
l=L([1,[2]]); l.q=5; k=copy.deepcopy(l); print(k, type(k), k.q, k[1] is l[1]); k=copy.copy(l); print(k, k.q, k[1] is l[1])
class DD(dict): pass
l=DD(a=[1]); l.q=5; k=copy.deepcopy(l); print(k, type(k), k.q, k['a'] is l['a'])
class I(int): pass
i=I(5); i.q=[1]; k=copy.deepcopy(i); print(k, type(k), k.q, k.q is i.q)
class F(float): pass
class St(str): pass
class B(bytes): pass
class T(tuple): pass
class Se(set): pass
class FS(frozenset): pass
class BA(bytearray): pass
for x in (F(1.5), St('x'), B(b'x'), T((1,[2])), Se({1}), FS({2}), BA(b'zz'), complex(1,2), range(3), slice(1,2), b'x', bytearray(b'q'), frozenset({1}), {1,2}, None, ..., NotImplemented, print, len, int, type, P, lambda: 1):
    y=copy.deepcopy(x); z=copy.copy(x)
    print(type(x).__name__, y==x, z==x, type(y) is type(x), y is x, z is x)
t(lambda: copy.deepcopy((i for i in []))); t(lambda: copy.copy((i for i in []))); t(lambda: copy.deepcopy(copy)); t(lambda: copy.deepcopy(types.MappingProxyType({})))
e=ValueError('a',[1]); e.note=[2]; f=copy.deepcopy(e); print(repr(f), f.args[1] is e.args[1], f.note, type(f)); f=copy.copy(e); print(f.args, f.note)
from collections import *
for x in (deque([1,[2]],5), OrderedDict(a=[1]), Counter('aab'), defaultdict(list,{1:[2]}), ChainMap({'a':[1]}), namedtuple('NT','x y')(1,[2])):
    y=copy.deepcopy(x); z=copy.copy(x)
    print(repr(y), repr(z), type(y).__name__, y==x, z==x, y is x)
class M:
    def f(self): return self.v
m=M(); m.v=[1]; k=copy.deepcopy(m.f); print(k() , k() is m.v)
copyreg.pickle(M, lambda x: (N, (9,)))
print(vars(copy.copy(m)), vars(copy.deepcopy(m)))
class Rs:
    def __reduce__(self): return 'sing'
r=Rs(); print(copy.copy(r) is r, copy.deepcopy(r) is r)
class R2:
    def __reduce_ex__(self, p): return (list, ((1,2),), None, iter([3,[4]]))
print(copy.deepcopy(R2()), copy.copy(R2()))
class Prop:
    def __init__(s): s._v=1
    @property
    def v(s): return s._v
print(copy.deepcopy(Prop()).v)
class GA:
    def __getattr__(s, n):
        if n.startswith('__'): raise AttributeError(n)
        return n
g=GA(); g.x=[1]; print(copy.deepcopy(g).x, copy.deepcopy(g).zzz)
memo={}
x=[1]; y=copy.deepcopy([x,x],memo); print(y[0] is y[1], len(memo), id(x) in memo)
t0=(1,2); t1=([1],); print(copy.deepcopy(t0) is t0, copy.deepcopy(t1) is t1)
ns=types.SimpleNamespace(a=[1],b=2); n2=copy.deepcopy(ns); print(n2, n2==ns, n2.a is ns.a, copy.copy(ns))
print(copy.Error, copy.error is copy.Error, copy.__all__, object().__reduce_ex__(2)[1:], P(1,2).__reduce_ex__(4)[1:])
def deep(n):
    l=[]
    for i in range(n): l=[l]
    return l
x=copy.deepcopy(deep(200)); print(type(x))
t(lambda: copy.deepcopy(deep(5000)))
from enum import Enum
class C(Enum): A=[1]
print(copy.deepcopy(C.A) is C.A, copy.copy(C.A) is C.A, copy.deepcopy({C.A: 1}))
