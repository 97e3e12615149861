# import: collections.abc, bisect, stat.*
# Imports: what the policy lets in and how it refuses the rest.
import os  ### "Import of os is not allowed. Authorized imports are: ['bisect', 'collections', 'collections.abc', 'datetime', 'itertools', 'math', 'queue', 'random', 're', 'stat', 'stat.*', 'statistics', 'time', 'unicodedata']"
# ---
import sys  ### "InterpreterError: Import of sys is not allowed. Authorized imports are: ["
# ---
import os.system  ### "Import of os.system is not allowed."
# ---
from os import system  ### "Import from os is not allowed. Authorized imports are: ["
# ---
from subprocess import *  ### "Import from subprocess is not allowed."
# ---
import math as m, builtins  ### "Import of builtins is not allowed."
# ---
import bisect.inner  ### "Import of bisect.inner is not allowed."
# ---
import stat.inner.most  ### "ModuleNotFoundError: No module named 'stat.inner'; 'stat' is not a package"
# ---
import collections.abc
from collections.abc import Mapping
from collections import abc
assert abc.Mapping is Mapping and issubclass(dict, Mapping)
# ---
from math import nothing  ### "ImportError: Module math has no attribute nothing"
# ---
from math import flor  ### "ImportError: Module math has no attribute flor. Did you mean: 'floor'?"
# ---
from . import sibling  ### "ImportError: attempted relative import with no known parent package"
# ---
import numpy  ### "Import of numpy is not allowed."
# ---
# A refused import is an ImportError and a ValueError, so that fallbacks work.
try:
    import numpy as np
except ImportError as e:
    np = None
    assert isinstance(e, ValueError) and type(e).__name__ == "InterpreterError"
    assert str(e).startswith("Import of numpy is not allowed. Authorized imports are: ['bisect', ")
assert np is None
try:
    from numpy import array
except ImportError:
    array = list
try:
    import numpy
except Exception as e:
    caught = e
assert "numpy" in str(caught)
# ---
# Within a function, in a class body, in a try of a loop: the same.
def f():
    import os  ### "Import of os is not allowed."
    return os
f()
# ---
class C:
    import os  ### "Import of os is not allowed."
# ---
# import * leaves names with an underscore alone, and may take built-ins' names.
from math import *
from statistics import *
assert sqrt(4) == 2 and pow(2, 3) == 8.0 and isinstance(pow(2, 3), float)
assert "_abc" not in dir()
# ---
from math import pow as round, floor as len
assert round(2, 2) == 4.0 and len(2.5) == 2
# ---
import math as search  ### "Cannot assign to name 'search': doing this would erase the existing tool!"
# ---
from math import pi as final_answer  ### "Cannot assign to name 'final_answer': doing this would erase the existing tool!"
# ---
from __future__ import annotations
def f(x: Unknown): pass
