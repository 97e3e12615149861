"""Checks that several tests of the language make."""
__path__ = []

verbose = 0
use_resources = None


def check_syntax_error(testcase, statement, errtext="", *, lineno=None, offset=None):
    """Check that a statement is refused with a message, at a line and column."""
    with testcase.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    error = caught.exception
    for what, got, want in (("line", error.lineno, lineno), ("column", error.offset, offset)):
        testcase.assertIsNotNone(got, f"a syntax error without a {what}")
        if want is not None:
            testcase.assertEqual(got, want)


class _Everything:
    """Equal to every object."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


class _Nothing:
    """Equal to no object, itself neither."""

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    __hash__ = object.__hash__


ALWAYS_EQ = _Everything()
NEVER_EQ = _Nothing()


def gc_collect():
    """Give unreachable objects the time to go."""
    import gc
    gc.collect()


def impl_detail(reason=None, **guards):
    """A decorator for tests of what another implementation does in its own way."""
    return lambda test: test


def cpython_only(test):
    """A decorator for tests of what only CPython promises."""
    return test


class captured_output:
    """A context that takes what is written to a standard stream."""

    def __init__(self, name):
        if name not in ("stdout", "stderr"):
            raise ValueError(f"no standard stream {name!r} to capture")
        self._name = name

    def __enter__(self):
        import contextlib
        import io
        self._context = getattr(contextlib, "redirect_" + self._name)(io.StringIO())
        return self._context.__enter__()

    def __exit__(self, *exc):
        return self._context.__exit__(*exc)


def captured_stdout():
    """Take what is written to standard output."""
    return captured_output("stdout")


def captured_stderr():
    """Take what is written to standard error."""
    return captured_output("stderr")
