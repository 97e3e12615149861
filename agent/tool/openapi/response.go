package openapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

// maxErrorBody is how much of the body of a refusal is told, in bytes.
const maxErrorBody = 2000

// Call implements tool.Tool.
func (t *operationTool) Call(ctx context.Context, args tool.Args) (value.Value, error) {
	req, err := t.request(ctx, args)
	if err != nil {
		return nil, err
	}
	resp, err := t.api.client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // its URL tells a model nothing
		}
		return nil, fmt.Errorf("call %s: %w", t.spec.Name, err)
	}
	defer func() { _ = resp.Body.Close() }() // it was read as far as it is wanted
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, t.refusal(resp)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, t.api.maxBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("call %s: read the answer: %w", t.spec.Name, err)
	case int64(len(body)) > t.api.maxBytes:
		return nil, fmt.Errorf("call %s: the answer is longer than %d bytes", t.spec.Name, t.api.maxBytes)
	case len(body) == 0:
		return value.None{}, nil
	}
	v, err := t.api.read(body, resp.Header.Get("Content-Type"))
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", t.spec.Name, err)
	}
	return v, nil
}

// refusal is an answer that is no success, with the beginning of its body.
func (t *operationTool) refusal(resp *http.Response) error {
	head, err := io.ReadAll(io.LimitReader(resp.Body, 2*maxErrorBody)) // more than is told, so that no secret is cut in two
	text := fmt.Sprintf("%s: the API answers %d %s", t.spec.Name, resp.StatusCode, http.StatusText(resp.StatusCode))
	if body := t.api.redact(strings.TrimSpace(string(head))); body != "" && err == nil {
		text += ": " + strings.ToValidUTF8(body[:min(len(body), maxErrorBody)], "\uFFFD")
	}
	return &tool.Error{Type: "RuntimeError", Message: text}
}

// read makes a value of a body: JSON, a text, a picture, or bytes.
func (a *api) read(body []byte, contentType string) (value.Value, error) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, _, _ = mime.ParseMediaType(http.DetectContentType(body))
	}
	switch {
	case kind == "application/json", strings.HasSuffix(kind, "+json"):
		v, err := tool.FromJSON([]byte(a.redact(string(body))))
		if err != nil {
			return nil, fmt.Errorf("the answer: %w", err)
		}
		return v, nil
	case strings.HasPrefix(kind, "image/"):
		if png, err := tool.PNG(body); err == nil {
			return value.Image(png), nil
		}
		return value.Bytes(body), nil
	case strings.HasPrefix(kind, "text/") || utf8.Valid(body) && !strings.HasPrefix(kind, "application/octet"):
		return value.Str(a.redact(strings.ToValidUTF8(string(body), "\uFFFD"))), nil
	}
	return value.Bytes(body), nil
}
