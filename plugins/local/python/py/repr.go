package py

import "strings"

// reprBuilder collects the text of a container's repr.
type reprBuilder struct {
	vm *VM
	strings.Builder
	reserved int
}

func (b *reprBuilder) text(s string) { b.WriteString(s) }

// value writes repr(v), and sees to it that the text stays within memory.
func (b *reprBuilder) value(v Value) error {
	if v.IsInt() {
		var buf [20]byte
		b.Write(appendInt(buf[:0], v.AsInt()))
	} else {
		r, err := v.Type().slots.Repr(b.vm, v)
		if err != nil {
			return err
		}
		b.WriteString(r.Str().S)
	}
	if b.Len() > b.reserved {
		b.reserved = 2*b.Len() + 1024
		if err := b.vm.Reserve(int64(b.reserved)); err != nil {
			return err
		}
	}
	return b.vm.Tick(1)
}

// reprContainer builds the repr of a container; one that is met again inside
// itself gives the text again instead.
func (vm *VM) reprContainer(v Value, again string, f func(b *reprBuilder) error) (Value, error) {
	for _, active := range vm.reprs {
		if active == v {
			return NewStr(again), nil
		}
	}
	if err := vm.enterFor(" while getting the repr of an object"); err != nil {
		return Value{}, err
	}
	defer vm.leave()
	vm.reprs = append(vm.reprs, v)
	defer func() { vm.reprs = vm.reprs[:len(vm.reprs)-1] }()
	b := &reprBuilder{vm: vm}
	if err := f(b); err != nil {
		return Value{}, err
	}
	return vm.NewString(b.String()), nil
}

// ReprContainer is reprContainer for other packages: f writes the text through
// text and value.
func (vm *VM) ReprContainer(v Value, again string, f func(text func(string), value func(Value) error) error) (Value, error) {
	return vm.reprContainer(v, again, func(b *reprBuilder) error { return f(b.text, b.value) })
}
