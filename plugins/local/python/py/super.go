package py

import "slices"

// superObject is the result of super(): attribute lookup that starts behind
// a class in the MRO of the object's class.
type superObject struct {
	Object
	this    *Type // the class that super() stands in; nil before __init__
	obj     Value
	objType *Type
}

// SuperType is super.
var SuperType = shell("super", KindNative)

func defineSuper() {
	SuperType.native = typeID[superObject]()
	SuperType.define(TypeSpec{
		Doc: "super() -> same as super(__class__, <first argument>)\nsuper(type) -> unbound super object\nsuper(type, obj) -> bound super object; requires isinstance(obj, type)\nsuper(type, type2) -> bound super object; requires issubclass(type2, type)",
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				s := &superObject{}
				vm.NewObject(&s.Object, cls, 64)
				return Of(&s.Object), nil
			},
			Init: superInit, GetAttr: superGetAttr, Repr: superRepr, Get: superGet,
			Visit: func(v Value, f func(Value)) {
				if s := As[superObject](v, SuperType); s.obj.Bound() {
					f(s.obj)
				}
			},
		},
		Members: []Member{
			{Name: "__thisclass__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return typeOrNone(As[superObject](v, SuperType).this), nil }},
			{Name: "__self__", Field: true, Get: func(vm *VM, v Value) (Value, error) {
				if s := As[superObject](v, SuperType); s.obj.Bound() {
					return s.obj, nil
				}
				return None, nil
			}},
			{Name: "__self_class__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return typeOrNone(As[superObject](v, SuperType).objType), nil }},
		},
	})
}

func typeOrNone(t *Type) Value {
	if t == nil {
		return None
	}
	return Of(&t.Object)
}

func superInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	s := As[superObject](self, SuperType)
	if kw.Len() > 0 {
		return TypeErrorf("super() takes no keyword arguments")
	}
	var this *Type
	var obj Value
	switch len(args) {
	case 0:
		var err error
		if this, obj, err = vm.implicitSuper(); err != nil {
			return err
		}
	case 1, 2:
		if this = args[0].AsType(); this == nil {
			return TypeErrorf("super() argument 1 must be a type, not %s", args[0].Type().Name)
		}
		if len(args) == 2 && !args[1].IsNone() {
			obj = args[1]
		}
	default:
		return TypeErrorf("super() expected at most 2 arguments, got %d", len(args))
	}
	s.this = this
	if !obj.Bound() {
		return nil
	}
	objType, err := vm.superCheck(this, obj)
	s.obj, s.objType = obj, objType
	return err
}

// superCheck is the class whose MRO the lookup follows.
func (vm *VM) superCheck(this *Type, obj Value) (*Type, error) {
	if c := obj.AsType(); c != nil && c.IsSubtype(this) {
		return c, nil
	}
	if obj.Type().IsSubtype(this) {
		return obj.Type(), nil
	}
	if v, err := vm.lookupAttr(obj, nameClass); err == nil && v.Bound() {
		if c := v.AsType(); c != nil && c != obj.Type() && c.IsSubtype(this) {
			return c, nil
		}
	}
	return nil, TypeErrorf("super(type, obj): obj must be an instance or subtype of type")
}

var nameClass = Name("__class__")

// implicitSuper finds the class cell and first argument of the calling frame.
func (vm *VM) implicitSuper() (*Type, Value, error) {
	f := vm.frame
	if f == nil || f.Code.Code.NumPos == 0 && f.Code.Code.NumParams() == 0 {
		return nil, Value{}, Raise(RuntimeError, "super(): no arguments")
	}
	obj, captured := f.regs[0], slices.Contains(f.Code.Code.CellRegs, 0)
	if f.Code.Code.Wide() {
		obj, captured = f.far[0], slices.Contains(f.Code.Code.CellNames, f.Code.Code.FarNames[0])
	}
	if captured && obj.Bound() && obj.Kind() == KindCell {
		obj = obj.Cell().V
	}
	if !obj.Bound() {
		return nil, Value{}, Raise(RuntimeError, "super(): arg[0] deleted")
	}
	c := f.Code.Code
	for i, name := range c.FreeNames {
		if name != "__class__" {
			continue
		}
		cell := f.regs[c.FirstFree+i].cellOrNil()
		if cell == nil || !cell.V.Bound() {
			return nil, Value{}, Raise(RuntimeError, "super(): empty __class__ cell")
		}
		t := cell.V.AsType()
		if t == nil {
			return nil, Value{}, Raise(RuntimeError, "super(): __class__ is not a type (%s)", cell.V.Type().Name)
		}
		return t, obj, nil
	}
	return nil, Value{}, Raise(RuntimeError, "super(): __class__ cell not found")
}

// superLookup finds name behind this in objType's MRO and binds it to obj;
// unbound if there is none.
func (vm *VM) superLookup(this *Type, obj Value, objType *Type, name *Str) (Value, error) {
	after := false
	for _, c := range objType.MRO {
		if !after {
			after = c == this
			continue
		}
		v := c.Dict.GetStr(name)
		if !v.Bound() {
			continue
		}
		if get := v.Type().slots.Get; get != nil {
			bind := obj
			if obj.AsType() == objType {
				bind = Value{}
			}
			return get(vm, v, bind, objType)
		}
		return v, nil
	}
	return Value{}, nil
}

// newSuper is super() with no arguments.
func (vm *VM) newSuper() (Value, error) {
	this, obj, err := vm.implicitSuper()
	if err != nil {
		return Value{}, err
	}
	objType, err := vm.superCheck(this, obj)
	if err != nil {
		return Value{}, err
	}
	s := &superObject{this: this, obj: obj, objType: objType}
	vm.NewObject(&s.Object, SuperType, 64)
	return Of(&s.Object), nil
}

// superMethod is a method for super().name(...), unbound, with its self;
// unbound if that is not so simple.
func (s *superObject) superMethod(name *Str) (v, self Value) {
	if s.objType == nil || s.obj.Type() != s.objType {
		return Value{}, Value{}
	}
	after := false
	for _, c := range s.objType.MRO {
		if !after {
			after = c == s.this
			continue
		}
		if v := c.Dict.GetStr(name); v.Bound() {
			if v.Type().flags&TypeMethodDescr != 0 {
				return v, s.obj
			}
			return Value{}, Value{}
		}
	}
	return Value{}, Value{}
}

func superGetAttr(vm *VM, self Value, name *Str) (Value, error) {
	s := As[superObject](self, SuperType)
	if s.objType != nil && name != nameClass {
		if v, err := vm.superLookup(s.this, s.obj, s.objType, name); err != nil || v.Bound() {
			return v, err
		}
	}
	return vm.genericGetAttr(self, name)
}

func superGet(vm *VM, descr, obj Value, owner *Type) (Value, error) {
	s := As[superObject](descr, SuperType)
	if !obj.Bound() || s.obj.Bound() {
		return descr, nil
	}
	return vm.Call(Of(&s.typ.Object), Of(&s.this.Object), obj)
}

func superRepr(vm *VM, self Value) (Value, error) {
	s := As[superObject](self, SuperType)
	this := "NULL"
	if s.this != nil {
		this = s.this.Name
	}
	if s.objType == nil {
		return vm.NewString("<super: <class '" + this + "'>, NULL>"), nil
	}
	return vm.NewString("<super: <class '" + this + "'>, <" + s.objType.Name + " object>>"), nil
}
