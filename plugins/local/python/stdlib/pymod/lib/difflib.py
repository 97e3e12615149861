"""How two sequences differ: matching blocks, edits, and deltas of texts that people and programs read."""
import re as _re
from collections import deque as _deque, namedtuple as _namedtuple
from heapq import nlargest as _nlargest
from types import GenericAlias as _GenericAlias

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK",
           "IS_LINE_JUNK", "context_diff", "unified_diff", "diff_bytes", "HtmlDiff", "Match"]

Match = _namedtuple("Match", "a b size")


def _calculate_ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Compares pairs of sequences of hashable elements.

    What it knows of the second sequence is kept, so that one sequence is
    compared with many by setting the first anew.
    """

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    __class_getitem__ = classmethod(_GenericAlias)

    def set_seqs(self, a, b):
        """Set the two sequences to be compared."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Set the first sequence to be compared."""
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Set the second sequence to be compared."""
        if b is not self.b:
            self.b = b
            self.matching_blocks = self.opcodes = None
            self.fullbcount = None
            self._index()

    def _index(self):
        """Note where each element of b is, without the junk and, in a long b, what is everywhere."""
        places = self.b2j = {}
        for j, element in enumerate(self.b):
            places.setdefault(element, []).append(j)
        isjunk = self.isjunk
        self.bjunk = {element for element in places if isjunk(element)} if isjunk else set()
        for element in self.bjunk:
            del places[element]
        self.bpopular = set()
        n = len(self.b)
        if self.autojunk and n >= 200:
            often = n // 100 + 1
            self.bpopular = {element for element, where in places.items() if len(where) > often}
            for element in self.bpopular:
                del places[element]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """Find the longest matching block in a[alo:ahi] and b[blo:bhi]; of equals the earliest in a, then in b."""
        a, b, where, junk = self.a, self.b, self.b2j.get, self.bjunk
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        i, j, size = alo, blo, 0
        # The length of the match that ends at a place in b and the element of a before.
        runs = {}
        for x in range(alo, ahi):
            before, runs = runs, {}
            for y in where(a[x], ()):
                if y < blo:
                    continue
                if y >= bhi:
                    break
                n = runs[y] = before.get(y - 1, 0) + 1
                if n > size:
                    i, j, size = x - n + 1, y - n + 1, n
        # What has no place in the index may lengthen the match, junk only if it adjoins what isn't.
        for junky in False, True:
            while i > alo and j > blo and (b[j - 1] in junk) is junky and a[i - 1] == b[j - 1]:
                i, j, size = i - 1, j - 1, size + 1
            while i + size < ahi and j + size < bhi and (b[j + size] in junk) is junky and a[i + size] == b[j + size]:
                size += 1
        return Match(i, j, size)

    def get_matching_blocks(self):
        """Return list of triples describing matching subsequences, closed by (len(a), len(b), 0)."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        todo, found = [(0, la, 0, lb)], []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, size = match = self.find_longest_match(alo, ahi, blo, bhi)
            if not size:
                continue
            found.append(match)
            if alo < i and blo < j:
                todo.append((alo, i, blo, j))
            if i + size < ahi and j + size < bhi:
                todo.append((i + size, ahi, j + size, bhi))
        found.sort()
        blocks = []
        for i, j, size in found:
            if blocks and blocks[-1].a + blocks[-1].size == i and blocks[-1].b + blocks[-1].size == j:
                last = blocks.pop()
                blocks.append(Match(last.a, last.b, last.size + size))
            else:
                blocks.append(Match(i, j, size))
        blocks.append(Match(la, lb, 0))
        self.matching_blocks = blocks
        return blocks

    def get_opcodes(self):
        """Return list of 5-tuples (tag, i1, i2, j1, j2) describing how to turn a into b."""
        if self.opcodes is None:
            self.opcodes = codes = []
            i = j = 0
            for ai, bj, size in self.get_matching_blocks():
                if i < ai:
                    codes.append(("replace" if j < bj else "delete", i, ai, j, bj))
                elif j < bj:
                    codes.append(("insert", i, ai, j, bj))
                i, j = ai + size, bj + size
                if size:
                    codes.append(("equal", ai, i, bj, j))
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """Isolate change clusters by eliminating ranges with no changes; n is how much context stays around them."""
        codes = list(self.get_opcodes()) or [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        """Return a measure of the sequences' similarity (float in [0,1])."""
        matches = sum(block.size for block in self.get_matching_blocks())
        return _calculate_ratio(matches, len(self.a) + len(self.b))

    def quick_ratio(self):
        """Return an upper bound on ratio() relatively quickly."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for element in self.b:
                counts[element] = counts.get(element, 0) + 1
        in_b, left, matches = self.fullbcount, {}, 0
        for element in self.a:
            n = left[element] if element in left else in_b.get(element, 0)
            left[element] = n - 1
            if n > 0:
                matches += 1
        return _calculate_ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """Return an upper bound on ratio() very quickly."""
        la, lb = len(self.a), len(self.b)
        return _calculate_ratio(min(la, lb), la + lb)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """Use SequenceMatcher to return list of the best "good enough" matches, best first."""
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    good = []
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            good.append((matcher.ratio(), candidate))
    return [candidate for score, candidate in _nlargest(n, good)]


def _keep_original_ws(line, tags):
    """The tags with the white space of the line where they are blank."""
    return "".join(c if tag == " " and c.isspace() else tag for c, tag in zip(line, tags))


class Differ:
    """Compares sequences of lines of text, and makes deltas that people read."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """Compare two sequences of lines; generate the resulting delta."""
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            elif tag == "equal":
                yield from self._dump(" ", a, alo, ahi)
            else:
                raise ValueError("unknown tag %r" % (tag,))

    def _dump(self, tag, lines, lo, hi):
        for i in range(lo, hi):
            yield "%s %s" % (tag, lines[i])

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        """All lines as deleted and inserted, the shorter side first."""
        deleted, inserted = self._dump("-", a, alo, ahi), self._dump("+", b, blo, bhi)
        if bhi - blo < ahi - alo:
            deleted, inserted = inserted, deleted
        yield from deleted
        yield from inserted

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """The lines around the two that are most alike, and these with what differs in them."""
        todo = [(alo, ahi, blo, bhi)]
        while todo:
            item = todo.pop()
            if len(item) == 2:
                yield from self._alike(*item)
                continue
            alo, ahi, blo, bhi = item
            if alo == ahi or blo == bhi:
                yield from self._dump("-", a, alo, ahi)
                yield from self._dump("+", b, blo, bhi)
                continue
            best = self._most_alike(a, alo, ahi, b, blo, bhi)
            if best is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                continue
            i, j = best
            todo += (i + 1, ahi, j + 1, bhi), (a[i], b[j]), (alo, i, blo, j)

    def _most_alike(self, a, alo, ahi, b, blo, bhi):
        """The places of the two lines that are most alike, of equals if no others are; None if none are."""
        best_ratio, best, equal = 0.74, None, None
        matcher = SequenceMatcher(self.charjunk)
        for j in range(blo, bhi):
            line = b[j]
            matcher.set_seq2(line)
            for i in range(alo, ahi):
                if a[i] == line:
                    equal = equal or (i, j)
                    continue
                matcher.set_seq1(a[i])
                if (matcher.real_quick_ratio() > best_ratio and matcher.quick_ratio() > best_ratio
                        and matcher.ratio() > best_ratio):
                    best_ratio, best = matcher.ratio(), (i, j)
        return best if best_ratio >= 0.75 else equal

    def _alike(self, old, new):
        if old == new:
            yield "  " + old
            return
        old_tags = new_tags = ""
        for tag, i1, i2, j1, j2 in SequenceMatcher(self.charjunk, old, new).get_opcodes():
            if tag == "equal":
                mark = "  "
            elif tag == "replace":
                mark = "^^"
            else:
                mark = "-+"
            old_tags += mark[0] * (i2 - i1)
            new_tags += mark[1] * (j2 - j1)
        yield from self._qformat(old, new, old_tags, new_tags)

    def _qformat(self, aline, bline, atags, btags):
        """Two lines, each followed by a line that points to what differs, if anything."""
        for sign, line, tags in ("- ", aline, atags), ("+ ", bline, btags):
            yield sign + line
            tags = _keep_original_ws(line, tags).rstrip()
            if tags:
                yield f"? {tags}\n"


def IS_LINE_JUNK(line, pat=_re.compile(r"\s*(?:#\s*)?$").match):
    """Return True for ignorable line: blank, or with a single # alone."""
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Return True for ignorable character: a space or a tab."""
    return ch in ws


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Compare a and b (lists of strings); return a Differ-style delta."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Generate one of the two sequences that generated a delta: 1 the first, 2 the second."""
    try:
        sign = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which) from None
    for line in delta:
        if line[:2] in ("  ", sign):
            yield line[2:]


