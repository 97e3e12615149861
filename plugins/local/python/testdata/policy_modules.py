# import: functools, operator, contextlib
# Modules outside the authorised list, by whatever route.
import random
random._os.system("echo Bad command")  ### "InterpreterError: Forbidden access to module: os"
# ---
import queue
queue.threading  ### "Forbidden access to module: threading"
# ---
import collections
collections._sys  ### "Forbidden access to module: sys"
# ---
import collections
collections.abc  ### "Forbidden access to module: collections.abc"
# ---
from random import _os  ### "Forbidden access to module: os"
# ---
from collections import abc  ### "Forbidden access to module: collections.abc"
# ---
import random, queue, re, statistics, collections, functools, operator
from operator import attrgetter, methodcaller


def refused(f, text):
    try:
        f()
    except Exception as e:
        assert type(e).__name__ == "InterpreterError" and str(e) == text, (type(e), str(e))
    else:
        raise AssertionError("not refused: " + text)


NO_OS = "Forbidden access to module: os"
refused(lambda: random._os, NO_OS)
refused(lambda: getattr(random, "_os"), NO_OS)
refused(lambda: getattr(random, "_" + "os", None), NO_OS)
refused(lambda: "{0._os}".format(random), NO_OS)
refused(lambda: "{r._os.environ}".format(r=random), NO_OS)
refused(lambda: "{r._os}".format_map({"r": random}), NO_OS)
refused(lambda: f"{random._os}", NO_OS)
refused(lambda: attrgetter("_os")(random), NO_OS)
refused(lambda: attrgetter("_os.environ")(random), NO_OS)
refused(lambda: methodcaller("_os")(random), NO_OS)
refused(lambda: list(map(getattr, [random], ["_os"])), NO_OS)
refused(lambda: functools.reduce(getattr, ["_os", "environ"], random), NO_OS)
refused(lambda: statistics.sys, "Forbidden access to module: sys")
refused(lambda: re.enum, "Forbidden access to module: enum")
refused(lambda: queue.types, "Forbidden access to module: types")


class C:
    pass


def match_it():
    match random:
        case object(_os=x):
            return x


refused(match_it, NO_OS)
# A module that is authorised may be reached through another one.
assert statistics.math is not None and statistics.random.random is random.random
assert not hasattr(random, "_os")
# The namespace of a module shows none either.
found = [v for m in (random, queue, collections, re, functools) for v in vars(m).values() if type(v) is type(random)]
assert all(m.__name__ in ("collections", "random", "re", "functools", "operator", "math", "itertools", "statistics", "time") for m in found), found
# An attribute that there is not stays an AttributeError.
try:
    random.no_such_thing
except AttributeError as e:
    assert str(e) == "module 'random' has no attribute 'no_such_thing'"
# ---
# A guest's own module objects do not stand for the host's.
import math
type(math)("os")  ### "Forbidden access to module: os"
# ---
import functools
assert functools.partial(getattr, functools)("_no_such", 3) == 3
