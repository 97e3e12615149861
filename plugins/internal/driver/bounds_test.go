package driver

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/shared"
)

// TestWriterOverflows: what a driver doesn't read is bounded, however it asks for more.
func TestWriterOverflows(t *testing.T) {
	r, out := io.Pipe() // which nobody reads
	defer r.Close()
	ended := make(chan struct{})
	w := newWriter(out, func() { close(ended) })
	piece := make([]byte, maxQueued/8)
	var err error
	for range 20 {
		if err = w.send(letterData, piece); err != nil {
			break
		}
	}
	if !errors.Is(err, errReadsNothing) || !w.overflowed() {
		t.Fatalf("the last of it gives %v", err)
	}
	<-ended
	_ = r.CloseWithError(io.ErrClosedPipe) // a write that fails later doesn't change the reason
	w.close()
	if !w.overflowed() {
		t.Error("the reason is forgotten")
	}
}

// TestAdmission: calls are bounded by number and by the bytes of their
// arguments, and end with the run.
func TestAdmission(t *testing.T) {
	r := &run{limits: shared.Limits{ToolCalls: shared.Unlimited}}
	_, r.cancel = context.WithCancel(t.Context())
	for _, c := range []struct {
		size int
		want string
	}{{maxPendingBytes + 1, ""}, {1, "more than"}} {
		if got := r.admit(c.size); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("a call of %d bytes: %q, want %q", c.size, got, c.want)
		}
	}
	r.pending, r.bytes = maxPendingCalls, 0
	if got := r.admit(1); !strings.Contains(got, "wait for their results") {
		t.Errorf("one call too many: %q", got)
	}
	r.pending = 0
	r.tools.Done()
	r.end()
	if got := r.admit(1); got != "the run is over" {
		t.Errorf("a call after the end: %q", got)
	}
}
