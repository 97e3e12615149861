// Package openapi makes tools of the operations of an HTTP API.
//
// Load reads an OpenAPI 3 document; Operation describes one operation by hand. What authorises the calls is in
// the Config: neither guest code nor a model sees it.
package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
)

// The defaults of Config, and a bound of documents.
const (
	DefaultTimeout  = time.Minute
	DefaultMaxBytes = 16 << 20

	maxDocument = 32 << 20
	maxTools    = 1000
)

// Config says how an API is called.
type Config struct {
	// BaseURL of the API; empty means the first server that the document names. Its query is part of every call, for
	// keys that belong there; what holds for Headers holds for it.
	BaseURL string
	// From is the URL that the document comes from, if any: a server that it names without a host is that one. To
	// another than that no Headers are sent, unless it is BaseURL.
	From string
	// Headers go with every request: those that authorise. Parameters of the same name are left out of the tools,
	// and the values are struck out of what the API answers.
	Headers map[string]string
	// Prefix of the tools' names, such as "shop_".
	Prefix string
	// Operations are the ids of those to take; empty means all that can be called from here: with a body that is
	// JSON, a form or a text, and without required cookies.
	Operations []string
	// Client to call with; nil means one of the default transport. Redirects are followed within the API's host
	// alone. For a document that a stranger wrote take that of package web.
	Client *http.Client
	// Timeout of one call; 0 means DefaultTimeout.
	Timeout time.Duration
	// MaxBytes of an answer; 0 means DefaultMaxBytes.
	MaxBytes int64
}

// Load makes tools of the operations of an OpenAPI 3 document, JSON or YAML, in the order of their names. It
// follows no references to other documents.
func Load(document []byte, c *Config) ([]tool.Tool, error) {
	if len(document) > maxDocument {
		return nil, fmt.Errorf("OpenAPI document: it has %d bytes, at most %d are read", len(document), maxDocument)
	}
	out, err := load(document, c)
	if err != nil {
		return nil, fmt.Errorf("OpenAPI document: %w", err)
	}
	return out, nil
}

func load(document []byte, c *Config) ([]tool.Tool, error) {
	doc, err := parse(document)
	if err != nil {
		return nil, err
	}
	if v := str(doc.root, "openapi"); !strings.HasPrefix(v, "3.") {
		return nil, fmt.Errorf("it is of version %.20q; versions 3.x are read", v)
	}
	server, err := c.server(doc)
	if err != nil {
		return nil, err
	}
	api, err := newAPI(c, server)
	if err != nil {
		return nil, err
	}
	ops, err := operations(doc, c.Operations)
	if err != nil {
		return nil, err
	}
	out := make([]tool.Tool, len(ops))
	names := schemas.ToolNames()
	for i, op := range ops {
		op.Name = names.Identifier(c.Prefix + op.Name)
		if out[i], err = api.tool(op); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// server is that of a document, where BaseURL doesn't say another.
func (c *Config) server(doc *spec) (string, error) {
	server := doc.server()
	if c.From == "" || c.BaseURL != "" {
		return server, nil
	}
	from, err := url.Parse(c.From)
	if err != nil {
		return "", fmt.Errorf("where it comes from is no URL: %w", err)
	}
	u, err := from.Parse(cmp.Or(server, "/"))
	if err != nil {
		return "", fmt.Errorf("the server that it names is no URL: %w", err)
	}
	if len(c.Headers) > 0 && (u.Host != from.Host || u.Scheme != from.Scheme) {
		return "", fmt.Errorf("it comes from %s and names the server %.200q: give that as the base URL if the headers may go there", from.Host, u.Redacted())
	}
	return u.String(), nil
}

// operations are those of the document that were asked for.
func operations(doc *spec, wanted []string) ([]*Operation, error) {
	missing := map[string]bool{}
	for _, id := range wanted {
		missing[id] = true
	}
	var ops []*Operation
	paths := doc.object(doc.root["paths"])
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := doc.object(paths[path])
		for _, method := range methods {
			o := doc.object(item[method])
			id := cmp.Or(str(o, "operationId"), method+path)
			if o == nil || len(wanted) > 0 && !missing[id] {
				continue
			}
			delete(missing, id)
			op, err := doc.operation(method, path, items(item, "parameters"), o)
			switch {
			case err == nil:
				op.Name = id
				ops = append(ops, op)
			case len(wanted) > 0:
				return nil, fmt.Errorf("operation %s: %w", id, err)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(missing)) {
		return nil, fmt.Errorf("it has no operation %q", id)
	}
	if len(ops) > maxTools {
		return nil, fmt.Errorf("it has %d operations, at most %d can be tools; name those that you want", len(ops), maxTools)
	}
	slices.SortStableFunc(ops, func(a, b *Operation) int { return strings.Compare(a.Name, b.Name) })
	return ops, nil
}

// api is what the tools of one API share.
type api struct {
	base     *url.URL
	client   *http.Client
	headers  map[string]string
	secrets  []string
	timeout  time.Duration
	maxBytes int64
}

func newAPI(c *Config, server string) (*api, error) {
	a := &api{headers: c.Headers, timeout: cmp.Or(c.Timeout, DefaultTimeout), maxBytes: cmp.Or(c.MaxBytes, DefaultMaxBytes)}
	base := cmp.Or(c.BaseURL, server)
	if base == "" {
		return nil, errors.New("it names no server; give a base URL")
	}
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("the base URL is invalid: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is no whole URL of a server; give a base URL that begins with https:// or http://", u.Redacted())
	}
	a.base = u
	for name, v := range c.Headers {
		if slices.ContainsFunc([]string{"Accept", "Content-Type", "User-Agent"}, func(h string) bool { return strings.EqualFold(h, name) }) {
			continue // no secret
		}
		// Of "Bearer KEY" the key alone is a secret, too.
		for _, s := range append(strings.Fields(v), v) {
			if len(s) >= 8 {
				a.secrets = append(a.secrets, s)
			}
		}
	}
	// So are those that some APIs want in their address.
	for _, values := range u.Query() {
		a.secrets = append(a.secrets, slices.DeleteFunc(values, func(v string) bool { return len(v) < 8 })...)
	}
	slices.SortFunc(a.secrets, func(x, y string) int { return len(y) - len(x) })
	a.client = a.within(c.Client)
	return a, nil
}

// within is a client whose redirects stay at the API: net/http takes only the headers that it knows off a request
// that goes elsewhere.
func (a *api) within(c *http.Client) *http.Client {
	var client http.Client
	if c != nil {
		client = *c
	}
	own := client.CheckRedirect
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if err := a.checkRedirect(req, via); err != nil || own == nil {
			return err
		}
		return own(req, via)
	}
	return &client
}

// checkRedirect keeps keys and arguments at the API.
func (a *api) checkRedirect(req *http.Request, via []*http.Request) error {
	if req.URL.Host != a.base.Host || req.URL.Scheme != a.base.Scheme {
		return fmt.Errorf("the API redirects to %s://%s", req.URL.Scheme, req.URL.Host)
	}
	if len(via) > 5 {
		return errors.New("more than 5 redirects")
	}
	return nil
}

// redact strikes the secrets out of a text.
func (a *api) redact(text string) string {
	for _, s := range a.secrets {
		text = strings.ReplaceAll(text, s, "[redacted]")
	}
	return text
}
