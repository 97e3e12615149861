package py

import (
	"slices"
	"strings"
)

// computeMRO computes the C3 linearisation of t from its bases.
func (vm *VM) computeMRO(t *Type) ([]*Type, error) {
	lists := make([][]*Type, 0, len(t.Bases)+1)
	for i, b := range t.Bases {
		if b.MRO == nil {
			return nil, TypeErrorf("Cannot extend an incomplete type '%s'", b.Name)
		}
		if slices.Contains(t.Bases[:i], b) {
			return nil, TypeErrorf("duplicate base class %s", b.Name)
		}
		lists = append(lists, b.MRO)
	}
	lists = append(lists, t.Bases)
	// How often each class stands behind the head of a list.
	tails := map[*Type]int{}
	total := 0
	for _, l := range lists {
		total += len(l)
		for _, c := range l[min(1, len(l)):] {
			tails[c]++
		}
	}
	if err := vm.Tick(total); err != nil {
		return nil, err
	}
	out := append(make([]*Type, 0, len(tails)+2), t)
	for {
		pick, live := mroNext(lists, tails)
		if pick == nil {
			if live {
				return nil, vm.mroError(lists)
			}
			return out, nil
		}
		out = append(out, pick)
		for i, l := range lists {
			if len(l) > 0 && l[0] == pick {
				if lists[i] = l[1:]; len(l) > 1 {
					tails[l[1]]--
				}
			}
		}
		if err := vm.Tick(len(lists)); err != nil {
			return nil, err
		}
	}
}

// mroNext is the first head of a list that no list has further on; live tells
// whether there are heads at all.
func mroNext(lists [][]*Type, tails map[*Type]int) (pick *Type, live bool) {
	for _, l := range lists {
		if len(l) == 0 {
			continue
		}
		live = true
		if tails[l[0]] == 0 {
			return l[0], true
		}
	}
	return nil, live
}

func (vm *VM) mroError(lists [][]*Type) error {
	var names []string
	seen := map[*Type]bool{}
	for _, l := range lists {
		if len(l) > 0 && !seen[l[0]] {
			seen[l[0]] = true
			names = append(names, l[0].Name)
		}
	}
	return TypeErrorf("Cannot create a consistent method resolution\norder (MRO) for bases %s", strings.Join(names, ", "))
}

// classMRO is computeMRO unless the metaclass overrides mro().
func (vm *VM) classMRO(t *Type) ([]*Type, error) {
	if b := t.typ.lookup(nameMro).BuiltinOrNil(); b != nil && b.Owner == TypeType {
		return vm.computeMRO(t)
	}
	r, err := vm.callSpecial(Of(&t.Object), nameMro)
	if err != nil {
		return nil, err
	}
	var out []*Type
	err = vm.Iterate(r, func(v Value) error {
		c := v.AsType()
		switch {
		case c == nil:
			return TypeErrorf("mro() returned a non-class ('%s')", v.Type().Name)
		case !t.hasLayout(c.layout):
			return TypeErrorf("mro() returned base with unsuitable layout ('%s')", c.Name)
		}
		out = append(out, c)
		return nil
	})
	return out, err
}

// linkClass gives a new class its MRO. linked is false where the metaclass's
// mro() has set the bases meanwhile, which entered the class with its bases.
func (vm *VM) linkClass(t *Type) (linked bool, err error) {
	t.slots = t.Base.slots // what mro() may see works, though nothing is looked up yet
	linked, err = vm.setMRO(t)
	return linked, err
}

func sameTypes(a, b []*Type) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// setMRO computes the MRO of t anew. It changes nothing where the metaclass's
// mro() has led to another new MRO meanwhile.
func (vm *VM) setMRO(t *Type) (changed bool, err error) {
	old := t.MRO
	mro, err := vm.classMRO(t)
	if err != nil || !sameTypes(t.MRO, old) {
		return false, err
	}
	t.MRO = mro
	t.version = nextTypeVersion()
	return true, nil
}

// mroChange remembers an MRO so that it can be put back.
type mroChange struct {
	t        *Type
	old, new []*Type
}

// relinkMRO computes the MROs of t and of its subclasses anew.
func (vm *VM) relinkMRO(t *Type, done *[]mroChange) error {
	if err := vm.enter(); err != nil {
		return err
	}
	defer vm.leave()
	old := t.MRO
	changed, err := vm.setMRO(t)
	if err != nil || !changed {
		return err
	}
	*done = append(*done, mroChange{t, old, t.MRO})
	for _, sub := range slices.Clone(t.subclasses) {
		if err := vm.relinkMRO(sub, done); err != nil {
			return err
		}
	}
	return nil
}

// inheritsFrom is IsSubtype that also follows the chain of bases, which is
// ahead of the MRO while a mro() runs.
func (t *Type) inheritsFrom(base *Type) bool {
	if t.IsSubtype(base) {
		return true
	}
	for b := t.Base; b != nil; b = b.Base {
		if b == base {
			return true
		}
	}
	return false
}

// newBases checks the tuple that is assigned to t.__bases__.
func (t *Type) newBases(x Value) ([]*Type, error) {
	switch {
	case t.flags&TypeHeap == 0:
		return nil, TypeErrorf("cannot set '__bases__' attribute of immutable type '%s'", t.Name)
	case !x.Bound():
		return nil, TypeErrorf("cannot delete '__bases__' attribute of immutable type '%s'", t.Name)
	case x.Tuple() == nil:
		return nil, TypeErrorf("can only assign tuple to %s.__bases__, not %s", t.Name, x.Type().Name)
	case len(x.Tuple().Items) == 0:
		return nil, TypeErrorf("can only assign non-empty tuple to %s.__bases__, not ()", t.Name)
	}
	bases := make([]*Type, 0, len(x.Tuple().Items))
	for _, b := range x.Tuple().Items {
		c := b.AsType()
		if c == nil {
			return nil, TypeErrorf("%s.__bases__ must be tuple of classes, not '%s'", t.Name, b.Type().Name)
		}
		if c.inheritsFrom(t) {
			return nil, TypeErrorf("a __bases__ item causes an inheritance cycle")
		}
		bases = append(bases, c)
	}
	return bases, nil
}

func typeSetBases(vm *VM, v, x Value) error {
	t := v.AsType()
	bases, err := t.newBases(x)
	if err != nil {
		return err
	}
	base, err := bestBase(bases)
	if err != nil {
		return err
	}
	if base.layout != t.layout || (base.flags^t.Base.flags)&TypeHasDict != 0 {
		return TypeErrorf("__bases__ assignment: '%s' object layout differs from '%s'", base.Name, t.Base.Name)
	}
	oldBases, oldBase := t.Bases, t.Base
	t.Bases, t.Base = bases, base
	var done []mroChange
	err = vm.relinkMRO(t, &done)
	if err != nil {
		for _, c := range done {
			if sameTypes(c.t.MRO, c.new) {
				c.t.MRO = c.old
			}
		}
		if sameTypes(t.Bases, bases) {
			t.Bases, t.Base = oldBases, oldBase
		}
	} else if sameTypes(t.Bases, bases) {
		for _, b := range oldBases {
			vm.removeSubclass(b, t)
		}
		for _, b := range bases {
			vm.addSubclass(b, t)
		}
	}
	if t.MRO != nil {
		t.modified()
	}
	return err
}
