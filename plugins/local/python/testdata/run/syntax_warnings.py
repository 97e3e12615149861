# What the compiler warns of, and the same as errors where warnings are errors.
import warnings

for source in [
    "x is 1", "x is not 'a'", "1 is x is 2", "x is (1, 2)", "x is -1", "x is None", "x is ...", "x is [1]", "x is True",
    "assert (x, 'text')", "assert ()", "assert x, 1", "[1](2)", "f'{x}'(1)", "(1, 2)(3)", "{}()", "[y for y in x](1)", "x(1)(2)",
    "(lambda: 1)[0]", "{1}[0]", "None[0]", "...[0]", "1[2]", "[1, 2]['a']", "'abc'[1.0]", "(1, 2)[None]", "'a'['b':'c']", "'a'[-1]", "'a'[x]",
    "[1]['a', 'b']", "1if x else 2", "0x1for x in y", "1jor 2", "1.5and 2", "1 if x else 2", r"'\d'", r"'\d\e'", r"b'\q'", r"'\400'",
    r"b'\777'", r"'\377'", r"r'\d'", r"f'\{x}'", r"f'a\z{x}\y'", "'''a\n\\z'''\nx is 3", "def f():\n    return 'x\\-'", "'\\é'",
]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compile(source, "<source>", "exec")
    print(repr(source), *[(str(w.message), w.category.__name__, w.filename, w.lineno) for w in caught])
    with warnings.catch_warnings():
        warnings.simplefilter("error", SyntaxWarning)
        try:
            compile(source, "<source>", "exec")
        except SyntaxError as e:
            print("   ", e.msg, e.filename, e.lineno)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(eval(r"'\d' + '\w'"), len(caught))
    try:
        compile("x is 1; 2 +", "<source>", "exec")
    except SyntaxError:
        print(len(caught))
