import types
from types import *
def t(f):
    try: print('ok', f())
    except Exception as e: print(type(e).__name__, e)
n=SimpleNamespace(x=1,y='a')
print(n, n.x, vars(n), n==SimpleNamespace(x=1,y='a'), n!=SimpleNamespace(x=2), repr(SimpleNamespace()), type(n), n==5)
n.z=[n]; print(n); del n.z; t(lambda: n.q); t(lambda: SimpleNamespace(1)); t(lambda: hash(n)); t(lambda: n<n)
class SN(SimpleNamespace):
    def m(self): return self.x*2
print(SN(x=4), SN(x=4).m(), SN.__mro__)
n.x+=5; setattr(n,'new',1); print(n, 'x' in vars(n), hasattr(n,'x'), n.__dict__, n.__reduce__())
t(lambda: delattr(n,'nope'))
print(SimpleNamespace(**{'a b':1}), SimpleNamespace(a=SimpleNamespace(b=1)))
p=MappingProxyType({'a':1}); print(p, p['a'], len(p), 'a' in p, list(p), p=={'a':1}, p|{'b':2}, p.get('z'), dict(p)); t(lambda: p.__setitem__('a',2))
def foo(): p['b']=1
t(foo)
def gen(): yield
async def co(): pass
async def ag(): yield
print(isinstance(foo, FunctionType), isinstance(lambda:1, LambdaType), isinstance(gen(), GeneratorType), isinstance(len, BuiltinFunctionType), isinstance([].append, BuiltinMethodType), isinstance(n, SimpleNamespace), isinstance(None, NoneType), isinstance(types, ModuleType), isinstance(int|str, UnionType), isinstance(list[int], GenericAlias), isinstance(foo.__code__, CodeType), isinstance(..., EllipsisType), isinstance(NotImplemented, NotImplementedType))
c=co(); print(isinstance(c, CoroutineType)); c.close()
print(isinstance(ag(), AsyncGeneratorType))
class K:
    __slots__=('s',)
    def m(self): pass
print(isinstance(K().m, MethodType), isinstance(K.s, MemberDescriptorType), isinstance(str.join, MethodDescriptorType), isinstance(int.__add__, WrapperDescriptorType), isinstance((1).__add__, MethodWrapperType), isinstance(dict.__dict__['fromkeys'], ClassMethodDescriptorType), isinstance(type.__dict__['__mro__'] , (GetSetDescriptorType, MemberDescriptorType)))
print(FunctionType, LambdaType, GeneratorType, CoroutineType, AsyncGeneratorType, CodeType, MethodType, BuiltinFunctionType, ModuleType, TracebackType, MappingProxyType, SimpleNamespace, NoneType, EllipsisType, GenericAlias, UnionType, CellType, NotImplementedType, DynamicClassAttribute)
C=new_class('C', (), {}, lambda ns: ns.update(x=1)); print(C, C.x, C.__mro__)
class Meta(type):
    def __new__(m,n,b,d,**k): c=super().__new__(m,n,b,d); c.k=k; return c
    def __init__(self,*a,**k): pass
print(new_class('D',(C,),{'metaclass':Meta,'q':1}).k, prepare_class('E',(C,),{'metaclass':Meta,'z':3}))
class Ent:
    def __mro_entries__(self, bases): return (C,)
e=Ent()
print(resolve_bases((e,int))==(C,int), resolve_bases((int,)), new_class('F',(e,)).__orig_bases__==(e,))
class G(list[int]): pass
print(get_original_bases(G), get_original_bases(int)); t(lambda: get_original_bases(5))
m=MethodType(lambda self: self+1, 4); print(m())
m=ModuleType('mm','doc'); print(m, m.__name__, m.__doc__); m.x=1; print(m.x)
class DCA:
    @DynamicClassAttribute
    def v(self): return 'inst'
print(DCA().v); t(lambda: DCA.v)
@types.coroutine
def old():
    x = yield 5
    return x
async def main():
    return await old()
c=main(); print(c.send(None))
try: c.send('r')
except StopIteration as e: print(e.value)
def outer():
    x=1
    def inner(): return x
    return inner
print(type(outer().__closure__[0]) is CellType, outer().__closure__[0].cell_contents)
try: 1/0
except Exception as e: print(type(e.__traceback__) is TracebackType)
t(lambda: types.FrameType)
t(lambda: new_class('Q',(Meta,),{'metaclass':type}))
class M1(type): pass
class M2(type): pass
class A1(metaclass=M1): pass
class A2(metaclass=M2): pass
t(lambda: new_class('Q',(A1,A2)))
print(sorted(types.__all__))
