import re

R = re.RegexFlag


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for f in (
    lambda: re.I, lambda: str(re.I | re.M), lambda: format(re.I, "d"), lambda: ~re.I, lambda: ~(re.I | 1 << 20), lambda: 2 | re.I, lambda: 8 | re.I,
    lambda: -1 & re.I, lambda: re.I ^ re.I, lambda: 34 & re.I, lambda: re.compile("a").flags & re.I, lambda: re.compile("a", re.I).flags,
    lambda: list(R), lambda: len(R), lambda: list(re.I | re.M), lambda: len(re.I | re.X), lambda: re.I in re.I | re.M, lambda: 2 in re.I,
    lambda: R["M"], lambda: R["none"], lambda: R(10), lambda: R("a"), lambda: R(1 << 20), lambda: re.I in R, lambda: "I" in R,
    lambda: list(R.__members__)[:5], lambda: R, lambda: type(R).__name__, lambda: (re.I | re.M).name, lambda: re.NOFLAG.name, lambda: re.I.value,
    lambda: re.I + 1, lambda: {re.I: 1}[2], lambda: sorted([re.M, re.I]), lambda: R.I is re.IGNORECASE,
):
    attempt(f)

scanner = re.Scanner([(r"[a-z]+", lambda s, t: t.upper()), (r"(\d)(\d*)", lambda s, t: int(t)), (r"\s+", None), (r"!", "bang")])
print(scanner.scan("abc 12  x!?rest"), scanner.match)

s = re.compile(r"a|").scanner("xaab", 1)
print([m and m.span() for m in (s.match(), s.match(), s.match())])
s = re.compile(r"\d").scanner("1 2")
print(s.search().group(), s.search().group(), s.search(), s.pattern.pattern)


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


m = re.match("(a)(b)", "ab")
print(m.group(Index(2)), m[Index(1)])
b = bytearray(b"abcdefgh")
m = re.search(b"[a-h]+", b)
b[:] = b"xyz"
print(m.group())
print(re.search(r"(?<=(.{500}){50})", "é" * 30000).span())
