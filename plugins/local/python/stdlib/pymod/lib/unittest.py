"""Python unit testing framework: cases, suites, loaders and runners in the style of JUnit."""
import difflib as _difflib
import functools as _functools
import pprint as _pprint
import re as _re
import sys as _sys
import time as _time
import traceback as _traceback
import types as _types
import warnings as _warnings

__all__ = ['IsolatedAsyncioTestCase', 'TestResult', 'TestCase', 'TestSuite', 'TextTestRunner', 'TestLoader', 'FunctionTestCase', 'main',
           'defaultTestLoader', 'SkipTest', 'skip', 'skipIf', 'skipUnless', 'expectedFailure', 'TextTestResult', 'installHandler',
           'registerResult', 'removeResult', 'removeHandler', 'addModuleCleanup', 'doModuleCleanups', 'enterModuleContext',
           'getTestCaseNames', 'makeSuite', 'findTestCases']
__path__ = []
__unittest = True
_MAX_LENGTH = 80
STDOUT_LINE, STDERR_LINE = '\nStdout:\n%s', '\nStderr:\n%s'


class SkipTest(Exception):
    """Raise this exception in a test to skip it."""
    __module__ = 'unittest.case'


class _ShouldStop(Exception):
    """The test should stop."""


def _identity(obj):
    return obj


def skip(reason):
    """Unconditionally skip a test."""
    def decorator(test_item):
        if not isinstance(test_item, type):
            @_functools.wraps(test_item)
            def skipped(*args, **kwargs):
                raise SkipTest(reason)
            test_item = skipped
        test_item.__unittest_skip__ = True
        test_item.__unittest_skip_why__ = reason
        return test_item
    if isinstance(reason, _types.FunctionType):
        test_item, reason = reason, ''
        return decorator(test_item)
    return decorator


def skipIf(condition, reason):
    """Skip a test if the condition is true."""
    return skip(reason) if condition else _identity


def skipUnless(condition, reason):
    """Skip a test unless the condition is true."""
    return _identity if condition else skip(reason)


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    """Same as addCleanup, except the cleanup items are called even if setUpModule fails (unlike tearDownModule)."""
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    """Same as enterContext, but module-wide."""
    return _enter(cm, addModuleCleanup)


def doModuleCleanups():
    """Execute all module cleanup functions."""
    errors = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as e:
            errors.append(e)
    if errors:
        raise errors[0]


def _enter(cm, add):
    cls = type(cm)
    try:
        enter, leave = cls.__enter__, cls.__exit__
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
    result = enter(cm)
    add(leave, cm, None, None, None)
    return result


def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if not short or len(text) < _MAX_LENGTH:
        return text
    return text[:_MAX_LENGTH] + ' [truncated]...'


def strclass(cls):
    return '%s.%s' % (cls.__module__, cls.__qualname__)


_PLACEHOLDER, _MIN_BEGIN, _MIN_END, _MIN_COMMON = 12, 5, 5, 5
_MIN_DIFF = _MAX_LENGTH - (_MIN_BEGIN + _PLACEHOLDER + _MIN_COMMON + _PLACEHOLDER + _MIN_END)


def _shorten(s, prefix, suffix):
    cut = len(s) - prefix - suffix
    if cut > _PLACEHOLDER:
        s = '%s[%d chars]%s' % (s[:prefix], cut, s[len(s) - suffix:])
    return s


def _common(texts):
    """The length of the beginning that texts share."""
    low, high = min(texts), max(texts)
    for i, c in enumerate(low):
        if c != high[i]:
            return i
    return len(low)


def _common_shorten_repr(*args):
    texts = tuple(map(safe_repr, args))
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    n = _common(texts)
    common = _MAX_LENGTH - (longest - n + _MIN_BEGIN + _PLACEHOLDER)
    if common > _MIN_COMMON:
        prefix = _shorten(texts[0][:n], _MIN_BEGIN, common)
        return tuple([prefix + s[n:] for s in texts])
    prefix = _shorten(texts[0][:n], _MIN_BEGIN, _MIN_COMMON)
    return tuple([prefix + _shorten(s[n:], _MIN_DIFF, _MIN_END) for s in texts])


class _Outcome:

    def __init__(self, result=None):
        self.expecting_failure = False
        self.result = result
        self.success = True
        self.result_supports_subtests = hasattr(result, 'addSubTest')
        self.expectedFailure = None

    def run(self, test_case, subtest, function, *args):
        """Call what belongs to a test and tell the result how it went."""
        before, self.success = self.success, True
        try:
            function(*args)
        except KeyboardInterrupt:
            raise
        except SkipTest as e:
            self.success = False
            _add_skip(self.result, test_case, str(e))
        except _ShouldStop:
            pass
        except:
            error = _sys.exc_info()
            if self.expecting_failure:
                self.expectedFailure = error
            else:
                self.success = False
                if subtest:
                    self.result.addSubTest(test_case.test_case, test_case, error)
                else:
                    _add_error(self.result, test_case, error)
            error = None
        else:
            if subtest and self.success:
                self.result.addSubTest(test_case.test_case, test_case, None)
        finally:
            self.success = self.success and before


def _add_skip(result, test, reason):
    add = getattr(result, 'addSkip', None)
    if add is not None:
        add(test, reason)
    else:
        _warnings.warn('TestResult has no addSkip method, skips not reported', RuntimeWarning, 2)
        result.addSuccess(test)


def _add_error(result, test, error):
    if result is not None and error is not None:
        (result.addFailure if issubclass(error[0], test.failureException) else result.addError)(test, error)


class _BaseContext:

    def __init__(self, test_case):
        self.test_case = test_case

    def _raise(self, message):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, message))


