"""Locale support: there is only the locale C."""

__all__ = ["getlocale", "getdefaultlocale", "getpreferredencoding", "Error", "setlocale", "localeconv", "strcoll", "strxfrm",
           "str", "atof", "atoi", "format_string", "currency", "normalize", "delocalize", "localize", "getencoding", "resetlocale",
           "LC_CTYPE", "LC_COLLATE", "LC_TIME", "LC_MONETARY", "LC_NUMERIC", "LC_ALL", "LC_MESSAGES", "CHAR_MAX"]

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127

_str = str


class Error(Exception):
    pass


Error.__module__ = "locale"


def setlocale(category, locale=None):
    """Set or query the locale; that of C and the default one are there."""
    if locale is not None and not isinstance(locale, _str):
        locale = ".".join(filter(None, locale))
    if not 0 <= category <= LC_ALL or locale not in (None, "", "C", "POSIX"):
        raise Error("unsupported locale setting")
    return "C"


def localeconv():
    """Return the conventions for numbers and sums of money."""
    unset = CHAR_MAX
    return {"int_curr_symbol": "", "currency_symbol": "", "mon_decimal_point": "", "mon_thousands_sep": "", "mon_grouping": [],
            "positive_sign": "", "negative_sign": "", "int_frac_digits": unset, "frac_digits": unset, "p_cs_precedes": unset,
            "p_sep_by_space": unset, "n_cs_precedes": unset, "n_sep_by_space": unset, "p_sign_posn": unset, "n_sign_posn": unset,
            "decimal_point": ".", "thousands_sep": "", "grouping": []}


def getlocale(category=LC_CTYPE):
    """Return the language code and the encoding of a category."""
    return None, None


def getdefaultlocale(envvars=()):
    """Return the default language code and encoding."""
    return None, None


def getencoding():
    """Return the encoding of the locale."""
    return "utf-8"


def getpreferredencoding(do_setlocale=True):
    """Return the encoding that is used for text."""
    return "utf-8"


def resetlocale(category=LC_ALL):
    """Set the default locale."""
    setlocale(category, "")


def normalize(localename):
    """Return the name of a locale as it is."""
    return localename


def strcoll(a, b, /):
    """Compare two strings."""
    return (a > b) - (a < b)


def strxfrm(string, /):
    """Return a string that compares as the locale wants it."""
    return string


def format_string(f, val, grouping=False, monetary=False):
    """Format a string as the % operator does, in the way of the locale."""
    return f % val


def str(val):
    """Convert a float to a string."""
    return "%.12g" % val


def currency(val, symbol=True, grouping=False, international=False):
    """Format a sum of money, which the locale C has no way to write."""
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def delocalize(string):
    """Turn a number of the locale into one that int() and float() read."""
    return string


def localize(string, grouping=False, monetary=False):
    """Turn a number into one of the locale."""
    return string


def atof(string, func=float):
    """Parse a string as a float."""
    return func(delocalize(string))


def atoi(string):
    """Convert a string to an integer."""
    return int(delocalize(string))
