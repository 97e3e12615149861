package py

// The exception classes with fields of their own.

func defineFieldExceptions() {
	KeyError.define(TypeSpec{Flags: TypeHasDict, Doc: "Mapping key not found.", Slots: Slots{Str: func(vm *VM, self Value) (Value, error) {
		if args := self.Exception().Args.Items; len(args) == 1 {
			return vm.reprValue(args[0])
		}
		return exceptionStr(vm, self)
	}}})
	NameError.define(TypeSpec{Flags: TypeHasDict, Doc: "Name not found globally.", Members: fieldMembers("name"),
		Slots: Slots{Init: initWithFields(map[string]int{"name": 0}, nil)}})
	AttributeError.define(TypeSpec{Flags: TypeHasDict, Doc: "Attribute not found.", Members: fieldMembers("name", "obj"),
		Slots: Slots{Init: initWithFields(map[string]int{"name": 0, "obj": 1}, nil)}})
	ImportError.define(TypeSpec{
		Flags: TypeHasDict, Doc: "Import can't find module, or can't find name in module.",
		Members: fieldMembers("msg", "name", "path", "name_from"),
		Slots: Slots{
			Init: initWithFields(map[string]int{"name": 1, "path": 2, "name_from": 3}, func(vm *VM, e *Exception, args []Value) error {
				if len(args) == 1 {
					e.fields().v[0] = args[0]
				}
				return nil
			}),
		},
	})
	single := func(t *Type, doc, name string, value func(vm *VM, e *Exception) Value) {
		t.define(TypeSpec{Flags: TypeHasDict, Doc: doc, Members: []Member{{Name: name,
			Get: func(vm *VM, v Value) (Value, error) {
				e := v.Exception()
				if x, ok := e.Extra.(*excFields); ok && x.v[0].Bound() {
					return x.v[0], nil
				}
				return value(vm, e), nil
			},
			Set: func(vm *VM, v, x Value) error { v.Exception().fields().v[0] = orNone(x); return nil },
		}}})
	}
	single(StopIteration, "Signal the end from iterator.__next__().", "value", func(vm *VM, e *Exception) Value { return stopValue(e) })
	single(SystemExit, "Request to exit from the interpreter.", "code", func(vm *VM, e *Exception) Value {
		if len(e.Args.Items) > 1 {
			return Of(&e.Args.Object)
		}
		return stopValue(e)
	})
	defineOSError()
	defineSyntaxError()
	defineUnicodeErrors()
}

// The fields of OSError.
const (
	osErrno = iota
	osStrerror
	osFilename
	osFilename2
)

// errnoTypes are the subclasses of OSError by error number (of Linux).
var errnoTypes = map[int64]*Type{
	11: BlockingIOError, 114: BlockingIOError, 115: BlockingIOError, 10: ChildProcessError, 32: BrokenPipeError, 108: BrokenPipeError,
	103: ConnectionAbortedError, 111: ConnectionRefusedError, 104: ConnectionResetError, 17: FileExistsError, 2: FileNotFoundError,
	4: InterruptedError, 21: IsADirectoryError, 20: NotADirectoryError, 13: PermissionError, 1: PermissionError,
	3: ProcessLookupError, 110: TimeoutError,
}

func defineOSError() {
	OSError.define(TypeSpec{
		Flags: TypeHasDict, Doc: "Base class for I/O related errors.",
		Members: fieldMembers("errno", "strerror", "filename", "filename2"),
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				if cls == OSError && len(args) >= 2 && len(args) <= 5 && args[0].IsInt() {
					if t := errnoTypes[args[0].AsInt()]; t != nil {
						cls = t
					}
				}
				v, err := exceptionNew(vm, cls, args, kw)
				if err == nil && !cls.fillsOSErrorInInit() {
					err = osErrorInit(vm, v, args, Kwargs{})
				}
				return v, err
			},
			Init: func(vm *VM, self Value, args []Value, kw Kwargs) error {
				if self.Type().flags&TypeHeap != 0 && !self.Type().fillsOSErrorInInit() {
					return nil
				}
				return osErrorInit(vm, self, args, kw)
			},
			Str: func(vm *VM, self Value) (Value, error) {
				e := self.Exception()
				errno, text := e.field(osErrno), e.field(osStrerror)
				if _, ok := e.Extra.(*excFields); !ok || errno.IsNone() && text.IsNone() {
					return exceptionStr(vm, self)
				}
				a, err := vm.Str(errno)
				if err != nil {
					return Value{}, err
				}
				b, err := vm.Str(text)
				if err != nil {
					return Value{}, err
				}
				out := "[Errno " + a + "] " + b
				for i, sep := range []string{osFilename: ": ", osFilename2: " -> "} {
					if sep == "" || e.field(i).IsNone() {
						continue
					}
					r, err := vm.Repr(e.field(i))
					if err != nil {
						return Value{}, err
					}
					out += sep + r
				}
				return vm.NewString(out), nil
			},
		},
	})
}

