package py

import (
	"math"
	"math/big"
	"math/bits"
)

// math/big can't be interrupted. So nothing here gives it work of more than
// sliceCost (elementary steps on words, some milliseconds): larger operations
// are divided, and the limits polled in between.
const (
	sliceCost   = 1 << 22
	costPerTick = 32 // word steps that cost as much as one tick
	wordBits    = bits.UintSize
)

// mulCost estimates the steps of a multiplication of n by m words.
func mulCost(n, m int) float64 {
	if n < m {
		n, m = m, n
	}
	if m < 40 {
		return float64(n) * float64(m)
	}
	return float64(n) * 9 * math.Pow(float64(m), 0.585) / 2
}

// BigMul is x * y. Like the other operations on big ints here it keeps to the
// run's limits, and neither changes nor keeps its operands.
func (vm *VM) BigMul(x, y *big.Int) (*big.Int, error) {
	n, m := len(x.Bits()), len(y.Bits())
	if n+m > 128 {
		if err := vm.reserveParts(n + m); err != nil {
			return nil, err
		}
	}
	return vm.mulSliced(x, y)
}

// reserveParts asks for the memory of an operation whose result has n words. The
// parts of a large one take about twice as much besides.
func (vm *VM) reserveParts(n int) error {
	size := int64(n) * wordBits / 8
	if size > 1<<20 {
		size *= 3
	}
	return vm.Reserve(size)
}

func (vm *VM) mulSliced(x, y *big.Int) (*big.Int, error) {
	if len(x.Bits()) < len(y.Bits()) {
		x, y = y, x
	}
	n, m := len(x.Bits()), len(y.Bits())
	cost := mulCost(n, m)
	if cost <= sliceCost {
		if err := vm.Tick(1 + int(cost)/costPerTick); err != nil {
			return nil, err
		}
		return new(big.Int).Mul(x, y), nil
	}
	var z *big.Int
	var err error
	if n >= 2*m {
		z, err = vm.mulUneven(x, y)
	} else {
		z, err = vm.mulKaratsuba(x, y)
	}
	if err == nil && x.Sign() != y.Sign() {
		z.Neg(z)
	}
	return z, err
}

// words is the number with these words, least significant first.
func words(w []big.Word) *big.Int { return new(big.Int).SetBits(w) }

// cut is w[from:to] as far as w reaches.
func cut(w []big.Word, from, to int) []big.Word {
	to = min(to, len(w))
	return w[min(from, to):to:to]
}

// addAt adds b to a from word i on; a is long enough for the sum.
func addAt(a, b []big.Word, i int) {
	var carry uint
	for j, w := range b {
		s, c := bits.Add(uint(a[i+j]), uint(w), carry)
		a[i+j], carry = big.Word(s), c
	}
	for i += len(b); carry != 0; i++ {
		s, c := bits.Add(uint(a[i]), 0, carry)
		a[i], carry = big.Word(s), c
	}
}

// mulUneven multiplies |x| in pieces of about the size of |y|.
func (vm *VM) mulUneven(x, y *big.Int) (*big.Int, error) {
	xw, yw := x.Bits(), y.Bits()
	step := max(len(yw), sliceCost/(16*len(yw)))
	out := make([]big.Word, len(xw)+len(yw))
	ay := words(yw)
	for i := 0; i < len(xw); i += step {
		p, err := vm.mulSliced(words(cut(xw, i, i+step)), ay)
		if err != nil {
			return nil, err
		}
		addAt(out, p.Bits(), i)
	}
	return words(out), nil
}

// mulKaratsuba is one step of Karatsuba's method on |x| and |y|.
func (vm *VM) mulKaratsuba(x, y *big.Int) (*big.Int, error) {
	xw, yw := x.Bits(), y.Bits()
	h := (len(xw) + 1) / 2
	x0, x1 := words(cut(xw, 0, h)), words(cut(xw, h, len(xw)))
	y0, y1 := x0, x1
	if x != y {
		y0, y1 = words(cut(yw, 0, h)), words(cut(yw, h, len(yw)))
	}
	low, err := vm.mulSliced(x0, y0)
	if err != nil {
		return nil, err
	}
	high, err := vm.mulSliced(x1, y1)
	if err != nil {
		return nil, err
	}
	sx := new(big.Int).Add(x0, x1)
	sy := sx
	if x != y {
		sy = new(big.Int).Add(y0, y1)
	}
	mid, err := vm.mulSliced(sx, sy)
	if err != nil {
		return nil, err
	}
	mid.Sub(mid, low).Sub(mid, high)
	out := make([]big.Word, len(xw)+len(yw)+1)
	copy(out, low.Bits())
	addAt(out, high.Bits(), 2*h)
	addAt(out, mid.Bits(), h)
	return words(out), nil
}