class _RaisesContext(_BaseContext):
    """Checks that a block, or a call, raises or warns."""
    _base, _what = BaseException, 'raised'

    def __init__(self, expected, test_case, pattern=None):
        super().__init__(test_case)
        self.expected, self.obj_name, self.msg = expected, None, None
        self.expected_regex = _re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern

    def handle(self, name, args, kwargs):
        classes = self.expected if isinstance(self.expected, tuple) else (self.expected,)
        if not all(isinstance(c, type) and issubclass(c, self._base) for c in classes):
            kind = 'a warning class or tuple of warning classes' if self._base is Warning else 'an exception type or tuple of exception types'
            raise TypeError(f'{name}() arg 1 must be {kind}')
        if not args:
            self.msg = kwargs.pop('msg', None)
            if kwargs:
                raise TypeError(f'{next(iter(kwargs))!r} is an invalid keyword argument for this function')
            return self
        function, *args = args
        try:
            self.obj_name = function.__name__
        except AttributeError:
            self.obj_name = str(function)
        with self:
            function(*args, **kwargs)

    def _name(self):
        try:
            return self.expected.__name__
        except AttributeError:
            return str(self.expected)

    def _nothing(self, verb):
        by = f' by {self.obj_name}' if self.obj_name else ''
        self._raise(f'{self._name()} not {verb}{by}')

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            self._nothing('raised')
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is not None and not self.expected_regex.search(str(exc_value)):
            self._raise(f'"{self.expected_regex.pattern}" does not match "{exc_value}"')
        return True

    __class_getitem__ = classmethod(_types.GenericAlias)


class _WarnsContext(_RaisesContext):
    _base = Warning

    def __enter__(self):
        for m in list(_sys.modules.values()):
            if getattr(m, '__warningregistry__', None):
                m.__warningregistry__ = {}
        self.warnings_manager = _warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        _warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.warnings_manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        first = None
        for m in self.warnings:
            if not isinstance(m.message, self.expected):
                continue
            first = first or m.message
            if self.expected_regex is not None and not self.expected_regex.search(str(m.message)):
                continue
            self.warning, self.filename, self.lineno = m.message, m.filename, m.lineno
            return
        if first is not None:
            self._raise(f'"{self.expected_regex.pattern}" does not match "{first}"')
        self._nothing('triggered')


class _LogsContext(_BaseContext):
    LOGGING_FORMAT = '%(levelname)s:%(name)s:%(message)s'

    def __init__(self, test_case, logger_name, level, no_logs):
        import logging
        super().__init__(test_case)
        self.logger_name, self.msg, self.no_logs = logger_name, None, no_logs
        self.level = (logging.getLevelNamesMapping().get(level, level) if level else logging.INFO)

    def __enter__(self):
        import logging
        logger = self.logger_name if isinstance(self.logger_name, logging.Logger) else logging.getLogger(self.logger_name)
        self.logger = logger
        seen = self.watcher = _Logged([], [])
        formatter = logging.Formatter(self.LOGGING_FORMAT)

        class Capturing(logging.Handler):
            def emit(self, record):
                seen.records.append(record)
                seen.output.append(self.format(record))

        handler = Capturing()
        handler.setLevel(self.level)
        handler.setFormatter(formatter)
        self.old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else seen

    def __exit__(self, exc_type, exc_value, tb):
        import logging
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if exc_type is not None:
            return False
        if self.no_logs:
            if self.watcher.records:
                self._raise(f'Unexpected logs found: {self.watcher.output!r}')
        elif not self.watcher.records:
            self._raise(f'no logs of level {logging.getLevelName(self.level)} or higher triggered on {self.logger.name}')


class _Logged(tuple):
    __slots__ = ()
    records = property(lambda self: self[0])
    output = property(lambda self: self[1])

    def __new__(cls, records, output):
        return super().__new__(cls, (records, output))


