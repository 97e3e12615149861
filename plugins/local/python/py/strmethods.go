package py

import "strings"

func strMethods() []*Builtin {
	is := func(name string, f func(s *Str) bool) *Builtin {
		return Method(name, 0, 0, func(vm *VM, a []Value) (Value, error) {
			s := a[0].Str()
			return Bool(f(s)), vm.tickBytes(len(s.S))
		})
	}
	text := func(name string, f func(vm *VM, s *Str) (Value, error)) *Builtin {
		return Method(name, 0, 0, func(vm *VM, a []Value) (Value, error) {
			s := a[0].Str()
			if err := vm.tickBytes(len(s.S)); err != nil {
				return Value{}, err
			}
			return f(vm, s)
		})
	}
	return []*Builtin{
		text("capitalize", strCapitalize), text("casefold", strCasefold), text("lower", strLower),
		text("upper", strUpper), text("swapcase", strSwapcase), text("title", strTitle),
		is("isalnum", allRunes(isAlnumRune)), is("isalpha", allRunes(isAlphaRune)),
		is("isascii", (*Str).ASCII), is("isdecimal", allRunes(isDecimalRune)),
		is("isdigit", allRunes(isDigitRune)), is("isnumeric", allRunes(isNumericRune)),
		is("isspace", allRunes(isSpaceRune)), is("isidentifier", strIsIdentifier),
		is("isprintable", strIsPrintable), is("islower", strIsLower), is("isupper", strIsUpper),
		is("istitle", strIsTitle),
		Method("find", 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.strFind(a, "find", false, false) }),
		Method("rfind", 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.strFind(a, "rfind", true, false) }),
		Method("index", 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.strFind(a, "index", false, true) }),
		Method("rindex", 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.strFind(a, "rindex", true, true) }),
		Method("count", 0, -1, strCount),
		Method("startswith", 0, -1, func(vm *VM, a []Value) (Value, error) {
			return vm.strAffix(a, "startswith", strings.HasPrefix)
		}),
		Method("endswith", 0, -1, func(vm *VM, a []Value) (Value, error) {
			return vm.strAffix(a, "endswith", strings.HasSuffix)
		}),
		MethodSig("encode", "encoding='utf-8', errors='strict'", strEncode),
		Method("replace", 2, 3, strReplace),
		Method("removeprefix", 1, 1, func(vm *VM, a []Value) (Value, error) {
			s, p, err := vm.strAnd("removeprefix() argument", a)
			if err == nil && strings.HasPrefix(s.S, p.S) {
				return vm.substr(s, len(p.S), len(s.S)), nil
			}
			return vm.plainStr(s), err
		}),
		Method("removesuffix", 1, 1, func(vm *VM, a []Value) (Value, error) {
			s, p, err := vm.strAnd("removesuffix() argument", a)
			if err == nil && strings.HasSuffix(s.S, p.S) {
				return vm.substr(s, 0, len(s.S)-len(p.S)), nil
			}
			return vm.plainStr(s), err
		}),
		Method("join", 1, 1, strJoin),
		MethodSig("split", "sep=None, maxsplit=-1", strSplit),
		MethodSig("rsplit", "sep=None, maxsplit=-1", strRsplit),
		MethodSig("splitlines", "keepends=False", strSplitLines),
		Method("partition", 1, 1, strPartition), Method("rpartition", 1, 1, strRpartition),
		Method("strip", 0, 1, func(vm *VM, a []Value) (Value, error) { return vm.strStrip(a, "strip", true, true) }),
		Method("lstrip", 0, 1, func(vm *VM, a []Value) (Value, error) { return vm.strStrip(a, "lstrip", true, false) }),
		Method("rstrip", 0, 1, func(vm *VM, a []Value) (Value, error) { return vm.strStrip(a, "rstrip", false, true) }),
		Method("center", 1, 2, func(vm *VM, a []Value) (Value, error) { return vm.strJustify(a, padCenter) }),
		Method("ljust", 1, 2, func(vm *VM, a []Value) (Value, error) { return vm.strJustify(a, padRight) }),
		Method("rjust", 1, 2, func(vm *VM, a []Value) (Value, error) { return vm.strJustify(a, padLeft) }),
		Method("zfill", 1, 1, strZfill),
		MethodSig("expandtabs", "tabsize=8", strExpandTabs),
		Method("translate", 1, 1, strTranslate),
		StaticMethod("maketrans", "x, y=…, z=…, /", strMakeTrans),
		MethodKw("format", strFormat),
		Method("format_map", 1, 1, strFormatMap),
		Method("__format__", 1, 1, formatMethod),
		Method("__getnewargs__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return vm.NewTupleOf(vm.copyText(a[0].Str().S, false)), nil
		}),
	}
}

