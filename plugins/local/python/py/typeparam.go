package py

// Type parameters and aliases (PEP 695): TypeVar, TypeVarTuple, ParamSpec,
// TypeAliasType and Generic, which the typing module shows.

// typeParam is a TypeVar, TypeVarTuple or ParamSpec.
type typeParam struct {
	Object
	name        *Str
	bound       Value // the bound; unbound for none
	constraints Value // a tuple; unbound for none
	lazy        *Function
	lazyMany    bool // lazy gives the constraints, not the bound
	module      Value
	variance    string // "~", "+" or "-"; "" if it is inferred
}

// typeAlias is the value of a type statement.
type typeAlias struct {
	Object
	name   *Str
	params Value // a tuple
	fn     Value // gives the value; unbound once called
	value  Value
	module Value
}

// The types of type parameters.
var (
	TypeVarType      = shell("TypeVar", KindNative)
	TypeVarTupleType = shell("TypeVarTuple", KindNative)
	ParamSpecType    = shell("ParamSpec", KindNative)
	TypeAliasType    = shell("TypeAliasType", KindNative)
	// GenericType is typing.Generic.
	GenericType = shell("Generic", KindInstance)
)

func param(v Value) *typeParam { return (*typeParam)(v.p) }

func asAlias(v Value) *typeAlias { return (*typeAlias)(v.p) }

// force evaluates a lazy bound or lazy constraints.
func (p *typeParam) force(vm *VM) error {
	if p.lazy == nil {
		return nil
	}
	v, err := vm.callFunction(p.lazy, nil, Kwargs{})
	if err != nil {
		return err
	}
	p.lazy = nil
	if p.lazyMany {
		p.constraints = v
	} else {
		p.bound = v
	}
	return nil
}

func defineTypeParams() {
	name := Member{Name: "__name__", Get: func(vm *VM, v Value) (Value, error) { return Of(&param(v).name.Object), nil }}
	module := Member{Name: "__module__", Get: func(vm *VM, v Value) (Value, error) { return orNone(param(v).module), nil }}
	variance := func(name, mark string) Member {
		return Member{Name: name, Get: func(vm *VM, v Value) (Value, error) { return Bool(param(v).variance == mark), nil }}
	}
	bound := Member{Name: "__bound__", Get: func(vm *VM, v Value) (Value, error) {
		err := param(v).force(vm)
		return orNone(param(v).bound), err
	}}
	common := []Member{name, module, bound, variance("__covariant__", "+"), variance("__contravariant__", "-"), variance("__infer_variance__", "")}
	constraints := Member{Name: "__constraints__", Get: func(vm *VM, v Value) (Value, error) {
		if err := param(v).force(vm); err != nil {
			return Value{}, err
		}
		if c := param(v).constraints; c.Bound() {
			return c, nil
		}
		return Of(&emptyTuple.Object), nil
	}}
	slots := Slots{
		Repr:   func(vm *VM, v Value) (Value, error) { return vm.NewString(param(v).variance + param(v).name.S), nil },
		Binary: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) { return vm.makeUnion(a, b) }},
		New:    typeParamNew,
		Init:   func(vm *VM, self Value, args []Value, kw Kwargs) error { return nil },
		Visit: func(v Value, f func(Value)) {
			p := param(v)
			f(p.bound)
			f(p.constraints)
			if p.lazy != nil {
				f(Of(&p.lazy.Object))
			}
		},
	}
	subst := Method("__typing_subst__", 1, 1, func(vm *VM, a []Value) (Value, error) { return a[1], nil })
	noBase := Method("__mro_entries__", 1, 1, func(vm *VM, a []Value) (Value, error) {
		return Value{}, TypeErrorf("Cannot subclass an instance of %s", a[0].Type().Name)
	})
	methods := []*Builtin{subst, noBase}
	flags := TypeNoSubclass | TypeHasDict | typeInUnion
	for _, t := range []*Type{TypeVarType, TypeVarTupleType, ParamSpecType} {
		t.native = typeID[typeParam]()
	}
	TypeVarType.define(TypeSpec{Module: "typing", Flags: flags, Slots: slots, Members: append(common, constraints), Methods: methods})
	self := func(vm *VM, v Value) (Value, error) { return v, nil }
	ParamSpecType.define(TypeSpec{Module: "typing", Flags: flags, Slots: slots, Methods: cloneBuiltins(methods),
		Members: append(common, Member{Name: "args", Get: self}, Member{Name: "kwargs", Get: self})})
	tuple := slots
	tuple.Iter = func(vm *VM, v Value) (Value, error) { return vm.Iter(vm.NewTuple([]Value{v})) }
	TypeVarTupleType.define(TypeSpec{Module: "typing", Flags: flags, Slots: tuple, Members: []Member{name, module}, Methods: cloneBuiltins(methods)})
	defineTypeAlias()
	GenericType.layout = ObjectType // it adds nothing to instances, so it may stand beside any base
	GenericType.define(TypeSpec{
		Module: "typing", Doc: "Abstract base class for generic types.",
		Methods: []*Builtin{GenericClassGetItem(), ClassMethod("__init_subclass__", "*args, **kwargs", func(vm *VM, a []Value) (Value, error) { return None, nil })},
	})
}

