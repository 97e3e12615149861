"""Create portable serialized representations of Python objects.

A pickle finds what the program itself may reach: names are looked up under its policy."""
import io as _io
import struct as _struct
from operator import index as _index
from copyreg import (_extension_cache, _extension_registry, _inverted_registry, __newobj__ as _newobj,
                     __newobj_ex__ as _newobj_ex, _reconstructor, dispatch_table)
from functools import partial as _partial
from itertools import batched as _batched
from types import FunctionType as _Function, ModuleType as _Module

format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
bytes_types = bytes, bytearray

__all__ = ['PickleBuffer', 'PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads']


class PickleError(Exception):
    """A common base class for the other pickling exceptions."""


class PicklingError(PickleError):
    """Raised when an object that cannot be pickled is passed to dump()."""


class UnpicklingError(PickleError):
    """Raised when there is a problem unpickling an object."""


for _class in PickleError, PicklingError, UnpicklingError:
    _class.__module__ = '_pickle'

_OPCODES = """
    MARK ( STOP . POP 0 POP_MARK 1 DUP 2 FLOAT F INT I BININT J BININT1 K LONG L BININT2 M NONE N PERSID P BINPERSID Q
    REDUCE R STRING S BINSTRING T SHORT_BINSTRING U UNICODE V BINUNICODE X APPEND a BUILD b GLOBAL c DICT d EMPTY_DICT }
    APPENDS e GET g BINGET h INST i LONG_BINGET j LIST l EMPTY_LIST ] OBJ o PUT p BINPUT q LONG_BINPUT r SETITEM s TUPLE t
    EMPTY_TUPLE ) SETITEMS u BINFLOAT G PROTO 80 NEWOBJ 81 EXT1 82 EXT2 83 EXT4 84 TUPLE1 85 TUPLE2 86 TUPLE3 87
    NEWTRUE 88 NEWFALSE 89 LONG1 8a LONG4 8b BINBYTES B SHORT_BINBYTES C SHORT_BINUNICODE 8c BINUNICODE8 8d BINBYTES8 8e
    EMPTY_SET 8f ADDITEMS 90 FROZENSET 91 NEWOBJ_EX 92 STACK_GLOBAL 93 MEMOIZE 94 FRAME 95 BYTEARRAY8 96 NEXT_BUFFER 97
    READONLY_BUFFER 98
"""


def _opcodes():
    words = iter(_OPCODES.split())
    for name in words:
        code = next(words)
        globals()[name] = code.encode() if len(code) == 1 else bytes.fromhex(code)
        __all__.append(name)


_opcodes()
TRUE, FALSE = b'I01\n', b'I00\n'
__all__ += ['TRUE', 'FALSE']
_u1, _u2, _u4, _u8, _i4 = (_struct.Struct(f) for f in ('<B', '<H', '<I', '<Q', '<i'))
_f8 = _struct.Struct('>d')
_FRAME_MIN, _FRAME_TARGET, _BATCH = 4, 64 * 1024, 1000
_NONE_TYPES = {type(None): None, type(NotImplemented): NotImplemented, type(...): ...}
_Builtin, _Method, _Descriptors = type(len), type(_io.BytesIO().seek), (type(str.join), type(str.__add__), type(dict.__dict__['fromkeys']))


def encode_long(x):
    """The bytes of an int, least significant first, in two's complement."""
    if x == 0:
        return b''
    n = (x.bit_length() >> 3) + 1
    data = x.to_bytes(n, 'little', signed=True)
    if x < 0 and n > 1 and data[-1] == 0xff and data[-2] & 0x80:
        data = data[:-1]
    return data


def decode_long(data):
    """The int whose bytes encode_long() gave."""
    return int.from_bytes(data, 'little', signed=True)


def _find(module, name, dotted=True):
    """The object of that name in a module, as the program itself would find it, and what it is an attribute of."""
    if module == 'copyreg' and name in _MAKERS:
        return _MAKERS[name], None
    module = _PUBLIC.get(module, module)
    names = _names(module)
    parts = name.split('.') if dotted else [name]
    obj = parent = names
    for i, part in enumerate(parts):
        if part == '<locals>':
            raise AttributeError(f"Can't get local attribute {name!r} on {_show(module, names)}")
        parent = obj
        try:
            if i == 0 and type(names) is dict:
                obj = names[part]
            else:
                obj = _getattr(obj, part)
        except (AttributeError, KeyError):
            raise AttributeError(f"Can't get attribute {name!r} on {_show(module, names)}") from None
    return obj, parent


def _show(module, names):
    if type(names) is dict:
        return f"<module '{module}' (built-in)>"
    return repr(names)


def whichmodule(obj, name):
    """Find the module an object belong to."""
    module = getattr(obj, '__module__', None)
    if module is None:
        return 'builtins' if obj is ... or obj is NotImplemented else '__main__'
    return module


