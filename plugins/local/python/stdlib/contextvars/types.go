package contextvars

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func makeTypes() *types {
	t := &types{context: contextType(), variable: variableType()}
	none := &missing{}
	py.NewStatic(&none.Object, py.NewNativeType[missing](py.TypeSpec{
		Name: "MISSING", Module: "Token", Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Slots: py.Slots{Repr: func(vm *py.VM, v py.Value) (py.Value, error) { return py.NewStr("<Token.MISSING>"), nil }},
	}))
	t.missing = py.Of(&none.Object)
	t.token = tokenType(t.missing)
	return t
}

func generic() *py.Builtin {
	return py.ClassMethod("__class_getitem__", "object, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
		args := a[1].Tuple()
		if args == nil {
			args = vm.NewTupleOf(a[1]).Tuple()
		}
		return vm.NewGenericAlias(a[0], args), nil
	}).WithDoc("See PEP 585")
}

func contextOf(v py.Value) *Context { return py.As[Context](v, all().context) }

// item is the value of a variable in a context; unbound if it has none.
func item(vm *py.VM, self, key py.Value) (py.Value, error) {
	if py.As[variable](key, all().variable) == nil {
		return py.Value{}, refuse(vm, py.TypeError, "a ContextVar key was expected, got %s", key)
	}
	return contextOf(self).Get(vm, key)
}

func contextType() *py.Type {
	view := func(name string) *py.Builtin {
		return py.Method(name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.CallMethod(contextOf(a[0]).values.Value(), py.Name(name))
		})
	}
	return py.NewNativeType[Context](py.TypeSpec{
		Name: "Context", Module: "_contextvars", Flags: py.TypeNoSubclass,
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				if len(args) > 0 || kw.Len() > 0 {
					return py.Value{}, py.TypeErrorf("Context() does not accept any arguments")
				}
				return py.Of(&newContext(vm, vm.NewDict()).Object), nil
			},
			Len: func(vm *py.VM, v py.Value) (int, error) { return contextOf(v).values.Len(), nil },
			GetItem: func(vm *py.VM, self, key py.Value) (py.Value, error) {
				v, err := item(vm, self, key)
				if err == nil && !v.Bound() {
					err = vm.KeyError(key)
				}
				return v, err
			},
			Contains: func(vm *py.VM, self, key py.Value) (bool, error) {
				v, err := item(vm, self, key)
				return v.Bound(), err
			},
			Iter: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.Iter(contextOf(v).values.Value()) },
			Compare: func(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
				x, y := contextOf(a), contextOf(b)
				if x == nil || y == nil || op != py.Eq && op != py.Ne {
					return py.NotImplemented, nil
				}
				return vm.Compare(x.values.Value(), y.values.Value(), op)
			},
			Hash: py.HashNotImplemented,
			Visit: func(v py.Value, f func(py.Value)) {
				f(contextOf(v).values.Value())
				f(contextOf(v).outer)
			},
		},
		Methods: []*py.Builtin{
			py.MethodKw("run", func(vm *py.VM, a []py.Value, kw py.Kwargs) (py.Value, error) {
				return contextOf(a[0]).run(vm, append([]py.Value(nil), a[1:]...), kw)
			}),
			py.Method("copy", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return contextOf(a[0]).copy(vm), nil }).
				WithDoc("Return a shallow copy of the context object."),
			py.MethodSig("get", "key, default=None, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
				v, err := item(vm, a[0], a[1])
				if err == nil && !v.Bound() {
					v = a[2]
				}
				return v, err
			}),
			view("keys"), view("values"), view("items"),
		},
	})
}

func variableType() *py.Type {
	self := func(v py.Value) *variable { return py.As[variable](v, all().variable) }
	return py.NewNativeType[variable](py.TypeSpec{
		Name: "ContextVar", Module: "_contextvars", Flags: py.TypeNoSubclass,
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				if len(args) != 1 {
					return py.Value{}, py.TypeErrorf("ContextVar() takes exactly 1 positional argument (%d given)", len(args))
				}
				v := &variable{}
				for i, name := range kw.Names {
					if name.Str().S != "default" {
						return py.Value{}, py.TypeErrorf("'%s' is an invalid keyword argument for ContextVar()", name.Str().S)
					}
					v.otherwise = kw.Vals[i]
				}
				if v.name = args[0].Str(); v.name == nil {
					return py.Value{}, py.TypeErrorf("context variable name must be a str")
				}
				vm.NewObject(&v.Object, cls, 96)
				return py.Of(&v.Object), nil
			},
			Repr: reprVar,
			Visit: func(v py.Value, f func(py.Value)) {
				f(py.Of(&self(v).name.Object))
				f(self(v).otherwise)
			},
		},
		Members: []py.Member{{Name: "name", Field: true, Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Of(&self(v).name.Object), nil }}},
		Methods: []*py.Builtin{
			py.MethodSig("get", "default=…, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return self(a[0]).get(vm, a[1]) }).
				WithDoc("Return a value for the context variable for the current context.\n\nIf there is no value for the variable in the current context, the method will:\n * return the value of the default argument of the method, if provided; or\n * return the default value for the context variable, if it was created\n   with one; or\n * raise a LookupError."),
			py.MethodSig("set", "value, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return self(a[0]).set(vm, a[1]) }).
				WithDoc("Call to set a new value for the context variable in the current context.\n\nThe required *value* argument is the new value for the context variable.\n\nReturns a Token object that can be used to restore the variable to its previous\nvalue via the `ContextVar.reset()` method."),
			py.MethodSig("reset", "token, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, self(a[0]).reset(vm, a[1]) }).
				WithDoc("Reset the context variable.\n\nThe variable is reset to the value it had before the `ContextVar.set()` that\ncreated the token was used."),
			generic(),
		},
	})
}

func tokenType(none py.Value) *py.Type {
	self := func(v py.Value) *token { return py.As[token](v, all().token) }
	return py.NewNativeType[token](py.TypeSpec{
		Name: "Token", Module: "_contextvars", Flags: py.TypeNoSubclass,
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				return py.Value{}, py.Raise(py.RuntimeError, "Tokens can only be created by ContextVars")
			},
			Repr: reprToken, Hash: py.HashNotImplemented,
			Visit: func(v py.Value, f func(py.Value)) {
				f(py.Of(&self(v).context.Object))
				f(py.Of(&self(v).of.Object))
				f(self(v).old)
			},
		},
		Members: []py.Member{
			{Name: "var", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Of(&self(v).of.Object), nil }},
			{Name: "old_value", Get: func(vm *py.VM, v py.Value) (py.Value, error) {
				if old := self(v).old; old.Bound() {
					return old, nil
				}
				return none, nil
			}},
		},
		Methods: []*py.Builtin{generic()},
		Consts:  map[string]py.Value{"MISSING": none},
	})
}
