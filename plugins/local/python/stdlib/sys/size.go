package sys

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

var nameSizeOf = py.Name("__sizeof__")

// sizeOf is getsizeof: what CPython would tell on a 64-bit machine, for the
// types whose size programs look at; for others the machine's own measure.
func sizeOf(vm *py.VM, a []py.Value) (py.Value, error) {
	v := a[0]
	if n := cpythonSize(vm, v); n > 0 {
		return py.Int(int64(n)), nil
	}
	r, err := vm.CallMethod(v, nameSizeOf)
	if err != nil {
		if _, guest := err.(*py.Exception); guest && a[1].Bound() {
			return a[1], nil
		}
		return py.Value{}, err
	}
	i, err := vm.Index(r)
	if err != nil {
		return py.Value{}, err
	}
	const header = 16 // of the garbage collector
	return vm.Binary(py.OpAdd, i, py.Int(header))
}

// cpythonSize is 0 for a type that it does not know.
func cpythonSize(vm *py.VM, v py.Value) int {
	switch v.Type() {
	case py.IntType, py.BoolType:
		n := (vm.AsBig(v).BitLen() + 29) / 30
		return 24 + 4*max(n, 1)
	case py.FloatType:
		return 24
	case py.ComplexType:
		return 32
	case py.NoneType, py.EllipsisType, py.NotImplementedType, py.ObjectType:
		return 16
	case py.StrType:
		return strSize(v.Str())
	case py.BytesType:
		return 33 + len(v.Bytes().S)
	case py.ByteArrayType:
		if n := len(v.ByteArray().B); n > 0 {
			return 57 + n
		}
		return 56
	case py.ListType:
		return listSize(len(v.List().Items))
	case py.TupleType:
		return 40 + 8*len(v.Tuple().Items)
	case py.DictType:
		return dictSize(v.Dict())
	}
	switch {
	case v.Set() != nil && !v.Type().IsHeap():
		return setSize(v.Set().Len())
	case v.Range() != nil, v.Iterator() != nil:
		return 48
	case v.Slice() != nil:
		return 56
	case v.Generator() != nil:
		return 192
	case v.Exception() != nil && !v.Type().IsHeap():
		return 88
	case v.Function() != nil:
		return 160
	case v.Builtin() != nil:
		return 72
	case v.AsType() != nil && v.AsType().IsHeap():
		return 1704
	case v.AsType() != nil:
		return 432
	case v.Type().IsHeap() && v.Kind() == py.KindInstance:
		return 48
	}
	return 0
}

// strSize depends on the widest character.
func strSize(s *py.Str) int {
	if s.ASCII() {
		return 41 + len(s.S)
	}
	n, widest := 0, rune(0)
	for _, r := range s.S { // a lone surrogate counts as U+FFFD, which is as wide
		n++
		widest = max(widest, r)
	}
	switch {
	case widest < 0x100:
		return 57 + n
	case widest < 0x10000:
		return 58 + 2*n
	}
	return 60 + 4*n
}

// listSize takes a short list for one that a display made, and a long one for
// one that append has filled.
func listSize(n int) int {
	room := n
	switch {
	case n > 16:
		for room = 0; room < n; {
			size := room + 1
			room = (size + size>>3 + 6) &^ 3
		}
	case n > 2:
		room = (n + 3) &^ 3
	}
	return 56 + 8*room
}

// dictSize follows the steps in which CPython's tables grow.
func dictSize(d *py.Dict) int {
	n := d.Len()
	if n == 0 {
		return 64
	}
	log := 3
	for (1<<log)*2/3 < n {
		log++
	}
	entry := 16
	for k := range d.All() {
		if k.Type() != py.StrType {
			entry = 24
			break
		}
	}
	index := 1
	if log >= 8 {
		index = 2
	}
	if log >= 16 {
		index = 4
	}
	usable := (1 << log) * 2 / 3
	return 64 + 32 + (1<<log)*index + usable*entry
}

// setSize is 8 entries in the object, then a table of its own.
func setSize(n int) int {
	size := 8
	for n*5 >= (size-1)*3 {
		size *= 4
	}
	if size == 8 {
		return 216
	}
	return 216 + 16*size
}