# What protocols below 3 call modules and names of Python 2.
_OLD_MODULES = {'builtins': '__builtin__', 'copyreg': 'copy_reg', 'queue': 'Queue', 'functools': 'functools'}
_OLD_NAMES = {('builtins', 'range'): ('__builtin__', 'xrange'), ('builtins', 'str'): ('__builtin__', 'unicode'),
              ('builtins', 'int'): ('__builtin__', 'long'), ('functools', 'reduce'): ('__builtin__', 'reduce'),
              ('builtins', 'chr'): ('__builtin__', 'unichr'), ('builtins', 'zip'): ('itertools', 'izip'),
              ('builtins', 'map'): ('itertools', 'imap'), ('builtins', 'filter'): ('itertools', 'ifilter'),
              ('collections', 'UserDict'): ('UserDict', 'IterableUserDict'), ('collections', 'UserList'): ('UserList', 'UserList'),
              ('collections', 'UserString'): ('UserString', 'UserString'), ('itertools', 'zip_longest'): ('itertools', 'izip_longest'),
              ('itertools', 'filterfalse'): ('itertools', 'ifilterfalse')}
_NEW_MODULES = {old: new for new, old in _OLD_MODULES.items()}
_NEW_NAMES = {old: new for new, old in _OLD_NAMES.items()}
_NEW_NAMES['UserDict', 'UserDict'] = 'collections', 'UserDict'
_NEW_NAMES['__builtin__', 'basestring'] = 'builtins', 'str'
_NEW_NAMES['exceptions', 'StandardError'] = 'builtins', 'Exception'


# Classes and functions that name the module in which CPython has them written in C.
_PUBLIC = {'_io': 'io', '_pickle': 'pickle', '_contextvars': 'contextvars', '_decimal': 'decimal', '_operator': 'operator',
           '_functools': 'functools', '_heapq': 'heapq', '_bisect': 'bisect', '_collections': 'collections', '_struct': 'struct',
           '_csv': 'csv', '_codecs': 'codecs'}
# What pickles name without the program's doing.
_MAKERS = {'_reconstructor': _reconstructor, '__newobj__': _newobj, '__newobj_ex__': _newobj_ex}


class _Memo:
    """The memo of a pickler as its attribute memo shows it."""

    def __init__(self, pickler):
        self._pickler = pickler

    def clear(self):
        self._pickler.clear_memo()

    def copy(self):
        return {key: (at, obj) for key, (at, obj) in self._pickler._memo.items()}

    def __reduce__(self):
        return dict, (self.copy(),)


