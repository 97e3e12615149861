package value

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxJSONDepth bounds the recursion of the parser. A value of one level is up to three levels of JSON.
const maxJSONDepth = 3*200 + 10

// ErrPickle is what decoding a pickle fails with.
var ErrPickle = errors.New("decode value: it is a pickle, which is never decoded here")

// Decode reads a Text. A nil Text is None.
func Decode(t Text) (Value, error) {
	return DefaultLimits.Decode(t)
}

// Decode reads a Text within l.
func (l Limits) Decode(t Text) (Value, error) {
	switch {
	case len(t) == 0:
		return None{}, nil
	case bytes.HasPrefix(t, []byte(PicklePrefix)):
		return nil, ErrPickle
	case !bytes.HasPrefix(t, []byte(SafePrefix)):
		return nil, fmt.Errorf("decode value: it doesn't begin with %q", SafePrefix)
	}
	return l.DecodeJSON(t[len(SafePrefix):])
}

// DecodeJSON reads the JSON of a Text.
func (l Limits) DecodeJSON(b []byte) (Value, error) {
	if len(b) > l.Bytes {
		return nil, fmt.Errorf("decode value: %d bytes, at most %d are allowed", len(b), l.Bytes)
	}
	d := decoder{in: b, limits: l}
	v, height := d.value(0)
	if d.space(); d.err == nil && d.pos < len(b) {
		d.fail("text after the value")
	}
	if height > l.Depth {
		d.fail("nested deeper than %d", l.Depth)
	}
	if d.err != nil {
		return nil, d.err
	}
	return v, nil
}

// decoder parses JSON straight into values. Its methods return zero values once err is set.
type decoder struct {
	in     []byte
	pos    int
	limits Limits
	nodes  int
	err    error
	// keys are the short keys seen so far: rows of a table have the same ones again and again.
	keys map[string]Value
}

// key parses the key of an object.
func (d *decoder) key() Value {
	const short, many = 32, 1 << 10
	end := bytes.IndexByte(d.in[d.pos+1:], '"')
	if raw := d.in[d.pos+1:][:max(end, 0)]; end >= 0 && end <= short && bytes.IndexByte(raw, '\\') < 0 {
		if k, ok := d.keys[string(raw)]; ok {
			d.pos += end + 2
			return k
		}
		k := Value(Str(d.string()))
		if len(d.keys) < many && d.err == nil {
			if d.keys == nil {
				d.keys = map[string]Value{}
			}
			d.keys[string(raw)] = k
		}
		return k
	}
	return Str(d.string())
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("decode value: at byte %d: %s", d.pos, fmt.Sprintf(format, args...))
	}
}

func (d *decoder) space() {
	for d.pos < len(d.in) {
		switch d.in[d.pos] {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return
		}
	}
}

// next skips white space and returns the next byte without taking it; 0 at the end.
func (d *decoder) next() byte {
	d.space()
	if d.pos < len(d.in) {
		return d.in[d.pos]
	}
	return 0
}

func (d *decoder) word(w string) bool {
	if bytes.HasPrefix(d.in[d.pos:], []byte(w)) {
		d.pos += len(w)
		return true
	}
	d.fail("unexpected text")
	return false
}

// value parses one value and returns it with the height of the tree of containers that it is.
func (d *decoder) value(depth int) (Value, int) {
	if d.nodes++; d.nodes > d.limits.Nodes {
		d.fail("more than %d values", d.limits.Nodes)
	}
	if depth > maxJSONDepth {
		d.fail("nested too deeply")
	}
	if d.err != nil {
		return None{}, 0
	}
	switch c := d.next(); c {
	case '{':
		return d.object(depth)
	case '[':
		return d.list(depth)
	case '"':
		return Str(d.string()), 0
	case 'n':
		d.word("null")
		return None{}, 0
	case 't':
		return Bool(d.word("true")), 0
	case 'f':
		d.word("false")
		return Bool(false), 0
	case 'N':
		d.word("NaN")
		return Float(math.NaN()), 0
	case 'I':
		d.word("Infinity")
		return Float(math.Inf(1)), 0
	default:
		if c == '-' && d.pos+1 < len(d.in) && d.in[d.pos+1] == 'I' {
			d.word("-Infinity")
			return Float(math.Inf(-1)), 0
		}
		return d.number(), 0
	}
}

func (d *decoder) list(depth int) (Value, int) {
	d.pos++ // [
	out := List{}
	height := 0
	if d.next() == ']' {
		d.pos++
		return out, 1
	}
	for d.err == nil {
		v, h := d.value(depth + 1)
		out = append(out, v)
		height = max(height, h)
		switch d.next() {
		case ',':
			d.pos++
		case ']':
			d.pos++
			return out, height + 1
		default:
			d.fail("expected , or ] in a list")
		}
	}
	return out, height + 1
}

// object parses a dict, or the value that a tagged object stands for.
func (d *decoder) object(depth int) (Value, int) {
	d.pos++ // {
	o := object{}
	if d.next() == '}' {
		d.pos++
		return Dict{}, 1
	}
	height := 0
	for d.err == nil {
		if d.next() != '"' {
			d.fail("expected a string as key")
			break
		}
		key := d.key()
		if d.next() != ':' {
			d.fail("expected : after a key")
			break
		}
		d.pos++
		v, h := d.value(depth + 1)
		o.add(d, key, v, h)
		height = max(height, h)
		switch d.next() {
		case ',':
			d.pos++
			continue
		case '}':
			d.pos++
			if o.tagged {
				return d.tagged(&o)
			}
			return o.items, height + 1
		default:
			d.fail("expected , or } in an object")
		}
	}
	return None{}, 0
}

