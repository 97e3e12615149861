package py

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// baseBuiltins are the functions of the built-in namespace, made once.
var baseBuiltins []*Builtin

// baseTypes are the classes of the built-in namespace.
var baseTypes = []*Type{
	ObjectType, TypeType, BoolType, IntType, FloatType, ComplexType, StrType, BytesType, ByteArrayType,
	MemoryViewType,
	ListType, TupleType, DictType, SetType, FrozenSetType, RangeType, SliceType, PropertyType,
	ClassMethodType, StaticMethodType, SuperType, enumerateType, zipType, mapType, filterType, reversedType,
}

func init() {
	baseBuiltins = []*Builtin{
		Func("abs", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.Abs(a[0]) }).WithDoc("Return the absolute value of the argument."),
		Func("all", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.anyAll(a[0], false) }).WithDoc("Return True if bool(x) is True for all values x in the iterable.\n\nIf the iterable is empty, return True."),
		Func("any", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.anyAll(a[0], true) }).WithDoc("Return True if bool(x) is True for any x in the iterable.\n\nIf the iterable is empty, return False."),
		Func("ascii", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.ASCII(a[0]) }),
		Func("callable", 1, 1, func(vm *VM, a []Value) (Value, error) { return Bool(Callable(a[0])), nil }),
		Func("bin", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.radix(a[0], 2, "0b") }),
		Func("chr", 1, 1, builtinChr),
		Func("hex", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.radix(a[0], 16, "0x") }),
		Func("oct", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.radix(a[0], 8, "0o") }),
		Func("ord", 1, 1, builtinOrd),
		Func("delattr", 2, 2, builtinDelAttr),
		Func("dir", 0, 1, builtinDir),
		Func("divmod", 2, 2, func(vm *VM, a []Value) (Value, error) { return vm.Binary(OpDivmod, a[0], a[1]) }),
		Func("format", 1, 2, func(vm *VM, a []Value) (Value, error) {
			spec := argOr(a, 1, NewStr(""))
			if spec.Str() == nil {
				return Value{}, TypeErrorf("format() argument 2 must be str, not %s", argKind(spec))
			}
			return vm.Format(a[0], spec.Str().S)
		}),
		Func("getattr", 2, 3, builtinGetAttr),
		Func("hasattr", 2, 2, builtinHasAttr),
		Func("hash", 1, 1, func(vm *VM, a []Value) (Value, error) {
			h, err := vm.Hash(a[0])
			return Int(h), err
		}),
		Func("id", 1, 1, func(vm *VM, a []Value) (Value, error) { return Int(int64(vm.ID(a[0]) &^ (1 << 63))), nil }),
		Func("isinstance", 2, 2, func(vm *VM, a []Value) (Value, error) {
			ok, err := vm.IsInstanceOf(a[0], a[1])
			return Bool(ok), err
		}),
		Func("issubclass", 2, 2, func(vm *VM, a []Value) (Value, error) {
			ok, err := vm.IsSubclassOf(a[0], a[1])
			return Bool(ok), err
		}),
		Func("iter", 1, 2, builtinIter),
		Func("len", 1, 1, func(vm *VM, a []Value) (Value, error) {
			n, err := vm.Len(a[0])
			return Int(int64(n)), err
		}).WithDoc("Return the number of items in a container."),
		FuncKw("max", func(vm *VM, a []Value, kw Kwargs) (Value, error) { return vm.minMax("max", a, kw, Gt) }),
		FuncKw("min", func(vm *VM, a []Value, kw Kwargs) (Value, error) { return vm.minMax("min", a, kw, Lt) }),
		Func("next", 1, 2, builtinNext),
		FuncSig("pow", "base, exp, mod=None", func(vm *VM, a []Value) (Value, error) { return vm.Pow(a[0], a[1], a[2]) }),
		FuncSig("print", "*args, sep=' ', end='\\n', file=None, flush=False", builtinPrint),
		Func("repr", 1, 1, func(vm *VM, a []Value) (Value, error) { return a[0].Type().slots.Repr(vm, a[0]) }),
		FuncSig("round", "number, ndigits=None", builtinRound),
		Func("setattr", 3, 3, builtinSetAttr),
		FuncKw("sorted", builtinSorted),
		FuncSig("sum", "iterable, /, start=0", func(vm *VM, a []Value) (Value, error) { return vm.Sum(a[0], a[1]) }),
		Func("vars", 0, 1, builtinVars),
		Func("aiter", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.AsyncIter(a[0]) }),
		Func("anext", 1, 2, func(vm *VM, a []Value) (Value, error) { return vm.AsyncNext(a[0], argOr(a, 1, Value{})) }),
	}
	for _, b := range baseBuiltins {
		b.typ, b.Module = BuiltinType, "builtins"
	}
}

