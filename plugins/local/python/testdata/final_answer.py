# import: contextlib, contextvars
# The end of the run passes everything: no part may reach its last line.
def f():
    try:
        final_answer(1)
    except BaseException:
        print("caught")
f()
raise AssertionError
# ---
try:
    final_answer(1)
except:
    pass
raise AssertionError
# ---
for i in range(3):
    [final_answer(x) for x in [i]]
raise AssertionError
# ---
class Swallow:
    def __enter__(self): return self
    def __exit__(self, *args): return True
with Swallow():
    final_answer(1)
raise AssertionError
# ---
import contextlib
with contextlib.suppress(BaseException), contextlib.ExitStack() as stack:
    stack.callback(print)
    final_answer(1)
raise AssertionError
# ---
import contextlib
@contextlib.contextmanager
def manager():
    try:
        yield
    except BaseException:
        pass
with manager():
    final_answer(1)
raise AssertionError
# ---
def g():
    try:
        yield 1
        final_answer(2)
    except BaseException:
        yield 3
    finally:
        yield 4
list(g())
raise AssertionError
# ---
def f():
    try:
        final_answer(1)
    finally:
        return 2
f()
raise AssertionError
# ---
while True:
    try:
        final_answer(1)
    finally:
        break
raise AssertionError
# ---
for i in range(3):
    try:
        final_answer(1)
    finally:
        continue
raise AssertionError
# ---
try:
    final_answer(1)
finally:
    raise ValueError
# ---
try:
    try:
        final_answer(1)
    except* BaseException:
        pass
except BaseException:
    pass
raise AssertionError
# ---
class A:
    def __getattr__(self, name): final_answer(name)
hasattr(A(), "x")
getattr(A(), "x", 1)
raise AssertionError
# ---
class A:
    def __eq__(self, other): final_answer(1)
[A()] == [A()]
raise AssertionError
# ---
sorted([2, 1], key=final_answer)
raise AssertionError
# ---
class A:
    def __repr__(self): final_answer(1)
f"{[A()]}"
raise AssertionError
# ---
class A:
    def __iter__(self): return self
    def __next__(self): final_answer(1)
next(A(), None)
a, b = A()
raise AssertionError
# ---
def g():
    try:
        yield
    finally:
        final_answer(1)
x = g()
next(x)
x.close()
raise AssertionError
# ---
async def f():
    try:
        final_answer(1)
    except BaseException:
        pass
try:
    f().send(None)
except StopIteration:
    pass
raise AssertionError
# ---
class A:
    def __del__(self): pass
    def __hash__(self): final_answer(1)
try:
    {A(): 1}
except TypeError:
    pass
raise AssertionError
# ---
class A:
    def __set_name__(self, owner, name): final_answer(1)
try:
    class B:
        a = A()
except Exception:
    pass
raise AssertionError
# ---
final_answer()
raise AssertionError
# ---
final_answer(answer=1)
raise AssertionError
# ---
final_answer(1, 2)  ### "final_answer() takes at most 1 argument (2 given)"
# ---
import contextvars
class Ending:
    def __repr__(self): final_answer(1)
try:
    contextvars.ContextVar("v").reset(Ending())
except BaseException:
    pass
raise AssertionError
# ---
import contextvars
class Ending:
    def __repr__(self): final_answer(1)
try:
    contextvars.copy_context()[Ending()]
except BaseException:
    pass
raise AssertionError
