package compile

import (
	"math"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// folded is the outcome of folding an expression.
type folded struct {
	value any
	ok    bool
}

// fold gives the value of an expression that is constant: a literal, a tuple
// of constants, arithmetic on numbers whose result is small, __debug__. What
// would fail or grow at run time is left to run time.
func (u *unit) fold(e ast.Expr) (any, bool) {
	switch e := e.(type) {
	case *ast.Constant:
		return e.Value, true
	case *ast.Name:
		return true, e.ID == "__debug__"
	case *ast.UnaryOp, *ast.BinOp, *ast.Tuple:
		f, known := u.folded[e]
		if !known {
			u.Step(constSize)
			f.value, f.ok = u.foldOperator(e)
			u.folded[e] = f
		}
		return f.value, f.ok
	}
	return nil, false
}

func (u *unit) foldOperator(e ast.Expr) (any, bool) {
	switch e := e.(type) {
	case *ast.UnaryOp:
		if v, ok := u.fold(e.Operand); ok {
			return foldUnary(e.Op, v)
		}
	case *ast.BinOp:
		left, ok := u.fold(e.Left)
		if !ok {
			return nil, false
		}
		if right, ok := u.fold(e.Right); ok {
			return foldBinary(e.Op, left, right)
		}
	case *ast.Tuple:
		return u.foldAll(e.Elts)
	}
	return nil, false
}

// foldAll gives the tuple of constant expressions.
func (u *unit) foldAll(elts []ast.Expr) (any, bool) {
	u.Report(int64(len(elts)) * 16)
	out := make([]any, len(elts))
	for i, e := range elts {
		u.Step(0)
		v, ok := u.fold(e)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// foldContainer gives the constant for a display that is only searched: a
// tuple for a list, a frozenset for a set.
func (u *unit) foldContainer(e ast.Expr) (any, bool) {
	switch e := e.(type) {
	case *ast.List:
		return u.foldAll(e.Elts)
	case *ast.Set:
		v, ok := u.foldAll(e.Elts)
		if !ok {
			return nil, false
		}
		return code.FrozenSet(v.([]any)), true
	}
	return nil, false
}

// truth is the truth of a constant.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case *big.Int:
		return v.Sign() != 0
	case float64:
		return v != 0
	case complex128:
		return v != 0
	case string:
		return v != ""
	case ast.Bytes:
		return v != ""
	case []any:
		return len(v) > 0
	}
	return true
}

func foldUnary(op ast.UnaryOperator, v any) (any, bool) {
	if op == ast.Not {
		return !truth(v), true
	}
	if n, ok := toInt(v); ok {
		switch op {
		case ast.USub:
			return fromInt(new(big.Int).Neg(n)), true
		case ast.UAdd:
			return fromInt(n), true
		default:
			return fromInt(new(big.Int).Not(n)), true
		}
	}
	switch v := v.(type) {
	case float64:
		switch op {
		case ast.USub:
			return -v, true
		case ast.UAdd:
			return v, true
		}
	case complex128:
		switch op {
		case ast.USub:
			return complex(-real(v), -imag(v)), true
		case ast.UAdd:
			return v, true
		}
	}
	return nil, false
}

// maxFoldBits bounds the ints that are computed at compile time.
const maxFoldBits = 128

func foldBinary(op ast.Operator, left, right any) (any, bool) {
	a, aInt := toInt(left)
	b, bInt := toInt(right)
	if aInt && bInt {
		_, aBool := left.(bool)
		_, bBool := right.(bool)
		if aBool && bBool && (op == ast.BitAnd || op == ast.BitOr || op == ast.BitXor) {
			return nil, false // these give a bool
		}
		return foldInts(op, a, b)
	}
	if x, ok := toFloat(left); ok {
		if y, ok := toFloat(right); ok {
			return foldFloats(op, x, y)
		}
	}
	if c, ok := foldComplex(op, left, right); ok {
		return c, true
	}
	if s, ok := left.(string); ok && op == ast.Add {
		if t, ok := right.(string); ok && len(s)+len(t) <= 4096 {
			return s + t, true
		}
	}
	return nil, false
}

func foldInts(op ast.Operator, a, b *big.Int) (any, bool) {
	if a.BitLen() > maxFoldBits || b.BitLen() > maxFoldBits {
		return nil, false
	}
	r := new(big.Int)
	switch op {
	case ast.Add:
		r.Add(a, b)
	case ast.Sub:
		r.Sub(a, b)
	case ast.Mult:
		r.Mul(a, b)
	case ast.BitAnd:
		r.And(a, b)
	case ast.BitOr:
		r.Or(a, b)
	case ast.BitXor:
		r.Xor(a, b)
	case ast.FloorDiv, ast.Mod:
		if b.Sign() == 0 {
			return nil, false
		}
		floorDivMod(op, a, b, r)
	case ast.Div:
		x, y := new(big.Float).SetInt(a), new(big.Float).SetInt(b)
		if b.Sign() == 0 || a.BitLen() > 53 || b.BitLen() > 53 {
			return nil, false
		}
		fx, _ := x.Float64()
		fy, _ := y.Float64()
		return fx / fy, true
	case ast.Pow:
		if b.Sign() < 0 || !b.IsInt64() || int64(a.BitLen())*b.Int64() > maxFoldBits {
			return nil, false
		}
		r.Exp(a, b, nil)
	case ast.LShift:
		if b.Sign() < 0 || b.BitLen() > 16 || a.BitLen()+int(b.Int64()) > maxFoldBits {
			return nil, false
		}
		r.Lsh(a, uint(b.Int64()))
	case ast.RShift:
		if b.Sign() < 0 || b.BitLen() > 16 {
			return nil, false
		}
		r.Rsh(a, uint(b.Int64()))
	default:
		return nil, false
	}
	return fromInt(r), true
}

// floorDivMod divides as Python does: the remainder has the divisor's sign.
func floorDivMod(op ast.Operator, a, b, r *big.Int) {
	q, m := new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		m.Add(m, b)
	}
	if op == ast.FloorDiv {
		r.Set(q)
	} else {
		r.Set(m)
	}
}

func foldFloats(op ast.Operator, x, y float64) (any, bool) {
	switch op {
	case ast.Add:
		return x + y, true
	case ast.Sub:
		return x - y, true
	case ast.Mult:
		return x * y, true
	case ast.Div:
		if y != 0 {
			return x / y, true
		}
	}
	return nil, false
}

// foldComplex folds the way a complex number is written: 1 + 2j, 1.5 - 2j.
// A real operand takes no part in the imaginary sum, so its zero's sign stays.
func foldComplex(op ast.Operator, left, right any) (any, bool) {
	x, ok := toFloat(left)
	if !ok {
		return nil, false
	}
	c, ok := right.(complex128)
	if !ok {
		return nil, false
	}
	switch op {
	case ast.Add:
		return complex(x+real(c), 0+imag(c)), true
	case ast.Sub:
		return complex(x-real(c), 0-imag(c)), true
	}
	return nil, false
}

// toInt gives an int or bool constant as a big int.
func toInt(v any) (*big.Int, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case int64:
		return big.NewInt(v), true
	case *big.Int:
		return v, true
	}
	return nil, false
}

// fromInt is the constant for an int.
func fromInt(n *big.Int) any {
	if n.IsInt64() {
		return n.Int64()
	}
	return n
}

// toFloat gives a number that a float operation would convert exactly.
func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int64:
		if v > -1<<53 && v < 1<<53 {
			return float64(v), true
		}
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return math.NaN(), false
}
