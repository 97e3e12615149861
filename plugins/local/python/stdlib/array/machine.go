package array

import (
	"slices"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// machine is one of the formats that arrays are taken apart into, by which
// another machine knows how the bytes are to be read.
type machine struct {
	size   int
	like   byte // the typecode of our own with these items
	big    bool
	text   string // the encoding, of characters
	signed bool
}

// machines are all formats, by number.
var machines = []machine{
	{size: 1, like: 'B'}, {size: 1, like: 'b', signed: true},
	{size: 2, like: 'H'}, {size: 2, like: 'H', big: true}, {size: 2, like: 'h', signed: true}, {size: 2, like: 'h', big: true, signed: true},
	{size: 4, like: 'I'}, {size: 4, like: 'I', big: true}, {size: 4, like: 'i', signed: true}, {size: 4, like: 'i', big: true, signed: true},
	{size: 8, like: 'Q'}, {size: 8, like: 'Q', big: true}, {size: 8, like: 'q', signed: true}, {size: 8, like: 'q', big: true, signed: true},
	{size: 4, like: 'f'}, {size: 4, like: 'f', big: true}, {size: 8, like: 'd'}, {size: 8, like: 'd', big: true},
	{size: 2, text: "utf-16-le"}, {size: 2, text: "utf-16-be"}, {size: 4, text: "utf-32-le"}, {size: 4, text: "utf-32-be"},
}

// machineFormat is the format of an array's own memory.
func machineFormat(code byte) int {
	switch code {
	case 'u':
		return 20
	case 'l':
		code = 'q'
	case 'L':
		code = 'Q'
	}
	return slices.IndexFunc(machines, func(m machine) bool { return m.like == code && !m.big })
}

// reconstruct makes an array anew from what __reduce_ex__ gave.
func reconstruct(vm *py.VM, x []py.Value) (py.Value, error) {
	cls, code := x[0].AsType(), x[1].Str()
	if cls == nil {
		return py.Value{}, py.TypeErrorf("first argument must be a type object, not %s", x[0].Type().Name)
	}
	if code == nil || code.Len() != 1 {
		return py.Value{}, py.TypeErrorf("_array_reconstructor() argument 2 must be a unicode character, not %s", x[1].Type().Name)
	}
	number, err := vm.IndexInt(x[2], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if !cls.IsSubtype(arrayTypeOf) {
		return py.Value{}, py.TypeErrorf("%s is not a subtype of array.array", cls.Name)
	}
	e := elementOf(code.S[0])
	if e == nil {
		return py.Value{}, py.ValueErrorf("second argument must be a valid type code")
	}
	if number < 0 || number >= len(machines) {
		return py.Value{}, py.ValueErrorf("third argument must be a valid machine format code.")
	}
	data := x[3].Bytes()
	if data == nil {
		return py.Value{}, py.TypeErrorf("fourth argument should be bytes, not %s", x[3].Type().Name)
	}
	v := newArray(vm, cls, e, nil)
	if number == machineFormat(e.code) {
		return v, asArray(v).fromBytes(vm, x[3])
	}
	return v, asArray(v).convert(vm, &machines[number], data.S)
}

// convert appends items of another format.
func (a *array) convert(vm *py.VM, m *machine, data string) error {
	if m.text != "" {
		text, err := vm.DecodeText(data, m.text, "strict")
		if err != nil {
			return err
		}
		return fill(vm, a, text)
	}
	if len(data)%m.size != 0 {
		return py.ValueErrorf("string length not a multiple of item size")
	}
	from := elementOf(m.like)
	// An int of another size or sign is read as one of this array that holds as much.
	if !from.isFloat() {
		for i := range elements {
			if e := &elements[i]; e.size == m.size && e.code != 'u' && !e.isFloat() && strings.ContainsRune("BHILQ", rune(e.code)) != m.signed {
				a.element = e
				break
			}
		}
	}
	for ; data != ""; data = data[m.size:] {
		b := []byte(data[:m.size])
		if m.big {
			slices.Reverse(b)
		}
		v, err := from.get(vm, b)
		if err != nil {
			return err
		}
		if err := a.appendValue(vm, v); err != nil {
			return err
		}
		if err := vm.Tick(1); err != nil {
			return err
		}
	}
	return nil
}
