import locale as l


def attempt(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)


attempt(l.setlocale, l.LC_ALL, "C")
attempt(l.setlocale, l.LC_ALL, "xx_YY.none")
attempt(l.setlocale, 99, "C")
attempt(l.setlocale, l.LC_ALL, ("xx_YY", "none"))
attempt(l.localeconv)
attempt(l.currency, 3)
attempt(l.format_string, "%d %s", (5, "a"))
attempt(l.format_string, "%.2f", 1234.5, grouping=True)
attempt(l.str, 3.14159)
attempt(l.atof, "3.5")
attempt(l.atoi, "12")
attempt(l.strcoll, "a", "b")
attempt(l.delocalize, "1.5")
print(l.Error, l.LC_CTYPE, l.LC_ALL, l.LC_MESSAGES, l.CHAR_MAX)
