import base64, binascii, html, shlex
def t(f):
    try: print(ascii(f()))
    except BaseException as e: print(type(e).__name__, ascii(str(e)))
for x in (b'', b'a', b'ab', b'abc', b'hello world' * 8, bytes(range(256))):
    t(lambda: (base64.b64encode(x), base64.b32encode(x), base64.b16encode(x), base64.urlsafe_b64encode(x), base64.encodebytes(x), base64.b32hexencode(x)))
    t(lambda: base64.b64decode(base64.b64encode(x)) == x and base64.b32decode(base64.b32encode(x)) == x and base64.urlsafe_b64decode(base64.urlsafe_b64encode(x)) == x)
    t(lambda: (binascii.hexlify(x), binascii.crc32(x), binascii.b2a_base64(x)))
for s in ('YQ==', 'YQ', 'YQ=', 'Y', 'YW I=', 'YWI=', '====', 'YWJj\n', 'é', b'YWJj', 'YQ==YQ=='):
    t(lambda: base64.b64decode(s)); t(lambda: base64.b64decode(s, validate=True))
t(lambda: base64.b32decode('mfrgg', True)); t(lambda: base64.b32decode('MFRGG===')); t(lambda: base64.b32decode('mfrgg===')); t(lambda: base64.b32decode('mfrgg===', True)); t(lambda: base64.b16decode('61')); t(lambda: base64.b16decode('6g')); t(lambda: base64.b16decode('6f')); t(lambda: base64.b64encode('a')); t(lambda: base64.b64decode(1)); t(lambda: binascii.unhexlify('6')); t(lambda: binascii.unhexlify('zz')); t(lambda: binascii.unhexlify(b'61')); t(lambda: base64.b64encode(b'\xff\xfe', b'-_')); t(lambda: base64.b64decode('__4=', '-_'))
t(lambda: html.escape('<a href="x">\'&</a>')); t(lambda: html.escape('"<', quote=False)); t(lambda: html.escape(1))
for s in ('&lt;&gt;&amp;&quot;&#39;&#x27;&nbsp;', '&copy &copyx &notit; &notin; &eacute; &#233 &#xe9; &#0; &#128; &#x1F600; &unknown; & &; &#; &#x; &#xD800; &#1; &amp;lt;', 'x &AMP y &hellip;', '&nbsp', '&ltx', '&CounterClockwiseContourIntegral;', '&semi;'):
    t(lambda: html.unescape(s))
for s in ('a b  c', "a 'b c' d", 'a "b \\" c" d\\ e', "it''s", 'a # b', '', "''", 'x"y z"w', '--opt="v w" -x'):
    t(lambda: shlex.split(s)); t(lambda: shlex.quote(s)); t(lambda: shlex.split(s, comments=True)); t(lambda: shlex.split(s, posix=False))
t(lambda: shlex.split("a 'b")); t(lambda: shlex.split('a\\')); t(lambda: shlex.join(['a b', 'c', "d'e"]))