// fillsOSErrorInInit reports whether it is __init__ that reads the arguments:
// where a class overrides it but not __new__. Otherwise __new__ does.
func (t *Type) fillsOSErrorInInit() bool {
	init, create := t.lookup(nameInit), t.lookup(nameNew)
	return init.BuiltinOrNil() == nil && create.BuiltinOrNil() != nil
}

func osErrorInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	if err := exceptionInit(vm, self, args, kw); err != nil {
		return err
	}
	if len(args) < 2 || len(args) > 5 {
		return nil
	}
	e := self.Exception()
	x := e.fields()
	x.v[osErrno], x.v[osStrerror] = args[0], args[1]
	if len(args) >= 3 && !args[2].IsNone() {
		x.v[osFilename] = args[2]
		if len(args) == 5 {
			x.v[osFilename2] = args[4]
		}
		e.Args = (*Tuple)(vm.buildTuple(args[:2]).p)
	}
	return nil
}

// The fields of SyntaxError.
const (
	synMsg = iota
	synFilename
	synLine
	synOffset
	synText
	synEndLine
	synEndOffset
	synPrint
)

func defineSyntaxError() {
	SyntaxError.define(TypeSpec{
		Flags: TypeHasDict, Doc: "Invalid syntax.",
		Members: fieldMembers("msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line"),
		Slots: Slots{
			Init: func(vm *VM, self Value, args []Value, kw Kwargs) error {
				if err := exceptionInit(vm, self, args, kw); err != nil {
					return err
				}
				x := self.Exception().fields()
				if len(args) > 0 {
					x.v[synMsg] = args[0]
				}
				if len(args) == 2 {
					var info []Value
					if err := vm.Iterate(args[1], func(v Value) error { info = append(info, v); return nil }); err != nil {
						return err
					}
					if len(info) < 4 {
						return TypeErrorf("function missing required argument '%s' (pos %d)", []string{"filename", "lineno", "offset", "text"}[len(info)], len(info)+1)
					}
					if len(info) > 6 {
						return TypeErrorf("function takes at most 6 arguments (%d given)", len(info))
					}
					if len(info) == 5 {
						return TypeErrorf("end_offset must be provided when end_lineno is provided")
					}
					copy(x.v[synFilename:], info)
				}
				return nil
			},
			Str: func(vm *VM, self Value) (Value, error) {
				e := self.Exception()
				text, err := vm.Str(e.field(synMsg))
				if err != nil {
					return Value{}, err
				}
				file, line := e.field(synFilename).Str(), e.field(synLine)
				switch {
				case file != nil && line.IsInt():
					text += " (" + baseName(file.S) + ", line " + itoa(int(line.AsInt())) + ")"
				case file != nil:
					text += " (" + baseName(file.S) + ")"
				case line.IsInt():
					text += " (line " + itoa(int(line.AsInt())) + ")"
				}
				return vm.NewString(text), nil
			},
		},
	})
}

func baseName(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

// NewSyntaxError makes a SyntaxError (or subclass t) with its place: line and
// columns from 1, line 0 for none, and so for the end.
func NewSyntaxError(t *Type, msg, filename string, line, col, endLine, endCol int, text string) *Exception {
	e := NewException(t, msg)
	x := e.fields()
	number := func(i, line int) Value {
		if line == 0 {
			return None
		}
		return Int(int64(i))
	}
	x.v = [8]Value{e.Args.Items[0], NewStr(filename), number(line, line), number(col, line), None, number(endLine, endLine), number(endCol, endLine)}
	if text != "" {
		x.v[synText] = NewStr(text)
	}
	place := []Value{x.v[synFilename], x.v[synLine], x.v[synOffset], x.v[synText], x.v[synEndLine], x.v[synEndOffset]}
	tuple := &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: place}
	e.Args = &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: []Value{x.v[synMsg], Of(&tuple.Object)}}
	return e
}

