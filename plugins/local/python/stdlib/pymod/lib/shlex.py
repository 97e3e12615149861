"""Splitting of command lines as a shell does it."""

__all__ = ["split", "quote", "join"]

_safe = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")


def split(s, comments=False, posix=True):
    """Split the string s using shell-like syntax."""
    if s is None:
        raise ValueError("s argument must not be None")
    words, word, i, n = [], None, 0, len(s)
    while i < n:
        c = s[i]
        i += 1
        if c in " \t\r\n":
            if word is not None:
                words.append(word)
                word = None
        elif comments and c == "#" and (word is None or not posix):
            end = s.find("\n", i)
            i = n if end < 0 else end + 1
            if word is not None:
                words.append(word)
                word = None
        elif c in "'\"":
            if not posix and word is not None and word[:1] not in ("'", '"', ""):
                word += c
                continue
            word = (word or "") + ("" if posix else c)
            while True:
                if i >= n:
                    raise ValueError("No closing quotation")
                d = s[i]
                i += 1
                if d == c:
                    if not posix:
                        word += d
                        words.append(word)
                        word = None
                    break
                if posix and d == "\\" and c == '"':
                    if i >= n:
                        raise ValueError("No escaped character")
                    if s[i] not in '"\\':
                        word += d
                    word += s[i]
                    i += 1
                else:
                    word += d
        elif c == "\\" and posix:
            if i >= n:
                raise ValueError("No escaped character")
            word = (word or "") + s[i]
            i += 1
        else:
            word = (word or "") + c
    if word is not None:
        words.append(word)
    return words


def join(split_command):
    """Return a shell-escaped string from split_command."""
    return " ".join(quote(arg) for arg in split_command)


def quote(s):
    """Return a shell-escaped version of the string s."""
    if not s:
        return "''"
    if all(c in _safe for c in s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"
