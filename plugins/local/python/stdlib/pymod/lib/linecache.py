"""Lines of the sources that the interpreter knows: there are no files here."""

__all__ = ['getline', 'clearcache', 'checkcache', 'lazycache']

cache = {}


def clearcache():
    """Clear the cache entirely."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """Get a line for a Python source; '' if there is none."""
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def getlines(filename, module_globals=None):
    """Get the lines of a Python source; [] if it isn't known."""
    entry = cache.get(filename)
    if entry is not None and len(entry) != 1:
        return entry[2]
    return updatecache(filename, module_globals)


def checkcache(filename=None):
    """Discard the entries of sources that have changed."""
    for name in list(cache) if filename is None else [filename]:
        entry = cache.get(name)
        if entry is None or len(entry) == 1 or entry[1] is None:
            continue
        text = _source(name)
        if text is None or len(text) != entry[0]:
            del cache[name]


def updatecache(filename, module_globals=None):
    """Take the lines of a source into the cache anew."""
    cache.pop(filename, None)
    text = _source(filename) if isinstance(filename, str) else None
    if text is None:
        return []
    lines = [line + '\n' for line in text.splitlines()]
    cache[filename] = len(text), 0, lines, filename
    return lines


def lazycache(filename, module_globals):
    """Tell whether the lines of a source are, or can be, in the cache."""
    if filename in cache:
        return len(cache[filename]) == 1
    return False