class Pickler:
    """This takes a binary file for writing a pickle data stream."""
    __module__ = '_pickle'

    def __init__(self, file, protocol=None, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        protocol = _index(protocol)
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError('pickle protocol must be <= %d' % HIGHEST_PROTOCOL)
        if buffer_callback is not None and protocol < 5:
            raise ValueError('buffer_callback needs protocol >= 5')
        self._buffer_callback = buffer_callback
        try:
            self._file_write = file.write
        except AttributeError:
            raise TypeError("file must have a 'write' attribute") from None
        self.proto = int(protocol)
        self.bin = protocol >= 1
        self.fast = 0
        self.fix_imports = fix_imports and protocol < 3
        self._memo = {}
        self._frame = None

    @property
    def memo(self):
        return _Memo(self)

    @memo.setter
    def memo(self, value):
        if isinstance(value, _Memo):
            value = value._pickler._memo
        elif not isinstance(value, dict):
            raise TypeError(f"'memo' attribute must be a PicklerMemoProxy object or dict, not {type(value).__name__}")
        self._memo = dict(value)

    def clear_memo(self):
        """Clears the pickler's "memo"."""
        self._memo.clear()

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        """Write a pickled representation of the given object to the open file."""
        if not hasattr(self, '_file_write'):
            raise PicklingError('Pickler.__init__() was not called by %s.__init__()' % type(self).__name__)
        out = self._file_write
        if self.proto >= 2:
            out(PROTO + _u1.pack(self.proto))
        self._out = out
        if self.proto >= 4:
            self._frame = []
            self._frame_size = 0
            self._out = self._framed
        self._overriding = hasattr(self, 'reducer_override')
        self._persistent = type(self).persistent_id is not Pickler.persistent_id or 'persistent_id' in self.__dict__
        self.save(obj)
        self._out(STOP)
        if self.proto >= 4:
            self._end_frame()

    def _framed(self, data):
        self._frame.append(data)
        self._frame_size += len(data)

    def _end_frame(self):
        if self._frame:
            data = b''.join(self._frame)
            if len(data) >= _FRAME_MIN:
                data = FRAME + _u8.pack(len(data)) + data
            self._file_write(data)
        self._frame = []
        self._frame_size = 0

    def _large(self, header, payload):
        """Write a long text or bytes outside of all frames."""
        if self.proto >= 4 and len(payload) >= _FRAME_TARGET:
            self._end_frame()
            self._file_write(header)
            self._file_write(payload)
        else:
            self._out(header + payload)

    def _memoize(self, obj):
        if self.fast:
            return
        at = len(self._memo)
        self._memo[id(obj)] = at, obj
        if self.proto >= 4:
            self._out(MEMOIZE)
        elif not self.bin:
            self._out(b'p%d\n' % at)
        elif at < 256:
            self._out(BINPUT + _u1.pack(at))
        else:
            self._out(LONG_BINPUT + _u4.pack(at))

    def _get(self, at):
        if not self.bin:
            self._out(b'g%d\n' % at)
        elif at < 256:
            self._out(BINGET + _u1.pack(at))
        else:
            self._out(LONG_BINGET + _u4.pack(at))

    def save(self, obj, save_persistent_id=True):
        """Write one object."""
        if self._frame_size >= _FRAME_TARGET if self.proto >= 4 else False:
            self._end_frame()
        if save_persistent_id and self._persistent:
            pid = self.persistent_id(obj)
            if pid is not None:
                self._save_pers(pid)
                return
        cls = type(obj)
        plain = _PLAIN.get(cls)
        if plain is not None:
            plain(self, obj)
            return
        known = self._memo.get(id(obj))
        if known is not None:
            self._get(known[0])
            return
        save = _CONTAINERS.get(cls)
        if save is not None:
            save(self, obj)
            return
        self._save_other(obj, cls)

    def _save_other(self, obj, cls):
        parts = NotImplemented
        if self._overriding:
            parts = self.reducer_override(obj)
        if parts is NotImplemented:
            table = getattr(self, 'dispatch_table', dispatch_table)
            reducer = table.get(cls) if table is dispatch_table or isinstance(table, dict) else _item(table, cls)
            if reducer is not None:
                parts = reducer(obj)
            elif cls in _SIMPLE:
                parts = _SIMPLE[cls](obj)
            elif issubclass(cls, type):
                if obj in _NONE_TYPES:
                    self._save_reduce(type, (_NONE_TYPES[obj],), obj=obj)
                else:
                    self._save_global(obj)
                return
            else:
                reducer = getattr(obj, '__reduce_ex__', None)
                if reducer is not None:
                    parts = reducer(self.proto)
                else:
                    reducer = getattr(obj, '__reduce__', None)
                    if reducer is None:
                        raise PicklingError("can't pickle %r object: %r" % (cls.__name__, obj))
                    parts = reducer()
        if isinstance(parts, str):
            self._save_global(obj, parts)
            return
        if not isinstance(parts, tuple):
            raise PicklingError('__reduce__ must return a string or tuple')
        if not 2 <= len(parts) <= 6:
            raise PicklingError('tuple returned by __reduce__ must contain 2 through 6 elements')
        self._save_reduce(*parts, obj=obj)

    def _save_pers(self, pid):
        if self.bin:
            self.save(pid, save_persistent_id=False)
            self._out(BINPERSID)
            return
        try:
            self._out(PERSID + str(pid).encode('ascii') + b'\n')
        except UnicodeEncodeError:
            raise PicklingError('persistent IDs in protocol 0 must be ASCII strings') from None

    def _save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not callable(func):
            raise PicklingError('first item of the tuple returned by __reduce__ must be callable')
        if not isinstance(args, tuple):
            raise PicklingError('second item of the tuple returned by __reduce__ must be a tuple')
        name = getattr(func, '__name__', '')
        if self.proto >= 2 and name == '__newobj_ex__':
            self._save_newobj_ex(args, obj)
        elif self.proto >= 2 and name == '__newobj__':
            if not args:
                raise PicklingError('__newobj__ arglist is empty')
            cls = args[0]
            if not hasattr(cls, '__new__'):
                raise PicklingError('args[0] from __newobj__ args has no __new__')
            if obj is not None and cls is not obj.__class__:
                raise PicklingError('args[0] from __newobj__ args has the wrong class')
            self.save(cls)
            self.save(args[1:])
            self._out(NEWOBJ)
        else:
            self.save(func)
            self.save(args)
            self._out(REDUCE)
        if obj is not None:
            known = self._memo.get(id(obj))
            if known is not None:
                # The object came up among its own arguments.
                self._out(POP)
                self._get(known[0])
            else:
                self._memoize(obj)
        if listitems is not None:
            self._save_items(listitems, APPEND, APPENDS, self.save)
        if dictitems is not None:
            self._save_items(dictitems, SETITEM, SETITEMS, self._save_pair)
        if state is not None:
            if state_setter is None:
                self.save(state)
                self._out(BUILD)
            else:
                self.save(state_setter)
                self.save(obj)
                self.save(state)
                self._out(TUPLE2 + REDUCE + POP)

    def _save_newobj_ex(self, args, obj):
        cls, args, kwargs = args
        if not hasattr(cls, '__new__'):
            raise PicklingError('args[0] from __newobj_ex__ args has no __new__')
        if obj is not None and cls is not obj.__class__:
            raise PicklingError('args[0] from __newobj_ex__ args has the wrong class')
        if self.proto >= 4:
            self.save(cls)
            self.save(args)
            self.save(kwargs)
            self._out(NEWOBJ_EX)
        else:
            self.save(_partial(cls.__new__, cls, *args, **kwargs))
            self.save(())
            self._out(REDUCE)

    def _save_pair(self, pair):
        self.save(pair[0])
        self.save(pair[1])

    def _save_items(self, items, one, many, save):
        if not self.bin:
            for item in items:
                save(item)
                self._out(one)
            return
        for batch in _batched(items, _BATCH):
            if len(batch) == 1:
                save(batch[0])
                self._out(one)
            else:
                self._out(MARK)
                for item in batch:
                    save(item)
                self._out(many)

    def _save_none(self, obj):
        self._out(NONE)

    def _save_bool(self, obj):
        if self.proto >= 2:
            self._out(NEWTRUE if obj else NEWFALSE)
        else:
            self._out(TRUE if obj else FALSE)

    def _save_int(self, obj):
        if self.bin:
            if 0 <= obj < 256:
                self._out(BININT1 + _u1.pack(obj))
                return
            if 0 <= obj < 65536:
                self._out(BININT2 + _u2.pack(obj))
                return
            if -0x80000000 <= obj <= 0x7fffffff:
                self._out(BININT + _i4.pack(obj))
                return
        if self.proto >= 2:
            data = encode_long(obj)
            if len(data) < 256:
                self._out(LONG1 + _u1.pack(len(data)) + data)
            else:
                self._out(LONG4 + _i4.pack(len(data)) + data)
        elif -0x80000000 <= obj <= 0x7fffffff:
            self._out(b'I%d\n' % obj)
        else:
            self._out(b'L%dL\n' % obj)

    def _save_float(self, obj):
        if self.bin:
            self._out(BINFLOAT + _f8.pack(obj))
        else:
            self._out(FLOAT + repr(obj).encode('ascii') + b'\n')

    def _save_bytes(self, obj):
        n = len(obj)
        if self.proto < 3:
            if not obj:
                self._save_reduce(bytes, (), obj=obj)
            else:
                self._save_reduce(_codecs_encode(), (str(obj, 'latin1'), 'latin1'), obj=obj)
            return
        if n < 256:
            self._out(SHORT_BINBYTES + _u1.pack(n) + obj)
        elif n > 0xffffffff:
            self._large(BINBYTES8 + _u8.pack(n), obj)
        else:
            self._large(BINBYTES + _u4.pack(n), obj)
        self._memoize(obj)

    def _save_bytearray(self, obj):
        if self.proto < 5:
            if not obj:
                self._save_reduce(bytearray, (), obj=obj)
            else:
                self._save_reduce(bytearray, (bytes(obj),), obj=obj)
            return
        self._large(BYTEARRAY8 + _u8.pack(len(obj)), bytes(obj))
        self._memoize(obj)

    def _save_buffer(self, obj):
        if self.proto < 5:
            raise PicklingError('PickleBuffer can only be pickled with protocol >= 5')
        with obj.raw() as view:
            if not view.contiguous:
                raise PicklingError('PickleBuffer can not be pickled when pointing to a non-contiguous buffer')
            if self._buffer_callback is not None and not self._buffer_callback(obj):
                self._out(NEXT_BUFFER)
                if view.readonly:
                    self._out(READONLY_BUFFER)
            elif view.readonly:
                self._save_bytes(view.tobytes())
            else:
                self._save_bytearray(bytearray(view))

    def _save_str(self, obj):
        if self.bin:
            data = obj.encode('utf-8', 'surrogatepass')
            n = len(data)
            if n < 256 and self.proto >= 4:
                self._out(SHORT_BINUNICODE + _u1.pack(n) + data)
            elif n > 0xffffffff and self.proto >= 4:
                self._large(BINUNICODE8 + _u8.pack(n), data)
            else:
                self._large(BINUNICODE + _u4.pack(n), data)
        else:
            for c in '\\\0\n\r\x1a':
                obj = obj.replace(c, '\\u%04x' % ord(c)) if c in obj else obj
            self._out(UNICODE + obj.encode('raw-unicode-escape') + b'\n')
        self._memoize(obj)

    def _save_tuple(self, obj):
        if not obj:
            self._out(EMPTY_TUPLE if self.bin else MARK + TUPLE)
            return
        n = len(obj)
        short = n <= 3 and self.proto >= 2
        if not short:
            self._out(MARK)
        for item in obj:
            self.save(item)
        known = self._memo.get(id(obj))
        if known is not None:
            # The tuple came up among its own items.
            if short:
                self._out(POP * n)
            elif self.bin:
                self._out(POP_MARK)
            else:
                self._out(POP * (n + 1))
            self._get(known[0])
            return
        self._out((TUPLE1, TUPLE2, TUPLE3)[n - 1] if short else TUPLE)
        self._memoize(obj)

    def _save_list(self, obj):
        self._out(EMPTY_LIST if self.bin else MARK + LIST)
        self._memoize(obj)
        self._save_items(obj, APPEND, APPENDS, self.save)

    def _save_dict(self, obj):
        self._out(EMPTY_DICT if self.bin else MARK + DICT)
        self._memoize(obj)
        self._save_items(obj.items(), SETITEM, SETITEMS, self._save_pair)

    def _save_set(self, obj):
        if self.proto < 4:
            self._save_reduce(set, (list(obj),), obj=obj)
            return
        self._out(EMPTY_SET)
        self._memoize(obj)
        for batch in _batched(obj, _BATCH):
            self._out(MARK)
            for item in batch:
                self.save(item)
            self._out(ADDITEMS)

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self._save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self._out(MARK)
        for item in obj:
            self.save(item)
        known = self._memo.get(id(obj))
        if known is not None:
            self._out(POP_MARK)
            self._get(known[0])
            return
        self._out(FROZENSET)
        self._memoize(obj)

    def _save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, '__qualname__', None)
            if name is None:
                name = obj.__name__
        module = whichmodule(obj, name)
        if '<locals>' in name.split('.'):
            raise AttributeError("Can't pickle local object %r" % name)
        try:
            found, parent = _find(module, name)
        except ImportError:
            raise PicklingError("Can't pickle %r: import of module %r failed" % (obj, module)) from None
        except (KeyError, AttributeError):
            raise PicklingError("Can't pickle %r: attribute lookup %s on %s failed" % (obj, name, module)) from None
        if found is not obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module, name))
        if self.proto >= 2:
            code = _extension_registry.get((module, name))
            if code:
                if code <= 0xff:
                    self._out(EXT1 + _u1.pack(code))
                elif code <= 0xffff:
                    self._out(EXT2 + _u2.pack(code))
                else:
                    self._out(EXT4 + _i4.pack(code))
                return
        if self.proto >= 4:
            self.save(module)
            self.save(name)
            self._out(STACK_GLOBAL)
        elif '.' in name:
            self._save_reduce(_getter(), (parent, name.rpartition('.')[2]))
        else:
            if self.fix_imports:
                if (module, name) in _OLD_NAMES:
                    module, name = _OLD_NAMES[module, name]
                elif module in _OLD_MODULES:
                    module = _OLD_MODULES[module]
            encoding = 'utf-8' if self.proto == 3 else 'ascii'
            try:
                self._out(GLOBAL + module.encode(encoding) + b'\n' + name.encode(encoding) + b'\n')
            except UnicodeEncodeError:
                raise PicklingError("can't pickle global identifier '%s.%s' using pickle protocol %i" % (module, name, self.proto)) from None
        self._memoize(obj)


