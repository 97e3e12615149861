import json
from json.decoder import JSONDecodeError
from json import JSONEncoder
import json.encoder
class E(JSONEncoder):
    def default(self, o):
        if isinstance(o, set): return sorted(o)
        if isinstance(o, complex): return {'re': o.real, 'im': o.imag}
        return super().default(o)
print(json.dumps({'a': {3,1,2}, 'c': 1+2j}, cls=E), E(indent=1).encode([{1}]))
try: json.dumps(object(), cls=E)
except TypeError as e: print(e)
class D(json.JSONDecoder):
    def __init__(self, *a, **k):
        super().__init__(object_hook=self.hook, *a, **k)
    def hook(self, d):
        return ('H', sorted(d.items()))
print(json.loads('{"a": {"b": 1}}', cls=D))
class F:
    def __init__(self): self.t = ''
    def write(self, s): self.t += s
    def read(self): return self.t
f = F(); json.dump({'x': [1, 2]}, f, indent=2); print(f.t); print(json.load(f))
class I(int):
    def __repr__(self): return 'no'
class Fl(float): 
    def __repr__(self): return 'no'
class S(str): pass
class Di(dict):
    def items(self): return [('z', 1)]
class Li(list): pass
print(json.dumps([I(5), Fl(1.5), S('x'), Di(a=1), Li([1]), {I(3): 1, Fl(2.5): 2, S('k'): 3}]))
def default(o): return str(o)
print(json.dumps([object], default=lambda o: 'obj'))
try: print(json.dumps([object], default=lambda o: o))
except ValueError as e: print(e)
try: json.loads('{"a": nope}')
except JSONDecodeError as e: print(e.msg, e.doc, e.pos, e.lineno, e.colno, repr(e), isinstance(e, ValueError))
data = {'users': [{'id': i, 'name': 'user%d é' % i, 'tags': ['a', 'b'], 'score': i / 7, 'ok': i % 2 == 0, 'none': None} for i in range(200)]}
s = json.dumps(data); print(len(s), json.loads(s) == data)
s = json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False); print(len(s), json.loads(s) == data, s[:200])
