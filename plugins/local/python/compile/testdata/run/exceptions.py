log = []
def t(v): log.append(v); return v
def show(): print(log); log.clear()
def f1(n):
    try:
        t('try')
        if n == 1: raise ValueError('v')
        if n == 2: raise KeyError('k')
        if n == 3: return 'ret'
        if n == 4: raise OSError('o')
    except ValueError as e:
        t('ve ' + str(e)); return 'h'
    except (KeyError, TypeError):
        t('ke')
    else:
        t('else')
    finally:
        t('fin')
    return 'end'
for n in range(4): print(f1(n)); show()
try: f1(4)
except OSError as e: print(e)
show()
def f2():
    for i in range(4):
        try:
            if i == 1: continue
            if i == 2: break
            t(i)
        finally:
            t('f%d' % i)
    else: t('never')
    return 'done'
print(f2()); show()
def f3():
    x = 1
    try: return x
    finally: x = 2; t('fin')
print(f3()); show()
def f4():
    try: return 1
    finally: return 2
print(f4())
def f5():
    while True:
        try: raise ValueError
        finally: break
    return 'swallowed'
print(f5())
def f6():
    try:
        try: 1/0
        finally: t('inner')
    except ZeroDivisionError as e: t('outer'); return type(e.__context__)
print(f6()); show()
def f7():
    try:
        try: raise ValueError('a')
        except ValueError: raise KeyError('b')
    except KeyError as e:
        return repr(e.__context__), e.__cause__
print(f7())
def f8():
    try:
        try: raise ValueError('a')
        except ValueError as e: raise KeyError('b') from e
    except KeyError as e:
        return repr(e.__context__), repr(e.__cause__), e.__suppress_context__
print(f8())
def f9():
    try:
        raise ValueError('x')
    except ValueError as e:
        pass
    try: e
    except UnboundLocalError as q: return str(q)
print(f9())
def f10():
    try:
        try: raise ValueError('x')
        except ValueError: raise
    except ValueError as e: return 'reraised ' + str(e)
print(f10())
def f11():
    try: raise
    except RuntimeError as e: return str(e)
print(f11())
def f12():
    try:
        try: 1/0
        except ValueError: t('no')
    except ZeroDivisionError: t('yes')
f12(); show()
def f13():
    for i in range(3):
        try:
            try: t(i)
            finally:
                if i == 1: continue
            t('after')
        except Exception: pass
f13(); show()
def f14():
    try:
        try: return t('a')
        finally: t('b'); 1/0
    except ZeroDivisionError: t('c'); return 'd'
print(f14()); show()
class CM:
    def __init__(self, n, sup=False, bad=False): self.n, self.sup, self.bad = n, sup, bad
    def __enter__(self):
        t('enter ' + self.n)
        if self.bad: raise RuntimeError('bad enter')
        return self.n
    def __exit__(self, *a): t(('exit ' + self.n, a[0])); return self.sup
def w1():
    with CM('a') as a, CM('b') as b: t(a + b)
    with (CM('c'), CM('d') as d): t(d)
    with CM('s', True): raise ValueError
    with CM('o', True):
        with CM('i'): 1/0
    return 'end'
print(w1()); show()
def w2():
    with CM('r') as r: return r + t('x')
print(w2()); show()
def w3():
    for i in range(3):
        with CM(str(i)):
            if i == 0: continue
            if i == 1: break
w3(); show()
def w4():
    try:
        with CM('a'), CM('b', bad=True): t('no')
    except RuntimeError as e: t(str(e))
w4(); show()
def w5():
    with CM('x', True) as (a, b): t('no')
    return 'suppressed'
print(w5()); show()
try:
    with 5: pass
except TypeError as e: print(e)
def w6():
    with CM('a') as x.y: pass
class X: pass
x = X(); w6(); print(x.y); show()
def eg(excs):
    try:
        raise ExceptionGroup('g', excs)
    except* ValueError as e: t(('V', e.exceptions))
    except* (KeyError, TypeError): t('KT')
    else: t('no')
    finally: t('fin')
eg([ValueError(1), KeyError(2)]); show()
try: eg([ValueError(1), OSError(2)])
except ExceptionGroup as e: print(e.exceptions)
show()
def eg2():
    try:
        try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
        except* ValueError: raise KeyError('new')
        except* TypeError as e: t(repr(e))
    except KeyError as e: return repr(e), repr(e.__context__)
print(eg2()); show()
def eg3():
    try: raise ValueError('naked')
    except* ValueError as e: return_ = repr(e)
    return return_
print(eg3())
def eg4():
    try: pass
    except* ValueError: pass
    else: t('else')
eg4(); show()
def eg5():
    try:
        try: raise OSError('plain')
        except* ValueError: pass
    except OSError as e: return repr(e)
print(eg5())
def eg6():
    try: raise ExceptionGroup('o', [ValueError(1), ExceptionGroup('i', [TypeError(2), ValueError(3)])])
    except* ValueError as e:
        t(repr(e))
        for i in range(3):
            if i: break
            continue
    except* TypeError as e: t(repr(e))
eg6(); show()
try: 
    try: 1/0
    except 5: pass
except TypeError as e: print(e)
def nest(n):
    try:
        try:
            if n == 0: raise ValueError
            return 'r0'
        except ValueError:
            if n == 0: return 'r1'
        finally:
            t('f1')
            for i in range(2):
                try: t(i)
                finally: t('ff')
    finally:
        t('f2')
print(nest(0), nest(1)); show()
def gen_fin():
    try:
        yield 1
        yield 2
    except GeneratorExit: t('GE'); raise
    finally: t('gfin')
g = gen_fin(); next(g); g.close(); show()
def retloop():
    for i in range(5):
        for j in range(5):
            try:
                with CM('z'):
                    if j == 1: return i, j
            finally: t('fin')
print(retloop()); show()
def excname_loop():
    for i in range(2):
        try: 1/0
        except ZeroDivisionError as e:
            if i == 0: continue
            t(repr(e)); break
    try: e
    except NameError: t('unbound')
excname_loop(); show()
def exc_return():
    try: 1/0
    except ZeroDivisionError as e: return repr(e)
print(exc_return())
def exc_del():
    try: 1/0
    except ZeroDivisionError as e: del e
    return 'ok'
print(exc_del())
try: raise ValueError from KeyError
except ValueError as e: print(repr(e.__cause__))
try: raise ValueError from None
except ValueError as e: print(repr(e.__cause__), e.__suppress_context__)
try: raise 5
except TypeError as e: print(e)
def cell_exc():
    try: 1/0
    except ZeroDivisionError as e:
        f = lambda: e
        r = repr(f())
    try: f()
    except NameError as q: return r, str(q)
print(cell_exc())
