package csv

import (
	"fmt"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// reader is the iterator over the rows of an iterable of lines.
type reader struct {
	py.Object
	state   *state
	input   py.Value
	dialect py.Value
	d       *dialect
	line    int64

	// The row being read.
	where   where
	fields  []py.Value
	field   []byte
	chars   int
	numeric bool
}

// where is the place in a row that the reader is at.
type where uint8

const (
	startRecord where = iota
	startField
	escaped
	inField
	inQuoted
	escapedInQuoted
	quoteInQuoted
	eatNewline
	afterEscapedNewline
)

// endOfLine stands for the end of a line.
const endOfLine rune = -2

var readerType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	self := func(v py.Value) *reader { return py.As[reader](v, t) }
	t = py.NewNativeType[reader](py.TypeSpec{
		Name: "reader", Module: "_csv", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Doc: "CSV reader\n\nReader objects are responsible for reading and parsing tabular data\nin CSV format.\n",
		Slots: py.Slots{
			Iter: func(vm *py.VM, v py.Value) (py.Value, error) { return v, nil },
			Next: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).next(vm) },
			Visit: func(v py.Value, f func(py.Value)) {
				f(self(v).input)
				f(self(v).dialect)
			},
		},
		Members: []py.Member{
			{Name: "line_num", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(self(v).line), nil }},
			{Name: "dialect", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).dialect, nil }},
		},
	})
	return t
})

func (s *state) newReader(vm *py.VM, a []py.Value, kw py.Kwargs) (py.Value, error) {
	lines, base, rest, err := split("reader", a, kw)
	if err != nil {
		return py.Value{}, err
	}
	r := &reader{state: s}
	if r.input, err = vm.Iter(lines); err != nil {
		return py.Value{}, err
	}
	if r.dialect, err = s.dialect(vm, base, rest); err != nil {
		return py.Value{}, err
	}
	r.d = py.As[dialect](r.dialect, dialectType())
	vm.NewObject(&r.Object, readerType(), 160)
	return py.Of(&r.Object), nil
}

func (r *reader) next(vm *py.VM) (py.Value, error) {
	r.fields, r.field, r.chars, r.numeric, r.where = nil, r.field[:0], 0, false, startRecord
	for {
		line, err := vm.Next(r.input)
		if err != nil {
			return py.Value{}, err
		}
		if !line.Bound() {
			if len(r.field) == 0 && r.where != inQuoted {
				return py.Value{}, nil
			}
			if r.d.strict {
				return py.Value{}, py.Raise(errorType(), "unexpected end of data")
			}
			if err := r.save(vm); err != nil {
				return py.Value{}, err
			}
			break
		}
		text := line.Str()
		if text == nil {
			return py.Value{}, py.Raise(errorType(), "iterator should return strings, not %s (the file should be opened in text mode)", line.Type().ShortName())
		}
		r.line++
		if err := r.feed(vm, text.S); err != nil {
			return py.Value{}, err
		}
		if err := r.step(vm, endOfLine); err != nil {
			return py.Value{}, err
		}
		if r.where == startRecord {
			break
		}
	}
	row := vm.NewList(r.fields)
	r.fields = nil
	return row, nil
}

// feed goes through a line. Stretches of ordinary characters are copied as a whole.
func (r *reader) feed(vm *py.VM, s string) error {
	if err := vm.Tick(len(s)/64 + 1); err != nil {
		return err
	}
	for i := 0; i < len(s); {
		if r.where == inField || r.where == inQuoted {
			j := i
			for j < len(s) && !r.d.special[s[j]] {
				j++
			}
			if j > i {
				if err := r.add(vm, s[i:j]); err != nil {
					return err
				}
				i = j
				continue
			}
		}
		c, n := py.DecodeRune(s[i:])
		if err := r.step(vm, c); err != nil {
			return err
		}
		i += n
	}
	return nil
}

func (r *reader) add(vm *py.VM, s string) error {
	r.chars += py.CountRunes(s)
	if r.chars > r.state.limit {
		return py.Raise(errorType(), "field larger than field limit (%d)", r.state.limit)
	}
	r.field = append(r.field, s...)
	return nil
}

