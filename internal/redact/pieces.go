package redact

import "strings"

// Pieces hides secrets in a text that comes in pieces, of which one secret may take
// several. It isn't safe for use from several goroutines.
type Pieces struct {
	r      *Redactor
	values []string // the longest first
	starts [256]bool
	held   string
}

// Pieces begins a text.
func (r *Redactor) Pieces() *Pieces {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &Pieces{r: r, values: r.values()}
	for _, v := range p.values {
		p.starts[v[0]] = true
	}
	return p
}

// Add takes a piece and returns what can be shown by now: what may be the beginning of a
// secret is held back.
func (p *Pieces) Add(piece string) string {
	text := p.held + piece
	for i := 0; i < len(text); i++ {
		if !p.starts[text[i]] {
			continue
		}
		found, open := p.at(text[i:])
		if open {
			p.held = text[i:]
			return p.r.Text(text[:i])
		}
		if found > 0 {
			i += found - 1
		}
	}
	p.held = ""
	return p.r.Text(text)
}

// at is how long the secret is that a text begins with; open tells that more text could
// make it a longer one.
func (p *Pieces) at(text string) (found int, open bool) {
	for _, v := range p.values {
		if len(v) > len(text) && strings.HasPrefix(v, text) {
			return 0, true
		}
		if strings.HasPrefix(text, v) {
			return len(v), false
		}
	}
	return 0, false
}

// End returns what was held back, and begins another text.
func (p *Pieces) End() string {
	text := p.held
	p.held = ""
	return p.r.Text(text)
}
