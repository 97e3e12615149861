package value

import (
	"bytes"
	"encoding/json"
	"errors"
)

// MarshalJSON implements json.Marshaler: a Text within a JSON document is its own JSON,
// not a string. A pickle has no JSON.
func (t Text) MarshalJSON() ([]byte, error) {
	if t == nil {
		return []byte("null"), nil
	}
	doc, ok := bytes.CutPrefix(t, []byte(SafePrefix))
	if !ok || !json.Valid(doc) {
		return nil, errors.New("a value's text isn't JSON: decode and encode it first")
	}
	return doc, nil
}

// UnmarshalJSON implements json.Unmarshaler. The value is checked when it is decoded.
func (t *Text) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*t = nil
		return nil
	}
	*t = append(Text(SafePrefix), b...)
	return nil
}
