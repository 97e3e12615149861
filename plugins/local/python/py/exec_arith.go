package py

import (
	"math"
	"math/bits"
	"strconv"
)

// setInt stores an int. The pointer is only written if it changes: a pointer
// write costs more than a comparison while the collector runs.
func (v *Value) setInt(i int64) {
	if v.p != intP {
		v.p = intP
	}
	v.n = uint64(i)
}

// setFloat stores a float.
func (v *Value) setFloat(f float64) {
	if v.p != floatP {
		v.p = floatP
	}
	v.n = math.Float64bits(f)
}

// mulInt is a * b and whether it fits.
func mulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	hi -= uint64(a>>63)&uint64(b) + uint64(b>>63)&uint64(a)
	return int64(lo), int64(hi) == int64(lo)>>63
}

// floorDiv is a // b for ints, and whether there is such an int.
func floorDiv(a, b int64) (int64, bool) {
	if uint64(a|b)>>32 == 0 {
		if b == 0 {
			return 0, false
		}
		return int64(uint32(a) / uint32(b)), true
	}
	if b == 0 || b == -1 {
		return -a, b != 0 && a != math.MinInt64
	}
	q := a / b
	if (a^b) < 0 && q*b != a {
		q--
	}
	return q, true
}

// floorMod is a % b for ints; b is not 0.
func floorMod(a, b int64) int64 {
	if uint64(a|b)>>32 == 0 {
		return int64(uint32(a) % uint32(b))
	}
	if b == -1 {
		return 0
	}
	m := a % b
	if m != 0 && (m^b) < 0 {
		m += b
	}
	return m
}

// quickBinary is a op b for numbers where it takes no allocation and can't
// fail; unbound for all else.
func quickBinary(op BinaryOp, a, b Value) Value {
	var x, y float64
	switch {
	case a.p == intP && b.p == intP:
		return quickInt(op, int64(a.n), int64(b.n))
	case a.p == floatP && b.p == floatP:
		x, y = a.AsFloat(), b.AsFloat()
	case a.p == floatP && b.p == intP:
		x, y = a.AsFloat(), float64(int64(b.n))
	case a.p == intP && b.p == floatP:
		x, y = float64(int64(a.n)), b.AsFloat()
	default:
		return Value{}
	}
	switch op {
	case OpAdd:
		return Float(x + y)
	case OpSub:
		return Float(x - y)
	case OpMul:
		return Float(x * y)
	case OpTrueDiv:
		if y != 0 {
			return Float(x / y)
		}
	}
	return Value{}
}

func quickInt(op BinaryOp, a, b int64) Value {
	switch op {
	case OpAdd:
		if s := a + b; (a^s)&(b^s) >= 0 {
			return Int(s)
		}
	case OpSub:
		if s := a - b; (a^b)&(a^s) >= 0 {
			return Int(s)
		}
	case OpMul:
		if s, ok := mulInt(a, b); ok {
			return Int(s)
		}
	case OpTrueDiv:
		if b != 0 && exactFloat(a) && exactFloat(b) {
			return Float(float64(a) / float64(b))
		}
	case OpFloorDiv:
		if q, ok := floorDiv(a, b); ok {
			return Int(q)
		}
	case OpMod:
		if b != 0 {
			return Int(floorMod(a, b))
		}
	case OpAnd:
		return Int(a & b)
	case OpOr:
		return Int(a | b)
	case OpXor:
		return Int(a ^ b)
	case OpRShift:
		if b >= 0 {
			return Int(a >> min(uint64(b), 63))
		}
	case OpLShift:
		if b >= 0 && b < 63 && a<<b>>b == a {
			return Int(a << b)
		}
	}
	return Value{}
}

func itoa(i int) string { return strconv.Itoa(i) }

// compareOp is a cmp b as a value, with the frequent cases first.
func (vm *VM) compareOp(a, b Value, op CompareOp) (Value, error) {
	if yes, ok := quickCompare(a, b, op); ok {
		return Bool(yes), nil
	}
	return vm.Compare(a, b, op)
}

