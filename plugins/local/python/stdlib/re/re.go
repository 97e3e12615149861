// Package re is Python's module re on the engine of package internal/regex.
package re

import (
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/internal/regex"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/caller"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// maxCache is how many compiled patterns a machine remembers.
const maxCache = 512

// module is the state of the module in one machine.
type module struct {
	cache map[cacheKey]*pattern
}

type cacheKey struct {
	text  string
	bytes bool
	flags regex.Flags
}

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("re", "Support for regular expressions (RE).")
	s := &module{cache: map[cacheKey]*pattern{}}
	fn := func(name, sig string, f func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error)) *py.Builtin {
		return py.FuncSig(name, sig, func(vm *py.VM, a []py.Value) (py.Value, error) {
			p, err := s.compile(vm, a[0], a[len(a)-1])
			if err != nil {
				return py.Value{}, err
			}
			return f(vm, p, a)
		})
	}
	m.Add(
		py.FuncSig("compile", "pattern, flags=0", func(vm *py.VM, a []py.Value) (py.Value, error) {
			p, err := s.compile(vm, a[0], a[1])
			if err != nil {
				return py.Value{}, err
			}
			return py.Of(&p.Object), nil
		}).WithDoc("Compile a regular expression pattern, returning a Pattern object."),
		fn("match", "pattern, string, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.once(vm, a[1], py.Value{}, py.Value{}, (*regex.Program).Match)
		}).WithDoc("Try to apply the pattern at the start of the string, returning\na Match object, or None if no match was found."),
		fn("fullmatch", "pattern, string, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.once(vm, a[1], py.Value{}, py.Value{}, (*regex.Program).FullMatch)
		}).WithDoc("Try to apply the pattern to all of the string, returning\na Match object, or None if no match was found."),
		fn("search", "pattern, string, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.once(vm, a[1], py.Value{}, py.Value{}, (*regex.Program).Search)
		}).WithDoc("Scan through string looking for a match to the pattern, returning\na Match object, or None if no match was found."),
		fn("findall", "pattern, string, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.findAll(vm, a[1], py.Value{}, py.Value{})
		}).WithDoc("Return a list of all non-overlapping matches in the string."),
		fn("finditer", "pattern, string, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.findIter(vm, a[1], py.Value{}, py.Value{})
		}).WithDoc("Return an iterator over all non-overlapping matches in the string."),
		fn("split", "pattern, string, maxsplit=0, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.split(vm, a[1], a[2])
		}).WithDoc("Split the source string by the occurrences of the pattern,\nreturning a list containing the resulting substrings."),
		fn("sub", "pattern, repl, string, count=0, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			v, _, err := p.sub(vm, a[1], a[2], a[3])
			return v, err
		}).WithDoc("Return the string obtained by replacing the leftmost\nnon-overlapping occurrences of the pattern in string by the\nreplacement repl."),
		fn("subn", "pattern, repl, string, count=0, flags=0", func(vm *py.VM, p *pattern, a []py.Value) (py.Value, error) {
			return p.subn(vm, a[1], a[2], a[3])
		}).WithDoc("Return a 2-tuple containing (new_string, number)."),
		py.FuncSig("escape", "pattern", escape).WithDoc("Escape special characters in a string."),
		py.Func("purge", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			clear(s.cache)
			return py.None, nil
		}).WithDoc("Clear the regular expression caches"),
	)
	for name, t := range map[string]*py.Type{
		"Pattern": patternType(), "Match": matchType(), "RegexFlag": flagType(),
		"error": errorType(),
	} {
		m.Set(name, py.Of(&t.Object))
	}
	for _, f := range flagNames {
		m.Set(f.long, flagValue(f.flag))
		m.Set(f.short, flagValue(f.flag))
	}
	m.Set("NOFLAG", flagValue(0))
	m.Set("__version__", py.NewStr("2.2.1"))
	m.Set("__all__", vm.NewList(exported(vm)))
	m.Add(
		py.FuncSig("template", "pattern, flags=0", func(vm *py.VM, a []py.Value) (py.Value, error) {
			err := caller.Warn(vm, py.DeprecationWarning, "The re.template() function is deprecated as it is an undocumented function without an obvious purpose. Use re.compile() instead.")
			if err != nil {
				return py.Value{}, err
			}
			f, err := vm.IndexInt(a[1], py.OverflowError)
			if err != nil {
				return py.Value{}, err
			}
			p, err := s.compile(vm, a[0], py.Int(int64(f|int(regex.TemplateFlag))))
			if err != nil {
				return py.Value{}, err
			}
			return py.Of(&p.Object), nil
		}),
		py.Func("__getattr__", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return lazy(vm, m, a[0]) }),
	)
	return m, nil
}

