// Package web has the tools that go to the web: search, pages, Wikipedia. They use an HTTP client that is safe
// for URLs from strangers: it reaches public hosts only, and bounds what comes back.
package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// The defaults of Options, and bounds that aren't options.
const (
	DefaultMaxBytes  = 5 << 20
	DefaultTimeout   = 30 * time.Second
	DefaultUserAgent = "Mozilla/5.0 (compatible; airlock; +https://github.com/airlockhq/airlock)"

	maxRedirects = 5
)

// Options of a client. The zero value is a good one.
type Options struct {
	// AllowPrivate are addresses that may be reached although they aren't public: those of an intranet. Cloud
	// metadata never is.
	AllowPrivate []netip.Prefix
	// MaxBytes of a body, unpacked; 0 means DefaultMaxBytes.
	MaxBytes int64
	// Timeout of a request with its redirects and its body; 0 means DefaultTimeout.
	Timeout time.Duration
	// UseProxy takes the proxy that the environment names. The proxy then resolves hosts itself; they are
	// checked here as well, but what it connects to is its own affair.
	UseProxy bool
	// UserAgent is what servers are told; empty means DefaultUserAgent.
	UserAgent string
	// Resolver finds addresses; nil means the system's.
	Resolver Resolver
}

// NewClient makes an HTTP client for URLs from strangers. It refuses (ErrRefused) every address that isn't a
// public host's, at the time of the connection and on each redirect; other schemes than http and https; user names in URLs; ports that
// aren't the web's. It follows at most 5 redirects, keeps no cookies, and ends bodies beyond MaxBytes with an
// error. CloseIdleConnections frees what it holds.
func NewClient(o *Options) *http.Client {
	if o == nil {
		o = &Options{}
	}
	g := newGuard(o)
	t := &transport{
		guard: g, useProxy: o.UseProxy, maxBytes: o.MaxBytes, userAgent: o.UserAgent,
		direct: newTransport(), proxied: newTransport(),
	}
	t.direct.DialContext = g.dial
	t.proxied.Proxy = http.ProxyFromEnvironment
	if t.maxBytes == 0 {
		t.maxBytes = DefaultMaxBytes
	}
	if t.userAgent == "" {
		t.userAgent = DefaultUserAgent
	}
	c := &http.Client{Transport: t, CheckRedirect: checkRedirect, Timeout: o.Timeout}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	return c
}

func newTransport() *http.Transport {
	return &http.Transport{
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 30 * time.Second, MaxIdleConns: 16,
		MaxResponseHeaderBytes: 256 << 10, DisableCompression: true, ForceAttemptHTTP2: true,
	}
}

// transport checks requests and bounds responses.
type transport struct {
	guard           *guard
	direct, proxied *http.Transport
	useProxy        bool
	maxBytes        int64
	userAgent       string
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := checkURL(req.URL); err != nil {
		return nil, err
	}
	next, err := t.way(req)
	if err != nil {
		return nil, err
	}
	req = req.Clone(req.Context())
	req.Header.Set("Accept-Encoding", "gzip")
	if req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", t.userAgent)
	}
	resp, err := next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if err := t.bound(resp); err != nil {
		_ = resp.Body.Close() // the error that counts is the other
		return nil, err
	}
	return resp, nil
}

// way is the transport for a request: through the proxy if there is one for it.
func (t *transport) way(req *http.Request) (*http.Transport, error) {
	if !t.useProxy {
		return t.direct, nil
	}
	u, err := http.ProxyFromEnvironment(req)
	if err != nil || u == nil {
		return t.direct, err
	}
	_, err = t.guard.resolve(req.Context(), req.URL.Hostname())
	if errors.Is(err, ErrRefused) {
		return nil, err
	}
	return t.proxied, nil // a host that only the proxy can resolve is its affair
}

// bound unpacks the body, and ends it where it becomes too long.
func (t *transport) bound(resp *http.Response) error {
	if resp.ContentLength > t.maxBytes {
		return fmt.Errorf("%w: %d bytes, at most %d are read", errTooLarge, resp.ContentLength, t.maxBytes)
	}
	body := &boundedBody{body: resp.Body, r: resp.Body, left: t.maxBytes, limit: t.maxBytes}
	switch enc := strings.ToLower(resp.Header.Get("Content-Encoding")); enc {
	case "", "identity":
	case "gzip", "x-gzip":
		body.packed = true
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		resp.ContentLength, resp.Uncompressed = -1, true
	default:
		return fmt.Errorf("the server packs its answer as %.40q, which it wasn't asked for", enc)
	}
	resp.Body = body
	return nil
}

// CloseIdleConnections is what http.Client calls by the same name.
func (t *transport) CloseIdleConnections() {
	t.direct.CloseIdleConnections()
	t.proxied.CloseIdleConnections()
}

var errTooLarge = errors.New("the answer is too large")

// boundedBody is a body of bounded size, unpacked.
type boundedBody struct {
	body        io.ReadCloser
	r           io.Reader
	packed      bool // the gzip header is still to be read
	left, limit int64
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if b.packed {
		b.packed = false
		z, err := gzip.NewReader(b.body)
		switch {
		case errors.Is(err, io.EOF):
			return 0, io.EOF // an empty body needs no header
		case err != nil:
			return 0, fmt.Errorf("unpack the answer: %w", err)
		}
		b.r = z
	}
	if b.left <= 0 {
		// One byte more tells the end from too much.
		var one [1]byte
		n, err := b.r.Read(one[:])
		if n > 0 {
			return 0, fmt.Errorf("%w: at most %d bytes are read", errTooLarge, b.limit)
		}
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// Close implements io.Closer.
func (b *boundedBody) Close() error { return b.body.Close() }

// get asks for a URL. Redirects are followed only if the headers hold no key.
func get(ctx context.Context, c *http.Client, rawURL string, headers map[string]string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, rawURL, nil)
	if err != nil {
		return nil, fmt.Errorf("the URL is invalid: %w", err)
	}
	return send(c, req, headers)
}

func send(c *http.Client, req *http.Request, headers map[string]string) (*http.Response, error) {
	if len(headers) > 0 {
		keyed := *c
		keyed.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		c = &keyed
	}
	for name, v := range headers {
		req.Header.Set(name, v)
	}
	return c.Do(req) //nolint:gosec // G704: the client is made for URLs from strangers
}
