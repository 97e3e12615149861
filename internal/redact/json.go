package redact

import (
	"bytes"
	"encoding/json"
	"strings"
)

// words are fields whose values are of a fixed set. A secret that equals one of them must
// not make the text unreadable.
var words = map[string]bool{"type": true, "kind": true, "state": true, "role": true, "mime": true, "stream": true, "format": true}

// isWord tells that a text can be of such a set.
func isWord(text string) bool {
	const most = 20
	return len(text) <= most && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_/") == ""
}

// JSON is a JSON text without secrets.
func (r *Redactor) JSON(text []byte) ([]byte, error) {
	if r.replacer.Load() == nil {
		return text, nil
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(hide(r, tree))
	return bytes.TrimRight(out.Bytes(), "\n"), err
}

func hide(r *Redactor, v any) any {
	switch v := v.(type) {
	case string:
		return r.Text(v)
	case json.Number:
		if text := r.Text(v.String()); text != v.String() {
			return text
		}
	case []any:
		for i := range v {
			v[i] = hide(r, v[i])
		}
	case map[string]any:
		for key, e := range v {
			if text, ok := e.(string); ok && words[key] && isWord(text) {
				continue
			}
			delete(v, key)
			v[r.Text(key)] = hide(r, e)
		}
	}
	return v
}
