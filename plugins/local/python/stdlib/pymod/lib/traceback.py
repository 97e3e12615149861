"""Extract, format and print information about Python stack traces."""
import itertools as _itertools
import linecache as _linecache
from collections import deque as _deque

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list', 'format_stack', 'format_tb',
           'print_exc', 'format_exc', 'print_exception', 'print_last', 'print_stack', 'print_tb', 'clear_frames', 'FrameSummary',
           'StackSummary', 'TracebackException', 'walk_stack', 'walk_tb']


class _Implicit:
    def __repr__(self):
        return '<implicit>'


_sentinel = _Implicit()
_cause_message = '\nThe above exception was the direct cause of the following exception:\n\n'
_context_message = '\nDuring handling of the above exception, another exception occurred:\n\n'
_RECURSIVE_CUTOFF = 3


class FrameSummary:
    """Information about a single frame from a traceback."""
    __slots__ = ('filename', 'lineno', 'end_lineno', 'colno', 'end_colno', 'name', '_line', 'locals')

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None, end_colno=None):
        self.filename, self.lineno, self.name, self._line = filename, lineno, name, line
        self.end_lineno = lineno if end_lineno is None else end_lineno
        self.colno, self.end_colno = colno, end_colno
        if lookup_line:
            self.line
        self.locals = None if locals is None else {k: _safe_string(v, 'local', repr) for k, v in locals.items()}

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename, self.lineno, self.name, self.locals) == (other.filename, other.lineno, other.name, other.locals)
        if isinstance(other, tuple):
            return (self.filename, self.lineno, self.name, self.line) == other
        return NotImplemented

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __repr__(self):
        return f'<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>'

    def __len__(self):
        return 4

    @property
    def _original_line(self):
        self.line
        return self._line

    @property
    def line(self):
        if self._line is None:
            if self.lineno is None:
                return None
            self._line = _linecache.getline(self.filename, self.lineno)
        return self._line.strip()


def _safe_string(value, what, func=str):
    try:
        return func(value)
    except Exception:
        return f'<{what} {func.__name__}() failed>'


