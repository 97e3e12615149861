"""How tests import what may not be there."""


def import_module(name, deprecated=False, *, required_on=()):
    """Import a module by its dotted name; without it there is nothing to test."""
    return _import(name)
