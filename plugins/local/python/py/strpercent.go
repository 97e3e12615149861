package py

import "strings"

func strMod(vm *VM, a, b Value) (Value, error) {
	s := a.Str()
	if s == nil {
		return NotImplemented, nil
	}
	p := percent{vm: vm, format: s.S}
	out, err := p.run(b)
	if err != nil {
		return Value{}, err
	}
	return vm.NewString(textOf(out)), nil
}

// bytesFormat is the % operator of bytes and bytearrays.
func (vm *VM) bytesFormat(format string, args Value) ([]byte, error) {
	p := percent{vm: vm, format: format, bytes: true}
	return p.run(args)
}

// percent runs the % operator: printf-like formatting of a str or bytes.
type percent struct {
	vm      *VM
	format  string
	at      int // what has been read of format
	bytes   bool
	args    []Value // not used up yet
	mapping Value   // the value that %(key) looks into; unbound if it is none
	out     []byte
}

// conversion is one % item: its flags, width, precision and type.
type conversion struct {
	minus, plus, space, alt, zero bool
	width, prec                   int // prec -1: none
	verb                          rune
	start                         int // of the verb
}

func (p *percent) run(args Value) ([]byte, error) {
	p.args = []Value{args}
	if t := args.Tuple(); t != nil {
		p.args = t.Items
	} else if args.Type().slots.GetItem != nil && args.Str() == nil &&
		(!p.bytes || args.Kind() != KindBytes && args.Kind() != KindByteArray) {
		p.mapping = args
	}
	for p.at < len(p.format) {
		i := strings.IndexByte(p.format[p.at:], '%')
		if i < 0 {
			p.out = append(p.out, p.format[p.at:]...)
			break
		}
		p.out = append(p.out, p.format[p.at:p.at+i]...)
		p.at += i + 1
		if err := p.item(); err != nil {
			return nil, err
		}
		if err := p.vm.Tick(1); err != nil {
			return nil, err
		}
	}
	if len(p.args) > 0 && !p.mapping.Bound() {
		what := "string"
		if p.bytes {
			what = "bytes"
		}
		return nil, TypeErrorf("not all arguments converted during %s formatting", what)
	}
	return p.out, nil
}

// next takes the next argument.
func (p *percent) next() (Value, error) {
	if len(p.args) == 0 {
		return Value{}, TypeErrorf("not enough arguments for format string")
	}
	v := p.args[0]
	p.args = p.args[1:]
	return v, nil
}

// item formats the item after a %.
func (p *percent) item() error {
	if p.at < len(p.format) && p.format[p.at] == '%' {
		p.out = append(p.out, '%')
		p.at++
		return nil
	}
	c, err := p.parse()
	if err != nil {
		return err
	}
	v, err := p.next()
	if err != nil {
		return err
	}
	switch c.verb {
	case 's', 'r', 'a', 'b':
		return p.text(c, v)
	case 'd', 'i', 'u', 'o', 'x', 'X', 'e', 'E', 'f', 'F', 'g', 'G':
		return p.number(c, v)
	case 'c':
		return p.char(c, v)
	}
	return p.unsupported(c)
}

func (p *percent) unsupported(c conversion) error {
	at := c.start
	if !p.bytes {
		at = countRunes(p.format[:at])
	}
	return ValueErrorf("unsupported format character %s at index %d", reprOrd(c.verb), at)
}

// parse reads key, flags, width, precision and type.
func (p *percent) parse() (c conversion, err error) {
	c.prec = -1
	s := p.format
	if p.at < len(s) && s[p.at] == '(' {
		if err = p.key(); err != nil {
			return c, err
		}
	}
flags:
	for ; p.at < len(s); p.at++ {
		switch s[p.at] {
		case '-':
			c.minus = true
		case '+':
			c.plus = true
		case ' ':
			c.space = true
		case '#':
			c.alt = true
		case '0':
			c.zero = true
		default:
			break flags
		}
	}
	if c.width, err = p.size("width"); err != nil {
		return c, err
	}
	if c.width < 0 {
		c.minus, c.width = true, -c.width
	}
	if p.at < len(s) && s[p.at] == '.' {
		p.at++
		if c.prec, err = p.size("precision"); err != nil {
			return c, err
		}
		c.prec = max(c.prec, 0)
	}
	if p.at < len(s) && (s[p.at] == 'h' || s[p.at] == 'l' || s[p.at] == 'L') {
		p.at++
	}
	if p.at >= len(s) {
		return c, ValueErrorf("incomplete format")
	}
	c.start = p.at
	if p.bytes {
		c.verb = rune(s[p.at])
		p.at++
		return c, nil
	}
	r, n := decodeRune(s[p.at:])
	c.verb = r
	p.at += n
	return c, nil
}

// key reads a mapping key and makes its value the next argument.
func (p *percent) key() error {
	if !p.mapping.Bound() {
		return TypeErrorf("format requires a mapping")
	}
	start, open := p.at+1, 0
	for ; p.at < len(p.format); p.at++ {
		switch p.format[p.at] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			break
		}
	}
	if open > 0 {
		return ValueErrorf("incomplete format key")
	}
	text := p.format[start:p.at]
	p.at++
	key := p.vm.copyText(text, false)
	if p.bytes {
		key = p.vm.NewBytes(strings.Clone(text))
	}
	v, err := p.vm.GetItem(p.mapping, key)
	p.args = []Value{v}
	return err
}

