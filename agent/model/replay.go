package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

const replayProvider = "recorded"

// Replay answers from a file that Record made, without a network. A request gets the
// answer that was recorded for an equal one, whatever was asked in between; equal
// requests get theirs in the recorded order, each once. A request without an answer is
// KindExhausted, with a hint where it differs from the nearest one that has been
// recorded. The secrets are those of Record.
func Replay(path string, secrets ...string) (Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("replaying: %w", err)
	}
	defer f.Close()
	p := &replayer{path: path, canon: newCanon(secrets), answers: map[string]*recorded{}}
	if err = p.load(f); err != nil {
		return nil, err
	}
	return p, nil
}

type replayer struct {
	path  string
	canon canon

	mu      sync.Mutex
	answers map[string]*recorded // by the hash of the request
	order   []*recorded
}

// recorded is what equal requests were answered.
type recorded struct {
	tree      any
	responses []*Response
	given     int
}

// maxRecord is how long a line of a recording may be, in bytes: a request with all that a
// model can read, and its answer.
const maxRecord = 128 << 20

// load reads the lines.
func (p *replayer) load(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxRecord)
	n := 1
	for ; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := p.add(lines.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: not a record of a model's answer: %w", p.path, n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: not a record of a model's answer: the line is longer than %d MiB", p.path, n, maxRecord>>20)
	case err != nil:
		return fmt.Errorf("replaying %s: %w", p.path, err)
	}
	return nil
}

func (p *replayer) add(line []byte) error {
	var rec record
	if err := json.Unmarshal(line, &rec); err != nil {
		return err
	}
	if rec.Request == nil || rec.Response == nil {
		return errors.New(`it needs a "request" and a "response"`)
	}
	// Again canonical: a line may have been edited by hand.
	tree, err := decodeTree(rec.Request)
	if err != nil {
		return err
	}
	raw, err := p.canon.rewrite(tree)
	if err != nil {
		return err
	}
	key := hashOf(raw)
	a := p.answers[key]
	if a == nil {
		a = &recorded{tree: tree}
		p.answers[key] = a
		p.order = append(p.order, a)
	}
	a.responses = append(a.responses, rec.Response)
	return nil
}

// Info implements Model.
func (p *replayer) Info() Info { return Info{Provider: replayProvider, ID: replayProvider} }

// Generate implements Model.
func (p *replayer) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	raw, err := p.canon.request(req)
	if err != nil {
		return nil, err
	}
	resp, err := p.take(raw)
	if err != nil {
		return nil, err
	}
	if err = playDeltas(ctx, resp, onDelta); err != nil {
		return nil, err
	}
	return resp, nil
}

func (p *replayer) take(canonical []byte) (*Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.answers[hashOf(canonical)]
	if a == nil {
		return nil, p.exhausted("the request isn't in "+p.path, p.nearest(canonical))
	}
	if a.given == len(a.responses) {
		return nil, p.exhausted(fmt.Sprintf("all %d answers that %s has for this request were given", a.given, p.path),
			"the run asks the same more often than the recorded one; record it anew")
	}
	a.given++
	return cloneResponse(a.responses[a.given-1]), nil
}

func (p *replayer) exhausted(message, hint string) error {
	return &Error{Kind: KindExhausted, Provider: replayProvider, Message: message, Hint: hint}
}

// nearest tells where a request leaves the recorded one that it shares most with.
func (p *replayer) nearest(canonical []byte) string {
	asked, err := decodeTree(canonical)
	if err != nil || len(p.order) == 0 {
		return "nothing is recorded there; record the run first"
	}
	best, hint := -1, ""
	for i, a := range p.order {
		equal, path, want, got := firstDifference(a.tree, asked)
		if equal > best {
			best = equal
			hint = fmt.Sprintf("the nearest is request %d of the recording: at %s it has %s, this one %s", i+1, path, want, got)
		}
	}
	return hint
}
