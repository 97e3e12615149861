"""Checks of the warnings that code or its compilation gives."""
import contextlib
import re
import warnings


def check_syntax_warning(testcase, statement, errtext="", *, lineno=1, offset=None):
    """Check that a statement gives one syntax warning, and is refused where such warnings are errors."""
    from test.support import check_syntax_error
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    testcase.assertEqual(len(caught), 1, caught)
    [warning] = caught
    testcase.assertTrue(issubclass(warning.category, SyntaxWarning), warning.category)
    if errtext:
        testcase.assertRegex(str(warning.message), errtext)
    testcase.assertEqual(warning.filename, "<testcase>")
    testcase.assertIsNotNone(warning.lineno)
    if lineno is not None:
        testcase.assertEqual(warning.lineno, lineno)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error", SyntaxWarning)
        check_syntax_error(testcase, statement, errtext, lineno=lineno, offset=offset)
    testcase.assertEqual(caught, [])


@contextlib.contextmanager
def check_warnings(*filters, quiet=None):
    """Record the warnings of a block, which must be those of the filters and no others."""
    if quiet is None:
        quiet = not filters
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught
    left = list(caught)
    for message, category in filters or (("", Warning),):
        matched = [w for w in left if re.match(message, str(w.message), re.I) and issubclass(w.category, category)]
        if not matched and not quiet:
            raise AssertionError(f"filter ({message!r}, {category.__name__}) did not catch any warning")
        left = [w for w in left if w not in matched]
    if left:
        raise AssertionError(f"unhandled warning {left[0]}")


@contextlib.contextmanager
def check_no_warnings(testcase, message="", category=Warning, force_gc=False):
    """Check that a block gives no warning that matches."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", message=message, category=category)
        yield
    testcase.assertEqual(caught, [])


def ignore_warnings(*, category):
    """A decorator that keeps the warnings of a category from being shown."""
    def decorate(test):
        import functools

        @functools.wraps(test)
        def quietly(self, *args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return test(self, *args, **kwargs)
        return quietly
    return decorate
