"""Shallow and deep copies of objects."""
import copyreg as _copyreg

__all__ = ['Error', 'copy', 'deepcopy']


class Error(Exception):
    pass


error = Error
_dispatch_table = _copyreg.dispatch_table
_containers = {list, dict, set, bytearray}
_method = type((lambda self: None).__get__(0))


def _parts(x, cls):
    """What x is made of, as __reduce_ex__ gives it."""
    reducer = _dispatch_table.get(cls)
    if reducer is not None:
        return reducer(x)
    reducer = getattr(x, '__reduce_ex__', None)
    if reducer is not None:
        return reducer(4)
    reducer = getattr(x, '__reduce__', None)
    if reducer:
        return reducer()
    raise Error('un(deep)copyable object of type %s' % cls)


def _copy_other(x):
    cls = type(x)
    if cls in _containers:
        return cls.copy(x)
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    parts = _parts(x, cls)
    if isinstance(parts, str):
        return x
    return _build(x, None, *parts)


def _deep_other(x, memo):
    cls = type(x)
    if cls is _method:
        return cls(x.__func__, deepcopy(x.__self__, memo))
    copier = getattr(x, '__deepcopy__', None)
    if copier is not None:
        return copier(memo)
    parts = _parts(x, cls)
    if isinstance(parts, str):
        return x
    return _build(x, memo, *parts)


def _build(x, memo, make, args, state=None, items=None, pairs=None):
    deep = memo is not None
    if deep and args:
        args = tuple([deepcopy(a, memo) for a in args])
    y = make(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, '__setstate__'):
            y.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                state = dict(state)
                had = getattr(x, '__dict__', ()) if type(x) is type(y) else ()
                for name in state:
                    if name not in had:
                        _may_write(y, name)
                y.__dict__.update(state)
            if slots is not None:
                for name, value in slots.items():
                    _set_slot(y, name, value)
    if items is not None:
        for item in items:
            y.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            y[key] = value
    return y