def _format_range_unified(start, stop):
    length = stop - start
    if length == 1:
        return "%d" % (start + 1)
    return "%d,%d" % (start + 1 if length else start, length)


def _format_range_context(start, stop):
    return "%d,%d" % (start + 1, stop) if stop - start > 1 else "%d" % stop


def _check_types(a, b, *args):
    for lines in a, b:
        if lines and not isinstance(lines[0], str):
            raise TypeError("lines to compare must be str, not %s (%r)" % (type(lines[0]).__name__, lines[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError("all arguments must be str, not: %r" % (arg,))


def _file_headers(marks, names, dates, lineterm):
    for mark, name, date in zip(marks, names, dates):
        yield f"{mark} {name}\t{date}{lineterm}" if date else f"{mark} {name}{lineterm}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a unified diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _file_headers(("---", "+++"), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
        old = _format_range_unified(group[0][1], group[-1][2])
        new = _format_range_unified(group[0][3], group[-1][4])
        yield f"@@ -{old} +{new} @@{lineterm}"
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            for line in a[i1:i2]:
                yield "-" + line
            for line in b[j1:j2]:
                yield "+" + line


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a context diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    signs = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _file_headers(("***", "---"), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
        tags = {code[0] for code in group}
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield f"*** {_format_range_context(first[1], last[2])} ****{lineterm}"
        if tags & {"replace", "delete"}:
            for tag, i1, i2, _, _ in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield signs[tag] + line
        yield f"--- {_format_range_context(first[3], last[4])} ----{lineterm}"
        if tags & {"replace", "insert"}:
            for tag, _, _, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield signs[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    """Compare a and b, two sequences of lines represented as bytes rather than str, with dfunc."""
    def text(s):
        try:
            return s.decode("ascii", "surrogateescape")
        except AttributeError as err:
            raise TypeError("all arguments must be bytes, not %s (%r)" % (type(s).__name__, s)) from err

    a, b = list(map(text, a)), list(map(text, b))
    fromfile, tofile = text(fromfile), text(tofile)
    fromfiledate, tofiledate, lineterm = text(fromfiledate), text(tofiledate), text(lineterm)
    for line in dfunc(a, b, fromfile, tofile, fromfiledate, tofiledate, n, lineterm):
        yield line.encode("ascii", "surrogateescape")


class _Side:
    """The lines of one side of a table: (number, text), the text with marks where it differs."""

    def __init__(self):
        self.number = 0
        self.lines = _deque()

    def put(self, text):
        self.number += 1
        self.lines.append((self.number, text))

    def put_all(self, sign, line):
        """A line that the other side has nothing for."""
        self.put(f"\0{sign}{line[2:] or ' '}\1")

    def put_parts(self, line, hints):
        """A line of which parts differ, as the line of hints says."""
        out, end = [], 0
        for m in _re.finditer(r"\++|-+|\^+", hints):
            begin, stop = m.span()
            out += line[end:begin], "\0", m[0][0], line[begin:stop], "\1"
            end = stop
        self.put("".join(out + [line[end:]])[2:])


def _mdiff(fromlines, tolines, context=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Generate the rows of a table of two texts: the line of each side, and whether they differ."""
    rows = _rows(ndiff(fromlines, tolines, linejunk, charjunk))
    return rows if context is None else _near_changes(rows, context)


def _rows(delta):
    left, right = _Side(), _Side()
    missing = 0  # how many lines the left side lacks of this block
    ahead = _deque(next(delta, "X") for _ in range(4))

    def take():
        ahead.append(next(delta, "X"))
        return ahead.popleft()

    while True:
        kinds = "".join(line[0] for line in ahead)
        ends = False
        if kinds[0] == " ":
            line = take()[2:]
            left.put(line)
            right.put(line)
            left.lines[-1] += False,
        elif kinds.startswith(("-?+", "-+?")):
            for side in left, right:
                line = take()
                if ahead[0][0] == "?":
                    side.put_parts(line, take())
                else:
                    side.put(line[2:])
        elif kinds[0] == "-":
            left.put_all("-", take())
            missing -= 1
            ends = kinds[1] == " " or kinds.startswith(("--?+", "--+")) and kinds != "--++"
        elif kinds[0] == "+":
            right.put_all("+", take())
            missing += 1
            ends = kinds[1] == " " or kinds[1] == "-" and kinds[2] != "-"
        else:
            ends = True
        if ends:
            (left if missing > 0 else right).lines.extend([("", "\n")] * abs(missing))
            missing = 0
        while left.lines and right.lines:
            line, other = left.lines.popleft(), right.lines.popleft()
            yield line[:2], other, len(line) == 2
        if kinds[0] == "X":
            return


def _near_changes(rows, context):
    """The rows that are at most so many away from one that differs; a row of None for what was left out."""
    before, passed, after = _deque(maxlen=context + 1), 0, 0
    for row in rows:
        if after:
            after = context if row[2] else after - 1
            yield row
            continue
        before.append(row)
        passed += 1
        if row[2]:
            if passed > context + 1:
                yield None, None, None
            yield from before
            before.clear()
            passed, after = 0, context


_file_template = """
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
          "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">

<html>

<head>
    <meta http-equiv="Content-Type"
          content="text/html; charset=%(charset)s" />
    <title></title>
    <style type="text/css">%(styles)s
    </style>
</head>

<body>
    %(table)s%(legend)s
</body>

</html>"""

_styles = """
        table.diff {font-family:Courier; border:medium;}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:#aaffaa}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}"""

_table_template = """
    <table class="diff" id="difflib_chg_%(prefix)s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        %(header_row)s
        <tbody>
%(data_rows)s        </tbody>
    </table>"""

_legend = """
    <table class="diff" summary="Legends">
        <tr> <th colspan="2"> Legends </th> </tr>
        <tr> <td> <table border="" summary="Colors">
                      <tr><th> Colors </th> </tr>
                      <tr><td class="diff_add">&nbsp;Added&nbsp;</td></tr>
                      <tr><td class="diff_chg">Changed</td> </tr>
                      <tr><td class="diff_sub">Deleted</td> </tr>
                  </table></td>
             <td> <table border="" summary="Links">
                      <tr><th colspan="2"> Links </th> </tr>
                      <tr><td>(f)irst change</td> </tr>
                      <tr><td>(n)ext change</td> </tr>
                      <tr><td>(t)op</td> </tr>
                  </table></td> </tr>
    </table>"""


class HtmlDiff:
    """Makes HTML that shows two texts side by side, with what differs in them highlighted."""

    _file_template = _file_template
    _styles = _styles
    _table_template = _table_template
    _legend = _legend
    _default_prefix = 0

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        self._tabsize = tabsize
        self._wrapcolumn = wrapcolumn
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_file(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5, *, charset="utf-8"):
        """Returns HTML file of side by side comparison with change highlights."""
        page = self._file_template % {
            "styles": self._styles,
            "legend": self._legend,
            "table": self.make_table(fromlines, tolines, fromdesc, todesc, context=context, numlines=numlines),
            "charset": charset,
        }
        return page.encode(charset, "xmlcharrefreplace").decode(charset)

    def make_table(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5):
        """Returns HTML table of side by side comparison with change highlights."""
        number = HtmlDiff._default_prefix
        HtmlDiff._default_prefix += 1
        self._prefix = [f"from{number}_", f"to{number}_"]
        rows = _mdiff([self._expand(line) for line in fromlines], [self._expand(line) for line in tolines],
                      numlines if context else None, self._linejunk, self._charjunk)
        if self._wrapcolumn:
            rows = self._wrapped(rows)
        table = self._table_template % {
            "data_rows": self._data_rows(list(rows), context, numlines),
            "header_row": self._header_row(fromdesc, todesc),
            "prefix": self._prefix[1],
        }
        for mark, html in (("\0+", '<span class="diff_add">'), ("\0-", '<span class="diff_sub">'),
                           ("\0^", '<span class="diff_chg">'), ("\1", "</span>"), ("\t", "&nbsp;")):
            table = table.replace(mark, html)
        return table

    def _expand(self, line):
        """A line whose tabs are as many tabs as they stand for spaces, without its end."""
        line = line.replace(" ", "\0").expandtabs(self._tabsize)
        return line.replace(" ", "\t").replace("\0", " ").rstrip("\n")

    def _header_row(self, fromdesc, todesc):
        if not fromdesc and not todesc:
            return ""
        cells = "".join('<th class="diff_next"><br /></th><th colspan="2" class="diff_header">%s</th>' % desc
                        for desc in (fromdesc, todesc))
        return f"<thead><tr>{cells}</tr></thead>"

    def _wrapped(self, rows):
        """The rows with lines cut at the wrap column."""
        for left, right, flag in rows:
            if flag is None:
                yield left, right, flag
                continue
            left, right = self._pieces(*left), self._pieces(*right)
            blank = ("", " ")
            for n in range(max(len(left), len(right))):
                yield left[n] if n < len(left) else blank, right[n] if n < len(right) else blank, flag

    def _pieces(self, number, text):
        """A line cut at the wrap column; a mark that a cut falls into is closed and opened again."""
        width, pieces = self._wrapcolumn, []
        while number and len(text) > width and len(text) - text.count("\0") * 3 > width:
            at = shown = 0
            mark = ""
            while shown < width and at < len(text):
                if text[at] == "\0":
                    mark = text[at + 1]
                    at += 2
                else:
                    if text[at] == "\1":
                        mark = ""
                    else:
                        shown += 1
                    at += 1
            pieces.append((number, text[:at] + ("\1" if mark else "")))
            number, text = ">", ("\0" + mark if mark else "") + text[at:]
        pieces.append((number, text))
        return pieces

    def _data_rows(self, rows, context, numlines):
        """The rows in HTML, with links in between from a change to the next."""
        if not rows:
            said = "&nbsp;No Differences Found&nbsp;" if context else "&nbsp;Empty File&nbsp;"
            link = f'<a href="#difflib_chg_{self._prefix[1]}_top">t</a>'
            return self._row("", link, *[f"<td></td><td>{said}</td>"] * 2)
        ids, links = self._links([row[2] for row in rows], numlines)
        out = []
        for i, (left, right, flag) in enumerate(rows):
            if flag is not None:
                out.append(self._row(ids[i], links[i], self._cells(0, *left), self._cells(1, *right)))
            elif i:
                out.append("        </tbody>        \n        <tbody>\n")
        return "".join(out)

    def _links(self, flags, numlines):
        """For each row the anchor and the link that it gets."""
        prefix = self._prefix[1]
        ids, links = [""] * len(flags), [""] * len(flags)
        changes = last = 0
        for i, flag in enumerate(flags):
            if flag and not (i and flags[i - 1]):
                last = i
                ids[max(0, i - numlines)] = f' id="difflib_chg_{prefix}_{changes}"'
                changes += 1
                links[i] = f'<a href="#difflib_chg_{prefix}_{changes}">n</a>'
        if not flags[0]:
            links[0] = f'<a href="#difflib_chg_{prefix}_0">f</a>'
        links[last] = f'<a href="#difflib_chg_{prefix}_top">t</a>'
        return ids, links

    def _row(self, anchor, link, left, right):
        return (f'            <tr><td class="diff_next"{anchor}>{link}</td>{left}'
                f'<td class="diff_next">{link}</td>{right}</tr>\n')

    def _cells(self, side, number, text):
        anchor = f' id="{self._prefix[side]}{number}"' if isinstance(number, int) else ""
        for char, html in ("&", "&amp;"), (">", "&gt;"), ("<", "&lt;"), (" ", "&nbsp;"):
            text = text.replace(char, html)
        return f'<td class="diff_header"{anchor}>{number}</td><td nowrap="nowrap">{text.rstrip()}</td>'
