"""A parser for HTML as it is found: it never fails, and leaves it to its user's methods what to do with the parts."""
import re as _re
from html import unescape as _unescape

__all__ = ["HTMLParser"]

_ENTITY = _re.compile(r"&([a-zA-Z][-.a-zA-Z0-9]*)(?=[^a-zA-Z0-9])")
_CHARREF = _re.compile(r"&#([0-9]+|[xX][0-9a-fA-F]+)(?=[^0-9a-fA-F])")
_OPEN_ENTITY = _re.compile(r"&[a-zA-Z][-.a-zA-Z0-9]*\Z|&#[0-9a-zA-Z]*\Z|&\Z")
_END_TAG = _re.compile(r"</\s*([a-zA-Z][-.a-zA-Z0-9:_]*)\s*>")
_COMMENT_END = _re.compile(r"--\s*>")
_SECTION_END = _re.compile(r"]\s*]\s*>")
_MS_SECTION_END = _re.compile(r"]\s*>")


class HTMLParser:
    """Find tags and other markup and call handler functions."""
    CDATA_CONTENT_ELEMENTS = ("script", "style")

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Reset this instance. Loses all unprocessed data."""
        self.rawdata = ""
        self.lasttag = "???"
        self.cdata_elem = None
        self.lineno, self.offset = 1, 0
        self.__starttag_text = None

    def feed(self, data):
        """Feed data to the parser."""
        self.rawdata = self.rawdata + data
        self.goahead(0)

    def close(self):
        """Handle any buffered data."""
        self.goahead(1)

    def getpos(self):
        """Return current line number and offset."""
        return self.lineno, self.offset

    def get_starttag_text(self):
        """Return full source of start tag: '<...>'."""
        return self.__starttag_text

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()

    def clear_cdata_mode(self):
        self.cdata_elem = None

    def updatepos(self, i, j):
        if i >= j:
            return j
        newlines = self.rawdata.count("\n", i, j)
        if newlines:
            self.lineno += newlines
            self.offset = j - (self.rawdata.rindex("\n", i, j) + 1)
        else:
            self.offset += j - i
        return j

    def _text(self, text):
        self.handle_data(_unescape(text) if self.convert_charrefs and not self.cdata_elem else text)

    def _text_end(self, i, end):
        """Where the text from i on ends; -1 if more input decides."""
        raw, n = self.rawdata, len(self.rawdata)
        if self.cdata_elem:
            m = _re.compile(r"</\s*%s\s*>" % self.cdata_elem, _re.I).search(raw, i)
            return m.start() if m else -1
        if self.convert_charrefs:
            j = raw.find("<", i)
            if j < 0:
                amp = raw.rfind("&", max(i, n - 34))
                if amp >= 0 and not _re.compile(r"[\s;]").search(raw, amp) and not end:
                    return -1
                return n
            return j
        m = _re.compile("[&<]").search(raw, i)
        return m.start() if m else n

    def goahead(self, end):
        raw = self.rawdata
        i, n = 0, len(raw)
        while i < n:
            j = self._text_end(i, end)
            if j < 0:
                break
            if i < j:
                self._text(raw[i:j])
            i = self.updatepos(i, j)
            if i == n:
                break
            k = self._markup(i, end) if raw[i] == "<" else self._reference(i, end)
            if k < 0:
                break
            i = self.updatepos(i, k)
        if end and i < n and not self.cdata_elem:
            self._text(raw[i:n])
            i = self.updatepos(i, n)
        self.rawdata = raw[i:]

    def _markup(self, i, end):
        """Handle what begins with < at i, and give where it ends; -1 if it is not complete."""
        raw, n = self.rawdata, len(self.rawdata)
        after = raw[i + 1:i + 2]
        if after.isascii() and after.isalpha():
            k = self.parse_starttag(i)
        elif after == "/":
            k = self.parse_endtag(i)
        elif raw.startswith("<!--", i):
            k = self.parse_comment(i)
        elif after == "?":
            k = self.parse_pi(i)
        elif after == "!":
            k = self.parse_html_declaration(i)
        elif after:
            self.handle_data("<")
            return i + 1
        else:
            return -1
        if k < 0 and end:
            k = raw.find(">", i + 1)
            if k < 0:
                k = raw.find("<", i + 1)
                if k < 0:
                    k = i + 1
            else:
                k += 1
            self._text(raw[i:k])
        return k

    def _reference(self, i, end):
        """Handle what begins with & at i."""
        raw = self.rawdata
        for pattern, handle in (_CHARREF, self.handle_charref), (_ENTITY, self.handle_entityref):
            m = pattern.match(raw, i)
            if m:
                handle(m.group(1))
                k = m.end()
                return k + 1 if raw.startswith(";", k) else k
        m = _OPEN_ENTITY.match(raw, i)
        if m:
            if not end:
                return -1
            if len(m.group()) == 2:
                return i + 1  # as in CPython, the & of what the end cuts off so early is lost
            if len(m.group()) > 2:
                return -1
        if raw.startswith("&#", i) and ";" in raw[i:]:
            self.handle_data("&#")
            return i + 2
        self.handle_data("&")
        return i + 1

    def parse_html_declaration(self, i):
        raw = self.rawdata
        if raw.startswith("<!--", i):
            return self.parse_comment(i)
        if raw.startswith("<![", i):
            return self.parse_marked_section(i)
        if raw[i:i + 9].lower() == "<!doctype":
            k = raw.find(">", i + 9)
            if k < 0:
                return -1
            self.handle_decl(raw[i + 2:k])
            return k + 1
        return self.parse_bogus_comment(i)

    def parse_bogus_comment(self, i, report=1):
        k = self.rawdata.find(">", i + 2)
        if k < 0:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 2:k])
        return k + 1

    def parse_comment(self, i, report=1):
        m = _COMMENT_END.search(self.rawdata, i + 4)
        if not m:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 4:m.start()])
        return m.end()

    def parse_marked_section(self, i, report=1):
        m = _re.compile(r"[a-zA-Z][-_.a-zA-Z0-9]*").match(self.rawdata, i + 3)
        if not m or m.end() == len(self.rawdata):
            return -1
        name = m.group().lower()
        if name in ("temp", "cdata", "ignore", "include", "rcdata"):
            close = _SECTION_END.search(self.rawdata, i + 3)
        elif name in ("if", "else", "endif"):
            close = _MS_SECTION_END.search(self.rawdata, i + 3)
        else:
            raise AssertionError("unknown status keyword %r in marked section" % self.rawdata[i + 3:m.end()])
        if not close:
            return -1
        if report:
            self.unknown_decl(self.rawdata[i + 3:close.start()])
        return close.end()

    def parse_pi(self, i):
        k = self.rawdata.find(">", i + 2)
        if k < 0:
            return -1
        self.handle_pi(self.rawdata[i + 2:k])
        return k + 1

    def _skip(self, i):
        """Over white space and slashes between attributes, but not over the slash of '/>'."""
        raw = self.rawdata
        while i < len(raw) and (raw[i].isspace() or raw[i] == "/" and raw[i + 1:i + 2] != ">"):
            i += 1
        return i

    def parse_starttag(self, i):
        """Handle a start tag, and give where it ends or -1 if it is not complete."""
        raw, n = self.rawdata, len(self.rawdata)
        self.__starttag_text = None
        k = i + 1
        while k < n and raw[k] not in "\t\n\r\f />\0":
            k += 1
        tag = raw[i + 1:k].lower()
        attrs = []
        k = self._skip(k)
        while k < n and raw[k] != ">" and not raw.startswith("/>", k):
            if not (raw[k - 1].isspace() or raw[k - 1] in "'\"/"):
                break
            start = k
            k += 1
            while k < n and not raw[k].isspace() and raw[k] not in "/=>":
                k += 1
            name, value = raw[start:k].lower(), None
            v = k
            while v < n and raw[v].isspace():
                v += 1
            if v < n and raw[v] == "=":
                while v < n and (raw[v] == "=" or raw[v].isspace()):
                    v += 1
                if v >= n:
                    return -1
                if raw[v] in "'\"":
                    close = raw.find(raw[v], v + 1)
                    if close < 0:
                        return -1
                    value, k = raw[v + 1:close], close + 1
                else:
                    k = v
                    while k < n and raw[k] != ">" and not raw[k].isspace():
                        k += 1
                    value = raw[v:k]
                if value:
                    value = _unescape(value)
            attrs.append((name, value))
            k = self._skip(k)
        if k >= n:
            return -1
        self.lasttag = tag
        if raw[k] == ">":
            end = k + 1
        elif raw.startswith("/>", k):
            end = k + 2
        else:
            close = raw.find(">", k)
            if close < 0:
                return -1
            self.handle_data(raw[i:close + 1])
            return close + 1
        self.__starttag_text = raw[i:end]
        if end == k + 2:
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return end

    def parse_endtag(self, i):
        """Handle an end tag, and give where it ends or -1 if it is not complete."""
        raw = self.rawdata
        close = raw.find(">", i + 1) + 1
        if close == 0:
            return -1
        m = _END_TAG.match(raw, i)
        if m:
            elem = m.group(1).lower()
            if self.cdata_elem is not None and elem != self.cdata_elem:
                self.handle_data(raw[i:close])
                return close
            self.handle_endtag(elem)
            self.clear_cdata_mode()
            return close
        if self.cdata_elem is not None:
            self.handle_data(raw[i:close])
            return close
        first = raw[i + 2:i + 3]
        if not (first.isascii() and first.isalpha()):
            return i + 3 if raw.startswith("</>", i) else self.parse_bogus_comment(i)
        k = i + 2
        while k < len(raw) and raw[k] not in "\t\n\r\f />\0":
            k += 1
        tag = raw[i + 2:k].lower()
        close = raw.find(">", self._skip(k))
        self.handle_endtag(tag)
        return close + 1

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass
