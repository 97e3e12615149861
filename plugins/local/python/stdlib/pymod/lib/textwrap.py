"""Text wrapping and filling."""

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_to_spaces = str.maketrans("\t\n\x0b\x0c\r", "     ")


class TextWrapper:
    """Breaks paragraphs into lines; its attributes say how."""

    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True,
                 replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(_to_spaces)
        return text

    def _split(self, text):
        return _chunks(text, self.break_on_hyphens is True)

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def _fix_sentence_endings(self, chunks):
        # Where a sentence ends, the one space after it becomes two.
        for i in range(1, len(chunks)):
            if chunks[i] == " " and _ends_sentence(chunks[i - 1]):
                chunks[i] = "  "

    def _take_line(self, chunks, width):
        """The chunks of the next line, taken from the end of the reversed list."""
        line, length = [], 0
        while chunks and length + len(chunks[-1]) <= width:
            length += len(chunks[-1])
            line.append(chunks.pop())
        if chunks and len(chunks[-1]) > width:
            self._handle_long_word(chunks, line, length, width)
        if self.drop_whitespace and line and not line[-1].strip():
            line.pop()
        return line

    def _handle_long_word(self, chunks, line, length, width):
        room = 1 if width < 1 else width - length
        word = chunks[-1]
        if self.break_long_words:
            end = room
            if self.break_on_hyphens and len(word) > room:
                hyphen = word.rfind("-", 0, room)
                if hyphen > 0 and word[:hyphen].strip("-"):
                    end = hyphen + 1
            line.append(word[:end])
            chunks[-1] = word[end:]
        elif not line:
            line.append(chunks.pop())

    def _close(self, lines, line, indent, width):
        """Ends the last line that max_lines allows with the placeholder."""
        length = sum(map(len, line))
        while line:
            if line[-1].strip() and length + len(self.placeholder) <= width:
                lines.append(indent + "".join(line) + self.placeholder)
                return
            length -= len(line.pop())
        if lines:
            last = lines[-1].rstrip()
            if len(last) + len(self.placeholder) <= self.width:
                lines[-1] = last + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError("invalid width %r (must be > 0)" % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        lines = []
        chunks.reverse()
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            line = self._take_line(chunks, width)
            if not line:
                continue
            rest = chunks
            if self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip():
                rest = []
            if (self.max_lines is None or len(lines) + 1 < self.max_lines
                    or not rest and sum(map(len, line)) <= width):
                lines.append(indent + "".join(line))
            else:
                self._close(lines, line, indent, width)
                break
        return lines

    def wrap(self, text):
        """The lines of the paragraph text, without line ends."""
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        """The paragraph text with line breaks."""
        return "\n".join(self.wrap(text))


def _ends_sentence(word):
    if word[-1:] in ("'", '"'):
        word = word[:-1]
    return len(word) > 1 and word[-1] in ".!?" and "a" <= word[-2] <= "z"


def wrap(text, width=70, **kwargs):
    """Wrap a single paragraph of text, returning a list of wrapped lines."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """Fill a single paragraph of text, returning a new string."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Collapse and truncate the given text to fit in the given width."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))


def dedent(text):
    """Remove the white space that all lines of text begin with."""
    if not isinstance(text, str):
        if isinstance(text, (bytes, bytearray, memoryview)):
            raise TypeError("cannot use a string pattern on a bytes-like object")
        raise TypeError(f"expected string or bytes-like object, got '{type(text).__name__}'")
    margin = None
    lines = text.split("\n")
    for i, line in enumerate(lines):
        body = line.lstrip(" \t")
        if not body:
            lines[i] = ""
            continue
        blank = line[:len(line) - len(body)]
        if margin is None:
            margin = blank
        elif not blank.startswith(margin):
            n = 0
            while n < len(blank) and blank[n] == margin[n]:
                n += 1
            margin = margin[:n]
    if margin:
        lines = [line[len(margin):] for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    """Put prefix before the lines of text that predicate accepts (by default: not blank)."""
    if predicate is None:
        predicate = lambda line: line.strip()
    return "".join(prefix + line if predicate(line) else line for line in text.splitlines(True))
