"""Logging to streams: the API of CPython's package logging, without files, sockets and threads."""
import time as _time
from string import Formatter as _StrFormatter, Template as _Template
from types import GenericAlias as _GenericAlias

__all__ = ["BASIC_FORMAT", "BufferingFormatter", "CRITICAL", "DEBUG", "ERROR", "FATAL", "Filter", "Formatter", "Handler",
           "INFO", "LogRecord", "Logger", "LoggerAdapter", "NOTSET", "NullHandler", "StreamHandler", "WARN", "WARNING",
           "addLevelName", "basicConfig", "captureWarnings", "critical", "debug", "disable", "error", "exception", "fatal",
           "getLevelName", "getLogger", "getLoggerClass", "info", "log", "makeLogRecord", "setLoggerClass", "shutdown",
           "warn", "warning", "getLogRecordFactory", "setLogRecordFactory", "lastResort", "raiseExceptions",
           "getLevelNamesMapping", "getHandlerByName", "getHandlerNames"]

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

raiseExceptions = True
logThreads = logMultiprocessing = logProcesses = logAsyncioTasks = True
_start = _time.time()

_levelToName = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
_nameToLevel = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARN": WARNING, "WARNING": WARNING, "INFO": INFO,
                "DEBUG": DEBUG, "NOTSET": NOTSET}


def getLevelNamesMapping():
    return _nameToLevel.copy()


def getLevelName(level):
    """Return the textual or numeric representation of logging level 'level'."""
    result = _levelToName.get(level)
    if result is None:
        result = _nameToLevel.get(level)
    return "Level %s" % level if result is None else result


def addLevelName(level, levelName):
    """Associate 'levelName' with 'level'."""
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if str(level) == level:
        if level not in _nameToLevel:
            raise ValueError("Unknown level: %r" % (level,))
        return _nameToLevel[level]
    raise TypeError("Level not an integer or a valid string: %r" % (level,))


class LogRecord:
    """A LogRecord instance represents an event being logged."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = _time.time()
        self.name = name
        self.msg = msg
        if args and len(args) == 1 and hasattr(args[0], "keys") and hasattr(args[0], "__getitem__") and args[0]:
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = pathname.rpartition("/")[2]
        self.module = self.filename.rpartition(".")[0] or self.filename
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - _start) * 1000
        self.thread = 1
        self.threadName = "MainThread"
        self.processName = "MainProcess"
        self.process = 1
        self.taskName = None

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        """Return the message for this LogRecord."""
        msg = str(self.msg)
        if self.args:
            msg = msg % self.args
        return msg


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    return _logRecordFactory


def makeLogRecord(dict):
    """Make a LogRecord whose attributes are defined by the specified dictionary."""
    rv = _logRecordFactory(None, None, "", 0, "", (), None, None)
    rv.__dict__.update(dict)
    return rv


class PercentStyle:
    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        import re
        if not re.search(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", self._fmt, re.I):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _values(self, record):
        if self._defaults:
            return self._defaults | record.__dict__
        return record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError("Formatting field not found in record: %s" % e)


class StrFormatStyle(PercentStyle):
    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        import re
        fields = set()
        try:
            for _, fieldname, spec, conversion in _StrFormatter().parse(self._fmt):
                if fieldname:
                    if not re.match(r"^(\d+|\w+)(\.\w+|\[\d+\]|\[[^]]+\])*$", fieldname):
                        raise ValueError("invalid field name/expression: %r" % fieldname)
                    fields.add(fieldname)
                if conversion and conversion not in "rsa":
                    raise ValueError("invalid conversion: %r" % conversion)
                if spec and not re.match(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$", spec, re.I):
                    raise ValueError("bad specifier: %r" % spec)
        except ValueError as e:
            raise ValueError("invalid format: %s" % e)
        if not fields:
            raise ValueError("invalid format: no fields")


class StringTemplateStyle(PercentStyle):
    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._tpl = _Template(self._fmt)

    def usesTime(self):
        return self._fmt.find("$asctime") >= 0 or self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        fields = set()
        for m in _Template.pattern.finditer(self._fmt):
            d = m.groupdict()
            if d["named"] or d["braced"]:
                fields.add(d["named"] or d["braced"])
            elif m.group(0) == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not fields:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
_STYLES = {"%": (PercentStyle, BASIC_FORMAT), "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


class Formatter:
    """Formatter instances are used to convert a LogRecord to text."""
    converter = _time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError("Style must be one of: %s" % ",".join(_STYLES.keys()))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        ct = self.converter(record.created)
        if datefmt:
            return _time.strftime(datefmt, ct)
        s = _time.strftime(self.default_time_format, ct)
        if self.default_msec_format:
            s = self.default_msec_format % (s, record.msecs)
        return s

    def formatException(self, ei):
        s = _format_exception(ei[1])
        return s[:-1] if s[-1:] == "\n" else s

    def usesTime(self):
        return self._style.usesTime()

    def formatMessage(self, record):
        return self._style.format(record)

    def formatStack(self, stack_info):
        return stack_info

    def format(self, record):
        """Format the specified record as text."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        s = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            s = s + ("" if s[-1:] == "\n" else "\n") + record.exc_text
        if record.stack_info:
            s = s + ("" if s[-1:] == "\n" else "\n") + self.formatStack(record.stack_info)
        return s


