package py

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Function is a function made by guest code.
type Function struct {
	Object
	Code       *Code
	Globals    *Dict
	Defaults   []Value // of the last positional parameters
	KwDefaults *Dict   // nil if none
	Closure    []*Cell
	Name       *Str
	QualName   *Str
	Doc        Value
	Module     Value
	Annot      Value // the __annotations__ dict, made on demand
	TypeParams Value
}

// BoundMethod is a bound method: a function and its first argument.
type BoundMethod struct {
	Object
	Func Value
	Self Value
}

// Cell holds a variable that several functions share.
type Cell struct {
	Object
	V Value // unbound: empty
}

// The types of functions and what belongs to them.
var (
	FunctionType = shell("function", KindFunction)
	MethodType   = shell("method", KindMethod)
	CellType     = shell("cell", KindCell)
)

const (
	functionSize = 232
	cellSize     = 48
	methodSize   = 64
)

func (vm *VM) newCell(v Value) Value {
	vm.charge(cellSize)
	return Of(&(&Cell{Object: Object{typ: CellType, kind: KindCell}, V: v}).Object)
}

// The bits of MakeFunction's C.
const (
	makeDefaults = 1 << iota
	makeKwDefaults
	makeAnnotations
	makeClosure
)

// makeFunction carries out MakeFunction.
func (vm *VM) makeFunction(f *Frame, c *Code, r *window, in *code.Instr) Value {
	vm.charge(functionSize)
	fn := &Function{
		Object: Object{typ: FunctionType, kind: KindFunction}, Code: c, Globals: f.Globals,
		Name: c.name, QualName: c.qualName, Doc: c.doc,
	}
	if fn.Module = f.Globals.GetStr(nameDunderName); !fn.Module.Bound() {
		fn.Module = None
	}
	i := in.B
	if in.C&makeDefaults != 0 {
		fn.Defaults = r[i].Tuple().Items
		i++
	}
	if in.C&makeKwDefaults != 0 {
		fn.KwDefaults = r[i].Dict()
		i++
	}
	if in.C&makeAnnotations != 0 {
		fn.Annot = r[i]
		i++
	}
	if in.C&makeClosure != 0 {
		cells := r[i].Tuple().Items
		fn.Closure = make([]*Cell, len(cells))
		for j, c := range cells {
			fn.Closure[j] = (*Cell)(c.p)
		}
	}
	return Of(&fn.Object)
}

// MakeIterable lets the generators that a function makes be awaited; false if
// v is no generator function.
func MakeIterable(v Value) bool {
	fn := v.Function()
	if fn == nil || fn.Code.Code.Flags&code.FlagGenerator == 0 {
		return false
	}
	c, k := *fn.Code.Code, *fn.Code
	c.Flags |= code.FlagIterable
	k.Code = &c
	fn.Code = &k
	return true
}

// places are where a call of fn binds its parameters: in its window, or in the
// far locals if it has more than fit there.
func (fn *Function) places(w *window) (places, far []Value) {
	if c := fn.Code.Code; c.Wide() {
		far = make([]Value, c.NumFar)
		return far, far
	}
	return w[:], nil
}

// bind lays the arguments of a call out as the parameters of fn in w. The
// positional arguments may stand in w already, in order from its start; the
// keyword arguments must not lie in w.
func (vm *VM) bind(fn *Function, w []Value, args []Value, kw Kwargs) error {
	c := fn.Code.Code
	np, nk := c.NumPos, c.NumKwOnly
	given := len(args)
	rest := np + nk
	var extra Value
	if given > np {
		if c.Flags&code.FlagVarArgs != 0 {
			extra = vm.buildTuple(args[np:])
		}
		args = args[:np]
	}
	copy(w, args)
	for i := len(args); i < len(fn.Code.params); i++ {
		w[i] = Value{}
	}
	if c.Flags&code.FlagVarArgs != 0 {
		if !extra.Bound() {
			extra = Of(&emptyTuple.Object)
		}
		w[rest] = extra
		rest++
	}
	var more *Dict
	if c.Flags&code.FlagVarKeywords != 0 {
		more = vm.NewDict()
		if n := len(kw.Names); n > 0 {
			more.entries = make([]dictEntry, 0, n)
		}
		w[rest] = more.Value()
	}
	if len(kw.Names) > 0 {
		if err := vm.bindKeywords(fn, w, kw, more); err != nil {
			return err
		}
	}
	if given > np && c.Flags&code.FlagVarArgs == 0 {
		return vm.tooManyPositional(fn, w, given)
	}
	return vm.bindDefaults(fn, w, len(args))
}

