"""Record of phased-in incompatible language changes."""

all_feature_names = ["nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function",
                     "unicode_literals", "barry_as_FLUFL", "generator_stop", "annotations"]
__all__ = ["all_feature_names"] + all_feature_names


class _Feature:
    def __init__(self, optionalRelease, mandatoryRelease, compiler_flag):
        self.optional = optionalRelease
        self.mandatory = mandatoryRelease
        self.compiler_flag = compiler_flag

    def getOptionalRelease(self):
        return self.optional

    def getMandatoryRelease(self):
        return self.mandatory

    def __repr__(self):
        return "_Feature" + repr((self.optional, self.mandatory, self.compiler_flag))


def _release(major, minor, level="final", serial=0, micro=0):
    return (major, minor, micro, level, serial)


nested_scopes = _Feature(_release(2, 1, "beta", 1), _release(2, 2, "alpha"), 0x0010)
generators = _Feature(_release(2, 2, "alpha", 1), _release(2, 3), 0)
division = _Feature(_release(2, 2, "alpha", 2), _release(3, 0, "alpha"), 0x20000)
absolute_import = _Feature(_release(2, 5, "alpha", 1), _release(3, 0, "alpha"), 0x40000)
with_statement = _Feature(_release(2, 5, "alpha", 1), _release(2, 6, "alpha"), 0x80000)
print_function = _Feature(_release(2, 6, "alpha", 2), _release(3, 0, "alpha"), 0x100000)
unicode_literals = _Feature(_release(2, 6, "alpha", 2), _release(3, 0, "alpha"), 0x200000)
barry_as_FLUFL = _Feature(_release(3, 1, "alpha", 2), _release(4, 0, "alpha"), 0x400000)
generator_stop = _Feature(_release(3, 5, "beta", 1), _release(3, 7, "alpha"), 0x800000)
annotations = _Feature(_release(3, 7, "beta", 1), None, 0x1000000)
