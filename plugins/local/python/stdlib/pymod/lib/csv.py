"""CSV parsing and writing."""

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS",
           "QUOTE_NOTNULL", "Error", "Dialect", "excel", "excel_tab", "field_size_limit", "reader",
           "writer", "register_dialect", "get_dialect", "list_dialects", "Sniffer",
           "unregister_dialect", "DictReader", "DictWriter", "unix_dialect"]

__version__ = "1.0"


class Dialect:
    """Base of the classes that describe a dialect by their attributes."""

    _name = ""
    _valid = False
    delimiter = None
    quotechar = None
    escapechar = None
    doublequote = None
    skipinitialspace = None
    lineterminator = None
    quoting = None

    def __init__(self):
        if self.__class__ != Dialect:
            self._valid = True
        self._validate()

    def _validate(self):
        try:
            _Dialect(self)
        except TypeError as e:
            raise Error(str(e)) from None


class excel(Dialect):
    """Describe the usual properties of Excel-generated CSV files."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """Describe the usual properties of Excel-generated TAB-delimited files."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """Describe the usual properties of Unix-generated CSV files."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)


class DictReader:
    """Rows as dicts; the keys come from fieldnames or from the first row."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while not row:
            row = next(self.reader)
        names = self.fieldnames
        d = dict(zip(names, row))
        if len(row) > len(names):
            d[self.restkey] = row[len(names):]
        else:
            for name in names[len(row):]:
                d[name] = self.restval
        return d


class DictWriter:
    """Writes dicts as rows in the order of fieldnames."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.fieldnames = fieldnames
        self.restval = restval
        extrasaction = extrasaction.lower()
        if extrasaction not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _dict_to_list(self, row):
        if self.extrasaction == "raise":
            wrong = [name for name in row if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: "
                                 + ", ".join(repr(name) for name in wrong))
        return (row.get(name, self.restval) for name in self.fieldnames)

    def writerow(self, rowdict):
        return self.writer.writerow(self._dict_to_list(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._dict_to_list, rowdicts))


class Sniffer:
    """Guesses the dialect of a sample."""

    def __init__(self):
        # Delimiters to be preferred where several would do.
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        """A Dialect class that fits the sample."""
        quote, double, delimiter, skip = self._by_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skip = self._by_counts(sample, delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")

        class dialect(Dialect):
            _name = "sniffed"
            lineterminator = "\r\n"
            quoting = QUOTE_MINIMAL

        dialect.doublequote = double
        dialect.delimiter = delimiter
        dialect.quotechar = quote or '"'
        dialect.skipinitialspace = skip
        return dialect

    def _by_quotes(self, sample, delimiters):
        """Looks for quoted fields and what stands around them."""
        import re
        found = []
        for pattern in (r'(?P<d>[^\w\n"\'])(?P<s> ?)(?P<q>["\']).*?(?P=q)(?P=d)',
                        r'(?:^|\n)(?P<q>["\']).*?(?P=q)(?P<d>[^\w\n"\'])(?P<s> ?)',
                        r'(?P<d>[^\w\n"\'])(?P<s> ?)(?P<q>["\']).*?(?P=q)(?:$|\n)',
                        r'(?:^|\n)(?P<q>["\']).*?(?P=q)(?:$|\n)'):
            found = [m.groupdict() for m in re.finditer(pattern, sample, re.DOTALL | re.MULTILINE)]
            if found:
                break
        if not found:
            return "", False, None, 0
        quotes, marks, spaces = {}, {}, 0
        for m in found:
            quotes[m["q"]] = quotes.get(m["q"], 0) + 1
            mark = m.get("d")
            if mark and (delimiters is None or mark in delimiters):
                marks[mark] = marks.get(mark, 0) + 1
            if m.get("s"):
                spaces += 1
        quote = max(quotes, key=quotes.get)
        if marks:
            delimiter = max(marks, key=marks.get)
            skip = marks[delimiter] == spaces
            if delimiter == "\n":  # a single column
                delimiter = ""
        else:
            delimiter, skip = "", 0
        mark = re.escape(delimiter)
        double = re.search(r"((%s)|^)\W*%s[^%s\n]*%s[^%s\n]*%s\W*((%s)|$)"
                           % (mark, quote, mark, quote, mark, quote, mark), sample, re.MULTILINE)
        return quote, bool(double and double.group(1) is not None and quote * 2 in sample), delimiter, skip

    def _by_counts(self, sample, delimiters):
        """Looks for the character that occurs equally often in (nearly) all lines."""
        lines = [line for line in sample.split("\n") if line]
        counts = {}  # character -> how often it occurs in a line -> number of such lines
        size = min(10, len(lines))
        start, seen = 0, 0
        found = {}
        while start < len(lines):
            seen += 1
            for line in lines[start:start + size]:
                for c in map(chr, range(127)):
                    per_line = counts.setdefault(c, {})
                    n = line.count(c)
                    per_line[n] = per_line.get(n, 0) + 1
            modes = {}
            for c, per_line in counts.items():
                if len(per_line) == 1 and 0 in per_line:
                    continue
                n = max(per_line, key=per_line.get)
                others = sum(per_line.values()) - per_line[n]
                modes[c] = (n, per_line[n] - others if len(per_line) > 1 else per_line[n])
            total = float(min(size * seen, len(lines)))
            share = 1.0
            while not found and share >= 0.9:
                for c, (n, good) in modes.items():
                    if n > 0 and good > 0 and good / total >= share:
                        if delimiters is None or c in delimiters:
                            found[c] = (n, good)
                share -= 0.01
            if len(found) == 1:
                return self._with_skip(lines[0], next(iter(found)))
            start += size
        if not found:
            return "", 0
        for c in self.preferred:
            if c in found:
                return self._with_skip(lines[0], c)
        return self._with_skip(lines[0], max((v, c) for c, v in found.items())[1])

    @staticmethod
    def _with_skip(line, c):
        return c, line.count(c) == line.count(c + " ")

    def has_header(self, sample):
        """Whether the first row looks unlike the others: by types or lengths."""
        rows = reader(sample.splitlines(), self.sniff(sample))
        header = next(rows)
        kinds = dict.fromkeys(range(len(header)))
        for i, row in enumerate(rows):
            if i > 20:
                break
            if len(row) != len(header):
                continue
            for col in list(kinds):
                kind = complex
                try:
                    complex(row[col])
                except (ValueError, OverflowError):
                    kind = len(row[col])
                if kind != kinds[col]:
                    if kinds[col] is None:
                        kinds[col] = kind
                    else:
                        del kinds[col]
        votes = 0
        for col, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(header[col]) != kind else -1
            elif kind is not None:
                try:
                    kind(header[col])
                except (ValueError, TypeError):
                    votes += 1
                else:
                    votes -= 1
        return votes > 0
