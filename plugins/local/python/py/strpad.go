package py

import "strings"

type padding uint8

const (
	padLeft padding = iota
	padRight
	padCenter
)

// pad tells how many characters come before and after a text of length n in a
// field of a width.
func (p padding) pad(n, width int) (before, after int) {
	if width <= n {
		return 0, 0
	}
	total := width - n
	switch p {
	case padLeft:
		return total, 0
	case padRight:
		return 0, total
	}
	before = total/2 + total&width&1
	return before, total - before
}

func (vm *VM) strJustify(a []Value, p padding) (Value, error) {
	width, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	fill := " "
	if len(a) > 2 {
		f := a[2].Str()
		if f == nil {
			return Value{}, TypeErrorf("The fill character must be a unicode character, not %s", a[2].Type().Name)
		}
		if f.length() != 1 {
			return Value{}, TypeErrorf("The fill character must be exactly one character long")
		}
		fill = f.S
	}
	s := a[0].Str()
	before, after := p.pad(s.length(), width)
	return vm.padStr(s, fill, before, after)
}

// padStr is s with a fill character repeated before and after it.
func (vm *VM) padStr(s *Str, fill string, before, after int) (Value, error) {
	if before+after == 0 {
		return vm.plainStr(s), nil
	}
	if before+after > maxText/len(fill) {
		return Value{}, NewException(MemoryError, "")
	}
	total := len(s.S) + (before+after)*len(fill)
	if err := vm.reserveText(total); err != nil {
		return Value{}, err
	}
	out, b := allocStr(total)
	b = fillText(b, fill, before)
	b = b[copy(b, s.S):]
	fillText(b, fill, after)
	if s.ASCII() && len(fill) == 1 {
		return vm.finishASCII(out), nil
	}
	return vm.finish(out), nil
}

// fillText writes fill n times and gives the rest of b.
func fillText(b []byte, fill string, n int) []byte {
	if len(fill) == 1 {
		for i := range b[:n] {
			b[i] = fill[0]
		}
		return b[n:]
	}
	for range n {
		b = b[copy(b, fill):]
	}
	return b
}

func strZfill(vm *VM, a []Value) (Value, error) {
	width, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	s := a[0].Str()
	n := width - s.length()
	if n <= 0 {
		return vm.plainStr(s), nil
	}
	if n > maxText {
		return Value{}, NewException(MemoryError, "")
	}
	if err := vm.reserveText(len(s.S) + n); err != nil {
		return Value{}, err
	}
	out, b := allocStr(len(s.S) + n)
	rest := s.S
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		b[0] = rest[0]
		b, rest = b[1:], rest[1:]
	}
	copy(fillText(b, "0", n), rest)
	if s.ASCII() {
		return vm.finishASCII(out), nil
	}
	return vm.finish(out), nil
}

func strExpandTabs(vm *VM, a []Value) (Value, error) {
	size, err := vm.intArg(a[1])
	if err != nil {
		return Value{}, err
	}
	s := a[0].Str()
	if strings.IndexByte(s.S, '\t') < 0 {
		return vm.plainStr(s), nil
	}
	if size > 0 {
		tabs := strings.Count(s.S, "\t")
		if size > maxText/tabs {
			return Value{}, Raise(OverflowError, "new string is too long")
		}
		if err := vm.reserveText(len(s.S) + tabs*size); err != nil {
			return Value{}, err
		}
	}
	b := expandTabs(s.S, size, true)
	return vm.NewString(textOf(b)), vm.tickBytes(len(b))
}

// expandTabs replaces tabs by spaces up to the next column. runes tells that
// columns are code points, not bytes.
func expandTabs(s string, size int, runes bool) []byte {
	b := make([]byte, 0, len(s)+8)
	column := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\t':
			if size > 0 {
				n := size - column%size
				column += n
				for range n {
					b = append(b, ' ')
				}
			}
			continue
		case c == '\n' || c == '\r':
			column = 0
		case !runes || c&0xC0 != 0x80:
			column++
		}
		b = append(b, s[i])
	}
	return b
}

