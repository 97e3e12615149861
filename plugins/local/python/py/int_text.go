package py

import (
	"math/big"
	"strconv"
	"strings"
)

// defaultStrDigits is the length of decimal text beyond which int and str do
// not convert into each other.
const defaultStrDigits = 4300

// IntMaxStrDigits is sys.get_int_max_str_digits(): 0 means no limit.
func (vm *VM) IntMaxStrDigits() int {
	switch vm.maxStrDigits {
	case 0:
		return defaultStrDigits
	case -1:
		return 0
	}
	return vm.maxStrDigits
}

// SetIntMaxStrDigits is sys.set_int_max_str_digits.
func (vm *VM) SetIntMaxStrDigits(n int) error {
	if n != 0 && n < 640 {
		return ValueErrorf("maxdigits must be 0 or larger than 640")
	}
	if n == 0 {
		n = -1
	}
	vm.maxStrDigits = n
	return nil
}

func intRepr(vm *VM, v Value) (Value, error) {
	if v.p == intP {
		return vm.asciiStr(strconv.FormatInt(int64(v.n), 10)), nil
	}
	s, err := vm.decimal(v)
	if err != nil {
		return Value{}, err
	}
	return vm.asciiStr(s), nil
}

// decimal is the decimal text of an int, within the limit of digits.
func (vm *VM) decimal(v Value) (string, error) {
	n, wide, _ := intOf(v)
	if wide == nil {
		return strconv.FormatInt(n, 10), nil
	}
	return vm.bigDecimal(wide)
}

func (vm *VM) bigDecimal(b *big.Int) (string, error) {
	limit := vm.IntMaxStrDigits()
	// 1233/4096 is a little less than the digits of a bit.
	atLeast := (b.BitLen() - 1) / 4096 * 1233
	if limit > 0 && atLeast > limit {
		return "", digitsLimit(limit)
	}
	var s string
	if len(b.Bits()) < 512 {
		if err := vm.Tick(1 + len(b.Bits())*len(b.Bits())/costPerTick); err != nil {
			return "", err
		}
		s = b.String()
	} else {
		var err error
		if s, err = vm.longDecimal(b); err != nil {
			return "", err
		}
	}
	digits := len(s)
	if b.Sign() < 0 {
		digits--
	}
	if limit > 0 && digits > limit {
		return "", digitsLimit(limit)
	}
	return s, nil
}

func digitsLimit(limit int) error {
	return ValueErrorf("Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", limit)
}

// BigText is the decimal text of b, whatever the limit on digits.
func (vm *VM) BigText(b *big.Int) (string, error) {
	if len(b.Bits()) >= 512 {
		return vm.longDecimal(b)
	}
	return b.String(), vm.Tick(1 + len(b.Bits())*len(b.Bits())/costPerTick)
}

// longDecimal divides by powers of ten in halves, polling the limits.
func (vm *VM) longDecimal(b *big.Int) (string, error) {
	digits := int(float64(b.BitLen())*0.30103) + 2
	if err := vm.Reserve(int64(digits) * 2); err != nil {
		return "", err
	}
	size := 4096
	powers := []*big.Int{}
	p, err := vm.BigPow(big.NewInt(10), big.NewInt(int64(size)))
	for ; err == nil; p, err = vm.BigMul(p, p) {
		powers = append(powers, p)
		if 2*p.BitLen() > b.BitLen()+1 {
			break
		}
	}
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.Grow(digits)
	if b.Sign() < 0 {
		out.WriteByte('-')
	}
	err = vm.writeDigits(&out, new(big.Int).Abs(b), powers, len(powers)-1, size, false)
	return out.String(), err
}

// writeDigits writes b, below the square of powers[i]; with pad it fills up
// with zeros to the length of all such numbers.
func (vm *VM) writeDigits(out *strings.Builder, b *big.Int, powers []*big.Int, i, size int, pad bool) error {
	if i < 0 {
		if err := vm.Tick(1 + len(b.Bits())*len(b.Bits())/costPerTick); err != nil {
			return err
		}
		s := b.String()
		if pad {
			for n := size - len(s); n > 0; n-- {
				out.WriteByte('0')
			}
		}
		out.WriteString(s)
		return nil
	}
	if !pad && b.CmpAbs(powers[i]) < 0 {
		return vm.writeDigits(out, b, powers, i-1, size, false)
	}
	q, r, err := vm.quoRem(b, powers[i])
	if err != nil {
		return err
	}
	if err := vm.writeDigits(out, q, powers, i-1, size, pad); err != nil {
		return err
	}
	return vm.writeDigits(out, r, powers, i-1, size, true)
}

// intDigits is the text of |v| in base 2, 8, 10 or 16, in lower case.
func (vm *VM) intDigits(v Value, base int) (text string, neg bool, err error) {
	n, wide, _ := intOf(v)
	if wide == nil {
		s := strconv.FormatInt(n, base)
		if n < 0 {
			return s[1:], true, nil
		}
		return s, false, nil
	}
	var s string
	if base == 10 {
		if s, err = vm.bigDecimal(wide); err != nil {
			return "", false, err
		}
	} else {
		if err := vm.reserveWords(len(wide.Bits()) * 8); err != nil {
			return "", false, err
		}
		s = wide.Text(base)
	}
	if wide.Sign() < 0 {
		return s[1:], true, nil
	}
	return s, false, nil
}
