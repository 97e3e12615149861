package mcp

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// remote is a server that is reached by HTTP.
type remote struct {
	url     *url.URL
	base    *http.Transport
	headers map[string]string
	listen  bool
}

// dial checks the address of a server; the SDK connects.
func dial(u *url.URL, s *Server) (link, error) {
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is no URL of a server; it begins with https:// or http://", u.Redacted())
	}
	if u.User != nil {
		return nil, errors.New("the URL holds a password; give it as a header instead")
	}
	base, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		base = &http.Transport{Proxy: http.ProxyFromEnvironment}
	}
	return &remote{url: u, base: base.Clone(), headers: s.Headers, listen: s.OnChange != nil}, nil
}

func (r *remote) transport() sdk.Transport {
	return &sdk.StreamableClientTransport{
		Endpoint: r.url.String(), MaxEventSize: maxMessage,
		// Only changes of the tools come without a request.
		DisableStandaloneSSE: !r.listen,
		HTTPClient:           &http.Client{Transport: r, CheckRedirect: r.checkRedirect},
	}
}

func (r *remote) close() error {
	r.base.CloseIdleConnections()
	return nil
}

func (r *remote) state(time.Duration) string { return "" }
func (r *remote) lastWords() string          { return "" }

// hide implements link. Errors of net/http quote the address.
func (r *remote) hide(err error) error {
	if r.url.RawQuery == "" || !strings.Contains(err.Error(), r.url.RawQuery) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), r.url.RawQuery, "..."))
}

// checkRedirect keeps the headers' secrets and the arguments at the server that the user named.
func (r *remote) checkRedirect(req *http.Request, via []*http.Request) error {
	if req.URL.Host != r.url.Host || req.URL.Scheme != r.url.Scheme {
		return fmt.Errorf("the server redirects to %s; give that URL if it is meant", req.URL.Redacted())
	}
	if len(via) > 5 {
		return errors.New("more than 5 redirects")
	}
	return nil
}

// RoundTrip implements http.RoundTripper: it adds the headers and bounds what comes back.
func (r *remote) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	for name, v := range r.headers {
		req.Header.Set(name, v)
	}
	resp, err := r.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") { // events are bounded one by one
		resp.Body = &bounded{ReadCloser: resp.Body, left: maxMessage}
	}
	return resp, nil
}

// bounded is a body that fails when it is too long.
type bounded struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("the answer is longer than %d bytes", maxMessage)
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