// newBuiltins makes the built-in namespace of a machine.
func newBuiltins() *Dict {
	d := NewDict()
	for _, t := range slices.Concat(baseTypes, exceptionTypes, []*Type{ExceptionGroup}) {
		if t != InterpreterError {
			d.SetStr(Name(t.Name), Of(&t.Object))
		}
	}
	d.SetStr(Name("EnvironmentError"), Of(&OSError.Object))
	d.SetStr(Name("IOError"), Of(&OSError.Object))
	for _, b := range baseBuiltins {
		d.SetStr(Name(b.Name), Of(&b.Object))
	}
	d.SetStr(nameDunderName, NewStr("builtins"))
	d.SetStr(Name("None"), None)
	d.SetStr(Name("True"), True)
	d.SetStr(Name("False"), False)
	d.SetStr(Name("Ellipsis"), Ellipsis)
	d.SetStr(Name("NotImplemented"), NotImplemented)
	d.SetStr(Name("__debug__"), True)
	return d
}

// Callable reports whether v can be called.
func Callable(v Value) bool { return v.Type().slots.Call != nil }

// Abs is abs(v).
func (vm *VM) Abs(v Value) (Value, error) {
	if f := v.Type().slots.Abs; f != nil {
		return f(vm, v)
	}
	return Value{}, TypeErrorf("bad operand type for abs(): '%s'", v.Type().Name)
}

func (vm *VM) anyAll(v Value, want bool) (Value, error) {
	found := false
	err := vm.Iterate(v, func(x Value) error {
		t, err := vm.Truth(x)
		if err == nil && t == want {
			found = true
			return errStopIterating
		}
		return err
	})
	if err != nil && err != errStopIterating {
		return Value{}, err
	}
	return Bool(found == want), nil
}

var emptyStr = Of(&Name("").Object)

// ASCII is ascii(v): repr with everything beyond ASCII escaped.
func (vm *VM) ASCII(v Value) (Value, error) {
	r, err := v.Type().slots.Repr(vm, v)
	if err != nil || r.Str().ASCII() {
		return r, err
	}
	return vm.escapeNonASCII(r.Str())
}

// guestAttrName checks the name that getattr and its like were given and asks
// the policy about it.
func (vm *VM) guestAttrName(what string, obj, name Value, access Access) (*Str, error) {
	s := name.Str()
	if s == nil {
		return nil, TypeErrorf("attribute name must be string, not '%s'", name.Type().Name)
	}
	n := vm.internStr(s)
	return n, vm.checkAttr(obj, n, access)
}

// checkAttr asks the policy about a dunder attribute that data names, whoever
// reads it: the interpreter's own Python acts for the program then.
func (vm *VM) checkAttr(obj Value, name *Str, access Access) error {
	p := vm.cfg.Policy
	if p == nil || !isDunder(name.S) {
		return nil
	}
	return p.Attr(vm, obj, name.S, access)
}

func isDunder(s string) bool {
	return len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__")
}

