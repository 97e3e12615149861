package py

import (
	"fmt"
	"strings"
)

// mro computes the C3 linearisation of t from its bases.
func (vm *VM) computeMRO(t *Type) ([]*Type, error) {
	lists := make([][]*Type, 0, len(t.Bases)+1)
	for _, b := range t.Bases {
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
	return TypeErrorf("Cannot create a consistent method resolution order (MRO) for bases %s", strings.Join(names, ", "))
}

// bestBase picks the base whose instances' layout the class takes over.
func bestBase(bases []*Type) (*Type, error) {
	var winner *Type
	for _, b := range bases {
		if b.flags&TypeNoSubclass != 0 {
			return nil, TypeErrorf("type '%s' is not an acceptable base type", b.Name)
		}
		switch {
		case winner == nil || b.layout != winner.layout && b.hasLayout(winner.layout) || winner.layout == ObjectType:
			if winner == nil || b.layout != winner.layout {
				winner = b
			}
		case b.layout != ObjectType && !winner.hasLayout(b.layout):
			return nil, TypeErrorf("multiple bases have instance lay-out conflict")
		}
	}
	return winner, nil
}

// metaclassOf is the most derived metaclass of the bases and the one given.
func metaclassOf(meta *Type, bases []*Type) (*Type, error) {
	for _, b := range bases {
		m := b.typ
		switch {
		case meta.IsSubtype(m):
		case m.IsSubtype(meta):
			meta = m
		default:
			return nil, TypeErrorf("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		}
	}
	return meta, nil
}

func typeInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	if len(args) != 1 && len(args) != 3 {
		return TypeErrorf("type.__init__() takes 1 or 3 arguments")
	}
	if len(args) == 1 && kw.Len() > 0 {
		return TypeErrorf("type.__init__() takes no keyword arguments")
	}
	return nil
}

// typeNew is type.__new__(meta, name, bases, dict, **keywords).
func typeNew(vm *VM, meta *Type, args []Value, kw Kwargs) (Value, error) {
	if len(args) != 3 {
		return Value{}, TypeErrorf("type.__new__() takes exactly 3 arguments (%d given)", len(args))
	}
	name, tuple, ns := args[0].Str(), args[1].Tuple(), args[2].Dict()
	switch {
	case name == nil:
		return Value{}, TypeErrorf("type.__new__() argument 1 must be str, not %s", args[0].Type().Name)
	case tuple == nil:
		return Value{}, TypeErrorf("type.__new__() argument 2 must be tuple, not %s", args[1].Type().Name)
	case ns == nil:
		return Value{}, TypeErrorf("type.__new__() argument 3 must be dict, not %s", args[2].Type().Name)
	case strings.ContainsRune(name.S, 0):
		return Value{}, ValueErrorf("type name must not contain null characters")
	}
	bases := make([]*Type, 0, len(tuple.Items))
	for _, b := range tuple.Items {
		c := b.AsType()
		if c == nil {
			if vm.hasAttr(b, nameMroEntries) {
				return Value{}, TypeErrorf("type() doesn't support MRO entry resolution; use types.new_class()")
			}
			return Value{}, TypeErrorf("bases must be types")
		}
		bases = append(bases, c)
	}
	if len(bases) == 0 {
		bases = []*Type{ObjectType}
	}
	winner, err := metaclassOf(meta, bases)
	if err != nil {
		return Value{}, err
	}
	if winner != meta {
		if b := winner.lookup(nameNew).Builtin(); b == nil || b.Owner != TypeType {
			return winner.slots.New(vm, winner, args, kw)
		}
		meta = winner
	}
	t, err := vm.newClass(meta, name.S, bases, ns)
	if err != nil {
		return Value{}, err
	}
	if err := vm.finishClass(t, kw); err != nil {
		return Value{}, err
	}
	return Of(&t.Object), nil
}

var (
	nameMroEntries   = Name("__mro_entries__")
	nameClassCell    = Name("__classcell__")
	nameSetName      = Name("__set_name__")
	nameInitSubclass = Name("__init_subclass__")
	nameMro          = Name("mro")
	namePrepare      = Name("__prepare__")
	nameOrigBases    = Name("__orig_bases__")
	nameSlots        = Name("__slots__")
	nameClassGetItem = Name("__class_getitem__")
	nameMetaclass    = Name("metaclass")
)

// newClass makes the class object, without the calls that follow.
func (vm *VM) newClass(meta *Type, name string, bases []*Type, ns *Dict) (*Type, error) {
	base, err := bestBase(bases)
	if err != nil {
		return nil, err
	}
	if err := vm.enter(); err != nil {
		return nil, err
	}
	defer vm.leave()
	vm.charge(2048)
	t := &Type{
		Object: Object{typ: meta, kind: KindType},
		Name:   name, QualName: name, Bases: bases, Base: base,
		flags: TypeHeap, layout: base.layout, kind: base.kind, native: base.native,
		shape: &Shape{}, Dict: NewDict(),
	}
	if t.layout == ObjectType {
		t.kind = KindInstance
	}
	for k, v := range ns.All() {
		if err := t.Dict.Set(vm, k, v); err != nil {
			return nil, err
		}
	}
	for _, b := range bases {
		t.flags |= b.flags & (TypeHasDict | TypeHasSlots | TypeSequence | TypeMapping | TypeMatchSelf | typeConcat)
	}
	if err := vm.classNames(t); err != nil {
		return nil, err
	}
	if err := vm.makeSlots(t); err != nil {
		return nil, err
	}
	if t.MRO, err = vm.classMRO(t); err != nil {
		return nil, err
	}
	for _, c := range t.MRO {
		t.flags |= c.flags & TypeHasDict
	}
	t.version = nextTypeVersion()
	t.updateSlots()
	for _, b := range bases {
		vm.addSubclass(b, t)
	}
	return t, nil
}

// classMRO is computeMRO unless the metaclass overrides mro().
func (vm *VM) classMRO(t *Type) ([]*Type, error) {
	if b := t.typ.lookup(nameMro).Builtin(); b != nil && b.Owner == TypeType {
		return vm.computeMRO(t)
	}
	r, err := vm.callSpecial(Of(&t.Object), nameMro)
	if err != nil {
		return nil, err
	}
	var out []*Type
	err = vm.Iterate(r, func(v Value) error {
		c := v.AsType()
		if c == nil {
			return TypeErrorf("mro() returned a non-class ('%s')", v.Type().Name)
		}
		out = append(out, c)
		return nil
	})
	return out, err
}

// classNames takes __qualname__ out of the namespace and sets __module__,
// __doc__ and the implicit class and static methods.
func (vm *VM) classNames(t *Type) error {
	if q := t.Dict.GetStr(nameQualName); q.Bound() {
		if q.Str() == nil {
			return TypeErrorf("type __qualname__ must be a str, not %s", q.Type().Name)
		}
		t.QualName = q.Str().S
		t.Dict.DeleteStr(nameQualName)
	}
	if !t.Dict.GetStr(nameModule).Bound() && vm.frame != nil {
		if m := vm.frame.Globals.GetStr(nameDunderName); m.Bound() {
			t.Dict.SetStr(nameModule, m)
		}
	}
	if f := t.Dict.GetStr(nameNew); f.Bound() && f.Kind() == KindFunction {
		t.Dict.SetStr(nameNew, vm.newWrapped(StaticMethodType, f))
	}
	for _, n := range []*Str{nameInitSubclass, nameClassGetItem} {
		if f := t.Dict.GetStr(n); f.Bound() && f.Kind() == KindFunction {
			t.Dict.SetStr(n, vm.newWrapped(ClassMethodType, f))
		}
	}
	if !t.Dict.GetStr(nameDoc).Bound() {
		t.Dict.SetStr(nameDoc, None)
	}
	return nil
}

var nameDunderName = Name("__name__")

func (vm *VM) newWrapped(t *Type, fn Value) Value {
	w := &wrapped{fn: fn}
	vm.NewObject(&w.Object, t, 40)
	return Of(&w.Object)
}

// makeSlots turns __slots__ into member descriptors, or gives the class a
// __dict__.
func (vm *VM) makeSlots(t *Type) error {
	if t.kind == KindType {
		return nil // classes of a metaclass have the namespace of their own
	}
	decl := t.Dict.GetStr(nameSlots)
	if !decl.Bound() {
		if t.flags&TypeHasDict == 0 {
			vm.addDictMember(t)
		}
		t.flags |= TypeHasDict
		return nil
	}
	var list []Value
	if decl.Str() != nil {
		list = []Value{decl}
	} else if err := vm.Iterate(decl, func(v Value) error { list = append(list, v); return nil }); err != nil {
		return err
	}
	if len(list) > 0 && (t.kind == KindTuple || t.kind == KindBigInt || t.kind == KindBytes) {
		return TypeErrorf("nonempty __slots__ not supported for subtype of '%s'", t.Base.Name)
	}
	for _, v := range list {
		if err := vm.addSlot(t, v); err != nil {
			return err
		}
	}
	return nil
}

func (vm *VM) addSlot(t *Type, v Value) error {
	s := v.Str()
	switch {
	case s == nil:
		return TypeErrorf("__slots__ items must be strings, not '%s'", v.Type().Name)
	case !isIdentifier(s.S):
		return TypeErrorf("__slots__ must be identifiers")
	case s.S == "__dict__":
		if t.flags&TypeHasDict != 0 {
			return TypeErrorf("__dict__ slot disallowed: we already got one")
		}
		vm.addDictMember(t)
		t.flags |= TypeHasDict
		return nil
	case s.S == "__weakref__":
		return nil
	}
	name := mangle(t.Name, s.S)
	key := vm.Intern(name)
	if t.Dict.GetStr(key).Bound() && name != "__qualname__" && name != "__classcell__" {
		return ValueErrorf("'%s' in __slots__ conflicts with class variable", name)
	}
	t.flags |= TypeHasSlots
	private := newStr(name)
	private.flags |= flagSlotKey
	t.owned = append(t.owned, private)
	m := &member{Object: Object{typ: memberType}, Member: Member{Name: name}, owner: t, key: private}
	t.Dict.SetStr(key, Of(&m.Object))
	return nil
}

// addDictMember gives a class that introduces instance dicts its __dict__.
func (vm *VM) addDictMember(t *Type) {
	if t.Dict.GetStr(nameDict).Bound() {
		return
	}
	m := &member{Object: Object{typ: getSetType}, owner: t,
		Member: Member{Name: "__dict__", Get: instanceDictGet, Set: instanceDictSet}}
	t.Dict.SetStr(nameDict, Of(&m.Object))
}

// mangle applies private name mangling in class.
func mangle(class, name string) string {
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") {
		return name
	}
	class = strings.TrimLeft(class, "_")
	if class == "" {
		return name
	}
	return "_" + class + name
}

// finishClass fills the __class__ cell and calls __set_name__ and
// __init_subclass__.
func (vm *VM) finishClass(t *Type, kw Kwargs) error {
	if cell := t.Dict.GetStr(nameClassCell); cell.Bound() {
		c := cell.Cell()
		if c == nil {
			return TypeErrorf("type.__new__() argument __classcell__ must be a nonlocal cell, not %s", cell.Type().Name)
		}
		c.V = Of(&t.Object)
		t.Dict.DeleteStr(nameClassCell)
	}
	pos := 0
	for {
		k, v, next, ok := t.Dict.Next(pos)
		if !ok {
			break
		}
		pos = next
		if v.Type().lookup(nameSetName).Bound() {
			if _, err := vm.callSpecial(v, nameSetName, Of(&t.Object), k); err != nil {
				if e, ok := err.(*Exception); ok {
					name, rerr := vm.Repr(k)
					if rerr != nil {
						return rerr
					}
					vm.addNote(e, fmt.Sprintf("Error calling __set_name__ on '%s' instance %s in '%s'", v.Type().Name, name, t.Name))
				}
				return err
			}
		}
	}
	t.modified()
	f, err := vm.superLookup(t, Of(&t.Object), t, nameInitSubclass)
	if err != nil || !f.Bound() {
		return err
	}
	_, err = vm.CallKw(f, nil, kw)
	return err
}

// buildClass is __build_class__(body, name, *bases, metaclass=..., **keywords).
func (vm *VM) buildClass(args []Value, kw Kwargs) (Value, error) {
	body, name := args[0], args[1]
	orig := append([]Value(nil), args[2:]...)
	bases, changed, err := vm.resolveBases(orig)
	if err != nil {
		return Value{}, err
	}
	meta, kw := takeMetaclass(kw)
	if !meta.Bound() {
		meta = Of(&TypeType.Object)
		if len(bases) > 0 {
			meta = Of(&bases[0].Type().Object)
		}
	}
	if m := meta.AsType(); m != nil {
		var classes []*Type
		for _, b := range bases {
			if c := b.AsType(); c != nil {
				classes = append(classes, c)
			} else {
				m2 := b.Type()
				if m2.IsSubtype(m) {
					m = m2
				}
			}
		}
		if m, err = metaclassOf(m, classes); err != nil {
			return Value{}, err
		}
		meta = Of(&m.Object)
	}
	tuple := vm.NewTuple(bases)
	ns, err := vm.prepareNamespace(meta, name, tuple, kw)
	if err != nil {
		return Value{}, err
	}
	if changed {
		if err := vm.SetItem(ns, Of(&nameOrigBases.Object), vm.NewTuple(orig)); err != nil {
			return Value{}, err
		}
	}
	cell, err := vm.runClassBody(body.Function(), ns)
	if err != nil {
		return Value{}, err
	}
	cls, err := vm.CallKw(meta, []Value{name, tuple, ns}, kw)
	if err != nil {
		return Value{}, err
	}
	if c := cell.cellOrNil(); c != nil && cls.AsType() != nil {
		if !c.V.Bound() {
			return Value{}, Raise(RuntimeError, "__class__ not set defining '%s' as %s. Was __classcell__ propagated to type.__new__?", name.Str().S, vm.reprForError(cls))
		}
		if c.V != cls {
			return Value{}, TypeErrorf("__class__ set to %s defining '%s' as %s", vm.reprForError(c.V), name.Str().S, vm.reprForError(cls))
		}
	}
	return cls, nil
}

// reprForError is repr(v), or the type's name where that fails.
func (vm *VM) reprForError(v Value) string {
	r, err := vm.Repr(v)
	if err != nil {
		return "<" + v.Type().Name + " object>"
	}
	return r
}

func (v Value) cellOrNil() *Cell {
	if !v.Bound() {
		return nil
	}
	return v.Cell()
}

func (vm *VM) prepareNamespace(meta, name, bases Value, kw Kwargs) (Value, error) {
	if meta == Of(&TypeType.Object) {
		return vm.NewDict().Value(), nil
	}
	f, err := vm.GetAttr(meta, namePrepare)
	if err != nil {
		if isAttributeError(err) {
			return vm.NewDict().Value(), nil
		}
		return Value{}, err
	}
	ns, err := vm.CallKw(f, []Value{name, bases}, kw)
	if err != nil {
		return Value{}, err
	}
	if ns.Type().slots.GetItem == nil || ns.Type().flags&TypeSequence != 0 {
		what := "<metaclass>"
		if m := meta.AsType(); m != nil {
			what = m.Name
		}
		return Value{}, TypeErrorf("%s.__prepare__() must return a mapping, not %s", what, ns.Type().Name)
	}
	return ns, nil
}

// takeMetaclass splits the metaclass keyword off.
func takeMetaclass(kw Kwargs) (Value, Kwargs) {
	var meta Value
	var rest Kwargs
	for i, n := range kw.Names {
		if n.Str().S == nameMetaclass.S {
			meta = kw.Vals[i]
			continue
		}
		rest.Names = append(rest.Names, n)
		rest.Vals = append(rest.Vals, kw.Vals[i])
	}
	return meta, rest
}

// resolveBases replaces bases that are no classes by their __mro_entries__.
func (vm *VM) resolveBases(bases []Value) (out []Value, changed bool, err error) {
	tuple := Value{}
	for _, b := range bases {
		if b.AsType() != nil {
			out = append(out, b)
			continue
		}
		f, err := vm.lookupAttr(b, nameMroEntries)
		if err != nil {
			return nil, false, err
		}
		if !f.Bound() {
			out = append(out, b)
			continue
		}
		if !tuple.Bound() {
			tuple = vm.NewTuple(bases)
		}
		entries, err := vm.Call(f, tuple)
		if err != nil {
			return nil, false, err
		}
		if entries.Tuple() == nil {
			return nil, false, TypeErrorf("__mro_entries__ must return a tuple")
		}
		out, changed = append(out, entries.Tuple().Items...), true
	}
	return out, changed, nil
}

// lookupAttr is GetAttr that gives the unbound Value for a missing attribute.
func (vm *VM) lookupAttr(obj Value, name *Str) (Value, error) {
	v, err := vm.GetAttr(obj, name)
	if err != nil && isAttributeError(err) {
		return Value{}, nil
	}
	return v, err
}

func (vm *VM) hasAttr(obj Value, name *Str) bool {
	v, err := vm.lookupAttr(obj, name)
	return err == nil && v.Bound()
}

// classGetItem is Class[key] by __class_getitem__.
func (vm *VM) classGetItem(t *Type, key Value) (Value, error) {
	f, err := vm.lookupAttr(Of(&t.Object), nameClassGetItem)
	if err != nil {
		return Value{}, err
	}
	if !f.Bound() {
		return Value{}, TypeErrorf("type '%s' is not subscriptable", t.Name)
	}
	return vm.Call(f, key)
}
