from enum import *
import enum
def t(f):
    try:
        r = f()
        print('ok', r)
    except Exception as e:
        print(type(e).__name__, str(e), getattr(e,'__notes__',None))
class P(Flag):
    R=4; W=2; X=1
    RW=6
    NONE=0
print(P, list(P), P.R|P.W, repr(P.R|P.X), P.RW, P(7), repr(P(0)), P.R&P.W, ~P.R, P.R in P.RW, P.RWX if hasattr(P,'RWX') else '', bool(P.R&P.W), len(P.RW), list(P.RW), P.R^P.RW, P.__members__, len(P))
t(lambda: P(8)); t(lambda: P('x')); t(lambda: P.R|1); t(lambda: 1 in P.R); t(lambda: P(-1)); t(lambda:P(-2)); t(lambda: P(-20)); t(lambda: P.R.name); t(lambda: (P.R|P.X).name); t(lambda: (P.R|P.X).value); t(lambda: P.NONE.name); t(lambda: P.R + P.W); t(lambda: P.R < P.W)
print(f'{P.R|P.X}', str(P.R|P.X), (P.R|P.X) is (P.X|P.R), (P.R|P.X)==P(5), hash(P.R|P.X)==hash('R|X'), {P.R|P.X: 1}[P(5)])
class F(Flag):
    A=auto(); B=auto(); C=auto(); AB=A|B
print(list(F), F.AB, F(3), ~F.A, F.A|F.B is F.AB, [f.name for f in F], F.AB.name, F.__members__.keys(), list(F.A|F.C), 1 in F, 9 in F, 5 in F)
class IF(IntFlag):
    A=1; B=2; C=4
print(IF.A|IF.B, repr(IF.A|IF.B), IF.A|8, repr(IF.A|8), repr(IF(16)), ~IF.A, repr(~IF.A), IF.A+1, IF.A==1, IF(0), repr(IF(0)), f'{IF.A|IF.B}', '%d'%IF.A, repr(IF(-1)), repr(IF(-2)), IF.A|IF.B==3, 2 in (IF.A|IF.B) if False else '', repr(1|IF.B), repr(IF.C & 6), repr(6 ^ IF.B), isinstance(IF.A|8, IF), IF.A<IF.B, (IF.A|8).name, (IF.A|8).value, IF(8).name, list(IF(9)), list(IF), len(IF(7)), IF.A.bit_length())
class C1(Flag, boundary=CONFORM):
    A=1; B=4
class C2(Flag, boundary=EJECT):
    A=1; B=4
class C3(Flag, boundary=KEEP):
    A=1; B=4
class C4(Flag, boundary=STRICT):
    A=1; B=4
for c in (C1,C2,C3,C4):
    for v in (0,1,2,3,5,7,8,-1,-2,-9):
        t(lambda: repr(c(v)))
    t(lambda: repr(~c.A)); t(lambda: repr(~c(0)))
print(repr(STRICT), FlagBoundary('keep'), list(FlagBoundary), STRICT)
def bad():
    @verify(UNIQUE)
    class X(Enum): A=1;B=1
t(bad)
def bad():
    @verify(CONTINUOUS)
    class X(Enum): A=1;B=5
t(bad)
def bad():
    @verify(CONTINUOUS)
    class X(Flag): A=1;B=16
t(bad)
def bad():
    @verify(NAMED_FLAGS)
    class X(Flag): A=1;B=2;C=12; D=31
t(bad)
def bad():
    @verify(NAMED_FLAGS)
    class X(Flag): A=1;B=2;C=7
t(bad)
@verify(UNIQUE, CONTINUOUS, NAMED_FLAGS)
class OK(Flag): A=1;B=2;C=3
print(OK.C, list(EnumCheck), repr(UNIQUE))
print(show_flag_values(13) if 'show_flag_values' in dir() else enum.show_flag_values(13), enum.bin(-10), enum.bin(10), enum.bin(5, 8), enum.bin(-1, 4), enum.bin(0))
def bad():
    class X(Flag): A='x'; B=auto()
