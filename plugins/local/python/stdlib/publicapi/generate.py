"""Writes the public names of CPython's standard library, which names.txt holds: python3.12 -I -S generate.py > names.txt

A line is a module and its names; one that begins with a dot is a class of the module before it, and the names of its
instances that no built-in type has given it. Modules without a text about what is public are taken to mean what they
define themselves.
"""
import builtins
import importlib
import sys
import types
import warnings

# All that can do its work without the world outside of the interpreter.
MODULES = """__future__ abc argparse array ast asyncio base64 binascii bisect builtins bz2 calendar cmath code codecs codeop
    collections collections.abc colorsys concurrent concurrent.futures configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal
    difflib dis email.message email.utils enum errno fnmatch fractions functools gc getopt graphlib gzip hashlib heapq hmac
    html html.entities html.parser inspect io ipaddress itertools json json.decoder json.encoder json.scanner keyword
    linecache locale logging lzma math numbers opcode operator optparse os os.path pathlib pickle pickletools pprint queue
    quopri random re reprlib sched secrets shlex stat statistics string stringprep struct symtable sys textwrap threading
    time timeit token tokenize tomllib traceback types typing unicodedata unittest unittest.mock urllib urllib.parse uuid warnings weakref
    xml.etree.ElementTree zlib zoneinfo""".split()


def public(name, module):
    names = getattr(module, "__all__", None)
    if names is None:
        names = [n for n, v in vars(module).items() if not n.startswith("_") and not isinstance(v, types.ModuleType)
                 and getattr(v, "__module__", None) in (None, name, "_" + name, "builtins")]
    return sorted(set(names))


def members(name, cls):
    given = {n for base in cls.__mro__ if base.__module__ == "builtins" != name for n in vars(base)}
    return sorted({n for base in cls.__mro__ for n, v in vars(base).items() if not n.startswith("_") and not is_slot(base, v)} - given)


def is_slot(cls, v):
    """Whether v is a variable of instances, which another implementation may keep elsewhere."""
    return isinstance(v, types.MemberDescriptorType) and "__slots__" in vars(cls)


def main():
    warnings.simplefilter("ignore")
    print("# CPython %d.%d.%d" % sys.version_info[:3])
    for name in MODULES:
        module = importlib.import_module(name)
        print(name, *public(name, module))
        for n in public(name, module):
            cls = getattr(module, n, None)
            # A class that another module lends is listed there.
            if isinstance(cls, type) and cls.__module__.lstrip("_") in (name, name.split(".")[0]) and (names := members(name, cls)):
                print("." + n, *names)


main()
