"""Matching names against the patterns of a shell: * any text, ? any character, [seq] and [!seq]."""
import re as _re
from functools import lru_cache as _lru_cache

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def fnmatch(name, pat):
    """Test whether the name matches the pattern."""
    return fnmatchcase(name, pat)


@_lru_cache(maxsize=256, typed=True)
def _compile(pat):
    if isinstance(pat, bytes):
        return _re.compile(bytes(translate(str(pat, "ISO-8859-1")), "ISO-8859-1")).match
    return _re.compile(translate(pat)).match


def filter(names, pat):
    """Construct a list from those elements of the iterable names that match pat."""
    match = _compile(pat)
    return [name for name in names if match(name)]


def fnmatchcase(name, pat):
    """Test whether the name matches the pattern, including case."""
    return _compile(pat)(name) is not None


def _set(stuff):
    """The regular expression for what stands between brackets."""
    if "-" not in stuff:
        stuff = stuff.replace("\\", r"\\")
    else:
        chunks, i, n = [], 0, len(stuff)
        k = 2 if stuff[0] == "!" else 1
        while True:
            k = stuff.find("-", k, n)
            if k < 0:
                break
            chunks.append(stuff[i:k])
            i = k + 1
            k = k + 3
        chunk = stuff[i:n]
        if chunk:
            chunks.append(chunk)
        else:
            chunks[-1] += "-"
        for k in range(len(chunks) - 1, 0, -1):  # ranges that are empty match nothing
            if chunks[k - 1][-1] > chunks[k][0]:
                chunks[k - 1] = chunks[k - 1][:-1] + chunks[k][1:]
                del chunks[k]
        stuff = "-".join(s.replace("\\", r"\\").replace("-", r"\-") for s in chunks)
    stuff = _re.sub(r"([&~|])", r"\\\1", stuff)
    if not stuff:
        return "(?!)"
    if stuff == "!":
        return "."
    if stuff[0] == "!":
        stuff = "^" + stuff[1:]
    elif stuff[0] in ("^", "["):
        stuff = "\\" + stuff
    return f"[{stuff}]"


_STAR = object()


def translate(pat):
    """Translate a shell pattern to a regular expression."""
    parts, i, n = [], 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == "*":
            if not parts or parts[-1] is not _STAR:
                parts.append(_STAR)
        elif c == "?":
            parts.append(".")
        elif c == "[":
            j = i
            if j < n and pat[j] == "!":
                j += 1
            if j < n and pat[j] == "]":
                j += 1
            j = pat.find("]", j)
            if j < 0:
                parts.append("\\[")
            else:
                parts.append(_set(pat[i:j]))
                i = j + 1
        else:
            parts.append(_re.escape(c))
    # A star before the last matches as little as it can, once and for all.
    out, fixed = "", []
    stars = [k for k, p in enumerate(parts) if p is _STAR]
    if not stars:
        return r"(?s:%s)\Z" % "".join(parts)
    out = "".join(parts[:stars[0]])
    for a, b in zip(stars, stars[1:]):
        out += "(?>.*?%s)" % "".join(parts[a + 1:b])
    out += ".*" + "".join(parts[stars[-1] + 1:])
    return r"(?s:%s)\Z" % out
