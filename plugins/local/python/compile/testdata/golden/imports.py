import a.b.c
import a.b.c as d
from . import e
from ..f import g as h, i
from j import *
def k():
    import a
    return a
