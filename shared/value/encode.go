package value

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode/utf8"
)

// maxPlainInt is the largest int that every JSON reader takes exactly.
const maxPlainInt = 1 << 53

// Encode makes the Text of a value.
func Encode(v Value) (Text, error) {
	return AppendText(nil, v)
}

// AppendText appends the Text of a value to dst.
func AppendText(dst []byte, v Value) (Text, error) {
	start := len(dst)
	e := encoder{limits: DefaultLimits, start: start}
	out := e.value(append(dst, SafePrefix...), v, 0)
	if e.err == nil && len(out)-start > e.limits.Bytes {
		e.err = fmt.Errorf("encode value: %d bytes, at most %d are allowed", len(out)-start, e.limits.Bytes)
	}
	return out, e.err
}

type encoder struct {
	limits Limits
	start  int
	nodes  int
	err    error
}

func (e *encoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("encode value: "+format, args...)
	}
}

func (e *encoder) value(b []byte, v Value, depth int) []byte {
	if e.nodes++; e.nodes > e.limits.Nodes {
		e.fail("more than %d values", e.limits.Nodes)
	}
	if depth > e.limits.Depth {
		e.fail("nested deeper than %d", e.limits.Depth)
	}
	if len(b)-e.start > e.limits.Bytes {
		e.fail("more than %d bytes", e.limits.Bytes)
	}
	if e.err != nil {
		return b
	}
	switch v := v.(type) {
	case nil, None:
		return append(b, "null"...)
	case Bool:
		return strconv.AppendBool(b, bool(v))
	case Int:
		return e.int(b, v)
	case Float:
		return appendFloat(b, float64(v))
	case Complex:
		b = appendFloat(append(b, `{"__type__":"complex","real":`...), real(v))
		return append(appendFloat(append(b, `,"imag":`...), imag(v)), '}')
	case Str:
		return e.str(b, string(v))
	case List:
		return e.list(b, v, depth)
	case Dict:
		return e.dict(b, v, depth)
	case Tuple:
		return append(e.list(appendTag(b, "tuple"), v, depth), '}')
	case Set:
		return append(e.list(appendTag(b, "set"), v, depth), '}')
	case FrozenSet:
		return append(e.list(appendTag(b, "frozenset"), v, depth), '}')
	case Bytes:
		return appendBase64(appendTag(b, "bytes"), v)
	case Image:
		return appendBase64(appendTag(b, "PIL.Image"), v)
	}
	return e.rare(b, v, depth)
}

// rare encodes the types that aren't Python's own core.
func (e *encoder) rare(b []byte, v Value, depth int) []byte {
	switch v := v.(type) {
	case Date:
		return append(e.quoted(appendTag(b, "date"), v.String()), '}')
	case Time:
		return e.clock(appendTag(b, "time"), v.String(), v)
	case DateTime:
		return e.clock(appendTag(b, "datetime"), v.String(), v.Time)
	case TimeDelta:
		return e.timeDelta(b, v)
	case Decimal:
		if !validDecimal(string(v)) {
			e.fail("%q is no Decimal", string(v))
		}
		return append(e.quoted(appendTag(b, "Decimal"), string(v)), '}')
	case Fraction:
		if v.Num == nil || v.Den == nil || v.Den.Sign() <= 0 || e.tooLong(v.Num) || e.tooLong(v.Den) {
			e.fail("a Fraction has no positive denominator, or too many digits")
			return b
		}
		return append(e.quoted(appendTag(b, "Fraction"), v.Num.String()+"/"+v.Den.String()), '}')
	case Path:
		return append(e.str(appendTag(b, "Path"), string(v)), '}')
	case *NDArray:
		return e.array(b, v)
	case *Dataclass:
		b = e.class(append(b, `{"__type__":"dataclass"`...), v.Class, v.Module)
		return append(e.dict(append(b, `,"data":`...), fieldsDict(v.Fields), depth), '}')
	case *Subclass:
		b = e.class(append(b, `{"__type__":"subclass"`...), v.Class, v.Module)
		b = e.value(append(b, `,"data":`...), v.Base, depth)
		if len(v.Extra) > 0 {
			b = e.dict(append(b, `,"extra":`...), v.Extra, depth)
		}
		return append(b, '}')
	case *Opaque:
		b = e.str(append(b, `{"__type__":"opaque","type":`...), v.Type)
		b = e.str(append(b, `,"repr":`...), v.Repr)
		if v.Handle != "" {
			b = e.str(append(b, `,"handle":`...), v.Handle)
		}
		return append(b, '}')
	}
	e.fail("cannot safely serialize object of type %T", v)
	return b
}

func fieldsDict(fields []Field) Dict {
	d := make(Dict, len(fields))
	for i, f := range fields {
		d[i] = Item{Str(f.Name), f.Value}
	}
	return d
}

// appendTag begins a tagged object whose content is data.
func appendTag(b []byte, tag string) []byte {
	b = append(b, `{"__type__":"`...)
	b = append(b, tag...)
	return append(b, `","data":`...)
}

func appendBase64(b, data []byte) []byte {
	b = append(b, '"')
	b = base64.StdEncoding.AppendEncode(b, data)
	return append(b, `"}`...)
}

func (e *encoder) class(b []byte, class, module string) []byte {
	b = e.str(append(b, `,"class_name":`...), class)
	return e.str(append(b, `,"module":`...), module)
}

