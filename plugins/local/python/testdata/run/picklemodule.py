# What pickles hold, at all protocols.
import collections
import datetime
import decimal
import enum
import fractions
import pickle


vals=[None,1,-1,2**70,3.5,'é\ud800',b'abc',bytearray(b'x'),[1,[2]],(1,),(1,2,3,4),{1:2},{1,2},frozenset([1]),datetime.datetime(2020,1,2,tzinfo=datetime.timezone.utc),decimal.Decimal('1.5'),fractions.Fraction(1,3),collections.OrderedDict(a=1),collections.Counter('aab'),collections.deque([1],3),range(3),complex(1,2),slice(1,2),len,str.join,ValueError('x'),collections.defaultdict(int,{1:2}), True, ..., NotImplemented, type(None),'a'*300,list(range(2000)), datetime.timedelta(1)]
for v in vals:
    for p in range(6):
        try:
            d=pickle.dumps(v,p); w=pickle.loads(d)
            ok = w==v or repr(w)==repr(v)
            if not ok: print(p,repr(v)[:16],repr(w)[:16])
        except Exception as e:
            print('ERR',p,repr(v)[:16],type(e),e)
l=[]; l.append(l); m=pickle.loads(pickle.dumps(l)); print(m[0] is m)
print(pickle.dumps({'a':[1,2,(3,4)]}))
print(pickle.dumps([datetime.date(2020,1,1), 1.5, 2**70], 2))
import codecs
import functools
import operator
import struct
for f in (operator.add, functools.reduce, struct.unpack, codecs.lookup, codecs.encode):
    print(pickle.dumps(f), pickle.loads(pickle.dumps(f, 0)) is f)
for wrong in (lambda: pickle.loads(5), lambda: pickle.loads(None), lambda: pickle.loads('a'), lambda: pickle.dumps(1, 'a'), lambda: pickle.dumps(1, 2.5)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
