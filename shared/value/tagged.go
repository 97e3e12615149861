package value

import (
	"encoding/base64"
	"math"
	"math/big"
	"strings"
)

// maxTagFields is more than any tagged object has.
const maxTagFields = 8

// tagged makes the value that an object with a __type__ stands for. Its fields have been decoded as values already: that
// makes their order irrelevant and costs little, since data of a tuple is a list that can be taken over.
func (d *decoder) tagged(o *object) (Value, int) {
	if d.err != nil {
		return None{}, 0
	}
	tag, ok := o.items.Get("__type__").(Str)
	if !ok {
		d.fail("__type__ is no string")
		return None{}, 0
	}
	f := &fields{d: d, tag: string(tag), o: o, left: len(o.items) - 1}
	v, height := f.decode()
	if f.left > 0 && d.err == nil {
		d.fail("%s has fields that it should not have", f.tag)
	}
	return v, height
}

// fields reads the fields of a tagged object and keeps count, so that an unknown one is an error.
type fields struct {
	d    *decoder
	tag  string
	o    *object
	left int
}

func (f *fields) bad(name, want string) {
	f.d.fail("%s: field %s must be %s", f.tag, name, want)
}

// optional returns a field and the height of its value; nil if it is missing.
func (f *fields) optional(name string) (Value, int) {
	for i, it := range f.o.items {
		if string(it.Key.(Str)) == name {
			f.left--
			if i < len(f.o.heights) {
				return it.Value, f.o.heights[i]
			}
			return it.Value, 0 // too many fields, which is an error anyway
		}
	}
	return nil, 0
}

func (f *fields) required(name string) (Value, int) {
	v, h := f.optional(name)
	if v == nil {
		f.bad(name, "there")
	}
	return v, h
}

func (f *fields) str(name string) string {
	v, _ := f.required(name)
	s, ok := v.(Str)
	if !ok {
		f.bad(name, "a string")
	}
	return string(s)
}

// text is str for a field that may hold lone surrogates, or be missing.
func (f *fields) optionalStr(name string) string {
	v, _ := f.optional(name)
	if v == nil {
		return ""
	}
	s, ok := v.(Str)
	if !ok {
		f.bad(name, "a string")
	}
	return string(s)
}

func (f *fields) list(name string) (List, int) {
	v, h := f.required(name)
	l, ok := v.(List)
	if !ok {
		f.bad(name, "a list")
	}
	return l, h
}

func (f *fields) base64(name string) []byte {
	b, err := base64.StdEncoding.Strict().DecodeString(f.str(name))
	if err != nil {
		f.bad(name, "base64")
	}
	return b
}

func (f *fields) float(name string) float64 {
	v, _ := f.required(name)
	switch v := v.(type) {
	case Float:
		return float64(v)
	case Int:
		if i, ok := v.Int64(); ok {
			return float64(i)
		}
	}
	f.bad(name, "a float")
	return 0
}

// int is an optional int within limit in size.
func (f *fields) int(name string, limit int64) int {
	v, _ := f.optional(name)
	if v == nil {
		return 0
	}
	i, ok := v.(Int)
	n, small := i.Int64()
	if !ok || !small || n > limit || n < -limit {
		f.bad(name, "an int that isn't too large")
		return 0
	}
	return int(n)
}

func (f *fields) decode() (Value, int) {
	switch f.tag {
	case "tuple":
		l, h := f.list("data")
		return Tuple(l), h
	case "set":
		l, h := f.hashable()
		return Set(l), h
	case "frozenset":
		l, h := f.hashable()
		return FrozenSet(l), h
	case "dict_with_complex_keys":
		return f.pairs()
	case "bytes":
		return Bytes(f.base64("data")), 0
	case "PIL.Image":
		return Image(f.base64("data")), 0
	case "str":
		s := string(f.base64("data"))
		if !validWTF8(s) {
			f.bad("data", "text")
		}
		return Str(s), 0
	case "int":
		return f.d.digits(f.str("data")), 0
	case "float":
		return f.special(), 0
	case "complex":
		re := f.float("real")
		return Complex(complex(re, f.float("imag"))), 0
	}
	return f.rare()
}

