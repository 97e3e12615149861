// Package statistics is Python's module statistics: written in Python, with the
// exact sums and the inverse of the normal distribution in Go.
package statistics

import (
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) { return load(vm) }

var load = pymod.Loader("statistics", func(vm *py.VM, m *py.Module) error {
	m.Add(natives...)
	return nil
})

var natives = []*py.Builtin{
	py.Func("_exact", 1, 1, exact),
	py.Func("_root", 2, 2, root),
	py.Func("_inverse", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
		var f [3]float64
		for i := range f {
			var err error
			if f[i], err = vm.ToFloat(a[i]); err != nil {
				return py.Value{}, err
			}
		}
		return py.Float(inverse(f[0])*f[2] + f[1]), nil
	}),
}

// exact adds up a sequence of ints and finite floats without loss: it gives
// whether there are floats, the count, and numerator and denominator of the sum
// and of the sum of squares; None for all other data.
func exact(vm *py.VM, a []py.Value) (py.Value, error) {
	var items []py.Value
	if l := a[0].List(); l != nil {
		items = l.Items
	} else if t := a[0].Tuple(); t != nil {
		items = t.Items
	} else {
		return py.None, nil
	}
	var sum, squares floatSum
	var ints, intSquares intSum
	floats := false
	for i, v := range items {
		switch {
		case v.IsFloat():
			floats = true
			x := v.AsFloat()
			if x-x != 0 || !squares.addSquare(x) {
				return py.None, nil
			}
			sum.add(x)
		case v.IsInt() || v.IsBool():
			ints.add(v.AsInt())
			intSquares.addSquare(v.AsInt())
		default:
			return py.None, nil
		}
		if i&1023 == 1023 {
			if err := vm.Tick(1024); err != nil {
				return py.Value{}, err
			}
		}
	}
	n, d := sum.plus(ints.total())
	sn, sd := squares.plus(intSquares.total())
	return vm.NewTuple([]py.Value{
		py.Bool(floats), py.Int(int64(len(items))), vm.NewInt(n), vm.NewInt(d), vm.NewInt(sn), vm.NewInt(sd),
	}), nil
}

// root is the square root of a fraction of ints as a float, correctly rounded.
func root(vm *py.VM, a []py.Value) (py.Value, error) {
	n, m := vm.AsBig(a[0]), vm.AsBig(a[1])
	if n == nil || m == nil || m.Sign() <= 0 || n.Sign() < 0 {
		return py.Value{}, py.ValueErrorf("math domain error")
	}
	if n.Sign() == 0 {
		return py.Float(0), nil
	}
	// An even shift that leaves a quotient of about 120 bits: its root has
	// more bits than a float, and the last says whether anything is left.
	shift := (120 - (n.BitLen() - m.BitLen())) &^ 1
	num, den := n, m
	if shift > 0 {
		num = new(big.Int).Lsh(n, uint(shift))
	} else {
		den = new(big.Int).Lsh(m, uint(-shift))
	}
	q, rest, err := vm.BigDivMod(num, den)
	if err != nil {
		return py.Value{}, err
	}
	s := new(big.Int).Sqrt(q)
	if rest.Sign() != 0 || new(big.Int).Mul(s, s).Cmp(q) != 0 {
		s.SetBit(s, 0, 1)
	}
	unit := new(big.Int).Lsh(big.NewInt(1), uint(max(shift, -shift)/2))
	if shift < 0 {
		s, unit = s.Mul(s, unit), big.NewInt(1)
	}
	f, err := vm.BigTrueDiv(s, unit)
	return py.Float(f), err
}
