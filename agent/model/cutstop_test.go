package model

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// inPieces answers every call with the pieces, as they are.
type inPieces struct{ pieces []string }

func (m *inPieces) Info() Info { return Info{Provider: "test", ID: "pieces"} }

func (m *inPieces) Generate(ctx context.Context, _ *Request, onDelta func(*Delta)) (*Response, error) {
	for _, p := range m.pieces {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if onDelta != nil {
			onDelta(&Delta{Text: p})
		}
	}
	return &Response{
		Message: Text(RoleAssistant, strings.Join(m.pieces, "")), StopReason: StopLength, Usage: &Usage{OutputTokens: 7},
	}, nil
}

func TestCutStop(t *testing.T) {
	long := strings.Repeat("x", cutDrain)
	for _, test := range []struct {
		name   string
		pieces []string
		stop   []string
		want   string
		cut    bool
	}{
		{"none", []string{"a", "b"}, []string{"END"}, "ab", false},
		{"whole", []string{"a END b"}, []string{"END"}, "a ", true},
		{"split", []string{"a E", "N", "D b"}, []string{"END"}, "a ", true},
		{"false start", []string{"a E", "N", "EN", "D b"}, []string{"END"}, "a EN", true},
		{"overlap", []string{"aa", "ab"}, []string{"aab"}, "a", true},
		{"only a beginning", []string{"a EN"}, []string{"END"}, "a EN", false},
		{"first complete wins", []string{"abc", "def"}, []string{"abcdef", "c"}, "ab", true},
		{"longest of equal ends", []string{"x ab"}, []string{"b", "ab"}, "x ", true},
		{"empty ones are none", []string{"ab"}, []string{"", "b"}, "a", true},
		{"at once", []string{"END", "more"}, []string{"END"}, "", true},
		{"multibyte", []string{"é", "\xe2\x80", "\xa6z"}, []string{"…"}, "é", true},
		{"given up", []string{"a EN", "D", long, "y", "z"}, []string{"END"}, "a ", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			req := &Request{Stop: test.stop}
			for _, stream := range []bool{false, true} {
				m := CutStop(&inPieces{pieces: test.pieces})
				var c collect
				var onDelta func(*Delta)
				if stream {
					onDelta = c.add
				}
				resp, err := m.Generate(t.Context(), req, onDelta)
				if err != nil {
					t.Fatal(err)
				}
				if got := resp.Message.Text(); got != test.want {
					t.Errorf("stream %v: got %q, want %q", stream, got, test.want)
				}
				if cut := resp.StopReason == StopEnd; cut != test.cut {
					t.Errorf("stream %v: stop reason %q", stream, resp.StopReason)
				}
				if stream {
					c.check(t, &resp.Message)
				}
			}
		})
	}
}

func TestCutStopBeginsAnewAfterARetry(t *testing.T) {
	m := CutStop(modelFunc(func(_ context.Context, _ *Request, onDelta func(*Delta)) (*Response, error) {
		onDelta(&Delta{Text: "first ST"})
		onDelta(&Delta{Text: "OP rest"})
		onDelta(nil)
		for _, p := range []string{"second ", "S", "TOP"} {
			onDelta(&Delta{Text: p})
		}
		return &Response{Message: Text(RoleAssistant, "second STOP")}, nil
	}))
	var c collect
	resp, err := m.Generate(t.Context(), &Request{Stop: []string{"STOP"}}, c.add)
	if err != nil || resp.Message.Text() != "second " {
		t.Fatalf("%+v, %v", resp, err)
	}
	c.check(t, &resp.Message)
	if c.resets != 1 {
		t.Errorf("%d restarts told", c.resets)
	}
}

func TestCutStopKeepsErrors(t *testing.T) {
	broken := modelFunc(func(_ context.Context, _ *Request, onDelta func(*Delta)) (*Response, error) {
		onDelta(&Delta{Text: "abc"})
		return nil, &Error{Kind: KindBadResponse, Message: "broke off"}
	})
	var c collect
	if _, err := CutStop(broken).Generate(t.Context(), &Request{Stop: []string{"STOP"}}, c.add); !errors.Is(err, KindBadResponse) {
		t.Errorf("before the stop sequence: %v", err)
	}
	resp, err := CutStop(broken).Generate(t.Context(), &Request{Stop: []string{"b"}}, c.add)
	if err != nil || resp.Message.Text() != "a" {
		t.Errorf("after it: %+v, %v", resp, err)
	}
}

// TestCutStopGivesUp: a model that never ends by itself is left some time after the stop.
func TestCutStopGivesUp(t *testing.T) {
	endless := modelFunc(func(ctx context.Context, _ *Request, onDelta func(*Delta)) (*Response, error) {
		onDelta(&Delta{Text: "a STOP"})
		for ctx.Err() == nil {
			onDelta(&Delta{Text: "and on "})
		}
		return nil, ctx.Err()
	})
	resp, err := CutStop(endless).Generate(t.Context(), &Request{Stop: []string{"STOP"}}, func(*Delta) {})
	if err != nil || resp.Message.Text() != "a " || resp.StopReason != StopEnd {
		t.Fatalf("%+v, %v", resp, err)
	}
}

// modelFunc is a Model of one function.
type modelFunc func(context.Context, *Request, func(*Delta)) (*Response, error)

func (f modelFunc) Info() Info { return Info{Provider: "test", ID: "func"} }

func (f modelFunc) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	return f(ctx, req, onDelta)
}
