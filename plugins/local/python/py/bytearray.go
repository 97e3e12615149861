package py

import "strings"

// ByteArray is a Python bytearray.
//
// CPython forbids resizing while a memoryview exists. A machine without
// reference counts cannot know when the last one is gone, so that is the rule
// here for those in a with statement and for natives that run guest code;
// other views look their bytes up at each use.
type ByteArray struct {
	Object
	B       []byte
	exports int // uses that forbid resizing
}

// resizable is the error of resizing while the bytes are in use.
func (b *ByteArray) resizable() error {
	if b.exports > 0 {
		return Raise(BufferError, "Existing exports of data: object cannot be re-sized")
	}
	return nil
}

// ByteArrayType is bytearray.
var ByteArrayType = shell("bytearray", KindByteArray)

const byteArraySize = 56

// NewByteArray makes a bytearray that owns b.
func (vm *VM) NewByteArray(b []byte) Value {
	vm.charge(int64(byteArraySize + cap(b)))
	return Of(&(&ByteArray{Object: Object{typ: ByteArrayType, kind: KindByteArray}, B: b}).Object)
}

func defineByteArray() {
	ByteArrayType.native = typeID[ByteArray]()
	ByteArrayType.define(TypeSpec{
		Doc: "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n" +
			"bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\n" +
			"bytearray(int) -> bytes array of size given by the parameter initialized with null bytes\nbytearray() -> empty bytes array",
		Flags: TypeMatchSelf | typeConcat,
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				b := &ByteArray{}
				vm.NewObject(&b.Object, cls, byteArraySize)
				return Of(&b.Object), nil
			},
			Init: byteArrayInit, Repr: byteArrayRepr, Compare: bytesCompare, Hash: HashNotImplemented,
			Len:     func(vm *VM, v Value) (int, error) { return len(v.ByteArray().B), nil },
			GetItem: bytesGetItem, SetItem: byteArraySetItem, Contains: bytesContains,
			Iter: func(vm *VM, v Value) (Value, error) {
				it, err := bytesIter(vm, v)
				it.Iterator().typ = byteArrayIteratorType
				return it, err
			},
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd: bytesAdd,
				OpMul: func(vm *VM, a, b Value) (Value, error) { return vm.repeat(a, b, bytesRepeat) },
				OpMod: bytesMod,
			},
			Inplace: [numBinaryOps]BinaryFunc{
				OpAdd: func(vm *VM, a, b Value) (Value, error) {
					data, ok := dataOf(b)
					if !ok {
						return Value{}, TypeErrorf("can't concat %s to %s", b.Type().Name, a.Type().Name)
					}
					return a, vm.growByteArray(a.ByteArray(), data)
				},
				OpMul: func(vm *VM, a, b Value) (Value, error) {
					r, err := vm.repeat(a, b, bytesRepeat)
					if err == nil && r.ByteArray() != nil {
						if len(r.ByteArray().B) != len(a.ByteArray().B) {
							err = a.ByteArray().resizable()
						}
						if err == nil {
							a.ByteArray().B = r.ByteArray().B
						}
						r = a
					}
					return r, err
				},
			},
			Buffer: func(v Value) []byte { return v.ByteArray().B },
			Size:   func(v Value) int { return byteArraySize + cap(v.ByteArray().B) },
		},
		Methods: append(bytesMethods(ByteArrayType), byteArrayMethods()...),
	})
}

func byteArrayInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	source, encoding, errors, err := textArgs("bytearray", "source", args, kw)
	if err != nil {
		return err
	}
	b := self.ByteArray()
	if len(b.B) > 0 {
		if err := b.resizable(); err != nil {
			return err
		}
	}
	b.B = nil
	err = vm.bytesSource(&b.B, source, encoding, errors, "bytearray")
	vm.charge(int64(cap(b.B)))
	return err
}

func byteArrayRepr(vm *VM, v Value) (Value, error) {
	b := v.ByteArray().B
	if err := vm.reserveText(len(b) * 4); err != nil {
		return Value{}, err
	}
	out := append([]byte(v.Type().Name), '(')
	out = append(appendBytesRepr(out, textOf(b), true), ')')
	return vm.NewString(textOf(out)), vm.tickBytes(len(b))
}