func (r *reader) addRune(vm *py.VM, c rune) error {
	var buf [4]byte
	return r.add(vm, string(py.AppendRune(buf[:0], c)))
}

// save ends a field.
func (r *reader) save(vm *py.VM) error {
	v := vm.CopyText(string(r.field))
	r.field, r.chars = r.field[:0], 0
	if r.numeric {
		r.numeric = false
		var err error
		if v, err = vm.Call1(py.Of(&py.FloatType.Object), v); err != nil {
			return err
		}
	}
	var err error
	r.fields, err = vm.Push(&r.Object, r.fields, v)
	return err
}

// endField saves the field at the end of a line.
func (r *reader) endField(vm *py.VM, c rune) error {
	r.where = eatNewline
	if c == endOfLine {
		r.where = startRecord
	}
	return r.save(vm)
}

// step moves on by one character.
func (r *reader) step(vm *py.VM, c rune) error {
	newline := c == '\n' || c == '\r'
	d := r.d
	switch r.where {
	case startRecord:
		if c == endOfLine {
			return nil
		}
		if newline {
			r.where = eatNewline
			return nil
		}
		return r.begin(vm, c)
	case startField:
		return r.begin(vm, c)
	case escaped:
		if newline {
			r.where = afterEscapedNewline
			return r.addRune(vm, c)
		}
		r.where = inField
		return r.addRune(vm, lineFeed(c))
	case afterEscapedNewline:
		if c == endOfLine {
			return nil
		}
		r.where = inField
		return r.inside(vm, c)
	case inField:
		return r.inside(vm, c)
	case inQuoted:
		switch {
		case c == endOfLine:
		case c == d.escape:
			r.where = escapedInQuoted
		case c == d.quote && d.quoting != quoteNone:
			r.where = inField
			if d.doubleQuote {
				r.where = quoteInQuoted
			}
		default:
			return r.addRune(vm, c)
		}
		return nil
	case escapedInQuoted:
		r.where = inQuoted
		return r.addRune(vm, lineFeed(c))
	case quoteInQuoted:
		return r.afterQuote(vm, c)
	}
	switch { // eatNewline
	case newline:
	case c == endOfLine:
		r.where = startRecord
	default:
		return py.Raise(errorType(), "new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")
	}
	return nil
}

func lineFeed(c rune) rune {
	if c == endOfLine {
		return '\n'
	}
	return c
}

// begin is the first character of a field.
func (r *reader) begin(vm *py.VM, c rune) error {
	d := r.d
	switch {
	case c == '\n' || c == '\r' || c == endOfLine:
		return r.endField(vm, c)
	case c == d.quote && d.quoting != quoteNone:
		r.where = inQuoted
	case c == d.escape:
		r.where = escaped
	case c == ' ' && d.skipSpace:
		r.where = startField
	case c == d.delimiter:
		r.where = startField
		return r.save(vm)
	default:
		r.numeric = d.quoting == quoteNonNumeric
		r.where = inField
		return r.addRune(vm, c)
	}
	return nil
}

// inside is a character of a field without quotes.
func (r *reader) inside(vm *py.VM, c rune) error {
	switch {
	case c == '\n' || c == '\r' || c == endOfLine:
		return r.endField(vm, c)
	case c == r.d.escape:
		r.where = escaped
		return nil
	case c == r.d.delimiter:
		r.where = startField
		return r.save(vm)
	}
	return r.addRune(vm, c)
}

// afterQuote is a character after a quote that may have ended the field.
func (r *reader) afterQuote(vm *py.VM, c rune) error {
	d := r.d
	switch {
	case d.quoting != quoteNone && c == d.quote:
		r.where = inQuoted
		return r.addRune(vm, c)
	case c == d.delimiter:
		r.where = startField
		return r.save(vm)
	case c == '\n' || c == '\r' || c == endOfLine:
		return r.endField(vm, c)
	case d.strict:
		return py.Raise(errorType(), "%s", fmt.Sprintf("'%c' expected after '%c'", d.delimiter, d.quote))
	}
	r.where = inField
	return r.addRune(vm, c)
}
