package py

// Attrs are the attributes of an instance: values laid out by a shape that
// instances of a class share (what other machines call a hidden class), so an
// inline cache can remember a slot number instead of looking a name up.
type Attrs struct {
	shape *Shape // nil once dict holds the attributes
	vals  []Value
	dict  *Dict
}

// Shape says which attribute name stands in which slot. Shapes form a tree:
// adding a name to a shape always leads to the same next shape. They belong to
// one class and therefore to one machine.
type Shape struct {
	parent *Shape
	name   *Str // the last slot's name
	count  int
	next   map[*Str]*Shape
	last   *Shape // the transition taken most recently
	slots  map[*Str]int
}

// maxShape is the number of attributes beyond which an instance falls back to
// a dict.
const maxShape = 64

func newShape() *Shape { return &Shape{} }

// slot is the slot of an interned name, or -1.
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
	if a.shape != nil {
		if i := a.shape.slot(name); i >= 0 {
			return a.vals[i]
		}
		return Value{}
	}
	return a.dict.GetStr(name)
}

// set stores an attribute under an interned name.
func (a *Attrs) set(name *Str, v Value) {
	if a.shape == nil {
		a.dict.SetStr(name, v)
		return
	}
	if i := a.shape.slot(name); i >= 0 {
		a.vals[i] = v
		return
	}
	if a.shape.count >= maxShape {
		a.toDict()
		a.dict.SetStr(name, v)
		return
	}
	a.shape = a.shape.with(name)
	a.vals = append(a.vals, v)
}

// del removes an attribute and reports whether it was there.
func (a *Attrs) del(name *Str) bool {
	if a.shape != nil {
		if a.shape.slot(name) < 0 {
			return false
		}
		a.toDict()
	}
	return a.dict.DeleteStr(name).Bound()
}

// toDict moves the attributes into a dict for good: after a deletion, for
// __dict__ and vars(), or when there are too many.
func (a *Attrs) toDict() *Dict {
	if a.shape != nil {
		d := NewDict()
		for i, name := range a.shape.names() {
			d.SetStr(name, a.vals[i])
		}
		a.dict, a.shape, a.vals = d, nil, nil
	}
	return a.dict
}

// instance is a plain instance of a guest class: header, attributes and room
// for the first few of them in one allocation.
type instance struct {
	Object
	own    Attrs
	inline [4]Value
}

// newInstance makes an instance of a guest class without a built-in base.
func (vm *VM) newInstance(t *Type) *Object {
	vm.charge(136)
	o := &instance{Object: Object{typ: t, kind: KindInstance}}
	if t.flags&TypeHasDict != 0 {
		o.own.shape = t.shape
		o.own.vals = o.inline[:0]
		o.attrs = &o.own
	}
	return &o.Object
}
