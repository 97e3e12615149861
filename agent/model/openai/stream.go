package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

// read reads an answer. Some servers send it in one piece when they are asked for many,
// or the other way round; the first character tells.
func (m *Model) read(ctx context.Context, res *http.Response, onDelta func(*model.Delta)) (*model.Response, error) {
	a := newAnswer(onDelta)
	body := bufio.NewReader(res.Body)
	first, err := skipSpace(body)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, m.peer.ReadError(ctx, err)
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if !strings.ContainsRune("{[<", rune(first)) && (onDelta != nil || kind == "text/event-stream") {
		return m.readStream(ctx, body, a)
	}
	raw, err := io.ReadAll(io.LimitReader(body, maxWhole+1))
	switch {
	case err != nil:
		return nil, m.peer.ReadError(ctx, err)
	case len(raw) > maxWhole:
		return nil, m.peer.TooBig()
	}
	if err = m.add(a, raw); err != nil {
		return nil, err
	}
	return m.finish(a)
}

// skipSpace returns the first character that isn't white space, and leaves it to be read.
func skipSpace(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if !strings.ContainsRune(" \t\r\n", rune(b)) {
			return b, r.UnreadByte()
		}
	}
}

// maxWhole is how much of an answer in one piece is read: JSON may write a character in
// six bytes.
const maxWhole = 6 * wire.MaxAnswer

func (m *Model) readStream(ctx context.Context, body io.Reader, a *answer) (*model.Response, error) {
	// The end of the stream ends its last event, for servers that forget the empty line.
	body = io.MultiReader(body, strings.NewReader("\n\n"))
	events := ssestream.NewDecoder(&http.Response{Body: io.NopCloser(body)})
	for events.Next() {
		// Some servers forget all empty lines: then it's one event of many lines.
		for line := range bytes.Lines(events.Event().Data) {
			line = bytes.TrimSpace(line)
			if len(line) == 0 {
				continue
			}
			if bytes.Equal(line, []byte("[DONE]")) {
				return m.finish(a)
			}
			if err := m.add(a, line); err != nil {
				return nil, err
			}
		}
	}
	if err := events.Err(); err != nil {
		return nil, m.peer.ReadError(ctx, err)
	}
	if a.finishReason == "" {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, m.peer.Errorf(model.KindBadResponse, "the answer broke off before its end")
	}
	return m.finish(a)
}

// add takes one JSON object of an answer.
func (m *Model) add(a *answer, raw []byte) error {
	var c chunk
	if err := json.Unmarshal(raw, &c); err != nil {
		return m.peer.NotJSON(raw)
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return m.peer.StreamError(raw)
	}
	switch err := a.add(&c); {
	case errors.Is(err, errLong):
		return m.peer.TooBig()
	case errors.Is(err, errManyCalls):
		return m.peer.ManyCalls()
	default:
		return err
	}
}

func (m *Model) finish(a *answer) (*model.Response, error) {
	if !a.chosen {
		return nil, m.peer.Errorf(model.KindBadResponse, "the answer has no choices")
	}
	return a.response(), nil
}
