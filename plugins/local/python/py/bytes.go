package py

import "strings"

// Bytes is a Python bytes.
type Bytes struct {
	Object
	S string
}

// BytesType is bytes.
var BytesType = shell("bytes", KindBytes)

const bytesSize = 48

var emptyBytes = Of(&(&Bytes{Object: Object{kind: KindBytes, flags: flagImmortal}}).Object)

// NewBytes makes a bytes that owns s.
func (vm *VM) NewBytes(s string) Value {
	if s == "" {
		return emptyBytes
	}
	vm.charge(int64(bytesSize + len(s)))
	return Of(&(&Bytes{Object: Object{typ: BytesType, kind: KindBytes}, S: s}).Object)
}

func defineBytes() {
	emptyBytes.header().typ = BytesType
	BytesType.native = typeID[Bytes]()
	BytesType.define(TypeSpec{
		Doc: "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\n" +
			"bytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer\n" +
			"bytes(int) -> bytes object of size given by the parameter initialized with null bytes\nbytes() -> empty bytes object",
		Flags: TypeMatchSelf | typeConcat,
		Slots: Slots{
			New: bytesNew, Repr: bytesRepr,
			Hash:    func(vm *VM, v Value) (int64, error) { return int64(hashString(v.Bytes().S)), nil },
			Compare: bytesCompare,
			Len:     func(vm *VM, v Value) (int, error) { return len(v.Bytes().S), nil },
			GetItem: bytesGetItem, Contains: bytesContains, Iter: bytesIter,
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd: bytesAdd,
				OpMul: func(vm *VM, a, b Value) (Value, error) { return vm.repeat(a, b, bytesRepeat) },
				OpMod: bytesMod,
			},
			Buffer: func(v Value) []byte { return bytesOf(v.Bytes().S) },
			Size:   func(v Value) int { return bytesSize + len(v.Bytes().S) },
		},
		Methods: append(bytesMethods(BytesType),
			Method("__bytes__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				if a[0].Type() == BytesType {
					return a[0], nil
				}
				return vm.NewBytes(a[0].Bytes().S), nil
			}),
			Method("__getnewargs__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.NewTupleOf(vm.NewBytes(a[0].Bytes().S)), nil
			}),
		),
	})
}

// dataOf is the content of a bytes-like object, ok false for any other. It
// aliases a mutable object's memory.
func dataOf(v Value) (data string, ok bool) {
	switch v.Kind() {
	case KindBytes:
		return v.Bytes().S, true
	case KindByteArray:
		return textOf(v.ByteArray().B), true
	}
	if f := v.Type().slots.Buffer; f != nil {
		return textOf(f(v)), true
	}
	return "", false
}

// BytesLike is the content of a bytes-like object; a TypeError for any other.
// It aliases a mutable object's memory: copy it before guest code runs.
func BytesLike(v Value) (string, error) {
	if m := As[memoryView](v, MemoryViewType); m != nil {
		switch {
		case m.released:
			return "", ValueErrorf("operation forbidden on released memoryview object")
		case !m.contiguous():
			return "", Raise(BufferError, "memoryview: underlying buffer is not C-contiguous")
		}
	}
	data, ok := dataOf(v)
	if !ok {
		return "", TypeErrorf("a bytes-like object is required, not '%s'", v.Type().Name)
	}
	return data, nil
}

// newLike makes an object of the plain type of self, bytes or bytearray, with
// a copy of data.
func (vm *VM) newLike(self Value, data string) Value {
	if self.Kind() == KindByteArray {
		return vm.NewByteArray([]byte(data))
	}
	if self.Type() == BytesType && len(data) == len(self.Bytes().S) && data == self.Bytes().S {
		return self
	}
	return vm.NewBytes(strings.Clone(data))
}

// ownLike is newLike that takes data over.
func (vm *VM) ownLike(self Value, data []byte) Value {
	if self.Kind() == KindByteArray {
		return vm.NewByteArray(data)
	}
	return vm.NewBytes(textOf(data))
}

func bytesNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	source, encoding, errors, err := textArgs("bytes", "source", args, kw)
	if err != nil {
		return Value{}, err
	}
	var data string
	if source.Bound() && !encoding.Bound() && !errors.Bound() {
		if cls == BytesType && source.Type() == BytesType {
			return source, nil
		}
		f, self, err := vm.lookupSpecial(source, nameBytes)
		if err != nil {
			return Value{}, err
		}
		if f.Bound() {
			v, err := vm.callBytes(f, self)
			if err != nil {
				return Value{}, err
			}
			if cls == BytesType {
				return v, nil
			}
			data, source = v.Bytes().S, emptyBytes
		}
	}
	if data == "" {
		var b []byte
		if err := vm.bytesSource(&b, source, encoding, errors, "bytes"); err != nil {
			return Value{}, err
		}
		data = textOf(b)
	}
	if cls == BytesType {
		return vm.NewBytes(data), nil
	}
	o := &Bytes{S: data}
	vm.NewObject(&o.Object, cls, bytesSize+len(data))
	return Of(&o.Object), nil
}

