package random

import (
	"math"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// ownRandom and ownBits are the methods that guest classes may override.
var (
	ownRandom = py.Method("random", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
		g := of(a[0])
		if !g.system {
			return py.Float(g.float()), nil
		}
		s := source{vm: vm, self: a[0], g: g}
		f, err := s.float()
		return py.Float(f), err
	})
	ownBits = py.Method("getrandbits", 1, 1, getRandBits)
)

func generatorMethods() []*py.Builtin {
	return append([]*py.Builtin{
		ownRandom, ownBits,
		py.MethodSig("seed", "a=None, version=2", func(vm *py.VM, a []py.Value) (py.Value, error) {
			version := int64(2)
			if a[2].IsInt() {
				version = a[2].AsInt()
			}
			return py.None, seed(vm, of(a[0]), a[1], version)
		}),
		py.Method("getstate", 0, 0, getState),
		py.MethodSig("setstate", "state", func(vm *py.VM, a []py.Value) (py.Value, error) {
			return py.None, setState(vm, of(a[0]), a[1])
		}),
		py.Method("__getstate__", 0, 0, getState),
		py.MethodSig("__setstate__", "state", func(vm *py.VM, a []py.Value) (py.Value, error) {
			return py.None, setState(vm, of(a[0]), a[1])
		}),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			state, err := vm.CallMethod(a[0], py.Name("getstate"))
			return vm.NewTuple([]py.Value{py.Of(&a[0].Type().Object), vm.NewTuple(nil), state}), err
		}),
		py.MethodSig("_randbelow", "n", func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := vm.Index(a[1])
			if err != nil {
				return py.Value{}, err
			}
			s := sourceOf(vm, a[0])
			if vm.AsBig(n).Sign() <= 0 {
				return py.Int(0), nil
			}
			r, err := s.belowBig(vm.AsBig(n))
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewInt(r), nil
		}),
		py.MethodSig("randbytes", "n", randBytes),
		py.MethodSig("randrange", "start, stop=None, step=…", randRange),
		py.MethodSig("randint", "a, b", randInt),
		py.MethodSig("choice", "seq", choice),
		py.MethodSig("shuffle", "x", shuffle),
		py.MethodSig("sample", "population, k, *, counts=None", sample),
		py.MethodSig("choices", "population, weights=None, *, cum_weights=None, k=1", choices),
	}, distributionMethods()...)
}

func getRandBits(vm *py.VM, a []py.Value) (py.Value, error) {
	k, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if k < 0 {
		return py.Value{}, py.ValueErrorf("number of bits must be non-negative")
	}
	s := source{vm: vm, self: a[0], g: of(a[0])}
	if k <= 63 {
		r, err := s.bits64(k)
		return py.Int(int64(r)), err
	}
	r, err := s.bigBits(k)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewInt(r), nil
}

func getState(vm *py.VM, a []py.Value) (py.Value, error) {
	g := of(a[0])
	words := make([]py.Value, stateSize+1)
	for i, w := range g.state {
		words[i] = py.Int(int64(w))
	}
	words[stateSize] = py.Int(int64(g.pos))
	return vm.NewTuple([]py.Value{py.Int(3), vm.NewTuple(words), g.gaussNext}), nil
}

func setState(vm *py.VM, g *generator, v py.Value) error {
	items, err := vm.Collect(v)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return py.Raise(py.IndexError, "tuple index out of range")
	}
	if !items[0].IsInt() || items[0].AsInt() != 3 && items[0].AsInt() != 2 {
		r, err := vm.Str(items[0])
		if err != nil {
			return err
		}
		return py.ValueErrorf("state with version %s passed to Random.setstate() of version 3", r)
	}
	if len(items) != 3 {
		if len(items) < 3 {
			return py.ValueErrorf("not enough values to unpack (expected 3, got %d)", len(items))
		}
		return py.ValueErrorf("too many values to unpack (expected 3)")
	}
	t := items[1].Tuple()
	if t == nil {
		return py.TypeErrorf("state vector must be a tuple")
	}
	if len(t.Items) != stateSize+1 {
		return py.ValueErrorf("state vector is the wrong size")
	}
	var state [stateSize]uint32
	for i := range state {
		w, err := vm.Index(t.Items[i])
		if err != nil {
			return err
		}
		b := vm.AsBig(w)
		if b.Sign() < 0 {
			return py.Raise(py.OverflowError, "can't convert negative value to unsigned int")
		}
		state[i] = uint32(b.Uint64())
	}
	pos, err := vm.IndexInt(t.Items[stateSize], py.OverflowError)
	if err != nil {
		return err
	}
	if pos < 0 || pos > stateSize {
		return py.ValueErrorf("invalid state")
	}
	g.state, g.pos, g.gaussNext = state, pos, items[2]
	return nil
}

