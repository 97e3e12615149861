package py

// Constructors of built-in types that take no keywords still let a guest
// subclass have some, if it defines the other half of construction itself.

// keywordsToNew is the error of keywords given to the __new__ of base where
// cls has no __init__ of its own to take them.
func keywordsToNew(cls, base *Type, kw Kwargs) error {
	if kw.Len() == 0 || cls != base && cls.guestDefines(nameInit) {
		return nil
	}
	return TypeErrorf("%s() takes no keyword arguments", base.Name)
}

// keywordsToInit is the same for types that are filled by __init__.
func keywordsToInit(cls, base *Type, kw Kwargs) error {
	if kw.Len() == 0 || cls != base && cls.guestDefines(nameNew) {
		return nil
	}
	return TypeErrorf("%s() takes no keyword arguments", base.Name)
}

// guestDefines reports whether a class has a method that is not a built-in
// type's.
func (t *Type) guestDefines(name *Str) bool {
	b := t.lookup(name).BuiltinOrNil()
	return b == nil || b.Owner == nil
}
