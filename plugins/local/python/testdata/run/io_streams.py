# Streams in memory and the layers over them.
import io
b=io.BytesIO('héllo\r\nwörld\nx'.encode()); t=io.TextIOWrapper(b, encoding='utf-8')
print(repr(t.readline())); p=t.tell(); print(p, repr(t.read(3))); t.seek(p); print(list(t)); t.seek(0); print(repr(t.read()), t.newlines)
b=io.BytesIO(); t=io.TextIOWrapper(b,'utf-16',newline='\r\n'); t.write('a\nb'); t.flush(); print(b.getvalue(), t)
r=io.BufferedReader(io.BytesIO(b'abc\ndef')); print(r.peek()[:1], r.read(2), r.readline(), r.read1(2), r.tell())
w=io.BufferedWriter(x:=io.BytesIO()); w.write(b'hi'); print(x.getvalue()); w.flush(); print(x.getvalue())
s=io.StringIO('a\r\nb\rc\n', newline=None); print(s.newlines, repr(s.read()), type(s), io.BytesIO)
d=io.IncrementalNewlineDecoder(None, True); print(repr(d.decode('a\r')), repr(d.decode('\nb')), repr(d.newlines))
ba=bytearray(2); print(io.BytesIO(b'xyz').readinto(ba), ba)
import pickle; s=io.StringIO('abc'); s.read(1); print(pickle.loads(pickle.dumps(s)).read())
q=io.BufferedRandom(io.BytesIO(b'12345')); q.read(2); q.write(b'X'); q.seek(0); print(q.read())
for call in (lambda: io.BytesIO("a"), lambda: io.BytesIO(5), lambda: io.BytesIO().write(5), lambda: io.BytesIO().writelines(b"a"), lambda: io.BytesIO().seek("a"), lambda: io.StringIO().seek(None),
             lambda: io.StringIO().seek(1, "a"), lambda: io.StringIO().readlines("a"), lambda: io.BytesIO().truncate(-1), lambda: io.StringIO().truncate(-1),
             lambda: io.TextIOWrapper(io.BytesIO()).write(None), lambda: io.StringIO().seek(True)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
