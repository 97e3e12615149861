package py

import (
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Small tuples and lists come with their items in one allocation.
type (
	tuple1 struct {
		Tuple
		vals [1]Value
	}
	tuple2 struct {
		Tuple
		vals [2]Value
	}
	tuple3 struct {
		Tuple
		vals [3]Value
	}
	tuple4 struct {
		Tuple
		vals [4]Value
	}
)

// newTuple makes a tuple that owns items.
func (vm *VM) newTuple(items []Value) Value { return vm.NewTuple(items) }

// buildTuple makes a tuple of a copy of vals.
func (vm *VM) buildTuple(vals []Value) Value {
	var t *Tuple
	switch len(vals) {
	case 0:
		return Of(&emptyTuple.Object)
	case 1:
		x := &tuple1{vals: [1]Value(vals)}
		t = &x.Tuple
		t.Items = x.vals[:]
	case 2:
		x := &tuple2{vals: [2]Value(vals)}
		t = &x.Tuple
		t.Items = x.vals[:]
	case 3:
		x := &tuple3{vals: [3]Value(vals)}
		t = &x.Tuple
		t.Items = x.vals[:]
	case 4:
		x := &tuple4{vals: [4]Value(vals)}
		t = &x.Tuple
		t.Items = x.vals[:]
	default:
		t = &Tuple{Items: append([]Value(nil), vals...)}
	}
	vm.charge(int64(64 + 16*len(vals)))
	t.typ, t.kind = TupleType, KindTuple
	return Of(&t.Object)
}

func (vm *VM) buildList(vals []Value) Value {
	if len(vals) == 0 {
		return vm.NewList(nil)
	}
	return vm.NewList(append(make([]Value, 0, len(vals)), vals...))
}

func (vm *VM) buildSet(vals []Value) (Value, error) {
	s := vm.NewSet()
	for _, v := range vals {
		if err := s.Add(vm, v); err != nil {
			return Value{}, err
		}
	}
	return Of(&s.Object), nil
}

func (vm *VM) buildMap(vals []Value) (Value, error) {
	d := vm.NewDict()
	if n := len(vals) / 2; n > 0 {
		vm.charge(int64(n) * 48)
		d.entries = make([]dictEntry, 0, n)
	}
	for i := 0; i < len(vals); i += 2 {
		if err := d.Set(vm, vals[i], vals[i+1]); err != nil {
			return Value{}, err
		}
	}
	return d.Value(), nil
}

func (vm *VM) buildSlice(start, stop, step Value) Value {
	vm.charge(80)
	return Of(&(&Slice{Object: Object{typ: SliceType, kind: KindSlice}, Start: start, Stop: stop, Step: step}).Object)
}

// buildString joins the strings of an f-string.
func (vm *VM) buildString(vals []Value) (Value, error) { return vm.joinStrs(emptyStr.Str(), vals) }

// formatOp is format(conversion(v), spec) for f-strings; an unbound spec is "".
func (vm *VM) formatOp(v, spec Value, conversion uint8) (Value, error) {
	var err error
	switch conversion {
	case 's':
		v, err = vm.StrValue(v)
	case 'r':
		v, err = vm.reprValue(v)
	case 'a':
		v, err = vm.ASCII(v)
	}
	if err != nil {
		return Value{}, err
	}
	if !spec.Bound() {
		if s := v.Str(); s != nil && s.typ == StrType {
			return v, nil
		}
		if v.p == intP {
			return vm.StrValue(v)
		}
		return vm.Format(v, "")
	}
	return vm.Format(v, spec.Str().S)
}

func (vm *VM) reprValue(v Value) (Value, error) {
	s, err := vm.Repr(v)
	if err != nil {
		return Value{}, err
	}
	return vm.NewString(s), nil
}

// listAppend appends to a list, charging what growing it takes.
func (vm *VM) listAppend(l *List, v Value) {
	if len(l.Items) == cap(l.Items) {
		l.grow(vm, 1)
	}
	l.Items = append(l.Items, v)
}

// extendOp carries out ListExtend.
func (vm *VM) extendOp(r *window, in *code.Instr) error {
	l, v := (*List)(r[in.A].p), r[in.B]
	if t := v.Type(); t.slots.Iter == nil && t.slots.GetItem == nil {
		if in.C == 1 {
			return TypeErrorf("%s argument after * must be an iterable, not %s", vm.calleeName(r[uint8(in.D)]), t.Name)
		}
		return TypeErrorf("Value after * must be an iterable, not %s", t.Name)
	}
	return vm.listExtend(l, v)
}

// calleeName is a callee as errors about its arguments name it.
func (vm *VM) calleeName(f Value) string {
	switch f.Kind() {
	case KindFunction:
		fn := f.Function()
		if m := fn.Module; m.Bound() && m.Str() != nil && m.Str().S != "builtins" {
			return m.Str().S + "." + fn.QualName.S + "()"
		}
		return fn.QualName.S + "()"
	case KindBuiltin:
		return f.Builtin().fullName() + "()"
	case KindMethod:
		return vm.calleeName(f.Method().Func)
	case KindType:
		t := f.AsType()
		if m := vm.typeModule(t); m != "" && m != "builtins" {
			return m + "." + t.QualName + "()"
		}
		return t.QualName + "()"
	}
	s, err := vm.Str(f)
	if err != nil {
		return f.Type().Name + " object"
	}
	return s
}

// mapUpdate updates a dict display from the mapping of a **x in it.
func (vm *VM) mapUpdate(d *Dict, v Value) error {
	if src := v.Dict(); src != nil && src.typ == DictType {
		for pos := 0; ; {
			k, val, next, ok := src.Next(pos)
			if !ok {
				return nil
			}
			if err := d.Set(vm, k, val); err != nil {
				return err
			}
			pos = next
		}
	}
	if !vm.isMapping(v) {
		return TypeErrorf("'%s' object is not a mapping", v.Type().Name)
	}
	return vm.eachItem(v, func(k, val Value) error { return d.Set(vm, k, val) })
}

// mapMerge merges the mapping of a call's **x into the keyword arguments.
func (vm *VM) mapMerge(d *Dict, v, callee Value) error {
	add := func(k, val Value) error {
		s := k.Str() // the call itself refuses what is none
		if s != nil && d.findStr(s) >= 0 {
			return TypeErrorf("%s got multiple values for keyword argument '%s'", vm.calleeName(callee), s.S)
		}
		return d.Set(vm, k, val)
	}
	if src := v.Dict(); src != nil && src.typ == DictType {
		for k, val := range src.All() {
			if err := add(k, val); err != nil {
				return err
			}
		}
		return nil
	}
	if !vm.isMapping(v) {
		return TypeErrorf("%s argument after ** must be a mapping, not %s", vm.calleeName(callee), v.Type().Name)
	}
	return vm.eachItem(v, add)
}

func (vm *VM) isMapping(v Value) bool {
	return v.Dict() != nil || vm.hasAttr(v, nameKeys)
}

// eachItem calls f with the items of a mapping, read by keys() and [].
func (vm *VM) eachItem(m Value, f func(k, v Value) error) error {
	keys, err := vm.CallMethod(m, nameKeys)
	if err != nil {
		return err
	}
	return vm.Iterate(keys, func(k Value) error {
		v, err := vm.GetItem(m, k)
		if err != nil {
			return err
		}
		return f(k, v)
	})
}
