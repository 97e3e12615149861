package py

import "slices"

// genericAlias is a class with type arguments: list[int]
// (types.GenericAlias).
type genericAliasObject struct {
	Object
	origin  Value
	args    *Tuple
	params  Value // __parameters__, computed on demand
	starred bool  // *tuple[int, ...]
}

// GenericAliasType is types.GenericAlias, UnionType types.UnionType.
var (
	GenericAliasType = shell("GenericAlias", KindNative)
	UnionType        = shell("UnionType", KindNative)
)

// NewGenericAlias makes origin[args].
func (vm *VM) NewGenericAlias(origin Value, args *Tuple) Value {
	a := &genericAliasObject{origin: origin, args: args}
	vm.NewObject(&a.Object, GenericAliasType, 72)
	return Of(&a.Object)
}

// genericAlias is the __class_getitem__ of generic built-in classes.
func genericAlias(vm *VM, a []Value) (Value, error) {
	return vm.NewGenericAlias(a[0], vm.asArgs(a[1])), nil
}

// GenericClassGetItem is the __class_getitem__ method for generic classes of
// other packages.
func GenericClassGetItem() *Builtin {
	return ClassMethod("__class_getitem__", "object, /", genericAlias)
}

// asArgs is a subscript as a tuple of type arguments.
func (vm *VM) asArgs(key Value) *Tuple {
	if t := key.Tuple(); t != nil {
		return t
	}
	return vm.NewTupleOf(key).Tuple()
}

func alias(v Value) *genericAliasObject { return As[genericAliasObject](v, GenericAliasType) }

// aliasOwn are the attributes that a GenericAlias does not forward to its
// origin.
var aliasOwn = nameSetOf("__class__", "__origin__", "__args__", "__parameters__", "__mro_entries__", "__reduce__",
	"__reduce_ex__", "__copy__", "__deepcopy__", "__unpacked__", "__typing_unpacked_tuple_args__", "__instancecheck__", "__subclasscheck__")

func nameSetOf(list ...string) map[*Str]bool {
	m := map[*Str]bool{}
	for _, n := range list {
		m[Name(n)] = true
	}
	return m
}

func defineGenericAlias() {
	GenericAliasType.native, GenericAliasType.Module = typeID[genericAliasObject](), "types"
	GenericAliasType.define(TypeSpec{
		Module: "types",
		Doc:    "Represent a PEP 585 generic type\n\nE.g. for t = list[int], t.__origin__ is list and t.__args__ is (int,).",
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				if len(args) != 2 || kw.Len() > 0 {
					return Value{}, TypeErrorf("GenericAlias expected 2 arguments, got %d", len(args))
				}
				a := &genericAliasObject{origin: args[0], args: vm.asArgs(args[1])}
				vm.NewObject(&a.Object, cls, 72)
				return Of(&a.Object), nil
			},
			Repr: aliasRepr, Call: aliasCall, GetItem: aliasGetItem,
			Hash: func(vm *VM, v Value) (int64, error) {
				h, err := vm.Hash(alias(v).origin)
				if err != nil {
					return 0, err
				}
				g, err := vm.Hash(Of(&alias(v).args.Object))
				return h ^ g, err
			},
			Compare: func(vm *VM, a, b Value, op CompareOp) (Value, error) {
				x, y := alias(a), alias(b)
				if x == nil || y == nil || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				same, err := vm.Equal(x.origin, y.origin)
				if err == nil && same {
					same, err = vm.Equal(Of(&x.args.Object), Of(&y.args.Object))
				}
				return Bool((same && x.starred == y.starred) == (op == Eq)), err
			},
			GetAttr: func(vm *VM, v Value, name *Str) (Value, error) {
				if !aliasOwn[name] {
					return vm.GetAttr(alias(v).origin, name)
				}
				return vm.genericGetAttr(v, name)
			},
			Iter: func(vm *VM, v Value) (Value, error) {
				a := *alias(v)
				a.starred = true
				vm.charge(72)
				return vm.newIterator(iterTuple, vm.NewTupleOf(Of(&a.Object))), nil
			},
			Binary: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) { return vm.makeUnion(a, b) }},
			Visit: func(v Value, f func(Value)) {
				f(alias(v).origin)
				f(Of(&alias(v).args.Object))
			},
		},
		Members: []Member{
			{Name: "__origin__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return alias(v).origin, nil }},
			{Name: "__args__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Of(&alias(v).args.Object), nil }},
			{Name: "__parameters__", Get: func(vm *VM, v Value) (Value, error) { return vm.aliasParameters(v) }},
			{Name: "__typing_unpacked_tuple_args__", Get: func(vm *VM, v Value) (Value, error) {
				if a := alias(v); a.starred && a.origin == Of(&TupleType.Object) {
					return Of(&a.args.Object), nil
				}
				return None, nil
			}},
			{Name: "__unpacked__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Bool(alias(v).starred), nil }},
		},
		Methods: []*Builtin{
			Method("__mro_entries__", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.NewTupleOf(alias(a[0]).origin), nil }),
			Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				x := alias(a[0])
				return vm.NewTupleOf(Of(&a[0].Type().Object), vm.NewTupleOf(x.origin, Of(&x.args.Object))), nil
			}),
			Method("__instancecheck__", 1, 1, func(vm *VM, a []Value) (Value, error) {
				return Value{}, TypeErrorf("isinstance() argument 2 cannot be a parameterized generic")
			}),
			Method("__subclasscheck__", 1, 1, func(vm *VM, a []Value) (Value, error) {
				return Value{}, TypeErrorf("issubclass() argument 2 cannot be a parameterized generic")
			}),
		},
	})
	defineUnion()
}

