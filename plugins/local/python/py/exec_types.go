package py

import (
	"unsafe"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// The types of functions: guest functions, natives, and methods of both.

// MethodWrapperType is the type of a bound slot wrapper such as (1).__add__.
var MethodWrapperType = shell("method-wrapper", KindBuiltin)

func address(v Value) string {
	const digits = "0123456789abcdef"
	var buf [18]byte
	i := len(buf)
	for n := uint64(v.id()); n > 0 || i == len(buf); n >>= 4 {
		i--
		buf[i] = digits[n&15]
	}
	return "0x" + string(buf[i:])
}

func init() {
	FunctionType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeHasDict | TypeMethodDescr | TypeNoInstance | TypeVectorcall,
		Slots: Slots{
			Call: func(vm *VM, f Value, args []Value, kw Kwargs) (Value, error) {
				return vm.callFunction(f.Function(), args, kw)
			},
			Get: func(vm *VM, f, obj Value, owner *Type) (Value, error) {
				if !obj.Bound() {
					return f, nil
				}
				return vm.NewMethod(f, obj), nil
			},
			Repr: func(vm *VM, f Value) (Value, error) {
				return vm.NewString("<function " + f.Function().QualName.S + " at " + address(f) + ">"), nil
			},
			Visit: visitFunction,
			Size:  func(Value) int { return functionSize },
		},
		Members: functionMembers,
	})
	MethodType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeVectorcall,
		Doc:   "Create a bound instance method object.",
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				if len(args) != 2 || kw.Len() > 0 {
					return Value{}, expected("method", 2, 2, len(args))
				}
				if args[1].IsNone() {
					return Value{}, TypeErrorf("instance must not be None")
				}
				return vm.NewMethod(args[0], args[1]), nil
			},
			Call: func(vm *VM, v Value, args []Value, kw Kwargs) (Value, error) {
				m := v.Method()
				return vm.CallKw(m.Func, append([]Value{m.Self}, args...), kw)
			},
			Repr:    methodRepr,
			Hash:    func(vm *VM, v Value) (int64, error) { m := v.Method(); return int64(m.Self.id()>>4 ^ m.Func.id()), nil },
			Compare: methodCompare,
			GetAttr: methodGetAttr,
			Visit: func(v Value, f func(Value)) {
				f(v.Method().Func)
				f(v.Method().Self)
			},
			Size: func(Value) int { return methodSize },
		},
		Members: []Member{
			{Name: "__func__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Method().Func, nil }},
			{Name: "__self__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Method().Self, nil }},
		},
	})
	CellType.define(TypeSpec{
		Flags: TypeNoSubclass,
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				if len(args) > 0 {
					return vm.newCell(args[0]), nil
				}
				return vm.newCell(Value{}), nil
			},
			Repr: func(vm *VM, v Value) (Value, error) {
				c := v.Cell()
				if !c.V.Bound() {
					return vm.NewString("<cell at " + address(v) + ": empty>"), nil
				}
				return vm.NewString("<cell at " + address(v) + ": " + c.V.Type().Name + " object at " + address(c.V) + ">"), nil
			},
			Compare: cellCompare,
			Visit: func(v Value, f func(Value)) {
				if c := v.Cell(); c.V.Bound() {
					f(c.V)
				}
			},
		},
		Members: []Member{{Name: "cell_contents", Get: func(vm *VM, v Value) (Value, error) {
			if c := v.Cell(); c.V.Bound() {
				return c.V, nil
			}
			return Value{}, ValueErrorf("Cell is empty")
		}, Set: func(vm *VM, v, x Value) error { v.Cell().V = x; return nil }}},
	})
	CodeType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{
			Repr: func(vm *VM, v Value) (Value, error) {
				c := v.Code().Code
				return vm.NewString("<code object " + c.Name + " at " + address(v) + ", file \"" + c.Filename + "\", line " + itoa(int(c.FirstLine)) + ">"), nil
			},
			Visit: func(v Value, f func(Value)) {
				for _, k := range v.Code().consts {
					f(k)
				}
			},
			Size: func(v Value) int {
				k := v.Code()
				return len(k.instrs)*8 + len(k.sites)*int(siteSize) + len(k.consts)*16 + len(k.names)*8 + int(unsafe.Sizeof(*k))
			},
		},
		Members: codeMembers,
		Methods: []*Builtin{
			MethodKw("replace", codeReplace).WithDoc("Return a copy of the code object with new values for the specified fields."),
			Method("co_positions", 0, 0, codePositions),
			Method("co_lines", 0, 0, codeLines),
		},
	})
}

// cellCompare compares what cells hold; an empty one comes first.
func cellCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	y := b.cellOrNil()
	if y == nil {
		return NotImplemented, nil
	}
	x := a.Cell()
	if x.V.Bound() && y.V.Bound() {
		return vm.Compare(x.V, y.V, op)
	}
	full := func(c *Cell) Value { return Int(int64(b2i(c.V.Bound()))) }
	return vm.Compare(full(x), full(y), op)
}

func visitFunction(v Value, f func(Value)) {
	fn := v.Function()
	f(Of(&fn.Code.Object))
	f(fn.Globals.Value())
	for _, d := range fn.Defaults {
		f(d)
	}
	if fn.KwDefaults != nil {
		f(fn.KwDefaults.Value())
	}
	for _, c := range fn.Closure {
		f(Of(&c.Object))
	}
	for _, x := range [...]Value{fn.Doc, fn.Module, fn.Annot, fn.TypeParams} {
		if x.Bound() {
			f(x)
		}
	}
}