// compareTruth is the truth of a cmp b.
func (vm *VM) compareTruth(a, b Value, op CompareOp) (bool, error) {
	if yes, ok := quickCompare(a, b, op); ok {
		return yes, nil
	}
	v, err := vm.Compare(a, b, op)
	if err != nil {
		return false, err
	}
	return vm.Truth(v)
}

// quickCompare compares numbers and strs; ok is false for all else.
func quickCompare(a, b Value, op CompareOp) (yes, ok bool) {
	switch {
	case a.p == floatP && b.p == floatP:
		return orderedFloat(a.AsFloat(), b.AsFloat(), op), true
	case a.p == floatP && b.p == intP && exactFloat(int64(b.n)):
		return orderedFloat(a.AsFloat(), float64(int64(b.n)), op), true
	case a.p == intP && b.p == floatP && exactFloat(int64(a.n)):
		return orderedFloat(float64(int64(a.n)), b.AsFloat(), op), true
	}
	if s, t := a.Str(), b.Str(); s != nil && t != nil && s.typ == StrType && t.typ == StrType {
		if len(s.S) >= longWork {
			return false, false
		}
		switch op {
		case Eq:
			return s == t || s.S == t.S, true
		case Ne:
			return s != t && s.S != t.S, true
		}
		// UTF-8 sorts as its code points do.
		switch op {
		case Lt:
			return s.S < t.S, true
		case Le:
			return s.S <= t.S, true
		case Gt:
			return s.S > t.S, true
		default:
			return s.S >= t.S, true
		}
	}
	if a.Kind() == KindTuple && b.Kind() == KindTuple && a.Type() == TupleType && b.Type() == TupleType {
		return quickTuples((*Tuple)(a.p).Items, (*Tuple)(b.p).Items, op)
	}
	return false, false
}

// quickTuples compares tuples as far as their items are ints and strs.
func quickTuples(x, y []Value, op CompareOp) (yes, ok bool) {
	if len(x) >= longWork && len(y) >= longWork {
		return false, false
	}
	for i := range min(len(x), len(y)) {
		p, q := x[i], y[i]
		switch {
		case p == q:
		case p.p == intP && q.p == intP:
			return orderedInt(int64(p.n), int64(q.n), op), true
		case p.p != floatP && q.p != floatP && p.Kind() == KindStr && q.Kind() == KindStr && p.Type() == StrType && q.Type() == StrType:
			if len((*Str)(p.p).S) >= longWork {
				return false, false
			}
			if (*Str)(p.p).S != (*Str)(q.p).S {
				return quickCompare(p, q, op)
			}
		default:
			return false, false
		}
	}
	return orderedInt(int64(len(x)), int64(len(y)), op), true
}

func orderedInt(a, b int64, op CompareOp) bool {
	switch op {
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Gt:
		return a > b
	default:
		return a >= b
	}
}

func exactFloat(i int64) bool { return i <= 1<<53 && i >= -1<<53 }

func orderedFloat(a, b float64, op CompareOp) bool {
	switch op {
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Gt:
		return a > b
	default:
		return a >= b
	}
}

// Neg, Positive and Invert are the unary operators.
func (vm *VM) Neg(v Value) (Value, error) {
	if f := v.Type().slots.Neg; f != nil {
		return f(vm, v)
	}
	return Value{}, badUnary("-", v)
}

// Positive is +v.
func (vm *VM) Positive(v Value) (Value, error) {
	if f := v.Type().slots.Pos; f != nil {
		return f(vm, v)
	}
	return Value{}, badUnary("+", v)
}

// Invert is ~v.
func (vm *VM) Invert(v Value) (Value, error) {
	if f := v.Type().slots.Invert; f != nil {
		return f(vm, v)
	}
	return Value{}, badUnary("~", v)
}

func badUnary(op string, v Value) error {
	return TypeErrorf("bad operand type for unary %s: '%s'", op, v.Type().Name)
}
