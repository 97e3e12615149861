package functools

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// partial is a function with some arguments given.
type partial struct {
	py.Object
	fn   py.Value
	args *py.Tuple
	kw   *py.Dict
}

var (
	partialType   = sync.OnceValue(newPartialType)
	partialTypeOf *py.Type
)

func asPartial(v py.Value) *partial { return py.As[partial](v, partialTypeOf) }

func newPartialType() *py.Type {
	partialTypeOf = py.NewNativeType[partial](py.TypeSpec{
		Name: "partial", Module: "functools", Flags: py.TypeHasDict | py.TypeVectorcall,
		Doc: "partial(func, *args, **keywords) - new function with partial application\n    of the given arguments and keywords.\n",
		Slots: py.Slots{
			New: newPartial, Call: callPartial, Repr: reprPartial,
			Visit: func(v py.Value, f func(py.Value)) {
				p := asPartial(v)
				f(p.fn)
				f(py.Of(&p.args.Object))
				f(p.kw.Value())
			},
		},
		Members: []py.Member{
			{Name: "func", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return asPartial(v).fn, nil }},
			{Name: "args", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Of(&asPartial(v).args.Object), nil }},
			{Name: "keywords", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return asPartial(v).kw.Value(), nil }},
			py.DictMember(),
		},
		Methods: []*py.Builtin{
			py.GenericClassGetItem(),
			py.Method("__reduce__", 0, 0, reducePartial),
			py.Method("__setstate__", 1, 1, setPartialState),
		},
	})
	return partialTypeOf
}

// flattens reports whether a partial of f can take over what f has: f calls as
// partials do and has no attributes that would be lost.
func flattens(f py.Value) bool {
	return asPartial(f) != nil && f.Type().Lookup(nameCall) == partialTypeOf.Lookup(nameCall) && f.InstanceDict().Len() == 0
}

var nameCall, nameDict = py.Name("__call__"), py.Name("__dict__")

func newPartial(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(args) == 0 {
		return py.Value{}, py.TypeErrorf("type 'partial' takes at least one argument")
	}
	fn, rest := args[0], append([]py.Value(nil), args[1:]...)
	if !py.Callable(fn) {
		return py.Value{}, py.TypeErrorf("the first argument must be callable")
	}
	d := vm.NewDict()
	if flattens(fn) {
		inner := asPartial(fn)
		fn = inner.fn
		rest = append(append([]py.Value(nil), inner.args.Items...), rest...)
		if err := vm.DictUpdate(d, inner.kw.Value()); err != nil {
			return py.Value{}, err
		}
	}
	for i, n := range kw.Names {
		d.SetStr(n.Str(), kw.Vals[i])
	}
	p := &partial{fn: fn, args: vm.NewTuple(rest).Tuple(), kw: d}
	vm.NewObject(&p.Object, cls, 72)
	return py.Of(&p.Object), nil
}

func callPartial(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
	p := asPartial(self)
	all := args
	if len(p.args.Items) > 0 {
		all = append(append(make([]py.Value, 0, len(args)+len(p.args.Items)), p.args.Items...), args...)
	}
	if p.kw.Len() == 0 {
		return vm.CallKw(p.fn, all, kw)
	}
	d := vm.NewDict()
	if err := vm.DictUpdate(d, p.kw.Value()); err != nil {
		return py.Value{}, err
	}
	for i, n := range kw.Names {
		d.SetStr(n.Str(), kw.Vals[i])
	}
	var merged py.Kwargs
	for k, v := range d.All() {
		if k.Str() == nil {
			return py.Value{}, py.TypeErrorf("keywords must be strings")
		}
		merged.Names, merged.Vals = append(merged.Names, k), append(merged.Vals, v)
	}
	return vm.CallKw(p.fn, all, merged)
}

// reducePartial gives (class, (func,), (func, args, keywords, attributes)).
func reducePartial(vm *py.VM, a []py.Value) (py.Value, error) {
	p := asPartial(a[0])
	attrs := a[0].InstanceDict().Value()
	if attrs.Dict().Len() == 0 {
		attrs = py.None
	}
	state := vm.NewTupleOf(p.fn, py.Of(&p.args.Object), p.kw.Value(), attrs)
	return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTupleOf(p.fn), state), nil
}

func setPartialState(vm *py.VM, a []py.Value) (py.Value, error) {
	state := a[1].Tuple()
	if state == nil || len(state.Items) != 4 {
		return py.Value{}, py.TypeErrorf("invalid partial state")
	}
	fn, args, kw, attrs := state.Items[0], state.Items[1], state.Items[2], state.Items[3]
	if !py.Callable(fn) || args.Tuple() == nil || kw.Dict() == nil && !kw.IsNone() {
		return py.Value{}, py.TypeErrorf("invalid partial state")
	}
	if args.Type() != py.TupleType {
		items, err := vm.Collect(args)
		if err != nil {
			return py.Value{}, err
		}
		args = vm.NewTuple(items)
	}
	if kw.Type() != py.DictType {
		d := vm.NewDict()
		if !kw.IsNone() {
			if err := vm.DictUpdate(d, kw); err != nil {
				return py.Value{}, err
			}
		}
		kw = d.Value()
	}
	if attrs.IsNone() {
		attrs = vm.NewDict().Value()
	}
	if d := attrs.Dict(); d != nil {
		for name := range d.All() {
			if err := vm.MayWrite(a[0], name); err != nil {
				return py.Value{}, err
			}
		}
	}
	p := asPartial(a[0])
	p.fn, p.args, p.kw = fn, args.Tuple(), kw.Dict()
	return py.None, vm.SetAttr(a[0], nameDict, attrs)
}

func reprPartial(vm *py.VM, self py.Value) (py.Value, error) {
	p := asPartial(self)
	return vm.ReprContainer(self, "...", func(text func(string), value func(py.Value) error) error {
		name := self.Type().ShortName()
		if self.Type() == partialTypeOf {
			name = "functools.partial"
		}
		text(name + "(")
		if err := value(p.fn); err != nil {
			return err
		}
		for _, v := range p.args.Items {
			text(", ")
			if err := value(v); err != nil {
				return err
			}
		}
		for k, v := range p.kw.All() {
			s, err := vm.Str(k)
			if err != nil {
				return err
			}
			text(", " + s + "=")
			if err := value(v); err != nil {
				return err
			}
		}
		text(")")
		return nil
	})
}