// callBytes calls a __bytes__ method and checks its result.
func (vm *VM) callBytes(f, self Value) (Value, error) {
	args := []Value{self}
	if !self.Bound() {
		args = nil
	}
	v, err := vm.CallKw(f, args, Kwargs{})
	if err == nil && v.Bytes() == nil {
		err = TypeErrorf("__bytes__ returned non-bytes (type %s)", v.Type().Name)
	}
	return v, err
}

// bytesSource appends what bytes(…) and bytearray(…) make of their arguments;
// name is the type's.
func (vm *VM) bytesSource(out *[]byte, source, encoding, errors Value, name string) error {
	if !source.Bound() {
		if encoding.Bound() || errors.Bound() {
			what := "encoding"
			if !encoding.Bound() {
				what = "errors"
			}
			return TypeErrorf("%s without a string argument", what)
		}
		return nil
	}
	if s := source.Str(); s != nil {
		if !encoding.Bound() {
			return TypeErrorf("string argument without an encoding")
		}
		v, err := vm.encodeText(s, encoding.Str().S, strOr(errors, "strict"))
		if err != nil {
			return err
		}
		*out = append(*out, v.Bytes().S...)
		return nil
	}
	if encoding.Bound() {
		return TypeErrorf("encoding without a string argument")
	}
	if errors.Bound() {
		return TypeErrorf("errors without a string argument")
	}
	if source.Type().slots.Index != nil {
		n, err := vm.IndexInt(source, OverflowError)
		switch {
		case err != nil && isTypeError(err):
			return vm.readBytes(out, source, name)
		case err != nil:
			return err
		case n < 0:
			return ValueErrorf("negative count")
		}
		if err := vm.Reserve(int64(n)); err != nil {
			return err
		}
		*out = make([]byte, n)
		return nil
	}
	return vm.readBytes(out, source, name)
}

// strOr is a str argument's text, or def where it was left out.
func strOr(v Value, def string) string {
	if !v.Bound() || v.Str() == nil {
		return def
	}
	return v.Str().S
}

// bytesItems is the content of a bytes-like object or of an iterable of ints.
func (vm *VM) bytesItems(source Value, name string) ([]byte, error) {
	var out []byte
	err := vm.readBytes(&out, source, name)
	return out, err
}

// readBytes appends the content of a bytes-like object or of an iterable of
// ints; what the iterable does meanwhile sees out grow.
func (vm *VM) readBytes(out *[]byte, source Value, name string) error {
	if data, ok := dataOf(source); ok {
		if err := notReleased(source); err != nil {
			return err
		}
		if err := vm.Reserve(int64(len(data))); err != nil {
			return err
		}
		*out = append(*out, data...)
		return nil
	}
	if t := source.Type(); t.slots.Iter == nil && t.slots.GetItem == nil {
		return TypeErrorf("cannot convert '%s' object to %s", t.Name, name)
	}
	what := "byte"
	if name == "bytes" {
		what = "bytes"
	}
	it, err := vm.Iter(source)
	if err != nil {
		return err
	}
	if name == "bytes" {
		if err := vm.lengthHint(source); err != nil {
			return err
		}
	}
	return vm.Iterate(it, func(v Value) error {
		c, err := vm.byteValue(v, what)
		if err != nil {
			return err
		}
		if len(*out) == cap(*out) {
			if err := vm.Reserve(int64(2 * len(*out))); err != nil {
				return err
			}
		}
		*out = append(*out, c)
		return nil
	})
}

// byteValue is an int as a byte.
func (vm *VM) byteValue(v Value, what string) (byte, error) {
	if v.IsInt() && uint64(v.AsInt()) < 256 {
		return byte(v.AsInt()), nil
	}
	i, err := vm.IndexInt(v, nil)
	if err != nil {
		return 0, err
	}
	if i < 0 || i > 255 {
		return 0, ValueErrorf("%s must be in range(0, 256)", what)
	}
	return byte(i), nil
}

func bytesRepr(vm *VM, v Value) (Value, error) {
	data := v.Bytes().S
	room, err := vm.bytesReprRoom(data)
	if err != nil {
		return Value{}, err
	}
	return vm.newASCII(textOf(appendBytesRepr(room, data, false))), vm.tickBytes(len(data))
}

// bytesReprRoom is room for the literal of some bytes.
func (vm *VM) bytesReprRoom(data string) ([]byte, error) {
	n := 3
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\n', c == '\r', c == '\t', c == '\\', c == '\'':
			n += 2
		case c >= ' ' && c < 0x7F:
			n++
		default:
			n += 4
		}
	}
	if err := vm.reserveText(n); err != nil {
		return nil, err
	}
	return make([]byte, 0, n), nil
}

