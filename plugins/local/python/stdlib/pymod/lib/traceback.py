"""Extract, format and print information about Python stack traces."""

__all__ = ['extract_tb', 'extract_stack', 'format_exception', 'format_exception_only', 'format_list', 'format_stack',
           'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last', 'print_stack', 'print_tb', 'FrameSummary',
           'StackSummary', 'TracebackException']


class FrameSummary:
    """One frame of a traceback."""

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None, end_colno=None, **kwargs):
        self.filename, self.lineno, self.name = filename, lineno, name
        self.line = line
        self.locals = None if locals is None else {k: repr(v) for k, v in locals.items()}
        self.end_lineno, self.colno, self.end_colno = end_lineno, colno, end_colno

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __len__(self):
        return 4

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return tuple(self) == tuple(other)
        if isinstance(other, tuple):
            return tuple(self) == other
        return NotImplemented

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    """A list of frames."""

    @classmethod
    def from_list(cls, items):
        return cls(f if isinstance(f, FrameSummary) else FrameSummary(f[0], f[1], f[2], line=f[3]) for f in items)

    def format_frame_summary(self, f):
        text = f'  File "{f.filename}", line {f.lineno}, in {f.name}\n'
        if f.line:
            text += f'    {f.line.strip()}\n'
        return text

    def format(self):
        return [self.format_frame_summary(f) for f in self]


def _instance(exc, value=None):
    if isinstance(exc, BaseException):
        return exc
    if isinstance(value, BaseException):
        return value
    if exc is None:
        return None
    raise TypeError(f"Exception expected for value, {type(exc).__name__} found")


def extract_tb(tb, limit=None):
    frames = StackSummary(FrameSummary(*row[:3], line=row[3]) for row in _frames(tb))
    if limit is not None:
        frames[:] = frames[:limit] if limit >= 0 else frames[limit:]
    return frames


def extract_stack(f=None, limit=None):
    return StackSummary()


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    if limit is not None:
        return extract_tb(tb, limit).format()
    return _entries(_format_tb(tb))


def _entries(text):
    """The entries of a formatted traceback, each as one string."""
    entries = []
    for line in text.splitlines(True):
        if line.startswith('  File ') or line.startswith('  [Previous') or not entries:
            entries.append(line)
        else:
            entries[-1] += line
    return entries


def format_exception(exc, /, value=None, tb=None, limit=None, chain=True):
    exc = _instance(exc, value)
    if exc is None:
        return ['NoneType: None\n']
    if not chain or limit is not None:
        lines = []
        if exc.__traceback__ is not None:
            lines.append('Traceback (most recent call last):\n')
            lines += format_tb(exc.__traceback__, limit)
        return lines + format_exception_only(exc)
    text, lines = _format_exception(exc), []
    for line in text.splitlines(True):
        if lines and line.startswith('    '):
            lines[-1] += line
        else:
            lines.append(line)
    return lines


def format_exception_only(exc, /, value=None, *, show_group=False):
    exc = _instance(exc, value)
    if exc is None:
        return ['NoneType: None\n']
    return _format_only(exc).splitlines(True)


def format_exc(limit=None, chain=True):
    return ''.join(format_exception(_handled(), limit=limit, chain=chain))


def _write(text, file):
    if file is None:
        _write_stderr(text)
    else:
        file.write(text)


def print_exc(limit=None, file=None, chain=True):
    _write(format_exc(limit, chain), file)


def print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True):
    _write(''.join(format_exception(exc, value, tb, limit=limit, chain=chain)), file)


def print_tb(tb, limit=None, file=None):
    _write(''.join(format_tb(tb, limit)), file)


def print_list(extracted_list, file=None):
    _write(''.join(format_list(extracted_list)), file)


def print_stack(f=None, limit=None, file=None):
    pass


def format_stack(f=None, limit=None):
    return []


def print_last(limit=None, file=None, chain=True):
    raise ValueError("no last exception")


class TracebackException:
    """An exception ready for rendering."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False, max_group_width=15, max_group_depth=10):
        self._exc = exc_value
        self._str = str(exc_value)
        self.exc_type = exc_type
        self.stack = extract_tb(exc_traceback, limit)
        self.__cause__ = exc_value.__cause__ and TracebackException.from_exception(exc_value.__cause__)
        self.__context__ = exc_value.__context__ and TracebackException.from_exception(exc_value.__context__)
        self.__suppress_context__ = exc_value.__suppress_context__

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def format(self, *, chain=True):
        yield from format_exception(self._exc, chain=chain)

    def format_exception_only(self):
        yield from format_exception_only(self._exc)

    def print(self, *, file=None, chain=True):
        _write(''.join(self.format(chain=chain)), file)

    def __str__(self):
        return self._str
