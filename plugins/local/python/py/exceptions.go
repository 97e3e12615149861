package py

import (
	"slices"
	"strings"
)

// TracebackType is traceback.
var TracebackType = shell("traceback", KindNative)

// ExceptionGroup has two bases, which linkDoubleBases sets.
var ExceptionGroup = excShell("ExceptionGroup", BaseExceptionGroup)

// linkDoubleBases gives the built-in classes with two bases their second one.
func linkDoubleBases() {
	ExceptionGroup.Bases = []*Type{BaseExceptionGroup, ExceptionType}
	ExceptionGroup.MRO = []*Type{ExceptionGroup, BaseExceptionGroup, ExceptionType, BaseException, ObjectType}
	ImportRefused.Bases = []*Type{InterpreterError, ImportError}
	ImportRefused.MRO = []*Type{ImportRefused, InterpreterError, ValueError, ImportError, ExceptionType, BaseException, ObjectType}
}

// excFields are what an exception class keeps beyond args, in the order of
// its members; unbound shows as None.
type excFields struct{ v [8]Value }

func (x *excFields) visit(f func(Value)) {
	for _, v := range x.v {
		if v.Bound() {
			f(v)
		}
	}
}

func (e *Exception) fields() *excFields {
	x, ok := e.Extra.(*excFields)
	if !ok {
		x = &excFields{}
		e.Extra = x
	}
	return x
}

// Field is the i-th field that the class of e keeps; None if it is not set.
func (e *Exception) field(i int) Value {
	if x, ok := e.Extra.(*excFields); ok && x.v[i].Bound() {
		return x.v[i]
	}
	return None
}

func fieldMembers(names ...string) []Member {
	out := make([]Member, len(names))
	for i, n := range names {
		out[i] = Member{Name: n, Field: true,
			Get: func(vm *VM, v Value) (Value, error) { return v.Exception().field(i), nil },
			Set: func(vm *VM, v, x Value) error { v.Exception().fields().v[i] = x; return nil },
		}
	}
	return out
}

func newAttributeError(text string, obj Value, name *Str) *Exception {
	e := NewException(AttributeError, text)
	x := e.fields()
	x.v[0], x.v[1] = Of(&name.Object), obj
	return e
}

func exceptionNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	e := &Exception{}
	vm.NewObject(&e.Object, cls, 160)
	e.Args = (*Tuple)(vm.buildTuple(args).p)
	return Of(&e.Object), nil
}

func exceptionInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	if kw.Len() > 0 {
		return TypeErrorf("%s() takes no keyword arguments", self.Type().Name)
	}
	self.Exception().setArgs(vm, args)
	return nil
}

// setArgs keeps the tuple that __new__ made of the same arguments.
func (e *Exception) setArgs(vm *VM, args []Value) {
	if !slices.Equal(e.Args.Items, args) {
		e.Args = (*Tuple)(vm.buildTuple(args).p)
	}
}

// initWithFields is the Init of classes whose keywords set fields.
func initWithFields(names map[string]int, more func(vm *VM, e *Exception, args []Value) error) InitFunc {
	return func(vm *VM, self Value, args []Value, kw Kwargs) error {
		e := self.Exception()
		e.setArgs(vm, args)
		if x, ok := e.Extra.(*excFields); ok {
			*x = excFields{}
		}
		if kw.Len() > len(names) {
			return tooManyKeywords(self.Type().Name, len(names), kw)
		}
		for i, k := range kw.Names {
			at, ok := names[k.Str().S]
			if !ok {
				return TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Str().S, self.Type().Name)
			}
			e.fields().v[at] = kw.Vals[i]
		}
		if more != nil {
			return more(vm, e, args)
		}
		return nil
	}
}

func exceptionStr(vm *VM, self Value) (Value, error) {
	switch args := self.Exception().Args; len(args.Items) {
	case 0:
		return emptyStr, nil
	case 1:
		if args.Items[0].Type() == StrType {
			return args.Items[0], nil
		}
		if err := vm.enterFor(" while getting the str of an object"); err != nil {
			return Value{}, err
		}
		defer vm.leave()
		return vm.StrValue(args.Items[0])
	default:
		return vm.reprValue(Of(&args.Object))
	}
}

func exceptionRepr(vm *VM, self Value) (Value, error) {
	args := self.Exception().Args
	name := self.Type().ShortName()
	if len(args.Items) == 1 {
		r, err := vm.Repr(args.Items[0])
		if err != nil {
			return Value{}, err
		}
		return vm.NewString(name + "(" + r + ")"), nil
	}
	r, err := vm.Repr(Of(&args.Object))
	if err != nil {
		return Value{}, err
	}
	return vm.NewString(name + r), nil
}

// ExceptionText is str(e); where that fails, CPython's words for it.
func (vm *VM) ExceptionText(e *Exception) string {
	s, err := vm.Str(Of(&e.Object))
	if err != nil {
		return "<exception str() failed>"
	}
	return s
}