t(bad)
def bad():
    class X(Flag): A=1.5
    print(list(X))
t(bad)
class Big(Flag):
    A=auto(); B=auto()
    ALL=A|B
    D=auto()
print(list(Big), Big.ALL, ~Big.ALL, Big.D|Big.ALL, repr(Big.D|Big.ALL), repr(Big.A|Big.B), Big(5))
class Unord(Flag):
    C=4;A=1;B=2
print(list(Unord), list(Unord(7)), repr(Unord(7)))
Fn=Flag('Fn','a b c'); print(list(Fn), repr(Fn.a|Fn.c), Fn.__doc__, P.__doc__)
Fi=IntFlag('Fi','a b c', module='zz', qualname='q.Fi', start=2); print(list(Fi), Fi.__module__, Fi.__qualname__, Fi)
class HasInit(Flag):
    A=1,'x'
    def __new__(cls, v, d):
        o=object.__new__(cls); o._value_=v; o.d=d; return o
    B=2,'y'
print(HasInit.A.d, HasInit.B|HasInit.A, repr(HasInit.B|HasInit.A))
class Neg(IntFlag):
    A=1;B=2;M=-1
print(list(Neg), repr(Neg.M), repr(~Neg.A))
print(auto(), repr(auto(5)))
def bad():
    class X(Enum):
        A=auto()
        def _generate_next_value_(n,s,c,l): return 1
t(bad)
class Mixed(Enum):
    A='x'; B=auto(); C=2.5; D=auto()
print(list(Mixed))
class Dup(Enum):
    A=1; B=True; C=1.0
print(list(Dup), Dup.B, Dup(True), Dup(1.0))
class NestedE(Enum):
    class In: pass
    A=1
print(list(m.name for m in NestedE))
class Meth(Enum):
    A=lambda x:x
    B=print
    C=staticmethod(print)
    D=1
print([m.name for m in Meth])
class Weird(int, Enum):
    def __new__(cls, v):
        o=int.__new__(cls, v*2); return o
    A=1
print(Weird.A, Weird.A.value, int(Weird.A), Weird.A+0)
class Weird2(int, Enum):
    def __new__(cls, v, x):
        o=int.__new__(cls, v*2); o.x=x; o._value_=v; return o
    A=1,2
print(Weird2.A.value, int(Weird2.A), Weird2.A.x)
def bad():
    class X(int, Enum):
        A='zz'
t(bad)
def bad():
    class X(Enum):
        A=1
        def __init__(self,a,b): pass
t(bad)
for base in (Enum, IntEnum, StrEnum, Flag, IntFlag):
    print(base, base.__name__, base.__mro__, type(base).__name__, list(base), len(base))
class WithDate(Enum):
    X=dict(a=1)
    Y=(1,)
    Z=None
    W=False
    V=''
print(list(WithDate), WithDate(None), WithDate(False), WithDate(''), WithDate((1,)))
t(lambda: Enum('X',[1,2])); t(lambda: Enum('X','a a')); t(lambda: IntEnum('X',{'a':'k'}));
print(isinstance(P.R, Flag), IF.A.__class__.__name__, IF.A.conjugate(), IF.A.__hash__() == hash('A'))
print(dir(P), dir(IF.A)[-10:], dir(IF)[-20:])
print([x for x in enum.__all__])
class E1(str, Enum):
    A='a'
    def __str__(self): return 'custom'
print(f'{E1.A}', str(E1.A), format(E1.A,'>8'), '%s'%E1.A)
class E2(int, Enum):
    A=3
    def __format__(self, s): return 'F'+s
print(f'{E2.A:x}', str(E2.A))
class E3(IntEnum):
    A=3
    def __str__(self): return 'custom'
print(f'{E3.A}', str(E3.A))
