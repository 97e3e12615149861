"""Packages for computations that go on at the same time."""
__path__ = []
