// Package copy is Python's module copy: copies of plain data and of plain
// instances in Go, those of classes with rules of their own in Python (package
// pymod).
package copy

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("copy", func(vm *py.VM, m *py.Module) error {
	c := &copier{m: m}
	m.Add(
		py.FuncSig("copy", "x", c.copy).WithDoc("Shallow copy operation on arbitrary Python objects."),
		py.FuncSig("deepcopy", "x, memo=None, _nil=()", c.deepcopy).WithDoc("Deep copy operation on arbitrary Python objects."),
		py.Func("_set_slot", 3, 3, SetSlot),
	)
	return nil
})

// LoadReg makes copyreg.
var LoadReg = pymod.Loader("copyreg", func(vm *py.VM, m *py.Module) error {
	plain, ex := py.NewObjectFunctions()
	m.Set("__newobj__", plain)
	m.Set("__newobj_ex__", ex)
	m.Add(py.Func("_set_slot", 3, 3, SetSlot), py.Func("_is_heap", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		t := a[0].AsType()
		return py.Bool(t != nil && t.IsHeap()), nil
	}))
	return nil
})

// copier makes copies for one machine. m has the functions for the objects that
// it leaves to Python.
type copier struct{ m *py.Module }

var (
	nameCopyOther = py.Name("_copy_other")
	nameTable     = py.Name("_dispatch_table")
	nameDeepOther = py.Name("_deep_other")
)

func (c *copier) copy(vm *py.VM, a []py.Value) (py.Value, error) {
	x := a[0]
	if isAtomic(x) || x.Type() == py.TupleType || x.Type() == py.FrozenSetType || x.Type() == py.SliceType {
		return x, nil
	}
	switch x.Type() {
	case py.ListType:
		return vm.NewList(append([]py.Value(nil), x.List().Items...)), nil
	case py.DictType:
		d := vm.NewDict()
		return d.Value(), vm.DictUpdate(d, x)
	}
	if dup, ok := c.newLike(vm, x); ok {
		return dup, vm.CopyAttrs(dup, x, func(v py.Value) (py.Value, error) { return v, nil })
	}
	return vm.Call(vm.Private(c.m, nameCopyOther), x)
}

// newLike is vm.NewLike while no class has its rule in copyreg.
func (c *copier) newLike(vm *py.VM, x py.Value) (py.Value, bool) {
	if table := c.m.Dict.GetStr(nameTable).Dict(); table == nil || table.Len() > 0 {
		return py.Value{}, false
	}
	return vm.NewLike(x)
}

// isAtomic reports whether copies of v are v itself.
func isAtomic(v py.Value) bool {
	switch v.Kind() {
	case py.KindType, py.KindNone, py.KindBool, py.KindInt, py.KindFloat, py.KindFunction, py.KindCode, py.KindEllipsis, py.KindNotImplemented:
		return true
	case py.KindBuiltin:
		return v.Type() == py.BuiltinType
	case py.KindBigInt, py.KindComplex, py.KindStr, py.KindBytes, py.KindRange, py.KindProperty:
		return !v.Type().IsHeap()
	}
	return v.Type() == py.UnionType
}

func (c *copier) deepcopy(vm *py.VM, a []py.Value) (py.Value, error) {
	if isAtomic(a[0]) {
		return a[0], nil
	}
	memo := a[1].Dict()
	switch {
	case a[1].IsNone():
		memo = vm.NewDict()
	case memo == nil:
		return py.Value{}, py.TypeErrorf("deepcopy() argument 'memo' must be a dict, not %s", a[1].Type().Name)
	}
	d := &deep{c: c, vm: vm, memo: memo}
	return d.value(a[0])
}

// deep is a deep copy under way.
type deep struct {
	c    *copier
	vm   *py.VM
	memo *py.Dict
	keep *py.List // what must live as long as the memo, which goes by addresses
}

func key(vm *py.VM, v py.Value) py.Value { return vm.Uint(vm.ID(v)) }