func (vm *VM) bindKeywords(fn *Function, w []Value, kw Kwargs, more *Dict) error {
	for i, k := range kw.Names {
		name := k.Str()
		if name == nil {
			return TypeErrorf("%s() keywords must be strings", fn.QualName.S)
		}
		at := fn.Code.keyword(name)
		if at >= 0 {
			if w[at].Bound() {
				return TypeErrorf("%s() got multiple values for argument '%s'", fn.QualName.S, name.S)
			}
			w[at] = kw.Vals[i]
			continue
		}
		if more == nil {
			return vm.unexpectedKeyword(fn, kw, name)
		}
		if err := more.Set(vm, k, kw.Vals[i]); err != nil {
			return err
		}
	}
	return nil
}

// keyword is the register of the parameter that a keyword argument fills, or -1.
func (k *Code) keyword(name *Str) int {
	n := k.Code.NumPos + k.Code.NumKwOnly
	for i := k.Code.NumPosOnly; i < n; i++ {
		if k.params[i] == name {
			return i
		}
	}
	for i := k.Code.NumPosOnly; i < n; i++ {
		if k.params[i].S == name.S {
			return i
		}
	}
	return -1
}

func (vm *VM) unexpectedKeyword(fn *Function, kw Kwargs, name *Str) error {
	var posOnly []string
	for _, k := range kw.Names {
		for _, p := range fn.Code.params[:fn.Code.Code.NumPosOnly] {
			if s := k.Str(); s != nil && s.S == p.S {
				posOnly = append(posOnly, p.S)
			}
		}
	}
	if posOnly != nil {
		return TypeErrorf("%s() got some positional-only arguments passed as keyword arguments: '%s'", fn.QualName.S, strings.Join(posOnly, ", "))
	}
	return TypeErrorf("%s() got an unexpected keyword argument '%s'", fn.QualName.S, name.S)
}

// bindDefaults fills parameters that got no argument; given positional ones did.
func (vm *VM) bindDefaults(fn *Function, w []Value, given int) error {
	c := fn.Code.Code
	np := c.NumPos
	if given < np {
		firstDefault := np - len(fn.Defaults)
		missing := 0
		for i := given; i < np; i++ {
			if w[i].Bound() {
				continue
			}
			if i >= firstDefault {
				w[i] = fn.Defaults[i-firstDefault]
			} else {
				missing++
			}
		}
		if missing > 0 {
			return vm.missingArguments(fn, w, 0, np-len(fn.Defaults), "positional")
		}
	}
	if c.NumKwOnly == 0 {
		return nil
	}
	missing := false
	for i := np; i < np+c.NumKwOnly; i++ {
		if w[i].Bound() {
			continue
		}
		if fn.KwDefaults != nil {
			w[i] = fn.KwDefaults.GetStr(fn.Code.params[i])
		}
		missing = missing || !w[i].Bound()
	}
	if missing {
		return vm.missingArguments(fn, w, np, np+c.NumKwOnly, "keyword-only")
	}
	return nil
}

func (vm *VM) missingArguments(fn *Function, w []Value, from, to int, kind string) error {
	var names []string
	for i := from; i < to; i++ {
		if !w[i].Bound() {
			names = append(names, "'"+fn.Code.params[i].S+"'")
		}
	}
	return TypeErrorf("%s() missing %d required %s argument%s: %s", fn.QualName.S, len(names), kind, plural(len(names)), enumeration(names))
}

