"""A lexical analyzer class for simple shell-like syntaxes."""
from collections import deque as _deque
from io import StringIO as _StringIO

__all__ = ["shlex", "split", "quote", "join"]

_safe = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")


class shlex:
    """Cuts a stream of characters into tokens.

    state says where a token stands: " " before it, "a" in a word, "c" in a
    run of punctuation, a quote or an escape within it, None at the end.
    """

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if isinstance(instream, str):
            instream = _StringIO(instream)
        if instream is None:
            import sys
            instream = sys.stdin
        self.instream = instream
        self.infile = infile if instream is not None else None
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.wordchars = "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
        if posix:
            self.wordchars += "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.state = " "
        self.pushback = _deque()
        self.lineno = 1
        self.debug = 0
        self.token = ""
        self.filestack = _deque()
        self.source = None
        if not punctuation_chars:
            punctuation_chars = ""
        elif punctuation_chars is True:
            punctuation_chars = "();<>|&"
        self._punctuation_chars = punctuation_chars
        if punctuation_chars:
            self._pushback_chars = _deque()
            self.wordchars += "~-./*?="
            self.wordchars = self.wordchars.translate(dict.fromkeys(map(ord, punctuation_chars)))

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """Push a token onto the stack popped by the get_token method."""
        if self.debug >= 1:
            print("shlex: pushing token " + repr(tok))
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Push an input source onto the lexer's input source stack."""
        if isinstance(newstream, str):
            newstream = _StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile = newfile
        self.instream = newstream
        self.lineno = 1
        if self.debug:
            print("shlex: pushing to file %s" % newfile if newfile is not None else f"shlex: pushing to stream {newstream}")

    def pop_source(self):
        """Pop the input source stack."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        if self.debug:
            print("shlex: popping to %s, line %d" % (self.instream, self.lineno))
        self.state = " "

    def get_token(self):
        """Get a token from the input stream (or from stack if it's nonempty)."""
        if self.pushback:
            tok = self.pushback.popleft()
            if self.debug >= 1:
                print("shlex: popping token " + repr(tok))
            return tok
        raw = self.read_token()
        if self.source is not None:
            while raw == self.source:
                found = self.sourcehook(self.read_token())
                if found:
                    newfile, newstream = found
                    self.push_source(newstream, newfile)
                raw = self.get_token()
        while raw == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            raw = self.get_token()
        if self.debug >= 1:
            print("shlex: token=" + repr(raw) if raw != self.eof else "shlex: token=EOF")
        return raw

    def read_token(self):
        """Read one token, without regard to what was pushed back."""
        self._quoted = False
        self._escaped_in = " "
        while True:
            c = self._next_char()
            if c == "\n":
                self.lineno += 1
            if self.debug >= 3:
                print("shlex: in state %r I see character: %r" % (self.state, c))
            if self.state is None:
                self.token = ""
                break
            if self.state == " ":
                ends = self._before(c)
            elif self.state in self.quotes:
                ends = self._in_quotes(c)
            elif self.state in self.escape:
                ends = self._after_escape(c)
            else:
                ends = self._in_word(c)
            if ends:
                break
        result, self.token = self.token, ""
        if self.posix and not self._quoted and result == "":
            result = None
        if self.debug > 1:
            print("shlex: raw token=" + repr(result) if result else "shlex: raw token=EOF")
        return result

    def _next_char(self):
        if self._punctuation_chars and self._pushback_chars:
            return self._pushback_chars.pop()
        return self.instream.read(1)

    def _complete(self):
        """Whether there is a token, if an empty one."""
        return bool(self.token or (self.posix and self._quoted))

    def _skip_comment(self):
        self.instream.readline()
        self.lineno += 1

    def _before(self, c):
        """Take a character before a token; tells whether the token ends with it."""
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return self._complete()
        if c in self.commenters:
            self._skip_comment()
        elif self.posix and c in self.escape:
            self._escaped_in = "a"
            self.state = c
        elif c in self.wordchars:
            self.token, self.state = c, "a"
        elif c in self._punctuation_chars:
            self.token, self.state = c, "c"
        elif c in self.quotes:
            if not self.posix:
                self.token = c
            self.state = c
        elif self.whitespace_split:
            self.token, self.state = c, "a"
        else:
            self.token = c
            return True
        return False

    def _in_quotes(self, c):
        self._quoted = True
        if not c:
            raise ValueError("No closing quotation")
        if c == self.state:
            if not self.posix:
                self.token += c
                self.state = " "
                return True
            self.state = "a"
        elif self.posix and c in self.escape and self.state in self.escapedquotes:
            self._escaped_in = self.state
            self.state = c
        else:
            self.token += c
        return False

    def _after_escape(self, c):
        if not c:
            raise ValueError("No escaped character")
        # Within quotes an escape is for the quote and for itself alone.
        if self._escaped_in in self.quotes and c not in (self.state, self._escaped_in):
            self.token += self.state
        self.token += c
        self.state = self._escaped_in
        return False

    def _in_word(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = " "
            return self._complete()
        if c in self.commenters:
            self._skip_comment()
            if not self.posix:
                return False
            self.state = " "
            return self._complete()
        if self.state == "c":
            if c in self._punctuation_chars:
                self.token += c
                return False
            self._pushback_chars.append(c)
            self.state = " "
            return True
        if self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._escaped_in = "a"
            self.state = c
        elif c in self.wordchars or c in self.quotes or (self.whitespace_split and c not in self._punctuation_chars):
            self.token += c
        else:
            if self._punctuation_chars:
                self._pushback_chars.append(c)
            else:
                self.pushback.appendleft(c)
            self.state = " "
            return self._complete()
        return False

    def sourcehook(self, newfile):
        """Hook called on a filename to be sourced; there are no files, so that a subclass must know what it stands for."""
        raise FileNotFoundError(2, "No such file or directory", newfile.strip('"'))

    def error_leader(self, infile=None, lineno=None):
        """Emit a C-compiler-like, Emacs-friendly error-message leader."""
        if infile is None:
            infile = self.infile
        if lineno is None:
            lineno = self.lineno
        return '"%s", line %d: ' % (infile, lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    """Split the string s using shell-like syntax."""
    if s is None:
        raise ValueError("s argument must not be None")
    lex = shlex(s, posix=posix)
    lex.whitespace_split = True
    if not comments:
        lex.commenters = ""
    return list(lex)


def join(split_command):
    """Return a shell-escaped string from split_command."""
    return " ".join(quote(arg) for arg in split_command)


def quote(s):
    """Return a shell-escaped version of the string s."""
    if not s:
        return "''"
    if _safe.issuperset(s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"
