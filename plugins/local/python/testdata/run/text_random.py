seed = 12345
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2147483648
    return (seed >> 8) % n
alpha = ['a', 'b', 'A', 'B', ' ', '\t', '\n', ',', '1', '_', 'é', 'É', 'ß', 'Σ', 'ς', '世', '😀', '\u0130', 'ǆ', '\u2028', '²', '½', '٣', '\x1c', '\r', '\x85', '\ud800', "'", '"', '\\', '\u200b', 'ŉ', '\u0345','ﬁ','.','0','+','-']
def s(n=8):
    return ''.join(alpha[rnd(len(alpha))] for _ in range(rnd(n)))
def small():
    return ''.join(['a', 'b', ' ', 'é', ',', '😀'][rnd(6)] for _ in range(rnd(12)))
methods0 = 'capitalize casefold lower upper swapcase title isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper split rsplit splitlines strip lstrip rstrip expandtabs'.split()
def out(*a):
    print(*[ascii(x) for x in a])
for i in range(40):
    x = s(10)
    for m in methods0:
        out(m, getattr(x, m)())
    out(x, repr(x), len(x), x[::-1], [c for c in x], x.splitlines(True), x.encode('utf-8', 'surrogatepass'))
for i in range(40):
    x, y, z = small(), small()[:rnd(3)], small()[:rnd(3)]
    a, b = rnd(16) - 4, rnd(16) - 4
    out(x, y, a, b)
    out(x.find(y, a, b), x.rfind(y, a, b), x.count(y, a, b), x.find(y), x.rfind(y), x.count(y), x.startswith(y, a, b), x.endswith(y, a, b), x.startswith(y), x.endswith(y))
    out(x.replace(y, z), x.replace(y, z, a), x[a:b], x[a:], x[:b], x[a:b:2], x[b:a:-1], x[::-2], x[a:b:3])
    if y:
        out(x.split(y), x.rsplit(y), x.split(y, a), x.rsplit(y, a), x.partition(y), x.rpartition(y))
    out(x.split(None, a), x.rsplit(None, a), x.strip(y), x.lstrip(y), x.rstrip(y), x.removeprefix(y), x.removesuffix(y))
    out(x.center(a + 8, 'é'), x.ljust(b + 8), x.rjust(a + 8, '*'), x.zfill(b + 8), y.join([x, z, x]), x * rnd(4), x + y, x < y, x == y, y in x)
    out(x.translate({97: 'xy', 98: None, 233: 65}), x.translate(str.maketrans('a', 'é', ' ')))
    out(x.encode('ascii', 'replace'), x.encode('ascii', 'backslashreplace'), x.encode('latin1', 'xmlcharrefreplace'), x.encode('utf-16'), x.encode('cp1252', 'ignore'))
    bx, by, bz = x.encode(), y.encode(), z.encode()
    out(bx.find(by, a, b), bx.rfind(by, a, b), bx.count(by, a, b), bx.replace(by, bz), bx.split(by) if by else 0, bx.rsplit(None, a), bx.split(None, a), bx[a:b], bx.strip(by), bx.center(a + 8, b'*'), bx.zfill(12), bx.splitlines(), bx.partition(by) if by else 0, bx.rpartition(by) if by else 0, bx.title(), bx.hex(':', a or 1))
    for e in ('utf-8', 'ascii', 'utf-16-le', 'utf-32-be', 'cp1251', 'unicode_escape', 'raw_unicode_escape'):
        cut = bx[rnd(3):len(bx) - rnd(3)]
        for h in ('strict', 'replace', 'ignore', 'backslashreplace', 'surrogateescape', 'surrogatepass'):
            try:
                out(e, h, cut.decode(e, h))
            except UnicodeDecodeError as ex:
                out(str(ex), ex.start, ex.end, ex.reason, ex.encoding)
convs = 'sradioxXeEfFgGc%'
vals = [0, 1, -5, 255, 10**20, 1.5, -2.25, 1e300, float('inf'), float('nan'), 'abc', 'é', None, True]
for i in range(400):
    f = '%'
    for c in '-+ #0':
        if rnd(4) == 0: f += c
    if rnd(2): f += str(rnd(12))
    if rnd(3) == 0: f += '.' + str(rnd(8))
    f += convs[rnd(len(convs))]
    v = vals[rnd(len(vals))]
    try: out(f, (f + '|') % (v,))
    except Exception as ex: out(f, v, type(ex).__name__, str(ex))
    try: out(f, (f + '|').encode() % (v,))
    except Exception as ex: out(f, v, type(ex).__name__, str(ex))
pieces = ['{', '}', '{{', '}}', '{}', '{0}', '{a}', '{a.b}', '{0[1]}', '!r', ':', '>10', ':>{w}', 'x', '!', '[', ']', '.', '{:', '{a!s:', '{0:{1}}', '5']
class A:
    b = 'B!'
for i in range(400):
    f = ''.join(pieces[rnd(len(pieces))] for _ in range(1 + rnd(6)))
    try: out(f, f.format('xy', 5, a="str", w=7))
    except Exception as ex: out(f, type(ex).__name__, str(ex))
