package py

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// dynamicBuiltins are the functions that a policy may allow: they run code of
// the guest's making in the same machine, under the same policy and limits.
var dynamicBuiltins []*Builtin

var nameFSPath = Name("__fspath__")

func init() {
	dynamicBuiltins = []*Builtin{
		FuncSig("eval", "source, globals=None, locals=None, /", func(vm *VM, a []Value) (Value, error) {
			return vm.evaluate(a[0], a[1], a[2], None, "eval")
		}),
		FuncSig("exec", "source, globals=None, locals=None, /, *, closure=None", func(vm *VM, a []Value) (Value, error) {
			_, err := vm.evaluate(a[0], a[1], a[2], a[3], "exec")
			return None, err
		}),
		FuncSig("compile", "source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1", builtinCompile),
		Func("globals", 0, 0, func(vm *VM, a []Value) (Value, error) {
			if f := guestFrame(vm.frame); f != nil {
				return f.Globals.Value(), nil
			}
			return vm.Main.Value(), nil
		}),
		Func("locals", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.frameNamespace(guestFrame(vm.frame)) }),
	}
	for _, b := range dynamicBuiltins {
		b.typ, b.Module = BuiltinType, "builtins"
	}
}

// sourceText is the source that eval, exec and compile were given.
func (vm *VM) sourceText(v Value, what, filename string) (string, error) {
	var text string
	switch buffer := v.Type().slots.Buffer; {
	case v.Str() != nil:
		if err := vm.encodable(v.Str()); err != nil {
			return "", err
		}
		text = v.Str().S
	case buffer != nil:
		data := buffer(v)
		vm.charge(int64(len(data)))
		if bytes.IndexByte(data, 0) >= 0 {
			return "", nullBytes()
		}
		var err error
		if text, err = token.DecodeWith(data, vm.decodeSource); err != nil {
			if stop := new(Stop); errors.As(err, &stop) {
				return "", err
			}
			return "", unreadableSource(err.Error(), filename)
		}
	case what == "compile":
		return "", TypeErrorf("compile() arg 1 must be a string, bytes or AST object")
	default:
		return "", TypeErrorf("%s() arg 1 must be a string, bytes or code object", what)
	}
	if strings.ContainsRune(text, 0) {
		return "", nullBytes()
	}
	return text, nil
}

// decodeSource decodes a source that names an encoding of its own.
func (vm *VM) decodeSource(text, encoding string) (string, error) {
	v, err := vm.DecodeText(text, encoding, "strict")
	switch {
	case err == nil:
		return v.Str().S, nil
	case isException(err, LookupError):
		return "", fmt.Errorf("unknown encoding: %s", encoding)
	case isException(err, UnicodeDecodeError):
		var e *Exception
		errors.As(err, &e)
		reason, err := vm.Str(e.Value())
		if err != nil {
			return "", err
		}
		return "", fmt.Errorf("(unicode error) %s", reason)
	}
	return "", err
}

func builtinCompile(vm *VM, a []Value) (Value, error) {
	name, err := vm.sourceName(a[1])
	if err != nil {
		return Value{}, err
	}
	mode := a[2].Str()
	switch {
	case mode == nil:
		return Value{}, TypeErrorf("compile() argument 'mode' must be str, not %s", argKind(a[2]))
	case strings.ContainsRune(mode.S, 0):
		return Value{}, ValueErrorf("embedded null character")
	}
	if err := vm.checkCompileOptions(a[3], a[4], a[5], a[6]); err != nil {
		return Value{}, err
	}
	switch mode.S {
	case "exec", "eval", "single":
	case "func_type":
		return Value{}, ValueErrorf("compile() mode 'func_type' requires flag PyCF_ONLY_AST")
	default:
		return Value{}, ValueErrorf("compile() mode must be 'exec', 'eval' or 'single'")
	}
	src, err := vm.sourceText(a[0], "compile", name.S)
	if err != nil {
		return Value{}, err
	}
	c, err := vm.cfg.Compile(vm, src, name.S, mode.S, true)
	if err != nil {
		return Value{}, err
	}
	k, err := vm.NewCode(c)
	if err != nil {
		return Value{}, err
	}
	return Of(&k.Object), nil
}

// sourceName is the name of a file that compile was given: text, bytes or a path.
func (vm *VM) sourceName(v Value) (*Str, error) {
	path := v
	if v.Str() == nil && v.Bytes() == nil {
		if !v.Type().Lookup(nameFSPath).Bound() {
			return nil, TypeErrorf("expected str, bytes or os.PathLike object, not %s", v.Type().Name)
		}
		var err error
		if path, err = vm.CallSpecial(v, nameFSPath); err != nil {
			return nil, err
		}
	}
	name := path.Str()
	if b := path.Bytes(); b != nil {
		decoded, err := vm.DecodeText(b.S, "utf-8", "surrogateescape")
		if err != nil {
			return nil, err
		}
		name = decoded.Str()
	}
	switch {
	case name == nil:
		return nil, TypeErrorf("expected %s.__fspath__() to return str or bytes, not %s", v.Type().Name, path.Type().Name)
	case strings.ContainsRune(name.S, 0):
		return nil, ValueErrorf("embedded null character")
	}
	return name, nil
}

