"""What lies under time.strptime() and datetime.strptime(). The parser is built in; LocaleTime and TimeRE describe it."""

import re as _re

__all__ = []


def _getlang():
    """The language and the encoding of the locale: there is only C."""
    return None, None


class LocaleTime:
    """The names and formats of dates and times, in lower case."""

    def __init__(self):
        self.lang = _getlang()
        self.f_weekday = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        self.a_weekday = [name[:3] for name in self.f_weekday]
        self.f_month = ["", "january", "february", "march", "april", "may", "june", "july", "august", "september",
                        "october", "november", "december"]
        self.a_month = [name[:3] for name in self.f_month]
        self.am_pm = ["am", "pm"]
        self.LC_date_time = "%a %b %d %H:%M:%S %Y"
        self.LC_date = "%m/%d/%y"
        self.LC_time = "%H:%M:%S"
        self.tzname = ("UTC", "UTC")
        self.daylight = 0
        self.timezone = (frozenset({"utc", "gmt"}), frozenset({"utc"}))


_two_digits = {
    "d": r"3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9]", "H": r"2[0-3]|[0-1]\d|\d", "I": r"1[0-2]|0[1-9]|[1-9]", "m": r"1[0-2]|0[1-9]|[1-9]",
    "M": r"[0-5]\d|\d", "S": r"6[0-1]|[0-5]\d|\d", "U": r"5[0-3]|[0-4]\d|\d", "V": r"5[0-3]|0[1-9]|[1-4]\d|\d",
    "W": r"5[0-3]|[0-4]\d|\d", "y": r"\d\d",
}
_others = {
    "f": "[0-9]{1,6}", "G": r"\d\d\d\d", "Y": r"\d\d\d\d", "w": "[0-6]", "u": "[1-7]",
    "j": r"36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]",
    "z": r"[+-]\d\d:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|(?-i:Z)",
}


class TimeRE(dict):
    """The regular expressions of the directives, and of whole formats."""

    def __init__(self, locale_time=None):
        self.locale_time = locale_time or LocaleTime()
        names = self.locale_time
        super().__init__({key: f"(?P<{key}>{body})" for key, body in (_two_digits | _others).items()})
        for key, words in (("A", names.f_weekday), ("a", names.a_weekday), ("B", names.f_month[1:]),
                           ("b", names.a_month[1:]), ("p", names.am_pm), ("Z", names.timezone[0] | names.timezone[1])):
            self[key] = self._alternatives(words, key)
        self["%"] = "%"
        for key, format in (("c", names.LC_date_time), ("x", names.LC_date), ("X", names.LC_time)):
            self[key] = self.pattern(format)

    def _alternatives(self, words, directive):
        """One of the words, the longest first; nothing if they're all empty."""
        words = sorted(words, key=len, reverse=True)
        if not any(words):
            return ""
        return f"(?P<{directive}>{'|'.join(map(_re.escape, words))})"

    def pattern(self, format):
        """Return the source of the regular expression of a format."""
        out = []
        i = 0
        while i < len(format):
            c = format[i]
            i += 1
            if c == "%":
                out.append(self[format[i]])
                i += 1
            elif not c.isspace():
                out.append("\\" + c if c in r"\.^$*+?(){}[]|" else c)
            elif not out or out[-1] != r"\s+":
                out.append(r"\s+")
        return "".join(out)

    def compile(self, format):
        """Return the compiled regular expression of a format."""
        return _re.compile(self.pattern(format), _re.IGNORECASE)


def _strptime_time(data_string, format="%a %b %d %H:%M:%S %Y"):
    """Return a time.struct_time of a text and its format."""
    return _struct_time(data_string, format)


def _strptime_datetime(cls, data_string, format="%a %b %d %H:%M:%S %Y"):
    """Return an instance of the class of a text and its format."""
    return cls.strptime(data_string, format)


def _strptime(data_string, format="%a %b %d %H:%M:%S %Y"):
    """Return the fields of a struct_time, the microseconds, and those of the offset."""
    return _fields(data_string, format)