def _bound(obj):
    """What a bound method, of either kind, is made of."""
    of = obj.__self__
    if of is None or isinstance(of, _Module):
        return obj.__qualname__
    return _getter(), (of, obj.__name__)


def _getter():
    """getattr as programs have it."""
    return _names('builtins')['getattr']


_SIMPLE = {_Function: lambda f: f.__qualname__, _Builtin: _bound, _Method: _bound, type(...): lambda v: 'Ellipsis',
           type(NotImplemented): lambda v: 'NotImplemented', complex: lambda c: (complex, (c.real, c.imag)),
           **dict.fromkeys(_Descriptors, lambda d: (_getter(), (d.__objclass__, d.__name__)))}


def _item(table, key):
    try:
        return table[key]
    except KeyError:
        return None


def _codecs_encode():
    import codecs
    return codecs.encode


_PLAIN = {type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float}
_CONTAINERS = {bytes: Pickler._save_bytes, bytearray: Pickler._save_bytearray, PickleBuffer: Pickler._save_buffer,
               str: Pickler._save_str, tuple: Pickler._save_tuple, list: Pickler._save_list, dict: Pickler._save_dict,
               set: Pickler._save_set, frozenset: Pickler._save_frozenset}


class _Stop(Exception):
    pass


class Unpickler:
    """This takes a binary file for reading a pickle data stream."""
    __module__ = '_pickle'

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        self._buffers = iter(buffers) if buffers is not None else None
        try:
            self._file_read, self._file_readline = file.read, file.readline
        except AttributeError:
            raise TypeError("file must have 'read' and 'readline' attributes") from None
        self.memo = {}
        self.encoding, self.errors, self.fix_imports = encoding, errors, fix_imports
        self.proto = 0

    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered, but no persistent_load function was specified.')

    def find_class(self, module, name):
        """Return an object from a specified module."""
        if self.proto < 3 and self.fix_imports:
            if (module, name) in _NEW_NAMES:
                module, name = _NEW_NAMES[module, name]
            elif module in _NEW_MODULES:
                module = _NEW_MODULES[module]
        return _find(module, name, self.proto >= 4)[0]

    def load(self):
        """Load a pickle."""
        if not hasattr(self, '_file_read'):
            raise UnpicklingError('Unpickler.__init__() was not called by %s.__init__()' % type(self).__name__)
        self._frame = None
        self._stack = []
        self._marks = []
        self.proto = 0
        loads = _LOADS
        try:
            while True:
                key = self._read(1)
                load = loads.get(key)
                if load is None:
                    raise UnpicklingError(f"invalid load key, {repr(key)[1:]}.")
                load(self)
        except _Stop as stop:
            return stop.args[0]

    def _read(self, n):
        if self._frame is not None:
            data = self._frame.read(n)
            if not data and n:
                self._frame = None
            elif len(data) < n:
                raise UnpicklingError('pickle exhausted before end of frame')
            else:
                return data
        data = self._file_read(n)
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError('read() returned non-bytes object (%s)' % type(data).__name__) if data is not None else EOFError('Ran out of input')
        if len(data) < n:
            raise EOFError('Ran out of input') if not data and n == 1 else UnpicklingError('pickle data was truncated')
        return data

    def _line(self):
        if self._frame is not None:
            data = self._frame.readline()
            if data:
                if not data.endswith(b'\n'):
                    raise UnpicklingError('pickle exhausted before end of frame')
                return data[:-1]
            self._frame = None
        data = self._file_readline()
        if not data:
            raise EOFError('Ran out of input')
        if not data.endswith(b'\n'):
            raise UnpicklingError('pickle data was truncated')
        return data[:-1]

    def _number(self, form):
        return form.unpack(self._read(form.size))[0]

    def _pop(self):
        if not self._stack:
            raise UnpicklingError('unexpected MARK found' if self._marks else 'unpickling stack underflow')
        return self._stack.pop()

    def _top(self):
        if not self._stack:
            raise UnpicklingError('unexpected MARK found' if self._marks else 'unpickling stack underflow')
        return self._stack[-1]

    def _to_mark(self):
        if not self._marks:
            raise UnpicklingError('could not find MARK')
        items = self._stack
        self._stack = self._marks.pop()
        return items

    def _push(self, obj):
        self._stack.append(obj)

    def _decode(self, data):
        if self.encoding == 'bytes':
            return data
        return data.decode(self.encoding, self.errors)


