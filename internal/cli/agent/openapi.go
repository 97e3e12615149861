package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/openapi"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
)

const (
	// maxDocument is the size of an OpenAPI document, in bytes. Large APIs have some 10 MB.
	maxDocument = 32 << 20
	// documentTime is how long its server may take.
	documentTime = time.Minute
)

// apiTools makes tools of the operations of an HTTP API.
func (b *builder) apiTools(ctx context.Context, def *definition.OpenAPI) ([]tool.Tool, error) {
	c := &openapi.Config{BaseURL: def.BaseURL, Prefix: def.Prefix, Operations: def.Operations}
	var err error
	if c.Headers, err = expandAll(def.Headers); err != nil {
		return nil, app.Usage("API %s: %w", def.Document, err)
	}
	if c.Client, err = b.apiClient(def); err != nil {
		return nil, app.Usage("API %s: %w", def.Document, err)
	}
	var document []byte
	if def.Remote() {
		b.progress.Phase("reading " + def.Document)
		c.From = def.Document
		if document, err = fetch(ctx, c.Client, def.Document); err != nil {
			return nil, fmt.Errorf("reading the OpenAPI document: %w", err)
		}
	} else if document, err = readFile(def.Document, maxDocument); err != nil {
		return nil, app.Usage("reading the OpenAPI document: %w", err)
	}
	tools, err := openapi.Load(document, c)
	if err != nil {
		return nil, app.Usage("API %s: %w", def.Document, err)
	}
	return tools, nil
}

// apiClient is what calls an API. An address that only its document names must be public,
// as the document may be a stranger's: neither the user nor the agent file has named it.
func (b *builder) apiClient(def *definition.OpenAPI) (*http.Client, error) {
	if def.BaseURL != "" || !def.Remote() && slices.Contains(b.openapi, def.Document) {
		return &http.Client{}, nil
	}
	named := &url.URL{}
	if def.Remote() {
		var err error
		if named, err = url.Parse(def.Document); err != nil {
			return nil, err
		}
	}
	return &http.Client{Transport: &guarded{named: named, others: b.httpClient().Transport}}, nil
}

// guarded sends what isn't for the host that was named by a transport for strangers.
type guarded struct {
	named  *url.URL
	others http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (g *guarded) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host == g.named.Host && req.URL.Scheme == g.named.Scheme {
		return http.DefaultTransport.RoundTrip(req)
	}
	return g.others.RoundTrip(req)
}

// fetch gets a document.
func fetch(ctx context.Context, c *http.Client, address string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, documentTime, fmt.Errorf("it didn't come within %s", documentTime))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, causeOf(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", req.URL.Redacted(), resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.URL.Redacted(), causeOf(ctx, err))
	}
	return text, nil // Load refuses one that is too long
}

// causeOf is why ctx ended, if it did, else err.
func causeOf(ctx context.Context, err error) error {
	if c := context.Cause(ctx); c != nil && !errors.Is(c, context.Canceled) {
		return c
	}
	return err
}
