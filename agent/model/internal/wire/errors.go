package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/airlockhq/airlock/agent/model"
)

// Errorf makes an error of the peer.
func (p *Peer) Errorf(kind model.Kind, format string, args ...any) *model.Error {
	return &model.Error{Kind: kind, Provider: p.Provider, Message: p.clean(fmt.Sprintf(format, args...))}
}

// NoKey is the error of a call without a key.
func (p *Peer) NoKey() error {
	e := p.Errorf(model.KindAuth, "no key for its API")
	e.Hint = "set the environment variable " + p.KeyEnv
	return e
}

// connectError is that of a request that got no answer.
func (p *Peer) connectError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var already *model.Error
	if errors.As(err, &already) {
		return err
	}
	// Without the URL, which may have a password in it.
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err
	}
	e := p.Errorf(model.KindUnavailable, "can't reach the server: %v", err)
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case p.Start != "":
		e.Hint = "if it isn't running, start it: " + p.Start
	case errors.As(err, &dns):
		e.Hint = "check the base URL and the network"
	case errors.As(err, &timeout) && timeout.Timeout():
		e.Kind = model.KindTimeout
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Hint = "check that the server is running and that the base URL is right"
	}
	return e
}

// ReadError is that of an answer whose body can't be read to its end.
func (p *Peer) ReadError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var already *model.Error
	if errors.As(err, &already) {
		return err
	}
	if errors.Is(err, errTooBig) || errors.Is(err, bufio.ErrTooLong) {
		return p.TooBig()
	}
	return p.Errorf(model.KindBadResponse, "the answer broke off: %v", err)
}

// TooBig is the error of an answer of more than MaxAnswer bytes.
func (p *Peer) TooBig() error {
	e := p.Errorf(model.KindInvalid, "the answer is longer than %d MiB", MaxAnswer>>20)
	e.Hint = "limit the tokens of the answer"
	return e
}

// ManyCalls is the error of an answer of more than MaxCalls tool calls.
func (p *Peer) ManyCalls() error {
	return p.Errorf(model.KindInvalid, "the answer has more than %d tool calls", MaxCalls)
}

// statusError is that of an answer with a status of an error.
func (p *Peer) statusError(res *http.Response, body []byte) error {
	if res.StatusCode < 400 {
		e := p.Errorf(model.KindInvalid, "the server redirects to %s, which isn't followed", location(res))
		e.Status, e.Hint = res.StatusCode, "set the base URL to where it leads"
		return e
	}
	said := parseError(body)
	e := p.Errorf(statusKind(res.StatusCode), "%s", said.message)
	if said.message == "" {
		e.Message = p.describeBody(res, body)
	}
	e.Status = res.StatusCode
	e.RetryAfter = retryAfter(res.Header)
	e.Kind = refine(e.Kind, said)
	e.Hint = p.hint(e, said)
	return e
}

// location is where a redirect leads, without credentials and query.
func location(res *http.Response) string {
	u, err := res.Location()
	if err != nil {
		return "nowhere"
	}
	return u.Scheme + "://" + u.Host + u.EscapedPath()
}

// StreamError is that of an error object in an answer whose status is 200.
func (p *Peer) StreamError(object []byte) error {
	said := parseError(object)
	if said.message == "" {
		said.message = "the server reports an error: " + string(object)
	}
	kind := model.KindBadResponse
	if code, err := strconv.Atoi(said.code); err == nil && code >= 400 && code < 600 {
		kind = statusKind(code)
	}
	e := p.Errorf(refine(kind, said), "%s", said.message)
	e.Hint = p.hint(e, said)
	return e
}

func statusKind(status int) model.Kind {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return model.KindAuth
	case status == http.StatusPaymentRequired:
		return model.KindQuota
	case status == http.StatusTooManyRequests:
		return model.KindRateLimited
	case status == http.StatusRequestEntityTooLarge:
		return model.KindTooLong
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return model.KindTimeout
	case status >= 500, status == http.StatusConflict, status == http.StatusTooEarly:
		return model.KindUnavailable
	}
	return model.KindInvalid
}

