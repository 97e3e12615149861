# Module codecs: the registry, steps, streams, handlers of errors and tables.
import codecs
print(codecs.lookup('utf8').name, codecs.lookup('latin1').name, codecs.lookup('UTF-16').name, codecs.lookup('cp1252').name)
d=codecs.getincrementaldecoder('utf-8')()
print([d.decode(bytes([b])) for b in 'aé€𝄞'.encode()])
d=codecs.getincrementaldecoder('utf-16')()
print([d.decode(bytes([b])) for b in 'aé€𝄞'.encode('utf-16')])
print(codecs.encode('Hello','rot13'), codecs.encode(b'ab','hex'), codecs.decode('6162','hex'))
print(list(codecs.iterencode(['a','é'],'utf-8-sig')))
import io
r=codecs.getreader('utf-8')(io.BytesIO('héllo\nwörld\r\nlast'.encode()))
print(r.readline(), list(r))
print(codecs.charmap_encode('abc\u1234','replace',{97:b'x',98:121,99:None,63:'?'} if 0 else {97:b'x',98:121,99:None,63:b'!'}))
print(codecs.charmap_decode(b'abc','replace',{97:'xyz',98:0x20ac}))
codecs.register_error('my', lambda e: ('<%d>'%ord(e.object[e.start]), e.end))
print('aé'.encode('ascii','my'))
codecs.register(lambda n: codecs.lookup('utf-8') if n=='my_enc' else None)
print('é'.encode('my-enc'), b'\xc3\xa9'.decode('MY ENC'))
for f in (lambda: 'a'.encode('nope'), lambda: codecs.lookup('nope'), lambda: codecs.lookup_error('nope'),lambda: 'a'.encode('hex')):
    try: f()
    except Exception as e: print(repr(e))
print(codecs.escape_decode(rb'a\x41\n\101\''), codecs.escape_encode(b"a'\n\xff"))
for text in ['a+b', 'Hi Mom -\u263a-!', '\u65e5\u672c\U00010000x', '\ud801', '~\\+', 'a\u00e9-b']:
    data = text.encode('utf-7')
    print(data, data.decode('utf-7') == text)
for data in [b'a+@b', b'+AOk', b'+AOk-x', b'a\xffb', b'+A-', b'+AOl', b'+2AEx', b'+-+', b'+AB']:
    for errors in ('strict', 'replace', 'ignore'):
        try:
            print(data, errors, ascii(data.decode('utf-7', errors)))
        except UnicodeDecodeError as e:
            print(e)


def swap(e):
    e.object = b'xyz'
    return '?', 1


codecs.register_error('swap', swap)
print(b'\xff\xff'.decode('ascii', 'swap'), b'\xff'.decode('utf-8', 'swap'))
w = codecs.getwriter('utf-16')(out := io.BytesIO())
w.write('ab')
w.write('c')
print(out.getvalue())
recoded = codecs.EncodedFile(io.BytesIO('h\xe9\n'.encode('latin-1')), 'utf-8', 'latin-1')
print(recoded.read())
for e in ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace', 'surrogateescape', 'surrogatepass'):
    for error in (UnicodeEncodeError('ascii', 'a\xe9\udc80b', 1, 3, 'why'), UnicodeDecodeError('utf-8', b'a\xed\xa0\x80', 1, 2, 'why'), ValueError('x')):
        try:
            print(e, ascii(codecs.lookup_error(e)(error)))
        except Exception as x:
            print(e, type(x).__name__, x)
for call in (lambda: codecs.encode(), lambda: codecs.encode(1, ()), lambda: codecs.encode(1), lambda: codecs.encode("a", "utf-8", 5), lambda: codecs.encode(1, "cp1252"),
             lambda: codecs.encode("a", "a", "b", "c"), lambda: codecs.decode("a"), lambda: codecs.decode(1), lambda: codecs.decode(r"\n", "unicode_escape"), lambda: codecs.lookup("a", 1),
             lambda: codecs.lookup(encoding="a"), lambda: codecs.lookup_error(1), lambda: codecs.register(1, 2), lambda: codecs.encode("a", "x\0")):
    try:
        print(ascii(call()))
    except Exception as e:
        print(type(e).__name__, e)