// strAnd is self and the one argument, which must be a str.
func (vm *VM) strAnd(what string, a []Value) (s, arg *Str, err error) {
	if arg = a[1].Str(); arg == nil {
		err = TypeErrorf("%s must be str, not %s", what, argKind(a[1]))
		if what == "" {
			err = TypeErrorf("must be str, not %s", a[1].Type().Name)
		}
	}
	return a[0].Str(), arg, err
}

// searchArity checks the number of arguments of the methods that take a text
// and the bounds of a window.
func searchArity(name string, a []Value) error {
	switch n := len(a) - 1; {
	case n < 1:
		return TypeErrorf("%s() takes at least 1 argument (0 given)", name)
	case n > 3:
		return TypeErrorf("%s() takes at most 3 arguments (%d given)", name, n)
	}
	return nil
}

// window reads the optional bounds of a search, bounds[0] and bounds[1], in a
// sequence of length n. start > end means an empty window past its end.
func (vm *VM) window(bounds []Value, n int) (start, end int, err error) {
	end = n
	if len(bounds) > 0 && !bounds[0].IsNone() {
		if start, err = vm.sliceBound(bounds[0]); err != nil {
			return
		}
		if start < 0 {
			start = max(start+n, 0)
		}
	}
	if len(bounds) > 1 && !bounds[1].IsNone() {
		if end, err = vm.sliceBound(bounds[1]); err != nil {
			return
		}
		if end < 0 {
			end = max(end+n, 0)
		}
		end = min(end, n)
	}
	return
}

// strWindow is window in bytes; ok is false if start lies behind end.
func (vm *VM) strWindow(s *Str, bounds []Value) (from, to, start int, ok bool, err error) {
	if len(bounds) == 0 {
		return 0, len(s.S), 0, true, nil
	}
	start, end, err := vm.window(bounds, s.length())
	if err != nil || start > end {
		return 0, 0, 0, false, err
	}
	return vm.byteAt(s, start), vm.byteAt(s, end), start, true, nil
}

func (vm *VM) strFind(a []Value, name string, last, must bool) (Value, error) {
	if err := searchArity(name, a); err != nil {
		return Value{}, err
	}
	from, to, start, ok, err := vm.strWindow(a[0].Str(), a[2:])
	if err != nil {
		return Value{}, err
	}
	s, sub, err := vm.strAnd("", a)
	if err != nil {
		return Value{}, err
	}
	i := -1
	if ok {
		if err := vm.tickBytes(to - from); err != nil {
			return Value{}, err
		}
		if last {
			i = strings.LastIndex(s.S[from:to], sub.S)
		} else {
			i = strings.Index(s.S[from:to], sub.S)
		}
	}
	if i < 0 {
		if must {
			return Value{}, ValueErrorf("substring not found")
		}
		return Int(-1), nil
	}
	if !s.ASCII() {
		i = countRunes(s.S[from : from+i])
	}
	return Int(int64(start + i)), nil
}

func strCount(vm *VM, a []Value) (Value, error) {
	if err := searchArity("count", a); err != nil {
		return Value{}, err
	}
	from, to, _, ok, err := vm.strWindow(a[0].Str(), a[2:])
	if err != nil {
		return Value{}, err
	}
	s, sub, err := vm.strAnd("", a)
	if err != nil || !ok {
		return Int(0), err
	}
	if len(sub.S) == 0 {
		return Int(int64(countRunes(s.S[from:to]) + 1)), nil
	}
	return Int(int64(strings.Count(s.S[from:to], sub.S))), vm.tickBytes(to - from)
}

