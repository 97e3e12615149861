package py

// Set is a set or frozenset. The table is laid out and probed as CPython's
// (Objects/setobject.c: linear runs of 9, then perturbation), so that sets of
// ints and of tuples of ints iterate in CPython's order.
type Set struct {
	Object
	table   []setEntry // len is a power of two
	fill    int        // used and deleted slots
	used    int
	hash    int64 // of a frozenset; 0: not computed yet
	version uint32
}

// setEntry is a slot: empty (unbound key, hash 0), deleted (unbound key, hash
// 1), or used.
type setEntry struct {
	key  Value
	hash uint64
}

// The set types.
var (
	SetType       = shell("set", KindSet)
	FrozenSetType = shell("frozenset", KindSet)
)

const (
	setSize      = 72
	setMinTable  = 8
	linearProbes = 9
	perturbShift = 5
)

func newSet(t *Type) *Set {
	s := &Set{Object: Object{typ: t, kind: KindSet}, table: make([]setEntry, setMinTable)}
	if t == FrozenSetType {
		s.flags |= flagFrozen
	}
	return s
}

// NewSet makes an empty set.
func (vm *VM) NewSet() *Set {
	vm.charge(setSize + setMinTable*24)
	return newSet(SetType)
}

// Value is the set as a Value.
func (s *Set) Value() Value { return Of(&s.Object) }

// Len is the number of items.
func (s *Set) Len() int { return s.used }

// NewSetFrom makes a set of an iterable's items.
func (vm *VM) NewSetFrom(v Value) (Value, error) {
	s := vm.NewSet()
	return s.Value(), vm.setUpdate(s, v)
}

// NewFrozenSet makes a frozenset of the items given.
func (vm *VM) NewFrozenSet(items []Value) (Value, error) {
	s := newSet(FrozenSetType)
	vm.charge(setSize + setMinTable*24)
	for _, v := range items {
		if err := s.Add(vm, v); err != nil {
			return Value{}, err
		}
	}
	return s.Value(), nil
}

// find gives the slot that holds the key, or -1.
func (s *Set) find(vm *VM, key Value, hash uint64) (int, error) {
again:
	mask := uint64(len(s.table) - 1)
	i, perturb := hash&mask, hash
	for {
		probes := 0
		if i+linearProbes <= mask {
			probes = linearProbes
		}
		for j := i; j <= i+uint64(probes); j++ {
			e := &s.table[j]
			if !e.key.Bound() {
				if e.hash == 0 {
					return -1, nil
				}
				continue
			}
			if e.hash != hash {
				continue
			}
			same, err := s.sameKey(vm, int(j), key)
			if err == errMoved {
				goto again
			}
			if err != nil {
				return -1, err
			}
			if same {
				return int(j), nil
			}
		}
		perturb >>= perturbShift
		i = (i*5 + 1 + perturb) & mask
	}
}

// sameKey compares the key in slot i with the one looked for.
func (s *Set) sameKey(vm *VM, i int, key Value) (bool, error) {
	stored := s.table[i].key
	if stored == key {
		return true, nil
	}
	if a, b := stored.Str(), key.Str(); a != nil && b != nil && a.typ == StrType && b.typ == StrType {
		vm.work(len(b.S))
		return a.S == b.S, nil
	}
	version, table := s.version, s.table
	same, err := vm.Equal(stored, key)
	if err == nil && version != s.version && (!sameTable(table, s.table) || s.table[i].key != stored) {
		if err = vm.Tick(1); err == nil {
			err = errMoved
		}
	}
	return same, err
}

// Add puts an item in.
func (s *Set) Add(vm *VM, v Value) error {
	h, err := vm.Hash(v)
	if err != nil {
		return err
	}
	return s.addHashed(vm, v, uint64(h))
}

func (s *Set) addHashed(vm *VM, v Value, hash uint64) error {
	at, err := s.find(vm, v, hash)
	if err != nil || at >= 0 {
		return err
	}
	s.version++
	if s.insertClean(v, hash) {
		s.fill++
	}
	s.used++
	mask := len(s.table) - 1
	if s.fill*5 >= mask*3 {
		grow := s.used * 2
		if s.used <= 50000 {
			grow = s.used * 4
		}
		if size := int64(tableSize(grow)) * 24; size > largeGrowth {
			before := int64(len(s.table)) * 24
			if s.mark == vm.meter.epoch {
				before = 0 // counted already
			}
			if err := vm.Reserve(size + before); err != nil {
				return err
			}
		}
		s.resize(vm, grow)
	}
	return nil
}