// GuestGetAttr is obj.name as guest code may do it: the policy is asked.
func (vm *VM) GuestGetAttr(obj Value, name *Str) (Value, error) {
	if err := vm.checkAttr(obj, name, AccessRead); err != nil {
		return Value{}, err
	}
	return vm.guestAttr(obj, name)
}

// guestAttr is obj.name for guest code, once the policy has let the name pass:
// it is asked about modules.
func (vm *VM) guestAttr(obj Value, name *Str) (Value, error) {
	if vm.cfg.Policy != nil && showsMore(obj) && vm.guard() == nil {
		defer vm.actForGuest()()
	}
	v, err := vm.GetAttr(obj, name)
	if err != nil {
		if obj.Kind() != KindModule {
			return Value{}, err
		}
		return vm.missingModuleAttr(obj, name, err)
	}
	if p := vm.cfg.Policy; p != nil && v.header().flags&flagGuarded != 0 {
		err = p.Value(vm, v)
	}
	return v, err
}

// showsMore tells of an object of which the interpreter's own Python sees more
// than guest code may. Reading it runs no code of the guest's.
func showsMore(obj Value) bool {
	switch obj.Kind() {
	case KindFunction, KindModule, KindGenerator:
		return true
	}
	t := obj.Type()
	return t == TracebackType || t == FrameType
}

func builtinGetAttr(vm *VM, a []Value) (Value, error) {
	name, err := vm.guestAttrName("getattr", a[0], a[1], AccessRead)
	if err != nil {
		return Value{}, err
	}
	return attrOr(a)(vm.guestAttr(a[0], name))
}

// attrOr puts getattr's default in the place of an AttributeError.
func attrOr(a []Value) func(v Value, err error) (Value, error) {
	return func(v Value, err error) (Value, error) {
		if err != nil && len(a) > 2 && isAttributeError(err) {
			return a[2], nil
		}
		return v, err
	}
}

func builtinHasAttr(vm *VM, a []Value) (Value, error) {
	name := a[1].Str()
	if name == nil {
		return Value{}, TypeErrorf("attribute name must be string, not '%s'", a[1].Type().Name)
	}
	// That an object has a dunder attribute gives nothing away, so the policy
	// is not asked: hasattr(x, '__iter__') is how programs tell what x is.
	v, err := vm.lookupAttr(a[0], vm.internStr(name))
	return Bool(v.Bound()), err
}

func builtinSetAttr(vm *VM, a []Value) (Value, error) {
	name, err := vm.guestAttrName("setattr", a[0], a[1], AccessWrite)
	if err != nil {
		return Value{}, err
	}
	return None, vm.SetAttr(a[0], name, a[2])
}

func builtinDelAttr(vm *VM, a []Value) (Value, error) {
	name, err := vm.guestAttrName("delattr", a[0], a[1], AccessDelete)
	if err != nil {
		return Value{}, err
	}
	return None, vm.SetAttr(a[0], name, Value{})
}

var nameDir = Name("__dir__")

func builtinDir(vm *VM, a []Value) (Value, error) {
	var list Value
	var err error
	if len(a) == 0 {
		var ns Value
		if ns, err = vm.frameNamespace(guestFrame(vm.frame)); err != nil {
			return Value{}, err
		}
		var keys []Value
		if ns.Dict() == nil || ns.Type() != DictType {
			if ns, err = vm.CallMethod(ns, Name("keys")); err != nil {
				return Value{}, err
			}
		}
		if keys, err = vm.Collect(ns); err == nil {
			list = vm.NewList(keys)
		}
	} else if list, err = vm.callSpecial(a[0], nameDir); err == nil && list.Type() != ListType {
		var items []Value
		if items, err = vm.Collect(list); err == nil {
			list = vm.NewList(items)
		}
	}
	if err != nil {
		return Value{}, err
	}
	return list, vm.sortValues(list.List().Items, None, false)
}