func (vm *VM) strAffix(a []Value, name string, has func(s, affix string) bool) (Value, error) {
	if err := searchArity(name, a); err != nil {
		return Value{}, err
	}
	s, affixes := a[0].Str(), a[1:2]
	from, to, _, ok, err := vm.strWindow(s, a[2:])
	if err != nil {
		return Value{}, err
	}
	if t := a[1].Tuple(); t != nil {
		affixes = t.Items
	} else if a[1].Str() == nil {
		return Value{}, TypeErrorf("%s first arg must be str or a tuple of str, not %s", name, a[1].Type().Name)
	}
	for _, v := range affixes {
		affix := v.Str()
		if affix == nil {
			return Value{}, TypeErrorf("tuple for %s must only contain str, not %s", name, v.Type().Name)
		}
		if ok && has(s.S[from:to], affix.S) {
			return True, nil
		}
	}
	return False, nil
}

func strReplace(vm *VM, a []Value) (Value, error) {
	s, old, with := a[0].Str(), a[1].Str(), a[2].Str()
	for i, x := range []*Str{old, with} {
		if x == nil {
			return Value{}, TypeErrorf("replace() argument %d must be str, not %s", i+1, argKind(a[i+1]))
		}
	}
	limit := -1
	if len(a) > 3 {
		var err error
		if limit, err = vm.sizeArg(a[3]); err != nil {
			return Value{}, err
		}
	}
	if err := vm.tickBytes(len(s.S)); err != nil {
		return Value{}, err
	}
	n := 0
	if len(old.S) == 0 {
		n = s.length() + 1
	} else if limit != 0 {
		n = strings.Count(s.S, old.S)
	}
	if limit >= 0 {
		n = min(n, limit)
	}
	if n == 0 || old.S == with.S {
		return vm.plainStr(s), nil
	}
	grow := len(with.S) - len(old.S)
	if grow > 0 && n > maxText/grow {
		return Value{}, NewException(MemoryError, "")
	}
	total := len(s.S) + n*grow
	if err := vm.reserveText(total); err != nil {
		return Value{}, err
	}
	out, b := allocStr(total)
	replaceInto(b, s.S, old.S, with.S, n)
	if s.ASCII() && with.ASCII() {
		return vm.finishASCII(out), nil
	}
	return vm.finish(out), nil
}

// replaceInto writes s with the first n occurrences of old replaced to b.
func replaceInto(b []byte, s, old, with string, n int) {
	at := 0
	for i := range n {
		j := at
		if len(old) > 0 {
			j += strings.Index(s[at:], old)
		} else if i > 0 {
			j += runeBytes(s[at])
		}
		b = b[copy(b, s[at:j]):]
		b = b[copy(b, with):]
		at = j + len(old)
	}
	copy(b, s[at:])
}

func strJoin(vm *VM, a []Value) (Value, error) {
	items, ok := fixedItems(a[1])
	if !ok {
		if t := a[1].Type(); t.slots.Iter == nil && t.slots.GetItem == nil {
			return Value{}, TypeErrorf("can only join an iterable")
		}
		var err error
		if items, err = vm.Collect(a[1]); err != nil {
			return Value{}, err
		}
	}
	return vm.joinStrs(a[0].Str(), items)
}

func (vm *VM) joinStrs(sep *Str, items []Value) (Value, error) {
	if len(items) == 0 {
		return emptyStr, nil
	}
	total, flags := len(sep.S)*(len(items)-1), sep.flags
	if len(items) == 1 {
		flags = flagASCII
	}
	for i, v := range items {
		s := v.Str()
		if s == nil {
			return Value{}, TypeErrorf("sequence item %d: expected str instance, %s found", i, v.Type().Name)
		}
		total += len(s.S)
		flags &= s.flags
	}
	if len(items) == 1 && items[0].Type() == StrType {
		return items[0], nil
	}
	if err := vm.reserveText(total); err != nil {
		return Value{}, err
	}
	if err := vm.tickBytes(total); err != nil {
		return Value{}, err
	}
	out, b := allocStr(total)
	for i, v := range items {
		if i > 0 {
			b = b[copy(b, sep.S):]
		}
		b = b[copy(b, v.Str().S):]
	}
	if flags&flagASCII != 0 {
		return vm.finishASCII(out), nil
	}
	return vm.finish(out), nil
}

func strEncode(vm *VM, a []Value) (Value, error) {
	for i, name := range []string{"encoding", "errors"} {
		if a[i+1].Str() == nil {
			return Value{}, TypeErrorf("encode() argument '%s' must be str, not %s", name, argKind(a[i+1]))
		}
	}
	return vm.encodeText(a[0].Str(), a[1].Str().S, a[2].Str().S)
}
