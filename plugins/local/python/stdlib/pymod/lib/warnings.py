"""Python part of the warnings subsystem."""

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings", "catch_warnings"]

filters = []
defaultaction = "default"
onceregistry = {}
_registry = {}
_version = 1
_ACTIONS = ("error", "ignore", "always", "default", "module", "once")


class WarningMessage:
    """What is known of a warning when it is shown."""
    _WARNING_DETAILS = ("message", "category", "filename", "lineno", "file", "line", "source")

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return "{message : %r, category : %r, filename : %r, lineno : %s, line : %r}" % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def formatwarning(message, category, filename, lineno, line=None):
    """Function to format a warning the standard way."""
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line is None:
        line = _lines.get((filename, lineno), "")
    if line := line.strip():
        text += f"  {line}\n"
    return text


_lines = {}
_recorders = []


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Hook to write a warning to a file; replace if you like."""
    text = formatwarning(message, category, filename, lineno, line)
    if file is None:
        _stderr(text)
    else:
        file.write(text)


_plain_showwarning = showwarning


def _show(message):
    if showwarning is not _plain_showwarning:
        if not callable(showwarning):
            raise TypeError("warnings.showwarning() must be set to a function or method")
        showwarning(message.message, message.category, message.filename, message.lineno, message.file, message.line)
    elif _recorders and _recorders[-1] is not None:
        _recorders[-1].append(message)
    else:
        _stderr(formatwarning(message.message, message.category, message.filename, message.lineno, message.line))


def _changed():
    global _version
    _version += 1


def _insert(item, append):
    if append:
        if item not in filters:
            filters.append(item)
    else:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    _changed()


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Insert an entry into the list of warnings filters (at the front)."""
    if action not in _ACTIONS:
        raise AssertionError(f"invalid action: {action!r}")
    if not isinstance(message, str):
        raise TypeError("message must be a string")
    if not isinstance(category, type) or not issubclass(category, Warning):
        raise TypeError("category must be a Warning subclass")
    if not isinstance(module, str):
        raise TypeError("module must be a string")
    if not isinstance(lineno, int):
        raise TypeError("lineno must be an int")
    if lineno < 0:
        raise ValueError("lineno must be an int >= 0")
    if message or module:
        import re
        message = re.compile(message, re.I) if message else None
        module = re.compile(module) if module else None
    else:
        message = module = None
    _insert((action, message, category, module, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Insert a simple entry into the list of warnings filters (at the front)."""
    if action not in _ACTIONS:
        raise AssertionError(f"invalid action: {action!r}")
    if not isinstance(lineno, int):
        raise TypeError("lineno must be an int")
    if lineno < 0:
        raise ValueError("lineno must be an int >= 0")
    _insert((action, None, category, None, lineno), append)


def resetwarnings():
    """Clear the list of warning filters, so that no filters are active."""
    filters[:] = []
    _changed()


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    """Issue a warning, or maybe ignore it or raise an exception."""
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    if not isinstance(skip_file_prefixes, tuple):
        raise TypeError("skip_file_prefixes must be a tuple of strs.")
    where = _caller(stacklevel - 1)
    if where is None:
        where = ("sys", 1, "", "", "sys")
    filename, lineno, _, line, module = where
    _lines[filename, lineno] = line
    registry = _registry.setdefault(module, {})
    warn_explicit(message, category, filename, lineno, module, registry, None, source)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    lineno = int(lineno)
    if module is None:
        module = filename or "<unknown>"
        if module[-3:].lower() == ".py":
            module = module[:-3]
    if registry is None:
        registry = {}
    if registry.get("version", 0) != _version:
        registry.clear()
        registry["version"] = _version
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    for action, msg, cat, mod, ln in filters:
        if ((msg is None or msg.match(text)) and issubclass(category, cat)
                and (mod is None or mod.match(module)) and (ln == 0 or lineno == ln)):
            break
    else:
        action = defaultaction
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        registry[key] = 1
        oncekey = (text, category)
        if onceregistry.get(oncekey):
            return
        onceregistry[oncekey] = 1
    elif action == "module":
        registry[key] = 1
        altkey = (text, category, 0)
        if registry.get(altkey):
            return
        registry[altkey] = 1
    elif action == "default":
        registry[key] = 1
    elif action not in ("always", "all"):
        raise RuntimeError("Unrecognized action (%r) in warnings.filters:\n %s" % (action, (action, msg, cat, mod, ln)))
    _show(WarningMessage(message, category, filename, lineno, source=source))


class catch_warnings:
    """A context manager that copies and restores the warnings filter upon exiting the context."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = ["record=True"] if self._record else []
        return "%s(%s)" % (type(self).__name__, ", ".join(args))

    def __enter__(self):
        global showwarning
        if self._entered:
            raise RuntimeError("Cannot enter %r twice" % self)
        self._entered = True
        self._saved = filters[:], showwarning
        _changed()
        log = None
        if self._record:
            log = []
            showwarning = _plain_showwarning
        _recorders.append(log if self._record else (_recorders[-1] if _recorders else None))
        if self._filter is not None:
            simplefilter(*self._filter)
        return log

    def __exit__(self, *exc_info):
        global showwarning
        if not self._entered:
            raise RuntimeError("Cannot exit %r without entering first" % self)
        filters[:], showwarning = self._saved
        _recorders.pop()
        _changed()


def _defaults():
    import re
    filters[:] = [
        ("default", None, DeprecationWarning, re.compile("__main__$"), 0),
        ("ignore", None, DeprecationWarning, None, 0),
        ("ignore", None, PendingDeprecationWarning, None, 0),
        ("ignore", None, ImportWarning, None, 0),
        ("ignore", None, ResourceWarning, None, 0),
    ]


_defaults()
