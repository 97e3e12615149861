"""The driver: keeps a session's namespace inside of a sandbox, runs its code, and speaks with the plugin outside.

It needs Python 3.8 and the standard library. It is one program, put together from the files of this folder in the order of driver.go.

The plugin holds the descriptors 0 and 1 of the start. A frame on them is a length (u32, big-endian, of all that follows), a letter, and:

    J  one JSON document: a request on the way in, an answer or an event on the way out
    1  2           bytes that the guest wrote to its standard output or error (out only)
    D  u32, bytes  a piece of a file or of a command's input (in), of a file (out); none ends it
    C  u32, u8, bytes  output of the command of that id, on stream 1 or 2 (out only)

Guest code runs in this process and can do with it what it likes. So nothing here protects the plugin: it reads all frames as the guest's own.
"""
import builtins
import gc
import io
import os
import struct
import sys
from _queue import SimpleQueue
from _signal import SIGINT, SIGKILL, pthread_kill, signal
from _thread import RLock, allocate_lock, get_ident, start_new_thread
from os import _exit, read as os_read, write as os_write
from select import select as os_select
from time import monotonic, sleep
# Guest code may put what it likes into the modules, time.sleep of a test double among it: what the connection needs has names of its own.
# These modules are there anyway or take no time. The others take as long as Python's own start, so that the plugin doesn't wait for them.


def load():
    """Imports what the requests need, before guest code can be in the way. Of ast the nodes are enough: they are there without the rest."""
    global ast, binascii, faulthandler, json, linecache, math, re, threading, time, types, warnings
    gc.disable()  # all of it stays
    import _ast as ast
    import binascii
    import faulthandler
    import json
    import linecache
    import math
    import re
    import threading  # in the main thread, which it takes the one for that imports it
    import time
    import types
    import warnings
    gc.enable()

ERRORS = [2]  # the descriptor for what is said when the interpreter ends


def die(reason):
    try:
        os_write(ERRORS[0], reason.encode("utf-8", "backslashreplace")[-2000:])
    except OSError:
        pass
    _exit(1)
