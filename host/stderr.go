package host

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	tailLines  = 12
	crashLines = 6
	maxLine    = 8 << 10 // bytes of one line that are kept

	// A plugin may log this much a second on average and this much in one go;
	// the rest is counted, not read into the host's log.
	logRate  = 256 << 10
	logBurst = 2 << 20
)

// tail keeps the last lines that a plugin wrote on stderr, and the first ones from a
// panic on: the goroutine dump that follows would push the reason out.
type tail struct {
	mu    sync.Mutex
	lines []string
	crash []string
}

func (t *tail) add(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.crash) > 0 || strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
		if len(t.crash) < crashLines {
			t.crash = append(t.crash, line)
			return
		}
	}
	t.lines = append(t.lines, line)
	if n := len(t.lines) - tailLines; n > 0 {
		t.lines = append(t.lines[:0], t.lines[n:]...)
	}
}

// text returns the lines for an error message: what panicked, or else the end.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.crash) > 0 {
		return strings.Join(t.crash, "\n")
	}
	return strings.Join(t.lines, "\n")
}

// stderrPump reads a plugin's stderr for as long as there is something, so that the
// plugin never blocks on it. It feeds the tail with everything and hands on to
// go-plugin (which parses and logs) what the rate allows.
type stderrPump struct {
	src  io.Reader
	out  *io.PipeWriter
	tail *tail
	done chan struct{} // closed when src ended

	budget  int
	last    time.Time
	dropped int
}

func newStderrPump(src io.Reader, t *tail) (*stderrPump, io.ReadCloser) {
	r, w := io.Pipe()
	p := &stderrPump{src: src, out: w, tail: t, done: make(chan struct{}), budget: logBurst, last: time.Now()}
	go p.run()
	return p, r
}

func (p *stderrPump) run() {
	defer close(p.done)
	defer p.out.Close()
	r := bufio.NewReaderSize(p.src, maxLine)
	for {
		line, err := readLine(r)
		if len(line) > 0 || err == nil {
			p.line(line)
		}
		if err != nil {
			p.flushDropped()
			return
		}
	}
}

// readLine returns the next line, cut at the reader's size, without its end.
func readLine(r *bufio.Reader) (string, error) {
	part, err := r.ReadSlice('\n')
	line := strings.TrimRight(string(part), "\r\n")
	if errors.Is(err, bufio.ErrBufferFull) {
		line += "… (cut)"
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.ReadSlice('\n')
		}
	}
	return line, err
}

func (p *stderrPump) line(line string) {
	p.tail.add(plainLog(line))
	now := time.Now()
	p.budget = min(logBurst, p.budget+int(now.Sub(p.last).Seconds()*logRate))
	p.last = now
	if cost := len(line) + 64; p.budget < cost {
		p.dropped++
		return
	} else {
		p.budget -= cost
	}
	p.flushDropped()
	_, _ = io.WriteString(p.out, line+"\n")
}

// flushDropped says in the log how much of it is missing.
func (p *stderrPump) flushDropped() {
	if p.dropped > 0 {
		_, _ = fmt.Fprintf(p.out, "[WARN] %d log lines of the plugin dropped: it writes too many\n", p.dropped)
		p.dropped = 0
	}
}

// plainLog turns a line of hclog's JSON into what a person reads; others stay.
func plainLog(line string) string {
	if !strings.HasPrefix(line, "{") {
		return line
	}
	var e map[string]any
	if json.Unmarshal([]byte(line), &e) != nil || e["@message"] == nil {
		return line
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[%v] %v", e["@level"], e["@message"])
	for _, k := range sortedKeys(e) {
		if !strings.HasPrefix(k, "@") {
			fmt.Fprintf(&b, " %s=%v", k, e[k])
		}
	}
	return b.String()
}
