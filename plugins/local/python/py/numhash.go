package py

import (
	"math"
	"math/big"
	"math/bits"
)

// Numbers that are equal hash alike whatever their type: the hash is the value
// modulo the prime 2**61-1, as CPython defines it.
const (
	hashBits  = 61
	hashPrime = 1<<hashBits - 1
	hashInf   = 314159
	hashNaN   = 271828 // of a part of a complex; CPython takes the object's address
	hashImag  = 1000003
)

// signedHash puts the sign to a reduced value; -1 is never a hash.
func signedHash(h uint64, neg bool) int64 {
	r := int64(h)
	if neg {
		r = -r
	}
	if r == -1 {
		return -2
	}
	return r
}

func hashInt64(n int64) int64 {
	if n > -hashPrime && n < hashPrime {
		if n == -1 {
			return -2
		}
		return n
	}
	if n < 0 {
		return signedHash(-uint64(n)%hashPrime, true)
	}
	return signedHash(uint64(n)%hashPrime, false)
}

func hashBig(b *big.Int) int64 {
	var h uint64
	words := b.Bits()
	for i := len(words) - 1; i >= 0; i-- {
		w := uint64(words[i])
		if bits.UintSize == 32 {
			h = h<<32&hashPrime | h>>(hashBits-32)
		} else {
			h = h<<3&hashPrime | h>>(hashBits-3) // 2**64 is 8
		}
		h += w&hashPrime + w>>hashBits
		for h >= hashPrime {
			h -= hashPrime
		}
	}
	return signedHash(h, b.Sign() < 0)
}

func hashFloat(f float64) int64 {
	if n := int64(f); float64(n) == f && n < 1<<60 && n > -1<<60 {
		return hashInt64(n)
	}
	switch {
	case math.IsInf(f, 1):
		return hashInf
	case math.IsInf(f, -1):
		return -hashInf
	case f != f:
		return hashNaN
	}
	m, e := math.Frexp(math.Abs(f))
	var h uint64
	for m != 0 {
		h = h<<28&hashPrime | h>>(hashBits-28)
		m *= 1 << 28
		e -= 28
		part := uint64(m)
		m -= float64(part)
		if h += part; h >= hashPrime {
			h -= hashPrime
		}
	}
	e %= hashBits
	if e < 0 {
		e += hashBits
	}
	h = h<<uint(e)&hashPrime | h>>uint(hashBits-e)
	return signedHash(h, f < 0)
}

func hashComplex(c complex128) int64 {
	h := uint64(hashFloat(real(c))) + hashImag*uint64(hashFloat(imag(c)))
	if int64(h) == -1 {
		return -2
	}
	return int64(h)
}

func intHash(vm *VM, v Value) (int64, error) {
	n, wide, _ := intOf(v)
	if wide == nil {
		return hashInt64(n), nil
	}
	vm.work(wide.BitLen() / 8)
	return hashBig(wide), nil
}