// typeParamNew is TypeVar(name, *constraints, bound=None, covariant=False,
// contravariant=False, infer_variance=False) and its like.
func typeParamNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if len(args) == 0 || args[0].Str() == nil {
		return Value{}, TypeErrorf("%s() missing required argument 'name' (pos 1)", cls.Name)
	}
	p := &typeParam{name: vm.internStr(args[0].Str()), variance: "~"}
	if cls == TypeVarTupleType {
		p.variance = ""
	}
	vm.NewObject(&p.Object, cls, 128)
	if f := vm.frame; f != nil {
		p.module = f.Globals.GetStr(nameDunderName)
	}
	if len(args) == 2 {
		return Value{}, TypeErrorf("A single constraint is not allowed")
	}
	if len(args) > 2 {
		p.constraints = vm.buildTuple(args[1:])
	}
	for i, k := range kw.Names {
		v := kw.Vals[i]
		yes, err := vm.Truth(v)
		if err != nil {
			return Value{}, err
		}
		switch k.Str().S {
		case "bound":
			if !v.IsNone() {
				p.bound = v
			}
		case "covariant":
			if yes {
				p.variance = "+"
			}
		case "contravariant":
			if yes {
				p.variance = "-"
			}
		case "infer_variance":
			if yes {
				p.variance = ""
			}
		default:
			return Value{}, TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Str().S, cls.Name)
		}
	}
	return Of(&p.Object), nil
}

func defineTypeAlias() {
	TypeAliasType.native = typeID[typeAlias]()
	TypeAliasType.define(TypeSpec{
		Module: "typing", Flags: TypeNoSubclass | typeInUnion,
		Slots: Slots{
			Repr:    func(vm *VM, v Value) (Value, error) { return Of(&asAlias(v).name.Object), nil },
			GetItem: func(vm *VM, v, key Value) (Value, error) { return vm.NewGenericAlias(v, vm.asArgs(key)), nil },
			Binary:  [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) { return vm.makeUnion(a, b) }},
			Visit: func(v Value, f func(Value)) {
				a := asAlias(v)
				f(a.params)
				f(a.fn)
				f(a.value)
			},
		},
		Members: []Member{
			{Name: "__name__", Get: func(vm *VM, v Value) (Value, error) { return Of(&asAlias(v).name.Object), nil }},
			{Name: "__module__", Get: func(vm *VM, v Value) (Value, error) { return orNone(asAlias(v).module), nil }},
			{Name: "__type_params__", Get: func(vm *VM, v Value) (Value, error) { return asAlias(v).params, nil }},
			{Name: "__parameters__", Get: func(vm *VM, v Value) (Value, error) { return asAlias(v).params, nil }},
			{Name: "__value__", Get: func(vm *VM, v Value) (Value, error) {
				a := asAlias(v)
				if a.fn.Bound() {
					x, err := vm.Call(a.fn)
					if err != nil {
						return Value{}, err
					}
					a.value, a.fn = x, Value{}
				}
				return a.value, nil
			}},
		},
	})
}

// makeTypeVar carries out MakeTypeVar.
func (vm *VM) makeTypeVar(f *Frame, name *Str, fn Value, kind uint8) Value {
	p := &typeParam{name: name, module: f.Globals.GetStr(nameDunderName)}
	t := TypeVarType
	switch kind {
	case 1, 2:
		p.lazy, p.lazyMany = fn.Function(), kind == 2
	case 3:
		t = TypeVarTupleType
	case 4:
		t = ParamSpecType
	}
	vm.NewObject(&p.Object, t, 128)
	return Of(&p.Object)
}

// makeTypeAlias carries out MakeTypeAlias.
func (vm *VM) makeTypeAlias(f *Frame, name *Str, params, fn Value) Value {
	a := &typeAlias{name: name, params: params, fn: fn, module: f.Globals.GetStr(nameDunderName)}
	vm.NewObject(&a.Object, TypeAliasType, 112)
	return Of(&a.Object)
}

// setTypeParams carries out SetTypeParams.
func (vm *VM) setTypeParams(v, params Value) error {
	if fn := v.Function(); fn != nil {
		fn.TypeParams = params
		return nil
	}
	return vm.SetAttr(v, nameTypeParams, params)
}

// genericBase carries out GenericBase.
func (vm *VM) genericBase(params Value) (Value, error) {
	return vm.NewGenericAlias(Of(&GenericType.Object), params.Tuple()), nil
}