// exported is the module's __all__.
func exported(vm *py.VM) []py.Value {
	var out []py.Value
	for name := range strings.FieldsSeq(`match fullmatch search sub subn split findall finditer compile purge template escape error Pattern Match
		A I L M S X U ASCII IGNORECASE LOCALE MULTILINE DOTALL VERBOSE UNICODE NOFLAG RegexFlag`) {
		out = append(out, py.Of(&vm.Intern(name).Object))
	}
	return out
}

// lazy is the module's __getattr__: Scanner is made on first use, because its
// source is in Python.
func lazy(vm *py.VM, m *py.Module, name py.Value) (py.Value, error) {
	s := name.Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("attribute name must be string, not '%s'", name.Type().Name)
	}
	if s.S != "Scanner" {
		return py.Value{}, py.Raise(py.AttributeError, "module 're' has no attribute '%s'", s.S)
	}
	helper := vm.NewModule("re", "")
	helper.Set("_compile", m.Dict.GetStr(py.Name("compile")))
	if err := pymod.Exec(vm, helper, "re_scanner"); err != nil {
		return py.Value{}, err
	}
	class := helper.Dict.GetStr(py.Name("Scanner"))
	m.Set("Scanner", class)
	return class, nil
}

// LoadConstants makes the module re._constants: the limits of patterns.
func LoadConstants(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("re._constants", "")
	m.Set("MAXREPEAT", py.Int(regex.MaxRepeat))
	m.Set("MAXGROUPS", py.Int(regex.MaxGroups))
	m.Set("MAGIC", py.Int(20221023))
	m.Set("error", py.Of(&errorType().Object))
	return m, nil
}

func escape(vm *py.VM, a []py.Value) (py.Value, error) {
	if s := a[0].Str(); s != nil {
		if err := vm.ReserveText(2 * len(s.S)); err != nil {
			return py.Value{}, err
		}
		return vm.CopyText(regex.Escape(s.S)), nil
	}
	b, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, py.TypeErrorf("decoding to str: need a bytes-like object, %s found", a[0].Type().Name)
	}
	return vm.NewBytes(string([]byte(regex.Escape(b)))), nil
}

// compile gives the compiled pattern of a str, bytes or Pattern.
func (s *module) compile(vm *py.VM, source, flags py.Value) (*pattern, error) {
	var f int
	if flags != py.Int(0) {
		var err error
		if f, err = vm.IndexInt(flags, py.OverflowError); err != nil {
			return nil, err
		}
	}
	key := cacheKey{flags: regex.Flags(f)}
	if str := source.Str(); str != nil {
		key.text = str.S
	} else if p := py.As[pattern](source, patternType()); p != nil {
		if f != 0 {
			return nil, py.ValueErrorf("cannot process flags argument with a compiled pattern")
		}
		return p, nil
	} else {
		if _, err := vm.Hash(source); err != nil { // patterns are looked up among those compiled
			return nil, err
		}
		b, err := py.BytesLike(source)
		if err != nil {
			return nil, py.TypeErrorf("first argument must be string or compiled pattern")
		}
		key.text, key.bytes = b, true
	}
	if p := s.cache[key]; p != nil {
		return p, nil
	}
	if key.bytes {
		key.text = string([]byte(key.text)) // it may be a bytearray's memory
	}
	p, err := newPattern(vm, source, key)
	if err != nil {
		return nil, err
	}
	if len(s.cache) >= maxCache {
		clear(s.cache)
	}
	s.cache[key] = p
	return p, nil
}

