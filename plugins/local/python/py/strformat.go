package py

import (
	"fmt"
	"math"
)

// formatter runs one call of str.format or str.format_map.
type formatter struct {
	vm   *VM
	args []Value // positional; nil for format_map
	kw   Kwargs
	mapp Value // the mapping of format_map; unbound for format
	next int   // the next automatic number
	// numbering: 0 not known yet, 'a' automatic, 'm' manual.
	numbering byte
}

func strFormat(vm *VM, args []Value, kw Kwargs) (Value, error) {
	f := formatter{vm: vm, args: args[1:], kw: kw}
	return f.str(args[0].Str())
}

func strFormatMap(vm *VM, a []Value) (Value, error) {
	f := formatter{vm: vm, mapp: a[1]}
	return f.str(a[0].Str())
}

func (f *formatter) str(s *Str) (Value, error) {
	out, err := f.build(nil, s.S, 2)
	if err != nil {
		return Value{}, err
	}
	return f.vm.NewString(textOf(out)), nil
}

// build appends a format string with its fields replaced. depth bounds the
// nesting of fields in specifications.
func (f *formatter) build(out []byte, s string, depth int) ([]byte, error) {
	if depth <= 0 {
		return nil, ValueErrorf("Max string recursion exceeded")
	}
	for i := 0; i < len(s); {
		c := s[i]
		if c != '{' && c != '}' {
			j := i + 1
			for j < len(s) && s[j] != '{' && s[j] != '}' {
				j++
			}
			out = append(out, s[i:j]...)
			i = j
			continue
		}
		i++
		switch {
		case i < len(s) && s[i] == c:
			out = append(out, c)
			i++
			continue
		case c == '}':
			return nil, ValueErrorf("Single '}' encountered in format string")
		case i >= len(s):
			return nil, ValueErrorf("Single '{' encountered in format string")
		}
		field, end, err := parseField(s, i)
		if err != nil {
			return nil, err
		}
		if out, err = f.render(out, field, depth); err != nil {
			return nil, err
		}
		if err := f.vm.Tick(1); err != nil {
			return nil, err
		}
		i = end
	}
	return out, nil
}

// formatField is a replacement field: {name!conversion:spec}.
type formatField struct {
	name, spec string
	conversion rune
	nested     bool // the spec has fields itself
}

// parseField reads the field that begins at s[i:] and gives where it ends.
func parseField(s string, i int) (f formatField, end int, err error) {
	start := i
	var c byte
scan:
	for i < len(s) {
		c = s[i]
		i++
		switch c {
		case '{':
			return f, 0, ValueErrorf("unexpected '{' in field name")
		case '[':
			for i < len(s) && s[i] != ']' {
				i++
			}
		case '}', ':', '!':
			break scan
		}
		c = 0
	}
	switch c {
	case 0:
		return f, 0, ValueErrorf("expected '}' before end of string")
	case '}':
		f.name = s[start : i-1]
		return f, i, nil
	}
	f.name = s[start : i-1]
	if c == '!' {
		if i >= len(s) {
			return f, 0, ValueErrorf("end of string while looking for conversion specifier")
		}
		var n int
		f.conversion, n = decodeRune(s[i:])
		if i += n; i < len(s) {
			c = s[i]
			i++
			if c == '}' {
				return f, i, nil
			}
			if c != ':' {
				return f, 0, ValueErrorf("expected ':' after conversion specifier")
			}
		}
	}
	start = i
	for open := 1; i < len(s); i++ {
		switch s[i] {
		case '{':
			f.nested = true
			open++
		case '}':
			if open--; open == 0 {
				f.spec = s[start:i]
				return f, i + 1, nil
			}
		}
	}
	return f, 0, ValueErrorf("unmatched '{' in format spec")
}

// render appends a field's value, converted and formatted.
func (f *formatter) render(out []byte, field formatField, depth int) ([]byte, error) {
	v, err := f.value(field.name)
	if err != nil {
		return nil, err
	}
	switch c := field.conversion; c {
	case 0:
	case 's':
		v, err = f.vm.StrValue(v)
	case 'r':
		v, err = v.Type().slots.Repr(f.vm, v)
	case 'a':
		v, err = f.vm.ASCII(v)
	default:
		if c > ' ' && c < 0x7F {
			return nil, ValueErrorf("Unknown conversion specifier %c", c)
		}
		return nil, ValueErrorf("Unknown conversion specifier \\x%x", c)
	}
	if err != nil {
		return nil, err
	}
	spec := field.spec
	if field.nested {
		b, err := f.build(nil, spec, depth-1)
		if err != nil {
			return nil, err
		}
		spec = textOf(b)
	}
	if spec == "" {
		if s := v.Str(); s != nil && s.typ == StrType {
			return f.append(out, s.S)
		}
		if v.IsInt() {
			return appendInt(out, v.AsInt()), nil
		}
	}
	r, err := f.vm.Format(v, spec)
	if err != nil {
		return nil, err
	}
	return f.append(out, r.Str().S)
}

func (f *formatter) append(out []byte, text string) ([]byte, error) {
	out, err := f.vm.roomFor(out, len(text))
	return append(out, text...), err
}

// value finds the object that a field names.
func (f *formatter) value(name string) (Value, error) {
	i := 0
	for i < len(name) && name[i] != '.' && name[i] != '[' {
		i++
	}
	v, err := f.first(name[:i])
	for err == nil && i < len(name) {
		v, i, err = f.member(v, name, i)
	}
	return v, err
}

