# Module difflib: opcodes, close matches, and deltas of every form.
import difflib

old = """import util
def main():
\tprint(util.add(1, 2))

    # TODO: handle args
class Shape:
    sides = 4
    colour = 'red'
one
two
three
main()
""".splitlines(True)
new = """import util, sys
def main(args):
    print(util.add(1, 3))

class Shape:
    sides = 5
    name = 'square'
    colour = 'red'
two
three & <four>
the very last line, which is rather longer than the others
main()
""".splitlines(True)

for n in 0, 1, 3:
    print("".join(difflib.unified_diff(old, new, "a.py", "b.py", "then", n=n)))
    print("".join(difflib.context_diff(old, new, "a.py", "b.py", n=n)))
delta = list(difflib.ndiff(old, new))
print("".join(delta))
print(list(difflib.restore(delta, 1)) == old, list(difflib.restore(delta, "2")) == new)
print("".join(difflib.Differ(linejunk=difflib.IS_LINE_JUNK).compare(old, new)))
print("".join(difflib.ndiff(new, old, charjunk=None)))
for context in False, True:
    for wrap in None, 20:
        html = difflib.HtmlDiff(tabsize=4, wrapcolumn=wrap)
        print(html.make_table(old, new, "old", "new", context=context, numlines=1))
print(difflib.HtmlDiff().make_file(["é\n"], ["\u20ac\n"], charset="ascii"))
print(difflib.HtmlDiff().make_table(old, old, context=True), difflib.HtmlDiff().make_table([], []))

m = difflib.SequenceMatcher(lambda c: c == " ", "private Thread currentThread;", "private volatile Thread currentThread;")
print(m.get_matching_blocks(), m.get_opcodes(), sep="\n")
print(m.ratio(), m.quick_ratio(), m.real_quick_ratio(), m.find_longest_match(3, 12, 5), m.bjunk, sorted(m.b2j))
print([list(group) for group in difflib.SequenceMatcher(None, "a" * 20 + "b" + "c" * 20, "a" * 20 + "c" * 20 + "d").get_grouped_opcodes(2)])
m = difflib.SequenceMatcher(a=[1, (2,), "x"] * 80, b=[(2,), 1, "y"] * 80)
print(sorted(map(str, m.bpopular)), m.ratio(), difflib.SequenceMatcher(a=m.a, b=m.b, autojunk=False).ratio())
words = ["ape", "apple", "peach", "puppy", "appel", "Apple", ""]
print(difflib.get_close_matches("appel", words), difflib.get_close_matches("appel", words, 1), difflib.get_close_matches("x", words, cutoff=0.0))
print(b"".join(difflib.diff_bytes(difflib.unified_diff, [b"caf\xe9\n"], [b"caf\xc3\xa9\n"], b"old", b"new")))


def refused(f, *args, **kw):
    try:
        print(list(f(*args, **kw)))
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


refused(difflib.get_close_matches, "a", words, 0)
refused(difflib.get_close_matches, "a", words, 1, 2)
refused(difflib.unified_diff, [b"a"], ["b"])
refused(difflib.unified_diff, ["a"], ["b"], fromfile=b"x")
refused(difflib.diff_bytes, difflib.unified_diff, ["a"], [b"b"])
refused(difflib.restore, delta, 3)
refused(difflib.SequenceMatcher, None, [[]], [[]])
print([difflib.IS_LINE_JUNK(s) for s in ("\n", " # \n", "#x", "")], [difflib.IS_CHARACTER_JUNK(c) for c in " \tx\n"])
