"""Writes, for each pattern read from standard input as a line of code points, which characters it matches.

A line that starts with I is matched with IGNORECASE; the characters tried are then those that have case, else all. The
first two lines of the output are the characters that may start and continue an identifier.
"""
import re
import sys

# Past the third plane nothing is assigned but a few characters in plane 14.
EVERY = [chr(c) for c in (*range(0x33000), *range(0xE0000, 0xE0200))]
CASED = [c for c in EVERY if c.lower() != c or c.upper() != c or c.title() != c]


def write(chars):
    """Writes the characters, which are in order, as ranges."""
    out = []
    first = last = -2
    for c in map(ord, chars):
        if c != last + 1:
            if first >= 0:
                out.append("%d-%d" % (first, last))
            first = c
        last = c
    if first >= 0:
        out.append("%d-%d" % (first, last))
    print(" ".join(out))


write(c for c in EVERY if c.isidentifier())
write(c for c in EVERY if ("a" + c).isidentifier())
for line in sys.stdin:
    fold, *codes = line.split()
    pattern = "".join(chr(int(c)) for c in codes)
    if fold == "I":
        write(re.findall(pattern, "".join(CASED), re.I))
    else:
        write(re.findall(pattern, "".join(EVERY)))