// rare decodes the types that aren't Python's own core.
func (f *fields) rare() (Value, int) {
	switch f.tag {
	case "date":
		v, ok := parseDate(f.str("data"))
		if !ok {
			f.bad("data", "an ISO date")
		}
		return v, 0
	case "time":
		v, ok := parseTime(f.str("data"))
		if !ok {
			f.bad("data", "an ISO time")
		}
		f.zone(&v)
		return v, 0
	case "datetime":
		v, ok := parseDateTime(f.str("data"))
		if !ok {
			f.bad("data", "an ISO date and time")
		}
		f.zone(&v.Time)
		return v, 0
	case "timedelta":
		return f.timeDelta(), 0
	case "Decimal":
		s := f.str("data")
		if !validDecimal(s) {
			f.bad("data", "a Decimal")
		}
		return Decimal(s), 0
	case "Fraction":
		return f.fraction(), 0
	case "Path":
		return Path(f.str("data")), 0
	case "ndarray":
		return f.array(), 0
	case "opaque":
		return &Opaque{Type: f.str("type"), Repr: f.str("repr"), Handle: f.optionalStr("handle")}, 0
	case "dataclass":
		return f.dataclass()
	case "subclass":
		return f.subclass()
	}
	f.d.fail("unknown __type__ %.40q", f.tag)
	return None{}, 0
}

func (f *fields) hashable() (List, int) {
	l, h := f.list("data")
	for _, v := range l {
		if !hashable(v) {
			f.d.fail("unhashable type: '%s' in a %s", TypeName(v), f.tag)
		}
	}
	return l, h
}

// hashable tells whether Python takes the value as a key, as far as it can be told from here.
func hashable(v Value) bool {
	switch v := v.(type) {
	case List, Dict, Set, *NDArray:
		return false
	case Tuple:
		for _, e := range v {
			if !hashable(e) {
				return false
			}
		}
	case *Subclass:
		return hashable(v.Base)
	}
	return true
}

func (f *fields) pairs() (Value, int) {
	l, h := f.list("data")
	out := make(Dict, 0, len(l))
	for _, v := range l {
		pair, ok := v.(List)
		if !ok || len(pair) != 2 {
			f.bad("data", "a list of pairs")
			return out, 0
		}
		if !hashable(pair[0]) {
			f.d.fail("unhashable type: '%s' as a key", TypeName(pair[0]))
		}
		out = append(out, Item{pair[0], pair[1]})
	}
	return out, max(h-1, 1) // the pairs are a level of JSON, not of the value
}

// digits parses the decimal text of an int.
func (d *decoder) digits(s string) Int {
	if !validNumber([]byte(s)) || strings.ContainsAny(s, ".eE") {
		d.fail("%.40q is no int", s)
		return Int{}
	}
	return d.int(s)
}

func (f *fields) special() Value {
	switch f.str("data") {
	case "nan":
		return Float(math.NaN())
	case "inf":
		return Float(math.Inf(1))
	case "-inf":
		return Float(math.Inf(-1))
	case "-0.0":
		return Float(math.Copysign(0, -1))
	}
	f.bad("data", "nan, inf, -inf or -0.0")
	return Float(0)
}

// zone reads the fields that an ISO text can't hold.
func (f *fields) zone(t *Time) {
	t.Fold = f.int("fold", 1)
	if t.Fold < 0 {
		f.bad("fold", "0 or 1")
	}
	if name := f.optionalStr("zone"); name != "" {
		if t.Zone == nil {
			f.bad("zone", "missing where there is no offset")
			return
		}
		t.Zone.Name = name
	}
}

func (f *fields) timeDelta() Value {
	total := f.float("total_seconds")
	if f.o.items.Get("days") == nil {
		d, ok := deltaFromSeconds(total)
		if !ok {
			f.bad("total_seconds", "a duration")
		}
		return d
	}
	d := TimeDelta{f.int("days", maxDays), f.int("seconds", 86399), f.int("microseconds", 999_999)}
	if d.Seconds < 0 || d.Microseconds < 0 {
		f.bad("seconds", "normalised")
	}
	return d
}

func (f *fields) fraction() Value {
	num, den, ok := strings.Cut(f.str("data"), "/")
	if !ok {
		f.bad("data", "two ints with a slash between them")
		return Fraction{big.NewInt(0), big.NewInt(1)}
	}
	v := Fraction{f.d.digits(num).Big(), f.d.digits(den).Big()}
	if v.Den.Sign() <= 0 {
		f.bad("data", "a fraction with a positive denominator")
	}
	return v
}

func (f *fields) dataclass() (Value, int) {
	v := &Dataclass{Class: f.str("class_name"), Module: f.str("module")}
	data, h := f.required("data")
	d, ok := data.(Dict)
	if !ok {
		f.bad("data", "an object")
	}
	for _, it := range d {
		name, ok := it.Key.(Str)
		if !ok {
			f.bad("data", "an object with string keys")
		}
		v.Fields = append(v.Fields, Field{string(name), it.Value})
	}
	return v, h
}

func (f *fields) subclass() (Value, int) {
	v := &Subclass{Class: f.str("class_name"), Module: f.str("module")}
	base, h := f.required("data")
	v.Base = base
	extra, he := f.optional("extra")
	if extra != nil {
		d, ok := extra.(Dict)
		if !ok {
			f.bad("extra", "an object")
		}
		v.Extra = d
	}
	return v, max(h, he)
}
