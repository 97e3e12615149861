package types

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// attribute is a property that instances and the class see differently:
// types.DynamicClassAttribute, and enum.property, which extends it.
type attribute struct {
	py.Object
	get, set, del, doc py.Value
	abstract           bool

	// For enum.property.
	name, class *py.Str  // from __set_name__
	member      py.Value // the member of that name, which the class shows
	inherited   py.Value // a class that has a plain attribute of that name
	ofValue     bool     // the data type has a descriptor of that name
}

var attributeType, propertyType *py.Type

func asAttribute(v py.Value) *attribute { return py.As[attribute](v, attributeType) }

var (
	nameDoc       = py.Name("__doc__")
	nameAbstract  = py.Name("__isabstractmethod__")
	nameMemberMap = py.Name("_member_map_")
	nameValue     = py.Name("_value_")
	nameName      = py.Name("_name_")
)

var attributeSignature = py.ParseSignature("fget=None, fset=None, fdel=None, doc=None")

// DynamicClassAttribute is types.DynamicClassAttribute.
var DynamicClassAttribute = sync.OnceValue(func() *py.Type {
	attributeType = py.NewNativeType[attribute](py.TypeSpec{
		Name: "DynamicClassAttribute", Module: "types", Flags: py.TypeHasDict | py.TypeDataDescr,
		Doc: "Route attribute access on a class to the metaclass, and on an instance to a function.",
		Slots: py.Slots{
			New: newAttribute,
			Get: func(vm *py.VM, descr, obj py.Value, owner *py.Type) (py.Value, error) {
				a := asAttribute(descr)
				switch {
				case obj.Bound():
					return callGetter(vm, a, obj)
				case a.abstract:
					return descr, nil
				}
				return py.Value{}, py.Raise(py.AttributeError, "")
			},
			Set: func(vm *py.VM, descr, obj, v py.Value) error {
				a := asAttribute(descr)
				if !v.Bound() {
					return callSetter(vm, a.del, "can't delete attribute", obj)
				}
				return callSetter(vm, a.set, "can't set attribute", obj, v)
			},
			Visit: func(v py.Value, f func(py.Value)) {
				a := asAttribute(v)
				for _, x := range [...]py.Value{a.get, a.set, a.del, a.doc, a.member, a.inherited} {
					if x.Bound() {
						f(x)
					}
				}
			},
		},
		Members: []py.Member{
			attributePart("fget", func(a *attribute) *py.Value { return &a.get }),
			attributePart("fset", func(a *attribute) *py.Value { return &a.set }),
			attributePart("fdel", func(a *attribute) *py.Value { return &a.del }),
			attributePart("__doc__", func(a *attribute) *py.Value { return &a.doc }),
			{Name: "__isabstractmethod__", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Bool(asAttribute(v).abstract), nil }},
			py.DictMember(),
		},
		Methods: []*py.Builtin{
			py.Method("getter", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return withParts(vm, a[0], a[1], asAttribute(a[0]).set, asAttribute(a[0]).del)
			}),
			py.Method("setter", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return withParts(vm, a[0], asAttribute(a[0]).get, a[1], asAttribute(a[0]).del)
			}),
			py.Method("deleter", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return withParts(vm, a[0], asAttribute(a[0]).get, asAttribute(a[0]).set, a[1])
			}),
		},
	})
	return attributeType
})

func attributePart(name string, part func(*attribute) *py.Value) py.Member {
	return py.Member{Name: name,
		Get: func(vm *py.VM, v py.Value) (py.Value, error) { return *part(asAttribute(v)), nil },
		Set: func(vm *py.VM, v, x py.Value) error {
			if !x.Bound() {
				return py.Raise(py.AttributeError, "%s", name)
			}
			*part(asAttribute(v)) = x
			return nil
		},
	}
}

func newAttribute(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [4]py.Value
	if err := vm.Bind(cls.ShortName(), attributeSignature, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	p := &attribute{get: a[0], set: a[1], del: a[2], doc: a[3]}
	if p.doc.IsNone() && !p.get.IsNone() {
		if doc, err := vm.GetAttr(p.get, nameDoc); err == nil {
			p.doc = doc
		}
	}
	if flag, err := vm.GetAttr(p.get, nameAbstract); err == nil {
		if p.abstract, err = vm.Truth(flag); err != nil {
			return py.Value{}, err
		}
	}
	vm.NewObject(&p.Object, cls, 168)
	return py.Of(&p.Object), nil
}

func withParts(vm *py.VM, self, get, set, del py.Value) (py.Value, error) {
	return vm.Call(py.Of(&self.Type().Object), get, set, del, asAttribute(self).doc)
}

func callGetter(vm *py.VM, a *attribute, obj py.Value) (py.Value, error) {
	if a.get.IsNone() {
		return py.Value{}, py.Raise(py.AttributeError, "unreadable attribute")
	}
	return vm.Call(a.get, obj)
}

func callSetter(vm *py.VM, f py.Value, refusal string, args ...py.Value) error {
	if f.IsNone() {
		return py.Raise(py.AttributeError, "%s", refusal)
	}
	_, err := vm.Call(f, args...)
	return err
}
