# Names: tools and built-ins that must not be bound anew, and functions that are withheld.
search = 1  ### "Code execution failed at line 'search = 1' due to: InterpreterError: Cannot assign to name 'search': doing this would erase the existing tool!"
# ---
search: str = 1  ### "Cannot assign to name 'search': doing this would erase the existing tool!"
# ---
a, (b, *search) = 1, (2, 3)  ### "Cannot assign to name 'search'"
# ---
a = search = 1  ### "Cannot assign to name 'search'"
# ---
for search in [1]:  ### "Cannot assign to name 'search'"
    pass
# ---
class Context:
    def __enter__(self): return self
    def __exit__(self, *args): pass
with Context() as search:  ### "Cannot assign to name 'search'"
    pass
# ---
del search  ### "Cannot assign to name 'search'"
# ---
def search():  ### "Cannot assign to name 'search'"
    pass
# ---
async def search():  ### "Cannot assign to name 'search'"
    pass
# ---
class search:  ### "Cannot assign to name 'search'"
    pass
# ---
(search := 1)  ### "Cannot assign to name 'search'"
# ---
[search := x for x in range(3)]  ### "Cannot assign to name 'search'"
# ---
def f():
    global search
    search = 1  ### "Cannot assign to name 'search'"
f()
# ---
try:
    1 / 0
except ZeroDivisionError as search:  ### "Cannot assign to name 'search'"
    pass
# ---
match 5:  ### "Cannot assign to name 'search'"
    case search:
        pass
# ---
match {"a": 1}:  ### "Cannot assign to name 'search'"
    case {**search}:
        pass
# ---
type search = int  ### "Cannot assign to name 'search'"
# ---
search += 1  ### "unsupported operand type(s) for +=: 'builtin_function_or_method' and 'int'"
# ---
final_answer = 5  ### "Cannot assign to name 'final_answer'"
# ---
print = 1  ### "Cannot assign to name 'print': doing this would erase the existing tool!"
# ---
for len in [1]:  ### "Cannot assign to name 'len'"
    pass
# ---
del sum  ### "Cannot assign to name 'sum'"
# ---
list, x = [1], 2  ### "Cannot assign to name 'list'"
# ---
# A definition may take the name of a built-in; then it is the program's.
def sum(values):
    return "mine"
class filter:
    pass
assert sum([1]) == "mine" and filter() and search() == "found"
sum = 1
del sum
assert sum([1, 2]) == 3
# ---
# Names that Airlock has on top are free, as are names within functions, classes and comprehensions.
log = []
ceil, floor, sqrt, exp = 1, 2, 3, 4
bytes = id = hash = ValueError = frozenset = 1
def f(search, list=1):
    print = len = search
    return print + list
class C:
    search = sum = 1
    def print(self): return self.search
assert f(1) == 2 and C().print() == 1 and [search for search in "ab"] == ["a", "b"] and (lambda len: len)(3) == 3
assert search() == "found" and log == []
# ---
# vars() gives no way to bind a name either.
vars()["search"] = 1
vars()["print"] = 1
vars()["new"] = 1
print(search())
new  ### "name 'new' is not defined"
# ---
open("f")  ### "Code execution failed at line 'open(\"f\")' due to: InterpreterError: Forbidden function evaluation: 'open' is not among the explicitly allowed tools or defined/imported in the preceding code"
# ---
withheld = []
for code in ("eval('1')", "x"):
    pass
def refused(f, name):
    try:
        f()
    except ValueError as e:
        text = f"Forbidden function evaluation: '{name}' is not among the explicitly allowed tools or defined/imported in the preceding code"
        assert type(e).__name__ == "InterpreterError" and str(e) == text, str(e)
    else:
        raise AssertionError(name)
refused(lambda: eval, "eval")
refused(lambda: exec("x = 1"), "exec")
refused(lambda: compile("x", "x", "eval"), "compile")
refused(lambda: __import__("os"), "__import__")
refused(lambda: input(), "input")
refused(lambda: globals(), "globals")
refused(lambda: locals(), "locals")
refused(lambda: breakpoint(), "breakpoint")
refused(lambda: exit(), "exit")
refused(lambda: quit(), "quit")
refused(lambda: help(), "help")
# ---
# A withheld name may be defined: it is no tool.
def open(path): return path
def input(prompt=""): return "typed"
assert open("a") == "a" and input() == "typed"
# ---
resutl = 1
result  ### "NameError: name 'result' is not defined. Did you mean: 'resutl'?"
# ---
def f():
    total_value = 1
    return totl_value  ### "name 'totl_value' is not defined. Did you mean: 'total_value'?"
f()
# ---
searhc("x")  ### "name 'searhc' is not defined. Did you mean: 'search'?"
# ---
class A:
    def __init__(self): self.total = 1
    def get(self): return total  ### "name 'total' is not defined. Did you mean: 'self.total'?"
A().get()
# ---
datetime.now()  ### "name 'datetime' is not defined. Did you forget to import 'datetime'?"
# ---
"abc".uper()  ### "AttributeError: 'str' object has no attribute 'uper'. Did you mean: 'upper'?"
