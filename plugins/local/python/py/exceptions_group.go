package py

// groupExtra are the parts of an exception group.
type groupExtra struct {
	message Value
	parts   []*Exception
	tuple   Value
}

func (g *groupExtra) visit(f func(Value)) {
	f(g.message)
	f(g.tuple)
}

// group is the parts of e; nil if it is no group.
func (e *Exception) group() *groupExtra {
	g, _ := e.Extra.(*groupExtra)
	if g == nil && e.typ.IsSubtype(BaseExceptionGroup) {
		g = &groupExtra{message: None, tuple: Of(&emptyTuple.Object)} // another base's fields took the place
	}
	return g
}

func defineExceptionGroup() {
	BaseExceptionGroup.define(TypeSpec{
		Flags: TypeHasDict, Doc: "A combination of multiple unrelated exceptions.",
		Slots: Slots{New: groupNew, Init: func(vm *VM, self Value, args []Value, kw Kwargs) error {
			if kw.Len() > 0 {
				return TypeErrorf("%s() takes no keyword arguments", self.Type().Name)
			}
			return nil
		}, Str: func(vm *VM, self Value) (Value, error) {
			g := self.Exception().group()
			m, err := vm.Str(g.message)
			if err != nil {
				return Value{}, err
			}
			return vm.NewString(m + " (" + itoa(len(g.parts)) + " sub-exception" + plural(len(g.parts)) + ")"), nil
		}},
		Members: []Member{
			{Name: "message", Get: func(vm *VM, v Value) (Value, error) { return v.Exception().group().message, nil }},
			{Name: "exceptions", Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Exception().group().tuple, nil }},
		},
		Methods: []*Builtin{
			Method("derive", 1, 1, func(vm *VM, a []Value) (Value, error) {
				return vm.Call(Of(&BaseExceptionGroup.Object), a[0].Exception().group().message, a[1])
			}),
			Method("split", 1, 1, func(vm *VM, a []Value) (Value, error) {
				match, rest, err := vm.splitBy(a[0], a[1])
				if err != nil {
					return Value{}, err
				}
				return vm.NewTuple([]Value{match, rest}), nil
			}),
			Method("subgroup", 1, 1, func(vm *VM, a []Value) (Value, error) {
				match, _, err := vm.splitBy(a[0], a[1])
				return match, err
			}),
			ClassMethod("__class_getitem__", "object, /", genericAlias),
		},
	})
}

func groupNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if len(args) != 2 {
		return Value{}, TypeErrorf("BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(args))
	}
	if args[0].Str() == nil {
		return Value{}, TypeErrorf("BaseExceptionGroup.__new__() argument 1 must be str, not %s", argKind(args[0]))
	}
	if t := args[1].Type(); t.flags&TypeSequence == 0 {
		return Value{}, TypeErrorf("second argument (exceptions) must be a sequence")
	}
	g := &groupExtra{message: args[0]}
	var vals []Value
	onlyExceptions := true
	err := vm.Iterate(args[1], func(v Value) error {
		e := v.Exception()
		if e == nil {
			return ValueErrorf("Item %d of second argument (exceptions) is not an exception", len(vals))
		}
		onlyExceptions = onlyExceptions && e.typ.IsSubtype(ExceptionType)
		vals = append(vals, v)
		g.parts = append(g.parts, e)
		return nil
	})
	if err != nil {
		return Value{}, err
	}
	if len(vals) == 0 {
		return Value{}, ValueErrorf("second argument (exceptions) must be a non-empty sequence")
	}
	switch {
	case cls == BaseExceptionGroup && onlyExceptions:
		cls = ExceptionGroup
	case cls == ExceptionGroup && !onlyExceptions:
		return Value{}, TypeErrorf("Cannot nest BaseExceptions in an ExceptionGroup")
	case !onlyExceptions && cls.IsSubtype(ExceptionType):
		return Value{}, TypeErrorf("Cannot nest BaseExceptions in '%s'", cls.Name)
	}
	g.tuple = vm.NewTuple(vals)
	v, err := exceptionNew(vm, cls, args, kw)
	if err == nil {
		v.Exception().Extra = g
	}
	return v, err
}

// splitBy splits a group by a class, a tuple of classes or a function.
func (vm *VM) splitBy(group, by Value) (match, rest Value, err error) {
	var matches func(e *Exception) (bool, error)
	if by.Kind() == KindFunction || by.Kind() == KindMethod || by.Kind() == KindBuiltin {
		matches = func(e *Exception) (bool, error) {
			v, err := vm.Call(by, Of(&e.Object))
			if err != nil {
				return false, err
			}
			return vm.Truth(v)
		}
	} else {
		ok := by.AsType() != nil && by.AsType().IsSubtype(BaseException)
		if t := by.Tuple(); t != nil {
			ok = true
			for _, c := range t.Items {
				ok = ok && c.AsType() != nil && c.AsType().IsSubtype(BaseException)
			}
		}
		if !ok {
			return Value{}, Value{}, TypeErrorf("expected a function, exception type or tuple of exception types")
		}
		matches = func(e *Exception) (bool, error) { return vm.matchException(Of(&e.Object), by) }
	}
	m, r, err := vm.split(group.Exception(), matches)
	return exceptionValue(m), exceptionValue(r), err
}

