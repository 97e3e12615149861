package py

import (
	"slices"
	"strings"
)

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

// force evaluates a lazy bound, or lazy constraints if many.
func (p *typeParam) force(vm *VM, many bool) error {
	if p.lazy == nil || p.lazyMany != many {
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
		err := param(v).force(vm, false)
		return orNone(param(v).bound), err
	}}
	common := []Member{name, module, bound, variance("__covariant__", "+"), variance("__contravariant__", "-"), variance("__infer_variance__", "")}
	constraints := Member{Name: "__constraints__", Get: func(vm *VM, v Value) (Value, error) {
		if err := param(v).force(vm, true); err != nil {
			return Value{}, err
		}
		if c := param(v).constraints; c.Bound() {
			return c, nil
		}
		return Of(&emptyTuple.Object), nil
	}}
	slots := Slots{
		Repr:   func(vm *VM, v Value) (Value, error) { return vm.NewString(param(v).variance + param(v).name.S), nil },
		Binary: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) { return vm.callTyping("_make_union", a, b) }},
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
	subst := Method("__typing_subst__", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.callTyping("_subst", a[0], a[1]) })
	reduce := Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) { return Of(&param(a[0]).name.Object), nil })
	noBase := Method("__mro_entries__", 1, 1, func(vm *VM, a []Value) (Value, error) {
		return Value{}, TypeErrorf("Cannot subclass an instance of %s", a[0].Type().ShortName())
	})
	methods := []*Builtin{subst, noBase, reduce}
	flags := TypeNoSubclass | TypeHasDict
	for _, t := range []*Type{TypeVarType, TypeVarTupleType, ParamSpecType} {
		t.native = typeID[typeParam]()
		t.Name = "typing." + t.QualName
	}
	TypeVarType.define(TypeSpec{Module: "typing", Flags: flags, Slots: slots, Members: append(common, constraints), Methods: methods})
	part := func(class string) func(vm *VM, v Value) (Value, error) {
		return func(vm *VM, v Value) (Value, error) { return vm.callTyping(class, v) }
	}
	ParamSpecType.define(TypeSpec{Module: "typing", Flags: flags, Slots: slots, Methods: cloneBuiltins(methods),
		Members: append(common, Member{Name: "args", Get: part("ParamSpecArgs")}, Member{Name: "kwargs", Get: part("ParamSpecKwargs")})})
	tuple := slots
	tuple.Iter = func(vm *VM, v Value) (Value, error) { return vm.callTyping("_unpack_once", v) }
	TypeVarTupleType.define(TypeSpec{Module: "typing", Flags: flags, Slots: tuple, Members: []Member{name, module}, Methods: cloneBuiltins(methods)})
	defineTypeAlias()
	GenericType.layout = ObjectType // it adds nothing to instances, so it may stand beside any base
	GenericType.define(TypeSpec{
		Module: "typing", Doc: "Abstract base class for generic types.",
		Methods: []*Builtin{
			ClassMethod("__class_getitem__", "params, /", func(vm *VM, a []Value) (Value, error) {
				return vm.callTyping("_generic_class_getitem", a[0], a[1])
			}),
			genericInitSubclass(),
		},
	})
}

// callTyping calls a function of module typing, as CPython's C code does for
// what is not worth doing twice.
func (vm *VM) callTyping(name string, args ...Value) (Value, error) {
	_, m, err := vm.Import("typing")
	if err != nil {
		return Value{}, err
	}
	return vm.CallKw(vm.ModuleFunction(m, vm.Intern(name)), args, Kwargs{})
}

var (
	typeVarSignature      = mustSignature("name, *constraints, bound=None, covariant=False, contravariant=False, infer_variance=False")
	typeVarTupleSignature = mustSignature("name")
	paramSpecSignature    = mustSignature("name, *, bound=None, covariant=False, contravariant=False, infer_variance=False")
)

