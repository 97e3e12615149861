package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

// parts are what the arguments put into a request.
type parts struct {
	path    string
	query   url.Values
	headers http.Header
	fields  value.Dict
	whole   value.Value
}

// request makes the request of a call.
func (t *operationTool) request(ctx context.Context, args tool.Args) (*http.Request, error) {
	p := parts{path: t.op.Path, query: t.api.base.Query(), headers: http.Header{}}
	for _, arg := range t.spec.Inputs { // in their order, so that a call is always the same request
		v, ok := args[arg.Name]
		if !ok {
			continue
		}
		if err := p.put(t.inputs[arg.Name], v); err != nil {
			return nil, &tool.Error{Type: "ValueError", Message: fmt.Sprintf("argument '%s' of %s: %v", arg.Name, t.spec.Name, err), Err: err}
		}
	}
	for step := range strings.SplitSeq(p.path, "/") { // two arguments can make one
		if step == "." || step == ".." {
			return nil, &tool.Error{Type: "ValueError", Message: fmt.Sprintf("%s: %q can't be a part of a path", t.spec.Name, step)}
		}
	}
	body, err := t.body(&p)
	if err != nil {
		return nil, &tool.Error{Type: "ValueError", Message: fmt.Sprintf("%s: %v", t.spec.Name, err), Err: err}
	}
	base := *t.api.base
	base.RawQuery, base.Fragment = "", ""
	target := strings.TrimSuffix(base.String(), "/") + "/" + strings.TrimPrefix(p.path, "/")
	if q := p.query.Encode(); q != "" {
		target += "?" + q
	}
	req, err := http.NewRequestWithContext(ctx, t.op.Method, target, body)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", t.spec.Name, err)
	}
	req.Header = p.headers
	req.Header.Set("Accept", "application/json, */*;q=0.5")
	if body != nil {
		req.Header.Set("Content-Type", t.op.mediaType)
	}
	for name, v := range t.api.headers {
		req.Header.Set(name, v)
	}
	return req, nil
}

// put writes an argument where it belongs.
func (p *parts) put(in *Input, v value.Value) error {
	switch in.In {
	case InPath:
		s, err := joined(v)
		if err != nil {
			return err
		}
		if s == "" {
			return errors.New("an empty text can't be a part of a path")
		}
		p.path = strings.ReplaceAll(p.path, "{"+in.Name+"}", url.PathEscape(s))
	case InQuery:
		return p.putQuery(in, v)
	case InHeader:
		s, err := joined(v)
		if err != nil {
			return err
		}
		if strings.ContainsAny(s, "\r\n\x00") {
			return errors.New("a header can't hold a line break")
		}
		p.headers.Set(in.Name, s)
	case InBody:
		if in.whole {
			p.whole = v
			return nil
		}
		p.fields = append(p.fields, value.Item{Key: value.Str(in.Name), Value: v})
	}
	return nil
}

// putQuery writes a query parameter in the style that the API wants.
func (p *parts) putQuery(in *Input, v value.Value) error {
	if in.style == "json" {
		raw, err := tool.ToJSON(v)
		p.query.Set(in.Name, string(raw))
		return err
	}
	switch v := v.(type) {
	case value.List:
		texts, err := scalars(v)
		switch {
		case err != nil:
			return err
		case in.explode:
			p.query[in.Name] = append(p.query[in.Name], texts...)
		default:
			sep := map[string]string{"spaceDelimited": " ", "pipeDelimited": "|"}[in.style]
			if sep == "" {
				sep = ","
			}
			p.query.Set(in.Name, strings.Join(texts, sep))
		}
		return nil
	case value.Dict:
		if in.style == "deepObject" || in.explode {
			return p.putObject(in, v)
		}
	}
	s, err := joined(v)
	p.query.Set(in.Name, s)
	return err
}

// putObject writes the entries of a dict as parameters of their own.
func (p *parts) putObject(in *Input, d value.Dict) error {
	for _, it := range d {
		key, err := scalar(it.Key)
		if err != nil {
			return err
		}
		s, err := joined(it.Value)
		if err != nil {
			return err
		}
		if in.style == "deepObject" {
			key = in.Name + "[" + key + "]"
		}
		p.query.Set(key, s)
	}
	return nil
}

// body writes the body in its encoding; nil if there is none.
func (t *operationTool) body(p *parts) (io.Reader, error) {
	if p.whole == nil && p.fields == nil {
		if !t.op.needsBody || t.op.encoding != encodeJSON {
			return nil, nil
		}
		p.fields = value.Dict{}
	}
	content := p.whole
	if content == nil {
		content = p.fields
	}
	switch t.op.encoding {
	case encodeText:
		s, err := scalar(content)
		return strings.NewReader(s), err
	case encodeForm:
		d, ok := content.(value.Dict)
		if !ok {
			return nil, fmt.Errorf("the body must be a dict, not %s", value.TypeName(content))
		}
		form := parts{query: url.Values{}}
		if err := form.putObject(&Input{}, d); err != nil {
			return nil, err
		}
		return strings.NewReader(form.query.Encode()), nil
	}
	raw, err := tool.ToJSON(content)
	return bytes.NewReader(raw), err
}

// scalar is a value as text on the line.
func scalar(v value.Value) (string, error) {
	switch v := v.(type) {
	case value.List, value.Dict, value.None, nil:
		return "", fmt.Errorf("a %s has no form as text here", value.TypeName(v))
	}
	raw, err := tool.ToJSON(v)
	if err != nil {
		return "", err
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	return string(raw), nil
}

func scalars(items value.List) ([]string, error) {
	out := make([]string, len(items))
	for i, it := range items {
		s, err := scalar(it)
		if err != nil {
			return nil, err
		}
		out[i] = s
	}
	return out, nil
}

// joined is a value as text, the items of a list and the entries of a dict with commas between them.
func joined(v value.Value) (string, error) {
	switch v := v.(type) {
	case value.List:
		texts, err := scalars(v)
		return strings.Join(texts, ","), err
	case value.Dict:
		flat := make(value.List, 0, 2*len(v))
		for _, it := range v {
			flat = append(flat, it.Key, it.Value)
		}
		texts, err := scalars(flat)
		return strings.Join(texts, ","), err
	}
	return scalar(v)
}
