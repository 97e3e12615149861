package re

import (
	"math/big"
	"math/bits"
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

// flagBits is the number of a flag or another int.
func flagBits(v py.Value) (int64, bool) {
	switch {
	case v.IsInt() || v.IsBool():
		return v.AsInt(), true
	case v.BigInt() != nil && v.BigInt().V.IsInt64():
		return v.BigInt().V.Int64(), true
	}
	return 0, false
}

// flagOp is a bitwise operator.
func flagOp(f func(x, y int64) int64) py.BinaryFunc {
	return func(vm *py.VM, a, b py.Value) (py.Value, error) {
		x, okX := flagBits(a)
		y, okY := flagBits(b)
		if !okX || !okY {
			return py.NotImplemented, nil
		}
		return newFlag(vm, f(x, y)), nil
	}
}

// nameOfFlags is the name of flags, its parts joined by bars.
func nameOfFlags(n int64, prefix string) string {
	if n == 0 {
		return prefix + "NOFLAG"
	}
	return describe(n, prefix, memberOrder)
}

var (
	flagOnce     sync.Once
	regexFlag    *py.Type
	flagEnumType *py.Type
)

// flagType is re.RegexFlag: an int that behaves as an enum.IntFlag does. It is
// native because loading enum would take longer than most programs run.
func flagType() *py.Type {
	flagOnce.Do(func() {
		flagEnumType = py.NewNativeType[py.Type](flagMetaSpec())
		regexFlag = py.NewNativeType[py.BigInt](flagSpec())
		py.NewStatic(&regexFlag.Object, flagEnumType)
		for i := -1; i < len(flagNames); i++ {
			f := flagName{0, "NOFLAG", "NOFLAG"}
			if i >= 0 {
				f = flagNames[memberOrder[i]]
			}
			b := &py.BigInt{V: big.NewInt(int64(f.flag))}
			py.NewStatic(&b.Object, regexFlag)
			regexFlag.Dict.SetStr(py.Name(f.long), py.Of(&b.Object))
			regexFlag.Dict.SetStr(py.Name(f.short), py.Of(&b.Object))
		}
	})
	return regexFlag
}

func flagSpec() py.TypeSpec {
	repr := func(vm *py.VM, v py.Value) (py.Value, error) {
		n, _ := flagBits(v)
		if n != 0 && n&allFlags == 0 {
			return vm.NewString("re.RegexFlag(" + strconv.FormatInt(n, 10) + ")"), nil
		}
		return vm.NewString(nameOfFlags(n, "re.")), nil
	}
	slots := py.Slots{
		Repr: repr, Str: repr, New: makeFlag,
		Invert: func(vm *py.VM, v py.Value) (py.Value, error) {
			n, _ := flagBits(v)
			return newFlag(vm, ^n), nil
		},
		Contains: func(vm *py.VM, v, item py.Value) (bool, error) {
			if item.Type() != v.Type() {
				return false, py.TypeErrorf("unsupported operand type(s) for 'in': '%s' and 'RegexFlag'", item.Type().Name)
			}
			x, _ := flagBits(v)
			y, _ := flagBits(item)
			return x&y == y, nil
		},
		Len: func(vm *py.VM, v py.Value) (int, error) {
			n, _ := flagBits(v)
			return bits.OnesCount64(uint64(n & allFlags)), nil
		},
		Iter: func(vm *py.VM, v py.Value) (py.Value, error) {
			n, _ := flagBits(v)
			var list []py.Value
			for bit := int64(1); bit <= allFlags; bit <<= 1 {
				if n&bit != 0 {
					list = append(list, flagValue(regex.Flags(bit)))
				}
			}
			return vm.Iter(vm.NewList(list))
		},
	}
	slots.Binary[py.OpOr] = flagOp(func(x, y int64) int64 { return x | y })
	slots.Binary[py.OpAnd] = flagOp(func(x, y int64) int64 { return x & y })
	slots.Binary[py.OpXor] = flagOp(func(x, y int64) int64 { return x ^ y })
	attr := func(name string, f func(vm *py.VM, n int64) py.Value) py.Member {
		return py.Member{Name: name, Get: func(vm *py.VM, v py.Value) (py.Value, error) {
			n, _ := flagBits(v)
			return f(vm, n), nil
		}}
	}
	name := func(vm *py.VM, n int64) py.Value {
		if n != 0 && n&allFlags == 0 {
			return py.None
		}
		return vm.NewString(nameOfFlags(n, ""))
	}
	value := func(vm *py.VM, n int64) py.Value { return py.Int(n) }
	return py.TypeSpec{
		Name: "RegexFlag", Module: "re", Base: py.IntType, Doc: "An enumeration.", Slots: slots, Flags: py.TypeNoSubclass,
		Methods: []*py.Builtin{
			py.Method("__reduce_ex__", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				n, _ := flagBits(a[0])
				return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTupleOf(py.Int(n))), nil
			}),
		},
		Members: []py.Member{attr("name", name), attr("value", value), attr("_name_", name), attr("_value_", value)},
	}
}

