"""Constants of characters, and two ways to fill in texts: Template and Formatter."""

import re as _re
from collections import ChainMap as _ChainMap

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits",
           "octdigits", "printable", "punctuation", "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Split the words of s at sep, capitalize each and join them again."""
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


_unset = {}


class Template:
    """A string with $-placeholders: $name, ${name}, and $$ for a dollar sign."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        if "pattern" in cls.__dict__:
            pattern = cls.pattern
        else:
            mark = _re.escape(cls.delimiter)
            name = cls.idpattern
            pattern = (rf"{mark}(?:(?P<escaped>{mark})|(?P<named>{name})"
                       rf"|{{(?P<braced>{cls.braceidpattern or name})}}|(?P<invalid>))")
        cls.pattern = _re.compile(pattern, cls.flags | _re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _invalid(self, mo):
        i = mo.start("invalid")
        lines = self.template[:i].splitlines(keepends=True)
        if lines:
            colno = i - len("".join(lines[:-1]))
            lineno = len(lines)
        else:
            colno = lineno = 1
        raise ValueError("Invalid placeholder in string: line %d, col %d" % (lineno, colno))

    def substitute(self, mapping=_unset, /, **kws):
        """Fill in the placeholders; a missing one is a KeyError."""
        if mapping is _unset:
            mapping = kws
        elif kws:
            mapping = _ChainMap(kws, mapping)

        def value(mo):
            name = mo.group("named") or mo.group("braced")
            if name is not None:
                return str(mapping[name])
            if mo.group("escaped") is not None:
                return self.delimiter
            if mo.group("invalid") is not None:
                self._invalid(mo)
            raise ValueError("Unrecognized named group in pattern", self.pattern)

        return self.pattern.sub(value, self.template)

    def safe_substitute(self, mapping=_unset, /, **kws):
        """Fill in the placeholders that there are values for; leave the others."""
        if mapping is _unset:
            mapping = kws
        elif kws:
            mapping = _ChainMap(kws, mapping)

        def value(mo):
            name = mo.group("named") or mo.group("braced")
            if name is not None:
                try:
                    return str(mapping[name])
                except KeyError:
                    return mo.group()
            if mo.group("escaped") is not None:
                return self.delimiter
            if mo.group("invalid") is not None:
                return mo.group()
            raise ValueError("Unrecognized named group in pattern", self.pattern)

        return self.pattern.sub(value, self.template)

    def is_valid(self):
        """Whether substitute() would find no invalid placeholder."""
        for mo in self.pattern.finditer(self.template):
            if mo.group("invalid") is not None:
                return False
            if mo.group("named") is None and mo.group("braced") is None and mo.group("escaped") is None:
                raise ValueError("Unrecognized named group in pattern", self.pattern)
        return True

    def get_identifiers(self):
        """The valid names in the template, in order, each once."""
        names = []
        for mo in self.pattern.finditer(self.template):
            name = mo.group("named") or mo.group("braced")
            if name is not None and name not in names:
                names.append(name)
            elif (name is None and mo.group("invalid") is None and mo.group("escaped") is None):
                raise ValueError("Unrecognized named group in pattern", self.pattern)
        return names


Template.__init_subclass__()


class _FormatterIterator:
    __slots__ = ("_next",)

    def __init__(self, fields):
        self._next = iter(fields).__next__

    def __iter__(self):
        return self

    def __next__(self):
        return self._next()


_FormatterIterator.__name__ = _FormatterIterator.__qualname__ = "formatteriterator"
_FormatterIterator.__module__ = "builtins"


class Formatter:
    """What str.format does, in methods that subclasses may override."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError("Max string recursion exceeded")
        out = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                out.append(literal)
            if name is None:
                continue
            if name == "" or name.isdigit():
                if auto_arg_index is False if name == "" else auto_arg_index:
                    raise ValueError("cannot switch from manual field specification "
                                     "to automatic field numbering")
                if name == "":
                    name = str(auto_arg_index)
                    auto_arg_index += 1
                else:
                    auto_arg_index = False
            obj, used = self.get_field(name, args, kwargs)
            used_args.add(used)
            obj = self.convert_field(obj, conversion)
            spec, auto_arg_index = self._vformat(spec, args, kwargs, used_args,
                                                 recursion_depth - 1, auto_arg_index)
            out.append(self.format_field(obj, spec))
        return "".join(out), auto_arg_index

    def get_value(self, key, args, kwargs):
        if isinstance(key, int):
            return args[key]
        return kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == "s":
            return str(value)
        if conversion == "r":
            return repr(value)
        if conversion == "a":
            return ascii(value)
        raise ValueError("Unknown conversion specifier {0!s}".format(conversion))

    def parse(self, format_string):
        return _FormatterIterator(_parse(format_string))

    def get_field(self, field_name, args, kwargs):
        first, rest = _split_name(field_name)
        obj = self.get_value(first, args, kwargs)
        for is_attr, key in rest:
            obj = _getattr(obj, key) if is_attr else obj[key]
        return obj, first
