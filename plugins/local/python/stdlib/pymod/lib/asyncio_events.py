"""Event loops as programs see them, and which one is current."""
import contextvars
import functools
import reprlib

__all__ = ('AbstractEventLoopPolicy', 'AbstractEventLoop', 'AbstractServer', 'Handle', 'TimerHandle', 'get_event_loop_policy',
           'set_event_loop_policy', 'get_event_loop', 'set_event_loop', 'new_event_loop', 'get_child_watcher',
           'set_child_watcher', '_set_running_loop', 'get_running_loop', '_get_running_loop')


def _function_place(func):
    while hasattr(func, '__wrapped__'):
        func = func.__wrapped__
    while isinstance(func, (functools.partial, functools.partialmethod)):
        func = func.func
    code = getattr(func, '__code__', None)
    return (code.co_filename, code.co_firstlineno) if code is not None else None


def _format_callback(func, args, kwargs, suffix=''):
    if isinstance(func, functools.partial):
        return _format_callback(func.func, func.args, func.keywords, _format_arguments(args, kwargs) + suffix)
    name = getattr(func, '__qualname__', None) or getattr(func, '__name__', None) or repr(func)
    return name + _format_arguments(args, kwargs) + suffix


def _format_arguments(args, kwargs):
    items = [reprlib.repr(a) for a in args] if args else []
    if kwargs:
        items += [f'{k}={reprlib.repr(v)}' for k, v in kwargs.items()]
    return '({})'.format(', '.join(items))


def _format_callback_source(func, args):
    text = _format_callback(func, args, None)
    if place := _function_place(func):
        text += f' at {place[0]}:{place[1]}'
    return text


class Handle:
    """A callback that the loop is to call."""

    __slots__ = ('_callback', '_args', '_cancelled', '_loop', '_source_traceback', '_repr', '__weakref__', '_context')

    def __init__(self, callback, args, loop, context=None):
        self._context = contextvars.copy_context() if context is None else context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None

    def _repr_info(self):
        info = [self.__class__.__name__]
        if self._cancelled:
            info.append('cancelled')
        if self._callback is not None:
            info.append(_format_callback_source(self._callback, self._args))
        return info

    def __repr__(self):
        return self._repr if self._repr is not None else '<{}>'.format(' '.join(self._repr_info()))

    def get_context(self):
        return self._context

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            if self._loop.get_debug():
                self._repr = repr(self)
            self._callback = None
            self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            text = _format_callback_source(self._callback, self._args)
            self._loop.call_exception_handler({'message': f'Exception in callback {text}', 'exception': exc, 'handle': self})


class TimerHandle(Handle):
    """A callback that the loop is to call at a time."""

    __slots__ = ('_scheduled', '_when')

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False

    def _repr_info(self):
        info = super()._repr_info()
        info.insert(2 if self._cancelled else 1, f'when={self._when}')
        return info

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._when < other._when or self.__eq__(other) if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._when > other._when or self.__eq__(other) if isinstance(other, TimerHandle) else NotImplemented

    def __eq__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when == other._when and self._callback == other._callback and self._args == other._args
                    and self._cancelled == other._cancelled)
        return NotImplemented

    def cancel(self):
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def when(self):
        return self._when


class AbstractServer:
    """What create_server() would give."""


class AbstractEventLoop:
    """The base of event loops."""


def _abstract(name):
    def method(self, *args, **kwargs):
        raise NotImplementedError
    method.__name__ = name
    method.__qualname__ = 'AbstractEventLoop.' + name
    return method


for _name in ('run_forever run_until_complete stop is_running is_closed close shutdown_asyncgens shutdown_default_executor '
              'call_soon call_later call_at time create_future create_task call_soon_threadsafe run_in_executor '
              'set_default_executor get_exception_handler set_exception_handler default_exception_handler '
              'call_exception_handler get_debug set_debug set_task_factory get_task_factory _timer_handle_cancelled').split():
    setattr(AbstractEventLoop, _name, _abstract(_name))


class AbstractEventLoopPolicy:
    """What says which event loop is current."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError

    def get_child_watcher(self):
        raise NotImplementedError

    def set_child_watcher(self, watcher):
        raise NotImplementedError


class _ThreadLoop(_local):
    """The loop that a thread was given."""

    loop = None
    set_called = False


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """The policy where nobody sets one: a loop for each thread, made unasked for the main thread alone."""

    _loop_factory = None

    def __init__(self):
        self._local = _ThreadLoop()

    def get_event_loop(self):
        local = self._local
        if local.loop is None:
            import threading
            thread = threading.current_thread()
            if local.set_called or thread is not threading.main_thread():
                raise RuntimeError(f'There is no current event loop in thread {thread.name!r}.')
            import warnings
            warnings.warn('There is no current event loop', DeprecationWarning)
            self.set_event_loop(self.new_event_loop())
        return local.loop

    def set_event_loop(self, loop):
        self._local.set_called = True
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError(f"loop argument must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._local.loop = loop

    def new_event_loop(self):
        return self._loop_factory()


_policy = None
_default_policy = None  # made by asyncio.base_events


def get_running_loop():
    """Return the running event loop. Raise a RuntimeError if there is none."""
    loop = _running_loop()
    if loop is None:
        raise RuntimeError('no running event loop')
    return loop


def _get_running_loop():
    return _running_loop()


def _set_running_loop(loop):
    _set_loop(loop)


def get_event_loop_policy():
    """Get the current event loop policy."""
    global _policy
    if _policy is None:
        _policy = _default_policy()
    return _policy


def set_event_loop_policy(policy):
    """Set the current event loop policy; None restores the default."""
    global _policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _policy = policy


def get_event_loop():
    """Return the running event loop, or the policy's."""
    loop = _running_loop()
    if loop is not None:
        return loop
    return get_event_loop_policy().get_event_loop()


def set_event_loop(loop):
    """Equivalent to calling get_event_loop_policy().set_event_loop(loop)."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """Equivalent to calling get_event_loop_policy().new_event_loop()."""
    return get_event_loop_policy().new_event_loop()


def get_child_watcher():
    """Equivalent to calling get_event_loop_policy().get_child_watcher()."""
    return get_event_loop_policy().get_child_watcher()


def set_child_watcher(watcher):
    """Equivalent to calling get_event_loop_policy().set_child_watcher(watcher)."""
    return get_event_loop_policy().set_child_watcher(watcher)
