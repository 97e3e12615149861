"""The garbage collector, which is the machine's and does not wait to be asked."""
__all__ = ['enable', 'disable', 'isenabled', 'collect', 'get_count', 'get_threshold', 'set_threshold', 'get_stats',
           'get_debug', 'set_debug', 'freeze', 'unfreeze', 'get_freeze_count', 'is_finalized']

DEBUG_STATS = 1
DEBUG_COLLECTABLE = 2
DEBUG_UNCOLLECTABLE = 4
DEBUG_SAVEALL = 32
DEBUG_LEAK = 38

garbage = []
callbacks = []

_enabled = True
_debug = 0
_threshold = (700, 10, 10)


def enable():
    global _enabled
    _enabled = True


def disable():
    global _enabled
    _enabled = False


def isenabled():
    return _enabled


def collect(generation=2):
    """Say how many unreachable objects there were: none that could be counted."""
    if not 0 <= generation <= 2:
        raise ValueError('invalid generation')
    return 0


def get_count():
    return (0, 0, 0)


def get_threshold():
    return _threshold


def set_threshold(threshold0, threshold1=None, threshold2=None, /):
    global _threshold
    _threshold = (threshold0, _threshold[1] if threshold1 is None else threshold1,
                  _threshold[2] if threshold2 is None else threshold2)


def get_stats():
    return [{'collections': 0, 'collected': 0, 'uncollectable': 0} for _ in range(3)]


def get_debug():
    return _debug


def set_debug(flags, /):
    global _debug
    _debug = int(flags)


def freeze():
    pass


def unfreeze():
    pass


def get_freeze_count():
    return 0


def is_finalized(obj, /):
    return False
