package tool

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/shared/value"
)

// maxDigits bounds ints in JSON, as Python's int() does.
const maxDigits = 4300

// FromJSON makes a value of plain JSON of any origin: objects become dicts in their order, and a key such as
// __type__ has no meaning.
func FromJSON(data []byte) (value.Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	r := jsonReader{dec: dec}
	v, err := r.value(0)
	if err == nil {
		if _, extra := dec.Token(); extra == nil {
			err = errors.New("text after the value")
		} else if !errors.Is(extra, io.EOF) {
			err = extra
		}
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("invalid JSON: it ends too early")
	case err != nil:
		return nil, fmt.Errorf("invalid JSON at byte %d: %w", dec.InputOffset(), err)
	}
	return v, nil
}

type jsonReader struct {
	dec   *json.Decoder
	nodes int
}

func (r *jsonReader) value(depth int) (value.Value, error) {
	tok, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	if r.nodes++; r.nodes > value.DefaultLimits.Nodes {
		return nil, fmt.Errorf("more than %d values", value.DefaultLimits.Nodes)
	}
	if depth > value.DefaultLimits.Depth {
		return nil, fmt.Errorf("nested deeper than %d", value.DefaultLimits.Depth)
	}
	switch tok := tok.(type) {
	case json.Delim:
		if tok == '[' {
			return r.list(depth)
		}
		return r.dict(depth)
	case string:
		return value.Str(tok), nil
	case bool:
		return value.Bool(tok), nil
	case json.Number:
		return jsonNumber(string(tok))
	}
	return value.None{}, nil
}

func (r *jsonReader) list(depth int) (value.Value, error) {
	out := value.List{}
	for r.dec.More() {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := r.dec.Token()
	return out, err
}

func (r *jsonReader) dict(depth int) (value.Value, error) {
	out := value.Dict{}
	at := map[value.Str]int{}
	for r.dec.More() {
		tok, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := tok.(string)
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		k := value.Str(key)
		if i, ok := at[k]; ok {
			out[i].Value = v // the last one counts, as in Python
			continue
		}
		at[k] = len(out)
		out = append(out, value.Item{Key: k, Value: v})
	}
	_, err := r.dec.Token()
	return out, err
}

func jsonNumber(s string) (value.Value, error) {
	if strings.ContainsAny(s, ".eE") {
		f, _ := strconv.ParseFloat(s, 64) // out of range is inf, as in Python
		return value.Float(f), nil
	}
	if len(s) > maxDigits {
		return nil, fmt.Errorf("an int has %d digits, at most %d are allowed", len(s), maxDigits)
	}
	i, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return nil, fmt.Errorf("%.40q is no number", s)
	}
	return value.NewBigInt(i), nil
}

// ToJSON writes a value as plain JSON, for servers that know no Python: sequences and sets as arrays, bytes and
// images as base64, dates in ISO 8601, and Decimal, Fraction and Path as text.
func ToJSON(v value.Value) (json.RawMessage, error) {
	if _, err := value.Encode(v); err != nil { // checks depth and size once, for all of v
		return nil, err
	}
	return appendJSON(nil, v)
}

func appendJSON(b []byte, v value.Value) ([]byte, error) {
	switch v := v.(type) {
	case nil, value.None:
		return append(b, "null"...), nil
	case value.Bool:
		return strconv.AppendBool(b, bool(v)), nil
	case value.Int:
		return append(b, v.String()...), nil
	case value.Float:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, fmt.Errorf("the float %v has no form in JSON", f)
		}
	case value.List:
		return appendArray(b, v)
	case value.Tuple:
		return appendArray(b, v)
	case value.Set:
		return appendArray(b, v)
	case value.FrozenSet:
		return appendArray(b, v)
	case value.Dict:
		return appendObject(b, v)
	case *value.Dataclass:
		d, _ := fitObject(v)
		return appendJSON(b, d)
	case *value.Subclass:
		return appendJSON(b, v.Base)
	}
	plain, ok := plainJSON(v)
	if !ok {
		return nil, fmt.Errorf("a %s has no form in JSON", value.TypeName(v))
	}
	return appendPlain(b, plain)
}

// appendPlain writes a scalar. Signs of HTML stay as they are: models read the text, too.
func appendPlain(b []byte, plain any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(plain)
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...), err
}

// plainJSON is what json.Marshal is to write for a scalar.
func plainJSON(v value.Value) (any, bool) {
	switch v := v.(type) {
	case value.Float:
		return float64(v), true
	case value.Str:
		return string(v), true
	case value.Bytes:
		return []byte(v), true
	case value.Image:
		return base64.StdEncoding.EncodeToString(v), true
	case value.Date:
		return v.String(), true
	case value.Time:
		return v.String(), true
	case value.DateTime:
		return v.String(), true
	case value.TimeDelta:
		return v.TotalSeconds(), true
	case value.Decimal:
		return string(v), true
	case value.Fraction:
		return v.Num.String() + "/" + v.Den.String(), true
	case value.Path:
		return string(v), true
	}
	return nil, false
}

func appendArray(b []byte, items []value.Value) ([]byte, error) {
	b = append(b, '[')
	for i, it := range items {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendJSON(b, it); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendObject(b []byte, d value.Dict) ([]byte, error) {
	b = append(b, '{')
	for i, it := range d {
		key, ok := it.Key.(value.Str)
		if !ok {
			return nil, fmt.Errorf("a dict with a key of type %s has no form in JSON", value.TypeName(it.Key))
		}
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendPlain(b, string(key)); err != nil {
			return nil, err
		}
		if b, err = appendJSON(append(b, ':'), it.Value); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}
