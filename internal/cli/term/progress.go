package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/shared"
)

const (
	progressDelay = 500 * time.Millisecond // what is over sooner shows nothing
	progressFrame = 100 * time.Millisecond
	barWidth      = 24
	clearLine     = "\r\x1b[K"
)

// Progress is the line on standard error that shows how far something slow is. It
// appears after half a second, and only on a terminal. A nil Progress shows nothing.
type Progress struct {
	w     io.Writer
	paint Painter
	width int

	mu      sync.Mutex
	quit    chan struct{}
	text    string
	current int64
	total   int64
	unit    string
	begun   time.Time // of this text
	quiet   time.Time // when something else was last written
	shown   bool
	blocked bool // the cursor is in the middle of a line that isn't ours
}

// NewProgress starts showing text; nil where nobody would see it.
func (t *Terminal) NewProgress(text string) *Progress {
	if !t.ErrTTY {
		return nil
	}
	now := time.Now()
	p := &Progress{w: t.Err, paint: t.ErrPainter(), width: t.Width(), quit: make(chan struct{}), text: text, begun: now, quiet: now}
	go p.loop()
	return p
}

func (p *Progress) loop() {
	tick := time.NewTicker(progressFrame)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-tick.C:
			p.mu.Lock()
			if time.Since(p.quiet) >= progressDelay && !p.blocked {
				p.draw()
			}
			p.mu.Unlock()
		}
	}
}

// Phase shows another text, without a measure.
func (p *Progress) Phase(text string) { p.Update(text, 0, 0, "") }

// Update shows another text and how far it is; total is 0 if unknown.
func (p *Progress) Update(text string, current, total int64, unit string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if text != p.text {
		p.text, p.begun = text, time.Now()
	}
	p.current, p.total, p.unit = current, total, unit
}

// Event shows what an executor tells; it is a shared.Handler's OnProgress.
func (p *Progress) Event(e shared.Progress) {
	text := e.Phase
	if e.Text != "" {
		text = e.Phase + ": " + e.Text
	}
	p.Update(text, e.Current, e.Total, e.Unit)
}

// Around writes something else meanwhile. f returns whether the cursor is in the middle
// of a line then, which must not be written over.
func (p *Progress) Around(f func() (midLine bool)) {
	if p == nil {
		f()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.blocked = f()
	p.quiet = time.Now()
}

// Done removes the line. Further calls do nothing.
func (p *Progress) Done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.quit:
	default:
		close(p.quit)
		p.clear()
	}
}

func (p *Progress) clear() {
	if p.shown {
		_, _ = io.WriteString(p.w, clearLine) // a terminal that is gone shows nothing
		p.shown = false
	}
}

// draw shows the line. A frame that was due when Done came draws nothing.
func (p *Progress) draw() {
	select {
	case <-p.quit:
		return
	default:
	}
	took := time.Since(p.begun)
	lead := p.paint.Paint(Accent, spinner(took))
	if p.total > 0 {
		lead = p.bar()
	}
	line := fmt.Sprintf("%s %s %s", lead, oneLine(p.text), p.paint.Paint(Faint, p.measure(took)))
	_, _ = io.WriteString(p.w, clearLine+cut(line, p.width-1))
	p.shown = true
}

// oneLine is a text of strangers on one line, which needn't hold all of a long one.
func oneLine(text string) string {
	const most = 1000 // characters; more than a line of a terminal has
	if len(text) > most {
		runes := 0
		for i := range text {
			if runes++; runes > most {
				text = text[:i] + "..."
				break
			}
		}
	}
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(Escape(text))
}

func spinner(took time.Duration) string {
	frames := []string{"|", "/", "-", `\`}
	return frames[int(took/progressFrame)%len(frames)]
}

func (p *Progress) bar() string {
	done := int(barWidth * min(max(float64(p.current)/float64(p.total), 0), 1))
	return p.paint.Paint(Accent, strings.Repeat("=", done)) + p.paint.Paint(Faint, strings.Repeat("-", barWidth-done))
}

func (p *Progress) measure(took time.Duration) string {
	switch {
	case p.total > 0 && p.unit == "bytes":
		return fmt.Sprintf("%s of %s", Bytes(p.current), Bytes(p.total))
	case p.total > 0:
		return fmt.Sprintf("%d of %d %s", p.current, p.total, oneLine(p.unit))
	case took < progressDelay:
		return ""
	}
	return fmt.Sprintf("%.1f s", took.Seconds())
}

// cut shortens a line to the width of the terminal; longer ones would wrap and stay.
func cut(line string, width int) string {
	for Width(line) > width && len(line) > 0 {
		// Colours are closed at the end of the line at the latest.
		line = strings.TrimSuffix(line, "\x1b[m")
		r := []rune(line)
		line = string(r[:len(r)-1])
		if Width(line) <= width {
			return line + "\x1b[m"
		}
	}
	return line
}