_LOADS = {}


def _loads(code):
    def register(f):
        _LOADS[code] = f
        return f
    return register


def _constant(code, make):
    _LOADS[code] = lambda self: self._stack.append(make())


def _sized(code, form, make, what):
    """What is given as a size and that many bytes."""
    def load(self):
        n = self._number(form)
        if n < 0:
            raise UnpicklingError(f'{what} pickle has negative byte count')
        if n > 0x7fffffffffffffff:
            raise OverflowError(f"{what} exceeds system's maximum size of {0x7fffffffffffffff} bytes")
        self._stack.append(make(self, self._read(n)))
    _LOADS[code] = load


def _text(self, data):
    return str(data, 'utf-8', 'surrogatepass')


for _code, _make in ((NONE, lambda: None), (NEWTRUE, lambda: True), (NEWFALSE, lambda: False), (EMPTY_TUPLE, tuple),
                     (EMPTY_LIST, list), (EMPTY_DICT, dict), (EMPTY_SET, set)):
    _constant(_code, _make)
for _code, _form, _make, _what in (
        (SHORT_BINBYTES, _u1, lambda self, data: bytes(data), 'BINBYTES'), (BINBYTES, _u4, lambda self, data: bytes(data), 'BINBYTES'),
        (BINBYTES8, _u8, lambda self, data: bytes(data), 'BINBYTES8'), (BYTEARRAY8, _u8, lambda self, data: bytearray(data), 'BYTEARRAY8'),
        (SHORT_BINUNICODE, _u1, _text, 'BINUNICODE'), (BINUNICODE, _u4, _text, 'BINUNICODE'), (BINUNICODE8, _u8, _text, 'BINUNICODE8'),
        (SHORT_BINSTRING, _u1, Unpickler._decode, 'BINSTRING'), (BINSTRING, _i4, Unpickler._decode, 'BINSTRING'),
        (LONG1, _u1, lambda self, data: decode_long(data), 'LONG'), (LONG4, _i4, lambda self, data: decode_long(data), 'LONG')):
    _sized(_code, _form, _make, _what)