def walk_stack(f):
    """Walk a stack yielding the frame and line number for each frame."""
    if f is None:
        f = _frame(0)
    while f is not None:
        yield _shown(f), f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Walk a traceback yielding the frame and line number for each frame."""
    while tb is not None:
        yield _shown(tb.tb_frame), tb.tb_lineno
        tb = tb.tb_next


class _Text(str):
    """The repr of a variable."""
    __repr__ = str.__str__


class _Place:
    """What stands for a frame where frames are not shown."""
    __slots__ = 'co_filename', 'co_name', 'f_locals'

    def __init__(self, filename, name, variables):
        self.co_filename, self.co_name, self.f_locals = filename, name, variables

    @property
    def f_code(self):
        return self


def _shown(frame, capture_locals=False):
    """A frame as the program may see it. What it gets instead holds texts alone: it may put classes of its own here."""
    if _frame(0) is not None:
        return frame
    variables = frame.f_locals.items() if capture_locals else ()
    return _Place(frame.f_code.co_filename, frame.f_code.co_name, {k: _Text(_safe_string(v, 'local', repr)) for k, v in variables})


def _positioned_tb(tb, capture_locals):
    """The frames of a traceback with the places in their lines."""
    while tb is not None:
        place = None
        if tb.tb_lasti >= 0:
            place = next(_itertools.islice(tb.tb_frame.f_code.co_positions(), tb.tb_lasti // 2, None), None)
        place = place or (None, None, None, None)
        yield _shown(tb.tb_frame, capture_locals), (tb.tb_lineno, *place[1:])
        tb = tb.tb_next


class StackSummary(list):
    """A list of FrameSummary objects, representing a stack of frames."""

    @classmethod
    def extract(cls, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """Create a StackSummary from a traceback or stack object."""
        return cls._extract(((f, (lineno, None, None, None)) for f, lineno in frame_gen), limit, lookup_lines, capture_locals)

    @classmethod
    def _extract(cls, frames, limit, lookup_lines, capture_locals):
        if limit is None:
            import sys
            limit = getattr(sys, 'tracebacklimit', None)
            if limit is not None and limit < 0:
                limit = 0
        if limit is not None:
            frames = _itertools.islice(frames, limit) if limit >= 0 else _deque(frames, maxlen=-limit)
        result = cls()
        for f, (lineno, end_lineno, colno, end_colno) in frames:
            code = f.f_code
            result.append(FrameSummary(code.co_filename, lineno, code.co_name, lookup_line=False,
                                       locals=f.f_locals if capture_locals else None, end_lineno=end_lineno, colno=colno, end_colno=end_colno))
        if lookup_lines:
            for f in result:
                f.line
        return result

    @classmethod
    def from_list(cls, a_list):
        """Create a StackSummary object from a supplied list of FrameSummary objects or old-style list of tuples."""
        result = cls()
        for frame in a_list:
            if not isinstance(frame, FrameSummary):
                filename, lineno, name, line = frame
                frame = FrameSummary(filename, lineno, name, line=line)
            result.append(frame)
        return result

    def format_frame_summary(self, frame_summary):
        """Format the lines for a single FrameSummary."""
        f = frame_summary
        filename = '<stdin>' if f.filename.startswith('<stdin>-') else f.filename
        rows = [f'  File "{filename}", line {f.lineno}, in {f.name}\n']
        if f.line:
            rows.append(f'    {f.line}\n')
            if f.colno is not None and f.end_colno is not None:
                rows.append(_carets(f._original_line.rstrip('\n'), f.lineno, f.end_lineno, f.colno, f.end_colno))
        if f.locals:
            for name in sorted(f.locals):
                rows.append(f'    {name} = {f.locals[name]}\n')
        return ''.join(rows)

    def format(self):
        """Format the stack ready for printing."""
        result, last, count = [], None, 0
        for f in self:
            text = self.format_frame_summary(f)
            if text is None:
                continue
            where = f.filename, f.lineno, f.name
            if where != last:
                _repeated(result, count)
                last, count = where, 0
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                result.append(text)
        _repeated(result, count)
        return result


def _repeated(result, count):
    if count > _RECURSIVE_CUTOFF:
        count -= _RECURSIVE_CUTOFF
        result.append(f"  [Previous line repeated {count} more time{'s' if count > 1 else ''}]\n")


class _Printer:
    """The lines of a traceback, within a group behind a margin."""

    def __init__(self):
        self.seen, self.depth, self.need_close = set(), 0, False

    def indent(self):
        return ' ' * (2 * self.depth)

    def emit(self, texts, margin='|'):
        before = self.indent() + margin + ' ' if self.depth else ''
        for text in [texts] if isinstance(texts, str) else texts:
            if not before:
                yield text
            else:
                yield ''.join([before + line for line in text.splitlines(keepends=True)])


class TracebackException:
    """An exception ready for rendering."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False,
                 max_group_width=15, max_group_depth=10, _seen=None):
        recursive = _seen is not None
        seen = _seen if recursive else set()
        seen.add(id(exc_value))
        options = dict(limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals, max_group_width=max_group_width,
                       max_group_depth=max_group_depth)
        self.max_group_width, self.max_group_depth = max_group_width, max_group_depth
        self.stack = StackSummary._extract(_positioned_tb(exc_traceback, capture_locals), limit, lookup_lines, capture_locals)
        self.exc_type = exc_type
        self._str = _safe_string(exc_value, 'exception')
        try:
            self.__notes__ = getattr(exc_value, '__notes__', None)
        except Exception as e:
            self.__notes__ = [f"Ignored error getting __notes__: {_safe_string(e, '__notes__', repr)}"]
        self._is_syntax_error = False
        self._only = None
        if isinstance(exc_value, BaseException):
            self._only = _format_only(exc_value).splitlines(keepends=True)
        if exc_type and issubclass(exc_type, SyntaxError):
            self.filename = exc_value.filename
            self.lineno = None if exc_value.lineno is None else str(exc_value.lineno)
            self.end_lineno = None if exc_value.end_lineno is None else str(exc_value.end_lineno)
            self.text, self.offset, self.end_offset, self.msg = exc_value.text, exc_value.offset, exc_value.end_offset, exc_value.msg
            self._is_syntax_error = True
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        self.exceptions = self.__cause__ = self.__context__ = None
        if recursive:
            return
        # What belongs to an exception is taken in by a list, so that long chains need no recursion.
        queue = [(self, exc_value)]
        while queue:
            te, e = queue.pop()
            cause, context = getattr(e, '__cause__', None), getattr(e, '__context__', None)
            if cause is not None and id(cause) not in seen:
                te.__cause__ = TracebackException(type(cause), cause, cause.__traceback__, _seen=seen, **options)
            need = te.__cause__ is None and e is not None and not e.__suppress_context__ if compact else True
            if context is not None and need and id(context) not in seen:
                te.__context__ = TracebackException(type(context), context, context.__traceback__, _seen=seen, **options)
            if isinstance(e, BaseExceptionGroup):
                te.exceptions = [TracebackException(type(x), x, x.__traceback__, _seen=seen, **options) for x in e.exceptions]
                queue += zip(te.exceptions, e.exceptions)
            if te.__cause__:
                queue.append((te.__cause__, cause))
            if te.__context__:
                queue.append((te.__context__, context))

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """Create a TracebackException from an exception."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        """Format the exception part of the traceback."""
        if self._only is not None:
            yield from self._only
            return
        if self.exc_type is None:
            yield _line(None, self._str)
            return
        name, module = self.exc_type.__qualname__, self.exc_type.__module__
        if module not in ('__main__', 'builtins'):
            name = f"{module if isinstance(module, str) else '<unknown>'}.{name}"
        yield _line(name, self._str)

    def format(self, *, chain=True, _ctx=None):
        """Format the exception."""
        ctx = _ctx or _Printer()
        chained, exc = [], self
        while exc:
            message, following = None, None
            if chain:
                if exc.__cause__ is not None:
                    message, following = _cause_message, exc.__cause__
                elif exc.__context__ is not None and not exc.__suppress_context__:
                    message, following = _context_message, exc.__context__
            chained.append((message, exc))
            exc = following
        for message, exc in reversed(chained):
            if message is not None:
                yield from ctx.emit(message)
            if exc.exceptions is None:
                if exc.stack:
                    yield from ctx.emit('Traceback (most recent call last):\n')
                    yield from ctx.emit(exc.stack.format())
                yield from ctx.emit(exc.format_exception_only())
            elif ctx.depth > self.max_group_depth:
                yield from ctx.emit(f'... (max_group_depth is {self.max_group_depth})\n')
            else:
                yield from self._group(exc, chain, ctx)

    def _group(self, exc, chain, ctx):
        top = ctx.depth == 0
        if top:
            ctx.depth += 1
        if exc.stack:
            yield from ctx.emit('Exception Group Traceback (most recent call last):\n', margin='+' if top else '|')
            yield from ctx.emit(exc.stack.format())
        yield from ctx.emit(exc.format_exception_only())
        total = len(exc.exceptions)
        n = total if total <= self.max_group_width else self.max_group_width + 1
        ctx.need_close = False
        for i in range(n):
            last = i == n - 1
            if last:
                ctx.need_close = True
            title = f'{i + 1}' if i < self.max_group_width else '...'
            yield f"{ctx.indent()}{'+-' if i == 0 else '  '}+---------------- {title} ----------------\n"
            ctx.depth += 1
            if i < self.max_group_width:
                yield from exc.exceptions[i].format(chain=chain, _ctx=ctx)
            else:
                left = total - self.max_group_width
                yield from ctx.emit(f"and {left} more exception{'s' if left > 1 else ''}\n")
            if last and ctx.need_close:
                yield f'{ctx.indent()}+------------------------------------\n'
                ctx.need_close = False
            ctx.depth -= 1
        if top:
            ctx.depth = 0

    def print(self, *, file=None, chain=True):
        """Print the result of self.format(chain=chain) to 'file'."""
        for text in self.format(chain=chain):
            _write(text, file)


def _line(name, value):
    text = _safe_string(value, 'exception')
    if value is None or not text:
        return f'{name}\n'
    return f'{name}: {text}\n'


def _parse(exc, value, tb):
    """The exception that the arguments of a function mean, and its traceback."""
    if (value is _sentinel) != (tb is _sentinel):
        raise ValueError('Both or neither of value and tb must be given')
    if value is _sentinel:
        if exc is None:
            return None, None
        if isinstance(exc, BaseException):
            return exc, exc.__traceback__
        raise TypeError(f'Exception expected for value, {type(exc).__name__} found')
    return value, tb


def _plain(exc, value, tb, limit):
    """Whether an exception's text is what the machine itself would show."""
    if limit is not None or not isinstance(value, BaseException) or tb is not value.__traceback__:
        return False
    import sys
    return getattr(sys, 'tracebacklimit', None) is None