// BigDivMod is x // y and x % y, with Python's signs. It is the caller that
// knows which text a division by zero has for a y that may be 0 and small;
// here it is that of //.
func (vm *VM) BigDivMod(x, y *big.Int) (q, r *big.Int, err error) {
	if y.Sign() == 0 {
		return nil, nil, Raise(ZeroDivisionError, errIntDivZero)
	}
	if x.CmpAbs(y) < 0 {
		q, r = new(big.Int), new(big.Int).Set(x)
	} else if q, r, err = vm.quoRem(x, y); err != nil {
		return nil, nil, err
	}
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		q.Sub(q, one)
		r.Add(r, y)
	}
	return q, r, nil
}

var one = big.NewInt(1)

// quoRem is the truncated division.
func (vm *VM) quoRem(x, y *big.Int) (q, r *big.Int, err error) {
	n, m := len(x.Bits()), len(y.Bits())
	if n > 128 {
		if err := vm.reserveParts(n); err != nil {
			return nil, nil, err
		}
	}
	if cost := divCost(n-m+1, m); cost <= sliceCost {
		if err := vm.Tick(1 + int(cost)/costPerTick); err != nil {
			return nil, nil, err
		}
		q, r = new(big.Int).QuoRem(x, y, new(big.Int))
		return q, r, nil
	}
	q, r, err = vm.divSliced(x, y)
	if err != nil {
		return nil, nil, err
	}
	if x.Sign() != y.Sign() {
		q.Neg(q)
	}
	if x.Sign() < 0 {
		r.Neg(r)
	}
	return q, r, nil
}

// divCost estimates the steps of a division with a quotient of n words by m.
func divCost(n, m int) float64 { return 3 * mulCost(n, m) }

// divSliced divides |x| by |y| from the top, in pieces of the quotient.
func (vm *VM) divSliced(x, y *big.Int) (q, r *big.Int, err error) {
	// Shift so that the divisor's top bit is set and its length fits halving.
	m := len(y.Bits())
	half := 1
	for m > half*divDirect {
		half *= 2
	}
	size := (m + half - 1) / half * half
	shift := uint(size*wordBits - y.BitLen())
	d := new(big.Int).Abs(y)
	d.Lsh(d, shift)
	xw := new(big.Int).Lsh(new(big.Int).Abs(x), shift).Bits()
	step := size
	if size <= divDirect {
		step = max(size, sliceCost/(16*size))
	}
	pieces := (len(xw) + step - 1) / step
	out := make([]big.Word, pieces*step+1)
	r = new(big.Int)
	for i := pieces - 1; i >= 0; i-- {
		a := r.Lsh(r, uint(step*wordBits))
		a.Or(a, words(cut(xw, i*step, (i+1)*step)))
		var p *big.Int
		if p, r, err = vm.divRec(a, d, size); err != nil {
			return nil, nil, err
		}
		copy(out[i*step:], p.Bits())
	}
	return words(out), r.Rsh(r, shift), nil
}

// divDirect is the number of words up to which a divisor is left to math/big.
const divDirect = 2048

// divRec divides a by d, which has n words and its top bit set; unless n is
// small, a is below d shifted by n words. This is Burnikel and Ziegler's
// recursive division.
func (vm *VM) divRec(a, d *big.Int, n int) (q, r *big.Int, err error) {
	if n <= divDirect || n&1 != 0 {
		if a.Cmp(d) < 0 {
			return new(big.Int), a, nil
		}
		if err := vm.Tick(1 + int(divCost(len(a.Bits())-n+1, n))/costPerTick); err != nil {
			return nil, nil, err
		}
		q, r = new(big.Int).QuoRem(a, d, new(big.Int))
		return q, r, nil
	}
	h := n / 2
	aw := a.Bits()
	q1, r1, err := vm.div3by2(words(cut(aw, h, len(aw))), d, h)
	if err != nil {
		return nil, nil, err
	}
	low := words(cut(aw, 0, h))
	q0, r, err := vm.div3by2(low.Or(new(big.Int).Lsh(r1, uint(h*wordBits)), low), d, h)
	if err != nil {
		return nil, nil, err
	}
	q1 = new(big.Int).Lsh(q1, uint(h*wordBits))
	return q1.Add(q1, q0), r, nil
}

