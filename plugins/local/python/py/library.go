package py

import (
	"slices"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// This file has what the interpreter's own Python may do that guest code may
// not, and what keeps guest code from having it done for it.

// UseBuiltins fills the built-in namespace. allow decides on the functions
// that are withheld by default: eval, exec, compile, globals, locals.
func (vm *VM) UseBuiltins(allow func(name string) bool) {
	vm.Builtins = newBuiltins()
	for _, b := range dynamicBuiltins {
		if allow(b.Name) {
			vm.Builtins.SetStr(Name(b.Name), Of(&b.Object))
		}
	}
}

// guard is the policy to ask about what the running code does; nil for the
// interpreter's own Python.
func (vm *VM) guard() Policy {
	if f := vm.frame; f != nil && f.Code.trusted && !vm.onBehalf {
		return nil
	}
	return vm.cfg.Policy
}

// actForGuest makes the policy be asked, whatever code is running, until the
// function that it gives is called.
func (vm *VM) actForGuest() (done func()) {
	saved := vm.onBehalf
	vm.onBehalf = true
	return func() { vm.onBehalf = saved }
}

// libraryBuiltins are the names that only the interpreter's own Python finds:
// the built-ins that a policy withholds from guest code, those that ask it
// what they do not have to be asked, and _getattr, _setattr, _delattr and
// _vars, which act on names that guest code chose.
var libraryBuiltins func() *Dict

// plainBuiltins are the built-ins that every machine starts with.
var plainBuiltins func() *Dict

func init() {
	libraryBuiltins = sync.OnceValue(newLibraryBuiltins)
	plainBuiltins = sync.OnceValue(newBuiltins)
}

func newLibraryBuiltins() *Dict {
	d := NewDict()
	for _, b := range dynamicBuiltins {
		d.SetStr(Name(b.Name), Of(&b.Object))
	}
	for _, b := range []*Builtin{
		Func("getattr", 2, 3, libraryGetAttr), Func("setattr", 3, 3, librarySetAttr), Func("delattr", 2, 2, librarySetAttr),
		Func("vars", 0, 1, libraryVars), FuncSig("eval", "source, globals=None, locals=None, /", libraryEval),
		Func("globals", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.frame.Globals.Value(), nil }),
		Func("_getattr", 2, 3, builtinGetAttr), Func("_setattr", 3, 3, builtinSetAttr), Func("_delattr", 2, 2, builtinDelAttr),
		Func("_vars", 1, 1, builtinVars), Func("_may_read", 2, 2, mayRead),
		Func("_may_write", 2, 2, func(vm *VM, a []Value) (Value, error) { return None, vm.MayWrite(a[0], a[1]) }),
	} {
		b.typ, b.Module = BuiltinType, "builtins"
		d.SetStr(Name(b.Name), Of(&b.Object))
	}
	return d
}

// ownName is what the code of a frame finds before anything that guest code may
// have put into its module: the private names of the module, and the built-ins
// whose names the module does not bind itself. A program that could lend the
// library a getattr of its own would be given what it is called with.
func (vm *VM) ownName(f *Frame, name *Str) Value {
	if !f.Code.trusted {
		return Value{}
	}
	if d := vm.private[f.Globals]; d != nil {
		if v := d.GetStr(name); v.Bound() {
			return v
		}
	}
	if own, ok := vm.ownNames[f.Globals]; ok && !own[name.S] && isBuiltinName(name) {
		return vm.knownBuiltin(f, name)
	}
	return Value{}
}

// isBuiltinName tells whether the library has a built-in of that name, whatever
// tools and other names the machine adds.
func isBuiltinName(name *Str) bool {
	return !isDunder(name.S) && (libraryBuiltins().GetStr(name).Bound() || plainBuiltins().GetStr(name).Bound())
}

// KeepBuiltins makes the interpreter's own code in the namespace of a module
// find the built-ins under their names, whatever guest code binds there, but
// for the names that the module has already and those in bound, which its code
// binds.
func (vm *VM) KeepBuiltins(m *Module, bound map[string]bool) {
	own := vm.ownNames[m.Dict]
	if own == nil {
		own = map[string]bool{}
	}
	for name := range bound {
		if isBuiltinName(Name(name)) {
			own[name] = true
		}
	}
	for k := range m.Dict.All() {
		if s := k.Str(); s != nil && isBuiltinName(s) {
			own[s.S] = true
		}
	}
	if vm.ownNames == nil {
		vm.ownNames = map[*Dict]map[string]bool{}
	}
	vm.ownNames[m.Dict] = own
}

