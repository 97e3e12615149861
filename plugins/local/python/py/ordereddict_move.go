package py

// This file has what an OrderedDict can do with its order.

// end is the position of the last or first item, or -1.
func (d *Dict) end(last bool) int {
	if last {
		for i := len(d.entries) - 1; i >= 0; i-- {
			if d.entries[i].key.Bound() {
				d.entries = d.entries[:i+1]
				return i
			}
		}
		return -1
	}
	if _, _, next, ok := d.Next(0); ok {
		return next - 1
	}
	return -1
}

func orderedPopItem(vm *VM, a []Value) (Value, error) {
	last, err := vm.Truth(a[1])
	if err != nil {
		return Value{}, err
	}
	d := a[0].Dict()
	i := d.end(last)
	if i < 0 {
		return Value{}, vm.keyError(NewStr("dictionary is empty"))
	}
	key := d.entries[i].key
	v, err := vm.orderedTake(a[0], key)
	return vm.NewTupleOf(key, v), err
}

// orderedTake removes a key that is there and gives its value, whatever the
// item methods of a subclass.
func (vm *VM) orderedTake(self, key Value) (Value, error) {
	v, err := self.Dict().Delete(vm, key)
	if err == nil && !v.Bound() {
		err = vm.keyError(key)
	}
	return v, err
}

func orderedPop(vm *VM, a []Value) (Value, error) {
	v, err := a[0].Dict().Get(vm, a[1])
	switch {
	case err != nil:
		return Value{}, err
	case v.Bound():
		return vm.orderedTake(a[0], a[1])
	case a[2].Bound():
		return a[2], nil
	}
	return Value{}, vm.keyError(a[1])
}

func orderedSetDefault(vm *VM, a []Value) (Value, error) {
	if a[0].Type() == orderedDictType {
		return dictSetDefault(vm, a)
	}
	has, err := vm.Contains(a[0], a[1])
	if err != nil {
		return Value{}, err
	}
	if has {
		return vm.GetItem(a[0], a[1])
	}
	return a[2], vm.SetItem(a[0], a[1], a[2])
}

func orderedMove(vm *VM, a []Value) (Value, error) {
	last, err := vm.Truth(a[2])
	if err != nil {
		return Value{}, err
	}
	d := a[0].Dict()
	hash, err := vm.Hash(a[1])
	if err != nil {
		return Value{}, err
	}
	i, err := d.find(vm, a[1], uint64(hash))
	if err != nil {
		return Value{}, err
	}
	if i < 0 {
		return Value{}, vm.keyError(a[1])
	}
	if i == d.end(last) {
		return None, nil
	}
	e := d.entries[i]
	d.removeAt(i)
	if last {
		d.insert(vm, e.key, e.val, e.hash)
		return None, nil
	}
	d.prepend(vm, e)
	return None, vm.Tick(len(d.entries)/16 + 1)
}

// prepend puts an item whose key is not there before all others: into the gap
// that items taken from the front have left, else all move.
func (d *Dict) prepend(vm *VM, e dictEntry) {
	if i := d.end(false); i > 0 {
		d.version++
		d.entries[i-1] = e
		d.used++
		if i > 1 {
			d.entries[0].hash = min(d.entries[0].hash, uint64(i-1)) // see front
		}
		switch {
		case d.index == nil:
		case d.fill*3 < len(d.index)*2:
			d.place(e.hash, int32(i))
		default:
			d.reindex()
		}
		return
	}
	d.insert(vm, e.key, e.val, e.hash)
	n := len(d.entries)
	copy(d.entries[1:], d.entries[:n-1])
	d.entries[0] = e
	if d.index != nil {
		d.reindex()
	}
}
