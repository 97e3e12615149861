"""Modules with annotations of all sorts, for tests of annotations."""
__path__ = []
