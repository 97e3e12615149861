# Encodings by name, in pieces, and as streams.
import codecs
import io

for e in ['utf-8','utf-16','utf-32','utf-7','latin-1','cp1252','gbk','gb18030','big5','shift_jis','euc-jp','euc-kr','iso2022_jp','idna','punycode','unicode_escape','raw_unicode_escape','koi8-r','mac-roman','cp437','gb2312','hz']:
    t={'koi8-r':'привет','gbk':'汉字','gb18030':'汉字€','big5':'漢字','shift_jis':'日本','euc-jp':'日本','euc-kr':'한글','iso2022_jp':'日本','gb2312':'汉字','hz':'汉字'}.get(e,'aé')
    b=codecs.encode(t,e); print(e,codecs.lookup(e).name,b,codecs.decode(b,e)==t)
print(codecs.encode('Hello','rot13'),codecs.encode(b'x','hex'),codecs.decode(b'eA==\n','base64'),codecs.decode(codecs.encode(b'abc','zlib'),'zlib'))
d=codecs.getincrementaldecoder('utf-8')(); print([d.decode(bytes([c])) for c in 'é€'.encode()])
d=codecs.getincrementaldecoder('gbk')(); print([d.decode(bytes([c])) for c in '汉字'.encode('gbk')])
print(b'\xd4'.decode('gbk','replace'))
codecs.register_error("mine", lambda e: ("!", e.end))
print("é".encode("ascii", "mine"))
r=codecs.getreader('utf-8')(io.BytesIO('a\né\n'.encode())); print(list(r))
print('Hi Mom ☺!'.encode('utf-7'), b'Hi Mom +Jjo-!'.decode('utf-7'))