for _code, _form in ((BININT, _i4), (BININT1, _u1), (BININT2, _u2), (BINFLOAT, _f8)):
    _LOADS[_code] = lambda self, form=_form: self._stack.append(self._number(form))
for _code, _n in ((TUPLE1, 1), (TUPLE2, 2), (TUPLE3, 3)):
    def _load_tuple(self, n=_n):
        if len(self._stack) < n:
            raise UnpicklingError('unpickling stack underflow')
        self._stack[-n:] = [tuple(self._stack[-n:])]
    _LOADS[_code] = _load_tuple


@_loads(PROTO)
def _load_proto(self):
    proto = self._read(1)[0]
    if proto > HIGHEST_PROTOCOL:
        raise ValueError('unsupported pickle protocol: %d' % proto)
    self.proto = proto


@_loads(FRAME)
def _load_frame(self):
    n = self._number(_u8)
    if n > 0x7fffffffffffffff:
        raise ValueError('frame size > sys.maxsize: %d' % n)
    if self._frame is not None and self._frame.read(1):
        raise UnpicklingError('beginning of a new frame before end of current frame')
    self._frame = None
    data = self._read(n)
    self._frame = _io.BytesIO(data)


@_loads(PERSID)
def _load_persid(self):
    try:
        pid = self._line().decode('ascii')
    except UnicodeDecodeError:
        raise UnpicklingError('persistent IDs in protocol 0 must be ASCII strings') from None
    self._push(self.persistent_load(pid))