func randBytes(vm *py.VM, a []py.Value) (py.Value, error) {
	n, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if n < 0 {
		return py.Value{}, py.ValueErrorf("number of bits must be non-negative")
	}
	if n > math.MaxInt/16 {
		return py.Value{}, py.NewException(py.MemoryError, "")
	}
	s := sourceOf(vm, a[0])
	if s.g.system {
		if err := vm.Reserve(int64(n)); err != nil {
			return py.Value{}, err
		}
		buf := make([]byte, n)
		err := s.entropy(buf)
		return vm.NewBytes(string(buf)), err
	}
	r, err := s.bigBits(n * 8)
	if err != nil {
		return py.Value{}, err
	}
	buf := r.FillBytes(make([]byte, n))
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		buf[i], buf[j] = buf[j], buf[i]
	}
	return vm.NewBytes(string(buf)), nil
}

func randInt(vm *py.VM, a []py.Value) (py.Value, error) {
	lo, hi := a[1], a[2]
	if lo.IsInt() && hi.IsInt() && hi.AsInt() >= lo.AsInt() {
		if width := uint64(hi.AsInt()) - uint64(lo.AsInt()) + 1; width != 0 {
			s := sourceOf(vm, a[0])
			r, err := s.below(width)
			return py.Int(int64(uint64(lo.AsInt()) + r)), err
		}
	}
	stop, err := vm.Binary(py.OpAdd, hi, py.Int(1))
	if err != nil {
		return py.Value{}, err
	}
	return randRange(vm, []py.Value{a[0], lo, stop, {}})
}

func randRange(vm *py.VM, a []py.Value) (py.Value, error) {
	start, err := vm.Index(a[1])
	if err != nil {
		return py.Value{}, err
	}
	s := sourceOf(vm, a[0])
	if a[2].IsNone() {
		if a[3].Bound() {
			return py.Value{}, py.TypeErrorf("Missing a non-None stop argument")
		}
		n := vm.AsBig(start)
		if n.Sign() <= 0 {
			return py.Value{}, py.ValueErrorf("empty range for randrange()")
		}
		return scaled(&s, new(big.Int), big.NewInt(1), n)
	}
	stop, err := vm.Index(a[2])
	if err != nil {
		return py.Value{}, err
	}
	step := py.Int(1)
	if a[3].Bound() {
		if step, err = vm.Index(a[3]); err != nil {
			return py.Value{}, err
		}
	}
	from, by := vm.AsBig(start), vm.AsBig(step)
	n := new(big.Int).Sub(vm.AsBig(stop), from)
	if step.IsInt() && step.AsInt() == 1 {
		if n.Sign() <= 0 {
			return py.Value{}, emptyRange(vm, a[1:3])
		}
		return scaled(&s, from, by, n)
	}
	one := big.NewInt(int64(by.Sign()))
	if by.Sign() == 0 {
		return py.Value{}, py.ValueErrorf("zero step for randrange()")
	}
	n, _, err = vm.BigDivMod(n.Add(n, by).Sub(n, one), by)
	if err != nil {
		return py.Value{}, err
	}
	if n.Sign() <= 0 {
		return py.Value{}, emptyRange(vm, a[1:4])
	}
	return scaled(&s, from, by, n)
}

// scaled is from + by*r for a random r below n.
func scaled(s *source, from, by, n *big.Int) (py.Value, error) {
	r, err := s.belowBig(n)
	if err != nil {
		return py.Value{}, err
	}
	p, err := s.vm.BigMul(r, by)
	if err != nil {
		return py.Value{}, err
	}
	return s.vm.NewInt(p.Add(p, from)), nil
}

func emptyRange(vm *py.VM, bounds []py.Value) error {
	text := ""
	for i, v := range bounds {
		s, err := vm.Str(v)
		if err != nil {
			return err
		}
		if i > 0 {
			text += ", "
		}
		text += s
	}
	return py.ValueErrorf("empty range in randrange(%s)", text)
}

func choice(vm *py.VM, a []py.Value) (py.Value, error) {
	n, err := vm.Len(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if n == 0 {
		return py.Value{}, py.Raise(py.IndexError, "Cannot choose from an empty sequence")
	}
	s := sourceOf(vm, a[0])
	i, err := s.below(uint64(n))
	if err != nil {
		return py.Value{}, err
	}
	return vm.GetItem(a[1], py.Int(int64(i)))
}

func shuffle(vm *py.VM, a []py.Value) (py.Value, error) {
	n, err := vm.Len(a[1])
	if err != nil {
		return py.Value{}, err
	}
	s := sourceOf(vm, a[0])
	for i := n - 1; i > 0; i-- {
		j, err := s.below(uint64(i) + 1)
		if err != nil {
			return py.Value{}, err
		}
		if l := a[1].List(); l != nil && a[1].Type() == py.ListType && i < len(l.Items) {
			l.Items[i], l.Items[j] = l.Items[j], l.Items[i]
		} else if err := swap(vm, a[1], i, int(j)); err != nil {
			return py.Value{}, err
		}
		if err := vm.Tick(1); err != nil {
			return py.Value{}, err
		}
	}
	return py.None, nil
}

func swap(vm *py.VM, x py.Value, i, j int) error {
	vj, err := vm.GetItem(x, py.Int(int64(j)))
	if err != nil {
		return err
	}
	vi, err := vm.GetItem(x, py.Int(int64(i)))
	if err != nil {
		return err
	}
	if err := vm.SetItem(x, py.Int(int64(i)), vj); err != nil {
		return err
	}
	return vm.SetItem(x, py.Int(int64(j)), vi)
}