// member follows the attribute or item access at name[i:].
func (f *formatter) member(v Value, name string, i int) (Value, int, error) {
	a, next, err := formatAccess(name, i)
	if err != nil {
		return v, i, err
	}
	switch {
	case a.Attr:
		v, err = f.vm.GuestGetAttr(v, f.vm.Intern(a.Key))
	case a.Number >= 0:
		v, err = f.vm.GetItem(v, Int(int64(a.Number)))
	default:
		v, err = f.vm.GetItem(v, f.vm.NewString(a.Key))
	}
	return v, next, err
}

// fieldNumber is the number that a name spells; -1 if it spells none.
func fieldNumber(name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	n := 0
	for i := 0; i < len(name); {
		r, size := decodeRune(name[i:])
		d := DecimalDigit(r)
		if d < 0 {
			return -1, nil
		}
		if n > (math.MaxInt-d)/10 {
			return -1, ValueErrorf("Too many decimal digits in format string")
		}
		n = n*10 + d
		i += size
	}
	return n, nil
}

// first finds the argument that a field name begins with.
func (f *formatter) first(name string) (Value, error) {
	n, err := fieldNumber(name)
	if err != nil {
		return Value{}, err
	}
	if name == "" || n >= 0 {
		mode := byte('m')
		if name == "" {
			mode, n = 'a', f.next
			f.next++
		}
		if f.numbering == 0 {
			f.numbering = mode
		}
		if f.numbering != mode {
			if mode == 'a' {
				return Value{}, ValueErrorf("cannot switch from manual field specification to automatic field numbering")
			}
			return Value{}, ValueErrorf("cannot switch from automatic field numbering to manual field specification")
		}
		if f.mapp.Bound() {
			return Value{}, ValueErrorf("Format string contains positional fields")
		}
		if n >= len(f.args) {
			return Value{}, Raise(IndexError, "Replacement index %d out of range for positional args tuple", n)
		}
		return f.args[n], nil
	}
	if f.mapp.Bound() {
		return f.vm.GetItem(f.mapp, f.vm.NewString(name))
	}
	for i, k := range f.kw.Names {
		if k.Str().S == name {
			return f.kw.Vals[i], nil
		}
	}
	return Value{}, f.vm.keyError(f.vm.NewString(name))
}

// reprOrd shows a character in the errors of format strings.
func reprOrd(r rune) string {
	if r > 31 && r < 127 {
		return fmt.Sprintf("'%c' (0x%x)", r, r)
	}
	return fmt.Sprintf("'?' (0x%x)", r)
}

// A FormatPiece is part of a format string: a literal text and the replacement
// field after it, if there is one.
type FormatPiece struct {
	Literal    string
	Field      bool
	Name, Spec string
	Conversion rune // 0: none
}

// FormatPieces takes a format string apart, as string.Formatter.parse does.
func FormatPieces(s string) ([]FormatPiece, error) {
	var out []FormatPiece
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && s[i] != '{' && s[i] != '}' {
			i++
		}
		if i == len(s) {
			return append(out, FormatPiece{Literal: s[start:]}), nil
		}
		c := s[i]
		i++
		switch {
		case i < len(s) && s[i] == c:
			out = append(out, FormatPiece{Literal: s[start:i]})
			i++
			continue
		case c == '}':
			return out, ValueErrorf("Single '}' encountered in format string")
		case i >= len(s):
			return out, ValueErrorf("Single '{' encountered in format string")
		}
		f, end, err := parseField(s, i)
		if err != nil {
			return out, err
		}
		out = append(out, FormatPiece{s[start : i-1], true, f.name, f.spec, f.conversion})
		i = end
	}
	return out, nil
}

// A FormatAccess is an attribute or item access in a field's name.
type FormatAccess struct {
	Attr   bool
	Key    string
	Number int // of an item access by number, else -1
}

// FormatName takes a field's name apart: the argument's name, its number (-1
// for a name) and what follows.
func FormatName(name string) (first string, number int, rest []FormatAccess, err error) {
	i := 0
	for i < len(name) && name[i] != '.' && name[i] != '[' {
		i++
	}
	if number, err = fieldNumber(name[:i]); err != nil {
		return "", 0, nil, err
	}
	first = name[:i]
	for i < len(name) {
		a, next, err := formatAccess(name, i)
		if err != nil {
			return "", 0, nil, err
		}
		rest = append(rest, a)
		i = next
	}
	return first, number, rest, nil
}

// formatAccess reads the attribute or item access at name[i:].
func formatAccess(name string, i int) (a FormatAccess, next int, err error) {
	kind := name[i]
	i++
	start := i
	a.Number = -1
	switch kind {
	case '.':
		for i < len(name) && name[i] != '.' && name[i] != '[' {
			i++
		}
		a.Attr, a.Key, next = true, name[start:i], i
	case '[':
		for i < len(name) && name[i] != ']' {
			i++
		}
		if i >= len(name) {
			return a, i, ValueErrorf("Missing ']' in format string")
		}
		a.Key, next = name[start:i], i+1
		if a.Number, err = fieldNumber(a.Key); err != nil {
			return a, i, err
		}
	default:
		return a, i, ValueErrorf("Only '.' or '[' may follow ']' in format field specifier")
	}
	if a.Key == "" {
		return a, i, ValueErrorf("Empty attribute in format string")
	}
	return a, next, nil
}
