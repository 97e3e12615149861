package statistics

import (
	"math"
	"math/big"
	"math/bits"
)

// floatSum adds floats exactly: digits of 32 bits that cover the whole range,
// in int64s, so that carries are due only rarely.
type floatSum struct {
	digits [70]int64
	adds   int
}

// add adds a finite float.
func (s *floatSum) add(x float64) {
	b := math.Float64bits(x)
	m, e := b&(1<<52-1), int(b>>52&0x7ff)
	if e > 0 {
		m |= 1 << 52
		e--
	}
	at, sh := e>>5, uint(e&31)
	lo, hi := m<<sh, m>>1>>(63-sh)
	d0, d1, d2 := int64(lo&(1<<32-1)), int64(lo>>32), int64(hi)
	if b>>63 != 0 {
		d0, d1, d2 = -d0, -d1, -d2
	}
	s.digits[at] += d0
	s.digits[at+1] += d1
	s.digits[at+2] += d2
	if s.adds++; s.adds == 1<<30 {
		s.carry()
	}
}

// addSquare adds x*x, and reports whether it could.
func (s *floatSum) addSquare(x float64) bool {
	if a := math.Abs(x); a > 0x1p500 || a < 0x1p-480 && a != 0 {
		return false
	}
	p := x * x
	s.add(p)
	s.add(math.FMA(x, x, -p))
	return true
}

func (s *floatSum) carry() {
	for i := range len(s.digits) - 1 {
		c := s.digits[i] >> 32
		s.digits[i] -= c << 32
		s.digits[i+1] += c
	}
	s.adds = 0
}

// plus is the sum plus an int, in lowest terms.
func (s *floatSum) plus(i *big.Int) (n, d *big.Int) {
	s.carry()
	n = new(big.Int)
	for i := len(s.digits) - 1; i >= 0; i-- {
		n.Lsh(n, 32).Add(n, big.NewInt(s.digits[i]))
	}
	const unit = 1074
	if n.Sign() == 0 {
		return i, big.NewInt(1)
	}
	zeros := min(n.TrailingZeroBits(), unit)
	n.Rsh(n, zeros)
	d = new(big.Int).Lsh(big.NewInt(1), unit-zeros)
	n.Add(n, new(big.Int).Lsh(i, unit-zeros))
	return n, d
}

// intSum adds ints of 64 bits.
type intSum struct {
	small int64
	big   big.Int
}

func (s *intSum) add(x int64) {
	t := s.small + x
	if (t^s.small)&(t^x) < 0 {
		s.big.Add(&s.big, big.NewInt(s.small))
		t = x
	}
	s.small = t
}

func (s *intSum) addSquare(x int64) {
	u := uint64(max(x, -x))
	hi, lo := bits.Mul64(u, u)
	if hi == 0 && lo < 1<<63 {
		s.add(int64(lo))
		return
	}
	p := big.NewInt(x)
	s.big.Add(&s.big, p.Mul(p, p))
}

func (s *intSum) total() *big.Int { return s.big.Add(&s.big, big.NewInt(s.small)) }
