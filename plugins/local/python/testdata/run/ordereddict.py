# collections.OrderedDict: its order under all operations, subclasses, errors.
import copy
import random
from collections import OrderedDict
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
t(lambda: OrderedDict(1,2)); t(lambda: OrderedDict().update(1,2)); t(lambda:OrderedDict(1));
t(lambda: OrderedDict().move_to_end(1)); t(lambda: OrderedDict().popitem()); t(lambda: OrderedDict().pop(1)); t(lambda: OrderedDict([1]))
t(lambda: OrderedDict([(1,2,3)])); t(lambda:OrderedDict().keys())
t(lambda: OrderedDict()|[]) ; t(lambda: OrderedDict(a=1)|{'b':2}); t(lambda: {'b':2}|OrderedDict(a=1));t(lambda: OrderedDict.fromkeys(iterable='ab',value=3))
t(lambda: OrderedDict(None));t(lambda: OrderedDict([(1,)]));t(lambda: OrderedDict(a=1).pop())
t(lambda: OrderedDict([[1,2],'ab']))
random.seed(1)
for n in (5,12,60):
  od=OrderedDict(); ref=[]
  for step in range(3000):
    k=random.randrange(n); op=random.randrange(6)
    if op<2:
        if k not in od: ref.append(k)
        od[k]=step
    elif op==2 and k in od: od.move_to_end(k); ref.remove(k); ref.append(k)
    elif op==3 and k in od: od.move_to_end(k,last=False); ref.remove(k); ref.insert(0,k)
    elif op==4 and od: assert od.popitem(last=False)[0]==ref.pop(0)
    elif op==5 and od and step%3==0: assert od.popitem()[0]==ref.pop()
    assert list(od)==ref and list(reversed(od))==ref[::-1] and [k for k,v in od.items()]==ref, (n,step)
    assert all(x in od for x in ref) and len(od)==len(ref)
class S(OrderedDict):
    def __setitem__(self,k,v): super().__setitem__(k,v*2)
s=S(a=1); s.x=5
print(s, s.copy(), copy.copy(s).x, copy.deepcopy(s), s|{'q':1}, {'q':1}|s)
print(OrderedDict(a=1,b=2)==OrderedDict(b=2,a=1), OrderedDict(a=1,b=2)=={'b':2,'a':1}, {'b':2,'a':1}==OrderedDict(a=1,b=2), OrderedDict(a=1)!=OrderedDict(a=1))
od=OrderedDict(zip('abc',range(3)))
for f in (lambda k: od.move_to_end('a'), lambda k: od.__setitem__('z',1), lambda k: od.pop('b')):
    try:
        for k in od: f(k)
    except RuntimeError as e: print(e)
    try:
        for k,v in od.items(): f(k)
    except (KeyError,RuntimeError) as e: print(e)
print(od, od.keys(), od.values(), od.items(), od.keys()=={'c','a','z'})
od['self']=od
print(od)
class M(OrderedDict):
    def __missing__(self,k): return 7
m=M(); print(m[1], m.setdefault(2,3), m.pop(9,4), m)
t(lambda: m.pop(9))
