package py

import "strings"

func defineStr() {
	StrType.native = typeID[Str]()
	StrType.define(TypeSpec{
		Doc: "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n" +
			"Create a new string object from the given object. If encoding or\nerrors is specified, then the object must expose a data buffer\n" +
			"that will be decoded using the given encoding and error handler.\nOtherwise, returns the result of object.__str__() (if defined)\nor repr(object).\n" +
			"encoding defaults to sys.getdefaultencoding().\nerrors defaults to 'strict'.",
		Flags: TypeMatchSelf | typeConcat,
		Slots: Slots{
			New: strNew, Repr: strRepr, Str: strStr,
			Hash:    func(vm *VM, v Value) (int64, error) { return int64(v.Str().hashOf()), nil },
			Compare: strCompare,
			Len:     func(vm *VM, v Value) (int, error) { return v.Str().length(), nil },
			GetItem: strGetItem, Contains: strContains, Iter: strIter,
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd: strAdd,
				OpMul: func(vm *VM, a, b Value) (Value, error) { return vm.repeat(a, b, strRepeat) },
				OpMod: strMod,
			},
			Size: func(v Value) int { return strSize + len(v.Str().S) },
		},
		Methods: strMethods(),
	})
}

func strNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	object, encoding, errors, err := textArgs("str", "object", args, kw)
	if err != nil {
		return Value{}, err
	}
	r := emptyStr
	switch {
	case encoding.Bound() || errors.Bound():
		if object.Bound() {
			r, err = vm.decodeObject(object, encoding, errors)
		}
	case object.Bound():
		r, err = vm.StrValue(object)
	}
	if err != nil || cls == StrType {
		return r, err
	}
	from := r.Str()
	s := &Str{S: from.S, hash: from.hash, runes: from.runes}
	vm.NewObject(&s.Object, cls, strSize+len(from.S))
	s.flags |= from.flags & flagASCII
	return Of(&s.Object), nil
}

// textArgs reads the arguments of str(), bytes() and bytearray(): an object,
// an encoding and an error handler, each unbound if it was left out.
func textArgs(name, first string, args []Value, kw Kwargs) (object, encoding, errors Value, err error) {
	if len(args)+kw.Len() > 3 {
		return Value{}, Value{}, Value{}, tooManyArguments(name, 3, len(args), kw)
	}
	var vals [3]Value
	copy(vals[:], args)
	names := [3]string{first, "encoding", "errors"}
	for i, k := range kw.Names {
		at := -1
		for j, n := range names {
			if n == k.Str().S {
				at = j
			}
		}
		if at < 0 {
			return Value{}, Value{}, Value{}, TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Str().S, name)
		}
		if at < len(args) {
			return Value{}, Value{}, Value{}, TypeErrorf("argument for %s() given by name ('%s') and position (%d)", name, names[at], at+1)
		}
		vals[at] = kw.Vals[i]
	}
	for i := 1; i < 3; i++ {
		if vals[i].Bound() && vals[i].Str() == nil {
			return Value{}, Value{}, Value{}, TypeErrorf("%s() argument '%s' must be str, not %s", name, names[i], argKind(vals[i]))
		}
	}
	return vals[0], vals[1], vals[2], nil
}

// strStr is str(s): a plain str of the same text.
func strStr(vm *VM, v Value) (Value, error) {
	if v.Type() == StrType {
		return v, nil
	}
	return vm.plainStr(v.Str()), nil
}

// plainStr is s as an instance of str itself.
func (vm *VM) plainStr(s *Str) Value {
	if s.typ == StrType {
		return Of(&s.Object)
	}
	vm.charge(strSize)
	p := &Str{Object: Object{typ: StrType, kind: KindStr, flags: s.flags & flagASCII}, S: s.S, hash: s.hash, runes: s.runes}
	return Of(&p.Object)
}

func strCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	s, t := a.Str(), b.Str()
	if s == nil || t == nil {
		return NotImplemented, nil
	}
	vm.work(min(len(s.S), len(t.S)))
	switch op {
	case Eq:
		return Bool(s.S == t.S), nil
	case Ne:
		return Bool(s.S != t.S), nil
	}
	// UTF-8 sorts as its code points do.
	return Bool(orderMatches(strings.Compare(s.S, t.S), op)), nil
}

// orderMatches tells whether an ordering comparison holds for c = cmp(a, b).
func orderMatches(c int, op CompareOp) bool {
	switch op {
	case Lt:
		return c < 0
	case Le:
		return c <= 0
	case Gt:
		return c > 0
	case Ge:
		return c >= 0
	case Eq:
		return c == 0
	}
	return c != 0
}

func strContains(vm *VM, v, item Value) (bool, error) {
	sub := item.Str()
	if sub == nil {
		return false, TypeErrorf("'in <string>' requires string as left operand, not %s", item.Type().Name)
	}
	s := v.Str().S
	return strings.Contains(s, sub.S), vm.tickBytes(len(s))
}