_defaultFormatter = Formatter()


class BufferingFormatter:
    """A formatter suitable for formatting a number of records."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _defaultFormatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return self.formatHeader(records) + "".join(self.linefmt.format(r) for r in records) + self.formatFooter(records)


class Filter:
    """Filter instances are used to perform arbitrary filtering of LogRecords."""

    def __init__(self, name=""):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        if self.nlen == 0 or self.name == record.name:
            return True
        return record.name.startswith(self.name + ".")


class Filterer:
    """A base class for loggers and handlers which allows them to share common code."""

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for f in self.filters:
            result = f.filter(record) if hasattr(f, "filter") else f(record)
            if not result:
                return False
            if isinstance(result, LogRecord):
                record = result
        return record


_handlers = {}
_handlerList = []  # of functions that give a handler, for shutdown()


def _acquireLock():
    """There is no lock: no thread is ended in the middle of this module."""


_releaseLock = _acquireLock


def getHandlerByName(name):
    return _handlers.get(name)


def getHandlerNames():
    return frozenset(_handlers)


class _Lock:
    def acquire(self, *args):
        return True

    def release(self):
        pass

    def __enter__(self):
        return True

    def __exit__(self, *exc):
        pass


class Handler(Filterer):
    """Handler instances dispatch logging events to specific destinations."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name = None
        self.level = _checkLevel(level)
        self.formatter = None
        self._closed = False
        self._reference = lambda: self
        _handlerList.append(self._reference)
        self.createLock()

    def get_name(self):
        return self._name

    def set_name(self, name):
        if self._name in _handlers:
            del _handlers[self._name]
        self._name = name
        if name:
            _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = _Lock()

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def format(self, record):
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        rv = self.filter(record)
        if isinstance(rv, LogRecord):
            record = rv
        if rv:
            self.emit(record)
        return rv

    def setFormatter(self, fmt):
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        self._closed = True
        if self._name and self._name in _handlers:
            del _handlers[self._name]
        if self._reference in _handlerList:
            _handlerList.remove(self._reference)

    def handleError(self, record):
        if raiseExceptions:
            _stderr("--- Logging error ---\n" + _format_exception(_handled())
                    + "Message: %r\nArguments: %s\n" % (record.msg, record.args))

    def __repr__(self):
        return "<%s (%s)>" % (self.__class__.__name__, getLevelName(self.level))


class _Stderr:
    """Standard error, wherever it goes at the moment."""
    name = "<stderr>"

    def write(self, text):
        _stderr(text)

    def flush(self):
        pass


