# What programs made at random found: the order of evaluation, of sets of
# constants and of calls, and the wording of errors.
import struct
import textwrap
import traceback


def attempt(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e, getattr(e, "__notes__", ""), repr(e.__context__))


def run(src):
    try:
        exec(src, {})
    except SyntaxError as e:
        print(e.args)
    except BaseException as e:
        print(type(e).__name__, e, repr(e.__context__))


def trace(f):
    try:
        f()
    except BaseException:
        print(traceback.format_exc())


# Source that is refused: the text and the arguments.
for src in (
    "x)\ny", "f = (0x)\nx", "a = '''x\nb", "if x:\n    a\n  b\nc", "return\nx", "def f(a, a): pass\n", "global x\nnonlocal y\n", "break\n",
    "x = 1 + \\\n 2 3\n", "x = '''a\nb''' 3\n", "x = '''a\nb''' + '''c\nd''' 3", "f'''a\n{a b}'''\nx", "('''a\nb''',\n 3 4)\n", "from __future__ import nope\n",
):
    run(src)

# A set of constants is made twice.
print({5, 3, 33, 65}, {33, 1, 65, 97, 9}, [x for x in {8, 0, 16, 24}])


def shown(name, value):
    print(name)
    return value


# One starred argument is unpacked last.
attempt(lambda: len(*shown("args", 1), **shown("kwargs", 1)))
attempt(lambda: print(*(shown(n, n) for n in "ab"), **shown("kw", {"sep": "-"})))
attempt(lambda: max(1, **{"a": 1, "b": 2, "c": 3}))
attempt(lambda: [*1])


class In:
    try:
        y = [undefined for _ in range(2)]
    except NameError:
        print(traceback.format_exc())


class Only:
    def __setitem__(self, k, v): pass


class Slotted:
    __slots__ = ("x",)


def delete(x, k):
    del x[k]


for x, k in ((1, 0), ("a", 0), ("a", "b"), ((), 0), (In(), 0), (In(), "a"), (Only(), 1), ({1}, 1)):
    attempt(lambda: delete(x, k))
attempt(lambda: type("X", (int, Slotted), {}))
attempt(lambda: type("X", (shown,), {}))
attempt(lambda: type("X", (...,), {}))
attempt(lambda: ExceptionGroup(1, []))
attempt(lambda: traceback())
attempt(lambda: textwrap("a"))
run("import datetime\ndatetime(1)")
run("import fractions\nx = fractions.Fraction(1); x *= 'a'")
run("x = {1}; x *= 'a'")
run("[][True] = 1")
run("import os.nosuch")
attempt(lambda: "%*d" % 2**40)
attempt(lambda: bytes.fromhex("na\u00efve"))
attempt(lambda: (1).to_bytes(1, 5))
attempt(lambda: int.from_bytes(b"", 5))
attempt(lambda: struct.pack([], 1))
attempt(lambda: list(range(2**65)))
attempt(lambda: print(*range(-(2**65), 4)))
attempt(lambda: bytes(range(2**65)))
attempt(lambda: UnicodeDecodeError("", 1, 2, 3, ""))
attempt(lambda: str(UnicodeDecodeError("u", b"\xc3", 0, True, "r")))
for name in ("utf-8", "u8", "l1", "cp1252"):
    attempt(lambda: "\ud800".encode(name))
    attempt(lambda: b"\x81".decode(name))
attempt(lambda: b"".decode("nope"))
attempt(lambda: type["a"])
print(f'{"\n"=} {"\x41"=}', rf'{"\n"=}')
print(textwrap.wrap("a-b-c well-known", 9, break_on_hyphens="yes"))


def gen():
    yield 1


def throw(begun):
    g = gen()
    if begun:
        next(g)
    g.throw(StopIteration)


trace(lambda: throw(True))
trace(lambda: throw(False))
trace(lambda: ("\u0391\u03a3") & 1)
trace(lambda: [0, *2.5])
attempt(lambda: exec("", {}))
run("class C: pass\nC.__dict__ |= {}")
print([x in range(10, 0, -3) for x in range(-2, 13)], [x in range(-7, 8, 3) for x in range(-9, 9)])


class Loud:
    def __str__(self):
        print("(loud)", end="")
        return "L"


class Sink:
    def write(self, s): pieces.append(s)


pieces = []
print(1, Loud(), 2)
attempt(lambda: print(1, 10**5000))
print("a", 1, file=Sink())
print(pieces)
for what in ("raise 1", "raise ValueError from 1", "raise int"):
    run("try: 1 / 0\nexcept ZeroDivisionError: " + what)
run("def f():\n    queue\n    queue = 1\ntry: f()\nexcept NameError as e: print(e.name, e)")


