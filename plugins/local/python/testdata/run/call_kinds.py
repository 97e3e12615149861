# What natives of each call kind receive, and what natives that call get back.
import _testcapi


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {str(e).rpartition('.')[2]}"


def shown(value, owner):
    return ["self" if x is owner else x for x in value] if isinstance(value, tuple) else value is owner


static = _testcapi.MethStatic()
for name, obj, owner in [
    ("module", _testcapi, _testcapi), ("instance", (i := _testcapi.MethInstance()), i),
    ("class", _testcapi.MethClass, _testcapi.MethClass), ("static", static, None),
]:
    print(name)
    for f in (obj.meth_varargs, obj.meth_fastcall):
        print(shown(f(), owner), shown(f(1, *[2, 3]), owner), attempt(f, k=1))
    for f in (obj.meth_varargs_keywords, obj.meth_fastcall_keywords):
        print(shown(f(1, a=2, **{"b": 3}), owner))
    print(shown(obj.meth_o("x"), owner), attempt(obj.meth_o), attempt(obj.meth_o, 1, 2), attempt(obj.meth_o, k=1))
    print(shown(obj.meth_noargs(), owner), attempt(obj.meth_noargs, 1), attempt(obj.meth_noargs, k=1))


def f(a, b=0, *rest, c=0):
    return a, b, rest, c


print(_testcapi.pyobject_fastcall(f, (1, 2, 3)), attempt(_testcapi.pyobject_fastcall, f, None))
print(_testcapi.pyobject_fastcalldict(f, (1,), {"b": 2, "c": 3}), attempt(_testcapi.pyobject_fastcalldict, f, (), {"z": 1}))
print(_testcapi.pyobject_vectorcall(f, (1, 2, 3), ("c",)), attempt(_testcapi.pyobject_vectorcall, f, (1,), ("a", "b")))
print(_testcapi.sequence_getitem("abc", -1), attempt(_testcapi.sequence_getitem, [1], -2), attempt(_testcapi.sequence_getitem, "abc", 3))
items = [1, 2, 3]
_testcapi.sequence_setitem(items, -1, "x")
_testcapi.sequence_delitem(items, 0)
print(items, attempt(_testcapi.sequence_delitem, items, 5))

C = _testcapi.make_vectorcall_class()
c = C()
print(c(), end=" ")
c.set_vectorcall(C)
print(c(), _testcapi.has_vectorcall_flag(C), end=" ")
C.__call__ = lambda self: "custom"
print(c(), _testcapi.has_vectorcall_flag(C))


async def wait(on):
    return await on

try:
    wait(_testcapi.awaitType(iter("a"))).send(None)
except StopIteration as e:
    print(e.value)
print(attempt(wait(_testcapi.awaitType(1)).send, None))
