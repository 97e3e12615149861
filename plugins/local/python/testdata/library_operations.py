# import: string, tomllib
# limits: operations=100000
# What a program puts into the library counts, though a module's body calls it.
import re


def count(*args, **kwargs):
    for i in range(10**9):  ### "Reached the max number of operations of 100000."
        i


re.compile = count
import tomllib