// typeText is how a type argument shows inside a repr.
func (vm *VM) typeText(v Value) (string, error) {
	switch {
	case v == Ellipsis:
		return "...", nil
	case v == Of(&NoneType.Object):
		return "None", nil
	}
	if t := v.AsType(); t != nil {
		if m := vm.typeModule(t); m != "" && m != "builtins" {
			return m + "." + t.QualName, nil
		}
		return t.QualName, nil
	}
	if l := v.List(); l != nil {
		text := "["
		for i, x := range l.Items {
			if i > 0 {
				text += ", "
			}
			s, err := vm.typeText(x)
			if err != nil {
				return "", err
			}
			text += s
		}
		return text + "]", nil
	}
	return vm.qualifiedText(v)
}

// qualifiedText is the module and qualified name of what has them and is no
// alias, such as a function; the repr of the rest.
func (vm *VM) qualifiedText(v Value) (string, error) {
	var found [4]Value
	for i, name := range []*Str{nameOrigin, nameArgs, nameQualName, nameModule} {
		if i == 1 && !found[0].Bound() {
			continue
		}
		var err error
		if found[i], err = vm.lookupAttr(v, name); err != nil {
			return "", err
		}
		if i == 1 && found[1].Bound() || i == 2 && !found[2].Bound() {
			return vm.Repr(v)
		}
	}
	qualified, module := found[2], found[3]
	if !module.Bound() || module.IsNone() {
		return vm.Repr(v)
	}
	name, err := vm.Str(qualified)
	if err != nil {
		return "", err
	}
	if s := module.Str(); s != nil && s.S == "builtins" {
		return name, nil
	}
	m, err := vm.Str(module)
	return m + "." + name, err
}

func aliasRepr(vm *VM, v Value) (Value, error) {
	a := alias(v)
	return vm.reprContainer(v, "...", func(b *reprBuilder) error {
		if a.starred {
			b.text("*")
		}
		s, err := vm.typeText(a.origin)
		if err != nil {
			return err
		}
		b.text(s + "[")
		for i, x := range a.args.Items {
			if i > 0 {
				b.text(", ")
			}
			if s, err = vm.typeText(x); err != nil {
				return err
			}
			b.text(s)
		}
		if len(a.args.Items) == 0 {
			b.text("()")
		}
		b.text("]")
		return nil
	})
}

var nameOrigClass = Name("__orig_class__")

func aliasCall(vm *VM, self Value, args []Value, kw Kwargs) (Value, error) {
	obj, err := vm.CallKw(alias(self).origin, args, kw)
	if err != nil {
		return Value{}, err
	}
	// As CPython does, where the instance takes attributes.
	if obj.Type().flags&(TypeHeap|TypeHasDict) == TypeHeap|TypeHasDict {
		if err := vm.SetAttr(obj, nameOrigClass, self); err != nil && !isAttributeError(err) {
			return Value{}, err
		}
	}
	return obj, nil
}

var nameParameters, nameSubst = Name("__parameters__"), Name("__typing_subst__")