// appendBytesRepr appends a bytes literal. A bytearray's repr escapes single
// quotes even between double ones.
func appendBytesRepr(b []byte, data string, array bool) []byte {
	quote := byte('\'')
	if strings.IndexByte(data, '\'') >= 0 && strings.IndexByte(data, '"') < 0 {
		quote = '"'
	}
	b = append(b, 'b', quote)
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == quote || c == '\\' || array && c == '\'':
			b = append(b, '\\', c)
		case c >= ' ' && c < 0x7F:
			b = append(b, c)
		default:
			b = appendEscape(b, rune(c))
		}
	}
	return append(b, quote)
}

// bytesCompare compares two bytes-like objects, the first of them a bytes or bytearray.
func bytesCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x, _ := dataOf(a)
	y, ok := dataOf(b)
	if !ok || a.Kind() == KindBytes && b.Kind() != KindBytes && op != Eq && op != Ne {
		return NotImplemented, nil
	}
	if len(x) != len(y) && (op == Eq || op == Ne) {
		return Bool(op == Ne), nil
	}
	vm.work(min(len(x), len(y)))
	return Bool(orderMatches(strings.Compare(x, y), op)), nil
}

func bytesGetItem(vm *VM, v, key Value) (Value, error) {
	key, err := vm.settleKey(key)
	if err != nil {
		return Value{}, err
	}
	data, _ := dataOf(v)
	if s := key.Slice(); s != nil {
		start, step, n, err := vm.sliceIndices(s, len(data))
		if err != nil {
			return Value{}, err
		}
		if step == 1 || n == 0 {
			return vm.newLike(v, data[start:start+n]), nil
		}
		out := make([]byte, n)
		for i := range out {
			out[i] = data[start+i*step]
		}
		return vm.ownLike(v, out), nil
	}
	what := "byte"
	if v.Kind() == KindByteArray {
		what = "bytearray"
	}
	i, err := vm.itemIndex(key, len(data), what)
	if err != nil {
		if e, ok := err.(*Exception); ok && what == "byte" && e.typ == IndexError && (key.IsInt() || key.IsBool()) {
			err = Raise(IndexError, "index out of range")
		}
		return Value{}, err
	}
	return Int(int64(data[i])), nil
}

func bytesContains(vm *VM, v, item Value) (bool, error) {
	data, _ := dataOf(v)
	if item.Type().slots.Index != nil {
		c, err := vm.byteValue(item, "byte")
		return err == nil && strings.IndexByte(data, c) >= 0, err
	}
	sub, err := BytesLike(item)
	if err != nil {
		return false, err
	}
	return strings.Contains(data, sub), vm.tickBytes(len(data))
}

func bytesIter(vm *VM, v Value) (Value, error) { return vm.newIterator(iterBytes, v), nil }

func bytesAdd(vm *VM, a, b Value) (Value, error) {
	if a.Kind() != KindBytes && a.Kind() != KindByteArray {
		return NotImplemented, nil
	}
	x, _ := dataOf(a)
	y, ok := dataOf(b)
	if !ok {
		if b.Type().flags&TypeHeap != 0 && b.Type().hasGuestOp(OpAdd) {
			return NotImplemented, nil
		}
		return Value{}, TypeErrorf("can't concat %s to %s", b.Type().Name, a.Type().Name)
	}
	if err := vm.Reserve(int64(len(x) + len(y))); err != nil {
		return Value{}, err
	}
	out := make([]byte, len(x)+len(y))
	copy(out[copy(out, x):], y)
	return vm.ownLike(a, out), nil
}

func bytesRepeat(vm *VM, v Value, n int) (Value, error) {
	data, _ := dataOf(v)
	if n == 0 || data == "" {
		return vm.ownLike(v, nil), nil
	}
	if n == 1 && v.Type() == BytesType {
		return v, nil
	}
	if n > (1<<62)/len(data) {
		return Value{}, Raise(OverflowError, "repeated bytes are too long")
	}
	total := n * len(data)
	if err := vm.Reserve(int64(total)); err != nil {
		return Value{}, err
	}
	out := make([]byte, total)
	done := copy(out, data)
	for done < total {
		done += copy(out[done:], out[:done])
	}
	return vm.ownLike(v, out), nil
}

func bytesMod(vm *VM, a, b Value) (Value, error) {
	data, ok := dataOf(a)
	if !ok || a.Kind() != KindBytes && a.Kind() != KindByteArray {
		return NotImplemented, nil
	}
	out, err := vm.bytesFormat(strings.Clone(data), b)
	if err != nil {
		return Value{}, err
	}
	return vm.ownLike(a, out), nil
}