// growByteArray appends data, which may be the array's own.
func (vm *VM) growByteArray(b *ByteArray, data string) error {
	if b.exports > 0 && data != "" {
		return b.resizable()
	}
	room, err := vm.roomFor(b.B, len(data))
	if err != nil {
		return err
	}
	b.B = append(room, data...)
	return vm.tickBytes(len(data))
}

func byteArraySetItem(vm *VM, v, key, x Value) error {
	key, err := vm.settleKey(key)
	if err != nil {
		return err
	}
	b := v.ByteArray()
	if s := key.Slice(); s != nil {
		return vm.setByteSlice(b, s, x)
	}
	i, err := vm.itemIndex(key, len(b.B), "bytearray")
	if err != nil {
		return err
	}
	if !x.Bound() {
		if err := b.resizable(); err != nil {
			return err
		}
		vm.work(len(b.B) - i)
		b.B = append(b.B[:i], b.B[i+1:]...)
		return nil
	}
	c, err := vm.byteValue(x, "byte")
	if err != nil {
		return err
	}
	if i >= len(b.B) {
		return Raise(IndexError, "bytearray index out of range")
	}
	b.B[i] = c
	return nil
}

func (vm *VM) setByteSlice(b *ByteArray, s *Slice, x Value) error {
	var data string
	if x.Bound() {
		d, ok := dataOf(x)
		if !ok {
			if t := x.Type(); x.Str() != nil || t.slots.Index != nil || t.slots.Iter == nil && t.slots.GetItem == nil {
				return TypeErrorf("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
			}
			items, err := vm.bytesItems(x, "bytearray")
			if err != nil {
				return err
			}
			d = textOf(items)
		}
		data = strings.Clone(d)
	}
	start, step, n, err := vm.sliceIndices(s, len(b.B))
	if err != nil {
		return err
	}
	if len(data) != n && (step == 1 || data == "") {
		if err := b.resizable(); err != nil {
			return err
		}
	}
	switch {
	case step == 1:
		tail := b.B[start+n:]
		if len(data) == n {
			copy(b.B[start:], data)
			return nil
		}
		if err := vm.Reserve(int64(len(b.B) + len(data))); err != nil {
			return err
		}
		if len(data) < n {
			copy(b.B[start:], data)
			b.B = append(b.B[:start+len(data)], tail...)
			return nil
		}
		vm.charge(int64(len(data) - n))
		out := make([]byte, 0, len(b.B)-n+len(data)+len(b.B)/8)
		b.B = append(append(append(out, b.B[:start]...), data...), tail...)
	case data == "":
		b.B = deleteSteps(b.B, start, step, n)
	case len(data) != n:
		return ValueErrorf("attempt to assign bytes of size %d to extended slice of size %d", len(data), n)
	default:
		for i := range n {
			b.B[start+i*step] = data[i]
		}
	}
	return nil
}

// deleteSteps removes n bytes from start on in steps.
func deleteSteps(b []byte, start, step, n int) []byte {
	if n == 0 {
		return b
	}
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	to := start
	for i, next := start, start; i < len(b); i++ {
		if i == next && n > 0 {
			next += step
			n--
			continue
		}
		b[to] = b[i]
		to++
	}
	return b[:to]
}

func byteArrayMethods() []*Builtin {
	return []*Builtin{
		Method("append", 1, 1, func(vm *VM, a []Value) (Value, error) {
			c, err := vm.byteValue(a[1], "byte")
			if err != nil {
				return Value{}, err
			}
			return None, vm.growByteArray(a[0].ByteArray(), textOf(latin1Bytes[c]))
		}),
		Method("extend", 1, 1, func(vm *VM, a []Value) (Value, error) {
			if t := a[1].Type(); t.slots.Iter == nil && t.slots.GetItem == nil && t.slots.Buffer == nil {
				return Value{}, TypeErrorf("can't extend bytearray with %s", t.Name)
			}
			if err := vm.lengthHint(a[1]); err != nil {
				return Value{}, err
			}
			b, err := vm.bytesItems(a[1], "bytearray")
			if err != nil {
				return Value{}, err
			}
			return None, vm.growByteArray(a[0].ByteArray(), textOf(b))
		}),
		Method("__alloc__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			b := a[0].ByteArray().B
			if cap(b) == 0 {
				return Int(0), nil
			}
			return Int(int64(max(cap(b), len(b)+1))), nil // a null byte stands after the last
		}).WithDoc("B.__alloc__() -> int\n\nReturn the number of bytes actually allocated."),
		Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.reduceByteArray(a[0], 2) }).WithDoc(reduceDoc),
		Method("__reduce_ex__", 0, 1, func(vm *VM, a []Value) (Value, error) {
			proto, err := vm.IndexInt(argOr(a, 1, Int(0)), OverflowError)
			if err != nil {
				return Value{}, err
			}
			return vm.reduceByteArray(a[0], proto)
		}).WithDoc(reduceDoc),
		Method("insert", 2, 2, byteArrayInsert),
		Method("pop", 0, 1, byteArrayPop),
		Method("remove", 1, 1, func(vm *VM, a []Value) (Value, error) {
			c, err := vm.byteValue(a[1], "byte")
			if err != nil {
				return Value{}, err
			}
			b := a[0].ByteArray()
			i := strings.IndexByte(textOf(b.B), c)
			if i < 0 {
				return Value{}, ValueErrorf("value not found in bytearray")
			}
			if err := b.resizable(); err != nil {
				return Value{}, err
			}
			vm.work(len(b.B) - i)
			b.B = append(b.B[:i], b.B[i+1:]...)
			return None, nil
		}),
		Method("reverse", 0, 0, func(vm *VM, a []Value) (Value, error) {
			reverseBytes(a[0].ByteArray().B)
			return None, nil
		}),
		Method("clear", 0, 0, func(vm *VM, a []Value) (Value, error) {
			b := a[0].ByteArray()
			if err := b.resizable(); err != nil {
				return Value{}, err
			}
			b.B = nil
			return None, nil
		}),
		Method("copy", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return vm.newLike(a[0], textOf(a[0].ByteArray().B)), nil
		}),
	}
}