// Text is str(e) for exceptions whose arguments are plain; it runs no guest
// code (ExceptionText does).
func (e *Exception) Text() string {
	parts := make([]string, len(e.Args.Items))
	for i, a := range e.Args.Items {
		switch {
		case a.Str() != nil && len(parts) == 1 && !e.typ.IsSubtype(KeyError):
			parts[i] = a.Str().S
		case a.Str() != nil:
			parts[i] = "'" + a.Str().S + "'"
		case a.IsInt():
			parts[i] = itoa(int(a.AsInt()))
		default:
			parts[i] = "<" + a.Type().Name + ">"
		}
	}
	if len(parts) > 1 {
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return strings.Join(parts, "")
}

// addNote is e.add_note(note).
func (vm *VM) addNote(e *Exception, note string) {
	d := Of(&e.Object).InstanceDict()
	notes := d.GetStr(nameNotes)
	if !notes.Bound() || notes.List() == nil {
		notes = vm.NewList(nil)
		d.SetStr(nameNotes, notes)
	}
	vm.listAppend(notes.List(), vm.NewString(note))
}

var nameNotes = Name("__notes__")

func exceptionValue(e *Exception) Value {
	if e == nil {
		return None
	}
	return Of(&e.Object)
}

func linkMember(name string, at func(*Exception) **Exception) Member {
	return Member{Name: name,
		Get: func(vm *VM, v Value) (Value, error) { return exceptionValue(*at(v.Exception())), nil },
		Set: func(vm *VM, v, x Value) error {
			switch {
			case !x.Bound():
				return TypeErrorf("%s may not be deleted", name)
			case x.IsNone():
				*at(v.Exception()) = nil
			case x.Exception() != nil:
				*at(v.Exception()) = x.Exception()
			default:
				return TypeErrorf("exception %s must be None or derive from BaseException", strings.Trim(name, "_"))
			}
			if name == "__cause__" {
				v.Exception().SuppressContext = true
			}
			return nil
		}}
}

func setTraceback(v, tb Value) error {
	switch {
	case !tb.Bound():
		return TypeErrorf("__traceback__ may not be deleted")
	case tb.IsNone():
		v.Exception().Traceback = nil
	case As[Traceback](tb, TracebackType) != nil:
		v.Exception().Traceback = As[Traceback](tb, TracebackType)
	default:
		return TypeErrorf("__traceback__ must be a traceback or None")
	}
	return nil
}

var baseExceptionMembers = []Member{
	{Name: "args", Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Exception().Args.Object), nil },
		Set: func(vm *VM, v, x Value) error {
			if !x.Bound() {
				return TypeErrorf("args may not be deleted")
			}
			var items []Value
			if err := vm.Iterate(x, func(item Value) error { items = append(items, item); return nil }); err != nil {
				return err
			}
			v.Exception().Args = vm.NewTuple(items).Tuple()
			return nil
		}},
	{Name: "__traceback__", Get: func(vm *VM, v Value) (Value, error) { return tracebackValue(v.Exception()), nil },
		Set: func(vm *VM, v, x Value) error { return setTraceback(v, x) }},
	linkMember("__context__", func(e *Exception) **Exception { return &e.Context }),
	linkMember("__cause__", func(e *Exception) **Exception { return &e.Cause }),
	{Name: "__suppress_context__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Bool(v.Exception().SuppressContext), nil },
		Set: func(vm *VM, v, x Value) error {
			yes, err := vm.Truth(x)
			v.Exception().SuppressContext = yes
			return err
		}},
	{Name: "__dict__", Get: func(vm *VM, v Value) (Value, error) { return v.InstanceDict().Value(), nil }},
}

func defineExceptions() {
	BaseException.define(TypeSpec{
		Doc:   "Common base class for all exceptions.",
		Flags: TypeHasDict,
		Slots: Slots{New: exceptionNew, Init: exceptionInit, Str: exceptionStr, Repr: exceptionRepr},
		Methods: []*Builtin{
			Method("with_traceback", 1, 1, func(vm *VM, a []Value) (Value, error) { return a[0], setTraceback(a[0], a[1]) }),
			Method("add_note", 1, 1, func(vm *VM, a []Value) (Value, error) {
				s := a[1].Str()
				if s == nil {
					return Value{}, TypeErrorf("note must be a str, not '%s'", a[1].Type().Name)
				}
				if n := a[0].InstanceDict().GetStr(nameNotes); n.Bound() && n.List() == nil {
					return Value{}, TypeErrorf("Cannot add note: __notes__ is not a list")
				}
				vm.addNote(a[0].Exception(), s.S)
				return None, nil
			}),
			Method("__reduce__", 0, 0, exceptionReduce),
			Method("__setstate__", 1, 1, exceptionSetState),
		},
		Members: baseExceptionMembers,
	})
	defineFieldExceptions()
	defineExceptionGroup()
	for _, t := range append(exceptionTypes, ExceptionGroup, ImportRefused, finalType) {
		if t.Dict == nil {
			t.define(TypeSpec{Doc: exceptionDocs[t], Flags: TypeHasDict})
		}
	}
	defineTraceback()
}

// exceptionDocs are the docstrings that programs may show.
var exceptionDocs = map[*Type]string{
	ExceptionType:     "Common base class for all non-exit exceptions.",
	ZeroDivisionError: "Second argument to a division or modulo operation was zero.",
	ValueError:        "Inappropriate argument value (of correct type).",
	TypeError:         "Inappropriate argument type.",
	IndexError:        "Sequence index out of range.",
	RuntimeError:      "Unspecified run-time error.",
}
