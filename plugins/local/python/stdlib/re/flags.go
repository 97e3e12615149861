package re

import (
	"math/big"
	"strconv"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/internal/regex"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func itoa(i int) string { return strconv.Itoa(i) }

// flagName is a flag with its names.
type flagName struct {
	flag        regex.Flags
	long, short string
}

var flagNames = []flagName{
	{regex.TemplateFlag, "TEMPLATE", "T"}, {regex.IgnoreCase, "IGNORECASE", "I"}, {regex.Locale, "LOCALE", "L"},
	{regex.Multiline, "MULTILINE", "M"}, {regex.DotAll, "DOTALL", "S"}, {regex.Unicode, "UNICODE", "U"},
	{regex.Verbose, "VERBOSE", "X"}, {regex.Debug, "DEBUG", "DEBUG"}, {regex.ASCII, "ASCII", "A"},
}

// memberOrder is the order of the flags in RegexFlag, as indexes into flagNames.
var memberOrder = []int{8, 1, 2, 5, 3, 4, 6, 0, 7}

// patternOrder is the order in which a Pattern shows them.
var patternOrder = []int{0, 1, 2, 3, 4, 5, 6, 7, 8}

// describe is the flags joined by bars in an order, each with a prefix, and
// what is left.
func describe(flags int64, prefix string, order []int) string {
	var parts []string
	for _, i := range order {
		if f := flagNames[i]; flags&int64(f.flag) != 0 {
			parts = append(parts, prefix+f.long)
			flags &^= int64(f.flag)
		}
	}
	if flags != 0 {
		parts = append(parts, "0x"+strconv.FormatInt(flags, 16))
	}
	return strings.Join(parts, "|")
}

// flagType is re.RegexFlag: an int whose repr and bitwise operators keep to
// the names, as those of an enum.IntFlag do.
var flagType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	bits := func(v py.Value) (int64, bool) {
		switch {
		case v.IsInt() || v.IsBool():
			return v.AsInt(), true
		case v.BigInt() != nil && v.BigInt().V.IsInt64():
			return v.BigInt().V.Int64(), true
		}
		return 0, false
	}
	op := func(f func(x, y int64) int64) py.BinaryFunc {
		return func(vm *py.VM, a, b py.Value) (py.Value, error) {
			x, okX := bits(a)
			y, okY := bits(b)
			if !okX || !okY {
				return py.NotImplemented, nil
			}
			return newFlag(vm, t, f(x, y)), nil
		}
	}
	repr := func(vm *py.VM, v py.Value) (py.Value, error) {
		n, _ := bits(v)
		switch {
		case n == 0:
			return vm.NewString("re.NOFLAG"), nil
		case n < 0:
			return vm.NewString("~(" + describe(^n, "re.", memberOrder) + ")"), nil
		}
		return vm.NewString(describe(n, "re.", memberOrder)), nil
	}
	slots := py.Slots{
		Repr: repr, Str: repr,
		New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
			if len(args) != 1 || kw.Len() > 0 {
				return py.Value{}, py.TypeErrorf("RegexFlag() takes exactly one value")
			}
			n, ok := bits(args[0])
			if !ok {
				return py.Value{}, py.ValueErrorf("%s is not a valid RegexFlag", args[0].Type().Name)
			}
			return newFlag(vm, cls, n), nil
		},
		Invert: func(vm *py.VM, v py.Value) (py.Value, error) {
			n, _ := bits(v)
			all := int64(0)
			for _, f := range flagNames {
				all |= int64(f.flag)
			}
			return newFlag(vm, t, all&^n), nil
		},
		Contains: func(vm *py.VM, v, item py.Value) (bool, error) {
			x, _ := bits(v)
			y, ok := bits(item)
			if !ok {
				return false, py.TypeErrorf("unsupported operand type(s) for 'in': '%s' and 'RegexFlag'", item.Type().Name)
			}
			return x&y == y, nil
		},
	}
	slots.Binary[py.OpOr] = op(func(x, y int64) int64 { return x | y })
	slots.Binary[py.OpAnd] = op(func(x, y int64) int64 { return x & y })
	slots.Binary[py.OpXor] = op(func(x, y int64) int64 { return x ^ y })
	t = py.NewNativeType[py.BigInt](py.TypeSpec{
		Name: "RegexFlag", Module: "re", Base: py.IntType, Doc: "An enumeration.", Slots: slots,
		Members: []py.Member{
			{Name: "value", Get: func(vm *py.VM, v py.Value) (py.Value, error) { n, _ := bits(v); return py.Int(n), nil }},
			{Name: "name", Get: func(vm *py.VM, v py.Value) (py.Value, error) {
				n, _ := bits(v)
				if n == 0 {
					return vm.NewString("NOFLAG"), nil
				}
				return vm.NewString(describe(n, "", memberOrder)), nil
			}},
		},
	})
	for _, f := range append(flagNames, flagName{0, "NOFLAG", "NOFLAG"}) {
		b := &py.BigInt{V: big.NewInt(int64(f.flag))}
		py.NewStatic(&b.Object, t)
		t.Dict.SetStr(py.Name(f.long), py.Of(&b.Object))
		t.Dict.SetStr(py.Name(f.short), py.Of(&b.Object))
	}
	return t
})

// newFlag makes a RegexFlag.
func newFlag(vm *py.VM, cls *py.Type, n int64) py.Value {
	b := &py.BigInt{V: big.NewInt(n)}
	vm.NewObject(&b.Object, cls, 64)
	return py.Of(&b.Object)
}

// flagValue is the static RegexFlag of a flag.
func flagValue(f regex.Flags) py.Value {
	for _, n := range flagNames {
		if n.flag == f {
			return flagType().Lookup(py.Name(n.long))
		}
	}
	return flagType().Lookup(py.Name("NOFLAG"))
}