def print_list(extracted_list, file=None):
    """Print the list of tuples as returned by extract_tb() or extract_stack() as a formatted stack trace to the given file."""
    for item in StackSummary.from_list(extracted_list).format():
        _write(item, file)


def format_list(extracted_list):
    """Format a list of tuples or FrameSummary objects for printing."""
    return StackSummary.from_list(extracted_list).format()


def print_tb(tb, limit=None, file=None):
    """Print up to 'limit' stack trace entries from the traceback 'tb'."""
    print_list(extract_tb(tb, limit=limit), file=file)


def format_tb(tb, limit=None):
    """A shorthand for 'format_list(extract_tb(tb, limit))'."""
    return extract_tb(tb, limit=limit).format()


def extract_tb(tb, limit=None):
    """Return a StackSummary object representing a list of pre-processed entries from traceback."""
    return StackSummary._extract(_positioned_tb(tb, False), limit, True, False)


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True):
    """Print exception up to 'limit' stack trace entries from 'tb' to 'file'."""
    _write(''.join(format_exception(exc, value, tb, limit, chain)), file)


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True):
    """Format a stack trace and the exception information."""
    value, tb = _parse(exc, value, tb)
    if chain and _plain(exc, value, tb, limit):
        return _pieces(_format_exception(value))
    return list(TracebackException(type(value), value, tb, limit=limit, compact=True).format(chain=chain))


