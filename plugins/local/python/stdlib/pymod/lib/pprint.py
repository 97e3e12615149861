"""Shows data structures so that people can read them: what is too long for a line goes over several."""
import collections as _collections
import dataclasses as _dataclasses
import re as _re
import sys as _sys
import types as _types
from io import StringIO as _StringIO

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Pretty-print a Python object to a stream [default is sys.stdout]."""
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Format a Python object into a pretty-printed representation."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Pretty-print a Python object, dicts in the order that they have."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """A repr() that shows where an object holds itself."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Whether saferepr(object) is readable by eval()."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    """Whether the object holds itself."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _safe_key:
    """Sorts a value among values that it may not compare with: by its type then."""

    __slots__ = ["obj"]

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            a, b = self.obj, other.obj
            return (str(type(a)), id(a)) < (str(type(b)), id(b))


def _safe_pair(item):
    return _safe_key(item[0]), _safe_key(item[1])


class PrettyPrinter:
    """Prints objects with settings of its own. A subclass may override format()."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._indent_per_level = indent
        self._width = width
        self._depth = depth
        self._stream = _sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sort_dicts = sort_dicts
        self._underscore_numbers = underscore_numbers

    def pprint(self, object):
        if self._stream is not None:
            self._format(object, self._stream, 0, 0, {}, 0)
            self._stream.write("\n")

    def pformat(self, object):
        out = _StringIO()
        self._format(object, out, 0, 0, {}, 0)
        return out.getvalue()

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """The text for an object on one line, whether eval() reads it, and whether it holds itself."""
        return self._safe_repr(object, context, maxlevels, level)

    # The printing over several lines: allowance is what has to follow on the
    # last line, context the objects under way.

    def _format(self, object, stream, indent, allowance, context, level):
        key = id(object)
        if key in context:
            stream.write(_recursion(object))
            self._recursive = True
            self._readable = False
            return
        text = self._repr(object, context, level)
        if len(text) <= self._width - indent - allowance:
            stream.write(text)
            return
        printer = self._printer(object)
        if printer is None:
            stream.write(text)
            return
        context[key] = 1
        printer(self, object, stream, indent, allowance, context, level + 1)
        del context[key]

    def _printer(self, object):
        cls = type(object)
        printer = self._dispatch.get(cls.__repr__)
        if printer is None and _is_plain_dataclass(object):
            printer = PrettyPrinter._pprint_dataclass
        return printer

    def _repr(self, object, context, level):
        text, readable, recursive = self.format(object, context.copy(), self._depth, level)
        if not readable:
            self._readable = False
        if recursive:
            self._recursive = True
        return text

    def _pprint_dataclass(self, object, stream, indent, allowance, context, level):
        name = object.__class__.__name__
        indent += len(name) + 1
        pairs = [(f.name, _getattr(object, f.name)) for f in _dataclasses.fields(object) if f.repr]
        stream.write(name + "(")
        self._format_namespace_items(pairs, stream, indent, allowance, context, level)
        stream.write(")")

    def _pprint_dict(self, object, stream, indent, allowance, context, level):
        stream.write("{")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        if len(object):
            pairs = sorted(object.items(), key=_safe_pair) if self._sort_dicts else object.items()
            self._format_dict_items(pairs, stream, indent, allowance + 1, context, level)
        stream.write("}")

    def _pprint_ordered_dict(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        stream.write(name + "(")
        self._format(list(object.items()), stream, indent + len(name) + 1, allowance + 1, context, level)
        stream.write(")")

    def _pprint_view(self, object, stream, indent, allowance, context, level):
        name = object.__class__.__name__
        stream.write(name + "([")
        self._format_items(sorted(object, key=_safe_key), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("])")

    def _pprint_list(self, object, stream, indent, allowance, context, level):
        stream.write("[")
        self._format_items(object, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _pprint_tuple(self, object, stream, indent, allowance, context, level):
        end = ",)" if len(object) == 1 else ")"
        stream.write("(")
        self._format_items(object, stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _pprint_set(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        cls = object.__class__
        if cls is set:
            start, end = "{", "}"
        else:
            start, end = cls.__name__ + "({", "})"
            indent += len(cls.__name__) + 1
        stream.write(start)
        self._format_items(sorted(object, key=_safe_key), stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _pprint_str(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        if level == 1:
            indent += 1
            allowance += 1
        lines = self._wrapped(object, self._width - indent, allowance)
        if len(lines) == 1:
            stream.write(lines[0])
            return
        if level == 1:
            stream.write("(")
        stream.write(("\n" + " " * indent).join(lines))
        if level == 1:
            stream.write(")")

    @staticmethod
    def _wrapped(text, width, allowance):
        """Literals that together are the text: a line each, which breaks between words where it is too long."""
        out = []
        lines = text.splitlines(True)
        for i, line in enumerate(lines):
            shown = repr(line)
            room = width
            if i == len(lines) - 1:
                room -= allowance
            if len(shown) <= room:
                out.append(shown)
                continue
            parts = _re.findall(r"\S*\s*", line)
            parts.pop()  # the empty match at the end
            room = width
            current = ""
            for j, part in enumerate(parts):
                if j == len(parts) - 1 and i == len(lines) - 1:
                    room -= allowance
                longer = current + part
                if len(repr(longer)) > room:
                    if current:
                        out.append(repr(current))
                    current = part
                else:
                    current = longer
            if current:
                out.append(repr(current))
        return out

    def _pprint_bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            stream.write(repr(object))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            stream.write("(")
        lines = _bytes_lines(object, self._width - indent, allowance)
        stream.write(("\n" + " " * indent).join(lines))
        if parens:
            stream.write(")")

    def _pprint_bytearray(self, object, stream, indent, allowance, context, level):
        stream.write("bytearray(")
        self._pprint_bytes(bytes(object), stream, indent + 10, allowance + 1, context, level + 1)
        stream.write(")")

    def _pprint_mappingproxy(self, object, stream, indent, allowance, context, level):
        stream.write("mappingproxy(")
        self._format(object.copy(), stream, indent + 13, allowance + 1, context, level)
        stream.write(")")

    def _pprint_simplenamespace(self, object, stream, indent, allowance, context, level):
        # The name that the type has itself is another.
        name = "namespace" if type(object) is _types.SimpleNamespace else object.__class__.__name__
        stream.write(name + "(")
        self._format_namespace_items(object.__dict__.items(), stream, indent + len(name) + 1, allowance, context, level)
        stream.write(")")

    def _pprint_default_dict(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        indent += len(name) + 1
        stream.write("%s(%s,\n%s" % (name, self._repr(object.default_factory, context, level), " " * indent))
        self._pprint_dict(object, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _pprint_counter(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        stream.write(name + "({")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        self._format_dict_items(object.most_common(), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("})")

    def _pprint_chain_map(self, object, stream, indent, allowance, context, level):
        if not len(object.maps):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        indent += len(name) + 1
        stream.write(name + "(")
        for i, mapping in enumerate(object.maps):
            last = i == len(object.maps) - 1
            self._format(mapping, stream, indent, allowance + 1 if last else 1, context, level)
            stream.write(")" if last else ",\n" + " " * indent)

    def _pprint_deque(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = object.__class__.__name__
        indent += len(name) + 1
        stream.write(name + "([")
        if object.maxlen is None:
            self._format_items(object, stream, indent, allowance + 2, context, level)
            stream.write("])")
            return
        self._format_items(object, stream, indent, 2, context, level)
        bound = self._repr(object.maxlen, context, level)
        stream.write("],\n%smaxlen=%s)" % (" " * indent, bound))

    def _pprint_user(self, object, stream, indent, allowance, context, level):
        self._format(object.data, stream, indent, allowance, context, level - 1)

    # The items of containers.

    def _format_dict_items(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        items = list(items)
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(key, context, level)
            stream.write(text + ": ")
            self._format(value, stream, indent + len(text) + 2, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _format_namespace_items(self, items, stream, indent, allowance, context, level):
        items = list(items)
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            stream.write(key + "=")
            if id(value) in context:
                # As the repr of a class with fields shows it.
                stream.write("...")
            else:
                self._format(value, stream, indent + len(key) + 1, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _format_items(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        items = list(items)
        between = ",\n" + " " * indent
        line = room = self._width - indent + 1
        separator = ""
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                line -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                need = len(text) + 2
                if line < need:
                    line = room
                    if separator:
                        separator = between
                if line >= need:
                    line -= need
                    stream.write(separator + text)
                    separator = ", "
                    continue
            stream.write(separator)
            separator = between
            self._format(item, stream, indent, allowance if last else 1, context, level)

    # The text on one line.

    def _safe_repr(self, object, context, maxlevels, level):
        cls = type(object)
        if cls in _simple:
            return repr(object), True, False
        show = cls.__repr__
        if show is int.__repr__:
            return (f"{object:_d}" if self._underscore_numbers else repr(object)), True, False
        if show is dict.__repr__:
            return self._safe_dict(object, context, maxlevels, level)
        if show is list.__repr__ or show is tuple.__repr__:
            return self._safe_sequence(object, context, maxlevels, level)
        text = repr(object)
        return text, bool(text) and not text.startswith("<"), False

    def _safe_dict(self, object, context, maxlevels, level):
        if not object:
            return "{}", True, False
        key = id(object)
        if maxlevels and level >= maxlevels:
            return "{...}", False, key in context
        if key in context:
            return _recursion(object), False, True
        context[key] = 1
        readable, recursive, shown = True, False, []
        items = sorted(object.items(), key=_safe_pair) if self._sort_dicts else object.items()
        for pair in items:
            texts = []
            for part in pair:
                text, ok, again = self.format(part, context, maxlevels, level + 1)
                texts.append(text)
                readable = readable and ok
                recursive = recursive or again
            shown.append(": ".join(texts))
        del context[key]
        return "{%s}" % ", ".join(shown), readable, recursive

    def _safe_sequence(self, object, context, maxlevels, level):
        if isinstance(object, list):
            if not object:
                return "[]", True, False
            form = "[%s]"
        elif len(object) == 1:
            form = "(%s,)"
        else:
            if not object:
                return "()", True, False
            form = "(%s)"
        key = id(object)
        if maxlevels and level >= maxlevels:
            return form % "...", False, key in context
        if key in context:
            return _recursion(object), False, True
        context[key] = 1
        readable, recursive, shown = True, False, []
        for item in object:
            text, ok, again = self.format(item, context, maxlevels, level + 1)
            shown.append(text)
            readable = readable and ok
            recursive = recursive or again
        del context[key]
        return form % ", ".join(shown), readable, recursive

    _dispatch = {
        dict.__repr__: _pprint_dict,
        _collections.OrderedDict.__repr__: _pprint_ordered_dict,
        list.__repr__: _pprint_list,
        tuple.__repr__: _pprint_tuple,
        set.__repr__: _pprint_set,
        frozenset.__repr__: _pprint_set,
        str.__repr__: _pprint_str,
        bytes.__repr__: _pprint_bytes,
        bytearray.__repr__: _pprint_bytearray,
        _types.MappingProxyType.__repr__: _pprint_mappingproxy,
        _types.SimpleNamespace.__repr__: _pprint_simplenamespace,
        _collections.ChainMap.__repr__: _pprint_chain_map,
        _collections.Counter.__repr__: _pprint_counter,
        _collections.deque.__repr__: _pprint_deque,
        _collections.defaultdict.__repr__: _pprint_default_dict,
        _collections.UserDict.__repr__: _pprint_user,
        _collections.UserList.__repr__: _pprint_user,
        _collections.UserString.__repr__: _pprint_user,
    }


_simple = frozenset({str, bytes, bytearray, float, complex, bool, type(None)})


def _is_plain_dataclass(object):
    """Whether an object is of a dataclass with the __repr__ that was made for it."""
    return (_dataclasses.is_dataclass(object) and not isinstance(object, type) and object.__dataclass_params__.repr
            and getattr(type(object).__repr__, "_of_dataclass", False))


def _recursion(object):
    return "<Recursion on %s with id=%s>" % (type(object).__name__, id(object))


def _bytes_lines(data, width, allowance):
    """Literals that together are the bytes, of four bytes or a multiple each."""
    lines, current = [], b""
    end = len(data) // 4 * 4
    for i in range(0, len(data), 4):
        part = data[i:i + 4]
        if i == end:
            width -= allowance
        longer = current + part
        if len(repr(longer)) > width:
            if current:
                lines.append(repr(current))
            current = part
        else:
            current = longer
    if current:
        lines.append(repr(current))
    return lines
