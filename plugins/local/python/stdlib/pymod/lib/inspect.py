"""Get useful information from live Python objects."""
import types as _types
from collections import OrderedDict as _OrderedDict, namedtuple as _namedtuple
from enum import IntEnum as _IntEnum
from functools import partial as _partial

__all__ = ["AGEN_CLOSED", "AGEN_CREATED", "AGEN_RUNNING", "AGEN_SUSPENDED", "ArgInfo", "Arguments", "Attribute",
           "BoundArguments", "CORO_CLOSED", "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CO_ASYNC_GENERATOR",
           "CO_COROUTINE", "CO_GENERATOR", "CO_ITERABLE_COROUTINE", "CO_NESTED", "CO_NEWLOCALS", "CO_NOFREE",
           "CO_OPTIMIZED", "CO_VARARGS", "CO_VARKEYWORDS", "ClassFoundException", "ClosureVars", "FrameInfo",
           "FullArgSpec", "GEN_CLOSED", "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "Parameter", "Signature",
           "Traceback", "classify_class_attrs", "cleandoc", "currentframe", "get_annotations", "getargs",
           "getargvalues", "getasyncgenlocals", "getasyncgenstate", "getattr_static", "getcallargs", "getclasstree",
           "getclosurevars", "getcomments", "getcoroutinelocals", "getcoroutinestate", "getdoc", "getfile",
           "getframeinfo", "getfullargspec", "getgeneratorlocals", "getgeneratorstate", "getinnerframes", "getlineno",
           "getmembers", "getmembers_static", "getmodule", "getmodulename", "getmro", "getouterframes", "getsource",
           "getsourcefile", "getsourcelines", "indentsize", "isabstract", "isasyncgen", "isasyncgenfunction",
           "isawaitable", "isbuiltin", "isclass", "iscode", "iscoroutine", "iscoroutinefunction", "isdatadescriptor",
           "isframe", "isfunction", "isgenerator", "isgeneratorfunction", "isgetsetdescriptor", "ismemberdescriptor",
           "ismethod", "ismethoddescriptor", "ismethodwrapper", "ismodule", "isroutine", "istraceback",
           "markcoroutinefunction", "signature", "stack", "trace", "unwrap"]

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_NOFREE, CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 64, 128, 256, 512
TPFLAGS_IS_ABSTRACT = 1 << 20


class ClassFoundException(Exception):
    pass


class EndOfBlock(Exception):
    pass


def ismodule(object):
    """Return true if the object is a module."""
    return isinstance(object, _types.ModuleType)


def isclass(object):
    """Return true if the object is a class."""
    return isinstance(object, type)


def ismethod(object):
    """Return true if the object is an instance method."""
    return isinstance(object, _types.MethodType)


def ismethoddescriptor(object):
    """Return true if the object is a method descriptor."""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    tp = type(object)
    return hasattr(tp, "__get__") and not hasattr(tp, "__set__")


def isdatadescriptor(object):
    """Return true if the object is a data descriptor."""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    tp = type(object)
    return hasattr(tp, "__set__") or hasattr(tp, "__delete__")


def ismemberdescriptor(object):
    """Return true if the object is a member descriptor."""
    return isinstance(object, _types.MemberDescriptorType)


def isgetsetdescriptor(object):
    """Return true if the object is a getset descriptor."""
    return isinstance(object, _types.GetSetDescriptorType)


def isfunction(object):
    """Return true if the object is a user-defined function."""
    return isinstance(object, _types.FunctionType)


def _plain(f):
    """The function behind methods and partials."""
    while True:
        if ismethod(f):
            f = f.__func__
        elif isinstance(f, _partial):
            f = f.func
        else:
            return f


def _has_flag(f, flag):
    f = _plain(f)
    return isfunction(f) and bool(f.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    """Return true if the object is a user-defined generator function."""
    return _has_flag(obj, CO_GENERATOR)


_marks = set()


def markcoroutinefunction(func):
    """Decorator to ensure callable is recognised as a coroutine function."""
    func = getattr(func, "__func__", func)
    func._is_coroutine_mark = _marks
    return func


def iscoroutinefunction(obj):
    """Return true if the object is a coroutine function."""
    return _has_flag(obj, CO_COROUTINE) or getattr(_plain(obj), "_is_coroutine_mark", None) is _marks


def isasyncgenfunction(obj):
    """Return true if the object is an asynchronous generator function."""
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def isasyncgen(object):
    """Return true if the object is an asynchronous generator."""
    return isinstance(object, _types.AsyncGeneratorType)


def isgenerator(object):
    """Return true if the object is a generator."""
    return isinstance(object, _types.GeneratorType)


def iscoroutine(object):
    """Return true if the object is a coroutine."""
    return isinstance(object, _types.CoroutineType)


def isawaitable(object):
    """Return true if object can be passed to an ``await`` expression."""
    return (iscoroutine(object) or isgenerator(object) and bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)
            or hasattr(type(object), "__await__"))


