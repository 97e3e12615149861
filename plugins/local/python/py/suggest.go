package py

import (
	"strings"
	"unicode"
)

// What a misspelt name may cost to be worth a suggestion, as CPython has it.
const (
	maxCandidates = 750
	maxNameLength = 40
	moveCost      = 2
	caseCost      = 1
)

// Suggestion is what a traceback appends to the message of a NameError,
// AttributeError or ImportError: ". Did you mean: 'x'?", or "".
func (vm *VM) Suggestion(e *Exception) string {
	x, ok := e.Extra.(*excFields)
	if !ok {
		return ""
	}
	switch {
	case e.typ.IsSubtype(NameError):
		out := ""
		if s := x.v[nameHint]; s.Bound() {
			out = ". Did you mean: '" + s.Str().S + "'?"
		}
		if name := x.v[0]; name.Bound() && name.Str() != nil && stdlibNames[name.Str().S] {
			if out == "" {
				return ". Did you forget to import '" + name.Str().S + "'?"
			}
			return out + " Or did you forget to import '" + name.Str().S + "'?"
		}
		return out
	case e.typ.IsSubtype(AttributeError):
		return vm.suggestAttr(x.v[0], x.v[1])
	case e.typ.IsSubtype(ImportError):
		if m := orNone(x.v[1]).Str(); m != nil {
			return vm.suggestAttr(x.v[3], orNone(vm.Modules.GetStr(m)))
		}
	}
	return ""
}

// nameHint is the field of a NameError that holds the suggestion, found when
// it is raised: later the variables of its frame are gone.
const nameHint = 7

func (vm *VM) suggestAttr(name, obj Value) string {
	if !name.Bound() || name.Str() == nil || !obj.Bound() {
		return ""
	}
	names, err := vm.dirNames(obj)
	if err != nil {
		return ""
	}
	if s := closest(name.Str().S, names); s != "" {
		return ". Did you mean: '" + s + "'?"
	}
	return ""
}

// dirNames is dir(obj).
func (vm *VM) dirNames(obj Value) ([]string, error) {
	list, err := vm.callSpecial(obj, nameDir)
	if err != nil {
		return nil, err
	}
	items, err := vm.Collect(list)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(items))
	for _, v := range items {
		if s := v.Str(); s != nil {
			names = append(names, s.S)
		}
	}
	if m := obj.Module(); m != nil {
		for k := range m.Dict.All() {
			if s := k.Str(); s != nil {
				names = append(names, s.S)
			}
		}
	}
	return names, nil
}

// builtinOrder is how CPython's namespace of built-ins begins: of names that are
// equally close the first is suggested.
const builtinOrder = `abs all any ascii bin breakpoint callable chr compile delattr dir divmod eval exec format getattr globals hasattr
	hash hex id input isinstance issubclass iter aiter len locals max min next anext oct ord pow print repr round setattr sorted sum vars
	None Ellipsis NotImplemented False True bool memoryview bytearray bytes classmethod complex dict enumerate filter float frozenset
	property int list map object range reversed set slice staticmethod str super tuple type zip __debug__ BaseException
	BaseExceptionGroup Exception GeneratorExit KeyboardInterrupt SystemExit ArithmeticError AssertionError AttributeError BufferError
	EOFError ImportError LookupError MemoryError NameError OSError ReferenceError RuntimeError StopAsyncIteration StopIteration
	SyntaxError SystemError TypeError ValueError Warning FloatingPointError OverflowError ZeroDivisionError`

var nameSelf = Name("self")

// hintFor is the name that the running frame knows and that is close to a
// missing one.
func (vm *VM) hintFor(name *Str) string {
	f := vm.frame
	if f == nil {
		return ""
	}
	var names []string
	add := func(d *Dict) {
		for k := range d.All() {
			if s := k.Str(); s != nil {
				names = append(names, s.S)
			}
		}
	}
	if ns, err := vm.frameNamespace(vm.frame); err == nil && ns.Dict() != nil {
		if self := ns.Dict().GetStr(nameSelf); self.Bound() && ns.Dict() != f.Globals && vm.hasAttr(self, name) {
			return "self." + name.S
		}
		if ns.Dict() != f.Globals {
			add(ns.Dict())
		}
	}
	add(f.Globals)
	for _, n := range strings.Fields(builtinOrder) {
		if vm.Builtins.GetStr(Name(n)).Bound() {
			names = append(names, n)
		}
	}
	add(vm.Builtins)
	return closest(name.S, names)
}

// closest is the candidate that is most like the name; "" if none is close.
func closest(name string, candidates []string) string {
	wrong := []rune(name)
	if len(candidates) > maxCandidates || len(wrong) > maxNameLength {
		return ""
	}
	best, distance := "", len(wrong)
	for _, c := range candidates {
		if c == name {
			continue
		}
		r := []rune(c)
		limit := min((len(r)+len(wrong)+3)*moveCost/6, distance-1)
		d := editDistance(wrong, r, limit)
		if d > limit {
			continue
		}
		if best == "" || d < distance {
			best, distance = c, d
		}
	}
	return best
}

// editDistance is the cost of turning a into b, or more than limit.
func editDistance(a, b []rune, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return moveCost * (len(a) + len(b))
	}
	if len(a) > maxNameLength || len(b) > maxNameLength {
		return limit + 1
	}
	if len(b) < len(a) {
		a, b = b, a
	}
	if (len(b)-len(a))*moveCost > limit {
		return limit + 1
	}
	var row [maxNameLength]int
	for i := range a {
		row[i] = (i + 1) * moveCost
	}
	result := 0
	for i, bc := range b {
		diagonal := i * moveCost
		result = diagonal
		least := int(^uint(0) >> 1)
		for j, ac := range a {
			replace := diagonal + replaceCost(bc, ac)
			diagonal = row[j]
			result = min(min(result, diagonal)+moveCost, replace)
			row[j] = result
			least = min(least, result)
		}
		if least > limit {
			return limit + 1
		}
	}
	return result
}

func replaceCost(a, b rune) int {
	switch {
	case a == b:
		return 0
	case unicode.ToLower(a) == unicode.ToLower(b):
		return caseCost
	}
	return moveCost
}