def _pieces(text):
    """A traceback's text as a list of its entries."""
    pieces = []
    for line in text.splitlines(True):
        if pieces and line.startswith('    ') and pieces[-1].startswith('  File '):
            pieces[-1] += line
        else:
            pieces.append(line)
    return pieces


def format_exception_only(exc, /, value=_sentinel):
    """Format the exception part of a traceback."""
    if value is _sentinel:
        value = exc
    return list(TracebackException(type(value), value, None, compact=True).format_exception_only())


def print_exc(limit=None, file=None, chain=True):
    """Shorthand for 'print_exception(*sys.exc_info(), limit, file, chain)'."""
    _write(format_exc(limit, chain), file)


def format_exc(limit=None, chain=True):
    """Like print_exc() but return a string."""
    exc = _handled()
    if exc is None:
        return 'NoneType: None\n'
    return ''.join(format_exception(exc, limit=limit, chain=chain))


def print_last(limit=None, file=None, chain=True):
    """This is a shorthand for 'print_exception(sys.last_exc, limit=limit, file=file, chain=chain)'."""
    import sys
    if not hasattr(sys, 'last_exc') and not hasattr(sys, 'last_type'):
        raise ValueError('no last exception')
    if hasattr(sys, 'last_exc'):
        print_exception(sys.last_exc, limit=limit, file=file, chain=chain)
    else:
        print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)


def print_stack(f=None, limit=None, file=None):
    """Print a stack trace from its invocation point."""
    print_list(extract_stack(f, limit), file)


def format_stack(f=None, limit=None):
    """Shorthand for 'format_list(extract_stack(f, limit))'."""
    return extract_stack(f, limit).format()


def extract_stack(f=None, limit=None):
    """Extract the raw traceback from the current stack frame."""
    stack = StackSummary.extract(walk_stack(_frame(0) if f is None else f), limit=limit)
    stack.reverse()
    return stack


def clear_frames(tb):
    """Clear all references to local variables in the frames of a traceback."""
    while tb is not None:
        try:
            tb.tb_frame.clear()
        except RuntimeError:
            pass
        tb = tb.tb_next


def _write(text, file):
    if file is None:
        _write_stderr(text)
    else:
        file.write(text)