// size reads a width or precision: digits, or a star for an argument.
func (p *percent) size(what string) (int, error) {
	if p.at < len(p.format) && p.format[p.at] == '*' {
		p.at++
		v, err := p.next()
		if err != nil {
			return 0, err
		}
		if !IsInstance(v, IntType) {
			return 0, TypeErrorf("* wants int")
		}
		n, err := p.vm.sizeArg(v)
		if err == nil && what != "width" && (n > maxText || n < -maxText) {
			err = Raise(OverflowError, "Python int too large to convert to C int")
		}
		return n, err
	}
	n := 0
	for p.at < len(p.format) && p.format[p.at]-'0' < 10 {
		if n > maxText/10 {
			return 0, ValueErrorf("%s too big", what)
		}
		n = n*10 + int(p.format[p.at]-'0')
		p.at++
	}
	return n, nil
}

// pad appends text in its field.
func (p *percent) pad(c conversion, text string) error {
	n := len(text)
	if !p.bytes && !isASCII(text) {
		n = countRunes(text)
	}
	fill := max(c.width-n, 0)
	var err error
	if p.out, err = p.vm.roomFor(p.out, len(text)+fill); err != nil {
		return err
	}
	if c.minus {
		p.out = appendFill(append(p.out, text...), ' ', fill)
	} else {
		p.out = append(appendFill(p.out, ' ', fill), text...)
	}
	return nil
}

func appendFill(b []byte, c byte, n int) []byte {
	for range n {
		b = append(b, c)
	}
	return b
}

func (p *percent) text(c conversion, v Value) error {
	if c.verb == 'b' && !p.bytes {
		return p.unsupported(c)
	}
	var s string
	var r Value
	var err error
	switch {
	case c.verb == 'a' || c.verb == 'r' && p.bytes:
		r, err = p.vm.ASCII(v)
	case c.verb == 'r':
		r, err = v.Type().slots.Repr(p.vm, v)
	case p.bytes:
		s, err = p.bytesArg(v)
	default:
		if v.IsInt() && c.prec < 0 {
			var buf [20]byte
			return p.pad(c, textOf(appendInt(buf[:0], v.AsInt())))
		}
		r, err = p.vm.StrValue(v)
	}
	if err != nil {
		return err
	}
	if r.Bound() {
		s = r.Str().S
	}
	if c.prec >= 0 && c.prec < len(s) {
		if p.bytes || isASCII(s) {
			s = s[:c.prec]
		} else if c.prec < countRunes(s) {
			s = s[:skipRunes(s, 0, c.prec)]
		}
	}
	return p.pad(c, s)
}

// bytesArg is what %s and %b of a bytes make of a value.
func (p *percent) bytesArg(v Value) (string, error) {
	if data, ok := dataOf(v); ok {
		return data, nil
	}
	f, self, err := p.vm.lookupSpecial(v, nameBytes)
	if err != nil {
		return "", err
	}
	if f.Bound() {
		r, err := p.vm.callBytes(f, self)
		if err != nil {
			return "", err
		}
		return r.Bytes().S, nil
	}
	return "", TypeErrorf("%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", v.Type().Name)
}

func (p *percent) char(c conversion, v Value) error {
	if p.bytes {
		return p.byteChar(c, v)
	}
	if s := v.Str(); s != nil {
		if s.length() != 1 {
			return NewException(TypeError, "%c requires int or char")
		}
		return p.pad(c, s.S)
	}
	if v.Type().slots.Index == nil {
		return NewException(TypeError, "%c requires int or char")
	}
	n, err := p.vm.IndexInt(v, nil)
	if err != nil {
		return err
	}
	if n < 0 || n > 0x10FFFF {
		return NewException(OverflowError, "%c arg not in range(0x110000)")
	}
	return p.pad(c, encodeRune(rune(n)))
}

func (p *percent) byteChar(c conversion, v Value) error {
	if v.Kind() == KindBytes || v.Kind() == KindByteArray {
		if data, _ := dataOf(v); len(data) == 1 {
			return p.pad(c, data)
		}
	} else if v.Type().slots.Index != nil {
		n, err := p.vm.IndexInt(v, nil)
		if err != nil {
			return err
		}
		if n < 0 || n > 255 {
			return NewException(OverflowError, "%c arg not in range(256)")
		}
		return p.pad(c, textOf(latin1Bytes[n]))
	}
	return NewException(TypeError, "%c requires an integer in range(256) or a single byte")
}

// number formats a numeric item.
func (p *percent) number(c conversion, v Value) error {
	s := PercentSpec{
		Minus: c.minus, Plus: c.plus, Space: c.space, Alt: c.alt, Zero: c.zero,
		Width: c.width, Prec: c.prec, Type: byte(c.verb),
	}
	if p.bytes && (s.Type == 'i' || s.Type == 'u') {
		s.Type = 'd' // as its errors name it
	}
	text, err := p.vm.FormatPercentNumber(v, s)
	if e, ok := err.(*Exception); ok && p.bytes && e.typ == TypeError && strings.IndexByte("eEfFgG", s.Type) >= 0 {
		err = TypeErrorf("float argument required, not %s", v.Type().Name)
	}
	if err == nil {
		p.out, err = p.vm.roomFor(p.out, len(text))
	}
	p.out = append(p.out, text...)
	return err
}
