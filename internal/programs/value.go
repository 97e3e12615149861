package programs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// sameValue reports whether safe text (tagged JSON) stands for the value that a case writes as plain JSON. Cases don't
// tell a tuple or set from a list, nor 1 from 1.0.
func sameValue(safe, plain json.RawMessage) (bool, error) {
	if len(safe) == 0 {
		return false, nil
	}
	got, err := decode(safe)
	if err != nil {
		return false, err
	}
	want, err := decode(plain)
	if err != nil {
		return false, err
	}
	return reflect.DeepEqual(untag(got), untag(want)), nil
}

func decode(text json.RawMessage) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("read value: %w", err)
	}
	return v, nil
}

// untag replaces the safe text's tagged objects by what they hold, and numbers by their float64 where that is exact.
func untag(v any) any {
	switch v := v.(type) {
	case json.Number:
		if f, err := v.Float64(); err == nil {
			return f
		}
		return v.String()
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = untag(item)
		}
		return out
	case map[string]any:
		tag, tagged := v["__type__"].(string)
		switch {
		case tagged && tag == "dict_with_complex_keys":
			return untagPairs(v["data"])
		case tagged && tag == "int":
			return untag(json.Number(fmt.Sprint(v["data"])))
		case tagged:
			return untag(v["data"])
		}
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = untag(item)
		}
		return out
	}
	return v
}

// untagPairs turns pairs into an object as JSON would: a key that isn't text becomes its text.
func untagPairs(pairs any) any {
	list, _ := pairs.([]any)
	out := make(map[string]any, len(list))
	for _, p := range list {
		if pair, ok := p.([]any); ok && len(pair) == 2 {
			out[fmt.Sprint(pair[0])] = untag(pair[1])
		}
	}
	return out
}