// NewEmptySourceError makes a SyntaxError for a source that has no lines: its
// place is all zeros.
func NewEmptySourceError(t *Type, msg, filename string) *Exception {
	e := NewSyntaxError(t, msg, filename, 0, 0, 0, 0, "")
	x := e.fields()
	for _, i := range []int{synLine, synOffset, synEndLine, synEndOffset} {
		x.v[i] = Int(0)
	}
	x.v[synText] = emptyStr
	copy(e.Args.Items[1].Tuple().Items[1:], []Value{Int(0), Int(0), emptyStr, Int(0), Int(0)})
	return e
}

// nullBytes is the error for a source with a null byte; it has no place.
func nullBytes() error {
	e := NewException(SyntaxError, "source code string cannot contain null bytes")
	e.fields().v[synMsg] = e.Args.Items[0]
	return e
}

// unreadableSource is the error for a source that can't be decoded.
func unreadableSource(msg, filename string) error {
	e := NewSyntaxError(SyntaxError, msg, filename, 0, 0, 0, 0, "")
	x := e.fields()
	x.v[synLine], x.v[synOffset] = Int(0), Int(-1)
	place := &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: []Value{x.v[synFilename], x.v[synLine], x.v[synOffset], None}}
	e.Args = &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: []Value{x.v[synMsg], Of(&place.Object)}}
	return e
}

// The fields of UnicodeDecodeError and UnicodeEncodeError.
const (
	uniEncoding = iota
	uniObject
	uniStart
	uniEnd
	uniReason
)

func defineUnicodeErrors() {
	members := fieldMembers("encoding", "object", "start", "end", "reason")
	for i := uniStart; i <= uniEnd; i++ {
		members[i].Set = func(vm *VM, v, x Value) error {
			if !x.Bound() {
				return TypeErrorf("can't delete numeric/char attribute")
			}
			if !x.IsInt() && x.BigInt() == nil {
				return TypeErrorf("an integer is required")
			}
			n, err := vm.IndexInt(x, OverflowError)
			if err == nil {
				v.Exception().fields().v[i] = Int(int64(n))
			}
			return err
		}
	}
	UnicodeDecodeError.define(TypeSpec{Flags: TypeHasDict, Doc: "Unicode decoding error.", Members: members, Slots: Slots{
		Init: unicodeInit(5, KindBytes), Str: unicodeDecodeStr,
	}})
	UnicodeEncodeError.define(TypeSpec{Flags: TypeHasDict, Doc: "Unicode encoding error.", Members: members, Slots: Slots{
		Init: unicodeInit(5, KindStr), Str: unicodeEncodeStr,
	}})
	UnicodeTranslateError.define(TypeSpec{Flags: TypeHasDict, Doc: "Unicode translation error.", Members: members, Slots: Slots{
		Init: unicodeInit(4, KindStr), Str: unicodeEncodeStr,
	}})
}

func unicodeInit(n int, object Kind) InitFunc {
	return func(vm *VM, self Value, args []Value, kw Kwargs) error {
		if err := exceptionInit(vm, self, args, kw); err != nil {
			return err
		}
		if len(args) != n {
			return TypeErrorf("function takes exactly %d arguments (%d given)", n, len(args))
		}
		x := self.Exception().fields()
		first := 5 - n
		copy(x.v[first:], args)
		for i := first; i < 5; i++ {
			v := x.v[i]
			switch {
			case i == uniStart || i == uniEnd:
				at, err := vm.IndexInt(v, OverflowError)
				if err != nil {
					return err
				}
				x.v[i] = Int(int64(at))
			case i == uniObject && object == KindBytes: // looked at last
			case v.Str() == nil:
				return TypeErrorf("argument %d must be str, not %s", i-first+1, argKind(v))
			}
		}
		if object == KindBytes && x.v[uniObject].Bytes() == nil {
			text, err := vm.BytesOf(x.v[uniObject])
			if err != nil {
				return err
			}
			x.v[uniObject] = vm.NewBytes(text)
		}
		return nil
	}
}

