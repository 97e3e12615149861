"""Prints the code objects of every file of the standard library.

A line "FILE path" starts a file. The others are a code object's qualified name, cells, free variables,
whether it is a generator, coroutine or asynchronous generator (its flags), and its parameters.
"""
import inspect
import os
import sysconfig
import types
import warnings

warnings.simplefilter("ignore")


def show(code):
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    flags = code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR)
    fields = [
        code.co_qualname,
        ",".join(sorted(code.co_cellvars)),
        ",".join(code.co_freevars),
        str(flags),
        ",".join(code.co_varnames[:count]),
    ]
    print("|".join(fields))
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            show(const)


root = sysconfig.get_path("stdlib")
for folder, folders, files in os.walk(root):
    folders[:] = sorted(f for f in folders if f != "site-packages")
    for name in sorted(files):
        if not name.endswith(".py"):
            continue
        path = os.path.join(folder, name)
        with open(path, "rb") as f:
            source = f.read()
        try:
            code = compile(source, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            continue
        print("FILE", path)
        show(code)
