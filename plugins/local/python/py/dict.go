package py

import "errors"

// Dict is a Python dict: entries in insertion order plus an open-addressing
// table of indexes into them. A dict of up to smallDict entries has no table
// and is searched in order.
type Dict struct {
	Object
	entries []dictEntry // a deleted entry has an unbound key
	index   []int32     // len is a power of two; 0 empty, -1 deleted, else entry+1
	used    int         // live entries
	fill    int         // slots of index that are not empty, deleted ones included
	// version changes whenever an entry's position may have changed (insertion
	// of a new key, deletion, clearing), not when a value is replaced. Inline
	// caches of globals rely on it.
	version uint32
}

type dictEntry struct {
	key, val Value
	hash     uint64
}

const smallDict = 8

// DictType is dict.
var DictType = shell("dict", KindDict)

// NewDict makes an empty dict without charging memory.
func NewDict() *Dict { return &Dict{Object: Object{typ: DictType, kind: KindDict}} }

// Value is the dict as a Value.
func (d *Dict) Value() Value { return Of(&d.Object) }

// Len is the number of items.
func (d *Dict) Len() int { return d.used }

// find gives the position of the entry with the key, or -1. It may run guest
// code (__eq__) when the key or a stored key is not a plain str or int.
func (d *Dict) find(vm *VM, key Value, hash uint64) (int, error) {
again:
	if d.index == nil {
		for i := 0; i < len(d.entries); i++ {
			e := &d.entries[i]
			if e.hash == hash && e.key.Bound() {
				same, err := d.sameKey(vm, i, key)
				if err != nil {
					if err == errMoved {
						goto again
					}
					return -1, err
				}
				if same {
					return i, nil
				}
			}
		}
		return -1, nil
	}
	mask := uint64(len(d.index) - 1)
	for i, step := spread(hash)&mask, uint64(1); ; i, step = (i+step)&mask, step+1 {
		at := d.index[i]
		if at == 0 {
			return -1, nil
		}
		if at < 0 {
			continue
		}
		e := &d.entries[at-1]
		if e.hash == hash {
			same, err := d.sameKey(vm, int(at-1), key)
			if err != nil {
				if err == errMoved {
					goto again
				}
				return -1, err
			}
			if same {
				return int(at - 1), nil
			}
		}
	}
}

// errMoved tells find that comparing keys changed the dict or set under it, so
// that it has to start again.
var errMoved = errors.New("a comparison of keys changed the table")

// sameKey compares the key at position i with the one looked for; their hashes
// agree.
func (d *Dict) sameKey(vm *VM, i int, key Value) (bool, error) {
	stored := d.entries[i].key
	if stored == key {
		return true, nil
	}
	if a, b := stored.Str(), key.Str(); a != nil && b != nil && a.typ == StrType && b.typ == StrType {
		vm.work(len(b.S))
		return a.S == b.S, nil
	}
	version, index := d.version, d.index
	same, err := vm.Equal(stored, key)
	if err == nil && version != d.version && (!sameTable(index, d.index) || i >= len(d.entries) || d.entries[i].key != stored) {
		if err = vm.Tick(1); err == nil {
			err = errMoved
		}
	}
	return same, err
}

// sameTable reports whether two slices are one piece of memory.
func sameTable[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// spread mixes the hash so that ints in steps do not pile up.
func spread(h uint64) uint64 { return h ^ h>>15 ^ h>>32 }

// findStr is find for a plain str; it runs no guest code, so it gives
// foreignKey where a key of another type would have to be compared.
func (d *Dict) findStr(key *Str) int {
	hash := uint64(key.hashOf())
	if d.index == nil {
		for i := range d.entries {
			e := &d.entries[i]
			if e.hash != hash || !e.key.Bound() {
				continue
			}
			if e.key.Type() != StrType {
				return foreignKey
			}
			if sameStr(e.key, key) {
				return i
			}
		}
		return -1
	}
	mask := uint64(len(d.index) - 1)
	for i, step := spread(hash)&mask, uint64(1); ; i, step = (i+step)&mask, step+1 {
		at := d.index[i]
		if at == 0 {
			return -1
		}
		if at > 0 {
			e := &d.entries[at-1]
			if e.hash != hash {
				continue
			}
			if e.key.Type() != StrType {
				return foreignKey
			}
			if sameStr(e.key, key) {
				return int(at - 1)
			}
		}
	}
}

// foreignKey is findStr's result where only find can tell.
const foreignKey = -2

func sameStr(v Value, s *Str) bool {
	if !v.Bound() {
		return false
	}
	t := v.Str()
	return t != nil && (t == s || t.S == s.S)
}

// Get looks a key up; the unbound Value means that it is not there.
func (d *Dict) Get(vm *VM, key Value) (Value, error) {
	if s := key.Str(); s != nil && s.typ == StrType {
		vm.work(len(s.S))
		if i := d.findStr(s); i >= 0 {
			return d.entries[i].val, nil
		} else if i != foreignKey {
			return Value{}, nil
		}
	}
	hash, err := vm.Hash(key)
	if err != nil {
		return Value{}, err
	}
	i, err := d.find(vm, key, uint64(hash))
	if i < 0 || err != nil {
		return Value{}, err
	}
	return d.entries[i].val, nil
}

// GetStr looks a name up; the unbound Value means that it is not there.
func (d *Dict) GetStr(key *Str) Value {
	if i := d.findStr(key); i >= 0 {
		return d.entries[i].val
	}
	return Value{}
}

// Set stores a value under a key.
func (d *Dict) Set(vm *VM, key, val Value) error {
	if s := key.Str(); s != nil && s.typ == StrType {
		vm.work(len(s.S))
		switch i := d.findStr(s); {
		case i >= 0:
			d.entries[i].val = val
			return nil
		case i != foreignKey:
			d.insert(vm, key, val, uint64(s.hashOf()))
			return nil
		}
	}
	hash, err := vm.Hash(key)
	if err != nil {
		return err
	}
	return d.setHashed(vm, key, val, uint64(hash))
}

// setHashed is Set for a key whose hash is known.
func (d *Dict) setHashed(vm *VM, key, val Value, hash uint64) error {
	i, err := d.find(vm, key, hash)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].val = val
		return nil
	}
	d.insert(vm, key, val, hash)
	return nil
}