def istraceback(object):
    """Return true if the object is a traceback."""
    return isinstance(object, _types.TracebackType)


def isframe(object):
    """Return true if the object is a frame object."""
    return isinstance(object, _types.FrameType)


def iscode(object):
    """Return true if the object is a code object."""
    return isinstance(object, _types.CodeType)


def isbuiltin(object):
    """Return true if the object is a built-in function or method."""
    return isinstance(object, _types.BuiltinFunctionType)


def ismethodwrapper(object):
    """Return true if the object is a method wrapper."""
    return isinstance(object, _types.MethodWrapperType)


def isroutine(object):
    """Return true if the object is any kind of function or method."""
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object) or ismethodwrapper(object)


def isabstract(object):
    """Return true if the object is an abstract base class (ABC)."""
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", None))


def _members(object, predicate, getter):
    mro = (object,) + getmro(object) if isclass(object) else ()
    names = dir(object)
    for base in getattr(object, "__bases__", ()):
        for k, v in base.__dict__.items():
            if isinstance(v, _types.DynamicClassAttribute):
                names.append(k)
    results, done = [], set()
    for key in names:
        if not _may_read(object, key):
            continue
        try:
            value = getter(object, key)
            if key in done:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((key, value))
        done.add(key)
    results.sort(key=lambda pair: pair[0])
    return results


def getmembers(object, predicate=None):
    """Return all members of an object as (name, value) pairs sorted by name."""
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """Return all members of an object without triggering the descriptor protocol."""
    return _members(object, predicate, getattr_static)


Attribute = _namedtuple("Attribute", "name kind defining_class object")


def classify_class_attrs(cls):
    """Return list of attribute-descriptor tuples."""
    out = []
    for name in dir(cls):
        if not _may_read(cls, name):
            continue
        for base in (*getmro(cls), *getmro(type(cls))):
            if name in base.__dict__:
                obj = base.__dict__[name]
                break
        else:
            continue
        if isinstance(obj, (staticmethod, _types.BuiltinMethodType)):
            kind = "static method"
        elif isinstance(obj, (classmethod, _types.ClassMethodDescriptorType)):
            kind = "class method"
        elif isinstance(obj, property):
            kind = "property"
        elif isroutine(obj):
            kind = "method"
        else:
            kind = "data"
        out.append(Attribute(name, kind, base, obj))
    return out


def getmro(cls):
    """Return tuple of base classes (including cls) in method resolution order."""
    return cls.__mro__


def unwrap(func, *, stop=None):
    """Get the object wrapped by *func*."""
    seen = {id(func)}
    first = func
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
        if id(func) in seen or len(seen) >= 1000:
            raise ValueError("wrapper loop when unwrapping {!r}".format(first))
        seen.add(id(func))
    return func


