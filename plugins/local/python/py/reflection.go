package py

import (
	"slices"
	"strings"
	"unsafe"
)

// ID is id(v): the object's address, or for unboxed values a number made of
// the value.
func (vm *VM) ID(v Value) uint64 { return uint64(v.id()) }

// dirList is the list that dir(v) sorts: attribute names of the instance, its
// class and their bases (of the class itself for a class).
func (vm *VM) dirList(v Value) (Value, error) {
	seen := map[string]bool{}
	collect := func(d *Dict) {
		for k := range d.All() {
			if s := k.Str(); s != nil {
				seen[s.S] = true
			}
		}
	}
	t := v.AsType()
	m := v.Module()
	switch {
	case m != nil:
		if f := m.Dict.GetStr(nameDir); f.Bound() {
			return vm.Call(f)
		}
		collect(m.Dict)
		t = &Type{}
	case t == nil:
		t = v.Type()
		if v.header().attrs != nil || v.Kind() == KindMethod {
			dict, err := vm.lookupAttr(v, nameDict)
			if err != nil {
				return Value{}, err
			}
			if dict.Bound() && dict.Dict() != nil {
				collect(dict.Dict())
			}
		}
	}
	for _, c := range t.MRO {
		collect(c.Dict)
	}
	out := make([]string, 0, len(seen))
	for n := range seen {
		out = append(out, n)
	}
	slices.Sort(out)
	items := make([]Value, len(out))
	for i, n := range out {
		items[i] = Of(&vm.Intern(n).Object)
	}
	return vm.NewList(items), nil
}

// sizeOf is the size that the memory measurement counts for v, in bytes.
func (vm *VM) sizeOf(v Value) int {
	if f := v.Type().slots.Size; f != nil {
		return f(v)
	}
	switch v.Kind() {
	case KindStr:
		return 49 + len(v.Str().S)
	case KindInstance:
		return instanceSize
	}
	return int(unsafe.Sizeof(Object{}))
}

// isIdentifier reports whether s is a valid identifier (NFKC aside).
func isIdentifier(s string) bool {
	if s == "" {
		return false
	}
	for i, r := range s {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9' ||
			r >= 0x80 && isIdentifierRune(r, i > 0)) {
			return false
		}
	}
	return true
}

func isIdentifierRune(r rune, inner bool) bool {
	return !strings.ContainsRune("\u00a0\u2028\u2029\ufffd", r) && unicodeIdentifier(r, inner)
}