// NewUnicodeError makes a UnicodeDecodeError (of a bytes) or a
// UnicodeEncodeError (of a str).
func NewUnicodeError(t *Type, encoding string, object Value, start, end int, reason string) *Exception {
	e := NewException(t, "")
	vals := []Value{NewStr(encoding), object, Int(int64(start)), Int(int64(end)), NewStr(reason)}
	copy(e.fields().v[:], vals)
	e.Args = &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: vals}
	return e
}

// unicodeParts are the range and the reason that the text of an error shows.
func (e *Exception) unicodeParts(vm *VM) (start, end int, tail string, err error) {
	at := func(i int) int {
		if v := e.field(i); v.IsInt() {
			return int(v.AsInt())
		}
		return 0
	}
	tail, err = vm.Str(e.field(uniReason))
	return at(uniStart), at(uniEnd), ": " + tail, err
}

func unicodeDecodeStr(vm *VM, self Value) (Value, error) {
	e := self.Exception()
	if _, ok := e.Extra.(*excFields); !ok {
		return emptyStr, nil
	}
	start, end, tail, err := e.unicodeParts(vm)
	if err != nil {
		return Value{}, err
	}
	encoding, err := vm.Str(e.field(uniEncoding))
	if err != nil {
		return Value{}, err
	}
	head := "'" + encoding + "' codec can't decode byte"
	if b := e.field(uniObject).Bytes(); b != nil && end == start+1 && start >= 0 && start < len(b.S) {
		const digits = "0123456789abcdef"
		c := b.S[start]
		return vm.NewString(head + " 0x" + string([]byte{digits[c>>4], digits[c&15]}) + " in position " + itoa(start) + tail), nil
	}
	return vm.NewString(head + "s in position " + itoa(start) + "-" + itoa(end-1) + tail), nil
}

func unicodeEncodeStr(vm *VM, self Value) (Value, error) {
	e := self.Exception()
	if _, ok := e.Extra.(*excFields); !ok {
		return emptyStr, nil
	}
	start, end, tail, err := e.unicodeParts(vm)
	if err != nil {
		return Value{}, err
	}
	head := "can't translate character"
	if !e.typ.IsSubtype(UnicodeTranslateError) {
		encoding, err := vm.Str(e.field(uniEncoding))
		if err != nil {
			return Value{}, err
		}
		head = "'" + encoding + "' codec can't encode character"
	}
	if s := e.field(uniObject).Str(); s != nil && end == start+1 && start >= 0 {
		if r, ok := runeAt(s.S, start); ok {
			return vm.NewString(head + " '" + escapeRune(r) + "' in position " + itoa(start) + tail), nil
		}
	}
	return vm.NewString(head + "s in position " + itoa(start) + "-" + itoa(end-1) + tail), nil
}

// runeAt is the i-th code point of a str's text, lone surrogates included.
func runeAt(s string, i int) (r rune, ok bool) {
	for pos := 0; pos < len(s); i-- {
		n := 1
		c := s[pos]
		switch {
		case c >= 0xF0:
			n, r = 4, rune(c&7)
		case c >= 0xE0:
			n, r = 3, rune(c&15)
		case c >= 0xC0:
			n, r = 2, rune(c&31)
		default:
			r = rune(c)
		}
		if i == 0 {
			for k := 1; k < n && pos+k < len(s); k++ {
				r = r<<6 | rune(s[pos+k]&63)
			}
			return r, true
		}
		pos += n
	}
	return 0, false
}

// escapeRune is a code point as \xNN, \uNNNN or \UNNNNNNNN.
func escapeRune(r rune) string {
	const digits = "0123456789abcdef"
	letter, n := byte('x'), 2
	if r > 0xFFFF {
		letter, n = 'U', 8
	} else if r > 0xFF {
		letter, n = 'u', 4
	}
	out := []byte{'\\', letter}
	for i := n - 1; i >= 0; i-- {
		out = append(out, digits[r>>(4*i)&15])
	}
	return string(out)
}