@_loads(BINPERSID)
def _load_binpersid(self):
    self._push(self.persistent_load(self._pop()))


@_loads(INT)
def _load_int(self):
    data = self._line()
    if data == b'00':
        self._push(False)
    elif data == b'01':
        self._push(True)
    else:
        self._push(int(data, 0))


@_loads(LONG)
def _load_long(self):
    data = self._line()
    self._push(int(data.removesuffix(b'L'), 0))


@_loads(FLOAT)
def _load_float(self):
    self._push(float(self._line()))


@_loads(STRING)
def _load_string(self):
    data = self._line()
    if len(data) < 2 or data[:1] != data[-1:] or data[:1] not in (b'"', b"'"):
        raise UnpicklingError('the STRING opcode argument must be quoted')
    import codecs
    self._push(self._decode(codecs.escape_decode(data[1:-1])[0]))


@_loads(UNICODE)
def _load_unicode(self):
    self._push(str(self._line(), 'raw-unicode-escape'))


@_loads(NEXT_BUFFER)
def _load_next_buffer(self):
    if self._buffers is None:
        raise UnpicklingError('pickle stream refers to out-of-band data but no *buffers* argument was given')
    try:
        self._push(next(self._buffers))
    except StopIteration:
        raise UnpicklingError('not enough out-of-band buffers') from None


@_loads(READONLY_BUFFER)
def _load_readonly_buffer(self):
    view = memoryview(self._top())
    if not view.readonly:
        self._stack[-1] = view.toreadonly()


@_loads(TUPLE)
def _load_marked_tuple(self):
    items = self._to_mark()
    self._push(tuple(items))


@_loads(LIST)
def _load_list(self):
    items = self._to_mark()
    self._push(items)


@_loads(DICT)
def _load_dict(self):
    items = self._to_mark()
    if len(items) % 2:
        raise UnpicklingError('odd number of items for DICT')
    self._push({items[i]: items[i + 1] for i in range(0, len(items), 2)})


@_loads(FROZENSET)
def _load_frozenset(self):
    items = self._to_mark()
    self._push(frozenset(items))


def _instantiate(self, cls, args):
    if not args and isinstance(cls, type) and not hasattr(cls, '__getinitargs__'):
        self._push(cls.__new__(cls))
        return
    self._push(cls(*args))


@_loads(INST)
def _load_inst(self):
    module, name = self._line().decode('ascii'), self._line().decode('ascii')
    cls = self.find_class(module, name)
    _instantiate(self, cls, self._to_mark())


@_loads(OBJ)
def _load_obj(self):
    args = self._to_mark()
    if not args:
        raise UnpicklingError('unpickling stack underflow')
    cls = args.pop(0)
    _instantiate(self, cls, args)


@_loads(NEWOBJ)
def _load_newobj(self):
    args = self._pop()
    cls = self._pop()
    if not isinstance(args, tuple):
        raise UnpicklingError('NEWOBJ expected an arg tuple, got ' + type(args).__name__)
    if not isinstance(cls, type):
        raise UnpicklingError('NEWOBJ class argument must be a type, not ' + type(cls).__name__)
    self._push(_newobj(cls, *args))


@_loads(NEWOBJ_EX)
def _load_newobj_ex(self):
    kwargs, args, cls = self._pop(), self._pop(), self._pop()
    if not isinstance(cls, type):
        raise UnpicklingError('NEWOBJ_EX class argument must be a type, not ' + type(cls).__name__)
    self._push(_newobj_ex(cls, args, kwargs))