// latin1Bytes are the texts of one byte.
var latin1Bytes = func() (out [256][]byte) {
	for i := range out {
		out[i] = []byte{byte(i)}
	}
	return
}()

func byteArrayInsert(vm *VM, a []Value) (Value, error) {
	i, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	c, err := vm.byteValue(a[2], "byte")
	if err != nil {
		return Value{}, err
	}
	b := a[0].ByteArray()
	if i < 0 {
		i = max(i+len(b.B), 0)
	}
	i = min(i, len(b.B))
	if err := vm.growByteArray(b, "\x00"); err != nil {
		return Value{}, err
	}
	copy(b.B[i+1:], b.B[i:])
	b.B[i] = c
	return None, nil
}

func byteArrayPop(vm *VM, a []Value) (Value, error) {
	b := a[0].ByteArray()
	i := -1
	if len(a) > 1 {
		var err error
		if i, err = vm.sizeArg(a[1]); err != nil {
			return Value{}, err
		}
	}
	if len(b.B) == 0 {
		return Value{}, Raise(IndexError, "pop from empty bytearray")
	}
	if i < 0 {
		i += len(b.B)
	}
	if i < 0 || i >= len(b.B) {
		return Value{}, Raise(IndexError, "pop index out of range")
	}
	if err := b.resizable(); err != nil {
		return Value{}, err
	}
	c := b.B[i]
	b.B = append(b.B[:i], b.B[i+1:]...)
	return Int(int64(c)), nil
}

// reduceByteArray takes a bytearray apart: protocols before 3 know no bytes.
func (vm *VM) reduceByteArray(v Value, proto int) (Value, error) {
	state, err := vm.callSpecial(v, nameGetState)
	if err != nil {
		return Value{}, err
	}
	b := v.ByteArray().B
	args := vm.NewTupleOf(vm.NewBytes(string(b)))
	if proto < 3 {
		text, err := vm.CallMethod(args.Tuple().Items[0], Name("decode"), NewStr("latin-1"))
		if err != nil {
			return Value{}, err
		}
		args = vm.NewTupleOf(text, NewStr("latin-1"))
	}
	return vm.NewTupleOf(Of(&v.Type().Object), args, state), nil
}