// allFlags are the flags that have names.
const allFlags = 1<<9 - 1

// makeFlag is RegexFlag(value).
func makeFlag(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(args) != 1 || kw.Len() > 0 {
		return py.Value{}, py.TypeErrorf("EnumType.__call__() missing 1 required positional argument: 'value'")
	}
	if n, ok := flagBits(args[0]); ok {
		return newFlag(vm, n), nil
	}
	if args[0].IsFloat() && float64(int64(args[0].AsFloat())) == args[0].AsFloat() {
		if n := int64(args[0].AsFloat()); n == n&allFlags && n&(n-1) == 0 {
			return newFlag(vm, n), nil
		}
	}
	text, err := vm.Repr(args[0])
	if err != nil {
		return py.Value{}, err
	}
	return py.Value{}, py.ValueErrorf("%s is not a valid RegexFlag", text)
}

// newFlag gives the RegexFlag of a number. Negative numbers stand for all other
// flags, as with the boundary KEEP.
func newFlag(vm *py.VM, n int64) py.Value {
	if n < 0 {
		width := bits.Len64(uint64(-n))
		n += max(int64(allFlags+1), int64(1)<<min(width, 62))
	}
	if n == 0 || n&allFlags == n && n&(n-1) == 0 {
		return flagValue(regex.Flags(n))
	}
	b := &py.BigInt{V: big.NewInt(n)}
	vm.NewObject(&b.Object, flagType(), 64)
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

// members calls f with the names of the flags, aliases included.
func members(f func(name string, v py.Value)) {
	f("NOFLAG", flagValue(0))
	for _, i := range memberOrder {
		n := flagNames[i]
		f(n.long, flagValue(n.flag))
		if n.short != n.long {
			f(n.short, flagValue(n.flag))
		}
	}
}

// flagMetaSpec is the class of RegexFlag.
func flagMetaSpec() py.TypeSpec {
	return py.TypeSpec{
		Name: "EnumType", Module: "enum", Base: py.TypeType, Kind: py.KindType,
		Slots: py.Slots{
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString("<flag 'RegexFlag'>"), nil },
			Len:  func(vm *py.VM, v py.Value) (int, error) { return len(memberOrder), nil },
			Bool: func(vm *py.VM, v py.Value) (bool, error) { return true, nil },
			Iter: func(vm *py.VM, v py.Value) (py.Value, error) {
				var list []py.Value
				for _, i := range memberOrder {
					list = append(list, flagValue(flagNames[i].flag))
				}
				return vm.Iter(vm.NewList(list))
			},
			Contains: func(vm *py.VM, v, item py.Value) (bool, error) {
				n, ok := flagBits(item)
				return ok && (item.Type() == flagType() || n == n&allFlags), nil
			},
			GetItem: func(vm *py.VM, v, key py.Value) (py.Value, error) {
				var found py.Value
				if s := key.Str(); s != nil {
					members(func(name string, m py.Value) {
						if name == s.S {
							found = m
						}
					})
				}
				if !found.Bound() {
					return found, vm.KeyError(key)
				}
				return found, nil
			},
		},
		Members: []py.Member{{Name: "__members__", Get: func(vm *py.VM, v py.Value) (py.Value, error) {
			d := vm.NewDict()
			members(func(name string, m py.Value) { d.SetStr(vm.Intern(name), m) })
			return vm.NewMappingProxy(d.Value()), nil
		}}},
	}
}
