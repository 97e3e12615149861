// Package anthropic is Claude through Anthropic's official SDK (the Messages API).
package anthropic

import (
	"context"
	"errors"
	"net/http"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

// Config says where the model is.
type Config struct {
	// BaseURL of the API; "" is Anthropic's.
	BaseURL string
	// Key of the API, and the environment variable that it usually comes from, for hints.
	Key, KeyEnv string
	// Headers of every request.
	Headers map[string]string
	// Extra are further fields of every request's body, such as thinking. With the type enabled
	// of that the API lets nobody force a call: what a request requires is left to the model.
	Extra map[string]any
	// Client for HTTP; nil means one of the default transport. Redirects aren't followed.
	Client *http.Client
}

const (
	providerName   = "anthropic"
	defaultBaseURL = "https://api.anthropic.com"
	// defaultMaxTokens is for requests that name none, which the API doesn't allow. All models
	// since Claude 3.5 can write as much.
	defaultMaxTokens = 8192
)

// Model is a model of Anthropic's. It neither retries nor limits the time of a call:
// package provider opens one with all that.
type Model struct {
	id      string
	extra   map[string]any
	peer    *wire.Peer
	service sdk.MessageService
}

// New makes the model called id.
func New(id string, c Config) (*Model, error) {
	if id == "" {
		return nil, errors.New("the model needs an id")
	}
	if c.BaseURL == "" {
		c.BaseURL = defaultBaseURL
	}
	c.Key = strings.TrimSpace(c.Key)
	m := &Model{
		id: id, extra: c.Extra,
		peer: &wire.Peer{Provider: providerName, Model: id, KeyEnv: c.KeyEnv, HasKey: c.Key != ""},
	}
	if err := m.peer.CheckHeaders(c.Key, c.Headers); err != nil {
		return nil, err
	}
	base, err := m.peer.BaseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	// The SDK adds the version to the path; users of other APIs write it themselves.
	base.Path = strings.TrimSuffix(strings.TrimRight(base.Path, "/"), "/v1") + "/"
	m.peer.Secret(c.Key)
	options := []option.RequestOption{
		option.WithBaseURL(base.String()), option.WithHTTPClient(wire.Client(c.Client)), option.WithMaxRetries(0),
		option.WithMiddleware(m.peer.Middleware), option.WithoutOpenTelemetry(), // the agent traces its calls itself
	}
	if c.Key != "" {
		options = append(options, option.WithAPIKey(c.Key))
	}
	for name, value := range c.Headers {
		m.peer.Secret(value, strings.TrimPrefix(value, "Bearer "))
		options = append(options, option.WithHeader(name, value))
	}
	m.service = sdk.NewMessageService(options...)
	return m, nil
}

// Info implements model.Model.
func (m *Model) Info() model.Info { return model.Info{Provider: providerName, ID: m.id} }

// Generate implements model.Model. The answer is asked for in pieces in any case, since
// the API refuses long answers otherwise.
func (m *Model) Generate(ctx context.Context, req *model.Request, onDelta func(*model.Delta)) (*model.Response, error) {
	params, err := m.params(req)
	if err != nil {
		return nil, m.peer.Errorf(model.KindInvalid, "%v", err)
	}
	stream := m.service.NewStreaming(ctx, params)
	defer func() { _ = stream.Close() }() // what it has was read, or is not wanted
	a := newAnswer(onDelta, req.Schema != nil)
	for stream.Next() {
		event := stream.Current()
		switch err = a.add(&event); {
		case errors.Is(err, errLong):
			return nil, m.peer.TooBig()
		case errors.Is(err, errManyCalls):
			return nil, m.peer.ManyCalls()
		}
		if a.done {
			return a.response(), nil
		}
	}
	return nil, m.streamError(ctx, stream.Err(), a)
}

// streamError is that of a stream which ended before the answer did.
func (m *Model) streamError(ctx context.Context, err error, a *answer) error {
	var inside *sdk.Error
	var known *model.Error
	switch {
	case errors.As(err, &inside):
		return m.peer.StreamError([]byte(inside.RawJSON()))
	case errors.As(err, &known):
		return err
	case err != nil:
		return m.peer.ReadError(ctx, err)
	case ctx.Err() != nil:
		return ctx.Err()
	case !a.begun:
		e := m.peer.Errorf(model.KindBadResponse, "the server doesn't answer as the Messages API does")
		e.Hint = "check the base URL"
		return e
	}
	return m.peer.Errorf(model.KindBadResponse, "the answer broke off before its end")
}
