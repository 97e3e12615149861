class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y=0): self.x, self.y = x, y
    def __repr__(self): return f'P(x={self.x}, y={self.y})'
class Color: RED = 1; GREEN = 2
def m(v):
    match v:
        case 0: return 'zero'
        case 1 | 2 | 3: return 'small'
        case -1: return 'neg'
        case 1.5: return 'float'
        case -2+3j: return 'complex'
        case 'a' | 'b' as s: return 'str ' + s
        case b'x': return 'bytes'
        case None: return 'none'
        case True: return 'true'
        case Color.GREEN: return 'green?'
        case []: return 'empty'
        case [x]: return ('one', x)
        case [1, int(x), *rest] if x > 5: return ('guard', x, rest)
        case [1, [a, b], *_]: return ('nested', a, b)
        case ['s', *_, last]: return ('star', last)
        case [first, *mid, last]: return ('fml', first, mid, last)
        case {'k': 1}: return 'k1'
        case {'k': val, 'z': [q, *_], **rest}: return ('map', val, q, rest)
        case {'t': (int() | str()) as n}: return ('typed', n)
        case {**rest} if rest: return ('rest', rest)
        case {}: return 'emptymap'
        case P(0, 0): return 'origin'
        case P(x=0, y=yy): return ('onx', yy)
        case P(x, y) if x == y: return ('diag', x)
        case P(): return 'P'
        case int(n) | float(n): return ('num', n)
        case str() as s if len(s) > 3: return ('long', s)
        case (str(), str()): return 'never'
        case _: return 'other'
tests = [0, 1, 3, -1, 1.5, -2+3j, 'a', 'b', b'x', None, True, 2, [], [9], [1, 7, 8, 9], [1, (2, 3), 4], ['s', 1, 2], ['s', 5], (5, 6), (5, 6, 7), {'k': 1}, {'k': 2, 'z': [3, 4], 'w': 5}, {'t': 'x'}, {'t': 5, 'u': 6}, {'q': 1}, {}, P(0, 0), P(0, 5), P(3, 3), P(3, 4), 99, 2.5, 'hello', 'xy', {1}, range(3)]
for v in tests: print(repr(v), m(v))
def cap(v):
    match v:
        case [a, b] if a > b: r = 'gt'
        case [a, b]: r = 'le'
        case {'x': a}: r = 'd'; b = None
        case a: b = None; r = 'any'
    return a, b, r
print(cap([2, 1]), cap([1, 2]), cap({'x': 1}), cap(5))
match 5:
    case modvar: print(modvar)
match (1, 2):
    case (a, b) | [a, b, _]: print(a, b)
match {'a': 1}, [2]:
    case {'a': x}, [y]: print(x, y)
def ors(v):
    match v:
        case (1, x) | (x, 1) | {'k': x}: return x
        case [(0 | 1) as y, *_] | [_, _, y]: return 'y', y
        case [_, *_, _]: return '2+'
        case (_): return 'w'
for v in [(1, 2), (3, 1), {'k': 4}, [0, 5, 6, 7], [5, 6, 7], [5, 6], 'z', [1]]: print(ors(v))
def bad(v):
    match v:
        case P(1, 2, 3): pass
try: bad(P(1))
except TypeError as e: print(e)
def loop(v):
    out = []
    for i in v:
        match i:
            case 1: continue
            case 2: break
            case n if n > 5: out.append(('big', n))
            case n: out.append(n)
    return out
print(loop([1, 0, 7, 3, 2, 5]))
def closure(v):
    match v:
        case [x, y]: return lambda: (x, y)
        case x: return lambda: x
print(closure([1, 2])(), closure(3)())
match [1,2,3]:
    case [*_]: print('any seq')
match {'a': 1, 'b': 2}:
    case {'a': 1, **kw}: print(kw)
class Neg: 
    __match_args__ = ('a',)
    a = 5
match Neg():
    case Neg(5): print('neg')
x = 'unchanged'
match 3:
    case x if False: pass
    case _: print(x)
