# strict-dunder
# The reference's rule: only calls of three dunder methods.
def refused(f, name):
    try:
        f()
    except ValueError as e:
        assert str(e) == "Forbidden access to dunder attribute: " + name, str(e)
    else:
        raise AssertionError("not refused: " + name)


refused(lambda: [].__class__, "__class__")
refused(lambda: int.__name__, "__name__")
refused(lambda: int.__doc__, "__doc__")
refused(lambda: getattr(int, "__qualname__"), "__qualname__")
refused(lambda: "{0.__class__}".format([]), "__class__")
try:
    [].__class__()
except ValueError as e:
    assert str(e) == "Forbidden call to dunder function: __class__"
assert (1).__str__() == "1" and hasattr([], "__len__")
