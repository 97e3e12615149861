package py

import (
	"fmt"
	"strings"
)

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
	return winner, slotsConflict(bases)
}

// slotsConflict is the error of bases whose slots, or slots and built-in
// content, can't stand in one instance: of any two, one must derive from the
// other.
func slotsConflict(bases []*Type) error {
	var most *Type
	for _, b := range bases {
		for b.Base != nil && len(b.owned) == 0 && b.layout == b.Base.layout {
			b = b.Base
		}
		switch {
		case most == nil || b.IsSubtype(most):
			most = b
		case !most.IsSubtype(b) && len(most.owned)+len(b.owned) > 0:
			return TypeErrorf("multiple bases have instance lay-out conflict")
		}
	}
	return nil
}

// metaclassOf is the most derived metaclass of the bases and the one given.
func metaclassOf(meta *Type, bases []Value) (*Type, error) {
	for _, b := range bases {
		m := b.Type()
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
		return Value{}, TypeErrorf("type.__new__() argument 1 must be str, not %s", argKind(args[0]))
	case tuple == nil:
		return Value{}, TypeErrorf("type.__new__() argument 2 must be tuple, not %s", argKind(args[1]))
	case ns == nil:
		return Value{}, TypeErrorf("type.__new__() argument 3 must be dict, not %s", argKind(args[2]))
	case strings.ContainsRune(name.S, 0):
		return Value{}, ValueErrorf("type name must not contain null characters")
	}
	if err := vm.encodable(name); err != nil {
		return Value{}, err
	}
	if doc := ns.GetStr(nameDoc); doc.Bound() && doc.Str() != nil {
		if err := vm.encodable(doc.Str()); err != nil {
			return Value{}, err
		}
	}
	for _, b := range tuple.Items {
		if b.AsType() == nil && vm.hasAttr(b, nameMroEntries) {
			return Value{}, TypeErrorf("type() doesn't support MRO entry resolution; use types.new_class()")
		}
	}
	winner, err := metaclassOf(meta, tuple.Items)
	if err != nil {
		return Value{}, err
	}
	if winner != meta {
		if b := winner.lookup(nameNew).BuiltinOrNil(); b == nil || b.Owner != TypeType {
			return winner.slots.New(vm, winner, args, kw)
		}
		meta = winner
	}
	bases := make([]*Type, 0, len(tuple.Items))
	for _, b := range tuple.Items {
		c := b.AsType()
		if c == nil {
			return Value{}, TypeErrorf("bases must be types")
		}
		bases = append(bases, c)
	}
	if len(bases) == 0 {
		bases = []*Type{ObjectType}
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
	nameMroEntries    = Name("__mro_entries__")
	nameClassCell     = Name("__classcell__")
	nameClassDictCell = Name("__classdictcell__")
	nameSetName       = Name("__set_name__")
	nameInitSubclass  = Name("__init_subclass__")
	nameMro           = Name("mro")
	namePrepare       = Name("__prepare__")
	nameOrigBases     = Name("__orig_bases__")
	nameSlots         = Name("__slots__")
	nameClassGetItem  = Name("__class_getitem__")
	nameMetaclass     = Name("metaclass")
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
		t.flags |= b.flags & (TypeHasDict | TypeHasWeakref | TypeHasSlots | TypeMatchSelf | typeConcat)
	}
	if err := vm.classNames(t); err != nil {
		return nil, err
	}
	if err := vm.fillClassCells(t); err != nil {
		return nil, err
	}
	if v := t.Dict.GetStr(nameABCFlags); v.Bound() && v.IsInt() {
		t.flags |= patternFlags(v)
		t.Dict.DeleteStr(nameABCFlags)
	}
	if err := vm.makeSlots(t); err != nil {
		return nil, err
	}
	if !t.Dict.GetStr(nameDoc).Bound() {
		t.Dict.SetStr(nameDoc, None)
	}
	if t.Dict.GetStr(compareNames[Eq]).Bound() && !t.Dict.GetStr(nameHash).Bound() {
		t.Dict.SetStr(nameHash, None)
	}
	linked, err := vm.linkClass(t)
	if err != nil {
		return nil, err
	}
	for _, c := range t.MRO {
		t.flags |= c.flags & (TypeHasDict | TypeHasWeakref)
		if t.flags&(TypeSequence|TypeMapping) == 0 {
			t.flags |= c.flags & (TypeSequence | TypeMapping)
		}
	}
	t.updateSlots()
	if linked {
		for _, b := range bases {
			vm.addSubclass(b, t)
		}
	}
	return t, nil
}

