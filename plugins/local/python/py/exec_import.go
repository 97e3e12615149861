package py

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Module is a Python module.
type Module struct {
	Object
	Name string
	Dict *Dict
}

// ModuleType is module.
var ModuleType = shell("module", KindModule)

var (
	namePath, nameAll, namePackage = Name("__path__"), Name("__all__"), Name("__package__")
)

// NewModule makes a module with an empty namespace but for its name and
// docstring.
func (vm *VM) NewModule(name, doc string) *Module {
	vm.charge(200)
	m := &Module{Object: Object{typ: ModuleType, kind: KindModule, flags: flagGuarded}, Name: name, Dict: NewDict()}
	m.Dict.SetStr(nameDunderName, NewStr(name))
	d := None
	if doc != "" {
		d = NewStr(doc)
	}
	m.Dict.SetStr(nameDoc, d)
	return m
}

// Value is the module as a Value.
func (m *Module) Value() Value { return Of(&m.Object) }

// Set puts a value into the module's namespace.
func (m *Module) Set(name string, v Value) { m.Dict.SetStr(Name(name), v) }

// Add puts functions into the module's namespace.
func (m *Module) Add(funcs ...*Builtin) {
	for _, b := range funcs {
		m.Dict.SetStr(Name(b.Name), b.In(m.Name))
	}
}

// AddFrom puts functions into the module's namespace that tell another module
// as theirs: the one in which CPython has them written in C.
func (m *Module) AddFrom(home string, funcs ...*Builtin) {
	for _, b := range funcs {
		m.Dict.SetStr(Name(b.Name), b.In(home))
	}
}

// In gives the function as a value that names its module.
func (b *Builtin) In(module string) Value {
	if b.typ == nil {
		b.typ = BuiltinType
	}
	if b.Module == "" {
		b.Module = module
	}
	return Of(&b.Object)
}

// Import gives the module of a dotted name, making it and its parents if need
// be: what "import a.b" binds is the first, the last is the module itself. It
// does not ask the policy.
func (vm *VM) Import(name string) (top, last *Module, err error) {
	var parent *Module
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '.' {
			continue
		}
		m, err := vm.importOne(name[:i], name)
		if err != nil {
			return nil, nil, err
		}
		if parent != nil {
			parent.Dict.SetStr(vm.Intern(name[strings.LastIndexByte(name[:i], '.')+1:i]), m.Value())
		} else {
			top = m
		}
		parent, last = m, m
	}
	return top, last, nil
}

func (vm *VM) importOne(name, whole string) (*Module, error) {
	key := vm.Intern(name)
	if v := vm.Modules.GetStr(key); v.Bound() {
		if m := v.Module(); m != nil {
			return m, nil
		}
		return nil, ImportFailure(ModuleNotFoundError, "import of "+name+" halted; None in sys.modules", name)
	}
	if vm.cfg.Import != nil {
		m, ok, err := vm.cfg.Import(vm, name)
		if err != nil {
			return nil, err
		}
		if ok {
			vm.Modules.SetStr(key, m.Value())
			return m, nil
		}
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		if parent := vm.Modules.GetStr(vm.Intern(name[:i])); parent.Bound() && parent.Module() != nil && !parent.Module().Dict.GetStr(namePath).Bound() {
			e := ImportFailure(ModuleNotFoundError, "No module named '"+name+"'; '"+name[:i]+"' is not a package", name)
			e.Context = NewException(AttributeError, "module '"+name[:i]+"' has no attribute '__path__'")
			e.SuppressContext = true
			return nil, e
		}
	}
	return nil, ImportFailure(ModuleNotFoundError, "No module named '"+name+"'", name)
}

// ImportFailure makes an ImportError of the class, with the text, for the module.
func ImportFailure(class *Type, text, module string) *Exception {
	e := NewException(class, text)
	e.fields().v[1] = NewStr(module)
	return e
}

// importName carries out ImportName.
func (vm *VM) importName(f *Frame, name *Str, level int, from bool) (Value, error) {
	full := name.S
	if level > 0 {
		pkg := f.Globals.GetStr(namePackage)
		if !pkg.Bound() || pkg.Str() == nil || pkg.Str().S == "" {
			return Value{}, Raise(ImportError, "attempted relative import with no known parent package")
		}
		base := pkg.Str().S
		for i := 1; i < level; i++ {
			j := strings.LastIndexByte(base, '.')
			if j < 0 {
				return Value{}, Raise(ImportError, "attempted relative import beyond top-level package")
			}
			base = base[:j]
		}
		if full == "" {
			full = base
		} else {
			full = base + "." + full
		}
	}
	if p := vm.guard(); p != nil {
		if err := p.Import(vm, full, from); err != nil {
			return Value{}, err
		}
	}
	top, last, err := vm.Import(full)
	if err != nil {
		return Value{}, err
	}
	if from {
		return last.Value(), nil
	}
	return top.Value(), nil
}

