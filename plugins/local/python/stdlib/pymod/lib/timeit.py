"""Measure how long small pieces of code take."""
import gc as _gc
import itertools as _itertools
import time as _time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

default_number = 1000000
default_repeat = 5
default_timer = _time.perf_counter
dummy_src_name = '<timeit-src>'


def reindent(src, indent):
    """Helper to reindent a multi-line statement."""
    return src.replace('\n', '\n' + ' ' * indent)


class Timer:
    """Class for timing execution speed of small code snippets."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        local = {}
        space = {} if globals is None else globals
        parameters = ''
        if isinstance(setup, str):
            _check(setup, dummy_src_name)
            prefix, setup = setup + '\n', reindent(setup, 4)
        elif callable(setup):
            local['_setup'] = setup
            parameters += ', _setup=_setup'
            prefix, setup = '', '_setup()'
        else:
            raise ValueError('setup is neither a string nor callable')
        if isinstance(stmt, str):
            _check(prefix + stmt, dummy_src_name)
            stmt = reindent(stmt, 8)
        elif callable(stmt):
            local['_stmt'] = stmt
            parameters += ', _stmt=_stmt'
            stmt = '_stmt()'
        else:
            raise ValueError('stmt is neither a string nor callable')
        self.src = (f'def inner(_it, _timer{parameters}):\n    {setup}\n    _t0 = _timer()\n    for _i in _it:\n'
                    f'        {stmt}\n        pass\n    _t1 = _timer()\n    return _t1 - _t0\n')
        exec(self.src, space, local)  # as code of the guest's own
        self.inner = local['inner']

    def print_exc(self, file=None):
        """Helper to print a traceback from the timed code."""
        import traceback
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """Time 'number' executions of the main statement."""
        enabled = _gc.isenabled()
        _gc.disable()
        try:
            return self.inner(_itertools.repeat(None, number), self.timer)
        finally:
            if enabled:
                _gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        """Call timeit() a few times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """Return the number of loops and time taken so that total time >= 0.2."""
        scale = 1
        while True:
            for step in 1, 2, 5:
                number = scale * step
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            scale *= 10


def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    """Convenience function to create Timer object and call timeit method."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    """Convenience function to create Timer object and call repeat method."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


def _check(source, filename):
    compile(source, filename, 'exec')