def indentsize(line):
    """Return the indent size, in spaces, at the start of a line of text."""
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def cleandoc(doc):
    """Clean up indentation from docstrings."""
    lines = doc.expandtabs().split("\n")
    margin = min((len(x) - len(x.lstrip(" ")) for x in lines[1:] if x.lstrip(" ")), default=None)
    if lines:
        lines[0] = lines[0].lstrip(" ")
    if margin is not None:
        lines[1:] = [x[margin:] for x in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getdoc(object):
    """Get the documentation string for an object, from the class it overrides if need be."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        doc = _inherited_doc(object)
    return cleandoc(doc) if isinstance(doc, str) else None


def _inherited_doc(obj):
    if isclass(obj):
        for base in obj.__mro__:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    name = getattr(obj, "__name__", None)
    if ismethod(obj):
        owner = obj.__self__ if isclass(obj.__self__) else type(obj.__self__)
        for base in owner.__mro__:
            doc = getattr(getattr(base, name, None), "__doc__", None)
            if doc is not None:
                return doc
    return None


def getfile(object):
    """Work out which source or compiled file an object was defined in."""
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError("{!r} is a built-in module".format(object))
    if isclass(object):
        raise TypeError("{!r} is a built-in class".format(object))
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got {}".format(type(object).__name__))


def getsourcefile(object):
    """Return the filename that can be used to locate an object's source."""
    return getfile(object)


def getmodulename(path):
    """Return the module name for a given file, or None."""
    name = path.rpartition("/")[2]
    return name[:-3] if name.endswith(".py") else None


def getmodule(object, _filename=None):
    """Return the module an object was defined in, or None if not found."""
    if ismodule(object):
        return object
    import sys
    return sys.modules.get(getattr(object, "__module__", None))


def getsourcelines(object):
    """Return a list of source lines and starting line number for an object."""
    object = unwrap(object)
    if isclass(object):
        return _class_lines(object)
    lines = _file_lines(object)
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        if object.f_code.co_name == "<module>":
            return lines, 0
        object = object.f_code
    first = object.co_firstlineno - 1
    return _block(lines, first), first + 1


def _file_lines(object):
    source = _source(getfile(object))
    if source is None:
        raise OSError("could not get source code")
    return source.splitlines(keepends=True)


def _class_lines(cls):
    if cls.__module__ != "__main__":
        raise TypeError("{!r} is a built-in class".format(cls))
    source = _source("<unknown>")
    if source is None:
        raise OSError("source code not available")
    import ast
    path = cls.__qualname__.replace(".<locals>", "").split(".")
    found = None

    def look(node, rest):
        nonlocal found
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                if child.name == rest[0]:
                    if len(rest) == 1:
                        if isinstance(child, ast.ClassDef):
                            found = child
                    else:
                        look(child, rest[1:])
            else:
                look(child, rest)
    look(ast.parse(source), path)
    if found is None:
        raise OSError("could not find class definition")
    first = min([found.lineno, *(d.lineno for d in found.decorator_list)])
    return source.splitlines(keepends=True)[first - 1:found.end_lineno], first


def _block(lines, first):
    """The lines of the definition that begins at lines[first]."""
    import ast
    source = "".join(lines)
    best = None
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            if start == first + 1 and (best is None or isinstance(best, ast.Lambda)):
                best = node
    if best is None:
        return lines[first:first + 1]
    return lines[first:best.end_lineno]


def getsource(object):
    """Return the text of the source code for an object."""
    return "".join(getsourcelines(object)[0])


def getcomments(object):
    """Get lines of comments immediately preceding an object's source code."""
    try:
        lines = _file_lines(object)
        _, first = getsourcelines(object)
    except (OSError, TypeError):
        return None
    out = []
    i = first - 2
    indent = indentsize(lines[first - 1])
    while i >= 0 and lines[i].lstrip().startswith("#") and indentsize(lines[i]) == indent:
        out.insert(0, lines[i].expandtabs().lstrip())
        i -= 1
    return "".join(out) or None


def getclasstree(classes, unique=False):
    """Arrange the given list of classes into a hierarchy of nested lists."""
    children, roots = {}, []
    for c in classes:
        if c.__bases__:
            for parent in c.__bases__:
                if c not in children.setdefault(parent, []):
                    children[parent].append(c)
                if unique and parent in classes:
                    break
        elif c not in roots:
            roots.append(c)
    for parent in children:
        if parent not in classes:
            roots.append(parent)

    def walk(classes):
        out = []
        for c in sorted(classes, key=lambda c: (c.__module__, c.__name__)):
            out.append((c, c.__bases__))
            if c in children:
                out.append(walk(children[c]))
        return out
    return walk(roots)


_missing = object()


def getattr_static(obj, attr, default=_missing):
    """Retrieve attributes without triggering dynamic lookup via the descriptor protocol."""
    _may_read(obj, attr) or _getattr(obj, attr)
    klass = obj if isclass(obj) else type(obj)
    if not isclass(obj):
        own = object.__getattribute__(obj, "__dict__") if hasattr(obj, "__dict__") else {}
        found = next((c.__dict__[attr] for c in klass.__mro__ if attr in c.__dict__), _missing)
        if found is not _missing and hasattr(type(found), "__get__") and hasattr(type(found), "__set__"):
            return found
        if attr in own:
            return own[attr]
        if found is not _missing:
            return found
    else:
        for c in (*klass.__mro__, *type(klass).__mro__):
            if attr in c.__dict__:
                return c.__dict__[attr]
    if default is not _missing:
        return default
    raise AttributeError(attr)


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"
AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED, AGEN_CLOSED = "AGEN_CREATED", "AGEN_RUNNING", "AGEN_SUSPENDED", "AGEN_CLOSED"


def getgeneratorstate(generator):
    """Get current state of a generator-iterator."""
    return _state(generator, "gi", "GEN")


def getcoroutinestate(coroutine):
    """Get current state of a coroutine object."""
    return _state(coroutine, "cr", "CORO")


def getasyncgenstate(agen):
    """Get current state of an asynchronous generator object."""
    return _state(agen, "ag", "AGEN")


def _state(g, prefix, name):
    if getattr(g, prefix + "_running"):
        return name + "_RUNNING"
    if getattr(g, prefix + "_suspended"):
        return name + "_SUSPENDED"
    if getattr(g, prefix + "_frame") is None:
        return name + "_CLOSED"
    return name + "_CREATED"


def getgeneratorlocals(generator):
    """Get the mapping of generator local variables to their current values."""
    if not isgenerator(generator):
        raise TypeError("{!r} is not a Python generator".format(generator))
    return _frame_locals(generator, "gi_frame")


def getcoroutinelocals(coroutine):
    """Get the mapping of coroutine local variables to their current values."""
    return _frame_locals(coroutine, "cr_frame")


def getasyncgenlocals(agen):
    """Get the mapping of asynchronous generator local variables to their current values."""
    if not isasyncgen(agen):
        raise TypeError(f"{agen!r} is not a Python async generator")
    return _frame_locals(agen, "ag_frame")


def _frame_locals(obj, name):
    frame = getattr(obj, name, None)
    return {} if frame is None else frame.f_locals


ClosureVars = _namedtuple("ClosureVars", "nonlocals globals builtins unbound")


def getclosurevars(func):
    """Get the mapping of free variables to their current values."""
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError("{!r} is not a Python function".format(func))
    _may_read(func, "__closure__") or _getattr(func, "__closure__")
    code = func.__code__
    nonlocals = {} if func.__closure__ is None else {n: c.cell_contents for n, c in zip(code.co_freevars, func.__closure__)}
    return ClosureVars(nonlocals, {}, {}, set())


def currentframe():
    """Return the frame of the caller or None if there is none."""
    return _frame(0)


class _FramePlace:
    def __new__(cls, *fields, positions=None):
        self = super().__new__(cls, *fields)
        self.positions = positions
        return self

    def __repr__(self):
        fields = ", ".join(f"{n}={getattr(self, n)!r}" for n in (*self._fields, "positions"))
        return f"{type(self).__name__}({fields})"


class Traceback(_FramePlace, _namedtuple("Traceback", "filename lineno function code_context index")):
    pass


class FrameInfo(_FramePlace, _namedtuple("FrameInfo", "frame filename lineno function code_context index")):
    pass


def getframeinfo(frame, context=1):
    """Get information about a frame or traceback object."""
    if istraceback(frame):
        line, frame = frame.tb_lineno, frame.tb_frame
    else:
        line = frame.f_lineno if isframe(frame) else None
    if not isframe(frame):
        raise TypeError("{!r} is not a frame or traceback object".format(frame))
    filename, lines, index = frame.f_code.co_filename, None, None
    source = _source(filename) if context > 0 else None
    if source is not None:
        all_lines = source.splitlines(keepends=True)
        start = max(0, min(line - 1 - context // 2, len(all_lines) - context))
        lines = all_lines[start:start + context]
        index = line - 1 - start
    return Traceback(filename, line, frame.f_code.co_name, lines, index)


def getlineno(frame):
    """Get the line number from a frame object."""
    return frame.f_lineno


def _records(frames, context):
    return [FrameInfo(f, *getframeinfo(place, context)) for f, place in frames]


def getouterframes(frame, context=1):
    """Get a list of records for a frame and all higher (calling) frames."""
    frames = []
    while frame:
        frames.append((frame, frame))
        frame = frame.f_back
    return _records(frames, context)


def getinnerframes(tb, context=1):
    """Get a list of records for a traceback's frame and all lower frames."""
    frames = []
    while tb:
        frames.append((tb.tb_frame if _frame(0) is not None else None, tb))
        tb = tb.tb_next
    return _records(frames, context)


def stack(context=1):
    """Return a list of records for the stack above the caller's frame."""
    if (frame := _frame(0)) is not None:
        return getouterframes(frame, context)
    out, level = [], 0  # frames are not shown: their places are
    while (f := _caller(level)) is not None:
        out.append(FrameInfo(None, f[0], f[1], f[2], [f[3] + "\n"] if f[3] else None, 0))
        level += 1
    return out


def trace(context=1):
    """Return a list of records for the stack below the current exception."""
    exc = _handled()
    return getinnerframes(None if exc is None else exc.__traceback__, context)


def getargvalues(frame):
    """Get information about arguments passed into a particular frame."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


Arguments = _namedtuple("Arguments", "args, varargs, varkw")


def getargs(co):
    """Get information about the arguments accepted by a code object."""
    if not iscode(co):
        raise TypeError("{!r} is not a code object".format(co))
    names, n = co.co_varnames, co.co_argcount + co.co_kwonlyargcount
    varargs = varkw = None
    if co.co_flags & CO_VARARGS:
        varargs, n = names[n], n + 1
        args = names[:n - 1]
    else:
        args = names[:n]
    if co.co_flags & CO_VARKEYWORDS:
        varkw = names[n]
    return Arguments(list(args), varargs, varkw)


FullArgSpec = _namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")
ArgInfo = _namedtuple("ArgInfo", "args varargs keywords locals")


def getfullargspec(func):
    """Get the names and default values of a callable object's parameters."""
    try:
        sig = _signature(func, follow=False, bound=False)
    except Exception as ex:
        raise TypeError("unsupported callable") from ex
    args, kwonly, defaults, kwdefaults, annotations = [], [], [], {}, {}
    varargs = varkw = None
    if sig.return_annotation is not sig.empty:
        annotations["return"] = sig.return_annotation
    for p in sig.parameters.values():
        if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            args.append(p.name)
            if p.default is not p.empty:
                defaults.append(p.default)
        elif p.kind is _VAR_POSITIONAL:
            varargs = p.name
        elif p.kind is _KEYWORD_ONLY:
            kwonly.append(p.name)
            if p.default is not p.empty:
                kwdefaults[p.name] = p.default
        else:
            varkw = p.name
        if p.annotation is not p.empty:
            annotations[p.name] = p.annotation
    return FullArgSpec(args, varargs, varkw, tuple(defaults) or None, kwonly, kwdefaults or None, annotations)


def getcallargs(func, /, *positional, **named):
    """Get the mapping of arguments to values."""
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__,) + positional
        func = func.__func__
    sig = _signature(func, follow=False, bound=False)
    ba = sig.bind(*positional, **named)
    given = list(ba.arguments)
    ba.apply_defaults()
    # The order of CPython's: by position, *args, **kwargs, by name, defaults.
    kinds = {name: p.kind for name, p in sig.parameters.items()}

    def rank(name):
        if kinds[name] is _VAR_POSITIONAL:
            return 1
        if kinds[name] is _VAR_KEYWORD:
            return 2
        if name not in given:
            return 4
        return 3 if name in named else 0
    return {name: ba.arguments[name] for name in sorted(ba.arguments, key=rank)}


def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, _types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class _empty:
    """Marker object for Signature.empty and Parameter.empty."""


class _void:
    """A private marker - used in Parameter & Signature."""


class _ParameterKind(_IntEnum):
    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional or keyword"
    VAR_POSITIONAL = "variadic positional"
    KEYWORD_ONLY = "keyword-only"
    VAR_KEYWORD = "variadic keyword"

    def __new__(cls, description):
        value = len(cls.__members__)
        member = int.__new__(cls, value)
        member._value_ = value
        member.description = description
        return member

    def __str__(self):
        return self.name


_POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
_POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
_VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
_KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
_VAR_KEYWORD = _ParameterKind.VAR_KEYWORD


class Parameter:
    """Represents a parameter in a function signature."""
    __slots__ = ("_name", "_kind", "_default", "_annotation")

    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f"value {kind!r} is not a valid Parameter.kind")
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError("{} parameters cannot have default values".format(self._kind.description))
        self._default = default
        self._annotation = annotation
        if name is _empty:
            raise ValueError("name is a required attribute for Parameter")
        if not isinstance(name, str):
            raise TypeError("name must be a str, not a {}".format(type(name).__name__))
        if name[:1] == "." and name[1:].isdigit():
            if self._kind != _POSITIONAL_OR_KEYWORD:
                raise ValueError("implicit arguments must be passed as positional or keyword arguments, not {}".format(self._kind.description))
            self._kind = _POSITIONAL_ONLY
            name = "implicit" + name[1:]
        from keyword import iskeyword
        if iskeyword(name) and self._kind is not _POSITIONAL_ONLY or not name.isidentifier():
            raise ValueError("{!r} is not a valid parameter name".format(name))
        self._name = name

    @property
    def name(self):
        return self._name

    @property
    def default(self):
        return self._default

    @property
    def annotation(self):
        return self._annotation

    @property
    def kind(self):
        return self._kind

    def replace(self, *, name=_void, kind=_void, annotation=_void, default=_void):
        """Creates a customized copy of the Parameter."""
        return type(self)(self._name if name is _void else name, self._kind if kind is _void else kind,
                          default=self._default if default is _void else default,
                          annotation=self._annotation if annotation is _void else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text = "{}: {}".format(text, formatannotation(self._annotation))
        if self._default is not _empty:
            text = ("{} = {}" if self._annotation is not _empty else "{}={}").format(text, repr(self._default))
        if self._kind == _VAR_POSITIONAL:
            return "*" + text
        if self._kind == _VAR_KEYWORD:
            return "**" + text
        return text

    def __repr__(self):
        return '<{} "{}">'.format(self.__class__.__name__, self)

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name == other._name and self._kind == other._kind and self._default == other._default
                and self._annotation == other._annotation)


class BoundArguments:
    """Result of Signature.bind() call: the mapping of arguments to the parameters."""
    __slots__ = ("arguments", "_signature", "__weakref__")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    @property
    def signature(self):
        return self._signature

    @property
    def args(self):
        args = []
        for name, p in self._signature.parameters.items():
            if p.kind in (_VAR_KEYWORD, _KEYWORD_ONLY) or name not in self.arguments:
                break
            if p.kind == _VAR_POSITIONAL:
                args.extend(self.arguments[name])
            else:
                args.append(self.arguments[name])
        return tuple(args)

    @property
    def kwargs(self):
        kwargs, started = {}, False
        for name, p in self._signature.parameters.items():
            if not started:
                if p.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    started = True
                elif name not in self.arguments:
                    started = True
                    continue
            if not started or name not in self.arguments:
                continue
            if p.kind == _VAR_KEYWORD:
                kwargs.update(self.arguments[name])
            else:
                kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        """Set default values for missing arguments."""
        new = {}
        for name, p in self._signature.parameters.items():
            if name in self.arguments:
                new[name] = self.arguments[name]
            elif p.default is not _empty:
                new[name] = p.default
            elif p.kind is _VAR_POSITIONAL:
                new[name] = ()
            elif p.kind is _VAR_KEYWORD:
                new[name] = {}
        self.arguments = new

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        return "<{} ({})>".format(self.__class__.__name__, ", ".join("{}={!r}".format(k, v) for k, v in self.arguments.items()))


class Signature:
    """A Signature object represents the overall signature of a function."""
    __slots__ = ("_return_annotation", "_parameters")

    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        params = _OrderedDict()
        top, defaults = _POSITIONAL_ONLY, False
        for p in parameters or ():
            if __validate_parameters__:
                if p.kind < top:
                    raise ValueError("wrong parameter order: {} parameter before {} parameter".format(top.description, p.kind.description))
                top = p.kind
                if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                    if p.default is _empty:
                        if defaults:
                            raise ValueError("non-default argument follows default argument")
                    else:
                        defaults = True
                if p.name in params:
                    raise ValueError("duplicate parameter name: {!r}".format(p.name))
            params[p.name] = p
        self._parameters = _types.MappingProxyType(params)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        """Constructs Signature for the given callable object."""
        return _signature(obj, follow=follow_wrapped, cls=cls, eval_str=eval_str)

    @property
    def parameters(self):
        return self._parameters

    @property
    def return_annotation(self):
        return self._return_annotation

    def replace(self, *, parameters=_void, return_annotation=_void):
        """Creates a customized copy of the Signature."""
        if parameters is _void:
            parameters = self.parameters.values()
        return type(self)(parameters, return_annotation=self._return_annotation if return_annotation is _void else return_annotation)

    def _basis(self):
        params = tuple(p for p in self.parameters.values() if p.kind != _KEYWORD_ONLY)
        keyword = {p.name: p for p in self.parameters.values() if p.kind == _KEYWORD_ONLY}
        return params, keyword, self.return_annotation

    def __hash__(self):
        params, keyword, result = self._basis()
        return hash((params, frozenset(keyword.values()), result))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Signature):
            return NotImplemented
        return self._basis() == other._basis()

    def _bind(self, args, kwargs, partial=False):
        arguments = {}
        params = list(self.parameters.values())
        args = list(args)
        i = n = 0
        # The arguments by position.
        while i < len(params):
            p = params[i]
            if n < len(args):
                if p.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    raise TypeError("too many positional arguments") from None
                if p.kind == _VAR_POSITIONAL:
                    arguments[p.name] = tuple(args[n:])
                    n = len(args)
                    i += 1
                    break
                if p.name in kwargs and p.kind != _POSITIONAL_ONLY:
                    raise TypeError("multiple values for argument {arg!r}".format(arg=p.name)) from None
                arguments[p.name] = args[n]
                n += 1
                i += 1
                continue
            if p.kind == _VAR_POSITIONAL:
                i += 1
                break
            if p.name in kwargs:
                if p.kind == _POSITIONAL_ONLY:
                    raise TypeError(f"{p.name!r} parameter is positional only, but was passed as a keyword") from None
                break
            if p.kind == _VAR_KEYWORD or p.default is not _empty:
                break
            if partial:
                break
            if p.kind == _KEYWORD_ONLY:
                kind = " keyword-only"
            else:
                kind = ""
            raise TypeError("missing a required{} argument: {arg!r}".format(kind, arg=p.name)) from None
        else:
            if n < len(args):
                raise TypeError("too many positional arguments") from None
        # The arguments by name.
        rest = None
        for p in params[i:]:
            if p.kind == _VAR_KEYWORD:
                rest = p
                continue
            if p.kind == _VAR_POSITIONAL:
                continue
            if p.name in kwargs:
                if p.kind == _POSITIONAL_ONLY:
                    if p.default is _empty:
                        raise TypeError(f"missing a required positional-only argument: {p.name!r}")
                    continue
                arguments[p.name] = kwargs.pop(p.name)
            elif not partial and p.default is _empty:
                raise TypeError("missing a required argument: {arg!r}".format(arg=p.name)) from None
        if kwargs:
            if rest is None:
                raise TypeError("got an unexpected keyword argument {arg!r}".format(arg=next(iter(kwargs))))
            arguments[rest.name] = kwargs
        return self._bound_arguments_cls(self, arguments)

    def bind(self, /, *args, **kwargs):
        """Get a BoundArguments object that maps the arguments to the parameters."""
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        """Like bind(), but parameters may be left out."""
        return self._bind(args, kwargs, True)

    def __repr__(self):
        return "<{} {}>".format(self.__class__.__name__, self)

    def __str__(self):
        return self.format()

    def format(self, *, max_width=None):
        """Create a string representation of the Signature object."""
        out, pos_only, star = [], False, True
        for p in self.parameters.values():
            if p.kind == _POSITIONAL_ONLY:
                pos_only = True
            elif pos_only:
                out.append("/")
                pos_only = False
            if p.kind == _VAR_POSITIONAL:
                star = False
            elif p.kind == _KEYWORD_ONLY and star:
                out.append("*")
                star = False
            out.append(str(p))
        if pos_only:
            out.append("/")
        text = "({})".format(", ".join(out))
        if max_width is not None and len(text) > max_width:
            text = "(\n    {}\n)".format(",\n    ".join(out))
        if self.return_annotation is not _empty:
            text += " -> {}".format(formatannotation(self.return_annotation))
        return text


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """Get a signature object for the passed callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals, locals=locals, eval_str=eval_str)


def _signature(obj, follow=True, cls=Signature, bound=True, eval_str=False):
    if not callable(obj):
        raise TypeError("{!r} is not a callable object".format(obj))
    if ismethod(obj):
        sig = _signature(obj.__func__, follow, cls, bound, eval_str)
        return _drop_first(sig) if bound else sig
    if follow:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or ismethod(f))
        if ismethod(obj):
            return _signature(obj, follow, cls, bound, eval_str)
    sig = getattr(obj, "__signature__", None)
    if sig is not None:
        if not isinstance(sig, Signature):
            raise TypeError("unexpected object {!r} in __signature__ attribute".format(sig))
        return sig
    if isfunction(obj):
        return _of_function(obj, cls, eval_str)
    if isinstance(obj, _partial):
        return _of_partial(_signature(obj.func, follow, cls, bound, eval_str), obj)
    if isclass(obj):
        return _of_class(obj, follow, cls, eval_str)
    text = getattr(obj, "__text_signature__", None)
    if text:
        return _of_text(text, cls, obj)
    if isbuiltin(obj) or ismethoddescriptor(obj) or ismethodwrapper(obj):
        raise ValueError("no signature found for builtin {!r}".format(obj))
    call = getattr(type(obj), "__call__", None)
    if call is not None and isfunction(_plain(call)):
        return _drop_first(_signature(call, follow, cls, bound, eval_str))
    raise ValueError("callable {!r} is not supported by signature".format(obj))


def _drop_first(sig):
    params = list(sig.parameters.values())
    if not params or params[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError("invalid method signature")
    if params[0].kind in (_POSITIONAL_OR_KEYWORD, _POSITIONAL_ONLY):
        params = params[1:]
    return sig.replace(parameters=params)


def _of_function(func, cls, eval_str):
    code = func.__code__
    names = code.co_varnames
    n, pos_only, kwonly = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    annotations = get_annotations(func, eval_str=eval_str)
    defaults = func.__defaults__ or ()
    kwdefaults = func.__kwdefaults__ or {}
    make = cls._parameter_cls
    params = []
    for i, name in enumerate(names[:n]):
        k = i - (n - len(defaults))
        params.append(make(name, _POSITIONAL_ONLY if i < pos_only else _POSITIONAL_OR_KEYWORD,
                           annotation=annotations.get(name, _empty), default=defaults[k] if k >= 0 else _empty))
    at = n + kwonly
    if code.co_flags & CO_VARARGS:
        params.append(make(names[at], _VAR_POSITIONAL, annotation=annotations.get(names[at], _empty)))
        at += 1
    for name in names[n:n + kwonly]:
        params.append(make(name, _KEYWORD_ONLY, annotation=annotations.get(name, _empty), default=kwdefaults.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        params.append(make(names[at], _VAR_KEYWORD, annotation=annotations.get(names[at], _empty)))
    return cls(params, return_annotation=annotations.get("return", _empty), __validate_parameters__=False)


def _of_partial(sig, part):
    params = _OrderedDict(sig.parameters.items())
    try:
        ba = sig.bind_partial(*(part.args or ()), **(part.keywords or {}))
    except TypeError as ex:
        raise ValueError("partial object {!r} has incorrect arguments".format(part)) from ex
    keyword = False
    for name, p in sig.parameters.items():
        if name in ba.arguments:
            value = ba.arguments[name]
            if p.kind is _POSITIONAL_ONLY:
                params.pop(name)
                continue
            if p.kind is _POSITIONAL_OR_KEYWORD:
                if name in part.keywords:
                    keyword = True
                    params[name] = p.replace(default=value)
                else:
                    params.pop(name)
                    continue
            if p.kind is _KEYWORD_ONLY:
                params[name] = p.replace(default=value)
        if keyword:
            if p.kind is _POSITIONAL_OR_KEYWORD:
                params[name] = params[name].replace(kind=_KEYWORD_ONLY)
                params.move_to_end(name)
            elif p.kind in (_KEYWORD_ONLY, _VAR_KEYWORD):
                params.move_to_end(name)
            elif p.kind is _VAR_POSITIONAL:
                params.pop(name)
    return sig.replace(parameters=params.values())


def _of_class(obj, follow, cls, eval_str):
    def own(owner, name):
        for c in owner.__mro__:
            if name in c.__dict__:
                f = c.__dict__[name]
                f = getattr(f, "__func__", f)
                return f if c is not type and (isfunction(f) or isinstance(f, _partial)) else None
        return None
    call = own(type(obj), "__call__")
    if call is not None:
        return _drop_first(_signature(call, follow, cls, True, eval_str))
    for c in obj.__mro__:
        for name in ("__new__", "__init__"):
            if name in c.__dict__:
                f = c.__dict__[name]
                f = getattr(f, "__func__", f)
                if isfunction(f):
                    return _drop_first(_signature(f, follow, cls, True, eval_str))
    if obj.__init__ is object.__init__ and obj.__new__ is object.__new__ and obj is not object:
        return cls([])
    if obj is object:
        return cls([])
    text = getattr(obj, "__text_signature__", None)
    if text:
        return _of_text(text, cls, obj)
    raise ValueError("no signature found for builtin type {!r}".format(obj))


def _of_text(text, cls, obj):
    import ast
    text = text.replace("$module, ", "").replace("$module", "").replace("$self, ", "").replace("$self", "").replace("$type, ", "")
    if text.startswith("(/, "):
        text = "(" + text[4:]
    try:
        args = ast.parse("def f" + text.replace("=…", "=...") + ": pass").body[0].args
    except SyntaxError:
        raise ValueError("{!r} builtin has invalid signature".format(obj)) from None
    make, params = cls._parameter_cls, []
    plain = [*args.posonlyargs, *args.args]
    defaults = [_empty] * (len(plain) - len(args.defaults)) + [ast.literal_eval(d) for d in args.defaults]
    for i, (a, d) in enumerate(zip(plain, defaults)):
        params.append(make(a.arg, _POSITIONAL_ONLY if i < len(args.posonlyargs) else _POSITIONAL_OR_KEYWORD, default=d))
    if args.vararg:
        params.append(make(args.vararg.arg, _VAR_POSITIONAL))
    for a, d in zip(args.kwonlyargs, args.kw_defaults):
        params.append(make(a.arg, _KEYWORD_ONLY, default=_empty if d is None else ast.literal_eval(d)))
    if args.kwarg:
        params.append(make(args.kwarg.arg, _VAR_KEYWORD))
    return cls(params)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """Compute the annotations dict for an object."""
    if isclass(obj):
        ann = obj.__dict__.get("__annotations__")
    elif ismodule(obj) or callable(obj):
        ann = getattr(obj, "__annotations__", None)
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if ann is None:
        return {}
    if not isinstance(ann, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str:
        return dict(ann)
    space = getattr(unwrap(obj), "__globals__", {}) if globals is None else globals
    return {k: eval(v, space, locals) if isinstance(v, str) else v for k, v in ann.items()}
