package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/internal/redact/forms"
)

// canon makes the canonical form of requests: JSON with sorted keys, hashes in place of
// images, without reasoning and its signatures, which an equal request has not, and with *** for secrets. Requests that ask
// a model the same have the same form.
type canon struct{ secrets []string }

func newCanon(secrets []string) canon {
	var c canon
	for _, s := range secrets {
		c.secrets = append(c.secrets, forms.Of(s)...)
	}
	// A secret that is part of another must not break it.
	slices.SortFunc(c.secrets, func(a, b string) int { return len(b) - len(a) })
	return c
}

func (c canon) request(req *Request) (json.RawMessage, error) {
	r := cloneRequest(req)
	for i := range r.Messages {
		m := &r.Messages[i]
		m.Reasoning, m.Thinking = "", nil
		for j := range m.Parts {
			if img := m.Parts[j].Image; img != nil {
				m.Parts[j].Image = &Image{MIME: img.MIME, Data: imageHash(img.Data)}
			}
		}
	}
	raw, err := c.rewrite(r)
	if err != nil {
		return nil, fmt.Errorf("the request can't be recorded: %w", err)
	}
	return raw, nil
}

// imageHash stands for an image; as base64 in JSON it is as good as any form.
func imageHash(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}

func (c canon) response(resp *Response) (*Response, error) {
	raw, err := c.rewrite(resp)
	if err != nil {
		return nil, fmt.Errorf("the answer can't be recorded: %w", err)
	}
	out := new(Response)
	if err = json.Unmarshal(raw, out); err != nil {
		return nil, fmt.Errorf("the answer can't be recorded: %w", err)
	}
	return out, nil
}

// rewrite marshals v with sorted keys and without secrets.
func (c canon) rewrite(v any) (json.RawMessage, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	tree, err := decodeTree(raw)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err = enc.Encode(c.redact(tree)); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

// decodeTree parses one JSON text; numbers stay as they are written.
func decodeTree(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("more follows after the JSON value")
	}
	return tree, nil
}

func (c canon) redact(v any) any {
	switch v := v.(type) {
	case string:
		for _, s := range c.secrets {
			v = strings.ReplaceAll(v, s, "***")
		}
		return v
	case []any:
		for i := range v {
			v[i] = c.redact(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = c.redact(v[k])
		}
	}
	return v
}

func hashOf(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

// firstDifference is where two trees of JSON part in the order of their keys, what is
// there in each, and how many leaves were equal before.
func firstDifference(recorded, asked any) (equal int, path, want, got string) {
	d := &differ{}
	d.walk("", recorded, asked)
	return d.equal, d.path, d.want, d.got
}

type differ struct {
	equal           int
	found           bool
	path, want, got string
}

func (d *differ) walk(path string, a, b any) {
	if d.found {
		return
	}
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			d.walkMaps(path, x, y)
			return
		}
	case []any:
		if y, ok := b.([]any); ok {
			for i := range max(len(x), len(y)) {
				d.walk(fmt.Sprintf("%s[%d]", path, i), at(x, i), at(y, i))
			}
			return
		}
	default:
		if a == b {
			d.equal++
			return
		}
	}
	d.found, d.path = true, strings.TrimPrefix(path, ".")
	d.want, d.got = excerpts(a, b)
}

func (d *differ) walkMaps(path string, x, y map[string]any) {
	keys := make([]string, 0, len(x)+len(y))
	for k := range x {
		keys = append(keys, k)
	}
	for k := range y {
		if _, both := x[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		d.walk(path+"."+k, orAbsent(x, k), orAbsent(y, k))
	}
}

// absent is where one tree has something and the other nothing.
type absent struct{}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return absent{}
}

func orAbsent(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	return absent{}
}

// excerpts shows two values about the place where they part.
func excerpts(a, b any) (string, string) {
	x, y := show(a), show(b)
	const before, after = 20, 40
	from := 0
	for from < len(x) && from < len(y) && x[from] == y[from] {
		from++
	}
	from = max(0, from-before)
	cut := func(r []rune) string {
		text := string(r[from:min(len(r), from+before+after)])
		if from > 0 {
			text = "…" + text
		}
		if from+before+after < len(r) {
			text += "…"
		}
		return text
	}
	return cut(x), cut(y)
}

func show(v any) []rune {
	if v == (absent{}) {
		return []rune("nothing")
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return []rune(err.Error())
	}
	return []rune(string(raw))
}