// importFrom carries out ImportFrom.
func (vm *VM) importFrom(module Value, name *Str) (Value, error) {
	if isDunder(name.S) {
		if err := vm.dunderAccess(module, name, AccessRead); err != nil {
			return Value{}, err
		}
	}
	v, err := vm.GetAttr(module, name)
	if err == nil {
		if v.header().flags&flagGuarded != 0 {
			err = vm.checkValue(v)
		}
		return v, err
	}
	m := module.Module()
	if !isException(err, AttributeError) || m == nil {
		return Value{}, err
	}
	if m.Dict.GetStr(namePath).Bound() {
		sub := m.Name + "." + name.S
		if p := vm.guard(); p != nil {
			if err := p.Import(vm, sub, true); err != nil {
				return Value{}, err
			}
		}
		if _, last, err := vm.Import(sub); err == nil {
			return last.Value(), nil
		} else if !isException(err, ModuleNotFoundError) {
			return Value{}, err
		}
	}
	if v, e := vm.missingModuleAttr(module, name, err); e != err {
		return v, e
	}
	text := "cannot import name '" + name.S + "' from '" + m.Name + "' (unknown location)"
	if vm.guard() != nil {
		text = "Module " + m.Name + " has no attribute " + name.S
	}
	e := NewException(ImportError, text)
	x := e.fields()
	x.v[1], x.v[3] = NewStr(m.Name), Of(&name.Object)
	return Value{}, e
}

// importStar carries out ImportStar.
func (vm *VM) importStar(f *Frame, module Value) error {
	m := module.Module()
	if m == nil {
		return Raise(ImportError, "from-import-* object has no __dict__ and no __all__")
	}
	if all := m.Dict.GetStr(nameAll); all.Bound() {
		return vm.Iterate(all, func(n Value) error {
			name := n.Str()
			if name == nil {
				return TypeErrorf("Item in %s.__all__ must be str, not %s", m.Name, n.Type().Name)
			}
			v, err := vm.importFrom(module, vm.internStr(name))
			if err != nil {
				return err
			}
			return vm.storeName(f, vm.internStr(name), v, code.BindImport)
		})
	}
	for k, v := range m.Dict.All() {
		name := k.Str()
		if name == nil || strings.HasPrefix(name.S, "_") {
			continue
		}
		if v.header().flags&flagGuarded != 0 {
			if vm.checkValue(v) != nil {
				continue // what may not be reached is not there to be copied
			}
		}
		if err := vm.storeName(f, vm.internStr(name), v, code.BindImport); err != nil {
			return err
		}
	}
	return nil
}

func init() {
	ModuleType.native = typeID[Module]()
	ModuleType.define(TypeSpec{
		Doc: "Create a module object.\n\nThe name must be a string; the optional docstring can have any type.",
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				m := vm.NewModule("?", "")
				m.typ, m.Dict = cls, NewDict()
				return m.Value(), nil
			},
			Init: func(vm *VM, self Value, args []Value, kw Kwargs) error {
				var slots [2]Value
				if err := vm.Bind("module", moduleSignature, args, kw, slots[:]); err != nil {
					return err
				}
				name := slots[0].Str()
				if name == nil {
					return TypeErrorf("module() argument 'name' must be str, not %s", argKind(slots[0]))
				}
				m := self.Module()
				m.Name = name.S
				m.Dict.SetStr(nameDunderName, slots[0])
				m.Dict.SetStr(nameDoc, slots[1])
				return nil
			},
			Repr:    func(vm *VM, v Value) (Value, error) { return vm.NewString("<module '" + v.Module().Name + "'>"), nil },
			GetAttr: moduleGetAttr, SetAttr: moduleSetAttr,
			Visit: func(v Value, f func(Value)) { f(v.Module().Dict.Value()) },
		},
		Members: []Member{
			{Name: "__dict__", Get: moduleDict},
		},
	})
}

// moduleDict is the namespace of a module; of one that holds modules which the
// policy forbids, a copy without them, whoever asks: the interpreter's own
// Python gets modules to read from guest code.
func moduleDict(vm *VM, v Value) (Value, error) {
	d := v.Module().Dict
	if vm.cfg.Policy == nil {
		return d.Value(), nil
	}
	for _, x := range d.All() {
		if vm.forbids(x) {
			return vm.visibleNames(d).Value(), nil
		}
	}
	return d.Value(), nil
}

var moduleSignature = mustSignature("name, doc=None")

func moduleGetAttr(vm *VM, self Value, name *Str) (Value, error) {
	m := self.Module()
	if v := m.Dict.GetStr(name); v.Bound() {
		return v, nil
	}
	if class := self.Type().lookup(name); class.Bound() {
		if get := class.Type().slots.Get; get != nil {
			return get(vm, class, self, self.Type())
		}
		return class, nil
	}
	if f := vm.frame; f != nil && f.Code.trusted && !vm.onBehalf {
		if v := vm.Private(m, name); v.Bound() {
			return v, nil
		}
	}
	if f := m.Dict.GetStr(nameGetAttr); f.Bound() {
		return vm.Call(f, Of(&name.Object))
	}
	return Value{}, newAttributeError("module '"+m.Name+"' has no attribute '"+name.S+"'", self, name)
}

func moduleSetAttr(vm *VM, self Value, name *Str, v Value) error {
	m := self.Module()
	if v.Bound() {
		m.Dict.SetStr(name, v)
		return nil
	}
	if !m.Dict.DeleteStr(name).Bound() {
		return noAttributeToSet(self, name)
	}
	return nil
}