@_loads(GLOBAL)
def _load_global(self):
    module, name = self._line().decode('utf-8'), self._line().decode('utf-8')
    self._push(self.find_class(module, name))


@_loads(STACK_GLOBAL)
def _load_stack_global(self):
    name = self._pop()
    module = self._pop()
    if type(name) is not str or type(module) is not str:
        raise UnpicklingError('STACK_GLOBAL requires str')
    self._push(self.find_class(module, name))


def _extension(code, form):
    def load(self):
        n = self._number(form)
        if n in _extension_cache:
            self._push(_extension_cache[n])
            return
        key = _inverted_registry.get(n)
        if not key:
            if n <= 0:
                raise UnpicklingError('EXT specifies code <= 0')
            raise ValueError('unregistered extension code %d' % n)
        obj = self.find_class(*key)
        _extension_cache[n] = obj
        self._push(obj)
    _LOADS[code] = load


for _code, _form in ((EXT1, _u1), (EXT2, _u2), (EXT4, _i4)):
    _extension(_code, _form)


@_loads(REDUCE)
def _load_reduce(self):
    args = self._pop()
    func = self._pop()
    self._push(func(*args))


@_loads(POP)
def _load_pop(self):
    if self._stack:
        self._stack.pop()
    elif self._marks:
        self._to_mark()
    else:
        raise UnpicklingError('unpickling stack underflow')


@_loads(POP_MARK)
def _load_pop_mark(self):
    self._to_mark()


@_loads(DUP)
def _load_dup(self):
    self._push(self._top())


def _memo_get(self, at):
    try:
        self._push(self.memo[at])
    except KeyError:
        raise UnpicklingError(f'Memo value not found at index {at}') from None


@_loads(GET)
def _load_get(self):
    _memo_get(self, int(self._line()))


@_loads(PUT)
def _load_put(self):
    at = int(self._line())
    if at < 0:
        raise ValueError('negative PUT argument')
    self.memo[at] = self._top()


@_loads(MEMOIZE)
def _load_memoize(self):
    self.memo[len(self.memo)] = self._top()


for _code, _form in ((BINGET, _u1), (LONG_BINGET, _u4)):
    _LOADS[_code] = lambda self, form=_form: _memo_get(self, self._number(form))
for _code, _form in ((BINPUT, _u1), (LONG_BINPUT, _u4)):
    def _load_binput(self, form=_form):
        at = self._number(form)
        self.memo[at] = self._top()
    _LOADS[_code] = _load_binput


@_loads(APPEND)
def _load_append(self):
    value = self._pop()
    self._top().append(value)


@_loads(APPENDS)
def _load_appends(self):
    items = self._to_mark()
    to = self._top()
    if type(to) is list:
        to.extend(items)
        return
    extend = getattr(to, 'extend', None)
    if extend is not None:
        extend(items)
        return
    append = to.append
    for item in items:
        append(item)


@_loads(SETITEM)
def _load_setitem(self):
    value, key = self._pop(), self._pop()
    self._top()[key] = value


@_loads(SETITEMS)
def _load_setitems(self):
    items = self._to_mark()
    if len(items) % 2:
        raise UnpicklingError('odd number of items for SETITEMS')
    to = self._top()
    for i in range(0, len(items), 2):
        to[items[i]] = items[i + 1]


@_loads(ADDITEMS)
def _load_additems(self):
    items = self._to_mark()
    to = self._top()
    if isinstance(to, set):
        to.update(items)
    else:
        for item in items:
            to.add(item)


@_loads(BUILD)
def _load_build(self):
    state = self._pop()
    obj = self._top()
    setstate = getattr(obj, '__setstate__', None)
    if setstate is not None:
        setstate(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state:
        if isinstance(obj, (type, _Function, _Module)):
            slots = {**state, **(slots or {})}
        else:
            attributes = obj.__dict__
            for name, value in state.items():
                _may_write(obj, name)
                attributes[name] = value
    if slots:
        for name, value in slots.items():
            _set_slot(obj, name, value)


@_loads(MARK)
def _load_mark(self):
    self._marks.append(self._stack)
    self._stack = []


@_loads(STOP)
def _load_stop(self):
    raise _Stop(self._pop())


_Pickler, _Unpickler = Pickler, Unpickler


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write a pickled representation of obj to the open file object file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Return the pickled representation of the object as a bytes object."""
    out = []
    p = Pickler(_Sink(out.append), protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
    p.dump(obj)
    return b''.join(out)


class _Sink:

    def __init__(self, write):
        self.write = write


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """Read and return an object from the pickle data stored in a file."""
    return Unpickler(file, fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors).load()


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """Read and return an object from the given pickle data."""
    try:
        with memoryview(data):
            pass
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
    return Unpickler(_io.BytesIO(data), fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors).load()
