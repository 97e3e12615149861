# Module array: every typecode and method, and what is said of values that do not fit.
import collections.abc
from array import array, ArrayType, typecodes
import array as am
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except Exception as e: print(type(e).__name__+':', e)
print(typecodes, ArrayType is array, array)
for args in [(), (1,), ('x',), ('ab',), ('i','s'), ('i',1), ('i',1,2), ('i',[1,'a']), ('i',[1.5]), ('f',['a']), ('u',[1]), ('u',['ab']), ('i',array('u','ab')), ('u','héllo'), ('d',[1,2.5]), ('f',(x for x in range(3))), ('b',b'abc'), ('h',b'abc'), ('B',bytearray(b'xy')), ('i', {1:2}), ('Q',[2**64]), ('q',[2**63]), ('L',[-1]), ('I',[2**32]), ('I',[-1]), ('B',[-1]), ('B',[256]), ('H',[65536]), ('H',[-1]), ('h',[40000]), ('h',[-40000]), ('b',[128]), ('b',[-129]), ('i',[2**31]),('i',[-2**31-1]), ('l',[2**63]), ('Q',[1.5]), ('L',['a']), ('B',[1.5]), ('H',['x']), ('I',['x']),('q',['x']),('b',['x']),('h',['x']),('d',['x']), ('Q',[-1]),('d',[10**400]),('f',[1e300]),('f',array('i',[1,2])),('i',None)]:
    print(args if not any(hasattr(x,'send') for x in args) else 'gen', end=' '); t(array, *args)
t(array, typecode='i'); t(array,'i',initializer=[])
a = array('i', [3,1,2,3])
for n, args in [('append',('x',)),('append',()),('append',(1,2)),('extend',(1,)),('extend',([1,'x'],)),('extend',(array('h',[1]),)),('insert',(1,)),('insert',(-100,7)),('insert',(100,8)),('insert',('a',8)),('pop',()),('pop',(100,)),('pop',(-100,)),('pop',(0,)),('pop',('a',)),('remove',(99,)),('remove',(1,)),('index',(99,)),('index',(3,)),('index',(3,1)),('index',(3,0,1)),('count',(3,)),('count',('a',)),('reverse',()),('tolist',()),('tobytes',()),('tounicode',()),('fromunicode',('a',)),('fromunicode',(1,)),('fromlist',((1,),)),('fromlist',([1,'a'],)),('fromlist',([1,2],)),('frombytes',('a',)),('frombytes',(b'abc',)),('frombytes',(b'abcd',)),('frombytes',(array('h',[1,2]),)),('frombytes',(1,)),('byteswap',()),('byteswap',()),('tofile',(1,)),('fromfile',(1,2)),('fromfile',(1,)),('__copy__',()),('__deepcopy__',({},)),('__deepcopy__',()),('__reduce_ex__',(0,)),('__reduce_ex__',(3,)),('__reduce_ex__',('a',))]:
    print(n,args,end=' '); t(getattr(a,n),*args); print(a)
print(a.itemsize, a.typecode)
b=array('i',[1,2,3,4,5])
import operator as o
for k in (0,-1,5,-6,'a',1.5,slice(1,3),slice(None,None,2),slice(None,None,-1),None): t(o.getitem,b,k)
def si(k,v):
    c=b[:]
    try: c[k]=v; print(k,c)
    except Exception as e: print(k, v, type(e).__name__+':',e)
def di(k):
    c=b[:]
    try: del c[k]; print(k,c)
    except Exception as e: print(k, type(e).__name__+':',e)
