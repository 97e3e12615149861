package types

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// EnumProperty is enum.property: an attribute of the members of an
// enumeration. Read from the class it is the member of the same name.
var EnumProperty = sync.OnceValue(func() *py.Type {
	text := func(get func(*attribute) *py.Str) func(vm *py.VM, v py.Value) (py.Value, error) {
		return func(vm *py.VM, v py.Value) (py.Value, error) {
			if s := get(asAttribute(v)); s != nil {
				return py.Of(&s.Object), nil
			}
			return py.None, nil
		}
	}
	propertyType = py.NewNativeType[attribute](py.TypeSpec{
		Name: "property", Module: "enum", Base: DynamicClassAttribute(), Flags: py.TypeDataDescr,
		Doc: "An attribute of members that may have the name of a member, which the class then shows.",
		Slots: py.Slots{
			Get: getEnumProperty,
			Set: func(vm *py.VM, descr, obj, v py.Value) error {
				a, class := asAttribute(descr), obj.Type().ShortName()
				if a.class != nil {
					class = a.class.S
				}
				if v.Bound() {
					return callSetter(vm, a.set, "<enum '"+class+"'> cannot set attribute '"+a.label()+"'", obj, v)
				}
				return callSetter(vm, a.del, "<enum '"+class+"'> cannot delete attribute '"+a.label()+"'", obj)
			},
		},
		Members: []py.Member{
			attributePart("member", func(a *attribute) *py.Value { return &a.member }),
			{Name: "name", Get: text(func(a *attribute) *py.Str { return a.name })},
			{Name: "clsname", Get: text(func(a *attribute) *py.Str { return a.class })},
		},
		Methods: []*py.Builtin{
			py.Method("__set_name__", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
				p := asAttribute(a[0])
				if cls := a[1].AsType(); cls != nil {
					p.class = vm.Intern(cls.ShortName())
				}
				if s := a[2].Str(); s != nil {
					p.name = vm.Intern(s.S)
				}
				return py.None, nil
			}),
		},
	})
	return propertyType
})

// NewEnumRedirect makes the property of a member whose name a base has already:
// as that of a property (whose functions it takes), a descriptor of the data
// type, or a plain attribute of the class inherited.
func NewEnumRedirect(vm *py.VM, member, found, inherited py.Value, ofValue bool) py.Value {
	p := &attribute{get: py.None, set: py.None, del: py.None, doc: py.None, member: member, inherited: inherited, ofValue: ofValue}
	if a := asAttribute(found); a != nil {
		p.get, p.set, p.del, p.doc = a.get, a.set, a.del, a.doc
	} else if a := found.Property(); a != nil {
		p.get, p.set, p.del = orNone(a.Get), orNone(a.Set), orNone(a.Del)
	}
	vm.NewObject(&p.Object, EnumProperty(), 168)
	return py.Of(&p.Object)
}

func orNone(v py.Value) py.Value {
	if v.Bound() {
		return v
	}
	return py.None
}

func (a *attribute) label() string {
	if a.name == nil {
		return "None"
	}
	return a.name.S
}

func getEnumProperty(vm *py.VM, descr, obj py.Value, owner *py.Type) (py.Value, error) {
	a := asAttribute(descr)
	if !obj.Bound() {
		if a.member.Bound() {
			return a.member, nil
		}
		return py.Value{}, noMember(vm, py.Of(&owner.Object), a)
	}
	switch {
	case !a.get.IsNone():
		if b := a.get.Builtin(); b != nil && b.Fn != nil {
			return b.Fn(vm, []py.Value{obj})
		}
		return vm.Call(a.get, obj)
	case a.inherited.Bound():
		return vm.GetAttr(a.inherited, a.name)
	case a.ofValue:
		v, err := vm.GetAttr(obj, nameValue)
		if err != nil {
			return py.Value{}, err
		}
		return vm.GetAttr(v, a.name)
	}
	class := py.Of(&obj.Type().Object)
	members, err := vm.GetAttr(class, nameMemberMap)
	if err != nil {
		return py.Value{}, err
	}
	if d := members.Dict(); d != nil {
		if m := d.GetStr(a.name); m.Bound() {
			return m, nil
		}
	}
	return py.Value{}, noMember(vm, class, a)
}

func noMember(vm *py.VM, class py.Value, a *attribute) error {
	r, err := vm.Repr(class)
	if err != nil {
		return err
	}
	return py.Raise(py.AttributeError, "%s has no attribute '%s'", r, a.label())
}

// MemberName and MemberValue are the getters behind the attributes name and
// value of members.
var (
	MemberName  = py.Func("name", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.GetAttr(a[0], nameName) }).In("enum")
	MemberValue = py.Func("value", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.GetAttr(a[0], nameValue) }).In("enum")
)
