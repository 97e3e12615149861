package executor

import (
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/airlockhq/airlock/shared"
)

// stdout and stderr are the guest's streams: of the run under way, else of the
// session.
type (
	stdout struct{ s *Session }
	stderr struct{ s *Session }
)

func (w stdout) Write(p []byte) (int, error) {
	if w.s.run == nil {
		return len(p), w.s.between.Output(shared.Stdout, p)
	}
	return len(p), w.s.run.out.write(p)
}

func (w stderr) Write(p []byte) (int, error) {
	if w.s.run == nil {
		return len(p), w.s.between.Output(shared.Stderr, p)
	}
	if err := w.s.run.out.flush(); err != nil {
		return 0, err
	}
	return len(p), w.s.run.events.Output(shared.Stderr, p)
}

const (
	flushBytes = 16 << 10             // sent at once
	flushDelay = 5 * time.Millisecond // how long less than that may wait
)

// transcript is a run's standard output: streamed as it comes, in batches, and
// kept for the logs, of which only the first and last max/2 characters are. Of
// output beyond max the stream too shows the head, the marker and the tail,
// the last two at the end.
type transcript struct {
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

func newTranscript(events shared.Events, max int64) *transcript {
	t := &transcript{events: events, half: int(max / 2), max: max}
	if max < 0 {
		t.half = -1
	}
	return t
}

func (t *transcript) write(p []byte) error {
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
func (t *transcript) send() error {
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

func (t *transcript) flushLate() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		_ = t.send() // kept in t.err for the guest's next write
	}
}

// flush streams what is pending now.
func (t *transcript) flush() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.send()
}

// rest is the marker, where something was cut, and the tail.
func (t *transcript) rest() string {
	if t.half < 0 {
		return ""
	}
	if t.chars <= t.max {
		return string(t.tail)
	}
	return fmt.Sprintf("\n..._This content has been truncated to stay below %d characters_...\n", t.max) + string(t.tail[suffix(t.tail, t.half):])
}

// finish streams what is left at the end of the run.
func (t *transcript) finish() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending = append(t.pending, t.rest()...)
	return t.send()
}

// logs is the output as kept, and whether it was cut.
func (t *transcript) logs() (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.head) + t.rest(), t.half >= 0 && t.chars > t.max
}
