package random

import (
	"math/big"
	"math/bits"
)

// twister is the Mersenne Twister MT19937.
type twister struct {
	state [stateSize]uint32
	pos   int
}

const (
	stateSize = 624
	stateMid  = 397
)

// seedArray initialises from a key of 32-bit words.
func (t *twister) seedArray(key []uint32) {
	s := &t.state
	s[0] = 19650218
	for i := 1; i < stateSize; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	i, j := 1, 0
	for range max(stateSize, len(key)) {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + key[j] + uint32(j)
		if i++; i == stateSize {
			s[0], i = s[stateSize-1], 1
		}
		if j++; j == len(key) {
			j = 0
		}
	}
	for range stateSize - 1 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		if i++; i == stateSize {
			s[0], i = s[stateSize-1], 1
		}
	}
	s[0] = 1 << 31
	t.pos = stateSize
}

// seedBig initialises from the absolute value of an int.
func (t *twister) seedBig(n *big.Int) {
	var key []uint32
	for _, w := range n.Bits() {
		key = append(key, uint32(w))
		if bits.UintSize == 64 {
			key = append(key, uint32(uint64(w)>>32))
		}
	}
	for len(key) > 1 && key[len(key)-1] == 0 {
		key = key[:len(key)-1]
	}
	if len(key) == 0 {
		key = []uint32{0}
	}
	t.seedArray(key)
}

func (t *twister) refill() {
	s := &t.state
	twist := func(a, b uint32) uint32 {
		y := a&(1<<31) | b&(1<<31-1)
		return y>>1 ^ -(y&1)&0x9908b0df
	}
	for i := 0; i < stateSize-stateMid; i++ {
		s[i] = s[i+stateMid] ^ twist(s[i], s[i+1])
	}
	for i := stateSize - stateMid; i < stateSize-1; i++ {
		s[i] = s[i+stateMid-stateSize] ^ twist(s[i], s[i+1])
	}
	s[stateSize-1] = s[stateMid-1] ^ twist(s[stateSize-1], s[0])
	t.pos = 0
}

// uint32 is the next 32 bits.
func (t *twister) uint32() uint32 {
	if t.pos >= stateSize {
		t.refill()
	}
	y := t.state[t.pos]
	t.pos++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// float is the next float of 53 bits in [0, 1).
func (t *twister) float() float64 {
	a, b := t.uint32()>>5, t.uint32()>>6
	return (float64(a)*67108864 + float64(b)) * (1.0 / 9007199254740992)
}
