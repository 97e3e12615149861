package hashlib

import (
	"encoding/binary"
	"math/bits"
)

// blake2 is the hash function BLAKE2b, or BLAKE2s if small, of RFC 7693 with
// the parameter block of the BLAKE2 paper. The state holds 64-bit words in
// both cases; those of BLAKE2s use their lower halves.
type blake2 struct {
	small    bool
	h        [8]uint64
	buf      []byte
	n        uint64 // bytes hashed, without those in buf
	size     int
	lastNode bool
}

// params are the parameters of BLAKE2.
type params struct {
	size                 int
	key, salt, person    string
	fanout, depth        int
	leafSize, nodeOffset uint64
	nodeDepth, innerSize int
	lastNode             bool
}

var (
	ivLarge = [8]uint64{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}
	ivSmall = [8]uint64{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	sigma   = [10][16]uint8{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
		{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
		{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
		{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
		{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
		{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
		{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
		{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
		{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
		{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
	}
)

// newBlake2 makes the hash; the parameters must be valid.
func newBlake2(small bool, p params) *blake2 {
	b := &blake2{small: small, size: p.size, lastNode: p.lastNode}
	block := make([]byte, 64)
	block[0], block[1], block[2], block[3] = byte(p.size), byte(len(p.key)), byte(p.fanout), byte(p.depth)
	binary.LittleEndian.PutUint32(block[4:], uint32(p.leafSize))
	binary.LittleEndian.PutUint64(block[8:], p.nodeOffset)
	if small {
		block[14], block[15] = byte(p.nodeDepth), byte(p.innerSize)
		copy(block[16:24], p.salt)
		copy(block[24:32], p.person)
	} else {
		block[16], block[17] = byte(p.nodeDepth), byte(p.innerSize)
		copy(block[32:48], p.salt)
		copy(block[48:64], p.person)
	}
	for i := range b.h {
		if small {
			b.h[i] = ivSmall[i] ^ uint64(binary.LittleEndian.Uint32(block[4*i:]))
		} else {
			b.h[i] = ivLarge[i] ^ binary.LittleEndian.Uint64(block[8*i:])
		}
	}
	if p.key != "" {
		b.buf = make([]byte, b.BlockSize())
		copy(b.buf, p.key)
	}
	return b
}

// BlockSize is the size of the blocks that are hashed at once, in bytes.
func (b *blake2) BlockSize() int {
	if b.small {
		return 64
	}
	return 128
}

func (b *blake2) clone() *blake2 {
	c := *b
	c.buf = append([]byte(nil), b.buf...)
	return &c
}

// Write hashes more data. The last block stays in buf, as it counts apart.
func (b *blake2) Write(p []byte) (int, error) {
	n, size := len(p), b.BlockSize()
	for len(p) > 0 {
		if len(b.buf) == size {
			b.n += uint64(size)
			b.compress(b.buf, false)
			b.buf = b.buf[:0]
		}
		k := min(size-len(b.buf), len(p))
		b.buf = append(b.buf, p[:k]...)
		p = p[k:]
	}
	return n, nil
}

// sum is the digest so far.
func (b *blake2) sum() []byte {
	c := b.clone()
	c.n += uint64(len(c.buf))
	for len(c.buf) < c.BlockSize() {
		c.buf = append(c.buf, 0)
	}
	c.compress(c.buf, true)
	var out []byte
	for _, w := range c.h {
		if c.small {
			out = binary.LittleEndian.AppendUint32(out, uint32(w))
		} else {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
	}
	return out[:c.size]
}

func (b *blake2) compress(block []byte, last bool) {
	var m, v [16]uint64
	iv, rounds := &ivLarge, 12
	if b.small {
		iv, rounds = &ivSmall, 10
	}
	for i := range m {
		if b.small {
			m[i] = uint64(binary.LittleEndian.Uint32(block[4*i:]))
		} else {
			m[i] = binary.LittleEndian.Uint64(block[8*i:])
		}
	}
	copy(v[:8], b.h[:])
	copy(v[8:], iv[:])
	if b.small {
		v[12] ^= b.n & 0xFFFFFFFF
		v[13] ^= b.n >> 32
	} else {
		v[12] ^= b.n
	}
	ones := ^uint64(0)
	if b.small {
		ones = 0xFFFFFFFF
	}
	if last {
		v[14] ^= ones
		if b.lastNode {
			v[15] ^= ones
		}
	}
	for r := range rounds {
		s := &sigma[r%10]
		for i := range 4 {
			b.mix(&v, i, 4+i, 8+i, 12+i, m[s[2*i]], m[s[2*i+1]])
		}
		for i := range 4 {
			b.mix(&v, i, 4+(i+1)%4, 8+(i+2)%4, 12+(i+3)%4, m[s[8+2*i]], m[s[9+2*i]])
		}
	}
	for i := range b.h {
		b.h[i] ^= v[i] ^ v[i+8]
	}
}

// mix is the function G.
func (b *blake2) mix(v *[16]uint64, i, j, k, l int, x, y uint64) {
	if b.small {
		p, q, r, s := uint32(v[i]), uint32(v[j]), uint32(v[k]), uint32(v[l])
		p += q + uint32(x)
		s = bits.RotateLeft32(s^p, -16)
		r += s
		q = bits.RotateLeft32(q^r, -12)
		p += q + uint32(y)
		s = bits.RotateLeft32(s^p, -8)
		r += s
		q = bits.RotateLeft32(q^r, -7)
		v[i], v[j], v[k], v[l] = uint64(p), uint64(q), uint64(r), uint64(s)
		return
	}
	p, q, r, s := v[i], v[j], v[k], v[l]
	p += q + x
	s = bits.RotateLeft64(s^p, -32)
	r += s
	q = bits.RotateLeft64(q^r, -24)
	p += q + y
	s = bits.RotateLeft64(s^p, -16)
	r += s
	q = bits.RotateLeft64(q^r, -63)
	v[i], v[j], v[k], v[l] = p, q, r, s
}
