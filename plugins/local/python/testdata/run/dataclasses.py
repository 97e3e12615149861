from dataclasses import *
import dataclasses
def t(f):
    try: print('ok', f())
    except Exception as e: print(type(e).__name__, e)
@dataclass
class P:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
p=P(1); print(p, repr(p), p==P(1), p!=P(2), P(1,3,[4]), p.z is P(1).z, P.__doc__, P.__match_args__, P.y)
t(lambda: P()); t(lambda: P(1,2,3,4)); t(lambda: P(q=1)); t(lambda: hash(p)); t(lambda: p<p); t(lambda: P.x); t(lambda: P(1, x=2))
@dataclass(order=True, frozen=True)
class F:
    a: int
    b: str = field(default='q', compare=False)
f=F(1); print(f, hash(f)==hash((1,)), F(1)<F(2), F(2)>=F(1), sorted([F(3),F(1)]), F(1,'z')==F(1,'k'), {F(1):1}[F(1)])
def fz(): f.a=3
t(fz)
def fd(): del f.a
t(fd)
def fn(): f.new=3
t(fn)
print([x.name for x in fields(p)], is_dataclass(P), is_dataclass(p), is_dataclass(3), asdict(p), astuple(p), replace(p, x=9))
@dataclass
class Q(P):
    w: str = 'w'
    x: int = 10
print(Q(), Q(1,2,[3],'v'), Q.__doc__, isinstance(Q(),P), Q()==P(10))
def bad():
    @dataclass
    class B:
        a: int = 1
        b: int
t(bad)
def bad():
    @dataclass
    class B:
        a: list = []
t(bad)
def bad():
    @dataclass
    class B:
        a = field()
t(bad)
def bad():
    @dataclass(order=True, eq=False)
    class B: a:int
t(bad)
def bad():
    @dataclass
    class B(F): q:int=1
t(bad)
def bad():
    @dataclass(frozen=True)
    class B(P): q:int=1
t(bad)
@dataclass
class Post:
    a: int
    b: InitVar[int] = 5
    c: int = field(init=False)
    def __post_init__(self, b): self.c=self.a+b
print(Post(1), Post(1,2).c, InitVar[int], len(fields(Post))); t(lambda: replace(Post(1), a=3)); t(lambda: replace(Post(1), c=3)); t(lambda: replace(p, nope=3))
@dataclass(slots=True)
class S:
    a: int
    b: int = 3
s=S(1); print(s, S.__slots__, hasattr(s,'__dict__'), s==S(1)); t(lambda: setattr(s,'zz',1))
@dataclass(slots=True, frozen=True)
class SF:
    a: int
    b: int = 3
t(lambda: setattr(SF(1),'a',1)); print(SF(1), hash(SF(1))==hash((1,3)))
import copy; print(copy.copy(SF(4)), copy.deepcopy(S(7)))
@dataclass(kw_only=True)
class K:
    a: int
    b: int = 1
t(lambda: K(1)); print(K(a=1), K.__match_args__, K.__doc__); t(lambda: K())
@dataclass
class K2:
    a: int
    _: KW_ONLY
    b: int = 2
    c: int
print(K2(1,c=3), K2.__doc__); t(lambda: K2(1,2,3)); t(lambda: K2(1))
@dataclass(repr=False, eq=False)
class NR: a:int
print(repr(NR(1))[:20], NR(1)==NR(1), hash(NR(1))!=0)
@dataclass
class Node:
    v: int
    n: 'Node' = None
n=Node(1); n.n=n; print(n)
@dataclass
class Own:
    a: int
    def __repr__(self): return 'own'
    def __eq__(self,o): return True
    def __init__(self): self.a=7
print(Own(), Own()==3, Own().a)
@dataclass(unsafe_hash=True)
class UH: a:int; b:list=field(default_factory=list, hash=False)
print(hash(UH(1))==hash((1,)))
D=make_dataclass('D',[('x',int),'y',('z',int,field(default=5))], namespace={'add': lambda self: self.x+self.z}); print(D(1,2), D(1,2).add(), D, fields(D)[1].type)
t(lambda: make_dataclass('D',['a','a'])); t(lambda: make_dataclass('D',['class'])); t(lambda: make_dataclass('D',['1x'])); t(lambda: make_dataclass('D',[('a','b','c','d')]))
t(lambda: field(default=1, default_factory=list)); t(lambda: fields(3)); t(lambda: asdict(3)); t(lambda: astuple(P)); t(lambda: replace(3))
@dataclass
class Deep:
    p: P
    l: list
    d: dict
    tt: tuple
print(asdict(Deep(P(1),[P(2)],{'k':P(3)},(P(4),))), astuple(Deep(P(1),[P(2)],{'k':P(3)},(P(4),))))
match P(1,2):
    case P(a,b): print('m',a,b)
print(MISSING.__class__, P.__dataclass_params__, P.__init__.__annotations__, P.__init__.__qualname__, P.__eq__.__name__, P.__annotations__)
class Mixin:
    def hi(self): return self.x
@dataclass
class MX(Mixin):
    x:int
    self:int=1
print(MX(4).hi(), MX(1,2))
@dataclass
class Prop:
    r: float
    @property
    def area(self): return self.r**2
    @classmethod
    def mk(cls): return cls(2)
    @staticmethod
    def s(): return 1
print(Prop.mk().area, Prop(1).s(), vars(Prop(1)))
@dataclass
class Sup(P):
    k: int = 0
    def __post_init__(self): self.k += super().__hash__ is None
print(Sup(1))
t(lambda: FrozenInstanceError.__mro__)
