package tool

import (
	"encoding/base64"
	"math/big"
	"reflect"
	"time"

	"github.com/airlockhq/airlock/shared/value"
)

// set reads v into a Go variable. at names it in the *Error if v doesn't fit.
func set(dst reflect.Value, v value.Value, at string) error {
	if dst.Type() == valueType {
		dst.Set(reflect.ValueOf(v))
		return nil
	}
	if rv := reflect.ValueOf(v); rv.Type() == dst.Type() {
		dst.Set(rv)
		return nil
	}
	if s, ok := v.(*value.Subclass); ok {
		return set(dst, s.Base, at)
	}
	if done, err := setSpecial(dst, v, at); done {
		return err
	}
	switch dst.Kind() {
	case reflect.Pointer:
		return setPointer(dst, v, at)
	case reflect.Bool:
		if b, ok := v.(value.Bool); ok {
			dst.SetBool(bool(b))
			return nil
		}
	case reflect.String:
		if s, ok := v.(value.Str); ok {
			dst.SetString(string(s))
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if i, ok := v.(value.Int); ok {
			return setInt(dst, i, at)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if i, ok := v.(value.Int); ok {
			return setUint(dst, i, at)
		}
	case reflect.Float32, reflect.Float64:
		if f, ok := float(v); ok {
			dst.SetFloat(f)
			return nil
		}
	case reflect.Interface:
		if g := value.ToGo(v); g != nil && dst.NumMethod() == 0 {
			dst.Set(reflect.ValueOf(g))
		}
		return nil
	case reflect.Slice, reflect.Array:
		if l, ok := fitArray(v); ok {
			return setItems(dst, l.(value.List), at)
		}
	case reflect.Map, reflect.Struct:
		if d, ok := fitObject(v); ok {
			return setDict(dst, d.(value.Dict), at)
		}
	}
	return unfit(dst, v, at)
}

// unfit is the error for a value of the wrong type.
func unfit(dst reflect.Value, v value.Value, at string) error {
	want := map[reflect.Type]string{
		bytesType: "bytes (or base64 text)", timeType: "a datetime (or its text in ISO 8601)",
		durationType: "a timedelta (or a number of seconds)",
	}[dst.Type()]
	if want == "" {
		ty := &typer{name: snake, input: true}
		want, _, _ = ty.of(dst.Type(), at)
	}
	return typeError("argument '%s' must be %s, not %s", at, want, value.TypeName(v))
}

// setSpecial reads into types that aren't what their reflect.Kind says.
func setSpecial(dst reflect.Value, v value.Value, at string) (done bool, err error) {
	var out any
	switch dst.Type() {
	case textType:
		out, err = value.Encode(v)
	case rawType:
		out, err = ToJSON(v)
	case bytesType:
		out, err = asBytes(v), nil
	case timeType:
		out = asTime(v)
	case durationType:
		out = asDuration(v)
	case bigType:
		if i, ok := v.(value.Int); ok {
			out = new(big.Int).Set(i.Big())
		} else if v == (value.None{}) {
			return true, nil
		}
	case reflect.TypeFor[value.Float]():
		if f, ok := float(v); ok {
			out = value.Float(f)
		}
	case reflect.TypeFor[value.List]():
		if l, ok := fitArray(v); ok {
			out = l
		}
	case reflect.TypeFor[value.Dict]():
		if d, ok := fitObject(v); ok {
			out = d
		}
	default:
		if dst.Type().Implements(valueType) && !pointsToValue(dst.Type()) {
			return true, unfit(dst, v, at)
		}
		return false, nil
	}
	switch {
	case err != nil:
		return true, &Error{Type: "ValueError", Message: "argument '" + at + "': " + err.Error(), Err: err}
	case out == nil:
		return true, unfit(dst, v, at)
	}
	dst.Set(reflect.ValueOf(out))
	return true, nil
}

func float(v value.Value) (float64, bool) {
	switch v := v.(type) {
	case value.Float:
		return float64(v), true
	case value.Int:
		f, _ := new(big.Float).SetInt(v.Big()).Float64()
		return f, true
	}
	return 0, false
}

func asBytes(v value.Value) any {
	switch v := v.(type) {
	case value.Bytes:
		return []byte(v)
	case value.Str:
		if data, err := base64.StdEncoding.DecodeString(string(v)); err == nil {
			return data
		}
	}
	return nil
}

func asTime(v value.Value) any {
	switch v := v.(type) {
	case value.DateTime:
		return v.Go()
	case value.Date:
		return time.Date(v.Year, time.Month(v.Month), v.Day, 0, 0, 0, 0, time.UTC)
	case value.Str:
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly} {
			if t, err := time.Parse(layout, string(v)); err == nil {
				return t
			}
		}
	}
	return nil
}

func asDuration(v value.Value) any {
	if d, ok := v.(value.TimeDelta); ok {
		if d, ok := d.Duration(); ok {
			return d
		}
		return nil
	}
	const most = float64(1<<63-1) / float64(time.Second)
	if f, ok := float(v); ok && f > -most && f < most {
		return time.Duration(f * float64(time.Second))
	}
	return nil
}

func setPointer(dst reflect.Value, v value.Value, at string) error {
	if v == (value.None{}) {
		dst.SetZero()
		return nil
	}
	p := reflect.New(dst.Type().Elem())
	if err := set(p.Elem(), v, at); err != nil {
		return err
	}
	dst.Set(p)
	return nil
}

func setInt(dst reflect.Value, i value.Int, at string) error {
	n, ok := i.Int64()
	if !ok || dst.OverflowInt(n) {
		return outOfRange(i, at)
	}
	dst.SetInt(n)
	return nil
}

func setUint(dst reflect.Value, i value.Int, at string) error {
	if !i.Big().IsUint64() || dst.OverflowUint(i.Big().Uint64()) {
		return outOfRange(i, at)
	}
	dst.SetUint(i.Big().Uint64())
	return nil
}

func outOfRange(i value.Int, at string) error {
	text := i.String()
	if len(text) > 40 {
		text = text[:40] + "…"
	}
	e := typeError("argument '%s' is out of range: %s", at, text)
	e.Type = "ValueError"
	return e
}

func setItems(dst reflect.Value, items value.List, at string) error {
	if dst.Kind() == reflect.Slice {
		dst.Set(reflect.MakeSlice(dst.Type(), len(items), len(items)))
	} else if dst.Len() != len(items) {
		return typeError("argument '%s' must have %d items, not %d", at, dst.Len(), len(items))
	}
	for i, it := range items {
		if err := set(dst.Index(i), it, at+"[]"); err != nil {
			return err
		}
	}
	return nil
}

func setDict(dst reflect.Value, d value.Dict, at string) error {
	if dst.Kind() == reflect.Struct {
		return setStruct(dst, d, at)
	}
	t := dst.Type()
	dst.Set(reflect.MakeMapWithSize(t, len(d)))
	for _, it := range d {
		key, ok := it.Key.(value.Str)
		if !ok {
			return typeError("the keys of argument '%s' must be string, not %s", at, value.TypeName(it.Key))
		}
		v := reflect.New(t.Elem()).Elem()
		if err := set(v, it.Value, at+"."+string(key)); err != nil {
			return err
		}
		dst.SetMapIndex(reflect.ValueOf(string(key)).Convert(t.Key()), v)
	}
	return nil
}

func setStruct(dst reflect.Value, d value.Dict, at string) error {
	ty := &typer{name: snake, input: true}
	known := 0
	for _, f := range reflect.VisibleFields(dst.Type()) {
		name, skip, err := ty.field(dst.Type(), f, at)
		if err != nil || skip {
			continue
		}
		v := d.Get(name)
		switch {
		case v != nil:
			known++
			if v == (value.None{}) && optional(f) {
				continue
			}
		case optional(f):
			if v, _, err = defaultOf(f); v == nil || err != nil {
				continue
			}
		default:
			return typeError("argument '%s' lacks '%s'", at, name)
		}
		if err := set(dst.FieldByIndex(f.Index), v, at+"."+name); err != nil {
			return err
		}
	}
	if known < len(d) {
		return typeError("argument '%s' has keys that are unknown; see the schema of the tool", at)
	}
	return nil
}