// typeParamNew is TypeVar(name, *constraints, bound=None, covariant=False,
// contravariant=False, infer_variance=False) and its like.
func typeParamNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	sig := typeVarSignature
	switch cls {
	case TypeVarTupleType:
		sig = typeVarTupleSignature
	case ParamSpecType:
		sig = paramSpecSignature
	}
	var a [6]Value
	bound := a[:len(sig.Params)]
	if err := vm.Bind(strings.ToLower(cls.ShortName()), sig, args, kw, bound); err != nil {
		return Value{}, err
	}
	if a[0].Str() == nil {
		return Value{}, TypeErrorf("%s() argument 'name' must be str, not %s", strings.ToLower(cls.ShortName()), a[0].Type().Name)
	}
	p := &typeParam{name: vm.internStr(a[0].Str())}
	vm.NewObject(&p.Object, cls, 128)
	if f := vm.frame; f != nil {
		p.module = f.Globals.GetStr(nameDunderName)
	}
	if cls == TypeVarTupleType {
		return Of(&p.Object), nil
	}
	rest := bound[len(bound)-4:]
	if err := p.setVariance(vm, rest[1:]); err != nil {
		return Value{}, err
	}
	if !rest[0].IsNone() {
		b, err := vm.callTyping("_type_check", rest[0], NewStr("Bound must be a type."))
		if err != nil {
			return Value{}, err
		}
		p.bound = b
	}
	if cls == TypeVarType {
		return Of(&p.Object), p.setConstraints(vm, a[1].Tuple().Items)
	}
	return Of(&p.Object), nil
}

// setVariance takes covariant, contravariant and infer_variance.
func (p *typeParam) setVariance(vm *VM, flags []Value) error {
	var on [3]bool
	for i, v := range flags {
		var err error
		if on[i], err = vm.Truth(v); err != nil {
			return err
		}
	}
	switch co, contra, infer := on[0], on[1], on[2]; {
	case co && contra:
		return ValueErrorf("Bivariant types are not supported.")
	case infer && (co || contra):
		return ValueErrorf("Variance cannot be specified with infer_variance.")
	case co:
		p.variance = "+"
	case contra:
		p.variance = "-"
	case !infer:
		p.variance = "~"
	}
	return nil
}

func (p *typeParam) setConstraints(vm *VM, items []Value) error {
	switch {
	case len(items) == 0:
		return nil
	case len(items) == 1:
		return TypeErrorf("A single constraint is not allowed")
	case p.bound.Bound():
		return TypeErrorf("Constraints cannot be combined with bound=...")
	}
	list := make([]Value, len(items))
	for i, v := range items {
		var err error
		if list[i], err = vm.callTyping("_type_check", v, NewStr("TypeVar(name, constraint, ...): constraints must be types.")); err != nil {
			return err
		}
	}
	p.constraints = vm.NewTuple(list)
	return nil
}

// unpackedParams are type parameters as they stand in a subscript: those for
// several types unpacked.
func (vm *VM) unpackedParams(params *Tuple) (Value, error) {
	items := append([]Value(nil), params.Items...)
	for i, p := range items {
		if p.Type() != TypeVarTupleType {
			continue
		}
		unpacked, err := vm.Collect(p)
		if err != nil {
			return Value{}, err
		}
		items[i] = unpacked[0]
	}
	return vm.NewTuple(items), nil
}

