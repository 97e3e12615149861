// Package transcript keeps and streams what a run prints.
package transcript

import (
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/airlockhq/airlock/shared"
)

const (
	flushBytes = 16 << 10             // sent at once
	flushDelay = 5 * time.Millisecond // how long less than that may wait
)

// A Transcript is a run's standard output: streamed as it comes, in batches, and
// kept for the logs, of which only the first and last half of the characters
// allowed are. Of output beyond that the stream too shows the head, the marker
// and the tail, the last two at the end. It may be used from any goroutine.
type Transcript struct {
	events shared.Events
	half   int // characters of head and of tail; < 0: no limit

	mu      sync.Mutex
	pending []byte // not streamed yet
	timer   *time.Timer
	err     error // of streaming; reported to the guest's next write

	head      []byte
	headChars int
	tail      []byte // everything after the head, cut at the front now and then
	total     int64  // bytes
	chars     int64
	max       int64
}

// New makes the transcript of a run whose logs may hold max characters; < 0: no
// limit.
func New(events shared.Events, max int64) *Transcript {
	t := &Transcript{events: events, half: int(max / 2), max: max}
	if max < 0 {
		t.half = -1
	}
	return t
}

// Write adds output. Its error is that nobody listens any more.
func (t *Transcript) Write(p []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total += int64(len(p))
	t.chars += int64(utf8.RuneCount(p))
	room := p
	if t.half >= 0 {
		n := prefix(p, t.half-t.headChars)
		room, p = p[:n], p[n:]
		t.headChars += utf8.RuneCount(room)
		t.tail = append(t.tail, p...)
		if len(t.tail) > 8*t.half+4096 {
			t.tail = append(t.tail[:0], t.tail[suffix(t.tail, t.half):]...)
		}
	}
	t.head = append(t.head, room...)
	t.pending = append(t.pending, room...)
	if len(t.pending) >= flushBytes {
		return t.send()
	}
	if t.timer == nil && len(t.pending) > 0 {
		t.timer = time.AfterFunc(flushDelay, t.flushLate)
	}
	return t.err
}

// prefix is the length in bytes of the first n characters.
func prefix(p []byte, n int) int {
	if n >= len(p) {
		return len(p)
	}
	i := 0
	for ; n > 0 && i < len(p); n-- {
		_, size := utf8.DecodeRune(p[i:])
		i += size
	}
	return i
}

// suffix is where the last n characters begin.
func suffix(p []byte, n int) int {
	i := len(p)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRune(p[:i])
		i -= size
	}
	return i
}

// send streams what is pending. The lock is held, so that batches keep their
// order.
func (t *Transcript) send() error {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if len(t.pending) > 0 {
		if err := t.events.Output(shared.Stdout, t.pending); err != nil {
			t.err = err
		}
		t.pending = t.pending[:0]
	}
	return t.err
}

func (t *Transcript) flushLate() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		_ = t.send() // kept in t.err for the guest's next write
	}
}

// Flush streams what is pending now.
func (t *Transcript) Flush() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.send()
}

// rest is the marker, where something was cut, and the tail.
func (t *Transcript) rest() string {
	if t.half < 0 {
		return ""
	}
	if t.chars <= t.max {
		return string(t.tail)
	}
	return fmt.Sprintf("\n..._This content has been truncated to stay below %d characters_...\n", t.max) + string(t.tail[suffix(t.tail, t.half):])
}

// Finish streams what is left at the end of the run.
func (t *Transcript) Finish() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending = append(t.pending, t.rest()...)
	return t.send()
}

// Logs is the output as kept, and whether it was cut.
func (t *Transcript) Logs() (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.head) + t.rest(), t.half >= 0 && t.chars > t.max
}

// Bytes is how much was written.
func (t *Transcript) Bytes() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}