// GlobalNames are the names that the code of a module binds in its namespace,
// functions that declare them global included.
func GlobalNames(c *code.Code) map[string]bool {
	names := map[string]bool{}
	addGlobalNames(c, names)
	return names
}

func addGlobalNames(c *code.Code, names map[string]bool) {
	for _, in := range c.Instrs {
		switch {
		case in.Op == code.OpStoreGlobal:
			names[c.Sites[in.D]] = true
		case in.Op == code.OpStoreName && c.Flags&code.FlagModule != 0:
			names[c.Names[in.D]] = true
		}
	}
	for _, k := range c.Consts {
		if inner, ok := k.(*code.Code); ok {
			addGlobalNames(inner, names)
		}
	}
}

// knownBuiltin is the built-in of that name for the code of a frame; unbound
// if there is none.
func (vm *VM) knownBuiltin(f *Frame, name *Str) Value {
	if f.Code.trusted {
		if v := libraryBuiltins().GetStr(name); v.Bound() {
			return v
		}
	}
	return vm.Builtins.GetStr(name)
}

// HideNatives takes the functions whose names are private out of a module's
// namespace, but for some: its own Python goes on finding them, nobody else
// does.
func (vm *VM) HideNatives(m *Module, but []string) {
	hidden := NewDict()
	for k, v := range m.Dict.All() {
		if s := k.Str(); s != nil && len(s.S) > 1 && s.S[0] == '_' && s.S[1] != '_' && v.Builtin() != nil && !slices.Contains(but, s.S) {
			hidden.SetStr(s, v)
		}
	}
	if hidden.Len() == 0 {
		return
	}
	for k := range hidden.All() {
		m.Dict.DeleteStr(k.Str())
	}
	if vm.private == nil {
		vm.private = map[*Dict]*Dict{}
	}
	vm.private[m.Dict] = hidden
}

// HideFunctions does the same to the functions with private names that are
// written in Python, once the module's body has run: they take from each other
// what nobody else may give them.
func (vm *VM) HideFunctions(m *Module, but []string) {
	hidden := vm.private[m.Dict]
	var names []*Str
	for k, v := range m.Dict.All() {
		s := k.Str()
		if s == nil || len(s.S) < 2 || s.S[0] != '_' || s.S[1] == '_' || slices.Contains(but, s.S) {
			continue
		}
		if f := v.Function(); f != nil && f.Code.trusted {
			if hidden == nil {
				hidden = NewDict()
			}
			hidden.SetStr(s, v)
			names = append(names, s)
		}
	}
	for _, s := range names {
		m.Dict.DeleteStr(s)
	}
	if hidden != nil {
		if vm.private == nil {
			vm.private = map[*Dict]*Dict{}
		}
		vm.private[m.Dict] = hidden
	}
}

// Private is what HideNatives and HideFunctions took out of the namespace of a
// module: unbound if there is no such name.
func (vm *VM) Private(m *Module, name *Str) Value {
	if d := vm.private[m.Dict]; d != nil {
		return d.GetStr(name)
	}
	return Value{}
}

// ModuleFunction is a function of a module's own Python: one that the module
// keeps for itself before what guest code may have put in its place.
func (vm *VM) ModuleFunction(m *Module, name *Str) Value {
	if v := vm.Private(m, name); v.Bound() {
		return v
	}
	return m.Dict.GetStr(name)
}

func libraryGetAttr(vm *VM, a []Value) (Value, error) {
	name := a[1].Str()
	if name == nil || vm.guard() != nil {
		return builtinGetAttr(vm, a)
	}
	return attrOr(a)(vm.GetAttr(a[0], vm.internStr(name)))
}

// librarySetAttr is setattr and delattr.
func librarySetAttr(vm *VM, a []Value) (Value, error) {
	name := a[1].Str()
	switch {
	case name != nil && vm.guard() == nil:
		return None, vm.SetAttr(a[0], vm.internStr(name), argOr(a, 2, Value{}))
	case len(a) == 2:
		return builtinDelAttr(vm, a)
	}
	return builtinSetAttr(vm, a)
}

func libraryVars(vm *VM, a []Value) (Value, error) {
	switch {
	case vm.guard() != nil:
		return builtinVars(vm, a)
	case len(a) == 0:
		return vm.frameNamespace(vm.frame)
	}
	return vm.varsOf(a[0])
}

// mayRead tells whether guest code may read the attribute of an object.
func mayRead(vm *VM, a []Value) (Value, error) {
	name, err := vm.guestAttrName("getattr", a[0], a[1], AccessRead)
	if m := a[0].Module(); m != nil && err == nil {
		err = vm.mayReadModule(m, name)
	}
	if isException(err, InterpreterError) {
		return False, nil
	}
	return True, err
}