func strAdd(vm *VM, a, b Value) (Value, error) {
	s, t := a.Str(), b.Str()
	if s == nil {
		return NotImplemented, nil
	}
	if t == nil {
		if b.Type().flags&TypeHeap != 0 && b.Type().hasGuestOp(OpAdd) {
			return NotImplemented, nil
		}
		return Value{}, TypeErrorf("can only concatenate str (not \"%s\") to str", b.Type().Name)
	}
	return vm.concat(s, t, false)
}

// concat is a + b. again tells that a is likely to be replaced by the result
// and appended to again, as in a += b.
func (vm *VM) concat(a, b *Str, again bool) (Value, error) {
	n := len(a.S) + len(b.S)
	switch {
	case len(a.S) == 0:
		return vm.plainStr(b), nil
	case len(b.S) == 0:
		return vm.plainStr(a), nil
	case n >= minGrow && (again || n >= 8*minGrow && len(b.S) < len(a.S)/4):
		return vm.concatInPlace(a, b)
	}
	if n > 1<<16 {
		if err := vm.reserveText(n); err != nil {
			return Value{}, err
		}
	}
	vm.charge(int64(strSize + n))
	s, text := allocStr(n)
	copy(text[copy(text, a.S):], b.S)
	joined(s, a, b)
	return Of(&s.Object), nil
}

// maxText is the longest text in bytes: its length must fit an int32.
const maxText = 1<<31 - 1

// reserveText is Reserve for a text of n bytes.
func (vm *VM) reserveText(n int) error {
	if n < 0 || n > maxText {
		return NewException(MemoryError, "")
	}
	return vm.Reserve(int64(n))
}

// roomFor is a text under construction with room for n more bytes.
func (vm *VM) roomFor(b []byte, n int) ([]byte, error) {
	if cap(b)-len(b) >= n {
		return b, nil
	}
	need := len(b) + n
	room := need + need/2
	if need > 1<<16 {
		room = need + need/4
		if vm.reserveText(cap(b)+room) != nil {
			room = need + need/16
			if err := vm.reserveText(cap(b) + room); err != nil {
				return nil, err
			}
		}
		vm.charge(int64(room - cap(b)))
	}
	return append(make([]byte, 0, room), b...), nil
}

// joined sets what is known about the text of s = a + b.
func joined(s, a, b *Str) {
	s.flags |= a.flags & b.flags & flagASCII
	s.runes = -1
	if a.runes >= 0 && b.runes >= 0 {
		s.runes = a.runes + b.runes
	}
}

// growStr is a str at whose end there may be room for more. A loop of s += t
// makes a new growStr in each step, all of which are beginnings of one text:
// the bytes of a str never change, but the longest of them may be extended in
// place, since nobody else can see what is behind it. So n steps copy O(n)
// bytes in all, and each intermediate value stays valid.
type growStr struct {
	Str
	text *growText
}

// growText is the memory that growStrs share; len(b) is what is in use.
type growText struct{ b []byte }

const (
	growStrSize = 64
	// minGrow is the length from which on += leaves room.
	minGrow = 128
)

// concatInPlace is a + b, both not empty, with room for more behind it.
func (vm *VM) concatInPlace(a, b *Str) (Value, error) {
	n := len(a.S) + len(b.S)
	var text *growText
	if g := a.grow(); g != nil && len(g.text.b) == len(a.S) && cap(g.text.b) >= n {
		text = g.text
		text.b = append(text.b, b.S...)
	} else {
		room := n + n/2
		if err := vm.reserveText(room); err != nil {
			if err = vm.reserveText(n); err != nil {
				return Value{}, err
			}
			room = n
		}
		text = &growText{b: make([]byte, n, room)}
		copy(text.b[copy(text.b, a.S):], b.S)
		vm.charge(int64(room))
	}
	vm.charge(growStrSize)
	s := &growStr{Str: Str{Object: Object{typ: StrType, kind: KindStr, flags: flagGrow}, S: textOf(text.b)}, text: text}
	joined(&s.Str, a, b)
	return Of(&s.Object), nil
}

func strRepeat(vm *VM, v Value, n int) (Value, error) {
	s := v.Str()
	if n == 0 || len(s.S) == 0 {
		return emptyStr, nil
	}
	if n == 1 {
		return vm.plainStr(s), nil
	}
	if n > maxText/len(s.S) {
		if n > (1<<63-1)/s.length() {
			return Value{}, Raise(OverflowError, "repeated string is too long")
		}
		return Value{}, NewException(MemoryError, "")
	}
	total := n * len(s.S)
	if err := vm.reserveText(total); err != nil {
		return Value{}, err
	}
	vm.charge(int64(strSize + total))
	out, text := allocStr(total)
	done := copy(text, s.S)
	for done < total {
		done += copy(text[done:], text[:done])
	}
	out.flags |= s.flags & flagASCII
	out.runes = int32(s.length() * n)
	return Of(&out.Object), nil
}
