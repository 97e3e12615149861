package py

import "strings"

// callBuiltin calls a native function. args begin with self if it is a method;
// checked tells that self is known to be of the right type.
func (vm *VM) callBuiltin(b *Builtin, args []Value, kw Kwargs, checked bool) (Value, error) {
	self := 0
	if b.Kind == BuiltinMethod || b.Kind == BuiltinClassMethod || b.Kind == BuiltinSlot {
		self = 1
		if !checked {
			if err := b.checkSelf(args); err != nil {
				return Value{}, err
			}
		}
	}
	if b.FnKw != nil {
		return b.FnKw(vm, args, kw)
	}
	if b.Sig == nil || b.Sig.exact {
		if err := b.checkArity(len(args)-self, kw); err != nil {
			return Value{}, err
		}
		return b.Fn(vm, args)
	}
	if b.Sig.noKeywords && !b.Sig.varKeyword && kw.Len() > 0 {
		return Value{}, TypeErrorf("%s() takes no keyword arguments", b.fullName())
	}
	mark := vm.scratch
	bound := vm.scratchArgs(self + len(b.Sig.Params))
	copy(bound, args[:self])
	err := vm.Bind(b.Name, b.Sig, args[self:], kw, bound[self:])
	var v Value
	if err == nil {
		v, err = b.Fn(vm, bound)
	}
	vm.scratch = mark
	return v, err
}

// checkSelf checks the first argument of a method called through its class.
func (b *Builtin) checkSelf(args []Value) error {
	if b.Owner == nil {
		return nil
	}
	if len(args) == 0 {
		if b.Kind == BuiltinSlot {
			return TypeErrorf("descriptor '%s' of '%s' object needs an argument", b.Name, b.Owner.Name)
		}
		name := b.Owner.Name[strings.LastIndexByte(b.Owner.Name, '.')+1:]
		return TypeErrorf("unbound method %s.%s() needs an argument", name, b.Name)
	}
	if b.Kind == BuiltinClassMethod {
		if t := args[0].AsType(); t == nil || !t.IsSubtype(b.Owner) {
			return TypeErrorf("descriptor '%s' requires a subtype of '%s' but received '%s'", b.Name, b.Owner.Name, args[0].Type().Name)
		}
		return nil
	}
	if IsInstance(args[0], b.Owner) {
		return nil
	}
	if b.Kind == BuiltinSlot {
		return TypeErrorf("descriptor '%s' requires a '%s' object but received a '%s'", b.Name, b.Owner.Name, args[0].Type().Name)
	}
	return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.Name, b.Owner.Name, args[0].Type().Name)
}

// fullName is the name as errors about the number of arguments have it.
func (b *Builtin) fullName() string {
	switch {
	case b.Owner != nil && b.Self.Bound():
		t := b.Self.AsType()
		if t == nil {
			t = b.Self.Type()
		}
		return t.QualName + "." + b.Name
	case b.Owner != nil:
		return b.Owner.QualName + "." + b.Name
	case b.Module != "" && b.Module != "builtins":
		return b.Module + "." + b.Name
	}
	return b.Name
}

func (b *Builtin) checkArity(n int, kw Kwargs) error {
	if kw.Len() > 0 {
		if b.Kind == BuiltinSlot {
			return TypeErrorf("wrapper %s() takes no keyword arguments", b.Name)
		}
		return TypeErrorf("%s() takes no keyword arguments", b.fullName())
	}
	if n >= b.Min && (n <= b.Max || b.Max < 0) {
		return nil
	}
	switch {
	case b.Kind == BuiltinSlot && b.Min == b.Max && b.Max < 2:
		return TypeErrorf("expected %d argument%s, got %d", b.Max, plural(b.Max), n)
	case b.Kind == BuiltinSlot:
		return expected("", b.Min, b.Max, n)
	case b.Max == 0:
		return TypeErrorf("%s() takes no arguments (%d given)", b.fullName(), n)
	case b.Min == 1 && b.Max == 1:
		return TypeErrorf("%s() takes exactly one argument (%d given)", b.fullName(), n)
	}
	return expected(b.Name, b.Min, b.Max, n)
}

// expected is the error of a function that only takes positional arguments.
func expected(name string, min, max, n int) error {
	limit, words := max, "at most "
	if n < min {
		limit, words = min, "at least "
	}
	if min == max {
		words = ""
	}
	return TypeErrorf("%s expected %s%d argument%s, got %d", name, words, limit, plural(limit), n)
}