// insertClean puts a key that is not there into the first free slot of its
// probe sequence; it reports whether the slot had never been used.
func (s *Set) insertClean(v Value, hash uint64) bool {
	mask := uint64(len(s.table) - 1)
	i, perturb := hash&mask, hash
	for {
		probes := 0
		if i+linearProbes <= mask {
			probes = linearProbes
		}
		for j := i; j <= i+uint64(probes); j++ {
			if e := &s.table[j]; !e.key.Bound() {
				fresh := e.hash == 0
				*e = setEntry{v, hash}
				return fresh
			}
		}
		perturb >>= perturbShift
		i = (i*5 + 1 + perturb) & mask
	}
}

// tableSize is the size of a table with more than least slots.
func tableSize(least int) int {
	size := setMinTable
	for size <= least {
		size *= 2
	}
	return size
}

// resize makes a table with more than least slots and re-inserts the items.
func (s *Set) resize(vm *VM, least int) {
	size := tableSize(least)
	old := s.table
	s.table = make([]setEntry, size)
	vm.charge(int64(size) * 24)
	for _, e := range old {
		if e.key.Bound() {
			s.insertClean(e.key, e.hash)
		}
	}
	s.fill = s.used
}

// Has reports whether an item is in.
func (s *Set) Has(vm *VM, v Value) (bool, error) {
	h, err := vm.Hash(v)
	if err != nil {
		return false, err
	}
	at, err := s.find(vm, v, uint64(h))
	return at >= 0, err
}

// Discard takes an item out and reports whether it was in.
func (s *Set) Discard(vm *VM, v Value) (bool, error) {
	h, err := vm.Hash(v)
	if err != nil {
		return false, err
	}
	at, err := s.find(vm, v, uint64(h))
	if at < 0 || err != nil {
		return false, err
	}
	s.removeAt(at)
	return true, nil
}

func (s *Set) removeAt(i int) {
	s.version++
	s.table[i] = setEntry{hash: 1}
	s.used--
}

func (s *Set) clear() {
	s.version++
	s.table, s.fill, s.used = make([]setEntry, setMinTable), 0, 0
}

// All ranges over the items in table order.
func (s *Set) All() func(yield func(Value) bool) {
	return func(yield func(Value) bool) {
		for i := 0; i < len(s.table); i++ {
			if e := s.table[i]; e.key.Bound() && !yield(e.key) {
				return
			}
		}
	}
}

// copyOf is a set of type t with the items of s.
func (vm *VM) copyOf(s *Set, t *Type) (*Set, error) {
	if err := vm.Reserve(int64(len(s.table)) * 24); err != nil {
		return nil, err
	}
	c := newSet(t)
	vm.charge(setSize)
	return c, vm.mergeSet(c, s)
}

// mergeSet adds all items of src to s, growing once beforehand as CPython
// does, so that the order comes out the same.
func (vm *VM) mergeSet(s, src *Set) error {
	if (s.fill+src.used)*5 >= (len(s.table)-1)*3 {
		if err := vm.Reserve(int64(s.used+src.used) * 48); err != nil {
			return err
		}
		s.resize(vm, (s.used+src.used)*2)
	}
	if s.fill == 0 && len(s.table) == len(src.table) && src.fill == src.used {
		copy(s.table, src.table)
		s.fill, s.used = src.fill, src.used
		s.version++
		return vm.Tick(len(s.table)/64 + 1)
	}
	if s.fill == 0 {
		for _, e := range src.table {
			if e.key.Bound() {
				s.insertClean(e.key, e.hash)
			}
		}
		s.fill, s.used = src.used, src.used
		s.version++
		return vm.Tick(len(s.table)/64 + 1)
	}
	for i := 0; i < len(src.table); i++ {
		if e := src.table[i]; e.key.Bound() {
			if err := s.addHashed(vm, e.key, e.hash); err != nil {
				return err
			}
		}
		if i&255 == 255 {
			if err := vm.Tick(64); err != nil {
				return err
			}
		}
	}
	return nil
}

// setUpdate adds the items of an iterable.
func (vm *VM) setUpdate(s *Set, v Value) error {
	if src := v.Set(); src != nil {
		if src == s {
			return nil
		}
		return vm.mergeSet(s, src)
	}
	if d := v.Dict(); d != nil && v.Type() == DictType {
		for i := 0; i < len(d.entries); i++ {
			if e := d.entries[i]; e.key.Bound() {
				if err := s.addHashed(vm, e.key, e.hash); err != nil {
					return err
				}
			}
		}
		return vm.Tick(d.used/16 + 1)
	}
	if err := vm.reserveHint(v, 24); err != nil {
		return err
	}
	return vm.Iterate(v, func(x Value) error { return s.Add(vm, x) })
}