# What a text in the place of __str__ is called, and the order in which max looks at what it is given.
class NoText:
    def __repr__(self):
        return 5


for f in str, repr, format, ascii, lambda x: f"{x}", lambda x: "%s" % x, lambda x: "%r" % x:
    try:
        f(NoText())
    except TypeError as e:
        print(e)
for kw in {"a": 1}, {"key": None}, {"a": 1, "b": 2, "c": 3}:
    for args in (), (1,), (1, 2):
        try:
            print(max(*args, **kw))
        except TypeError as e:
            print(e)

# A target in parentheses is all that may stand before an annotation's colon.
for src in "(m).a: 1", "(m.a)[0]: 1", "((m)).a: 1 = 2", "(m): 1", "(f()).a: int", "(m, n)[0]: int", "((m.a)): int":
    try:
        compile(src, "x", "exec")
        print(src, "is valid")
    except SyntaxError as e:
        print(src, e)


def moved():
    return 1 / 0


moved.__code__ = moved.__code__.replace(co_firstlineno=1)
try:
    moved()
except ZeroDivisionError as e:
    print(e.__traceback__.tb_next.tb_lineno)


import operator
attempt(lambda: operator.neg(**"a"))
attempt(lambda: operator.add(1, 2, x=3))
for args in ((1, 1, 1), (1, "f", "eval"), ("1", "f", "eval", "x"), ("1", "f", "eval", 1), ("1", "f", "eval", 0, 0, 3), ("1", "f\0", "eval"), ("1", "f", 1)):
    attempt(lambda: compile(*args))
for args in ((1,), ("1", 1), ("1", []), ("1", {}, 1)):
    attempt(lambda: eval(*args))
    attempt(lambda: exec(*args))


def counts(n):
    return lambda: print(n)


attempt(lambda: exec(counts(0).__code__))
attempt(lambda: exec(counts(0).__code__, closure=(1,)))
attempt(lambda: exec(counts(0).__code__, closure=counts(5).__closure__))
attempt(lambda: exec("1", closure=()))


# How functions show as type arguments; derived groups; hashes of the empty; heaps that are none; texts that are none.
import functools
import heapq
import textwrap
import collections.abc


class Holder:
    def method(self): pass
    @staticmethod
    def static(): pass


def function(): pass


for argument in (function, Holder.method, Holder().method, Holder.static, print, list.append, Holder, ..., None, [int, function],
                 lambda: 1, functools.lru_cache(function), int | str, list[function]):
    print(list[argument])
print(tuple[function, ...], collections.abc.Callable[[function], function])
group = ExceptionGroup("a", [ValueError(1), TypeError(2)])
print(group.__suppress_context__, [part.__suppress_context__ for part in group.split(ValueError)], group.subgroup(ValueError).__suppress_context__)
print(hash(""), hash(b""), {"": 1}[""], "" in {""}, {b"": 2, "": 3})
for name, count in (("heappop", 1), ("heapify", 1), ("heappush", 2), ("heapreplace", 2), ("heappushpop", 2)):
    try:
        getattr(heapq, name)(*(1,) * count)
    except TypeError as e:
        print(e)
for wrong in (1, None, b"a", [1]):
    for work in (textwrap.dedent, lambda text: textwrap.shorten(text, 5), lambda text: textwrap.indent(text, "a")):
        try:
            print(work(wrong))
        except Exception as e:
            print(type(e).__name__, e)


# Big divisors of zero; items of what can't change; long names; templates; empty sources; what streams are.
import io
import re

for work in (lambda: 2**70 % 0, lambda: 2**70 // 0, lambda: divmod(2**70, 0), lambda: (0).__rmod__(2**70), lambda: sum(1, ""), lambda: sum([], b""),
             lambda: hash(None), lambda: re.sub("", r"\g<n>", "")):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e, e.__suppress_context__)
for fixed in ("", b"", (), range(3), 1, None):
    for key in (2**70, 1, 1.5, "a"):
        try:
            del fixed[key]
        except Exception as e:
            print(type(e).__name__, e)
        try:
            fixed[key] = 1
        except Exception as e:
            print(type(e).__name__, e)
for name in ("x" * 300, "x" * 199 + "é" * 10):
    try:
        exec(name)
    except NameError as e:
        print(e, len(e.name))
try:
    eval("")
except SyntaxError as e:
    print(e, e.args)
print(type(io.StringIO), type(io.TextIOBase), isinstance(io.BytesIO(), io.IOBase), issubclass(io.StringIO, io.TextIOBase), isinstance(io.BytesIO(), io.RawIOBase))