func newPattern(vm *py.VM, source py.Value, key cacheKey) (*pattern, error) {
	size := int64(len(key.text)) * regex.CompileBytesPerChar
	if err := vm.Reserve(size); err != nil {
		return nil, err
	}
	if err := vm.Tick(len(key.text) + 1); err != nil {
		return nil, err
	}
	prog, err := regex.Compile(key.text, key.bytes, key.flags)
	if err != nil {
		return nil, patternError(vm, source, err)
	}
	for _, text := range prog.Warnings {
		if err := caller.Warn(vm, py.FutureWarning, text); err != nil {
			return nil, err
		}
	}
	if prog.Flags&regex.TemplateFlag != 0 {
		err := caller.Warn(vm, py.DeprecationWarning, "The re.TEMPLATE/re.T flag is deprecated as it is an undocumented flag without an obvious purpose. Don't use it.")
		if err != nil {
			return nil, err
		}
	}
	p := &pattern{prog: prog, source: source}
	vm.NewObject(&p.Object, patternType(), 128)
	vm.Charge(size / 4)
	return p, nil
}

// patternError is the Python exception of an error in a pattern or template.
func patternError(vm *py.VM, source py.Value, err error) error {
	e, ok := err.(*regex.Error)
	if !ok {
		return err
	}
	switch e.Kind {
	case regex.KindOverflow:
		return py.Raise(py.OverflowError, "%s", e.Error())
	case regex.KindValue:
		return py.ValueErrorf("%s", e.Error())
	case regex.KindIndex:
		x := py.NewException(py.IndexError, e.Error())
		x.SuppressContext = true // it is raised from None
		return x
	case regex.KindRecursion:
		return py.Raise(py.RecursionError, "%s", e.Error())
	}
	x := py.NewException(errorType(), "")
	fields := errorFields{msg: e.Msg, pattern: source, pos: e.Pos, line: e.Line, col: e.Col, text: e.Error()}
	fields.store(vm, x)
	return x
}

// errorFields are the attributes of re.error; pos -1 means unknown.
type errorFields struct {
	msg, text      string
	pattern        py.Value
	pos, line, col int
}

func (f *errorFields) store(vm *py.VM, e *py.Exception) {
	e.Args = vm.NewTupleOf(vm.NewString(f.text)).Tuple()
	d := py.Of(&e.Object).InstanceDict()
	d.SetStr(nameMsg, vm.NewString(f.msg))
	d.SetStr(namePattern, f.pattern)
	for i, n := range []int{f.pos, f.line, f.col} {
		v := py.None
		if f.pos >= 0 {
			v = py.Int(int64(n))
		}
		d.SetStr(positionNames[i], v)
	}
}

var (
	nameMsg, namePattern = py.Name("msg"), py.Name("pattern")
	positionNames        = [3]*py.Str{py.Name("pos"), py.Name("lineno"), py.Name("colno")}
)

// errorType is re.error.
var errorType = sync.OnceValue(func() *py.Type {
	return py.NewNativeType[py.Exception](py.TypeSpec{
		Name: "error", Module: "re", Base: py.ExceptionType, Kind: py.KindException,
		Doc: "Exception raised for invalid regular expressions.",
		Slots: py.Slots{Init: func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error {
			var a [3]py.Value
			if err := vm.Bind("error.__init__", errorSignature, args, kw, a[:]); err != nil {
				return err
			}
			msg, err := vm.Str(a[0])
			if err != nil {
				return err
			}
			f := errorFields{msg: msg, text: msg, pattern: a[1], pos: -1}
			if !a[1].IsNone() && !a[2].IsNone() {
				if err := f.locate(vm, a[1], a[2]); err != nil {
					return err
				}
			}
			f.store(vm, self.Exception())
			return nil
		}},
	})
})

var errorSignature = py.ParseSignature("msg, pattern=None, pos=None")

// locate fills in the place of an error that guest code makes.
func (f *errorFields) locate(vm *py.VM, pattern, pos py.Value) error {
	var err error
	if f.pos, err = vm.IndexInt(pos, py.OverflowError); err != nil {
		return err
	}
	var runes []rune
	if s := pattern.Str(); s != nil {
		runes = py.DecodeRunes(s.S)
	} else if b, err := py.BytesLike(pattern); err == nil {
		for _, c := range []byte(b) {
			runes = append(runes, rune(c))
		}
	}
	f.line, f.col = 1, f.pos+1
	many := false
	for i, r := range runes {
		if r == '\n' {
			many = true
			if i < f.pos {
				f.line++
				f.col = f.pos - i
			}
		}
	}
	f.text = f.msg + " at position " + itoa(f.pos)
	if many {
		f.text += " (line " + itoa(f.line) + ", column " + itoa(f.col) + ")"
	}
	return nil
}