// callBuiltinOp is callBuiltin for arguments in registers: the callee stands
// in r[first-1], nargs arguments after it. Defaults are filled in above them.
func (vm *VM) callBuiltinOp(f *Frame, b *Builtin, r *window, first, nargs int, method bool) (Value, error) {
	if b.Self.p != nil {
		r[first-1] = b.Self
		first--
		nargs++
		method = true
	}
	if b.Sig == nil || f.top != nil || !b.Sig.simple || b.Kind != BuiltinFunction && !method {
		return vm.callBuiltin(b, at(r, first)[:nargs], Kwargs{}, method)
	}
	n := len(b.Sig.Params)
	given := nargs
	if method && b.Kind != BuiltinStatic {
		given--
	}
	if given < b.Sig.required || given > b.Sig.positional || first+nargs+n > f.Code.Code.NumRegs+nativeSlack {
		return vm.callBuiltin(b, at(r, first)[:nargs], Kwargs{}, method)
	}
	w := at(r, first)
	self := nargs - given
	for i := given; i < n; i++ {
		w[self+i] = b.Sig.Params[i].Default
	}
	return b.Fn(vm, w[:self+n])
}

// Bind binds the arguments of the built-in function name into out, one slot a
// parameter, unbound where an optional one without a default was left out.
func (vm *VM) Bind(name string, sig *Signature, args []Value, kw Kwargs, out []Value) error {
	if err := sig.checkCount(name, len(args), kw.Len()); err != nil {
		return err
	}
	n := 0
	var more *Dict
	for i := range sig.Params {
		out[i] = Value{}
		switch p := &sig.Params[i]; p.Kind {
		case PositionalOnly, PositionalOrKeyword:
			if n < len(args) {
				out[i] = args[n]
				n++
			}
		case VarPositional:
			out[i] = vm.newTuple(append([]Value(nil), args[n:]...))
		case VarKeyword:
			more = vm.NewDict()
			out[i] = more.Value()
		}
	}
	unknown := -1
	for j, k := range kw.Names {
		known, err := vm.bindKeyword(name, sig, k, kw.Vals[j], out, more)
		if err != nil {
			return err
		}
		if !known && unknown < 0 {
			unknown = j
		}
	}
	for i := range sig.Params {
		if p := &sig.Params[i]; !out[i].Bound() {
			if !p.Optional && p.Kind != VarPositional && p.Kind != VarKeyword {
				if p.Kind == KeywordOnly {
					return TypeErrorf("%s() missing required keyword-only argument: '%s'", name, p.Name.S)
				}
				return TypeErrorf("%s() missing required argument '%s' (pos %d)", name, p.Name.S, i+1)
			}
			out[i] = p.Default
		}
	}
	if unknown >= 0 {
		return TypeErrorf("'%s' is an invalid keyword argument for %s()", kw.Names[unknown].Str().S, name)
	}
	return nil
}

func (vm *VM) bindKeyword(name string, sig *Signature, k, v Value, out []Value, more *Dict) (known bool, err error) {
	s := k.Str()
	if s == nil {
		return false, TypeErrorf("keywords must be strings")
	}
	for i := range sig.Params {
		p := &sig.Params[i]
		if (p.Kind == PositionalOrKeyword || p.Kind == KeywordOnly) && p.Name.S == s.S {
			if out[i].Bound() {
				return true, TypeErrorf("argument for %s() given by name ('%s') and position (%d)", name, s.S, i+1)
			}
			out[i] = v
			return true, nil
		}
	}
	if more != nil {
		return true, more.Set(vm, k, v)
	}
	return false, nil
}

// checkCount checks the number of arguments as CPython's argument parser does.
func (s *Signature) checkCount(name string, nargs, nkw int) error {
	switch {
	case s.noKeywords && nkw > 0 && !s.varKeyword:
		return TypeErrorf("%s() takes no keyword arguments", name)
	case s.noKeywords && (nargs < s.required || nargs > s.positional && !s.varPositional):
		return expected(name, s.required, s.positional, nargs)
	case nargs > s.positional && !s.varPositional && nargs+nkw > s.named && !s.varKeyword || nargs+nkw > s.named && !s.varPositional && !s.varKeyword:
		words, keyword := "at most", ""
		if s.requiredNamed == s.named {
			words = "exactly"
		}
		if nargs == 0 {
			keyword = "keyword "
		}
		return TypeErrorf("%s() takes %s %d %sargument%s (%d given)", name, words, s.named, keyword, plural(s.named), nargs+nkw)
	case nargs > s.positional && !s.varPositional:
		if s.positional == 0 {
			return TypeErrorf("%s() takes no positional arguments", name)
		}
		words := "at most"
		if s.required == s.positional {
			words = "exactly"
		}
		return TypeErrorf("%s() takes %s %d positional argument%s (%d given)", name, words, s.positional, plural(s.positional), nargs)
	case nargs < s.posOnlyRequired:
		words := "at least"
		if s.posOnlyRequired == s.positional {
			words = "exactly"
		}
		return TypeErrorf("%s() takes %s %d positional argument%s (%d given)", name, words, s.posOnlyRequired, plural(s.posOnlyRequired), nargs)
	}
	return nil
}
