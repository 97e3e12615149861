package agent

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/provider"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/agent/render"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// providerNames are those of --model, files aside.
func providerNames() []string {
	var names []string
	for _, p := range provider.All() {
		names = append(names, p.Name)
	}
	return names
}

// keyOf is the environment variable that a model's key comes from; "" if there is none.
func keyOf(m *definition.Model) string {
	if m.KeyEnv != "" {
		return m.KeyEnv
	}
	p, err := provider.Find(m.Provider)
	if err != nil {
		return ""
	}
	return p.KeyEnv
}

// model opens a model. Equal definitions share one, whose script or recording goes on.
func (b *builder) model(def *definition.Model) (model.Model, error) {
	id, err := json.Marshal(def)
	if err != nil {
		return nil, err
	}
	if m := b.models[string(id)]; m != nil {
		return m, nil
	}
	m, err := b.openModel(def)
	if err != nil {
		return nil, err
	}
	if b.record != "" {
		if m, err = model.Record(m, b.record, b.secrets...); err != nil {
			return nil, app.Usage("--record: %w", err)
		}
	}
	b.models[string(id)] = m
	return m, nil
}

func (b *builder) openModel(def *definition.Model) (model.Model, error) {
	price := priceOf(def)
	switch kind, path, ok := def.File(); {
	case ok && kind == definition.Recorded:
		m, err := model.Replay(path, b.secrets...)
		if err != nil {
			return nil, app.Usage("--model recorded: %w", err)
		}
		return model.Priced(m, price), nil
	case ok:
		m, err := readScript(path)
		if err != nil {
			return nil, app.Usage("--model scripted: %w", err)
		}
		return model.Priced(model.CutStop(m), price), nil
	}
	if _, err := provider.Find(def.Provider); err != nil {
		return nil, app.Usage("--model: %w", err)
	}
	if def.ID == "" {
		return nil, app.Usage("the model has no name: say with --model-id which one %s is to serve", def.Provider)
	}
	o := provider.Options{
		BaseURL: def.APIBase, Timeout: def.Timeout, RequestsPerMinute: def.RequestsPerMinute, Price: price,
		Retry: model.RetryPolicy{Notify: b.retrying},
	}
	if def.KeyEnv != "" {
		if o.Key = os.Getenv(def.KeyEnv); o.Key == "" {
			return nil, app.Usage("the environment variable %s, which is to hold the model's key, is not set", def.KeyEnv)
		}
	}
	if def.Retries != nil {
		o.Retry.Retries = *def.Retries
		if *def.Retries == 0 {
			o.Retry.Retries = -1
		}
	}
	m, err := provider.Open(def.Provider, def.ID, o)
	var refused *model.Error
	if err != nil && !errors.As(err, &refused) {
		return nil, app.Usage("%w", err) // wrong options; no server was asked
	}
	return m, err
}

// retrying tells a person why nothing happens.
func (b *builder) retrying(err error, wait time.Duration) {
	if b.quiet {
		return
	}
	b.progress.Around(func() bool {
		fmt.Fprintf(b.term.Err, "%s; again in %s\n", term.Escape(b.redact.Text(err.Error())), render.Duration(wait))
		return false
	})
}

func priceOf(def *definition.Model) model.Price {
	if def.Price == nil {
		return model.Price{}
	}
	return model.Price{Input: def.Price.Input, Output: def.Price.Output, Cached: def.Price.Cached}
}

// maxScript is the size of a script, in bytes.
const maxScript = 16 << 20

// readScript makes a model of a file: answers in a text, with lines of --- between them,
// or, in a file whose name ends in .jsonl, one model.Response a line.
func readScript(path string) (*model.Script, error) {
	text, err := readFile(path, maxScript)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(path, ".jsonl") {
		return readResponses(path, text)
	}
	var answers []string
	var answer strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) != "---" {
			answer.WriteString(line)
			continue
		}
		answers = append(answers, answer.String())
		answer.Reset()
	}
	return model.Scripted(append(answers, answer.String())...), nil
}

// readFile reads a file of at most limit bytes. It may be a pipe, or never end.
func readFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s: it is larger than %s", path, term.Bytes(limit))
	}
	return text, err
}

func readResponses(path string, text []byte) (*model.Script, error) {
	var responses []*model.Response
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxScript)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		resp := &model.Response{}
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(resp); err != nil {
			return nil, fmt.Errorf("%s:%d: not a model's answer: %w", path, n, err)
		}
		responses = append(responses, resp)
	}
	return model.ScriptedResponses(responses...), lines.Err()
}