func defineTypeAlias() {
	TypeAliasType.native = typeID[typeAlias]()
	TypeAliasType.define(TypeSpec{
		Module: "typing", Flags: TypeNoSubclass | typeInUnion | typePlainInit,
		Slots: Slots{
			New:     typeAliasNew,
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
			{Name: "__parameters__", Get: func(vm *VM, v Value) (Value, error) { return vm.unpackedParams(asAlias(v).params.Tuple()) }},
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

var typeAliasSignature = mustSignature("name, value, *, type_params=()")

// typeAliasNew is TypeAliasType(name, value, *, type_params=()).
func typeAliasNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	var slots [3]Value
	if err := vm.Bind("typealias", typeAliasSignature, args, kw, slots[:]); err != nil {
		return Value{}, err
	}
	name := slots[0].Str()
	switch {
	case name == nil:
		return Value{}, TypeErrorf("typealias() argument 'name' must be str, not %s", slots[0].Type().Name)
	case slots[2].Tuple() == nil:
		return Value{}, TypeErrorf("type_params must be a tuple")
	}
	a := &typeAlias{name: vm.internStr(name), params: slots[2], value: slots[1]}
	if vm.frame != nil {
		a.module = vm.frame.Globals.GetStr(nameDunderName)
	}
	vm.NewObject(&a.Object, cls, 112)
	return Of(&a.Object), nil
}

// genericInitSubclass is Generic.__init_subclass__: it works the parameters of
// the new class out from its bases.
func genericInitSubclass() *Builtin {
	b := newBuiltin("__init_subclass__", BuiltinClassMethod, 0, -1, nil, nil)
	b.FnKw = func(vm *VM, args []Value, kw Kwargs) (Value, error) {
		cls := args[0].AsType()
		f, err := vm.superLookup(GenericType, args[0], cls, nameInitSubclass)
		if err != nil {
			return Value{}, err
		}
		if f.Bound() {
			if _, err := vm.CallKw(f, args[1:], kw); err != nil {
				return Value{}, err
			}
		}
		params, err := vm.genericParameters(cls)
		if err != nil {
			return Value{}, err
		}
		return None, vm.SetAttr(args[0], nameParameters, params)
	}
	return b
}

// genericParameters are the type variables of a class's bases, or those that
// its Generic[...] lists.
func (vm *VM) genericParameters(cls *Type) (Value, error) {
	generic := Of(&GenericType.Object)
	orig := cls.Dict.GetStr(nameOrigBases)
	if !orig.Bound() || orig.Tuple() == nil {
		if slices.Contains(cls.Bases, GenericType) && cls.Name != "Protocol" && cls.typ.Name != "_TypedDictMeta" {
			return Value{}, TypeErrorf("Cannot inherit from plain Generic")
		}
		return Of(&emptyTuple.Object), nil
	}
	bases := orig.Tuple().Items
	if slices.Contains(bases, generic) {
		return Value{}, TypeErrorf("Cannot inherit from plain Generic")
	}
	params, err := vm.collectParameters(bases)
	if err != nil {
		return Value{}, err
	}
	var listed []Value
	for _, b := range bases {
		origin, err := vm.lookupAttr(b, nameOrigin)
		if err != nil {
			return Value{}, err
		}
		if origin != generic {
			continue
		}
		if listed != nil {
			return Value{}, TypeErrorf("Cannot inherit from Generic[...] multiple times.")
		}
		if listed, err = vm.collectParameters([]Value{b}); err != nil {
			return Value{}, err
		}
	}
	if listed == nil {
		return vm.NewTuple(params), nil
	}
	var missing []Value
	for _, p := range params {
		if !slices.Contains(listed, p) {
			missing = append(missing, p)
		}
	}
	if missing == nil {
		return vm.NewTuple(listed), nil
	}
	names, err := vm.joinStr(missing)
	if err != nil {
		return Value{}, err
	}
	all, err := vm.joinStr(listed)
	if err != nil {
		return Value{}, err
	}
	return Value{}, TypeErrorf("Some type variables (%s) are not listed in Generic[%s]", names, all)
}

func (vm *VM) joinStr(list []Value) (string, error) {
	parts := make([]string, len(list))
	for i, v := range list {
		var err error
		if parts[i], err = vm.Str(v); err != nil {
			return "", err
		}
	}
	return strings.Join(parts, ", "), nil
}

var nameOrigin, nameArgs = Name("__origin__"), Name("__args__")

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