// MayWrite asks the policy about a name from data that goes into the namespace
// of an object, as setattr() does. Keys that are no names pass.
func (vm *VM) MayWrite(obj, name Value) error {
	s := name.Str()
	if s == nil {
		return nil
	}
	return vm.checkAttr(obj, s, AccessWrite)
}

// mayReadModule asks the policy about an attribute of a module.
func (vm *VM) mayReadModule(m *Module, name *Str) error {
	p := vm.cfg.Policy
	if p == nil {
		return nil
	}
	if v := m.Dict.GetStr(name); v.Bound() {
		return p.Value(vm, v)
	}
	_, err := p.ModuleAttr(vm, m.Name, name.S)
	return err
}

// libraryEval is the eval of the interpreter's own Python: of text that guest
// code wrote, under its policy.
func libraryEval(vm *VM, a []Value) (Value, error) {
	globals := a[1]
	if d := globals.Dict(); d != nil {
		globals = vm.guestSpace(d).Value()
	}
	return vm.evaluate(a[0], globals, a[2], None, "eval")
}

// guestSpace is a namespace for guest code to run in: of a module's, a copy of
// what it may reach.
func (vm *VM) guestSpace(d *Dict) *Dict {
	if d == vm.Main || vm.cfg.Policy == nil {
		return d
	}
	for _, v := range vm.Modules.All() {
		if m := v.Module(); m != nil && m.Dict == d {
			return vm.visibleNames(d)
		}
	}
	return d
}

// visibleNames copies a namespace without the modules that the policy forbids.
func (vm *VM) visibleNames(d *Dict) *Dict {
	out := NewDict()
	for k, v := range d.All() {
		if s := k.Str(); s != nil && !vm.forbids(v) {
			vm.charge(64)
			out.SetStr(s, v)
		}
	}
	return out
}

func (vm *VM) forbids(v Value) bool {
	return v.header().flags&flagGuarded != 0 && vm.cfg.Policy != nil && vm.cfg.Policy.Value(vm, v) != nil
}

func builtinVars(vm *VM, a []Value) (Value, error) {
	p := vm.cfg.Policy
	if len(a) == 0 {
		ns, err := vm.frameNamespace(guestFrame(vm.frame))
		if d := ns.Dict(); err == nil && d == vm.Main && p != nil {
			// A copy: names that the policy protects are not to be bound this way.
			c, err := vm.dictCopy(d)
			if err != nil {
				return Value{}, err
			}
			return c.Value(), nil
		}
		return ns, err
	}
	if a[0].Kind() == KindModule {
		defer vm.actForGuest()()
	}
	v, err := vm.varsOf(a[0])
	if t := a[0].AsType(); t != nil && err == nil && p != nil {
		return vm.readableNames(t, v)
	}
	return v, err
}

func (vm *VM) varsOf(obj Value) (Value, error) {
	d, err := vm.lookupAttr(obj, nameDict)
	if err == nil && !d.Bound() {
		err = TypeErrorf("vars() argument must have __dict__ attribute")
	}
	return d, err
}

// readableNames is the namespace of a class, which dict shows, without what
// guest code may not read of the class.
func (vm *VM) readableNames(t *Type, dict Value) (Value, error) {
	refused := func(k Value) bool {
		s := k.Str()
		return s != nil && isDunder(s.S) && vm.checkAttr(Of(&t.Object), s, AccessRead) != nil
	}
	some := false
	for k := range t.Dict.All() {
		some = some || refused(k)
	}
	if !some {
		return dict, nil
	}
	out := vm.NewDict()
	for k, v := range t.Dict.All() {
		if !refused(k) {
			if err := out.Set(vm, k, v); err != nil {
				return Value{}, err
			}
		}
	}
	return vm.NewMappingProxy(out.Value()), nil
}

// importAllowance is what the bodies of the library's modules may take in a
// run, in operations that are not charged to it. It is far more than all of
// them take, unless guest code has put functions of its own into them.
const importAllowance = 4 << 20

// RunTrusted runs the body of a module of the interpreter's own. The limits on
// time and memory hold for it; operations count beyond the run's allowance.
func (vm *VM) RunTrusted(c *code.Code, globals *Dict) error {
	vm.trusting = true
	k, err := vm.NewCode(c)
	vm.trusting = false
	if err != nil {
		return err
	}
	m := &vm.meter
	free, before := m.free, vm.Operations()
	m.spent -= free
	m.free = 0 // modules that this one imports take from what it was given
	_, err = vm.Exec(k, globals, Value{})
	m.free = max(before-vm.Operations(), 0)
	m.spent += m.free
	return err
}
