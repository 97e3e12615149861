package py

// Attrs are the attributes of an instance: values laid out by a shape that
// instances of a class share (what other machines call a hidden class), so an
// inline cache can remember a slot number instead of looking a name up.
//
// Once dict is set the ordinary attributes live there and the shape only
// keeps those of __slots__.
type Attrs struct {
	shape *Shape
	vals  []Value
	dict  *Dict
}

// Shape says which attribute name stands in which slot. Shapes form a tree:
// adding a name to a shape always leads to the same next shape. They belong to
// one class and therefore to one machine.
type Shape struct {
	parent *Shape
	name   *Str // the last slot's name: interned, or the private key of a __slots__ member
	count  int
	next   map[*Str]*Shape
	last   *Shape // the transition taken most recently
	slots  map[*Str]int
}

// maxShape is the number of attributes beyond which an instance falls back to
// a dict.
const maxShape = 64

// detached is the root shape of instances of built-in types that have a
// __dict__: they go straight to a dict and never grow a tree.
var detached = &Shape{}

// slot is the slot of a key, or -1.
func (s *Shape) slot(name *Str) int {
	if s.count <= 6 {
		for p := s; p.parent != nil; p = p.parent {
			if p.name == name {
				return p.count - 1
			}
		}
		return -1
	}
	if s.slots == nil {
		s.slots = make(map[*Str]int, s.count)
		for p := s; p.parent != nil; p = p.parent {
			s.slots[p.name] = p.count - 1
		}
	}
	if i, ok := s.slots[name]; ok {
		return i
	}
	return -1
}

// with is the shape that has the name after all of s's.
func (s *Shape) with(name *Str) *Shape {
	if s.last != nil && s.last.name == name {
		return s.last
	}
	n := s.next[name]
	if n == nil {
		n = &Shape{parent: s, name: name, count: s.count + 1}
		if s.next == nil {
			s.next = map[*Str]*Shape{}
		}
		s.next[name] = n
	}
	s.last = n
	return n
}

// names lists the names in slot order.
func (s *Shape) names() []*Str {
	out := make([]*Str, s.count)
	for p := s; p.parent != nil; p = p.parent {
		out[p.count-1] = p.name
	}
	return out
}

// get is the attribute of an interned name; unbound if there is none.
func (a *Attrs) get(name *Str) Value {
	if a.dict != nil {
		return a.dict.GetStr(name)
	}
	if i := a.shape.slot(name); i >= 0 {
		return a.vals[i]
	}
	return Value{}
}

// set stores an attribute under an interned name.
func (a *Attrs) set(name *Str, v Value) {
	if a.dict == nil && (a.shape == detached || a.shape.count >= maxShape) && a.shape.slot(name) < 0 {
		a.toDict()
	}
	if a.dict != nil {
		a.dict.SetStr(name, v)
		return
	}
	a.setSlot(name, v)
}

// del removes an attribute and reports whether it was there.
func (a *Attrs) del(name *Str) bool {
	if a.dict == nil {
		if a.shape.slot(name) < 0 {
			return false
		}
		a.toDict()
	}
	return a.dict.DeleteStr(name).Bound()
}

// getSlot and setSlot read and write by key whatever the dict; an unbound
// value empties a slot without changing the shape.
func (a *Attrs) getSlot(key *Str) Value {
	if i := a.shape.slot(key); i >= 0 {
		return a.vals[i]
	}
	return Value{}
}

func (a *Attrs) setSlot(key *Str, v Value) {
	if i := a.shape.slot(key); i >= 0 {
		a.vals[i] = v
		return
	}
	a.shape = a.shape.with(key)
	a.vals = append(a.vals, v)
}

// toDict moves the ordinary attributes into a dict for good: after a deletion,
// for __dict__ and vars(), or when there are too many.
func (a *Attrs) toDict() *Dict {
	if a.dict != nil {
		return a.dict
	}
	d := NewDict()
	old, vals := a.shape, a.vals
	root := old
	for root.parent != nil {
		root = root.parent
	}
	a.dict, a.shape, a.vals = d, root, nil
	for i, name := range old.names() {
		if name.flags&flagSlotKey != 0 {
			a.setSlot(name, vals[i])
		} else if vals[i].Bound() {
			d.SetStr(name, vals[i])
		}
	}
	return d
}

// instance is a plain instance of a guest class: header, attributes and room
// for the first few of them in one allocation.
type instance struct {
	Object
	own    Attrs
	inline [4]Value
}

const instanceSize = 128

// newInstance makes an instance of a guest class without a built-in base.
func (vm *VM) newInstance(t *Type) *Object {
	vm.charge(instanceSize)
	o := &instance{Object: Object{typ: t, kind: KindInstance}}
	o.own.shape = t.shape
	o.own.vals = o.inline[:0]
	o.attrs = &o.own
	return &o.Object
}

// attrsOf is the object's attributes, made if its type allows any and there
// are none yet; nil if the type allows none.
func (o *Object) attrsOf() *Attrs {
	if o.attrs == nil && o.typ.flags&(TypeHasDict|TypeHasSlots) != 0 {
		o.attrs = &Attrs{shape: o.typ.shape}
		if o.attrs.shape == nil {
			o.attrs.shape = detached
		}
	}
	return o.attrs
}

// InstanceDict is the object's __dict__; nil if it has none. Afterwards the
// attributes live in that dict.
func (v Value) InstanceDict() *Dict {
	o := v.header()
	if o.typ.flags&TypeHasDict == 0 {
		return nil
	}
	return o.attrsOf().toDict()
}
