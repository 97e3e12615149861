package py

// Kwargs are the keyword arguments of a call: names (each a *Str value) and
// values, in order. Both slices alias the caller's memory.
type Kwargs struct {
	Names []Value
	Vals  []Value
}

// Len is the number of keyword arguments.
func (k Kwargs) Len() int { return len(k.Names) }

// NativeFunc is a built-in function. args are the bound parameters: for a
// Builtin with a signature, one per parameter (unbound where a parameter
// without default was left out; *args as a tuple, **kwargs as a dict); for one
// without, just the positional arguments. A method's args[0] is self. args
// alias the caller's registers and must not be kept.
type NativeFunc func(vm *VM, args []Value) (Value, error)

// BuiltinKind tells how a Builtin found in a class binds.
type BuiltinKind uint8

// The kinds of Builtin.
const (
	BuiltinFunction    BuiltinKind = iota // a plain function: module level, never binds
	BuiltinMethod                         // a method of a built-in type (method_descriptor)
	BuiltinClassMethod                    // binds to the class
	BuiltinStatic
	BuiltinSlot // a slot wrapper such as int.__add__ (wrapper_descriptor)
)

// Builtin is a function implemented in Go. With Self bound it is a bound
// method of a built-in type ("built-in method append of list object").
type Builtin struct {
	Object
	Name   string
	Doc    string
	Kind   BuiltinKind
	Owner  *Type  // the class of a method, nil for functions
	Module string // of a function
	// Min and Max bound the positional arguments when Sig is nil (self not
	// counted); Max -1 means any number. Such functions take no keywords.
	Min, Max int
	Sig      *Signature
	Fn       NativeFunc
	// FnKw, if set, is called instead of Fn, with the arguments as they came.
	FnKw func(vm *VM, args []Value, kw Kwargs) (Value, error)
	Self Value
}

// Func makes a module-level function that takes min to max positional
// arguments (max -1: any number) and no keywords.
func Func(name string, min, max int, fn NativeFunc) *Builtin {
	return newBuiltin(name, BuiltinFunction, min, max, nil, fn)
}

// FuncSig makes a module-level function with a signature in Python's words,
// for example "iterable, /, *, key=None, reverse=False". Defaults may be None,
// True, False, ints, floats, simple strings, () and the mark "…" for
// "optional without a default": unbound.
func FuncSig(name, sig string, fn NativeFunc) *Builtin {
	return newBuiltin(name, BuiltinFunction, 0, 0, mustSignature(sig), fn)
}

// Method and MethodSig make methods; self is args[0], and is not counted in
// min and max nor named in the signature.
func Method(name string, min, max int, fn NativeFunc) *Builtin {
	return newBuiltin(name, BuiltinMethod, min, max, nil, fn)
}

// MethodSig is Method with a signature.
func MethodSig(name, sig string, fn NativeFunc) *Builtin {
	return newBuiltin(name, BuiltinMethod, 0, 0, mustSignature(sig), fn)
}

// ClassMethod makes a class method: args[0] is the class.
func ClassMethod(name, sig string, fn NativeFunc) *Builtin {
	return newBuiltin(name, BuiltinClassMethod, 0, 0, mustSignature(sig), fn)
}

// StaticMethod makes a static method.
func StaticMethod(name, sig string, fn NativeFunc) *Builtin {
	return newBuiltin(name, BuiltinStatic, 0, 0, mustSignature(sig), fn)
}

// FuncKw and MethodKw take any arguments as they come.
func FuncKw(name string, fn func(vm *VM, args []Value, kw Kwargs) (Value, error)) *Builtin {
	b := newBuiltin(name, BuiltinFunction, 0, -1, nil, nil)
	b.FnKw = fn
	return b
}

// MethodKw is FuncKw for a method: self is args[0].
func MethodKw(name string, fn func(vm *VM, args []Value, kw Kwargs) (Value, error)) *Builtin {
	b := newBuiltin(name, BuiltinMethod, 0, -1, nil, nil)
	b.FnKw = fn
	return b
}

// WithDoc sets the docstring and returns b.
func (b *Builtin) WithDoc(doc string) *Builtin { b.Doc = doc; return b }

func newBuiltin(name string, kind BuiltinKind, min, max int, sig *Signature, fn NativeFunc) *Builtin {
	if sig != nil && sig.exact {
		min, max = sig.positional, sig.positional
	}
	return &Builtin{
		Object: Object{kind: KindBuiltin, flags: flagImmortal},
		Name:   name, Kind: kind, Min: min, Max: max, Sig: sig, Fn: fn,
	}
}