func (e *encoder) int(b []byte, i Int) []byte {
	if i.big == nil && i.small <= maxPlainInt && i.small >= -maxPlainInt {
		return strconv.AppendInt(b, i.small, 10)
	}
	if i.big != nil && e.tooLong(i.big) {
		e.fail("an int has more than %d digits", e.limits.Digits)
		return b
	}
	b = append(appendTag(b, "int"), '"')
	if i.big != nil {
		b = i.big.Append(b, 10)
	} else {
		b = strconv.AppendInt(b, i.small, 10)
	}
	return append(b, `"}`...)
}

// tooLong tells that a number has more digits than allowed, without printing it.
func (e *encoder) tooLong(i *big.Int) bool {
	return float64(i.BitLen())*math.Log10(2) > float64(e.limits.Digits)
}

// appendFloat writes a float as Python's repr does.
func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, `{"__type__":"float","data":"nan"}`...)
	case math.IsInf(f, 1):
		return append(b, `{"__type__":"float","data":"inf"}`...)
	case math.IsInf(f, -1):
		return append(b, `{"__type__":"float","data":"-inf"}`...)
	case f == 0 && math.Signbit(f):
		return append(b, `{"__type__":"float","data":"-0.0"}`...)
	}
	return appendRepr(b, f)
}

func appendRepr(b []byte, f float64) []byte {
	if abs := math.Abs(f); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, 'f', -1, 64)
	for _, c := range b[start:] {
		if c == '.' {
			return b
		}
	}
	return append(b, ".0"...)
}

func (e *encoder) list(b []byte, items []Value, depth int) []byte {
	b = append(b, '[')
	for i, v := range items {
		if i > 0 {
			b = append(b, ',')
		}
		if b = e.value(b, v, depth+1); e.err != nil {
			return b
		}
	}
	return append(b, ']')
}

func (e *encoder) dict(b []byte, d Dict, depth int) []byte {
	if !plainKeys(d) {
		return e.pairs(b, d, depth)
	}
	b = append(b, '{')
	for i, it := range d {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(b, string(it.Key.(Str)))
		b = e.value(append(b, ':'), it.Value, depth+1)
		if e.err != nil {
			return b
		}
	}
	return append(b, '}')
}

// plainKeys tells that all keys can be those of a JSON object.
func plainKeys(d Dict) bool {
	for _, it := range d {
		k, ok := it.Key.(Str)
		if !ok || k == "__type__" || !utf8.ValidString(string(k)) {
			return false
		}
	}
	return true
}

func (e *encoder) pairs(b []byte, d Dict, depth int) []byte {
	b = append(appendTag(b, "dict_with_complex_keys"), '[')
	for i, it := range d {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.value(append(b, '['), it.Key, depth+1)
		b = e.value(append(b, ','), it.Value, depth+1)
		b = append(b, ']')
		if e.err != nil {
			return b
		}
	}
	return append(b, "]}"...)
}

// str writes a str, in its tagged form if it has lone surrogates.
func (e *encoder) str(b []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendQuoted(b, s)
	}
	if !validWTF8(s) {
		e.fail("a str is not text: %.40q", s)
		return b
	}
	return appendBase64(appendTag(b, "str"), []byte(s))
}

// quoted writes a string that this package made.
func (e *encoder) quoted(b []byte, s string) []byte { return appendQuoted(b, s) }

const hexDigits = "0123456789abcdef"

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, `\u00`...)
			b = append(b, hexDigits[c>>4], hexDigits[c&15])
		}
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

// validWTF8 tells that s is UTF-8 but for surrogates, which are encoded as other characters of their range.
func validWTF8(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
			i += n
			continue
		}
		if !surrogateAt(s, i) {
			return false
		}
		i += 3
	}
	return true
}

func surrogateAt(s string, i int) bool {
	return len(s) >= i+3 && s[i] == 0xED && s[i+1] >= 0xA0 && s[i+1] <= 0xBF && s[i+2]&0xC0 == 0x80
}

func (e *encoder) clock(b []byte, iso string, t Time) []byte {
	b = e.quoted(b, iso)
	if t.Fold != 0 {
		b = append(b, `,"fold":1`...)
	}
	if t.Zone != nil && t.Zone.Name != "" {
		b = e.str(append(b, `,"zone":`...), t.Zone.Name)
	}
	return append(b, '}')
}

func (e *encoder) timeDelta(b []byte, d TimeDelta) []byte {
	b = appendRepr(append(b, `{"__type__":"timedelta","total_seconds":`...), d.TotalSeconds())
	b = strconv.AppendInt(append(b, `,"days":`...), int64(d.Days), 10)
	b = strconv.AppendInt(append(b, `,"seconds":`...), int64(d.Seconds), 10)
	b = strconv.AppendInt(append(b, `,"microseconds":`...), int64(d.Microseconds), 10)
	return append(b, '}')
}

func (e *encoder) array(b []byte, a *NDArray) []byte {
	if err := a.check(); err != nil {
		e.fail("%v", err)
		return b
	}
	b = e.str(append(b, `{"__type__":"ndarray","dtype":`...), a.DType)
	b = append(b, `,"shape":[`...)
	for i, n := range a.Shape {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return appendBase64(append(b, `],"raw":`...), a.Data)
}