# Getters as data, naive UTC, the functions below json, handlers at the end, dictionaries of weak keys.
import configparser
import copy
import datetime
import json.decoder
import json.encoder
import logging
import operator
import pickle
import warnings
import weakref

for getter in (operator.itemgetter(1), operator.itemgetter(0, 2), operator.attrgetter("a.b"), operator.methodcaller("get", 1, 2), operator.methodcaller("split", sep=",")):
    print(pickle.loads(pickle.dumps(getter)), copy.copy(getter), copy.deepcopy([getter]))
print(pickle.loads(pickle.dumps(operator.methodcaller("split", sep=",")))("a,b"))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    datetime.datetime.utcnow()
    print(datetime.datetime.utcfromtimestamp(0))
for warning in caught:
    print(warning.category.__name__, warning.message, warning.lineno > 1)
print(json.decoder.scanstring('"a\\u00e9" x', 1), json.encoder.encode_basestring("é\n"), json.encoder.encode_basestring_ascii("é\n"))
parser = configparser.ConfigParser()
parser.read_string("[a]\nb = 1\n")
print(parser["a"]["b"], type(parser._sections))
stream = io.StringIO()
handler = logging.StreamHandler(stream)
log = logging.getLogger("found")
log.propagate = False
log.addHandler(handler)
log.warning("one")
logging.shutdown()
print(repr(stream.getvalue()))


class Key:
    pass


key = Key()
names = weakref.WeakKeyDictionary({key: 1})
print(next(names.values()), next(names.items())[1], next(names.keys()) is key)
import struct
for text in ("ααβ", "iα", "éi"):
    try:
        struct.unpack(text, b"")
    except Exception as e:
        print(type(e).__name__, e)


def keywords(*functions):
    for function in functions:
        try:
            function(**{"a": 1, "b": 2, "c": 3, "d": 4})
        except TypeError as e:
            print(e)


keywords(int, str, bytes, bytearray, complex, memoryview, zip)
for width in (-2**63, -1, 0):
    for text in ("{}", b"{}"):
        print(text.center(width), text.ljust(width), text.rjust(width))


def inner():
    class Local:
        pass
    return Local, lambda: 1


for value in (*inner(), type(print), type(inner), type(None), type(...)):
    try:
        pickle.dumps(value)
        print("fine")
    except Exception as e:
        print(type(e).__name__, str(e).partition(" at 0x")[0])


import bisect
import collections
import string
import typing

T = typing.TypeVar("T")


class Box[T]:
    pass


def no_arguments(*args, **kwargs):
    return len(args), len(kwargs)


for work in (lambda: collections.deque()[None], lambda: operator.setitem(collections.deque(), "a", 1), lambda: heapq.nlargest(0, "b", key=int), lambda: heapq.nsmallest(-1, "b", key=int),
             lambda: heapq.nlargest(0, 1), lambda: bisect.insort({5}, 0), lambda: bisect.bisect(frozenset([1]), 1), lambda: re.match([], "a"), lambda: re.match(1, "a"),
             lambda: max(*map(int, "x"), **{1: 2}), lambda: no_arguments(*"ab", **{1: 2}), lambda: no_arguments(**{"a": 1}, **{"a": 2}),
             lambda: Box[int] & 1, lambda: typing.List[T] + 1, lambda: list(string.Formatter().parse("a{b}"))):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)
print(type(string.Formatter().parse("")).__name__)

items = [1]
try:
    items[::0] = (1 / 0 for _ in "a")
except Exception as e:
    print(type(e).__name__, e)
try:
    try:
        raise TypeError("one")
    except* TypeError as group:
        pass
    except* (10).to_bytes(0, "a"):
        pass
except ValueError as e:
    print(repr(e.__context__))
try:
    try:
        raise TypeError("two")
    except* TypeError as group:
        1 / 0
except* ZeroDivisionError as group:
    print(repr(group.exceptions[0].__context__))
print(sys.exc_info() if "sys" in globals() else None)
try:
    {}.pop({})
except Exception as e:
    print(type(e).__name__, e)
try:
    ExceptionGroup(None, 1)
except Exception as e:
    print(type(e).__name__, e)
type Alias[T] = 1
for name in ("__bound__", "__len__", "__bases__", "__call__", "__eq__", "__hash__", "append", "x", "__getitem__", "__subclasshook__", "__or__", "__iter__"):
    for alias in (Alias[int], list[int]):
        try:
            print(name, type(getattr(alias, name)).__name__)
        except AttributeError as e:
            print(str(e).replace("typing.", ""))
for work in (lambda: bisect.bisect({1: 2}, 0), lambda: len.__init__(1, "!"), lambda: object().__init__(1), lambda: None.__init__(1), lambda: type("A", (), {})().__init__(1)):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)