func (d *deep) value(x py.Value) (py.Value, error) {
	if isAtomic(x) {
		return x, nil
	}
	vm := d.vm
	id := key(vm, x)
	if y, err := d.memo.Get(vm, id); err != nil || y.Bound() {
		return y, err
	}
	if err := vm.Enter(""); err != nil {
		return py.Value{}, err
	}
	defer vm.Leave()
	if err := vm.Tick(1); err != nil {
		return py.Value{}, err
	}
	y, err := d.compound(id, x)
	if err != nil || y == x {
		return y, err
	}
	if err := d.memo.Set(vm, id, y); err != nil {
		return py.Value{}, err
	}
	return y, d.keepAlive(x)
}

func (d *deep) compound(id, x py.Value) (py.Value, error) {
	switch x.Type() {
	case py.ListType:
		return d.list(id, x)
	case py.TupleType:
		return d.tuple(id, x)
	case py.DictType:
		return d.dict(id, x)
	}
	if dup, ok := d.c.newLike(d.vm, x); ok {
		if err := d.memo.Set(d.vm, id, dup); err != nil {
			return py.Value{}, err
		}
		return dup, d.vm.CopyAttrs(dup, x, d.value)
	}
	return d.vm.Call(d.vm.Private(d.c.m, nameDeepOther), x, d.memo.Value())
}

func (d *deep) list(id, x py.Value) (py.Value, error) {
	src := x.List()
	y := d.vm.NewList(make([]py.Value, 0, len(src.Items)))
	if err := d.memo.Set(d.vm, id, y); err != nil {
		return py.Value{}, err
	}
	for i := 0; i < len(src.Items); i++ {
		v, err := d.value(src.Items[i])
		if err != nil {
			return py.Value{}, err
		}
		y.List().Append(d.vm, v)
		if i&0xFF == 0xFF {
			if err := d.vm.Tick(0x100); err != nil {
				return py.Value{}, err
			}
		}
	}
	return y, nil
}

// tuple is the tuple itself if all its items are their own copies.
func (d *deep) tuple(id, x py.Value) (py.Value, error) {
	src := x.Tuple().Items
	out := make([]py.Value, len(src))
	same := true
	for i, v := range src {
		w, err := d.value(v)
		if err != nil {
			return py.Value{}, err
		}
		out[i] = w
		same = same && w == v
	}
	if y, err := d.memo.Get(d.vm, id); err != nil || y.Bound() {
		return y, err // met again inside itself
	}
	if same {
		return x, nil
	}
	return d.vm.NewTuple(out), nil
}

func (d *deep) dict(id, x py.Value) (py.Value, error) {
	src, y := x.Dict(), d.vm.NewDict()
	if err := d.memo.Set(d.vm, id, y.Value()); err != nil {
		return py.Value{}, err
	}
	size := src.Len()
	for pos := 0; ; {
		k, v, next, ok := src.Next(pos)
		if !ok {
			return y.Value(), nil
		}
		pos = next
		k, err := d.value(k)
		if err != nil {
			return py.Value{}, err
		}
		if v, err = d.value(v); err != nil {
			return py.Value{}, err
		}
		if err := y.Set(d.vm, k, v); err != nil {
			return py.Value{}, err
		}
		if src.Len() != size {
			return py.Value{}, py.Raise(py.RuntimeError, "dictionary changed size during iteration")
		}
	}
}

// keepAlive keeps x as long as the memo: another object at its address must
// not be taken for it. As in CPython, the list stands in the memo under the
// memo's own id.
func (d *deep) keepAlive(x py.Value) error {
	if d.keep == nil {
		id := key(d.vm, d.memo.Value())
		kept, err := d.memo.Get(d.vm, id)
		if err != nil {
			return err
		}
		if !kept.Bound() || kept.List() == nil {
			kept = d.vm.NewList(nil)
			if err := d.memo.Set(d.vm, id, kept); err != nil {
				return err
			}
		}
		d.keep = kept.List()
	}
	d.keep.Append(d.vm, x)
	return nil
}

// SetSlot is _set_slot(obj, name, value): setattr() on behalf of guest code,
// which chose the name.
func SetSlot(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[1].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("attribute name must be string, not '%s'", a[1].Type().Name)
	}
	if err := vm.MayWrite(a[0], a[1]); err != nil {
		return py.Value{}, err
	}
	return py.None, vm.SetAttr(a[0], vm.Intern(s.S), a[2])
}