func builtinIter(vm *VM, a []Value) (Value, error) {
	if len(a) == 1 {
		return vm.Iter(a[0])
	}
	f, sentinel := a[0], a[1]
	if !Callable(f) {
		return Value{}, TypeErrorf("iter(object, sentinel): object must be callable")
	}
	return vm.newIterator(iterCallable, vm.NewTupleOf(f, sentinel)), nil
}

func builtinNext(vm *VM, a []Value) (Value, error) {
	def := argOr(a, 1, Value{})
	var v Value
	var err error
	if t := a[0].Type(); t.flags&TypeHeap != 0 && t.slots.Next != nil {
		v, err = vm.callSpecial(a[0], nameNext) // keeps the StopIteration's value
	} else {
		v, err = vm.Next(a[0])
	}
	if err != nil {
		if e, ok := err.(*Exception); ok && def.Bound() && e.typ.IsSubtype(StopIteration) {
			return def, nil
		}
		return Value{}, err
	}
	if v.Bound() {
		return v, nil
	}
	if def.Bound() {
		return def, nil
	}
	if g := a[0].Generator(); g != nil {
		return Value{}, g.finished(vm)
	}
	return Value{}, NewException(StopIteration, "")
}

// tooManyArguments is the error of functions that count positional arguments
// and keywords together.
func tooManyArguments(name string, most, args int, kw Kwargs) error {
	if args == 0 {
		return tooManyKeywords(name, most, kw)
	}
	return TypeErrorf("%s() takes at most %d argument%s (%d given)", name, most, plural(most), args+kw.Len())
}

// tooManyKeywords is the error of functions that only parse their keywords.
func tooManyKeywords(name string, most int, kw Kwargs) error {
	return TypeErrorf("%s() takes at most %d keyword argument%s (%d given)", name, most, plural(most), kw.Len())
}

// minMax is min and max: want is the comparison that replaces the best so far.
func (vm *VM) minMax(what string, args []Value, kw Kwargs, want CompareOp) (Value, error) {
	key, def := None, Value{}
	if len(args) == 0 {
		return Value{}, TypeErrorf("%s expected at least 1 argument, got 0", what)
	}
	if kw.Len() > 2 {
		return Value{}, tooManyKeywords(what, 2, kw)
	}
	for i, n := range kw.Names {
		switch n.Str().S {
		case "key":
			key = kw.Vals[i]
		case "default":
			def = kw.Vals[i]
		default:
			return Value{}, TypeErrorf("'%s' is an invalid keyword argument for %s()", n.Str().S, what)
		}
	}
	var best, bestKey Value
	step := func(v Value) error {
		k := v
		if !key.IsNone() {
			var err error
			if k, err = vm.Call1(key, v); err != nil {
				return err
			}
		}
		if best.Bound() {
			better, err := vm.CompareBool(k, bestKey, want)
			if err != nil || !better {
				return err
			}
		}
		best, bestKey = v, k
		return nil
	}
	if len(args) > 1 {
		if def.Bound() {
			return Value{}, TypeErrorf("Cannot specify a default for %s() with multiple positional arguments", what)
		}
		for _, v := range slices.Clone(args) {
			if err := step(v); err != nil {
				return Value{}, err
			}
		}
		return best, nil
	}
	if err := vm.Iterate(args[0], step); err != nil {
		return Value{}, err
	}
	if !best.Bound() {
		if def.Bound() {
			return def, nil
		}
		return Value{}, ValueErrorf("%s() iterable argument is empty", what)
	}
	return best, nil
}

