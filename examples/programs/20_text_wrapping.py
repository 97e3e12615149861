# import: textwrap
import textwrap

text = """
    A tide pool is a small world.  Twice a day the sea comes in and
    changes   everything: cold water, new food, new enemies.

    Between the tides the pool warms up, its salt grows stronger, and whoever
    lives in it must be able to bear both. Extraordinarily-well-adapted animals do.
"""
paragraphs = [" ".join(p.split()) for p in textwrap.dedent(text).strip().split("\n\n")]
for p in paragraphs:
    print(textwrap.fill(p, width=44, initial_indent="  ", subsequent_indent=""))
    print()

print(textwrap.shorten(paragraphs[0], width=40, placeholder=" [...]"))
print(textwrap.indent("one\n\ntwo", "> ", lambda line: True))


def columns(text, count, width, gap=3):
    lines = textwrap.wrap(text, width)
    height = -(-len(lines) // count)
    for row in range(height):
        cells = [lines[row + c * height] if row + c * height < len(lines) else "" for c in range(count)]
        yield (" " * gap).join(cell.ljust(width) for cell in cells).rstrip()


def justify(line, width):
    words = line.split()
    if len(words) == 1:
        return line
    spaces = width - sum(map(len, words))
    each, extra = divmod(spaces, len(words) - 1)
    return "".join(w + " " * (each + (i < extra)) for i, w in enumerate(words[:-1])) + words[-1]


def boxed(title, lines):
    width = max(map(len, [title, *lines]))
    yield f"┌─{title:─<{width}}─┐"
    yield from (f"│ {line:<{width}} │" for line in lines)
    yield f"└─{'─' * width}─┘"


print(*columns(" ".join(paragraphs), 2, 30), sep="\n")
print()
body = [justify(line, 36) for line in textwrap.wrap(paragraphs[1], 36)]
print(*boxed("Tide pools", body), sep="\n")

print("Title Case Of It's Words".swapcase(), "x".join("abc"), "tab\tstop".expandtabs(6))
table = str.maketrans({"a": "4", "e": "3", "o": "0", " ": None})
print("leave a note".translate(table), "aXbXc".partition("X"), "aXbXc".rpartition("X"), "a,b,,c".split(","), " a  b ".split())
print("prefix-body-suffix".removeprefix("prefix-").removesuffix("-suffix"), "7".zfill(3), "-7".zfill(4), "ab" * 3)
