package math

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// fsum adds without loss: it keeps the sum as floats that don't overlap.
func fsum(vm *py.VM, a []py.Value) (py.Value, error) {
	var buf [32]float64
	parts := buf[:0]
	var special, infinite float64
	err := vm.Iterate(a[0], func(v py.Value) error {
		x, err := toFloat(vm, v)
		if err != nil {
			return err
		}
		orig := x
		kept := parts[:0]
		for _, y := range parts {
			if math.Abs(x) < math.Abs(y) {
				x, y = y, x
			}
			hi := x + y
			if lo := y - (hi - x); lo != 0 {
				kept = append(kept, lo)
			}
			x = hi
		}
		parts = kept
		if x-x == 0 {
			if x != 0 {
				parts = append(parts, x)
			}
			return nil
		}
		if orig-orig == 0 {
			return py.Raise(py.OverflowError, "intermediate overflow in fsum")
		}
		if math.IsInf(orig, 0) {
			infinite += orig
		}
		special += orig
		parts = parts[:0]
		return nil
	})
	if err != nil {
		return py.Value{}, err
	}
	if special != 0 {
		if infinite != infinite {
			return py.Value{}, py.ValueErrorf("-inf + inf in fsum")
		}
		return py.Float(special), nil
	}
	return py.Float(addParts(parts)), nil
}

// addParts rounds the sum of parts that don't overlap, smallest first, to the
// nearest float, ties to even.
func addParts(parts []float64) float64 {
	n := len(parts)
	if n == 0 {
		return 0
	}
	n--
	hi, lo := parts[n], 0.0
	for n > 0 {
		n--
		x, y := hi, parts[n]
		hi = x + y
		if lo = y - (hi - x); lo != 0 {
			break
		}
	}
	// Half way, what is left decides.
	if n > 0 && (lo < 0 && parts[n-1] < 0 || lo > 0 && parts[n-1] > 0) {
		twice := 2 * lo
		if x := hi + twice; twice == x-hi {
			hi = x
		}
	}
	return hi
}

func prod(vm *py.VM, a []py.Value) (py.Value, error) {
	acc := a[1]
	err := vm.Iterate(a[0], func(v py.Value) (err error) {
		if acc.IsFloat() && v.IsFloat() {
			acc = py.Float(acc.AsFloat() * v.AsFloat())
			return nil
		}
		acc, err = vm.Binary(py.OpMul, acc, v)
		return err
	})
	return acc, err
}

// triple is the unevaluated sum of three floats.
type triple struct{ hi, lo, tiny float64 }

func twoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}

func (t triple) addProduct(x, y float64) triple {
	p := x * y
	pe := math.FMA(x, y, -p)
	hi, e := twoSum(t.hi, p)
	r1, e1 := twoSum(t.lo, pe)
	r2, e2 := twoSum(r1, e)
	return triple{hi, r2, t.tiny + e1 + e2}
}

func (t triple) float() float64 {
	last, _ := twoSum(t.lo, t.tiny)
	r, _ := twoSum(t.hi, last)
	return r
}

// sumprod is the sum of the products of pairs: exact for ints, with triple
// precision for floats.
func sumprod(vm *py.VM, a []py.Value) (py.Value, error) {
	p, err := vm.Iter(a[0])
	if err != nil {
		return py.Value{}, err
	}
	q, err := vm.Iter(a[1])
	if err != nil {
		return py.Value{}, err
	}
	s := productSum{vm: vm, total: py.Int(0)}
	for {
		x, err := vm.Next(p)
		if err != nil {
			return py.Value{}, err
		}
		y, err := vm.Next(q)
		if err != nil {
			return py.Value{}, err
		}
		if x.Bound() != y.Bound() {
			return py.Value{}, py.ValueErrorf("Inputs are not the same length")
		}
		if !x.Bound() {
			return s.total, s.flush()
		}
		if err := s.add(x, y); err != nil {
			return py.Value{}, err
		}
		if err := vm.Tick(1); err != nil {
			return py.Value{}, err
		}
	}
}

type productSum struct {
	vm     *py.VM
	total  py.Value
	float  triple
	floats bool // float has something to be added to total
}

func (s *productSum) flush() (err error) {
	if s.floats {
		s.total, err = s.vm.Binary(py.OpAdd, s.total, py.Float(s.float.float()))
		s.float, s.floats = triple{}, false
	}
	return err
}

func (s *productSum) add(x, y py.Value) error {
	if x.IsFloat() && (y.IsFloat() || y.IsInt() || y.IsBool()) || y.IsFloat() && (x.IsInt() || x.IsBool()) {
		fx, fy, err := floats2(s.vm, []py.Value{x, y})
		if err != nil {
			return err
		}
		if t := s.float.addProduct(fx, fy); t.hi-t.hi == 0 && t.lo-t.lo == 0 {
			s.float, s.floats = t, true
			return nil
		}
	}
	if err := s.flush(); err != nil {
		return err
	}
	p, err := s.vm.Binary(py.OpMul, x, y)
	if err != nil {
		return err
	}
	s.total, err = s.vm.Binary(py.OpAdd, s.total, p)
	return err
}