// Sum is sum(iterable, start). Ints are added without objects, floats with
// CPython 3.12's compensated summation.
func (vm *VM) Sum(iterable, start Value) (Value, error) {
	what := ""
	switch {
	case start.Str() != nil:
		what = "strings [use ''.join(seq) instead]"
	case start.Bytes() != nil:
		what = "bytes [use b''.join(seq) instead]"
	case start.ByteArray() != nil:
		what = "bytearray [use b''.join(seq) instead]"
	}
	if what != "" {
		if _, err := vm.Iter(iterable); err != nil { // the first thing that is looked at
			return Value{}, err
		}
		return Value{}, TypeErrorf("sum() can't sum %s", what)
	}
	total := start
	var comp float64 // the running compensation while total is a float
	err := vm.Iterate(iterable, func(v Value) error {
		if total.p == intP && v.p == intP {
			x, y := int64(total.n), int64(v.n)
			if s := x + y; (x^s)&(y^s) >= 0 {
				total = Int(s)
				return nil
			}
		}
		if total.p == floatP {
			var x float64
			switch v.p {
			case floatP:
				x = v.AsFloat()
			case intP:
				total = Float(total.AsFloat() + float64(v.AsInt()))
				return nil
			default:
				total, comp = finishSum(total, comp), 0
				r, err := vm.Binary(OpAdd, total, v)
				total = r
				return err
			}
			t := total.AsFloat()
			s := t + x
			if absFloat(t) >= absFloat(x) {
				comp += (t - s) + x
			} else {
				comp += (x - s) + t
			}
			total = Float(s)
			return nil
		}
		r, err := vm.Binary(OpAdd, total, v)
		total = r
		return err
	})
	if err != nil {
		return Value{}, err
	}
	return finishSum(total, comp), nil
}

func absFloat(f float64) float64 {
	if f < 0 {
		return -f
	}
	return f
}

// finishSum adds the compensation unless it is not finite.
func finishSum(total Value, comp float64) Value {
	if total.p == floatP && comp != 0 && comp-comp == 0 {
		return Float(total.AsFloat() + comp)
	}
	return total
}

// sortSignature is that of list.sort, which takes sorted's keywords.
var sortSignature = mustSignature("*, key=None, reverse=False")

func builtinSorted(vm *VM, args []Value, kw Kwargs) (Value, error) {
	if len(args) != 1 {
		return Value{}, expected("sorted", 1, 1, len(args))
	}
	var a [2]Value
	if err := vm.Bind("sort", sortSignature, nil, kw, a[:]); err != nil {
		return Value{}, err
	}
	reverse, err := vm.Truth(a[1])
	if err != nil {
		return Value{}, err
	}
	key := a[0]
	l := List{}
	if err := vm.listExtend(&l, args[0]); err != nil {
		return Value{}, err
	}
	return vm.NewList(l.Items), vm.sortValues(l.Items, key, reverse)
}

var nameRound = Name("__round__")

func builtinRound(vm *VM, a []Value) (Value, error) {
	number, digits := a[0], a[1]
	var r Value
	var err error
	if digits.IsNone() {
		r, err = vm.maybeCallSpecial(number, nameRound)
	} else {
		r, err = vm.maybeCallSpecial(number, nameRound, digits)
	}
	if err == nil && !r.Bound() {
		return Value{}, TypeErrorf("type %s doesn't define __round__ method", number.Type().Name)
	}
	return r, err
}

var nameWrite, nameFlush = Name("write"), Name("flush")

// display shows the value of a statement compiled for the interactive prompt.
func (vm *VM) display(v Value) error {
	if v.IsNone() {
		return nil
	}
	s, err := vm.Repr(v)
	if err != nil {
		return err
	}
	_, err = builtinPrint(vm, []Value{vm.NewTupleOf(vm.NewString(s)), None, None, None, False})
	return err
}

func builtinPrint(vm *VM, a []Value) (Value, error) {
	sep, err := printText(a[1], "sep", " ")
	if err != nil {
		return Value{}, err
	}
	end, err := printText(a[2], "end", "\n")
	if err != nil {
		return Value{}, err
	}
	file := a[3]
	if file.IsNone() {
		file = vm.Redirected(false)
	}
	if file.IsNone() {
		return None, vm.printStdout(a[0].Tuple().Items, sep, end)
	}
	write := func(s string) error {
		_, err := vm.CallMethod(file, nameWrite, vm.NewString(s))
		return err
	}
	for i, v := range a[0].Tuple().Items {
		if i > 0 {
			if err := write(sep); err != nil {
				return Value{}, err
			}
		}
		s, err := vm.Str(v)
		if err == nil {
			err = write(s)
		}
		if err != nil {
			return Value{}, err
		}
	}
	if err := write(end); err != nil {
		return Value{}, err
	}
	if flush, err := vm.Truth(a[4]); err != nil || !flush {
		return None, err
	}
	_, err = vm.CallMethod(file, nameFlush)
	return None, err
}

