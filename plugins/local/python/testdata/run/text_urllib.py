from urllib.parse import *
import urllib.parse
def t(f):
    try: print(ascii(f()))
    except BaseException as e: print(type(e).__name__, ascii(str(e)))
for u in ('http://user:pw@Host.com:80/a/b;p?q=1&r=2#f', '//h/p', 'mailto:x@y', 'a/b?c', '', 'http://[::1]:99/x', 'HTTP://X', 'path;x/y;z', 'http://h:x/', 'http://[x', 'ftp://h/a;type=i', 'file:///etc'):
    t(lambda: urlparse(u)); t(lambda: urlsplit(u)); t(lambda: urlparse(u).geturl()); t(lambda: (urlparse(u).hostname, urlparse(u).port, urlparse(u).username, urlparse(u).password)); t(lambda: urldefrag(u))
for r in ('g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', ';x', '', '.', './', '..', '../', '../g', '../../g', '../../../g', 'http:g', 'x:y', './g/../h', 'g;x=1/./y'):
    t(lambda: urljoin('http://a/b/c/d;p?q', r))
for s in ('a b/c', 'é&=+', '~x', '', "a'b", '%41'):
    t(lambda: (quote(s), quote_plus(s), quote(s, safe=''), unquote(quote(s)), unquote_plus(quote_plus(s))))
for s in ('%E9', '%zz', '%4', 'a%20b', '%C3%A9x', 'é%41', '%'):
    t(lambda: (unquote(s), unquote_to_bytes(s), unquote(s, 'latin-1')))
for q in ('a=1&b=2&a=3', 'a=&b', 'a=%20x+y', '', '&&a=1', 'a=1;b=2'):
    t(lambda: (parse_qs(q), parse_qsl(q), parse_qs(q, keep_blank_values=True)))
t(lambda: parse_qs('a', strict_parsing=True)); t(lambda: urlencode({'a': 1, 'b c': 'é&', 'l': [1, 2]})); t(lambda: urlencode({'l': [1, 2], 's': 'xy'}, doseq=True)); t(lambda: urlencode([('a', b'\xff'), ('b', None)])); t(lambda: urlencode('abc')); t(lambda: urlencode({'a': ' '}, quote_via=quote)); t(lambda: quote(b'\xff ')); t(lambda: urlunparse(('http', 'h', 'p', '', 'q', '')))
print(urllib.parse.quote('x y'))
