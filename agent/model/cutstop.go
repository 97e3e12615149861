package model

import (
	"context"
	"strings"

	"github.com/airlockhq/airlock/agent/model/internal/textcut"
)

// CutStop ends m's answers at the request's stop sequences, whatever the server makes of
// them: some models refuse them, some servers ignore or keep them. Of a stream nothing of
// a stop sequence is shown, not even its beginning.
func CutStop(m Model) Model { return &cutStop{Model: m} }

type cutStop struct{ Model }

// cutDrain is how many bytes may follow a stop sequence before the call is given up.
// Most models end soon by themselves, and only a call that ends tells its Usage.
const cutDrain = 2 << 10

// Generate implements Model.
func (c *cutStop) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	stops := nonEmpty(req.Stop)
	if len(stops) == 0 {
		return c.Model.Generate(ctx, req, onDelta)
	}
	if onDelta == nil {
		resp, err := c.Model.Generate(ctx, req, nil)
		if err == nil {
			cutResponse(resp, stops)
		}
		return resp, err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	cutter := &streamCutter{stops: stops, onDelta: onDelta, giveUp: cancel}
	resp, err := c.Model.Generate(inner, req, cutter.add)
	if err != nil {
		// What comes after the stop sequence isn't wanted, so its end doesn't matter.
		if cutter.cut && ctx.Err() == nil {
			return cutter.response(), nil
		}
		return nil, err
	}
	cutter.flush()
	cutResponse(resp, stops)
	return resp, nil
}

func nonEmpty(texts []string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// cutResponse cuts a whole answer. Its tool calls, which come after the text, go too.
func cutResponse(resp *Response, stops []string) {
	text := resp.Message.Text()
	if at := stopAt(text, stops); at >= 0 {
		resp.Message.Parts, resp.Message.ToolCalls = []Part{{Text: text[:at]}}, nil
		resp.StopReason = StopEnd
	}
}

// stopAt is where text ends by the stop sequence that is complete first, as a server
// that generates it piece by piece would see it; -1 is nowhere.
func stopAt(text string, stops []string) int {
	at, end := -1, len(text)+1
	for _, stop := range stops {
		i := strings.Index(text, stop)
		if i < 0 {
			continue
		}
		if e := i + len(stop); e < end || e == end && i < at {
			at, end = i, e
		}
	}
	return at
}

// streamCutter passes the pieces of an answer on up to a stop sequence.
type streamCutter struct {
	stops   []string
	onDelta func(*Delta)
	giveUp  func()

	pending         string // may be the beginning of a stop sequence
	cut             bool
	drained         int
	text, reasoning strings.Builder // what was passed on
}

func (s *streamCutter) add(d *Delta) {
	if d == nil {
		*s = streamCutter{stops: s.stops, onDelta: s.onDelta, giveUp: s.giveUp}
		s.onDelta(nil)
		return
	}
	if s.cut {
		s.drained += len(d.Text) + len(d.Reasoning)
		if d.ToolCall != nil {
			s.drained += len(d.ToolCall.Arguments)
		}
		if s.drained > cutDrain {
			s.giveUp()
		}
		return
	}
	if d.Reasoning != "" || d.ToolCall != nil {
		s.reasoning.WriteString(d.Reasoning)
		s.onDelta(&Delta{Reasoning: d.Reasoning, ToolCall: d.ToolCall})
	}
	if d.Text == "" {
		return
	}
	s.pending += d.Text
	if at := stopAt(s.pending, s.stops); at >= 0 {
		s.cut = true
		s.drained = len(s.pending) - at
		s.pending = s.pending[:at]
		s.flush()
		return
	}
	s.show(len(s.pending) - textcut.HeldBack(s.pending, s.stops...))
}

// flush shows what was held back.
func (s *streamCutter) flush() { s.show(len(s.pending)) }

func (s *streamCutter) show(n int) {
	if n == 0 {
		return
	}
	text := s.pending[:n]
	s.pending = s.pending[n:]
	s.text.WriteString(text)
	s.onDelta(&Delta{Text: text})
}

// response is the answer of a call that was given up after its stop sequence.
func (s *streamCutter) response() *Response {
	m := Text(RoleAssistant, s.text.String())
	m.Reasoning = s.reasoning.String()
	return &Response{Message: m, StopReason: StopEnd}
}