func intMember(name string, get func(*code.Code) int) Member {
	return Member{Name: name, Get: func(vm *VM, v Value) (Value, error) { return Int(int64(get(v.Code().Code))), nil }}
}

func strTuple(vm *VM, list []string) Value {
	vals := make([]Value, len(list))
	for i, s := range list {
		vals[i] = Of(&vm.Intern(s).Object)
	}
	return vm.NewTuple(vals)
}

var codeMembers = []Member{
	{Name: "co_name", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Code().name.Object), nil }},
	{Name: "co_qualname", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Code().qualName.Object), nil }},
	{Name: "co_filename", Field: true, Get: func(vm *VM, v Value) (Value, error) { return vm.NewString(v.Code().Code.Filename), nil }},
	intMember("co_firstlineno", func(c *code.Code) int { return int(c.FirstLine) }),
	intMember("co_argcount", func(c *code.Code) int { return c.NumPos }),
	intMember("co_posonlyargcount", func(c *code.Code) int { return c.NumPosOnly }),
	intMember("co_kwonlyargcount", func(c *code.Code) int { return c.NumKwOnly }),
	intMember("co_nlocals", func(c *code.Code) int { return len(c.Variables()) }),
	intMember("co_flags", pythonFlags),
	intMember("co_stacksize", func(c *code.Code) int { return c.NumRegs }),
	{Name: "co_consts", Field: true, Get: func(vm *VM, v Value) (Value, error) {
		k := v.Code()
		if k.Code.Flags&code.FlagModule != 0 {
			return vm.NewTuple(k.consts), nil
		}
		return vm.NewTuple(append([]Value{k.doc}, k.consts...)), nil // as in CPython the docstring, or None, comes first
	}},
	{Name: "co_varnames", Get: func(vm *VM, v Value) (Value, error) { return strTuple(vm, v.Code().Code.Variables()), nil }},
	{Name: "co_cellvars", Get: func(vm *VM, v Value) (Value, error) { return strTuple(vm, v.Code().Code.CellNames), nil }},
	{Name: "co_freevars", Get: func(vm *VM, v Value) (Value, error) { return strTuple(vm, v.Code().Code.FreeNames), nil }},
	{Name: "co_names", Field: true, Get: func(vm *VM, v Value) (Value, error) { return strTuple(vm, v.Code().Code.Names), nil }},
}

// codePositions are the places of the instructions: (line, end line, column,
// end column).
func codePositions(vm *VM, a []Value) (Value, error) {
	places := a[0].Code().Code.Pos
	if err := vm.Reserve(int64(len(places)) * 128); err != nil {
		return Value{}, err
	}
	out := make([]Value, len(places))
	for i, p := range places {
		out[i] = vm.NewTupleOf(Int(int64(p.Line)), Int(int64(p.EndLine)), Int(int64(p.Col)), Int(int64(p.EndCol)))
	}
	return vm.Iter(vm.NewList(out))
}

// codeLines are the runs of instructions of one line: (start, end, line).
func codeLines(vm *VM, a []Value) (Value, error) {
	places := a[0].Code().Code.Pos
	if err := vm.Reserve(int64(len(places)) * 112); err != nil {
		return Value{}, err
	}
	var out []Value
	start := 0
	for i := range places {
		if i+1 < len(places) && places[i+1].Line == places[i].Line {
			continue
		}
		out = append(out, vm.NewTupleOf(Int(int64(start)*2), Int(int64(i+1)*2), Int(int64(places[i].Line))))
		start = i + 1
	}
	return vm.Iter(vm.NewList(out))
}

// pythonFlags are co_flags in CPython's numbers.
func pythonFlags(c *code.Code) int {
	flags := 0
	for _, p := range [...]struct {
		ours code.Flags
		bit  int
	}{
		{code.FlagVarArgs, 4}, {code.FlagVarKeywords, 8}, {code.FlagNested, 16}, {code.FlagGenerator, 32},
		{code.FlagCoroutine, 128}, {code.FlagIterable, 256}, {code.FlagAsyncGenerator, 512},
	} {
		if c.Flags&p.ours != 0 {
			flags |= p.bit
		}
	}
	if c.Flags&(code.FlagModule|code.FlagClass) == 0 {
		flags |= 3
	}
	return flags
}

func methodRepr(vm *VM, v Value) (Value, error) {
	m := v.Method()
	name := "?"
	if fn := m.Func.Function(); fn != nil {
		name = fn.QualName.S
	} else if q, err := vm.lookupAttr(m.Func, nameQualName); err == nil && q.Bound() && q.Str() != nil {
		name = q.Str().S
	}
	self, err := vm.Repr(m.Self)
	if err != nil {
		return Value{}, err
	}
	return vm.NewString("<bound method " + name + " of " + self + ">"), nil
}

func methodCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x, y := a.Method(), b.Method()
	if op != Eq && op != Ne || x == nil || y == nil {
		return NotImplemented, nil
	}
	return Bool((x.Self == y.Self && x.Func == y.Func) == (op == Eq)), nil
}

// methodGetAttr looks at the method, then at its function.
func methodGetAttr(vm *VM, self Value, name *Str) (Value, error) {
	if v, err := vm.findAttr(self, name); err != nil || v.Bound() && name != nameDoc {
		return v, err
	}
	return vm.GetAttr(self.Method().Func, name)
}
