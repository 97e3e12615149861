b = bytearray(b'abcdefgh')
m = memoryview(b)
print(m[0], m[-1], m[2:5].tobytes(), m[::2].tolist(), len(m), m.nbytes, m.format, m.shape, m.strides, m.readonly)
m[0] = 65
m[1:3] = b'XY'
print(b, m == b, m[::-1].tobytes(), m == b'AXYdefgh')
i = m.cast('I')
print(i.tolist(), i.itemsize, i.shape, i.cast('B').tolist())
i[0] = 1
print(b, i[0])
print(bytes(m[2:4]), b'q' in b'aq', list(memoryview(b'abc')), hash(memoryview(b'abc')) == hash(b'abc'))
with memoryview(b'xyz') as q:
    print(q.hex('-'))
try:
    q[0]
except ValueError as e:
    print(e)
print(b''.join([memoryview(b'ab'), bytearray(b'c')]), int.from_bytes(memoryview(b'\1\2'), 'big'))
f = memoryview(bytearray(16)).cast('d')
f[1] = 1.5
print(f.tolist())
x = bytearray(b'hello world')
x[0:5] = b'HEY'
del x[::2]
x += b'!!'
x.insert(1, 33); x.reverse(); x.extend([1,2,3]); x *= 2
print(x, x.pop(), x.count(33), x.find(b'!'))
print(bytes(3), bytes([1,2]), bytes('é','utf8'), bytes.fromhex('de ad'), b'a,b,,c'.split(b','), b' a b '.split(), b'Hello World'.swapcase(), b'abc'.hex(':'), b'abc'.translate(bytes.maketrans(b'ab', b'xy'), b'c'))
print(b'%s|%5d|%-5x|%c|%r' % (b'ab', 3, 255, 65, 'é'), b'abc'[1:], b'abc' < b'abd', b'a' * 3, b'it\'s', b'\x00\xff"\'')
class B(bytes): pass
print(B(b'x'), type(B(b'x')), B(b'x') + b'y', isinstance(B(), bytes), repr(bytearray(b"q'")))
