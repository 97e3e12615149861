"""Reading TOML 1.0.0."""
import re as _re
from datetime import date as _date, datetime as _datetime, time as _time, timedelta as _timedelta, timezone as _timezone

__all__ = ("loads", "load", "TOMLDecodeError")


class TOMLDecodeError(ValueError):
    """An error raised if a document is not valid TOML."""


def load(fp, /, *, parse_float=float):
    """Parse TOML from a binary file object."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """Parse TOML from a string."""
    return _Parser(s.replace("\r\n", "\n"), parse_float).document()


_CONTROL = frozenset(map(chr, range(32))) | {chr(127)}
_ILLEGAL = _CONTROL - {"\t"}             # in comments and strings of one line
_ILLEGAL_LONG = _CONTROL - {"\t", "\n"}  # in strings of several lines
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_ESCAPES = {"\\b": "\b", "\\t": "\t", "\\n": "\n", "\\f": "\f", "\\r": "\r", '\\"': '"', "\\\\": "\\"}
_CLOCK = r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?"
_WHEN = _re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?:[Tt ]" + _CLOCK
                    + r"(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?")
_TIME = _re.compile(_CLOCK)
_NUMBER = _re.compile(r"0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)"
                      r"|[+-]?(?:0|[1-9](?:_?[0-9])*)((?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)")

_DECLARED, _FROZEN = 1, 2  # a table with a header or dotted keys; an inline value


class _Marks:
    """What is known of the names so far, as a tree."""

    def __init__(self):
        self.below = {}
        self.pending = []

    def find(self, key, create=False):
        """The entries on the way to key: [flags, flags of all below, entries below]."""
        cont, path = self.below, []
        for k in key:
            if k not in cont:
                if not create:
                    return None
                cont[k] = [0, 0, {}]
            path.append(cont[k])
            cont = cont[k][2]
        return path

    def has(self, key, flag):
        cont = self.below
        for i, k in enumerate(key, 1):
            if k not in cont:
                return False
            entry = cont[k]
            if entry[1] & flag or i == len(key) and entry[0] & flag:
                return True
            cont = entry[2]
        return False

    def set(self, key, flag, deep=False):
        entry = self.find(key, True)[-1]
        entry[1 if deep else 0] |= flag

    def forget(self, key):
        path = self.find(key[:-1])
        if path is not None:
            (path[-1][2] if path else self.below).pop(key[-1], None)

    def settle(self):
        for key, flag in self.pending:
            self.set(key, flag)
        self.pending.clear()


def _nest(root, key, lists=True):
    """The table at key, made where it is missing; KeyError if something else is in the way."""
    cont = root
    for k in key:
        cont = cont.setdefault(k, {})
        if lists and isinstance(cont, list):
            cont = cont[-1]
        if not isinstance(cont, dict):
            raise KeyError(k)
    return cont


class _Parser:
    def __init__(self, src, parse_float):
        self.src = src
        self.pos = 0
        if parse_float is not float:
            def parse_float(text, convert=parse_float):
                value = convert(text)
                if isinstance(value, (dict, list)):
                    raise ValueError("parse_float must not return dicts or lists")
                return value
        self.parse_float = parse_float

    def error(self, text, pos=None):
        pos = self.pos if pos is None else pos
        if pos >= len(self.src):
            where = "end of document"
        else:
            line = self.src.count("\n", 0, pos) + 1
            column = pos + 1 if line == 1 else pos - self.src.rindex("\n", 0, pos)
            where = f"line {line}, column {column}"
        return TOMLDecodeError(f"{text} (at {where})")

    @property
    def char(self):
        return self.src[self.pos:self.pos + 1]

    def skip(self, chars=" \t"):
        while self.pos < len(self.src) and self.src[self.pos] in chars:
            self.pos += 1

    def skip_to(self, end, illegal, needed):
        """Go to the text end, over characters that are allowed."""
        at = self.src.find(end, self.pos)
        if at < 0:
            at = len(self.src)
            if needed:
                raise self.error(f"Expected {end!r}", at)
        for i in range(self.pos, at):
            if self.src[i] in illegal:
                raise self.error(f"Found invalid character {self.src[i]!r}", i)
        self.pos = at

    def skip_comment(self):
        if self.char == "#":
            self.pos += 1
            self.skip_to("\n", _ILLEGAL, False)

    def skip_lines(self):
        while True:
            before = self.pos
            self.skip(" \t\n")
            self.skip_comment()
            if self.pos == before:
                return

    def document(self):
        self.root, self.marks = {}, _Marks()
        header = ()
        while True:
            self.skip()
            c = self.char
            if not c:
                break
            if c == "\n":
                self.pos += 1
                continue
            if c in _BARE or c in "\"'":
                self.pair(header)
            elif c == "[":
                self.marks.settle()
                header = self.array_header() if self.src.startswith("[[", self.pos) else self.table_header()
            elif c != "#":
                raise self.error("Invalid statement")
            self.skip()
            self.skip_comment()
            c = self.char
            if not c:
                break
            if c != "\n":
                raise self.error("Expected newline or end of document after a statement")
            self.pos += 1
        return self.root

    def table_header(self):
        self.pos += 1
        self.skip()
        key = self.key()
        if self.marks.has(key, _DECLARED) or self.marks.has(key, _FROZEN):
            raise self.error(f"Cannot declare {key} twice")
        self.marks.set(key, _DECLARED)
        try:
            _nest(self.root, key)
        except KeyError:
            raise self.error("Cannot overwrite a value") from None
        if self.char != "]":
            raise self.error("Expected ']' at the end of a table declaration")
        self.pos += 1
        return key

    def array_header(self):
        self.pos += 2
        self.skip()
        key = self.key()
        if self.marks.has(key, _FROZEN):
            raise self.error(f"Cannot mutate immutable namespace {key}")
        self.marks.forget(key)
        self.marks.set(key, _DECLARED)
        try:
            cont = _nest(self.root, key[:-1])
            tables = cont.setdefault(key[-1], [])
            if not isinstance(tables, list):
                raise KeyError(key[-1])
            tables.append({})
        except KeyError:
            raise self.error("Cannot overwrite a value") from None
        if not self.src.startswith("]]", self.pos):
            raise self.error("Expected ']]' at the end of an array declaration")
        self.pos += 2
        return key

    def pair(self, header):
        key, value = self.key_value()
        parent = header + key[:-1]
        for i in range(1, len(key)):
            part = header + key[:i]
            if self.marks.has(part, _DECLARED):
                raise self.error(f"Cannot redefine namespace {part}")
            self.marks.pending.append((part, _DECLARED))
        if self.marks.has(parent, _FROZEN):
            raise self.error(f"Cannot mutate immutable namespace {parent}")
        try:
            cont = _nest(self.root, parent)
        except KeyError:
            raise self.error("Cannot overwrite a value") from None
        if key[-1] in cont:
            raise self.error("Cannot overwrite a value")
        if isinstance(value, (dict, list)):
            self.marks.set(header + key, _FROZEN, True)
        cont[key[-1]] = value

    def key_value(self):
        key = self.key()
        if self.char != "=":
            raise self.error("Expected '=' after a key in a key/value pair")
        self.pos += 1
        self.skip()
        return key, self.value()

    def key(self):
        parts = [self.key_part()]
        self.skip()
        while self.char == ".":
            self.pos += 1
            self.skip()
            parts.append(self.key_part())
            self.skip()
        return tuple(parts)

    def key_part(self):
        c = self.char
        if c and c in _BARE:
            start = self.pos
            self.skip(_BARE)
            return self.src[start:self.pos]
        if c == "'":
            return self.literal()
        if c == '"':
            self.pos += 1
            return self.basic(False)
        raise self.error("Invalid initial character for a key part")

    def value(self):
        src, c = self.src, self.char
        if c == '"':
            if src.startswith('"""', self.pos):
                return self.long('"')
            self.pos += 1
            return self.basic(False)
        if c == "'":
            return self.long("'") if src.startswith("'''", self.pos) else self.literal()
        for text, value in ("true", True), ("false", False):
            if src.startswith(text, self.pos):
                self.pos += len(text)
                return value
        if c == "[":
            return self.array()
        if c == "{":
            return self.inline_table()
        if m := _WHEN.match(src, self.pos):
            try:
                value = _moment(*m.groups())
            except ValueError as e:
                raise self.error("Invalid date or datetime") from e
            self.pos = m.end()
            return value
        if m := _TIME.match(src, self.pos):
            self.pos = m.end()
            h, minute, s, us = m.groups()
            return _time(int(h), int(minute), int(s), int(us.ljust(6, "0")) if us else 0)
        if m := _NUMBER.match(src, self.pos):
            self.pos = m.end()
            return self.parse_float(m.group()) if m.group(1) else int(m.group(), 0)
        for n in 3, 4:
            text = src[self.pos:self.pos + n]
            if text in ("inf", "nan", "-inf", "+inf", "-nan", "+nan"):
                self.pos += n
                return self.parse_float(text)
        raise self.error("Invalid value")

    def array(self):
        self.pos += 1
        out = []
        self.skip_lines()
        while self.char != "]":
            out.append(self.value())
            self.skip_lines()
            if self.char == "]":
                break
            if self.char != ",":
                raise self.error("Unclosed array")
            self.pos += 1
            self.skip_lines()
        self.pos += 1
        return out

    def inline_table(self):
        self.pos += 1
        root, marks = {}, _Marks()
        self.skip()
        if self.char == "}":
            self.pos += 1
            return root
        while True:
            key, value = self.key_value()
            if marks.has(key, _FROZEN):
                raise self.error(f"Cannot mutate immutable namespace {key}")
            try:
                cont = _nest(root, key[:-1], False)
            except KeyError:
                raise self.error("Cannot overwrite a value") from None
            if key[-1] in cont:
                raise self.error(f"Duplicate inline table key {key[-1]!r}")
            cont[key[-1]] = value
            self.skip()
            if self.char == "}":
                self.pos += 1
                return root
            if self.char != ",":
                raise self.error("Unclosed inline table")
            if isinstance(value, (dict, list)):
                marks.set(key, _FROZEN, True)
            self.pos += 1
            self.skip()

    def literal(self):
        self.pos += 1
        start = self.pos
        self.skip_to("'", _ILLEGAL, True)
        self.pos += 1
        return self.src[start:self.pos - 1]

    def long(self, quote):
        """A string of several lines: up to two more quotes may stand before the three that end it."""
        self.pos += 3
        if self.char == "\n":
            self.pos += 1
        if quote == "'":
            start = self.pos
            self.skip_to("'''", _ILLEGAL_LONG, True)
            text = self.src[start:self.pos]
            self.pos += 3
        else:
            text = self.basic(True)
        for _ in range(2):
            if self.char == quote:
                text += quote
                self.pos += 1
        return text

    def basic(self, long):
        illegal = _ILLEGAL_LONG if long else _ILLEGAL
        out, start = [], self.pos
        while True:
            c = self.char
            if not c:
                raise self.error("Unterminated string")
            if c == '"' and (not long or self.src.startswith('"""', self.pos)):
                out.append(self.src[start:self.pos])
                self.pos += 3 if long else 1
                return "".join(out)
            if c == "\\":
                out.append(self.src[start:self.pos])
                out.append(self.escape(long))
                start = self.pos
                continue
            if c in illegal:
                raise self.error(f"Illegal character {c!r}")
            self.pos += 1

    def escape(self, long):
        text = self.src[self.pos:self.pos + 2]
        self.pos += 2
        if long and text in ("\\ ", "\\\t", "\\\n"):
            if text != "\\\n":
                self.skip()
                if not self.char:
                    return ""
                if self.char != "\n":
                    raise self.error("Unescaped '\\' in a string")
                self.pos += 1
            self.skip(" \t\n")
            return ""
        if text in ("\\u", "\\U"):
            return self.hex(4 if text == "\\u" else 8)
        if text in _ESCAPES:
            return _ESCAPES[text]
        raise self.error("Unescaped '\\' in a string")

    def hex(self, n):
        text = self.src[self.pos:self.pos + n]
        if len(text) != n or not set(text) <= set("0123456789abcdefABCDEF"):
            raise self.error("Invalid hex value")
        self.pos += n
        value = int(text, 16)
        if not (0 <= value <= 0xD7FF or 0xE000 <= value <= 0x10FFFF):
            raise self.error("Escaped character is not a Unicode scalar value")
        return chr(value)


def _moment(year, month, day, hour, minute, second, us, zulu, sign, zone_hour, zone_minute):
    if hour is None:
        return _date(int(year), int(month), int(day))
    us = int(us.ljust(6, "0")) if us else 0
    tz = None
    if sign:
        offset = _timedelta(hours=int(zone_hour), minutes=int(zone_minute))
        tz = _timezone(-offset if sign == "-" else offset)
    elif zulu:
        tz = _timezone.utc
    return _datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), us, tz)
