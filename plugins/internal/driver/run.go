package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/transcript"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// These bound the tool calls of a run that wait for their results: how many they
// are, and the bytes of their arguments.
const (
	maxPendingCalls = 1000
	maxPendingBytes = maxFrame
)

// run is one Execute.
type run struct {
	id     uint32
	ctx    context.Context // of the tools; ends with the run
	cancel context.CancelFunc
	events shared.Events
	out    *transcript.Transcript
	limits shared.Limits
	watch  *stopwatch
	stop   func(*shared.Error) // interrupts the guest, for that reason

	mu       sync.Mutex
	over     bool // no more calls are made
	calls    int64
	pending  int
	bytes    int // of the arguments of those pending
	written  int64
	toolTime time.Duration
	tools    sync.WaitGroup
}

// output handles what the guest wrote.
func (r *run) output(stream shared.Stream, p []byte) {
	if !r.charge(len(p)) {
		return
	}
	// That nobody listens any more ends the session, not this run.
	if stream == shared.Stdout {
		_ = r.out.Write(p)
		return
	}
	_ = r.out.Flush()
	_ = r.events.Output(stream, p)
}

// charge counts output, and stops a run that made too much.
func (r *run) charge(n int) bool {
	r.mu.Lock()
	r.written += int64(n)
	over := r.limits.OutputBytes > 0 && r.written > r.limits.OutputBytes
	r.mu.Unlock()
	if over {
		r.stop(shared.Errorf(shared.KindLimitOutput, "The code printed more than %d bytes", r.limits.OutputBytes))
	}
	return !over
}

// call starts a tool call.
func (r *run) call(c *conn, m *message) error {
	id := m.Call
	call, size, err := toolCall(m)
	if err != nil {
		return c.answer(id, nil, &toolError{Type: "ValueError", Message: err.Error()})
	}
	if refusal := r.admit(size); refusal != "" {
		return c.answer(id, nil, &toolError{Type: "RuntimeError", Message: refusal})
	}
	go func() {
		defer r.tools.Done()
		v, e := r.runTool(call)
		r.mu.Lock()
		r.pending--
		r.bytes -= size
		r.mu.Unlock()
		_ = c.answer(id, v, e) // a driver that is gone waits for nothing
	}()
	return nil
}

// admit counts a call, or tells why it can't be made.
func (r *run) admit(size int) (refusal string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	switch {
	case r.over:
		return "the run is over"
	case r.limits.ToolCalls > 0 && r.calls > r.limits.ToolCalls:
		return fmt.Sprintf("Reached the max number of tool calls of %d", r.limits.ToolCalls)
	case r.pending >= maxPendingCalls:
		return fmt.Sprintf("more than %d tool calls wait for their results", maxPendingCalls)
	case r.pending > 0 && r.bytes+size > maxPendingBytes:
		return fmt.Sprintf("the arguments of the tool calls that wait for their results have more than %d bytes", maxPendingBytes)
	}
	r.pending++
	r.bytes += size
	r.tools.Add(1)
	return ""
}

// end gives up the calls under way, and waits for that.
func (r *run) end() {
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	r.cancel()
	r.tools.Wait()
}

// toolCall is the call that a message asks for, and the bytes of its arguments.
func toolCall(m *message) (call *shared.ToolCall, size int, err error) {
	call = &shared.ToolCall{Name: m.Name}
	for _, a := range m.Args {
		t, err := argument(a)
		if err != nil {
			return nil, 0, err
		}
		size += len(t)
		call.Args = append(call.Args, t)
	}
	for _, kw := range m.Kwargs {
		var name string
		if err := json.Unmarshal(kw[0], &name); err != nil {
			return nil, 0, err
		}
		t, err := argument(kw[1])
		if err != nil {
			return nil, 0, err
		}
		size += len(t) + len(name)
		call.Kwargs = append(call.Kwargs, shared.Variable{Name: name, Value: t})
	}
	return call, size + len(m.Name), nil
}

// argument is a value that must be there, if only as None.
func argument(raw json.RawMessage) (value.Text, error) {
	t, err := safeText(raw)
	if t == nil && err == nil {
		t = value.NoneText()
	}
	return t, err
}

// runTool calls a tool with the run's clock stopped.
func (r *run) runTool(call *shared.ToolCall) (json.RawMessage, *toolError) {
	_ = r.out.Flush()
	r.watch.pause()
	start := time.Now()
	result, err := r.events.CallTool(r.ctx, call)
	r.mu.Lock()
	r.toolTime += time.Since(start)
	r.mu.Unlock()
	r.watch.resume()
	if err == nil {
		var raw json.RawMessage
		if raw, err = wireValue(result); err == nil {
			return raw, nil
		}
		err = fmt.Errorf("result of tool '%s': %w", call.Name, err)
	}
	e := &toolError{Message: err.Error()}
	var known *shared.Error
	if errors.As(err, &known) {
		e.Type, e.Message = known.Type, known.Message
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("tool '%s' failed", call.Name)
	}
	return nil, e
}

// stopwatch fires once the time is up that it runs for, pauses not counted.
type stopwatch struct {
	mu     sync.Mutex
	timer  *time.Timer // nil: no limit, or fired
	left   time.Duration
	since  time.Time
	paused int
}

func startWatch(limit time.Duration, fire func()) *stopwatch {
	w := &stopwatch{left: limit, since: time.Now()}
	if limit > 0 {
		w.timer = time.AfterFunc(limit, fire)
	}
	return w
}

func (w *stopwatch) pause() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.paused++; w.paused == 1 && w.timer != nil {
		w.timer.Stop()
		w.left -= time.Since(w.since)
	}
}

func (w *stopwatch) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.paused--; w.paused == 0 && w.timer != nil {
		w.since = time.Now()
		w.timer.Reset(max(w.left, 0))
	}
}

func (w *stopwatch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}
