# import: *
# allow-dunder: *
# What makes or serves instances of one built-in type is not to be had for those of another.
import array, collections, copy, csv, datetime, decimal, enum, fractions, functools, hashlib, io, itertools, json, operator, queue
import random, re, string, struct, types, typing, zoneinfo


def refused(f, text):
    try:
        f()
    except TypeError as e:
        assert text in str(e), str(e)
    else:
        raise AssertionError("not refused: " + text)


refused(lambda: dict.__new__(collections.defaultdict), "dict.__new__(collections.defaultdict) is not safe, use collections.defaultdict.__new__()")
refused(lambda: datetime.date.__new__(datetime.datetime, 2020, 1, 1),
        "date.__new__(datetime.datetime) is not safe, use datetime.datetime.__new__()")
refused(lambda: BaseException.__new__(ExceptionGroup), "BaseException.__new__(ExceptionGroup) is not safe, use ")
refused(lambda: BaseException.__new__(OSError), "BaseException.__new__(OSError) is not safe, use OSError.__new__()")
refused(lambda: object.__new__(int), "object.__new__(int) is not safe, use int.__new__()")
refused(lambda: int.__new__(bool), "int.__new__(bool) is not safe, use bool.__new__()")


class Default(collections.defaultdict):
    pass


class Group(KeyError, ExceptionGroup):
    pass


refused(lambda: dict.__new__(Default), "dict.__new__(Default) is not safe, use collections.defaultdict.__new__()")
refused(lambda: BaseException.__new__(Group), "BaseException.__new__(Group) is not safe, use ")
assert Group("m", [ValueError()]).message == "m"
refused(lambda: type("X", (OSError, ImportError), {}), "multiple bases have instance lay-out conflict")


class Stolen(collections.defaultdict):
    __new__ = dict.__new__


class Foreign:
    __new__, __init__, __call__, __len__ = str.__new__, list.__init__, functools.partial.__call__, dict.__len__
    __getattribute__, __setattr__ = type.__getattribute__, object.__setattr__


refused(Stolen, " is not safe, use ")
refused(Foreign, "is not a subtype of str")
foreign = object.__new__(Foreign)
refused(lambda: len(foreign), "descriptor '__len__' requires a 'dict' object but received a 'Foreign'")
refused(lambda: foreign(), "descriptor '__call__' requires a 'functools.partial' object but received a 'Foreign'")
refused(lambda: foreign.x, "descriptor '__getattribute__' requires a 'type' object but received a 'Foreign'")


class Order(type):
    def mro(cls):
        return order(cls)


order = lambda cls: (cls, dict, object)
refused(lambda: Order("X", (), {}), "mro() returned base with unsuitable layout ('dict')")
order = lambda cls: (cls,)
assert Order("X", (), {}).__mro__[0].__name__ == "X"

types_ = {bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, property, classmethod, staticmethod, type,
          enumerate, zip, map, filter, reversed, super, memoryview, object, type(len), type(refused), type(refused.__code__), type(None)}
for m in (array, collections, csv, datetime, decimal, enum, fractions, functools, hashlib, io, itertools, json, operator, queue, random, re, string,
          struct, types, typing, zoneinfo):
    types_ |= {x for x in vars(m).values() if isinstance(x, type)}
todo = [BaseException]
while todo:
    types_.add(todo[-1])
    todo += todo.pop().__subclasses__()
types_ |= {ExceptionGroup, OSError, UnicodeDecodeError, SyntaxError, ImportError, NameError, AttributeError, StopIteration, SystemExit, KeyError}
arguments = [(), ("m", [ValueError()]), (2020, 1, 1), (3,), ([1, 2],)]


def use(make):
    try:
        x = make()
    except Exception:
        return
    for f in (repr, str, hash, len, iter, dir, copy.copy, lambda x: x == x, lambda x: next(iter(x))):
        try:
            f(x)
        except Exception:
            pass
    try:
        names = dir(x)
    except Exception:
        return  # of typing's aliases it asks what they are aliases of
    for name in names:
        try:
            getattr(x, name)
        except Exception:
            pass


pairs = 0
for t in types_:
    for base in t.__mro__[1:]:
        if "__new__" in vars(base):
            pairs += 1
            for args in arguments:
                use(lambda: base.__new__(t, *args))
                use(lambda: type("Sub", (t,), {"__new__": base.__new__})(*args))
        for name, x in vars(base).items():
            if type(x).__name__ == "classmethod_descriptor" and name in vars(t):
                for args in arguments:
                    use(lambda: getattr(super(t, t), name)(*args))
assert pairs > 100, pairs

for t in types_:
    for name, x in vars(t).items():
        if name.startswith("__") and type(x).__name__ == "wrapper_descriptor" and name not in ("__getattribute__", "__new__"):
            use(lambda: type("Foreign", (), {name: x})())
