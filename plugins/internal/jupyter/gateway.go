package jupyter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/airlockhq/airlock/shared"
)

// gateway is a client of the REST interface.
type gateway struct {
	base    *url.URL
	header  http.Header
	client  *http.Client
	kernel  string
	listens <-chan struct{}
}

// direct is the client where none is given: loopback and tunnels need no proxy.
var direct = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second}}

func newGateway(g Gateway) (*gateway, error) {
	base, err := url.Parse(g.URL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, shared.Errorf(shared.KindInvalidArgument, "%q is not the address of a kernel gateway: it must begin with http:// or https://", g.URL)
	}
	header := g.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	if g.Token != "" {
		header.Set("Authorization", "token "+g.Token) // lower case: the gateway takes no other
	}
	client := g.Client
	if client == nil {
		client = direct
	}
	// A redirect would carry the token, and what is run, to where nobody asked for.
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &gateway{base: base, header: header, client: &own, kernel: g.Kernel, listens: g.Listens}, nil
}

// answerLimit bounds an answer, in bytes: those that matter are short.
const answerLimit = 1 << 20

// statusError is an answer that isn't the one wanted.
type statusError struct {
	code int
	text string
}

func (e *statusError) Error() string {
	if e.text == "" {
		return fmt.Sprintf("status %d", e.code)
	}
	return fmt.Sprintf("status %d: %s", e.code, e.text)
}

// do makes a request and reads the answer into out, if that isn't nil.
func (g *gateway) do(ctx context.Context, method string, want int, in, out any, path ...string) error {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, g.base.JoinPath(path...).String(), body)
	if err != nil {
		return err
	}
	req.Header = g.header.Clone()
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, answerLimit))
	if err != nil {
		return err
	}
	if resp.StatusCode != want {
		return &statusError{resp.StatusCode, reason(b)}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(b, out)
}

// reason is what a gateway says of a failure, in short.
func reason(body []byte) string {
	var r struct{ Reason, Message string }
	_ = json.Unmarshal(body, &r) // a proxy answers in its own way
	text := r.Message
	if text == "" {
		text = r.Reason
	}
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return strings.ToValidUTF8(text[:min(len(text), 300)], "")
}

// explain makes an Error of what a request failed with.
func explain(doing string, err error) error {
	var st *statusError
	if errors.As(err, &st) && (st.code == http.StatusUnauthorized || st.code == http.StatusForbidden && st.text != "Resource Limit") {
		return shared.Errorf(shared.KindBackendAuth, "%s: the kernel gateway refuses the token: %w", doing, err)
	}
	return shared.Errorf(shared.KindBackendUnavailable, "%s: %w", doing, err)
}

// readyTimeout is how long a gateway may take to answer at all.
const readyTimeout = 2 * time.Minute

// ready waits until the gateway answers.
func (g *gateway) ready(ctx context.Context, m Machine) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyTimeout, errors.New("it took more than "+readyTimeout.String()))
	defer cancel()
	go func() {
		select {
		case <-m.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	if g.listens != nil {
		select {
		case <-g.listens:
		case <-ctx.Done():
		}
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = 20*time.Millisecond, 500*time.Millisecond
	var last error
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		err := g.do(ctx, http.MethodGet, http.StatusOK, nil, nil, "api")
		var st *statusError
		if errors.As(err, &st) && st.code < 500 {
			err = backoff.Permanent(err)
		}
		if err != nil && (last == nil || ctx.Err() == nil) {
			last = err
		}
		return struct{}{}, err
	}, backoff.WithBackOff(wait), backoff.WithMaxElapsedTime(0))
	switch {
	case err == nil:
		return nil
	case !alive(m):
		return lostMachine(m)
	case ctx.Err() != nil:
		return shared.Errorf(shared.KindBackendUnavailable, "wait for the kernel gateway: %w; at last: %v", context.Cause(ctx), last)
	}
	return explain("wait for the kernel gateway", last)
}

// lostMachine is the error for a machine that is gone.
func lostMachine(m Machine) error {
	if err := m.Reason(); err != nil {
		return err
	}
	return shared.Errorf(shared.KindBackendLost, "the machine of the kernel gateway is gone")
}

// kernelID is what an identifier may look like: it becomes a part of addresses.
var kernelID = regexp.MustCompile(`^[\w-]{1,64}$`)

// createTimeout bounds the start of a kernel, for which the gateway does not wait.
const createTimeout = time.Minute

// create makes a kernel.
func (g *gateway) create(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, createTimeout)
	defer cancel()
	in := struct {
		Name string `json:"name,omitempty"`
	}{g.kernel}
	var out struct{ ID string }
	if err := g.do(ctx, http.MethodPost, http.StatusCreated, in, &out, "api", "kernels"); err != nil {
		return "", explain("start a kernel", err)
	}
	if !kernelID.MatchString(out.ID) {
		return "", shared.Errorf(shared.KindBackendUnavailable, "start a kernel: the gateway gives it the id %.100q", out.ID)
	}
	return out.ID, nil
}

// state asks for the state of a kernel: busy, dead, ...
func (g *gateway) state(ctx context.Context, id string) (string, error) {
	var out struct {
		State string `json:"execution_state"`
	}
	err := g.do(ctx, http.MethodGet, http.StatusOK, nil, &out, "api", "kernels", id)
	return out.State, err
}

// interrupt sends the kernel a SIGINT.
func (g *gateway) interrupt(ctx context.Context, id string) error {
	return g.do(ctx, http.MethodPost, http.StatusNoContent, nil, nil, "api", "kernels", id, "interrupt")
}

// delete ends a kernel. One that the gateway doesn't know is gone already; one
// that it is just restarting, since it died, can't be deleted until that is done.
func (g *gateway) delete(ctx context.Context, id string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := g.do(ctx, http.MethodDelete, http.StatusNoContent, nil, nil, "api", "kernels", id)
		if isStatus(err, http.StatusNotFound) {
			err = nil
		}
		if st := (*statusError)(nil); err != nil && !(errors.As(err, &st) && st.code >= 500) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(backoff.NewExponentialBackOff()))
	return err
}

func isStatus(err error, code int) bool {
	var st *statusError
	return errors.As(err, &st) && st.code == code
}