// enumeration is "a", "a and b", or "a, b, and c".
func enumeration(names []string) string {
	switch n := len(names); n {
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	default:
		return strings.Join(names[:n-1], ", ") + ", and " + names[n-1]
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (vm *VM) tooManyPositional(fn *Function, w []Value, given int) error {
	c := fn.Code.Code
	kwonly := 0
	for i := c.NumPos; i < c.NumPos+c.NumKwOnly; i++ {
		if w[i].Bound() {
			kwonly++
		}
	}
	takes := itoa(c.NumPos)
	many := c.NumPos != 1
	if n := len(fn.Defaults); n > 0 {
		takes = "from " + itoa(c.NumPos-n) + " to " + takes
		many = true
	}
	argument := "argument"
	if many {
		argument = "arguments"
	}
	was := "were"
	if given == 1 && kwonly == 0 {
		was = "was"
	}
	extra := ""
	if kwonly > 0 {
		extra = " positional argument" + plural(given) + " (and " + itoa(kwonly) + " keyword-only argument" + plural(kwonly) + ")"
	}
	return TypeErrorf("%s() takes %s positional %s but %d%s %s given", fn.QualName.S, takes, argument, given, extra, was)
}

var nameGlobals = Name("__globals__")

var functionMembers = []Member{
	{Name: "__name__", Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Function().Name.Object), nil },
		Set: func(vm *VM, v, x Value) error { return setName(vm, &v.Function().Name, x, "__name__") }},
	{Name: "__qualname__", Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Function().QualName.Object), nil },
		Set: func(vm *VM, v, x Value) error { return setName(vm, &v.Function().QualName, x, "__qualname__") }},
	{Name: "__doc__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return orNone(v.Function().Doc), nil },
		Set: func(vm *VM, v, x Value) error { v.Function().Doc = x; return nil }},
	{Name: "__module__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return orNone(v.Function().Module), nil },
		Set: func(vm *VM, v, x Value) error { v.Function().Module = x; return nil }},
	{Name: "__code__", Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Function().Code.Object), nil }, Set: setCode},
	{Name: "__globals__", Field: true, Get: func(vm *VM, v Value) (Value, error) {
		fn := v.Function()
		if vm.guard() != nil && (fn.Code.trusted || !vm.showsFrames()) {
			// Not there for guest code that has no globals(), and never of the
			// interpreter's own modules, whose names it would reach.
			return Value{}, vm.noAttribute(v, nameGlobals)
		}
		return fn.Globals.Value(), nil
	}},
	{Name: "__defaults__", Get: func(vm *VM, v Value) (Value, error) {
		if d := v.Function().Defaults; len(d) > 0 {
			return vm.NewTuple(d), nil
		}
		return None, nil
	}, Set: func(vm *VM, v, x Value) error {
		switch {
		case !x.Bound() || x.IsNone():
			v.Function().Defaults = nil
		case x.Tuple() != nil:
			v.Function().Defaults = x.Tuple().Items
		default:
			return TypeErrorf("__defaults__ must be set to a tuple object")
		}
		return nil
	}},
	{Name: "__kwdefaults__", Get: func(vm *VM, v Value) (Value, error) {
		if d := v.Function().KwDefaults; d != nil {
			return d.Value(), nil
		}
		return None, nil
	}, Set: func(vm *VM, v, x Value) error {
		switch {
		case !x.Bound() || x.IsNone():
			v.Function().KwDefaults = nil
		case x.Dict() != nil:
			v.Function().KwDefaults = x.Dict()
		default:
			return TypeErrorf("__kwdefaults__ must be set to a dict object")
		}
		return nil
	}},
	{Name: "__annotations__", Get: func(vm *VM, v Value) (Value, error) {
		fn := v.Function()
		if !fn.Annot.Bound() {
			fn.Annot = vm.NewDict().Value()
		}
		return fn.Annot, nil
	}, Set: func(vm *VM, v, x Value) error {
		if x.Bound() && x.Dict() == nil {
			return TypeErrorf("__annotations__ must be set to a dict object")
		}
		v.Function().Annot = x
		return nil
	}},
	{Name: "__closure__", Field: true, Get: func(vm *VM, v Value) (Value, error) {
		fn := v.Function()
		if len(fn.Closure) == 0 {
			return None, nil
		}
		vals := make([]Value, len(fn.Closure))
		for i, c := range fn.Closure {
			vals[i] = Of(&c.Object)
		}
		return vm.NewTuple(vals), nil
	}},
	{Name: "__type_params__", Get: func(vm *VM, v Value) (Value, error) {
		if p := v.Function().TypeParams; p.Bound() {
			return p, nil
		}
		return Of(&emptyTuple.Object), nil
	}, Set: func(vm *VM, v, x Value) error {
		if !x.Bound() || x.Tuple() == nil {
			return TypeErrorf("__type_params__ must be set to a tuple")
		}
		v.Function().TypeParams = x
		return nil
	}},
	{Name: "__dict__", Get: instanceDictGet, Set: func(vm *VM, v, x Value) error {
		if !x.Bound() {
			return TypeErrorf("cannot delete __dict__")
		}
		return instanceDictSet(vm, v, x)
	}},
}

// setCode is the assignment to __code__. The interpreter's own Python keeps its
// code: other code would run with the names of that module.
func setCode(vm *VM, v, x Value) error {
	fn := v.Function()
	if !x.Bound() || x.Code() == nil {
		return TypeErrorf("__code__ must be set to a code object")
	}
	k := x.Code()
	if fn.Code.trusted || k.trusted {
		return Raise(AttributeError, "attribute '__code__' of 'function' objects is not writable")
	}
	if have, want := len(k.Code.FreeNames), len(fn.Closure); have != want {
		return Raise(ValueError, "%s() requires a code object with %d free vars, not %d", fn.Name.S, want, have)
	}
	fn.Code = k
	return nil
}

func orNone(v Value) Value {
	if v.Bound() {
		return v
	}
	return None
}
