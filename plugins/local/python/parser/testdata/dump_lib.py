"""Prints, for every file of the standard library, a hash of its dumped tree and its path.

A file that CPython refuses gets "-" for a hash.
"""
import ast
import hashlib
import os
import sysconfig
import warnings

warnings.simplefilter("ignore")
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
            text = ast.dump(ast.parse(source), include_attributes=True)
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        except (SyntaxError, ValueError):
            digest = "-"
        print(digest, path)