// compileFlags are the bits that compile knows: of futures, CO_NESTED, and its own.
const compileFlags = 0x1fe0000 | 0x10 | 0x7600

// checkCompileOptions checks the options of compile, which change nothing here.
func (vm *VM) checkCompileOptions(flags, inherit, optimize, feature Value) error {
	f, err := vm.cInt(flags)
	if err != nil {
		return err
	}
	if _, err := vm.Truth(inherit); err != nil {
		return err
	}
	level, err := vm.cInt(optimize)
	if err != nil {
		return err
	}
	if _, err := vm.cInt(feature); err != nil {
		return err
	}
	switch {
	case f&^compileFlags != 0:
		return ValueErrorf("compile(): unrecognised flags")
	case level < -1 || level > 2:
		return ValueErrorf("compile(): invalid optimize value")
	}
	return nil
}

// cInt is an argument that CPython keeps in an int of C.
func (vm *VM) cInt(v Value) (int64, error) {
	i, err := vm.Index(v)
	switch {
	case err != nil:
		return 0, err
	case !i.IsInt() || i.AsInt() != int64(int32(i.AsInt())):
		return 0, Raise(OverflowError, "Python int too large to convert to C int")
	}
	return i.AsInt(), nil
}

// evaluate is eval and exec.
func (vm *VM) evaluate(source, globals, locals, closure Value, mode string) (Value, error) {
	g, ns, err := vm.namespaces(globals, locals, mode)
	if err != nil {
		return Value{}, err
	}
	k := source.Code()
	cells, err := closureOf(k, closure, mode)
	if err != nil {
		return Value{}, err
	}
	if k == nil {
		src, err := vm.sourceText(source, mode, "<string>")
		if err != nil {
			return Value{}, err
		}
		if mode == "eval" {
			src = strings.TrimLeft(src, " \t")
		}
		c, err := vm.cfg.Compile(vm, src, "<string>", mode, true)
		if err != nil {
			return Value{}, err
		}
		if k, err = vm.NewCode(c); err != nil {
			return Value{}, err
		}
	}
	if err := vm.enter(); err != nil {
		return Value{}, err
	}
	defer vm.leave()
	return vm.execWith(k, g, ns, cells)
}

// closureOf are the cells for the free variables of code, from exec's argument
// closure. The interpreter's own Python takes none.
func closureOf(k *Code, closure Value, mode string) ([]*Cell, error) {
	switch {
	case k == nil && !closure.IsNone():
		return nil, TypeErrorf("closure can only be used when source is a code object")
	case k == nil:
		return nil, nil
	case len(k.Code.FreeNames) == 0 && !closure.IsNone():
		return nil, TypeErrorf("cannot use a closure with this code object")
	case len(k.Code.FreeNames) == 0:
		return nil, nil
	case mode == "eval" || k.trusted:
		return nil, TypeErrorf("code object passed to %s() may not contain free variables", mode)
	}
	t := closure.Tuple()
	if t == nil || t.typ != TupleType || len(t.Items) != len(k.Code.FreeNames) {
		return nil, TypeErrorf("code object requires a closure of exactly length %d", len(k.Code.FreeNames))
	}
	cells := make([]*Cell, len(t.Items))
	for i, v := range t.Items {
		if cells[i] = v.Cell(); cells[i] == nil {
			return nil, TypeErrorf("code object requires a closure of exactly length %d", len(cells))
		}
	}
	return cells, nil
}

// namespaces are the globals and locals of eval and exec.
func (vm *VM) namespaces(globals, locals Value, mode string) (*Dict, Value, error) {
	mapping := locals.IsNone() || locals.Type().slots.GetItem != nil && locals.Type().flags&TypeSequence == 0
	real := globals.IsNone() || globals.Dict() != nil
	switch {
	case mode == "eval" && !mapping:
		return nil, Value{}, TypeErrorf("locals must be a mapping")
	case mode == "eval" && !real && globals.Type().slots.GetItem != nil:
		return nil, Value{}, TypeErrorf("globals must be a real dict; try eval(expr, {}, mapping)")
	case mode == "eval" && !real:
		return nil, Value{}, TypeErrorf("globals must be a dict")
	case !real:
		return nil, Value{}, TypeErrorf("exec() globals must be a dict, not %s", globals.Type().Name)
	case !mapping:
		return nil, Value{}, TypeErrorf("locals must be a mapping or None, not %s", locals.Type().Name)
	}
	g, ns := globals.Dict(), locals
	if globals.IsNone() {
		g = vm.Main
		f := guestFrame(vm.frame)
		if f != nil {
			g = f.Globals
		}
		if locals.IsNone() {
			var err error
			if ns, err = vm.frameNamespace(f); err != nil {
				return nil, Value{}, err
			}
		}
	} else if locals.IsNone() {
		ns = globals
	}
	return g, ns, nil
}