// object is a JSON object while it is parsed.
type object struct {
	items   Dict
	heights [maxTagFields]int // of the first few items, which is all that a tagged object has
	tagged  bool
	keys    map[string]struct{} // once a linear search would be slow
}

func (o *object) add(d *decoder, key, v Value, height int) {
	name := string(key.(Str))
	if o.has(name) {
		d.fail("key %.40q comes twice", name)
		return
	}
	if n := len(o.items); n < maxTagFields {
		o.heights[n] = height
	}
	o.items = append(o.items, Item{key, v})
	if name == "__type__" {
		o.tagged = true
	}
}

func (o *object) has(key string) bool {
	const few = 8
	if len(o.items) < few {
		return o.items.Get(key) != nil
	}
	if o.keys == nil {
		o.keys = make(map[string]struct{}, 2*few)
		for _, it := range o.items {
			o.keys[string(it.Key.(Str))] = struct{}{}
		}
	}
	_, dup := o.keys[key]
	o.keys[key] = struct{}{}
	return dup
}

// number parses an int or a float.
func (d *decoder) number() Value {
	start := d.pos
	isFloat := false
	for d.pos < len(d.in) {
		switch c := d.in[d.pos]; {
		case c >= '0' && c <= '9', c == '-', c == '+':
		case c == '.', c == 'e', c == 'E':
			isFloat = true
		default:
			goto scanned
		}
		d.pos++
	}
scanned:
	s := d.in[start:d.pos]
	if !validNumber(s) {
		d.fail("unexpected text")
		return None{}
	}
	if isFloat {
		f, err := strconv.ParseFloat(string(s), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) { // out of range is inf, as in Python
			d.fail("%.40q is no number", s)
		}
		return Float(f)
	}
	return d.int(string(s))
}

// validNumber checks JSON's grammar of numbers, which is stricter than Go's.
func validNumber(s []byte) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	zero := i < len(s) && s[i] == '0'
	from := i
	if !digits() || zero && i > from+1 {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

// int parses decimal digits with an optional minus.
func (d *decoder) int(s string) Int {
	if len(s) < 19 {
		i, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			d.fail("%.40q is no int", s)
		}
		return NewInt(i)
	}
	if len(s) > d.limits.Digits+1 {
		d.fail("an int has %d digits, at most %d are allowed", len(s), d.limits.Digits)
		return Int{}
	}
	if s[0] == '+' || bytes.IndexByte([]byte(s), '_') >= 0 {
		d.fail("%.40q is no int", s)
		return Int{}
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		d.fail("%.40q is no int", s)
		return Int{}
	}
	return NewBigInt(b)
}

// string parses a JSON string. Escaped lone surrogates are kept; raw bytes must be UTF-8.
func (d *decoder) string() string {
	d.pos++ // "
	start := d.pos
	for d.pos < len(d.in) {
		switch c := d.in[d.pos]; {
		case c == '"':
			s := d.in[start:d.pos]
			d.pos++
			return d.checked(s)
		case c == '\\':
			return d.escaped(start)
		case c < 0x20:
			d.fail("control character in a string")
			return ""
		}
		d.pos++
	}
	d.fail("string without end")
	return ""
}

func (d *decoder) checked(s []byte) string {
	if !utf8.Valid(s) {
		d.fail("a string is not UTF-8")
		return ""
	}
	return string(s)
}

// escaped parses a string from its first escape on.
func (d *decoder) escaped(start int) string {
	out := []byte(d.checked(d.in[start:d.pos]))
	for d.err == nil && d.pos < len(d.in) {
		switch c := d.in[d.pos]; {
		case c == '"':
			d.pos++
			return string(out)
		case c == '\\':
			out = d.escape(out)
		case c < 0x20:
			d.fail("control character in a string")
		default:
			from := d.pos
			for d.pos < len(d.in) && d.in[d.pos] != '"' && d.in[d.pos] != '\\' && d.in[d.pos] >= 0x20 {
				d.pos++
			}
			out = append(out, d.checked(d.in[from:d.pos])...)
		}
	}
	d.fail("string without end")
	return ""
}

// escape parses one escape sequence, or two that make a surrogate pair.
func (d *decoder) escape(out []byte) []byte {
	if d.pos+1 >= len(d.in) {
		d.fail("string without end")
		return out
	}
	c := d.in[d.pos+1]
	d.pos += 2
	switch c {
	case '"', '\\', '/':
		return append(out, c)
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'u':
		r := d.hex4()
		if utf16.IsSurrogate(r) && bytes.HasPrefix(d.in[d.pos:], []byte(`\u`)) {
			back := d.pos
			d.pos += 2
			if pair := utf16.DecodeRune(r, d.hex4()); pair != utf8.RuneError {
				return utf8.AppendRune(out, pair)
			}
			d.pos = back // two lone ones, each on its own
		}
		return appendWTF8(out, r)
	}
	d.fail("unknown escape in a string")
	return out
}

func (d *decoder) hex4() rune {
	if d.pos+4 > len(d.in) {
		d.fail("escape without end")
		return 0
	}
	var r rune
	for _, c := range d.in[d.pos : d.pos+4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			d.fail("escape without four hexadecimal digits")
			return 0
		}
	}
	d.pos += 4
	return r
}

// appendWTF8 is utf8.AppendRune that lets surrogates pass.
func appendWTF8(b []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(b, 0xED, 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}
