"""Utilities for with statements."""
import abc as _abc
from collections import deque as _deque
from functools import wraps as _wraps

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext", "AbstractContextManager",
           "AbstractAsyncContextManager", "AsyncExitStack", "ContextDecorator", "AsyncContextDecorator",
           "ExitStack", "redirect_stdout", "redirect_stderr", "suppress", "aclosing"]


def _has(cls, *names):
    for name in names:
        for base in cls.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


class AbstractContextManager(_abc.ABC):
    """An abstract base class for context managers."""
    __slots__ = ()

    def __class_getitem__(cls, item):
        return _alias(cls, item)

    def __enter__(self):
        return self

    @_abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            return _has(C, "__enter__", "__exit__")
        return NotImplemented


class AbstractAsyncContextManager(_abc.ABC):
    """An abstract base class for asynchronous context managers."""
    __slots__ = ()

    def __class_getitem__(cls, item):
        return _alias(cls, item)

    async def __aenter__(self):
        return self

    @_abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            return _has(C, "__aenter__", "__aexit__")
        return NotImplemented


def _alias(cls, item):
    return type(list[int])(cls, item)


class ContextDecorator:
    """Makes a context manager a decorator too."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    """Makes an asynchronous context manager a decorator too."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _ManagerBase:
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, "__doc__", None)
        if doc is None:
            doc = type(self).__doc__
        self.__doc__ = doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


def _unwrapped(exc, value, stop):
    """Whether exc is only value, a stop exception that the generator machinery wrapped."""
    return isinstance(value, stop) and exc.__cause__ is value


class _GeneratorContextManager(_ManagerBase, AbstractContextManager, ContextDecorator):
    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            else:
                try:
                    raise RuntimeError("generator didn't stop")
                finally:
                    self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if _unwrapped(exc, value, StopIteration):
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


class _AsyncGeneratorContextManager(_ManagerBase, AbstractAsyncContextManager, AsyncContextDecorator):
    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            else:
                try:
                    raise RuntimeError("generator didn't stop")
                finally:
                    await self.gen.aclose()
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(value)
        except StopAsyncIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if _unwrapped(exc, value, (StopIteration, StopAsyncIteration)):
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def contextmanager(func):
    """Make a generator function a function that gives context managers."""
    @_wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


def asynccontextmanager(func):
    """Make an asynchronous generator function one that gives asynchronous context managers."""
    @_wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    """Closes the thing at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    """Awaits the thing's aclose() at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(_swap_stream(self._stream, self._new_target))
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        _swap_stream(self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    """Sends what is printed in the block elsewhere."""
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    """Sends what is written to standard error in the block elsewhere."""
    _stream = "stderr"


class suppress(AbstractContextManager):
    """Swallows the exceptions given."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        if exctype is None:
            return
        if issubclass(exctype, self._exceptions):
            return True
        if issubclass(exctype, BaseExceptionGroup):
            match, rest = excinst.split(self._exceptions)
            if rest is None:
                return True
            raise rest
        return False


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """A context manager that does nothing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


def _relink(new, old, outer):
    """Make the context of new's oldest exception the one that was there before the stack was left."""
    while True:
        ctx = new.__context__
        if ctx is None or ctx is old:
            return
        if ctx is outer:
            break
        new = ctx
    new.__context__ = old


def _method(cls, name, what):
    try:
        return getattr(cls, name)
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the {what} protocol") from None


_Method = type(ContextDecorator()._recreate_cm)


class _BaseExitStack:
    def __init__(self):
        self._exit_callbacks = _deque()

    def pop_all(self):
        new = type(self)()
        new._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = _deque()
        return new

    def push(self, exit):
        cls = type(exit)
        try:
            method = cls.__exit__
        except AttributeError:
            self._exit_callbacks.append((True, exit))
        else:
            self._exit_callbacks.append((True, _Method(method, exit)))
        return exit

    def enter_context(self, cm):
        cls = type(cm)
        enter = _method(cls, "__enter__", "context manager")
        leave = _method(cls, "__exit__", "context manager")
        result = enter(cm)
        self._exit_callbacks.append((True, _Method(leave, cm)))
        return result

    def callback(self, callback, /, *args, **kwds):
        def leave(exc_type, exc, tb):
            callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((True, leave))
        return callback


class ExitStack(_BaseExitStack, AbstractContextManager):
    """A stack of exit callbacks, run last in, first out."""

    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        exc = exc_details[1]
        received, outer = exc is not None, _handled()
        suppressed, pending = False, False
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                details = (None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)
                if leave(*details):
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                _relink(new, exc, outer)
                pending, exc = True, new
        if pending:
            fixed = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = fixed
                raise
        return received and suppressed

    def close(self):
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """ExitStack for asynchronous context managers and callbacks too."""

    async def enter_async_context(self, cm):
        cls = type(cm)
        enter = _method(cls, "__aenter__", "asynchronous context manager")
        leave = _method(cls, "__aexit__", "asynchronous context manager")
        result = await enter(cm)
        self._exit_callbacks.append((False, _Method(leave, cm)))
        return result

    def push_async_exit(self, exit):
        try:
            method = type(exit).__aexit__
        except AttributeError:
            self._exit_callbacks.append((False, exit))
        else:
            self._exit_callbacks.append((False, _Method(method, exit)))
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        async def leave(exc_type, exc, tb):
            await callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((False, leave))
        return callback

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        exc = exc_details[1]
        received, outer = exc is not None, _handled()
        suppressed, pending = False, False
        while self._exit_callbacks:
            sync, leave = self._exit_callbacks.pop()
            try:
                details = (None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)
                result = leave(*details)
                if not sync:
                    result = await result
                if result:
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                _relink(new, exc, outer)
                pending, exc = True, new
        if pending:
            fixed = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = fixed
                raise
        return received and suppressed
