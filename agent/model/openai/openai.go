// Package openai is the model of any server with an OpenAI-compatible API (chat
// completions), through OpenAI's official SDK: OpenAI itself, Azure, the Hugging Face
// router, vLLM, Ollama and many more. What they send is read leniently, since few of
// them keep to the letter of the API.
package openai

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

// Config says where a model is and what its server wants. Only BaseURL is needed.
type Config struct {
	// BaseURL of the API, such as https://api.openai.com/v1. Its query is part of every
	// request (?api-version=… of Azure).
	BaseURL string
	// Key of the API; "" sends none. KeyEnv is the environment variable that it usually comes
	// from, for hints.
	Key, KeyEnv string
	// KeyHeader carries the key in place of Authorization: Bearer.
	KeyHeader string
	// Headers of every request.
	Headers map[string]string
	// Extra are further fields of every request's body, such as reasoning_effort.
	Extra map[string]any
	// Provider names the server in errors and traces; "" means openai.
	Provider string
	// MaxCompletionTokens says that a limit goes by that name, not by max_tokens.
	MaxCompletionTokens bool
	// Start is a command that starts the server, and Pull one that gets it a model, for hints.
	Start, Pull string
	// Client for HTTP; nil means one of the default transport. Redirects aren't followed.
	Client *http.Client
}

// Model is a model of an OpenAI-compatible API. It neither retries nor limits the time
// of a call: package provider opens one with all that.
type Model struct {
	id      string
	extra   map[string]any
	peer    *wire.Peer
	service sdk.ChatCompletionService

	// What the server turned out not to know.
	noStop, noStreamOptions, otherMaxTokens atomic.Bool
	maxCompletionTokens                     bool
}

// New makes the model called id.
func New(id string, c Config) (*Model, error) {
	if id == "" {
		return nil, errors.New("the model needs an id")
	}
	if c.Provider == "" {
		c.Provider = "openai"
	}
	c.Key = strings.TrimSpace(c.Key)
	m := &Model{
		id: id, extra: c.Extra, maxCompletionTokens: c.MaxCompletionTokens,
		peer: &wire.Peer{Provider: c.Provider, Model: id, KeyEnv: c.KeyEnv, HasKey: c.Key != "", Start: c.Start, Pull: c.Pull},
	}
	if err := m.peer.CheckHeaders(c.Key, c.Headers); err != nil {
		return nil, err
	}
	base, err := m.peer.BaseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	query := base.Query()
	base.RawQuery = ""
	m.peer.Secret(c.Key)
	m.noStop.Store(refusesStop(id))

	options := []option.RequestOption{
		option.WithBaseURL(base.String()), option.WithHTTPClient(wire.Client(c.Client)),
		option.WithMaxRetries(0), option.WithMiddleware(m.peer.Middleware),
	}
	for name, values := range query {
		for _, v := range values {
			options = append(options, option.WithQueryAdd(name, v))
		}
	}
	switch {
	case c.Key == "":
	case c.KeyHeader != "":
		options = append(options, option.WithHeader(c.KeyHeader, c.Key))
	default:
		options = append(options, option.WithAPIKey(c.Key))
	}
	for name, value := range c.Headers {
		m.peer.Secret(value, strings.TrimPrefix(value, "Bearer "))
		options = append(options, option.WithHeader(name, value))
	}
	m.service = sdk.NewChatCompletionService(options...)
	return m, nil
}

// Info implements model.Model.
func (m *Model) Info() model.Info { return model.Info{Provider: m.peer.Provider, ID: m.id} }

// Generate implements model.Model.
func (m *Model) Generate(ctx context.Context, req *model.Request, onDelta func(*model.Delta)) (*model.Response, error) {
	messages, err := messageParams(req.Messages)
	if err != nil {
		return nil, m.peer.Errorf(model.KindInvalid, "%v", err)
	}
	const adaptions = 3 // one for each parameter that adapt knows
	for i := 0; ; i++ {
		params, err := m.params(req, messages, onDelta != nil)
		if err != nil {
			return nil, m.peer.Errorf(model.KindInvalid, "%v", err)
		}
		resp, err := m.once(ctx, params, onDelta)
		if err == nil || i == adaptions || !m.adapt(err, &params) {
			return resp, err
		}
	}
}

// once sends a request and reads its answer.
func (m *Model) once(ctx context.Context, params sdk.ChatCompletionNewParams, onDelta func(*model.Delta)) (*model.Response, error) {
	var res *http.Response
	options := []option.RequestOption{option.WithResponseBodyInto(&res)}
	if onDelta != nil {
		options = append(options, option.WithJSONSet("stream", true), option.WithHeader("Accept", "text/event-stream, application/json"))
	}
	if _, err := m.service.New(ctx, params, options...); err != nil {
		var known *model.Error
		if errors.As(err, &known) || ctx.Err() != nil {
			return nil, err
		}
		return nil, m.peer.Errorf(model.KindInvalid, "the request can't be sent: %v", err)
	}
	defer res.Body.Close()
	return m.read(ctx, res, onDelta)
}

// adapt tells that the request failed for a parameter that this server doesn't know, and
// that the next one goes without.
func (m *Model) adapt(err error, params *sdk.ChatCompletionNewParams) bool {
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.KindInvalid {
		return false
	}
	sentNew := params.MaxCompletionTokens.Valid()
	switch {
	case params.StreamOptions.IncludeUsage.Valid() && strings.Contains(e.Message, "stream_options"):
		m.noStreamOptions.Store(true)
	case (sentNew || params.MaxTokens.Valid()) && strings.Contains(e.Message, "max_completion_tokens"):
		// The one that wasn't sent is the one to send.
		m.otherMaxTokens.Store(sentNew == m.maxCompletionTokens)
	case len(params.Stop.OfStringArray) > 0 && mentionsStop(e.Message):
		m.noStop.Store(true)
	default:
		return false
	}
	return true
}

// mentionsStop tells that an error is about the parameter, not about stopping.
func mentionsStop(message string) bool {
	for _, quoted := range []string{"'stop'", `"stop"`, "`stop`", "parameter: stop"} {
		if strings.Contains(message, quoted) {
			return true
		}
	}
	return false
}

// refusesStop tells of models that are known to refuse stop sequences: OpenAI's reasoning
// models and xAI's. Others turn out when they are asked.
func refusesStop(id string) bool {
	name := id[strings.LastIndex(id, "/")+1:]
	name, _, _ = strings.Cut(name, ":") // the provider, at the Hugging Face router
	if name == "o3-mini" {
		return false
	}
	for _, family := range []string{"o3", "o4"} {
		if name == family || strings.HasPrefix(name, family+"-") {
			return true
		}
	}
	return strings.HasPrefix(name, "gpt-5") || strings.HasPrefix(name, "grok-")
}