class TestCase:
    """A class whose instances are single test cases."""
    __module__ = 'unittest.case'
    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16
    _class_cleanups = []
    _classSetupFailed = False

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = 'No test'
        self._cleanups, self._subtest = [], None
        method = getattr(self, methodName, None)
        if method is None:
            if methodName != 'runTest':
                raise ValueError('no such test method in %s: %s' % (self.__class__, methodName))
        else:
            self._testMethodDoc = method.__doc__
        self._type_equality_funcs = {}
        for cls, name in ((dict, 'assertDictEqual'), (list, 'assertListEqual'), (tuple, 'assertTupleEqual'), (set, 'assertSetEqual'),
                          (frozenset, 'assertSetEqual'), (str, 'assertMultiLineEqual')):
            self.addTypeEqualityFunc(cls, name)

    def addTypeEqualityFunc(self, typeobj, function):
        """Add a type specific assertEqual style function to compare a type."""
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **kwargs):
        """Add a function, with arguments, to be called when the test is completed."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enters the supplied context manager."""
        return _enter(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Same as addCleanup, except the cleanup items are called even if setUpClass fails (unlike tearDownClass)."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        """Same as enterContext, but class-wide."""
        return _enter(cm, cls.addClassCleanup)

    def setUp(self):
        "Hook method for setting up the test fixture before exercising it."

    def tearDown(self):
        "Hook method for deconstructing the test fixture after testing it."

    @classmethod
    def setUpClass(cls):
        "Hook method for setting up class fixture before running tests in the class."

    @classmethod
    def tearDownClass(cls):
        "Hook method for deconstructing the class fixture after running all tests in the class."

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        return TestResult()

    def shortDescription(self):
        """Returns a one-line description of the test, or None if no description has been provided."""
        doc = self._testMethodDoc
        return doc.strip().split('\n')[0].strip() if doc else None

    def id(self):
        return '%s.%s' % (strclass(self.__class__), self._testMethodName)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return '%s (%s.%s)' % (self._testMethodName, strclass(self.__class__), self._testMethodName)

    def __repr__(self):
        return '<%s testMethod=%s>' % (strclass(self.__class__), self._testMethodName)

    def subTest(self, msg=object(), **params):
        """Return a context manager that will return the enclosed block of code in a subtest."""
        return _SubTestContext(self, msg, params)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            _warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})', DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        made = result is None
        if made:
            result = self.defaultTestResult()
            start = getattr(result, 'startTestRun', None)
            if start is not None:
                start()
        try:
            method = _getattr(self, self._testMethodName)
            if getattr(self.__class__, '__unittest_skip__', False) or getattr(method, '__unittest_skip__', False):
                why = getattr(self.__class__, '__unittest_skip_why__', '') or getattr(method, '__unittest_skip_why__', '')
                _add_skip(result, self, why)
                return result
            result.startTest(self)
            expecting = getattr(self, '__unittest_expecting_failure__', False) or getattr(method, '__unittest_expecting_failure__', False)
            outcome = _Outcome(result)
            began = _time.perf_counter()
            try:
                self._outcome = outcome
                outcome.run(self, False, self._callSetUp)
                if outcome.success:
                    outcome.expecting_failure = expecting
                    outcome.run(self, False, self._callTestMethod, method)
                    outcome.expecting_failure = False
                    outcome.run(self, False, self._callTearDown)
                self.doCleanups()
                if hasattr(result, 'addDuration'):
                    result.addDuration(self, _time.perf_counter() - began)
                if outcome.success:
                    if not expecting:
                        result.addSuccess(self)
                    elif outcome.expectedFailure:
                        result.addExpectedFailure(self, outcome.expectedFailure)
                    else:
                        result.addUnexpectedSuccess(self)
                return result
            finally:
                outcome.expectedFailure = None
                outcome = self._outcome = None
        finally:
            result.stopTest(self)
            if made:
                stop = getattr(result, 'stopTestRun', None)
                if stop is not None:
                    stop()

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def doCleanups(self):
        """Execute all cleanup functions. Normally called for you after tearDown."""
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            outcome.run(self, False, _functools.partial(self._callCleanup, function, *args, **kwargs))
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Execute all class cleanup functions. Normally called for you after tearDownClass."""
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(_sys.exc_info())

    def debug(self):
        """Run the test without collecting errors in a TestResult."""
        self._callSetUp()
        self._callTestMethod(_getattr(self, self._testMethodName))
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        """Skip this test."""
        raise SkipTest(reason)

    def fail(self, msg=None):
        """Fail immediately, with the given message."""
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        return '%s : %s' % (standardMsg, msg)

    def _fail(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def assertFalse(self, expr, msg=None):
        """Check that the expression is false."""
        if expr:
            self._fail(msg, '%s is not false' % safe_repr(expr))

    def assertTrue(self, expr, msg=None):
        """Check that the expression is true."""
        if not expr:
            self._fail(msg, '%s is not true' % safe_repr(expr))

    def assertRaises(self, expected_exception, *args, **kwargs):
        """Fail unless an exception of class expected_exception is raised by the callable when invoked with the arguments."""
        context = _RaisesContext(expected_exception, self)
        try:
            return context.handle('assertRaises', args, kwargs)
        finally:
            context = None

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        """Asserts that the message in a raised exception matches a regex."""
        return _RaisesContext(expected_exception, self, expected_regex).handle('assertRaisesRegex', args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        """Fail unless a warning of class warnClass is triggered by the callable when invoked with the arguments."""
        return _WarnsContext(expected_warning, self).handle('assertWarns', args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        """Asserts that the message in a triggered warning matches a regexp."""
        return _WarnsContext(expected_warning, self, expected_regex).handle('assertWarnsRegex', args, kwargs)

    def assertLogs(self, logger=None, level=None):
        """Fail unless a log message of level *level* or higher is emitted on *logger* or its children."""
        return _LogsContext(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        """Fail unless no log messages of level *level* or higher are emitted on *logger* or its children."""
        return _LogsContext(self, logger, level, True)

    def _getAssertEqualityFunc(self, first, second):
        if type(first) is type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                return _getattr(self, function) if isinstance(function, str) else function
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            self._fail(msg, '%s != %s' % _common_shorten_repr(first, second))

    def assertEqual(self, first, second, msg=None):
        """Fail if the two objects are unequal as determined by the '==' operator."""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        """Fail if the two objects are equal as determined by the '!=' operator."""
        if not first != second:
            self._fail(msg, '%s == %s' % (safe_repr(first), safe_repr(second)))

    def _near(self, first, second, places, delta):
        """Whether two values are near each other, and the words for that."""
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        diff = abs(first - second)
        if delta is not None:
            return diff <= delta, safe_repr(delta) + ' delta', diff
        places = 7 if places is None else places
        return round(diff, places) == 0, f'{places!r} places', diff

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Fail if the two objects are unequal as determined by their difference rounded to the given number of decimal places."""
        if first == second:
            return
        near, words, diff = self._near(first, second, places, delta)
        if not near:
            self._fail(msg, '%s != %s within %s (%s difference)' % (safe_repr(first), safe_repr(second), words, safe_repr(diff)))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Fail if the two objects are equal as determined by their difference rounded to the given number of decimal places."""
        near, words, diff = self._near(first, second, places, delta)
        if delta is not None:
            if not first == second and not near:
                return
            self._fail(msg, '%s == %s within %s (%s difference)' % (safe_repr(first), safe_repr(second), words, safe_repr(diff)))
        if first == second or near:
            self._fail(msg, '%s == %s within %s' % (safe_repr(first), safe_repr(second), words))

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + (f'\nDiff is {len(diff)} characters long. Set self.maxDiff to None to see it.')

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """An equality assertion for ordered sequences (like lists and tuples)."""
        if seq_type is not None:
            name = seq_type.__name__
            for which, seq in ('First', seq1), ('Second', seq2):
                if not isinstance(seq, seq_type):
                    raise self.failureException('%s sequence is not a %s: %s' % (which, name, safe_repr(seq)))
        else:
            name = 'sequence'
        differing = None
        lengths = []
        for which, seq in ('First', seq1), ('Second', seq2):
            try:
                lengths.append(len(seq))
            except (TypeError, NotImplementedError):
                differing = differing or f'{which} {name} has no length.    Non-sequence?'
        if differing is None:
            if seq1 == seq2:
                return
            differing = '%ss differ: %s != %s\n' % ((name.capitalize(),) + _common_shorten_repr(seq1, seq2))
            for i in range(min(lengths)):
                items = []
                for which, seq in ('first', seq1), ('second', seq2):
                    try:
                        items.append(seq[i])
                    except (TypeError, IndexError, NotImplementedError):
                        differing += f'\nUnable to index element {i} of {which} {name}\n'
                        break
                if len(items) < 2:
                    break
                if items[0] != items[1]:
                    differing += '\nFirst differing element %d:\n%s\n%s\n' % ((i,) + _common_shorten_repr(*items))
                    break
            else:
                if lengths[0] == lengths[1] and seq_type is None and type(seq1) != type(seq2):
                    return
            if lengths[0] != lengths[1]:
                longer, seq = ('First', seq1) if lengths[0] > lengths[1] else ('Second', seq2)
                n = min(lengths)
                differing += f'\n{longer} {name} contains {abs(lengths[0] - lengths[1])} additional elements.\n'
                try:
                    differing += 'First extra element %d:\n%s\n' % (n, safe_repr(seq[n]))
                except (TypeError, IndexError, NotImplementedError):
                    differing += f'Unable to index element {n} of {longer.lower()} {name}\n'
        diff = '\n' + '\n'.join(_difflib.ndiff(_pprint.pformat(seq1).splitlines(), _pprint.pformat(seq2).splitlines()))
        self.fail(self._formatMessage(msg, self._truncateMessage(differing, diff)))

    def assertListEqual(self, list1, list2, msg=None):
        """A list-specific equality assertion."""
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        """A tuple-specific equality assertion."""
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """A set-specific equality assertion."""
        sides = []
        for which, a, b in ('first', set1, set2), ('second', set2, set1):
            try:
                sides.append((which, a.difference(b)))
            except TypeError as e:
                self.fail('invalid type when attempting set difference: %s' % e)
            except AttributeError as e:
                self.fail(f'{which} argument does not support set difference: {e}')
        lines = []
        for which, extra in sides:
            if extra:
                lines.append(f'Items in the {which} set but not the {"second" if which == "first" else "first"}:')
                lines += [repr(item) for item in extra]
        if lines:
            self.fail(self._formatMessage(msg, '\n'.join(lines)))

    def assertIn(self, member, container, msg=None):
        """Just like self.assertTrue(a in b), but with a nicer default message."""
        if member not in container:
            self._fail(msg, '%s not found in %s' % (safe_repr(member), safe_repr(container)))

    def assertNotIn(self, member, container, msg=None):
        """Just like self.assertTrue(a not in b), but with a nicer default message."""
        if member in container:
            self._fail(msg, '%s unexpectedly found in %s' % (safe_repr(member), safe_repr(container)))

    def assertIs(self, expr1, expr2, msg=None):
        """Just like self.assertTrue(a is b), but with a nicer default message."""
        if expr1 is not expr2:
            self._fail(msg, '%s is not %s' % (safe_repr(expr1), safe_repr(expr2)))

    def assertIsNot(self, expr1, expr2, msg=None):
        """Just like self.assertTrue(a is not b), but with a nicer default message."""
        if expr1 is expr2:
            self._fail(msg, 'unexpectedly identical: %s' % safe_repr(expr1))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            text = '%s != %s' % _common_shorten_repr(d1, d2)
            diff = '\n' + '\n'.join(_difflib.ndiff(_pprint.pformat(d1).splitlines(), _pprint.pformat(d2).splitlines()))
            self.fail(self._formatMessage(msg, self._truncateMessage(text, diff)))

    def assertCountEqual(self, first, second, msg=None):
        """Asserts that two iterables have the same elements, the same number of times, without regard to order."""
        first, second = list(first), list(second)
        differences, rest = [], second[:]
        counted = []
        for item in first + second:
            if not any(item == seen for seen in counted):
                counted.append(item)
                a, b = sum(item == x for x in first), sum(item == x for x in second)
                if a != b:
                    differences.append((a, b, item))
        if differences:
            text = 'Element counts were not equal:\n'
            text += '\n'.join(['First has %d, Second has %d:  %r' % d for d in differences])
            self.fail(self._formatMessage(msg, text))

    def assertMultiLineEqual(self, first, second, msg=None):
        """Assert that two multi-line strings are equal."""
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        a, b = first, second
        if first and first[-1] not in '\r\n' and second and second[-1] not in '\r\n' or len(first.splitlines()) <= 1:
            a, b = first + '\n', second + '\n'
        diff = '\n' + ''.join(_difflib.ndiff(a.splitlines(keepends=True), b.splitlines(keepends=True)))
        self.fail(self._formatMessage(msg, self._truncateMessage('%s != %s' % _common_shorten_repr(first, second), diff)))

    def assertLess(self, a, b, msg=None):
        """Just like self.assertTrue(a < b), but with a nicer default message."""
        if not a < b:
            self._fail(msg, '%s not less than %s' % (safe_repr(a), safe_repr(b)))

    def assertLessEqual(self, a, b, msg=None):
        """Just like self.assertTrue(a <= b), but with a nicer default message."""
        if not a <= b:
            self._fail(msg, '%s not less than or equal to %s' % (safe_repr(a), safe_repr(b)))

    def assertGreater(self, a, b, msg=None):
        """Just like self.assertTrue(a > b), but with a nicer default message."""
        if not a > b:
            self._fail(msg, '%s not greater than %s' % (safe_repr(a), safe_repr(b)))

    def assertGreaterEqual(self, a, b, msg=None):
        """Just like self.assertTrue(a >= b), but with a nicer default message."""
        if not a >= b:
            self._fail(msg, '%s not greater than or equal to %s' % (safe_repr(a), safe_repr(b)))

    def assertIsNone(self, obj, msg=None):
        """Same as self.assertTrue(obj is None), with a nicer default message."""
        if obj is not None:
            self._fail(msg, '%s is not None' % safe_repr(obj))

    def assertIsNotNone(self, obj, msg=None):
        """Included for symmetry with assertIsNone."""
        if obj is None:
            self._fail(msg, 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        """Same as self.assertTrue(isinstance(obj, cls)), with a nicer default message."""
        if not isinstance(obj, cls):
            self._fail(msg, '%s is not an instance of %r' % (safe_repr(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        """Included for symmetry with assertIsInstance."""
        if isinstance(obj, cls):
            self._fail(msg, '%s is an instance of %r' % (safe_repr(obj), cls))

    def assertRegex(self, text, expected_regex, msg=None):
        """Fail the test unless the text matches the regular expression."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
            expected_regex = _re.compile(expected_regex)
        if not expected_regex.search(text):
            self._fail(msg, "Regex didn't match: %r not found in %r" % (expected_regex.pattern, text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """Fail the test if the text matches the regular expression."""
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = _re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            self._fail(msg, 'Regex matched: %r matches %r in %r' % (text[match.start():match.end()], unexpected_regex.pattern, text))


class FunctionTestCase(TestCase):
    """A test case that wraps a test function."""
    __module__ = 'unittest.case'

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc, self._testFunc, self._description = setUp, tearDown, testFunc, description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return (self._setUpFunc, self._tearDownFunc, self._testFunc, self._description) == (
            other._setUpFunc, other._tearDownFunc, other._testFunc, other._description)

    def __hash__(self):
        return hash((type(self), self._setUpFunc, self._tearDownFunc, self._testFunc, self._description))

    def __str__(self):
        return '%s (%s)' % (strclass(self.__class__), self._testFunc.__name__)

    def __repr__(self):
        return '<%s tec=%s>' % (strclass(self.__class__), self._testFunc)

    def shortDescription(self):
        if self._description is not None:
            return self._description
        doc = self._testFunc.__doc__
        return doc and doc.split('\n')[0].strip() or None


class _SubTest(TestCase):

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message, self.test_case, self.params = message, test_case, params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError('subtests cannot be run directly')

    def _subDescription(self):
        parts = []
        if self._message is not _no_message:
            parts.append('[{}]'.format(self._message))
        if self.params:
            parts.append('({})'.format(', '.join(['{}={!r}'.format(k, v) for k, v in self.params.items()])))
        return ' '.join(parts) or '(<subtest>)'

    def id(self):
        return '{} {}'.format(self.test_case.id(), self._subDescription())

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return '{} {}'.format(self.test_case, self._subDescription())


_no_message = TestCase.subTest.__defaults__[0]


class _SubTestContext:

    def __init__(self, case, msg, params):
        self.case, self.msg, self.params = case, msg, params

    def __enter__(self):
        case = self.case
        self.parent = case._subtest
        if case._outcome is None or not case._outcome.result_supports_subtests:
            return
        params = {**self.parent.params, **self.params} if self.parent is not None else dict(self.params)
        case._subtest = _SubTest(case, self.msg, params)

    def __exit__(self, exc_type, exc_value, tb):
        case = self.case
        subtest, case._subtest = case._subtest, self.parent
        outcome = case._outcome
        if outcome is None or not outcome.result_supports_subtests or exc_type is KeyboardInterrupt:
            return False
        if exc_type is not None and issubclass(exc_type, _ShouldStop):
            return False

        def again():
            if exc_value is not None:
                raise exc_value

        outcome.run(subtest, True, again)
        if not outcome.success and outcome.result is not None and getattr(outcome.result, 'failfast', False):
            raise _ShouldStop
        if outcome.expectedFailure:
            raise _ShouldStop
        return True


class IsolatedAsyncioTestCase(TestCase):
    """A test case whose tests are coroutines."""
    __module__ = 'unittest.async_case'

    def __init__(self, methodName='runTest'):
        super().__init__(methodName)
        self._runner = None

    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        self.addCleanup(*(func, *args), **kwargs)

    async def enterAsyncContext(self, cm):
        """Enters the supplied asynchronous context manager."""
        cls = type(cm)
        try:
            enter, leave = cls.__aenter__, cls.__aexit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the asynchronous context manager protocol") from None
        result = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return result

    def _await(self, function, /, *args, **kwargs):
        import inspect

        async def call():
            result = function(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result

        return self._runner.run(call())

    def _callSetUp(self):
        self._runner.get_loop()
        self.setUp()
        self._await(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._await(method) is not None:
            _warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})', DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._await(self.asyncTearDown)
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        self._await(function, *args, **kwargs)

    def run(self, result=None):
        import asyncio
        self._runner = asyncio.Runner(debug=True)
        try:
            return super().run(result)
        finally:
            self._runner.close()
            self._runner = None

    def debug(self):
        import asyncio
        self._runner = asyncio.Runner(debug=True)
        try:
            super().debug()
        finally:
            self._runner.close()


class BaseTestSuite:
    """A simple test suite that doesn't provide class or module shared fixtures."""
    __module__ = 'unittest.suite'
    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return '<%s tests=%s>' % (strclass(self.__class__), list(self))

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return self._removed_tests + sum([test.countTestCases() for test in self if test])

    def addTest(self, test):
        if not callable(test):
            raise TypeError(f'{test!r} is not callable')
        if isinstance(test, type) and issubclass(test, (TestCase, TestSuite)):
            raise TypeError('TestCases and TestSuites must be instantiated before passing them to addTest()')
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        for test in tests:
            self.addTest(test)

    def _forget(self, i):
        try:
            test = self._tests[i]
        except TypeError:
            return
        if hasattr(test, 'countTestCases'):
            self._removed_tests += test.countTestCases()
        self._tests[i] = None

    def run(self, result):
        for i, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._forget(i)
        return result

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        for test in self:
            test.debug()


class _ErrorHolder:
    """Stands for a test in a result where no test was to blame."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return '<ErrorHolder description=%r>' % (self.description,)

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


class TestSuite(BaseTestSuite):
    """A test suite is a composite test consisting of a number of TestCases."""
    __module__ = 'unittest.suite'

    def run(self, result, debug=False):
        top = not getattr(result, '_testRunEntered', False)
        if top:
            result._testRunEntered = True
        for i, test in enumerate(self):
            if result.shouldStop:
                break
            if not isinstance(test, BaseTestSuite) and hasattr(test, 'id'):
                self._leave_class(test, result)
                self._enter_module(test, result)
                self._enter_class(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._forget(i)
        if top:
            self._leave_class(None, result)
            self._leave_module(result)
            result._testRunEntered = False
        return result

    def debug(self):
        debug = TestResult()
        self.run(debug, True)

    def _fixture(self, result, function, name, parent):
        """Call a fixture of a class or a module; tells whether it went well."""
        try:
            function()
        except Exception as e:
            self._add_error(result, e, name, parent)
            return False
        return True

    def _add_error(self, result, e, name, parent):
        holder = _ErrorHolder(f'{name} ({parent})')
        add_skip = getattr(result, 'addSkip', None)
        if add_skip is not None and isinstance(e, SkipTest):
            add_skip(holder, str(e))
        else:
            result.addError(holder, (type(e), e, e.__traceback__))

    def _enter_class(self, test, result):
        current = test.__class__
        if current is getattr(result, '_previousTestClass', None) or getattr(result, '_moduleSetUpFailed', False):
            return
        if getattr(current, '__unittest_skip__', False):
            return
        current._classSetupFailed = False
        setup = getattr(current, 'setUpClass', None)
        if setup is not None and not self._fixture(result, setup, 'setUpClass', strclass(current)):
            current._classSetupFailed = True
            self._clean_class(current, result, 'setUpClass')

    def _clean_class(self, cls, result, name):
        clean = getattr(cls, 'doClassCleanups', None)
        if clean is not None:
            clean()
            for error in cls.tearDown_exceptions:
                self._add_error(result, error[1], name, strclass(cls))

    def _leave_class(self, test, result):
        previous = getattr(result, '_previousTestClass', None)
        if previous is None or test is not None and test.__class__ is previous:
            return
        if getattr(previous, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False) or getattr(previous, '__unittest_skip__', False):
            return
        teardown = getattr(previous, 'tearDownClass', None)
        if teardown is not None:
            self._fixture(result, teardown, 'tearDownClass', strclass(previous))
        self._clean_class(previous, result, 'tearDownClass')

    def _enter_module(self, test, result):
        name = test.__class__.__module__
        previous = getattr(result, '_previousTestClass', None)
        if previous is not None and previous.__module__ == name:
            return
        self._leave_module(result)
        result._moduleSetUpFailed = False
        setup = _module_name(name, 'setUpModule')
        if setup is not None and not self._fixture(result, setup, 'setUpModule', name):
            result._moduleSetUpFailed = True
            self._fixture(result, doModuleCleanups, 'setUpModule', name)

    def _leave_module(self, result):
        previous = getattr(result, '_previousTestClass', None)
        if previous is None or getattr(result, '_moduleSetUpFailed', False):
            return
        name = previous.__module__
        teardown = _module_name(name, 'tearDownModule')
        if teardown is not None:
            self._fixture(result, teardown, 'tearDownModule', name)
        self._fixture(result, doModuleCleanups, 'tearDownModule', name)


def _module_name(module, name):
    """What a program has under a name at module level, or None."""
    if module == '__main__':
        return _main_names().get(name)
    return getattr(_sys.modules.get(module), name, None)


def failfast(method):
    @_functools.wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, 'failfast', False):
            self.stop()
        return method(self, *args, **kw)
    return inner


class TestResult:
    """Holder for test result information."""
    __module__ = 'unittest.result'
    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.collectedDurations = []
        self.testsRun, self.shouldStop = 0, False
        self.buffer, self.tb_locals = False, False
        self._mirrorOutput = False
        self._buffers = None

    def printErrors(self):
        "Called by TestRunner after test run"

    def startTest(self, test):
        "Called when the given test is about to be run"
        self.testsRun += 1
        self._mirrorOutput = False
        if self.buffer:
            import io
            self._buffers = _sys.stdout, _sys.stderr
            _sys.stdout, _sys.stderr = io.StringIO(), io.StringIO()

    def startTestRun(self):
        """Called once before any tests are executed."""

    def stopTest(self, test):
        """Called when the given test has been run"""
        if self._buffers is not None:
            out, err = _sys.stdout.getvalue(), _sys.stderr.getvalue()
            _sys.stdout, _sys.stderr = self._buffers
            self._buffers = None
            if self._mirrorOutput:
                if out:
                    _sys.stdout.write(STDOUT_LINE % (out if out.endswith('\n') else out + '\n'))
                if err:
                    _sys.stderr.write(STDERR_LINE % (err if err.endswith('\n') else err + '\n'))
        self._mirrorOutput = False

    def stopTestRun(self):
        """Called once after all tests are executed."""

    @failfast
    def addError(self, test, err):
        """Called when an error has occurred."""
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        """Called when a failure has occurred."""
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        """Called at the end of a subtest."""
        if err is not None:
            if getattr(self, 'failfast', False):
                self.stop()
            errors = self.failures if issubclass(err[0], test.failureException) else self.errors
            errors.append((subtest, self._exc_info_to_string(err, test)))
            self._mirrorOutput = True

    def addSuccess(self, test):
        "Called when a test has completed successfully"

    def addSkip(self, test, reason):
        """Called when a test is skipped."""
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """Called when an expected failure/error occurred."""
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """Called when a test was expected to fail, but succeed."""
        self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        """Called when a test finished to run, regardless of its outcome."""
        self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        """Tells whether or not this result was a success."""
        return not self.failures and not self.errors and not self.unexpectedSuccesses

    def stop(self):
        """Indicates that the tests should be aborted."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        kind, value, tb = err
        text = ''.join(_traceback.format_exception(kind, value, tb))
        return ''.join(_own_frames_left_out(text.splitlines(keepends=True)))

    def __repr__(self):
        return '<%s run=%i errors=%i failures=%i>' % (strclass(self.__class__), self.testsRun, len(self.errors), len(self.failures))


def _own_frames_left_out(lines):
    """A traceback's lines without the frames of this module."""
    hidden = False
    for line in lines:
        if line.startswith('  File '):
            hidden = line.startswith('  File "<frozen unittest')
        elif not line.startswith('    '):
            hidden = False
        if not hidden:
            yield line


class TextTestResult(TestResult):
    """A test result class that can print formatted text results to a stream."""
    __module__ = 'unittest.runner'
    separator1 = '=' * 70
    separator2 = '-' * 70

    def __init__(self, stream, descriptions, verbosity, *, durations=None):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.descriptions, self.durations = stream, descriptions, durations
        self.showAll, self.dots = verbosity > 1, verbosity == 1
        self._newline = True

    def getDescription(self, test):
        first = test.shortDescription()
        return '\n'.join([str(test), first]) if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test) + ' ... ')
            self.stream.flush()
            self._newline = False

    def _write_status(self, test, status):
        subtest = isinstance(test, _SubTest)
        if subtest or self._newline:
            if not self._newline:
                self.stream.writeln()
            if subtest:
                self.stream.write('  ')
            self.stream.write(self.getDescription(test) + ' ... ')
        self.stream.writeln(status)
        self.stream.flush()
        self._newline = True

    def _tell(self, test, status, dot):
        if self.showAll:
            self._write_status(test, status)
        elif self.dots:
            self.stream.write(dot)
            self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if issubclass(err[0], subtest.failureException):
                self._tell(subtest, 'FAIL', 'F')
            else:
                self._tell(subtest, 'ERROR', 'E')
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._tell(test, 'ok', '.')

    def addError(self, test, err):
        super().addError(test, err)
        self._tell(test, 'ERROR', 'E')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._tell(test, 'FAIL', 'F')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._tell(test, 'skipped {0!r}'.format(reason), 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._tell(test, 'expected failure', 'x')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._tell(test, 'unexpected success', 'u')

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList('ERROR', self.errors)
        self.printErrorList('FAIL', self.failures)
        if self.unexpectedSuccesses:
            self.stream.writeln(self.separator1)
            for test in self.unexpectedSuccesses:
                self.stream.writeln(f'UNEXPECTED SUCCESS: {self.getDescription(test)}')
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, err in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln('%s: %s' % (flavour, self.getDescription(test)))
            self.stream.writeln(self.separator2)
            self.stream.writeln('%s' % err)
            self.stream.flush()


class _WritelnDecorator:
    """A stream with a method writeln."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ('stream', '__getstate__'):
            raise AttributeError(name)
        return _getattr(self.stream, name)

    def writeln(self, arg=None):
        if arg:
            self.write(arg)
        self.write('\n')


class TextTestRunner:
    """A test runner class that displays results in textual form."""
    __module__ = 'unittest.runner'
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None, warnings=None,
                 *, tb_locals=False, durations=None):
        self.stream = _WritelnDecorator(_sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity, self.failfast, self.buffer = descriptions, verbosity, failfast, buffer
        self.tb_locals, self.durations, self.warnings = tb_locals, durations, warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        try:
            return self.resultclass(self.stream, self.descriptions, self.verbosity, durations=self.durations)
        except TypeError:
            return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        "Run the given test case or test suite."
        result = self._makeResult()
        result.failfast, result.buffer, result.tb_locals = self.failfast, self.buffer, self.tb_locals
        with _warnings.catch_warnings():
            if self.warnings:
                _warnings.simplefilter(self.warnings)
            began = _time.perf_counter()
            start = getattr(result, 'startTestRun', None)
            if start is not None:
                start()
            try:
                test(result)
            finally:
                stop = getattr(result, 'stopTestRun', None)
                if stop is not None:
                    stop()
            taken = _time.perf_counter() - began
        result.printErrors()
        if hasattr(result, 'separator2'):
            self.stream.writeln(result.separator2)
        run = result.testsRun
        self.stream.writeln('Ran %d test%s in %.3fs' % (run, run != 1 and 's' or '', taken))
        self.stream.writeln()
        infos = []
        if not result.wasSuccessful():
            self.stream.write('FAILED')
            for name, found in ('failures', result.failures), ('errors', result.errors):
                if found:
                    infos.append('%s=%d' % (name, len(found)))
        elif run == 0:
            self.stream.write('NO TESTS RAN')
        else:
            self.stream.write('OK')
        for name, attr in (('skipped', 'skipped'), ('expected failures', 'expectedFailures'), ('unexpected successes', 'unexpectedSuccesses')):
            found = getattr(result, attr, ())
            if found:
                infos.append('%s=%d' % (name, len(found)))
        self.stream.write(' (%s)\n' % ', '.join(infos) if infos else '\n')
        self.stream.flush()
        return result


class _FailedTest(TestCase):
    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattribute__(name)

        def fail():
            raise self._exception
        return fail


class TestLoader:
    """This class is responsible for loading tests according to various criteria and returning them wrapped in a TestSuite."""
    __module__ = 'unittest.loader'
    testMethodPrefix = 'test'
    sortTestMethodsUsing = staticmethod(lambda x, y: (x > y) - (x < y))
    testNamePatterns = None
    suiteClass = TestSuite

    def __init__(self):
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        """Return a suite of all test cases contained in testCaseClass"""
        if issubclass(testCaseClass, TestSuite):
            raise TypeError('Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?')
        if testCaseClass in (TestCase, FunctionTestCase):
            names = []
        else:
            names = self.getTestCaseNames(testCaseClass)
            if not names and hasattr(testCaseClass, 'runTest'):
                names = ['runTest']
        return self.suiteClass(map(testCaseClass, names))

    def _from_names(self, module, names):
        tests = []
        for name in sorted(names):
            obj = names[name]
            if isinstance(obj, type) and issubclass(obj, TestCase) and obj not in (TestCase, FunctionTestCase):
                tests.append(self.loadTestsFromTestCase(obj))
        suite = self.suiteClass(tests)
        load = names.get('load_tests')
        if load is not None:
            try:
                return load(self, suite, None)
            except Exception as e:
                test = _FailedTest('load_tests', ImportError('Failed to call load_tests:\n%s' % _traceback.format_exc()))
                self.errors.append(str(test._exception))
                return self.suiteClass((test,))
        return suite

    def loadTestsFromModule(self, module, *, pattern=None):
        """Return a suite of all test cases contained in the given module"""
        return self._from_names(module, _vars(module))

    def loadTestsFromName(self, name, module=None):
        """Return a suite of all test cases given a string specifier."""
        parts = name.split('.')
        if module is None:
            names, parts = _main_names(), parts[1:] if parts[0] == '__main__' else parts
            if not parts:
                return self._from_names(None, names)
            if parts[0] not in names:
                test = _FailedTest(parts[0], ModuleNotFoundError(f'No module named {parts[0]!r}'))
                self.errors.append(str(test._exception))
                return self.suiteClass((test,))
            obj, parent, parts = names[parts[0]], None, parts[1:]
        else:
            obj = module
        for part in parts:
            parent, obj = obj, _getattr(obj, part)
        if isinstance(obj, _types.ModuleType):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, _types.FunctionType) and isinstance(parent, type) and issubclass(parent, TestCase):
            return self.suiteClass([parent(parts[-1])])
        if isinstance(obj, TestSuite):
            return obj
        if callable(obj):
            test = obj()
            if isinstance(test, TestSuite):
                return test
            if isinstance(test, TestCase):
                return self.suiteClass([test])
            raise TypeError('calling %s returned %s, not a test' % (obj, test))
        raise TypeError("don't know how to make test from: %s" % obj)

    def loadTestsFromNames(self, names, module=None):
        """Return a suite of all test cases found using the given sequence of string specifiers."""
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """Return a sorted sequence of method names found within testCaseClass"""
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(_getattr(testCaseClass, name)):
                return False
            if self.testNamePatterns is None:
                return True
            from fnmatch import fnmatchcase
            full = '%s.%s.%s' % (testCaseClass.__module__, testCaseClass.__qualname__, name)
            return any(fnmatchcase(full, pattern) for pattern in self.testNamePatterns)

        names = [name for name in dir(testCaseClass) if wanted(name)]
        if self.sortTestMethodsUsing:
            names.sort(key=_functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        """There are no files here to find tests in."""
        raise ImportError('Start directory is not importable: %r' % start_dir)


defaultTestLoader = TestLoader()


def _loader(prefix, sort_using, suite_class=None, patterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing, loader.testMethodPrefix, loader.testNamePatterns = sort_using, prefix, patterns
    if suite_class:
        loader.suiteClass = suite_class
    return loader


def getTestCaseNames(testCaseClass, prefix, sortUsing=TestLoader.sortTestMethodsUsing, testNamePatterns=None):
    return _loader(prefix, sortUsing, None, testNamePatterns).getTestCaseNames(testCaseClass)


def makeSuite(testCaseClass, prefix='test', sortUsing=TestLoader.sortTestMethodsUsing, suiteClass=TestSuite):
    return _loader(prefix, sortUsing, suiteClass).loadTestsFromTestCase(testCaseClass)


def findTestCases(module, prefix='test', sortUsing=TestLoader.sortTestMethodsUsing, suiteClass=TestSuite):
    return _loader(prefix, sortUsing, suiteClass).loadTestsFromModule(module)


class TestProgram:
    """A command-line program that runs a set of tests."""
    __module__ = 'unittest.main'
    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = testNamePatterns = None

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True,
                 verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False, durations=None):
        self.module, self.exit, self.verbosity, self.failfast, self.buffer = module, exit, verbosity, failfast, buffer
        self.warnings, self.tb_locals, self.durations = warnings, tb_locals, durations
        self.testRunner, self.testLoader = testRunner, testLoader
        argv = _sys.argv if argv is None else argv
        self.progName = argv[0].rpartition('/')[2] if argv else ''
        names = self._parse(list(argv[1:]))
        if not names and defaultTest is not None:
            names = [defaultTest] if isinstance(defaultTest, str) else list(defaultTest)
        if isinstance(module, str) and module != '__main__':
            module = _sys.modules[module]
        if names:
            self.test = testLoader.loadTestsFromNames(names, None if module == '__main__' else module)
        elif module == '__main__' or module is None:
            self.test = testLoader._from_names(None, _main_names())
        else:
            self.test = testLoader.loadTestsFromModule(module)
        self.runTests()

    def _parse(self, args):
        names = []
        while args:
            arg = args.pop(0)
            if arg in ('-v', '--verbose'):
                self.verbosity = 2
            elif arg in ('-q', '--quiet'):
                self.verbosity = 0
            elif arg in ('-f', '--failfast'):
                self.failfast = True
            elif arg in ('-b', '--buffer'):
                self.buffer = True
            elif arg == '-k' and args:
                pattern = args.pop(0)
                patterns = self.testLoader.testNamePatterns or []
                self.testLoader.testNamePatterns = patterns + [pattern if '*' in pattern else f'*{pattern}*']
            elif not arg.startswith('-'):
                names.append(arg)
        return names

    def runTests(self):
        runner = self.testRunner or TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer, warnings=self.warnings)
        self.result = runner.run(self.test)
        if self.exit:
            if self.result.testsRun == 0 and not self.result.skipped:
                _sys.exit(5)
            _sys.exit(not self.result.wasSuccessful())


main = TestProgram


def registerResult(result):
    """Results are told of interrupts elsewhere; none reaches a program here."""


def removeResult(result):
    return False


def installHandler():
    """See registerResult."""


def removeHandler(method=None):
    return method