// classNames takes __qualname__ out of the namespace and sets __module__ and
// the implicit class and static methods.
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
		vm.addWeakrefMember(t)
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
		if t.flags&TypeHasWeakref != 0 {
			return TypeErrorf("__weakref__ slot disallowed: we already got one")
		}
		vm.addWeakrefMember(t)
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

// addWeakrefMember gives a class whose instances become weakly referable its
// __weakref__. What is as long as its value, a tuple, can't be.
func (vm *VM) addWeakrefMember(t *Type) {
	if t.flags&TypeHasWeakref != 0 || t.kind == KindTuple || t.kind == KindBigInt || t.kind == KindBytes {
		return
	}
	t.flags |= TypeHasWeakref
	if t.Dict.GetStr(nameWeakref).Bound() {
		return
	}
	m := &member{Object: Object{typ: getSetType}, owner: t,
		Member: Member{Name: "__weakref__", Doc: "list of weak references to the object (if defined)", Get: weakrefGet}}
	t.Dict.SetStr(nameWeakref, Of(&m.Object))
}

var nameWeakref = Name("__weakref__")

func weakrefGet(vm *VM, v Value) (Value, error) { return None, nil }

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

// fillClassCells gives the cells that the body's functions close over what
// they stand for, the class and its namespace.
func (vm *VM) fillClassCells(t *Type) error {
	if cell := t.Dict.GetStr(nameClassCell); cell.Bound() {
		c := cell.Cell()
		if c == nil {
			return TypeErrorf("type.__new__() argument __classcell__ must be a nonlocal cell, not %s", cell.Type().Name)
		}
		c.V = Of(&t.Object)
		t.Dict.DeleteStr(nameClassCell)
	}
	if cell := t.Dict.GetStr(nameClassDictCell); cell.Bound() {
		c := cell.Cell()
		if c == nil {
			return TypeErrorf("type.__new__() argument __classdictcell__ must be a nonlocal cell, not %s", cell.Type().Name)
		}
		c.V = vm.NewMappingProxy(t.Dict.Value()) // what is evaluated lazily sees later changes of the class
		t.Dict.DeleteStr(nameClassDictCell)
	}
	return nil
}

var nameABCFlags = Name("__abc_tpflags__")

// patternFlags are the flags of a class that declares itself a sequence or a
// mapping to patterns, as the classes of collections.abc do.
func patternFlags(v Value) TypeFlags {
	switch bits := v.AsInt(); {
	case bits&(1<<5) != 0:
		return TypeSequence
	case bits&(1<<6) != 0:
		return TypeMapping
	}
	return 0
}

// SharePattern makes a class and its subclasses match the patterns that cls
// matches: what registering it with an abstract class entails.
func SharePattern(sub, cls *Type) {
	flags := cls.flags & (TypeSequence | TypeMapping)
	if flags == 0 || sub.flags&TypeHeap == 0 {
		return
	}
	sub.flags = sub.flags&^(TypeSequence|TypeMapping) | flags
	for _, c := range sub.subclasses {
		SharePattern(c, cls)
	}
}

// finishClass calls __set_name__ and __init_subclass__.
func (vm *VM) finishClass(t *Type, kw Kwargs) error {
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
		if m, err = metaclassOf(m, bases); err != nil {
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
	if !f.Bound() && t == TypeType {
		return vm.NewGenericAlias(Of(&t.Object), vm.asArgs(key)), nil
	}
	if !f.Bound() || f.IsNone() {
		return Value{}, TypeErrorf("type '%s' is not subscriptable", t.Name)
	}
	return vm.Call(f, key)
}