// aliasParameters collects the type variables among the arguments, in order.
func (vm *VM) aliasParameters(v Value) (Value, error) {
	a := alias(v)
	if a.params.Bound() {
		return a.params, nil
	}
	params, err := vm.collectParameters(a.args.Items)
	if err != nil {
		return Value{}, err
	}
	a.params = vm.NewTuple(params)
	return a.params, nil
}

// isTypeParam reports whether v is a TypeVar or its like.
func (vm *VM) isTypeParam(v Value) bool {
	return v.AsType() == nil && v.Type().lookup(nameSubst).Bound()
}

func (vm *VM) collectParameters(args []Value) ([]Value, error) {
	var out []Value
	add := func(v Value) {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	for _, x := range args {
		if x.AsType() != nil {
			continue
		}
		if vm.isTypeParam(x) {
			add(x)
			continue
		}
		inner, err := vm.lookupAttr(x, nameParameters)
		if err != nil {
			return nil, err
		}
		if inner.Bound() && inner.Tuple() != nil {
			for _, p := range inner.Tuple().Items {
				add(p)
			}
		}
	}
	return out, nil
}

// aliasGetItem substitutes the type variables of an alias.
func aliasGetItem(vm *VM, v, key Value) (Value, error) {
	a := alias(v)
	params, err := vm.aliasParameters(v)
	if err != nil {
		return Value{}, err
	}
	list := params.Tuple().Items
	given := vm.asArgs(key).Items
	if len(list) == 0 {
		r, err := vm.Repr(v)
		if err != nil {
			return Value{}, err
		}
		return Value{}, TypeErrorf("%s is not a generic class", r)
	}
	if vm.needsTyping(list, given) {
		args, err := vm.callTyping("_substituted", v, vm.NewTuple(given))
		if err != nil {
			return Value{}, err
		}
		return vm.newAliasLike(a, vm.asArgs(args)), nil
	}
	if err := vm.checkCount(v, len(given), len(list)); err != nil {
		return Value{}, err
	}
	args, err := vm.substitute(a.args.Items, list, given)
	if err != nil {
		return Value{}, err
	}
	return vm.newAliasLike(a, vm.NewTuple(args).Tuple()), nil
}

// checkCount is the error of a wrong number of type arguments.
func (vm *VM) checkCount(of Value, given, expected int) error {
	if given == expected {
		return nil
	}
	r, err := vm.Repr(of)
	if err != nil {
		return err
	}
	what := "few"
	if given > expected {
		what = "many"
	}
	return TypeErrorf("Too %s arguments for %s; actual %d, expected %d", what, r, given, expected)
}

func (vm *VM) newAliasLike(a *genericAliasObject, args *Tuple) Value {
	v := vm.NewGenericAlias(a.origin, args)
	alias(v).starred = a.starred
	return v
}

// needsTyping reports whether a substitution is one that module typing does:
// where a parameter takes several arguments, or an argument is unpacked or no
// class.
func (vm *VM) needsTyping(params, given []Value) bool {
	for _, p := range params {
		if t := p.Type(); t == TypeVarTupleType || t == ParamSpecType {
			return true
		}
	}
	for _, g := range given {
		if t := g.AsType(); t == GenericType || t != nil && t.Base == GenericType && t.Name == "Protocol" {
			return true // which refuses them
		}
		if a := alias(g); g.AsType() == nil && !vm.isTypeParam(g) && (a == nil || a.starred) {
			return true
		}
	}
	return false
}

// substitute replaces parameters by the arguments given, inside nested
// aliases too.
func (vm *VM) substitute(args, params, given []Value) ([]Value, error) {
	if err := vm.enter(); err != nil {
		return nil, err
	}
	defer vm.leave()
	out := make([]Value, len(args))
	for i, x := range args {
		out[i] = x
		if at := slices.Index(params, x); at >= 0 {
			out[i] = given[at]
			continue
		}
		if x.AsType() != nil {
			continue
		}
		inner, err := vm.lookupAttr(x, nameParameters)
		if err != nil {
			return nil, err
		}
		if !inner.Bound() || inner.Tuple() == nil || len(inner.Tuple().Items) == 0 {
			continue
		}
		sub := make([]Value, 0, 4)
		for _, p := range inner.Tuple().Items {
			if at := slices.Index(params, p); at >= 0 {
				sub = append(sub, given[at])
			} else {
				sub = append(sub, p)
			}
		}
		if out[i], err = vm.GetItem(x, vm.NewTuple(sub)); err != nil {
			return nil, err
		}
	}
	return out, nil
}