// split gives the part of e that matches and the rest; nil for an empty one.
func (vm *VM) split(e *Exception, matches func(*Exception) (bool, error)) (match, rest *Exception, err error) {
	yes, err := matches(e)
	if err != nil {
		return nil, nil, err
	}
	if yes {
		return e, nil, nil
	}
	g := e.group()
	if g == nil {
		return nil, e, nil
	}
	if err := vm.enter(); err != nil {
		return nil, nil, err
	}
	defer vm.leave()
	var yesParts, noParts []Value
	for _, p := range g.parts {
		m, r, err := vm.split(p, matches)
		if err != nil {
			return nil, nil, err
		}
		if m != nil {
			yesParts = append(yesParts, Of(&m.Object))
		}
		if r != nil {
			noParts = append(noParts, Of(&r.Object))
		}
	}
	if match, err = vm.derive(e, yesParts); err == nil {
		rest, err = vm.derive(e, noParts)
	}
	return match, rest, err
}

var nameDerive = Name("derive")

// derive is a group of some of e's parts with e's message, traceback, cause,
// context and notes. As in CPython, giving it the cause hides the context.
func (vm *VM) derive(e *Exception, parts []Value) (*Exception, error) {
	if len(parts) == 0 {
		return nil, nil
	}
	v, err := vm.CallMethod(Of(&e.Object), nameDerive, vm.NewList(parts))
	if err != nil {
		return nil, err
	}
	d := v.Exception()
	if d == nil || d.group() == nil {
		return nil, TypeErrorf("derive must return an instance of BaseExceptionGroup")
	}
	d.Traceback, d.Cause, d.Context, d.SuppressContext = e.Traceback, e.Cause, e.Context, true
	if n := Of(&e.Object).InstanceDict().GetStr(nameNotes); n.Bound() && n.List() != nil {
		Of(&d.Object).InstanceDict().SetStr(nameNotes, vm.buildList(n.List().Items))
	}
	return d, nil
}

// matchStar carries out MatchStar.
func (vm *VM) matchStar(exc, class Value) (match, rest Value, err error) {
	if exc.IsNone() {
		return None, None, nil
	}
	classes := []Value{class}
	if t := class.Tuple(); t != nil {
		classes = t.Items
	}
	for _, c := range classes {
		t := c.AsType()
		if t == nil || !t.IsSubtype(BaseException) {
			return Value{}, Value{}, badHandlerClass()
		}
		if t.IsSubtype(BaseExceptionGroup) {
			return Value{}, Value{}, TypeErrorf("catching ExceptionGroup with except* is not allowed. Use except instead.")
		}
	}
	e := (*Exception)(exc.p)
	if e.typ == finalType {
		return None, exc, nil
	}
	m, r, err := vm.split(e, func(e *Exception) (bool, error) { return vm.matchException(Of(&e.Object), class) })
	if err != nil {
		return Value{}, Value{}, err
	}
	if m == e && e.group() == nil {
		// A lone exception is caught as a group of it.
		g, err := vm.Call(Of(&BaseExceptionGroup.Object), emptyStr, vm.NewTuple([]Value{exc}))
		if err != nil {
			return Value{}, Value{}, err
		}
		g.Exception().Traceback = nil
		return g, None, nil
	}
	return exceptionValue(m), exceptionValue(r), nil
}

// reraiseStar carries out ReraiseStar: what the clauses raised anew stands
// beside what is left of the original, which keeps its shape.
func (vm *VM) reraiseStar(orig, list Value) (Value, error) {
	o := orig.Exception()
	var raised, reraised []Value
	for _, v := range list.List().Items {
		e := v.Exception()
		switch {
		case e == nil:
		case e.typ == finalType:
			return v, nil
		case o.group() != nil && e.Traceback == o.Traceback && e.group() != nil && derivedFrom(e, o) || e == o:
			reraised = append(reraised, v)
		default:
			raised = append(raised, v)
		}
	}
	if len(raised) == 0 && len(reraised) == 0 {
		return None, nil
	}
	if o.group() == nil {
		if len(raised) == 0 {
			return orig, nil
		}
		if len(raised) == 1 {
			return raised[0], nil
		}
		return vm.Call(Of(&BaseExceptionGroup.Object), emptyStr, vm.NewList(raised))
	}
	if len(reraised) > 0 {
		kept := leavesOf(reraised)
		m, _, err := vm.split(o, func(e *Exception) (bool, error) { return e.group() == nil && kept[e], nil })
		if err != nil {
			return Value{}, err
		}
		if len(raised) == 0 {
			return exceptionValue(m), nil
		}
		raised = append(raised, exceptionValue(m))
	}
	if len(raised) == 1 {
		return raised[0], nil
	}
	return vm.Call(Of(&BaseExceptionGroup.Object), emptyStr, vm.NewList(raised))
}

// leavesOf is the set of the exceptions in groups that are no groups.
func leavesOf(vals []Value) map[*Exception]bool {
	out := map[*Exception]bool{}
	todo := append([]Value(nil), vals...)
	for len(todo) > 0 {
		e := todo[len(todo)-1].Exception()
		todo = todo[:len(todo)-1]
		if g := e.group(); g != nil {
			todo = append(todo, g.tuple.Tuple().Items...)
		} else {
			out[e] = true
		}
	}
	return out
}

// derivedFrom reports whether all leaves of e are leaves of o.
func derivedFrom(e, o *Exception) bool {
	whole := leavesOf([]Value{Of(&o.Object)})
	for leaf := range leavesOf([]Value{Of(&e.Object)}) {
		if !whole[leaf] {
			return false
		}
	}
	return true
}