// div3by2 divides a, of 3h words, by d, of 2h words.
func (vm *VM) div3by2(a, d *big.Int, h int) (q, r *big.Int, err error) {
	dw, aw := d.Bits(), a.Bits()
	d1, d0 := words(cut(dw, h, 2*h)), words(cut(dw, 0, h))
	top := words(cut(aw, h, len(aw)))
	if words(cut(aw, 2*h, len(aw))).Cmp(d1) < 0 {
		if q, r, err = vm.divRec(top, d1, h); err != nil {
			return nil, nil, err
		}
		q, r = new(big.Int).Set(q), new(big.Int).Set(r)
	} else {
		q = new(big.Int).Lsh(one, uint(h*wordBits))
		r = new(big.Int).Sub(top, new(big.Int).Lsh(d1, uint(h*wordBits)))
		q.Sub(q, one)
		r.Add(r, d1)
	}
	p, err := vm.mulSliced(q, d0)
	if err != nil {
		return nil, nil, err
	}
	r = new(big.Int).Lsh(r, uint(h*wordBits))
	r.Add(r, words(cut(aw, 0, h)))
	r.Sub(r, p)
	for r.Sign() < 0 {
		q.Sub(q, one)
		r.Add(r, d)
	}
	return q, r, nil
}

// BigGCD is the greatest common divisor, not negative.
func (vm *VM) BigGCD(x, y *big.Int) (*big.Int, error) {
	if x.CmpAbs(y) > 0 {
		x, y = y, x
	}
	x, y = new(big.Int).Abs(x), new(big.Int).Abs(y)
	if x.Sign() == 0 {
		return y, nil
	}
	g, _, err := vm.bigGCDInverse(x, y)
	return g, err
}

// BigTrueDiv is x / y, correctly rounded.
func (vm *VM) BigTrueDiv(x, y *big.Int) (float64, error) {
	if y.Sign() == 0 {
		return 0, Raise(ZeroDivisionError, "division by zero")
	}
	if x.Sign() == 0 {
		return math.Copysign(0, float64(y.Sign())), nil
	}
	neg := x.Sign() != y.Sign()
	// Scale so that the quotient has 65 or 66 bits.
	exp := x.BitLen() - y.BitLen() - 65
	if exp > 1024 {
		return 0, Raise(OverflowError, "integer division result too large for a float")
	}
	if exp < -1300 {
		if neg {
			return math.Copysign(0, -1), nil
		}
		return 0, nil
	}
	x, y = new(big.Int).Abs(x), new(big.Int).Abs(y)
	if exp < 0 {
		x.Lsh(x, uint(-exp))
	} else {
		y.Lsh(y, uint(exp))
	}
	q, r, err := vm.quoRem(x, y)
	if err != nil {
		return 0, err
	}
	f := roundBig(q, exp, r.Sign() != 0)
	if math.IsInf(f, 0) {
		return 0, Raise(OverflowError, "integer division result too large for a float")
	}
	if neg {
		f = -f
	}
	return f, nil
}

// roundBig is the float nearest to (q + rest) * 2**exp, ties to even, where
// rest is between 0 and 1 and not 0 if sticky; q has at least 64 bits or
// nothing is sticky. Infinity if it is too large.
func roundBig(q *big.Int, exp int, sticky bool) float64 {
	if drop := q.BitLen() - 64; drop > 0 {
		sticky = sticky || q.TrailingZeroBits() < uint(drop)
		q = new(big.Int).Rsh(q, uint(drop))
		exp += drop
	}
	m := q.Uint64()
	if m == 0 {
		return 0
	}
	lead := bits.LeadingZeros64(m)
	m <<= lead
	exp -= lead
	drop := 11 // of the 64 bits
	if least := -1074 - exp; least > drop {
		drop = least
	}
	if drop > 64 {
		return 0
	}
	var half, mant, rest uint64
	if drop == 64 {
		half, rest = m>>63, m<<1
	} else {
		mant, half, rest = m>>drop, m>>(drop-1)&1, m<<(65-drop)
	}
	if half != 0 && (rest != 0 || sticky || mant&1 != 0) {
		mant++
	}
	return math.Ldexp(float64(mant), exp+drop)
}

// BigSqrt is the whole square root of x >= 0, by Newton's method with precision
// that doubles.
func (vm *VM) BigSqrt(x *big.Int) (*big.Int, error) {
	if x.BitLen() <= 4096 {
		return new(big.Int).Sqrt(x), vm.Tick(1 + x.BitLen()/8)
	}
	// A root of the leading half of the bits, then one step.
	drop := uint(x.BitLen()/4) &^ 1
	top, err := vm.BigSqrt(new(big.Int).Rsh(x, drop))
	if err != nil {
		return nil, err
	}
	r := top.Lsh(top, drop/2)
	for {
		q, _, err := vm.BigDivMod(x, r)
		if err != nil {
			return nil, err
		}
		next := q.Add(q, r)
		next.Rsh(next, 1)
		sq, err := vm.BigMul(next, next)
		if err != nil {
			return nil, err
		}
		if sq.Cmp(x) <= 0 {
			diff := sq.Sub(x, sq)
			if diff.Cmp(new(big.Int).Lsh(next, 1)) <= 0 {
				return next, nil
			}
		}
		r = next
	}
}