for k,v in [(0,9),(0,'a'),(9,1),('a',1),(slice(1,2),[1]),(slice(1,2),array('i',[7,8,9])),(slice(1,2),array('h',[1])),(slice(None,None,2),array('i',[1])),(slice(None,None,2),array('i',[1,2,3])),(slice(None,None,-2),array('i',[1,2,3])),(slice(3,1),array('i',[0,0])),(slice(None),array('i'))]: si(k,v)
for k in (0,-1,9,'a',slice(1,3),slice(None,None,2),slice(None,None,-2),slice(3,1)): di(k)
t(o.add,b,[1]); t(o.add,b,array('h')); t(o.add,b,array('i',[6])); t(o.mul,b,2); t(o.mul,2,b); t(o.mul,b,-1); t(o.mul,b,'a'); t(o.iadd,b[:],[1]); t(o.iadd,b[:],array('h')); t(o.iadd,b[:],array('i',[1])); t(o.imul,b[:],2); t(o.imul,b[:],0); t(o.mul,b,1.5)
for op in (o.eq,o.ne,o.lt,o.le,o.gt,o.ge): print([op(x,y) for x in (array('i',[1,2]),array('d',[1,2]),array('i'),array('b',[1,3]),array('i',[1,2,3])) for y in (array('i',[1,2]),array('i',[2]),array('f',[1.0]))]); t(op,b,[1,2,3,4,5]); t(op,b,1)
t(hash,b); t(len,b); t(bool,array('i')); print(3 in b, 'a' in b, 1.0 in b)
print(list(b), list(reversed(b)), iter(b).__class__, next(iter(b)))
m=memoryview(array('h',[1,2,3])); print(m.format,m.itemsize,m.nbytes,m.tolist(),m.readonly,len(m)); m[1]=9; print(m.obj, bytes(m), m[0])
t(memoryview(array('u','ab')).tolist) 
print(memoryview(array('u','ab')).format)
print(bytes(array('h',[1,2])), bytearray(array('b',[1])))
class A(array): 
    x=1
s=A('i',[1,2]); s.y=3; print(s, type(s[:]), type(s+s), type(s*2), s.y, s.__reduce_ex__(3), repr(s))
print(array('u','ab').tounicode(), array('u','ab\x00"\''), array('f',[1.1]), array('d',[1.1, float('nan'), float('inf')]), array('u'))
import copy
t(copy.copy,b); t(copy.deepcopy,b); print(copy.copy(b) is b)
import struct
c=array('B',bytes(8)); struct.pack_into('<I',c,2,0x01020304); print(c); print(struct.unpack_from('<I',c,2))
t(array[int].__class__); print(array('i').buffer_info()[1])
it=iter(c); print(next(it), it.__reduce__()[1:] )
t(it.__setstate__,3); t(next,it); print(list(it)); c.append(1); t(list,it)
t(am._array_reconstructor, array, 'i', 8, b'\1\0\0\0'); t(am._array_reconstructor, array,'i',9,b'\0\0\0\1'); t(am._array_reconstructor,1,'i',8,b'');t(am._array_reconstructor,list,'i',8,b'');t(am._array_reconstructor,array,'i',50,b'');t(am._array_reconstructor,array,'x',8,b'');t(am._array_reconstructor,array,'i',8,'');t(am._array_reconstructor,array,'d',14,b'1234567');t(am._array_reconstructor,array,'d',14,b'12345678');t(am._array_reconstructor,array,'u',20,b'a\0\0\0');t(am._array_reconstructor,array,'u',18,b'a\0\0\0')
t(am._array_reconstructor,array,'b',3,b'\1\0\2\0')
import io
f=io.BytesIO(); array('h',[1,2,3]).tofile(f); print(f.getvalue()); f.seek(0); z=array('h'); z.fromfile(f,2); print(z); t(z.fromfile,f,2); print(z)
t(z.fromfile,f,-1)
print(isinstance(b,collections.abc.MutableSequence))
match b:
    case [x,*y]: print(x,y)
    case _: print('no')
t(str,b); t(array.__doc__.__class__); print(array('i').__sizeof__()>0)
t(b.index); t(b.index,1,'a'); t(b.tofile); t(setattr,b,'q',1); t(setattr,b,'typecode','c'); t(b.tobytes,1); t(sorted,b); t(sum,b); t(b''.join,[array('b',[65]),b'x'])
t(b.extend); t(b.__reduce_ex__)
