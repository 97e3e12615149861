"""The driver: keeps a session's namespace inside of a sandbox, runs its code, and speaks with the plugin outside.

It needs Python 3.8 and the standard library. It is one program, put together from the files of this folder in the order of driver.go.

The plugin holds the descriptors 0 and 1 of the start. A frame on them is a length (u32, big-endian, of all that follows), a letter, and:

    J  one JSON document: a request on the way in, an answer or an event on the way out
    1  2           bytes that the guest wrote to its standard output or error (out only)
    D  u32, bytes  a piece of a file or of a command's input (in), of a file (out); none ends it
    C  u32, u8, bytes  output of the command of that id, on stream 1 or 2 (out only)

Guest code runs in this process and can do with it what it likes. So nothing here protects the plugin: it reads all frames as the guest's own.
"""
import ast
import binascii
import builtins
import io
import json
import linecache
import math
import os
import queue
import re
import select
import signal
import struct
import sys
import threading
import time
import types
import warnings
from os import _exit, read as os_read, write as os_write
from select import select as os_select
from time import monotonic, sleep
# Guest code may put what it likes into the modules, time.sleep of a test double among it: what the connection needs has names of its own.

ERRORS = [2]  # the descriptor for what is said when the interpreter ends


def die(reason):
    try:
        os_write(ERRORS[0], reason.encode("utf-8", "backslashreplace")[-2000:])
    except OSError:
        pass
    _exit(1)
