// Package provider opens models by the name of who serves them, with what a program
// wants around a model: retries, time limits, stop sequences that hold, costs.
package provider

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/anthropic"
	"github.com/airlockhq/airlock/agent/model/openai"
)

// Options of Open. The zero value is right for most.
type Options struct {
	// BaseURL of the API, in place of the provider's own. With one no key is required.
	BaseURL string
	// Key of the API; "" takes the one in the provider's environment variable.
	Key string
	// APIVersion is Azure's api-version, for its APIs that have one.
	APIVersion string
	// Headers of every request, and Extra fields of its body, such as reasoning_effort.
	Headers map[string]string
	Extra   map[string]any
	// Timeout of a call, each retry being one: 0 means 10 minutes. Stall is how long the next
	// piece of an answer may take: 0 means 2 minutes. Negative is no limit.
	Timeout, Stall time.Duration
	// Retry says how errors that may pass are retried.
	Retry model.RetryPolicy
	// RequestsPerMinute limits the calls; 0 is no limit.
	RequestsPerMinute float64
	// Price sets what answers cost.
	Price model.Price
	// Client for HTTP; nil means one of the default transport.
	Client *http.Client
}

const (
	defaultTimeout = 10 * time.Minute
	defaultStall   = 2 * time.Minute
)

// Open makes the model called id of the provider called name.
func Open(name, id string, o Options) (model.Model, error) {
	p, err := Find(name)
	if err != nil {
		return nil, err
	}
	m, err := p.open(id, o)
	if err != nil {
		return nil, fmt.Errorf("opening a model of %s: %w", p.Name, err)
	}
	m = model.Timeout(m, orDefault(o.Timeout, defaultTimeout), orDefault(o.Stall, defaultStall))
	m = model.Limit(m, o.RequestsPerMinute)
	m = model.Retry(m, o.Retry)
	m = model.CutStop(m)
	return model.Priced(m, o.Price), nil
}

func orDefault(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

// Find returns the provider called name.
func Find(name string) (*Provider, error) {
	var names []string
	for _, p := range All() {
		if p.Name == name {
			return &p, nil
		}
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return nil, fmt.Errorf("no provider of models is called %q; there are %s. For another server with an OpenAI-compatible API take openai and its base URL",
		name, strings.Join(names, ", "))
}

// open makes the bare model.
func (p *Provider) open(id string, o Options) (model.Model, error) {
	key := o.Key
	if key == "" && p.KeyEnv != "" {
		key = os.Getenv(p.KeyEnv)
	}
	base := p.baseURL(id, o)
	if base == "" {
		return nil, fmt.Errorf("it has an address of its own for everyone: give the base URL or set the environment variable %s", p.BaseURLEnv)
	}
	if key == "" && p.KeyEnv != "" && !p.KeyOptional && o.BaseURL == "" {
		return nil, &model.Error{
			Kind: model.KindAuth, Provider: p.system(), Message: "there is no key for its API",
			Hint: "set the environment variable " + p.KeyEnv,
		}
	}
	if p.Name == "anthropic" {
		return anthropic.New(id, anthropic.Config{BaseURL: base, Key: key, KeyEnv: p.KeyEnv, Headers: o.Headers, Extra: o.Extra, Client: o.Client})
	}
	return openai.New(id, openai.Config{
		BaseURL: base, Key: key, KeyEnv: p.KeyEnv, KeyHeader: p.keyHeader, Headers: p.headers(o), Extra: o.Extra,
		Provider: p.system(), MaxCompletionTokens: p.maxCompletionTokens, Start: p.start, Pull: p.pull, Client: o.Client,
	})
}

// headers are those of the options and of the environment.
func (p *Provider) headers(o Options) map[string]string {
	out := map[string]string{}
	if o.BaseURL == "" {
		for header, env := range p.headerEnv {
			if v := os.Getenv(env); v != "" {
				out[header] = v
			}
		}
	}
	for header, v := range o.Headers {
		out[header] = v
	}
	return out
}

// baseURL is where the model's API is.
func (p *Provider) baseURL(id string, o Options) string {
	base := o.BaseURL
	if base == "" && p.BaseURLEnv != "" {
		base = os.Getenv(p.BaseURLEnv)
	}
	if base == "" {
		return p.BaseURL
	}
	if p.Name == "azure" {
		return azureURL(base, id, o.APIVersion)
	}
	return base
}
