"""Support for Python tests of the interpreter: what tests written for CPython import from its package of the name."""
__path__ = []