class StreamHandler(Handler):
    """A handler class which writes logging records, appropriately formatted, to a stream."""
    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = _Stderr() if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        try:
            msg = self.format(record)
            self.stream.write(msg + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        if stream is self.stream:
            return None
        result = self.stream
        self.flush()
        self.stream = stream
        return result

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        if name:
            name += " "
        return "<%s %s(%s)>" % (self.__class__.__name__, name, getLevelName(self.level))

    __class_getitem__ = classmethod(_GenericAlias)


class NullHandler(Handler):
    """This handler does nothing."""

    def handle(self, record):
        pass

    def emit(self, record):
        pass

    def createLock(self):
        self.lock = None


class _LastResort(StreamHandler):
    def __init__(self, level):
        Handler.__init__(self, level)
        self.stream = _Stderr()


lastResort = _defaultLastResort = _LastResort(WARNING)


class PlaceHolder:
    """Stands for a logger that nobody has asked for, above one that there is."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap[alogger] = None


class Manager:
    """Holds the hierarchy of loggers."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        known = self.loggerDict.get(name)
        if known is not None and not isinstance(known, PlaceHolder):
            return known
        logger = (self.loggerClass or _loggerClass)(name)
        logger.manager = self
        self.loggerDict[name] = logger
        if known is not None:
            for c in known.loggerMap:
                if c.parent.name[:len(name)] != name:
                    logger.parent = c.parent
                    c.parent = logger
        parent, above = None, name
        while parent is None and "." in above:
            above = above.rpartition(".")[0]
            found = self.loggerDict.get(above)
            if found is None:
                self.loggerDict[above] = PlaceHolder(logger)
            elif isinstance(found, Logger):
                parent = found
            else:
                found.append(logger)
        logger.parent = parent or self.root
        return logger

    def setLoggerClass(self, klass):
        if klass != Logger and not issubclass(klass, Logger):
            raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _clear_cache(self):
        for logger in self.loggerDict.values():
            if isinstance(logger, Logger):
                logger._cache.clear()
        self.root._cache.clear()


class Logger(Filterer):
    """Instances of the Logger class represent a single logging channel."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = _checkLevel(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False
        self._cache = {}

    def setLevel(self, level):
        self.level = _checkLevel(level)
        self.manager._clear_cache()

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        import warnings
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        self.critical(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        where = _caller(stacklevel - 1) or _caller(0)
        if where is None:
            return "(unknown file)", 0, "(unknown function)", None
        return where[0], where[1], where[2], None

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        rv = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        if extra is not None:
            for key in extra:
                if key in ("message", "asctime") or key in rv.__dict__:
                    raise KeyError("Attempt to overwrite %r in LogRecord" % key)
                rv.__dict__[key] = extra[key]
        return rv

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        fn, lno, func, sinfo = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                e = _handled()
                exc_info = (None, None, None) if e is None else (type(e), e, e.__traceback__)
        self.handle(self.makeRecord(self.name, level, fn, lno, msg, args, exc_info, func, extra, sinfo))

    def handle(self, record):
        if self.disabled:
            return
        maybe = self.filter(record)
        if not maybe:
            return
        if isinstance(maybe, LogRecord):
            record = maybe
        self.callHandlers(record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        c = self
        while c:
            if c.handlers:
                return True
            if not c.propagate:
                break
            c = c.parent
        return False

    def callHandlers(self, record):
        c, found = self, 0
        while c:
            for hdlr in c.handlers:
                found += 1
                if record.levelno >= hdlr.level:
                    hdlr.handle(record)
            c = c.parent if c.propagate else None
        if found == 0 and lastResort and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def getEffectiveLevel(self):
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        if self.disabled:
            return False
        if level not in self._cache:
            self._cache[level] = self.manager.disable < level and level >= self.getEffectiveLevel()
        return self._cache[level]

    def getChild(self, suffix):
        if self.root is not self:
            suffix = ".".join((self.name, suffix))
        return self.manager.getLogger(suffix)

    def getChildren(self):
        depth = 0 if self is self.manager.root else self.name.count(".") + 1
        return {item for item in self.manager.loggerDict.values()
                if isinstance(item, Logger) and item.parent is self and item.name.count(".") == depth}

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        return getLogger, (self.name,)


class RootLogger(Logger):
    def __init__(self, level):
        Logger.__init__(self, "root", level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger
root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)


def setLoggerClass(klass):
    global _loggerClass
    if klass != Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    _loggerClass = klass


def getLoggerClass():
    return _loggerClass


class LoggerAdapter:
    """An adapter for loggers which makes it easier to specify contextual information in logging output."""

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    def _log(self, level, msg, args, **kwargs):
        return self.logger._log(level, msg, args, **kwargs)

    @property
    def manager(self):
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        self.logger.manager = value

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.logger.name, getLevelName(self.logger.getEffectiveLevel()))

    __class_getitem__ = classmethod(_GenericAlias)


def basicConfig(**kwargs):
    """Do basic configuration for the logging system."""
    force = kwargs.pop("force", False)
    kwargs.pop("encoding", None)
    kwargs.pop("errors", "backslashreplace")
    if force:
        for h in root.handlers[:]:
            root.removeHandler(h)
            h.close()
    if root.handlers:
        return
    handlers = kwargs.pop("handlers", None)
    if handlers is None:
        if "stream" in kwargs and "filename" in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif "stream" in kwargs or "filename" in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if handlers is None:
        filename = kwargs.pop("filename", None)
        kwargs.pop("filemode", "a")
        if filename:
            raise PermissionError(13, "Permission denied", filename)
        handlers = [StreamHandler(kwargs.pop("stream", None))]
    datefmt = kwargs.pop("datefmt", None)
    style = kwargs.pop("style", "%")
    if style not in _STYLES:
        raise ValueError("Style must be one of: %s" % ",".join(_STYLES.keys()))
    fmt = Formatter(kwargs.pop("format", _STYLES[style][1]), datefmt, style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(fmt)
        root.addHandler(h)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError("Unrecognised argument(s): %s" % ", ".join(kwargs.keys()))


def getLogger(name=None):
    """Return a logger with the specified name, creating it if necessary."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def _ready():
    if not root.handlers:
        basicConfig()


def critical(msg, *args, **kwargs):
    _ready()
    root.critical(msg, *args, **kwargs)


fatal = critical


def error(msg, *args, **kwargs):
    _ready()
    root.error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    _ready()
    root.warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    import warnings
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead", DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _ready()
    root.info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    _ready()
    root.debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    _ready()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Disable all logging calls of severity 'level' and below."""
    root.manager.disable = _checkLevel(level)
    root.manager._clear_cache()


def shutdown(handlerList=_handlerList):
    """Flush and close all handlers, the youngest first."""
    for reference in reversed(handlerList[:]):
        try:
            handler = reference()
            if handler is None:
                continue
            try:
                handler.acquire()
                if getattr(handler, "flushOnClose", True):
                    handler.flush()
                handler.close()
            except (OSError, ValueError):
                pass  # of a stream that is closed already
            finally:
                handler.release()
        except Exception:
            if raiseExceptions:
                raise


_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    import warnings
    if file is not None:
        _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning("%s", warnings.formatwarning(message, category, filename, lineno, line))


def captureWarnings(capture):
    """If capture is true, redirect all warnings to the logging package."""
    global _warnings_showwarning
    import warnings
    if capture:
        if _warnings_showwarning is None:
            _warnings_showwarning = warnings.showwarning
            warnings.showwarning = _showwarning
    elif _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None
