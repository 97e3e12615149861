"""Annotations that are read well and fail when their code runs."""


def f_bad_ann():
    """A function has no __annotations__ of its own."""
    __annotations__["missing"] = int


class C_OK:
    """The annotation of an attribute in a function is not evaluated."""

    def __init__(self, value):
        self.value: no_such_type = value


class D_bad_ann:
    """What an annotated attribute belongs to is evaluated."""

    def __init__(self, value):
        no_such_self.value: int = value


def g_bad_ann():
    """So it is outside of a class."""
    no_such_object.attribute: int = 1