// SetStr stores a value under a name. Growth is charged by the caller's
// machine at the next measurement.
func (d *Dict) SetStr(key *Str, val Value) {
	if i := d.findStr(key); i >= 0 {
		d.entries[i].val = val
		return
	}
	d.insert(nil, Of(&key.Object), val, uint64(key.hashOf()))
}

// Delete removes a key and gives its value; unbound if it was not there.
func (d *Dict) Delete(vm *VM, key Value) (Value, error) {
	hash, err := vm.Hash(key)
	if err != nil {
		return Value{}, err
	}
	i, err := d.find(vm, key, uint64(hash))
	if i < 0 || err != nil {
		return Value{}, err
	}
	return d.removeAt(i), nil
}

// DeleteStr is Delete for a name.
func (d *Dict) DeleteStr(key *Str) Value {
	if i := d.findStr(key); i >= 0 {
		return d.removeAt(i)
	}
	return Value{}
}

// dictEntrySize is the size of an entry and its share of the index, in bytes.
const dictEntrySize = 56

// insert adds a key that is not there. vm may be nil where nothing is charged.
func (d *Dict) insert(vm *VM, key, val Value, hash uint64) {
	d.version++
	if len(d.entries) == cap(d.entries) && d.used < len(d.entries)/2 {
		d.compact()
	}
	if n := len(d.entries); n == cap(d.entries) && vm != nil && n > 0 {
		entries := make([]dictEntry, n, vm.grownCap(&d.Object, n, 1, dictEntrySize))
		copy(entries, d.entries)
		d.entries = entries
	}
	d.entries = append(d.entries, dictEntry{key, val, hash})
	d.used++
	if d.index != nil && d.fill*3 < len(d.index)*2 {
		d.place(hash, int32(len(d.entries)))
		return
	}
	if len(d.entries) > smallDict {
		d.reindex()
	}
}

func (d *Dict) place(hash uint64, at int32) {
	mask := uint64(len(d.index) - 1)
	i := spread(hash) & mask
	for step := uint64(1); d.index[i] > 0; i, step = (i+step)&mask, step+1 {
	}
	if d.index[i] == 0 {
		d.fill++
	}
	d.index[i] = at
}

// compact drops deleted entries.
func (d *Dict) compact() {
	live := d.entries[:0]
	for _, e := range d.entries {
		if e.key.Bound() {
			live = append(live, e)
		}
	}
	clear(d.entries[len(live):])
	d.entries = live
	d.version++
	if d.index != nil {
		d.reindex()
	}
}

// reindex builds the table anew for the entries there are.
func (d *Dict) reindex() {
	size := 32
	for size < d.used*2 || size*2 < len(d.entries)*3 {
		size *= 2
	}
	d.index, d.fill = make([]int32, size), 0
	for i := range d.entries {
		if d.entries[i].key.Bound() {
			d.place(d.entries[i].hash, int32(i+1))
		}
	}
}

func (d *Dict) removeAt(i int) Value {
	d.version++
	e := &d.entries[i]
	val := e.val
	if d.index != nil {
		mask := uint64(len(d.index) - 1)
		j := spread(e.hash) & mask
		for step := uint64(1); d.index[j] != int32(i+1); j, step = (j+step)&mask, step+1 {
		}
		d.index[j] = -1
	}
	*e = dictEntry{}
	d.used--
	return val
}

// Clear removes all items.
func (d *Dict) Clear() {
	d.entries, d.index, d.used, d.fill = nil, nil, 0, 0
	d.version++
}

// Next gives the first live entry at or after position pos and the position
// after it; ok is false at the end. Iterators and Go code walk dicts with it.
func (d *Dict) Next(pos int) (key, val Value, next int, ok bool) {
	if pos == 0 {
		pos = d.front()
	}
	for ; pos < len(d.entries); pos++ {
		if e := &d.entries[pos]; e.key.Bound() {
			return e.key, e.val, pos + 1, true
		}
	}
	return Value{}, Value{}, pos, false
}

// front is a position before which no item stands. A dict that is used as a
// queue has many such; the hash of a deleted first entry remembers how many, so
// that taking the first item stays cheap.
func (d *Dict) front() int {
	if len(d.entries) == 0 || d.entries[0].key.Bound() {
		return 0
	}
	from := max(1, int(d.entries[0].hash))
	pos := from
	for pos < len(d.entries) && !d.entries[pos].key.Bound() {
		pos++
	}
	if pos-from >= 8 {
		d.entries[0].hash = uint64(pos)
	}
	return pos
}

// All ranges over the items in order; the dict must not grow meanwhile.
func (d *Dict) All() func(yield func(Value, Value) bool) {
	return func(yield func(Value, Value) bool) {
		for i := 0; i < len(d.entries); i++ {
			if e := d.entries[i]; e.key.Bound() && !yield(e.key, e.val) {
				return
			}
		}
	}
}
