import string
print(string.capwords('hello  wORLD'), string.capwords('a-b', '-'), string.printable, string.punctuation)
T = string.Template
def t(f):
    try: print(ascii(f()))
    except BaseException as e: print(type(e).__name__, ascii(str(e)))
t(lambda: T('$a ${b} $$ $c').substitute(a=1, b=2, c='é')); t(lambda: T('$a $x').substitute(a=1)); t(lambda: T('$a $x $1 ${y').safe_substitute(a=1))
t(lambda: T('x\n $1').substitute()); t(lambda: T('$a').substitute({'a': 1}, a=2)); t(lambda: T('$A ${b} $A $$').get_identifiers()); t(lambda: (T('$1').is_valid(), T('$a').is_valid()))
class P(T):
    delimiter = '%'
    idpattern = '[a-z]+'
t(lambda: P('%ab ${c} %%').substitute(ab=1))
F = string.Formatter()
t(lambda: F.format('{} {1}', 1, 2)); t(lambda: F.format('{0} {a!r:>5} {b[0]} {c.real}', 1, a='x', b=[9], c=5)); t(lambda: F.format('{:{}}|', 'a', 5)); t(lambda: list(F.parse('a{{b}}c{x!r:>5}d{}'))); t(lambda: F.format('{x}'))
t(lambda: F.format('{0!z}', 1)); t(lambda: F.vformat('{0}{a}', (1,), {'a': 2})); t(lambda: F.format('{')); t(lambda: F.format('{5}', 1))
class G(string.Formatter):
    def get_value(self, key, args, kw):
        return kw.get(key, '?') if isinstance(key, str) else args[key]
    def check_unused_args(self, used, args, kw): print(sorted(map(str, used)))
t(lambda: G().format('{zz} {0}', 1))