// printStdout prints in one piece where it can't be told from CPython's many:
// what guest code prints to make a text comes after what stands before it.
func (vm *VM) printStdout(items []Value, sep, end string) error {
	var b strings.Builder
	for i, v := range items {
		if i > 0 {
			b.WriteString(sep)
		}
		if v.Type().flags&TypeHeap != 0 && b.Len() > 0 {
			if err := vm.WriteStdout(b.String()); err != nil {
				return err
			}
			b.Reset()
		}
		s, err := vm.Str(v)
		if err != nil {
			if b.Len() > 0 {
				if err := vm.WriteStdout(b.String()); err != nil {
					return err
				}
			}
			return err
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	return vm.WriteStdout(b.String())
}

func printText(v Value, what, def string) (string, error) {
	if v.IsNone() {
		return def, nil
	}
	if v.Str() == nil {
		return "", TypeErrorf("%s must be None or a string, not %s", what, v.Type().Name)
	}
	return v.Str().S, nil
}

// WriteStdout writes text to the guest's standard output.
func (vm *VM) WriteStdout(s string) error {
	if err := vm.chargeOutput(len(s)); err != nil {
		return err
	}
	if vm.cfg.Stdout == nil {
		return nil
	}
	_, err := vm.cfg.Stdout.Write([]byte(s))
	return err
}

// radix is the text of an int with a prefix: bin, oct and hex.
func (vm *VM) radix(v Value, base int, prefix string) (Value, error) {
	x, err := vm.Index(v)
	if err != nil {
		return Value{}, err
	}
	b := vm.AsBig(x)
	if err := vm.Reserve(int64(b.BitLen())); err != nil {
		return Value{}, err
	}
	text := b.Text(base)
	if b.Sign() < 0 {
		return vm.NewString("-" + prefix + text[1:]), nil
	}
	return vm.NewString(prefix + text), nil
}

func builtinChr(vm *VM, a []Value) (Value, error) {
	i, err := vm.intArg(a[0])
	if err != nil {
		return Value{}, err
	}
	if i < 0 || i > 0x10FFFF {
		return Value{}, ValueErrorf("chr() arg not in range(0x110000)")
	}
	if i < len(latin1) {
		return latin1[i], nil
	}
	return vm.NewString(encodeRune(rune(i))), nil
}

// encodeRune is a code point as text, surrogates included.
func encodeRune(r rune) string {
	if r >= 0xD800 && r <= 0xDFFF {
		return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	}
	return string(r)
}

func builtinOrd(vm *VM, a []Value) (Value, error) {
	v := a[0]
	var n int
	switch {
	case v.Str() != nil:
		if n = vm.strLen(v.Str()); n == 1 {
			return Int(int64(firstRune(v.Str().S))), nil
		}
	case v.Bytes() != nil:
		if n = len(v.Bytes().S); n == 1 {
			return Int(int64(v.Bytes().S[0])), nil
		}
	case v.ByteArray() != nil:
		if n = len(v.ByteArray().B); n == 1 {
			return Int(int64(v.ByteArray().B[0])), nil
		}
	default:
		return Value{}, TypeErrorf("ord() expected string of length 1, but %s found", v.Type().Name)
	}
	return Value{}, TypeErrorf("ord() expected a character, but string of length %d found", n)
}

// firstRune decodes the first code point of a non-empty text, surrogates
// included.
func firstRune(s string) rune {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 {
		return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F)
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