// strTranslate maps each character through a table.
func strTranslate(vm *VM, a []Value) (Value, error) {
	s, table := a[0].Str(), a[1]
	// What an ASCII character maps to, once looked up: -2 not yet, -1 nothing.
	var known [0x80]rune
	for i := range known {
		known[i] = -2
	}
	b := make([]byte, 0, len(s.S)+8)
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		if r < 0x80 && known[r] != -2 {
			if known[r] >= 0 {
				b = appendRune(b, known[r])
			}
			i += n
			continue
		}
		to, err := vm.translateRune(table, r)
		if err != nil {
			return Value{}, err
		}
		single := rune(-2)
		switch {
		case !to.Bound():
			b, single = append(b, s.S[i:i+n]...), r
		case to.IsNone():
			single = -1
		case to.Str() != nil:
			if b, err = vm.roomFor(b, len(to.Str().S)); err != nil {
				return Value{}, err
			}
			b = append(b, to.Str().S...)
			if to.Str().length() == 1 {
				single, _ = decodeRune(to.Str().S)
			}
		default:
			single = rune(to.AsInt())
			b = appendRune(b, single)
		}
		if r < 0x80 {
			known[r] = single
		}
		i += n
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
	}
	return vm.NewString(textOf(b)), nil
}

// translateRune is table[r], checked: unbound if there is none, None, a str or
// a small int that is a code point.
func (vm *VM) translateRune(table Value, r rune) (Value, error) {
	var v Value
	var err error
	if d := table.Dict(); d != nil && d.typ == DictType {
		v, err = d.Get(vm, Int(int64(r)))
		if err != nil || !v.Bound() {
			return v, err
		}
	} else if v, err = vm.GetItem(table, Int(int64(r))); err != nil {
		if e, ok := err.(*Exception); ok && e.typ.IsSubtype(LookupError) {
			return Value{}, nil
		}
		return v, err
	}
	switch {
	case v.IsNone() || v.Str() != nil:
		return v, nil
	case v.IsInt() || v.IsBool():
		if i := v.AsInt(); i < 0 || i > 0x10FFFF {
			return Value{}, ValueErrorf("character mapping must be in range(0x110000)")
		}
		return Int(v.AsInt()), nil
	case v.BigInt() != nil:
		b := v.BigInt().V
		if !b.IsInt64() || b.Int64() < 0 || b.Int64() > 0x10FFFF {
			return Value{}, ValueErrorf("character mapping must be in range(0x110000)")
		}
		return Int(b.Int64()), nil
	}
	return Value{}, TypeErrorf("character mapping must return integer, None or str")
}

func strMakeTrans(vm *VM, a []Value) (Value, error) {
	table := vm.NewDict()
	if !a[1].Bound() {
		return table.Value(), vm.makeTransDict(table, a[0])
	}
	x, y := a[0].Str(), a[1].Str()
	if y == nil {
		return Value{}, TypeErrorf("maketrans() argument 2 must be str, not %s", argKind(a[1]))
	}
	if x == nil {
		return Value{}, TypeErrorf("first maketrans argument must be a string if there is a second argument")
	}
	if x.length() != y.length() {
		return Value{}, ValueErrorf("the first two maketrans arguments must have equal length")
	}
	if err := vm.Reserve(4 * int64(x.length()+y.length())); err != nil {
		return Value{}, err
	}
	to := decodeRunes(y.S)
	for i, r := range decodeRunes(x.S) {
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
		if err := table.Set(vm, Int(int64(r)), Int(int64(to[i]))); err != nil {
			return Value{}, err
		}
	}
	if a[2].Bound() {
		z := a[2].Str()
		if z == nil {
			return Value{}, TypeErrorf("maketrans() argument 3 must be str, not %s", argKind(a[2]))
		}
		if err := vm.Reserve(4 * int64(z.length())); err != nil {
			return Value{}, err
		}
		for _, r := range decodeRunes(z.S) {
			if err := vm.Tick(1); err != nil {
				return Value{}, err
			}
			if err := table.Set(vm, Int(int64(r)), None); err != nil {
				return Value{}, err
			}
		}
	}
	return table.Value(), nil
}

func (vm *VM) makeTransDict(table *Dict, from Value) error {
	d := from.Dict()
	if d == nil {
		return TypeErrorf("if you give only one argument to maketrans it must be a dict")
	}
	for k, v := range d.All() {
		switch s := k.Str(); {
		case s != nil:
			if s.length() != 1 {
				return ValueErrorf("string keys in translate table must be of length 1")
			}
			r, _ := decodeRune(s.S)
			k = Int(int64(r))
		case !IsInstance(k, IntType):
			return TypeErrorf("keys in translate table must be strings or integers")
		}
		if err := table.Set(vm, k, v); err != nil {
			return err
		}
	}
	return nil
}
