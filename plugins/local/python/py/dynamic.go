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

func init() {
	dynamicBuiltins = []*Builtin{
		FuncSig("eval", "source, globals=None, locals=None, /", func(vm *VM, a []Value) (Value, error) {
			return vm.evaluate(a[0], a[1], a[2], "eval")
		}),
		FuncSig("exec", "source, globals=None, locals=None, /, *, closure=None", func(vm *VM, a []Value) (Value, error) {
			_, err := vm.evaluate(a[0], a[1], a[2], "exec")
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
	mode, name := a[2].Str(), a[1].Str()
	if b := a[1].Bytes(); b != nil {
		decoded, err := vm.DecodeText(b.S, "utf-8", "surrogateescape")
		if err != nil {
			return Value{}, err
		}
		name = decoded.Str()
	}
	switch {
	case name == nil:
		return Value{}, TypeErrorf("compile() argument 'filename' must be str, bytes or os.PathLike, not %s", argKind(a[1]))
	case mode == nil:
		return Value{}, TypeErrorf("compile() argument 'mode' must be str, not %s", argKind(a[2]))
	case mode.S != "exec" && mode.S != "eval" && mode.S != "single":
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

// evaluate is eval and exec.
func (vm *VM) evaluate(source, globals, locals Value, mode string) (Value, error) {
	g, ns, err := vm.namespaces(globals, locals, mode)
	if err != nil {
		return Value{}, err
	}
	k := source.Code()
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
	} else if len(k.Code.FreeNames) > 0 {
		return Value{}, TypeErrorf("code object passed to %s() may not contain free variables", mode)
	}
	if err := vm.enter(); err != nil {
		return Value{}, err
	}
	defer vm.leave()
	return vm.Exec(k, g, ns)
}

// namespaces are the globals and locals of eval and exec.
func (vm *VM) namespaces(globals, locals Value, mode string) (*Dict, Value, error) {
	if !globals.IsNone() && globals.Dict() == nil {
		return nil, Value{}, TypeErrorf("%s() globals must be a dict, not %s", mode, globals.Type().Name)
	}
	if !locals.IsNone() && (locals.Type().slots.GetItem == nil || locals.Type().flags&TypeSequence != 0) {
		return nil, Value{}, TypeErrorf("%s() locals must be a mapping", mode)
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
