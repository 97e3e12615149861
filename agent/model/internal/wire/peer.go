// Package wire has what the clients of model servers share: the way to a server, and the
// errors of both as *model.Error, whose texts never hold a key.
package wire

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/airlockhq/airlock/internal/redact/forms"
)

// Peer is a server of models, and what errors tell about it.
type Peer struct {
	Provider string // its name in errors
	Model    string
	// KeyEnv is the environment variable that its key usually comes from; HasKey tells that
	// there is one.
	KeyEnv string
	HasKey bool
	// Start is a command that starts the server, and Pull one that gets it a model (before
	// the model's name), where it is one of this machine.
	Start, Pull string

	secrets []string
}

// Secret keeps texts out of errors.
func (p *Peer) Secret(texts ...string) {
	for _, s := range texts {
		// Shorter ones occur everywhere, and protect nothing.
		if len(s) >= 4 {
			p.secrets = append(p.secrets, forms.Of(s)...)
		}
	}
	// A secret that is part of another must not break it.
	slices.SortFunc(p.secrets, func(a, b string) int { return len(b) - len(a) })
}

// CheckHeaders tells of a key or another header that no request can have, such as one that
// was copied with a line break in it.
func (p *Peer) CheckHeaders(key string, headers map[string]string) error {
	if !httpguts.ValidHeaderFieldValue(key) {
		what := "the key of the model's API"
		if p.KeyEnv != "" {
			what += " (usually in " + p.KeyEnv + ")"
		}
		return errors.New(what + " has a line break or another control character in it")
	}
	for name, v := range headers {
		if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(v) {
			return fmt.Errorf("the header %q can't be sent: it has characters that HTTP doesn't allow", name)
		}
	}
	return nil
}

// BaseURL parses the address of an API. What it has of credentials becomes a secret.
func (p *Peer) BaseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	// The URL isn't shown, nor is err, which has it: it may have a password in it.
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("the base URL of the model's API isn't an http or https URL, such as http://localhost:8000/v1")
	}
	if u.User != nil {
		password, _ := u.User.Password()
		p.Secret(u.User.Username(), password, u.User.String(),
			base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
	}
	for name, values := range u.Query() {
		if name != "api-version" {
			p.Secret(values...)
		}
	}
	u.Fragment = ""
	return u, nil
}

// Client is base, or one of the default transport, that follows no redirect: a key is for
// the server that it was given for, and a redirected POST often arrives as a GET.
func Client(base *http.Client) *http.Client {
	client := http.Client{}
	if base != nil {
		client = *base
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

const (
	maxErrorBody = 64 << 10
	// MaxBody is how much of an answer is read, as it comes from the network. A piece of four
	// bytes takes some 300 there.
	MaxBody = 1 << 30
	// MaxEvent is how much of it may come without an empty line, which ends an event: all its
	// lines are kept until then.
	MaxEvent = 64 << 20
	// MaxAnswer is how long an answer may be, and MaxCalls how many tool calls it may have.
	MaxAnswer = 16 << 20
	MaxCalls  = 1000
)

// Middleware turns what isn't an answer into an *model.Error; the SDKs' own errors hold
// requests with keys, and read bodies of any size.
func (p *Peer) Middleware(req *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, p.connectError(req.Context(), err)
	}
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		res.Body = &capped{ReadCloser: res.Body, left: MaxBody, event: MaxEvent, events: strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream")}
		return res, nil
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBody)) // the status says enough
	return nil, p.statusError(res, body)
}

// errTooBig is the end of a body of more than MaxBody bytes, or with an event of more than
// MaxEvent.
var errTooBig = errors.New("the answer is too big")

type capped struct {
	io.ReadCloser
	left, event int64
	events      bool
}

func (c *capped) Read(b []byte) (int, error) {
	if c.left <= 0 || c.events && c.event <= 0 {
		return 0, errTooBig
	}
	if int64(len(b)) > c.left {
		b = b[:c.left]
	}
	n, err := c.ReadCloser.Read(b)
	c.left -= int64(n)
	c.event -= int64(n)
	if bytes.Contains(b[:n], []byte("\n\n")) || bytes.Contains(b[:n], []byte("\n\r\n")) {
		c.event = MaxEvent // one of many that end; those between two reads don't matter
	}
	return n, err
}
