package random

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// source draws for one call of a method: from the twister itself, or through
// the methods that a guest class or the object itself overrides.
type source struct {
	vm   *py.VM
	self py.Value
	g    *generator
	// guestFloat and guestBits tell which methods are overridden, floatOnly
	// that whole numbers are made of random() alone.
	guestFloat, guestBits, floatOnly bool
}

func sourceOf(vm *py.VM, self py.Value) source {
	s := source{vm: vm, self: self, g: of(self)}
	if t := self.Type(); t != randomType && t != systemType {
		s.guestFloat = t.Lookup(nameRandom).Builtin() != ownRandom
		s.guestBits = t.Lookup(nameGetRandBits).Builtin() != ownBits
		s.floatOnly = s.guestFloat && !bitsFirst(t)
	}
	s.guestFloat = s.guestFloat || self.InstanceAttr(nameRandom).Bound()
	s.guestBits = s.guestBits || self.InstanceAttr(nameGetRandBits).Bound()
	return s
}

// bitsFirst reports whether getrandbits is overridden before random in a
// class's order of bases, or together with it.
func bitsFirst(t *py.Type) bool {
	for _, c := range t.MRO {
		switch {
		case c.Dict.GetStr(nameGetRandBits).Bound():
			return true
		case c.Dict.GetStr(nameRandom).Bound():
			return false
		}
	}
	return true
}

// entropy fills b from the host.
func (s *source) entropy(b []byte) error { return s.vm.Entropy(b) }

// float is self.random().
func (s *source) float() (float64, error) {
	switch {
	case s.guestFloat:
		v, err := s.vm.CallMethod(s.self, nameRandom)
		if err != nil {
			return 0, err
		}
		return s.vm.ToFloat(v)
	case s.g.system:
		var b [7]byte
		if err := s.entropy(b[:]); err != nil {
			return 0, err
		}
		n := uint64(0)
		for _, c := range b {
			n = n<<8 | uint64(c)
		}
		return float64(n>>3) / (1 << 53), nil
	}
	return s.g.float(), nil
}

// bits64 is self.getrandbits(k) for k up to 64.
func (s *source) bits64(k int) (uint64, error) {
	if s.guestBits || s.g.system {
		n, err := s.bigBits(k)
		if err != nil {
			return 0, err
		}
		return n.Uint64(), nil
	}
	if k == 0 {
		return 0, nil
	}
	if k <= 32 {
		return uint64(s.g.uint32() >> (32 - k)), nil
	}
	low := uint64(s.g.uint32())
	return low | uint64(s.g.uint32()>>(64-k))<<32, nil
}

// bigBits is self.getrandbits(k).
func (s *source) bigBits(k int) (*big.Int, error) {
	if s.guestBits {
		v, err := s.vm.CallMethod(s.self, nameGetRandBits, py.Int(int64(k)))
		if err != nil {
			return nil, err
		}
		i, err := s.vm.Index(v)
		if err != nil {
			return nil, err
		}
		return s.vm.AsBig(i), nil
	}
	if err := s.vm.Reserve(int64(k/8) + 8); err != nil {
		return nil, err
	}
	buf := make([]byte, (k+31)/32*4)
	if s.g.system {
		buf = buf[:(k+7)/8]
		if err := s.entropy(buf); err != nil {
			return nil, err
		}
		n := new(big.Int).SetBytes(buf)
		return n.Rsh(n, uint(len(buf)*8-k)), nil
	}
	for i, left := len(buf), k; left > 0; left -= 32 {
		w := s.g.uint32()
		if left < 32 {
			w >>= 32 - left
		}
		i -= 4
		buf[i], buf[i+1], buf[i+2], buf[i+3] = byte(w>>24), byte(w>>16), byte(w>>8), byte(w)
		if left&0xFFFF < 32 {
			if err := s.vm.Tick(1 << 11); err != nil {
				return nil, err
			}
		}
	}
	return new(big.Int).SetBytes(buf), nil
}

// below is an int in [0, n) for n > 0.
func (s *source) below(n uint64) (uint64, error) {
	if s.floatOnly {
		return s.belowByFloat(n)
	}
	k := bits.Len64(n)
	for {
		r, err := s.bits64(k)
		if err != nil || r < n {
			return r, err
		}
		if err := s.vm.Tick(1); err != nil {
			return 0, err
		}
	}
}

// belowByFloat is for guest classes that override random() alone.
func (s *source) belowByFloat(n uint64) (uint64, error) {
	const maxSize = 1 << 53
	if n >= maxSize {
		r, err := s.float()
		return uint64(math.Floor(r * float64(n))), err
	}
	limit := float64(maxSize-maxSize%n) / maxSize
	for {
		r, err := s.float()
		if err != nil {
			return 0, err
		}
		if r < limit {
			return uint64(math.Floor(r*maxSize)) % n, nil
		}
		if err := s.vm.Tick(1); err != nil {
			return 0, err
		}
	}
}

// belowBig is below for any n > 0.
func (s *source) belowBig(n *big.Int) (*big.Int, error) {
	if n.IsUint64() {
		r, err := s.below(n.Uint64())
		return new(big.Int).SetUint64(r), err
	}
	for {
		r, err := s.bigBits(n.BitLen())
		if err != nil || r.Cmp(n) < 0 {
			return r, err
		}
	}
}