// refine tells by the words of an error what its status leaves open.
func refine(kind model.Kind, said serverError) model.Kind {
	words := strings.ToLower(said.code + " " + said.kind)
	text := strings.ToLower(said.message)
	switch {
	case containsAny(words, "insufficient_quota", "billing"), containsAny(text, "credit balance is too low"):
		return model.KindQuota
	case containsAny(words, "context_length_exceeded", "string_above_max_length"),
		kind == model.KindInvalid && containsAny(text, "maximum context length", "context window", "context size",
			"prompt is too long", "too many tokens", "input is too long", "max_new_tokens", "exceeds the available context"):
		return model.KindTooLong
	case kind != model.KindBadResponse:
		return kind
	case containsAny(words, "rate_limit"):
		return model.KindRateLimited
	case containsAny(words, "overloaded", "server_error", "api_error", "unavailable"):
		return model.KindUnavailable
	case containsAny(words, "authentication", "permission"):
		return model.KindAuth
	case containsAny(words, "invalid_request"):
		return model.KindInvalid
	}
	return kind
}

func (p *Peer) hint(e *model.Error, said serverError) string {
	switch {
	case e.Kind == model.KindAuth && p.HasKey && p.KeyEnv != "":
		return "check the key in " + p.KeyEnv + " and what it may be used for"
	case e.Kind == model.KindAuth && p.KeyEnv != "":
		return "set the environment variable " + p.KeyEnv
	case e.Kind == model.KindQuota:
		return "add credit to the account, or use another one"
	case e.Kind == model.KindTooLong:
		return "shorten the messages, or use a model with a larger context"
	case e.RetryAfter > 0:
		return fmt.Sprintf("the server asks to wait %s", e.RetryAfter.Round(time.Second))
	case e.Status != http.StatusNotFound && !containsAny(strings.ToLower(said.code+said.kind), "model_not_found"):
		return ""
	case p.Pull != "" && containsAny(strings.ToLower(e.Message), "model"):
		return "get the model: " + p.Pull + " " + p.Model
	case said.message == "":
		return "check the base URL: most end in /v1"
	}
	return fmt.Sprintf("check the model's name, %q, and the base URL", p.Model)
}

// serverError is what a body tells of an error.
type serverError struct{ message, kind, code string }

// parseError reads the forms that servers give errors.
func parseError(body []byte) serverError {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var text string
	if json.Unmarshal(body, &text) == nil {
		return serverError{message: text}
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(body, &object) != nil {
		return serverError{}
	}
	if inner, ok := object["error"]; ok && string(inner) != "null" {
		said := parseError(inner)
		if said.message != "" {
			return said
		}
	}
	said := serverError{kind: scalar(object["type"]), code: scalar(object["code"])}
	for _, name := range []string{"message", "detail", "msg"} {
		raw := object[name]
		if said.message = scalar(raw); said.message != "" {
			break
		}
		if len(raw) > 0 && (raw[0] == '[' || raw[0] == '{') {
			said.message = string(raw)
			break
		}
	}
	return said
}

// scalar is a string or a number as text.
func scalar(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}

// describeBody tells what came in place of an error in JSON.
func (p *Peer) describeBody(res *http.Response, body []byte) string {
	text := strings.TrimSpace(string(body))
	switch {
	case text == "":
		return "the server answers " + strconv.Quote(http.StatusText(res.StatusCode))
	case strings.HasPrefix(text, "<"):
		return "the server answers with a page of HTML" + p.title(text)
	}
	return p.clean(text)
}

// title is that of a page.
func (p *Peer) title(html string) string {
	_, after, found := strings.Cut(html, "<title>")
	title, _, closed := strings.Cut(after, "</title>")
	if !found || !closed {
		return ""
	}
	return ": " + p.clean(title)
}

// NotJSON is the error of an answer that isn't JSON.
func (p *Peer) NotJSON(body []byte) error {
	text := strings.TrimSpace(string(body[:min(len(body), maxErrorBody)]))
	if strings.HasPrefix(text, "<") {
		e := p.Errorf(model.KindBadResponse, "the server answers with a page of HTML%s", p.title(text))
		e.Hint = "check the base URL: most end in /v1"
		return e
	}
	return p.Errorf(model.KindBadResponse, "the answer isn't the JSON that was expected: %s", text)
}

// retryAfter reads what a server asks to wait.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, time.Until(t))
	}
	return 0
}

// seconds is s as a duration: not negative, and a day at most.
func seconds(s float64) time.Duration {
	const day = 24 * 60 * 60
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, day) * float64(time.Second))
}

// clean makes a text from outside fit for an error: short, on one line, without secrets.
func (p *Peer) clean(text string) string {
	for _, s := range p.secrets {
		text = strings.ReplaceAll(text, s, "***")
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	const limit = 500
	if runes := []rune(text); len(runes) > limit {
		text = string(runes[:limit]) + "…"
	}
	return text
}

func containsAny(text string, parts ...string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
