package difftest

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
)

// minimise makes a program smaller for as long as the interpreters differ on
// it: it takes out statements, then puts simple expressions for others.
func (w *worker) minimise(d *difference) *difference {
	for tries := 400; tries > 0; {
		smaller := false
		for _, src := range reductions(d.src) {
			if tries--; tries < 0 {
				break
			}
			if len(src) >= len(d.src) {
				continue
			}
			if e, _, err := w.compareOnce(src, newTally()); err == nil && e != nil && alike(d, e) {
				d, smaller = e, true
				break
			}
		}
		if !smaller {
			break
		}
	}
	return d
}

// alike keeps a difference from turning into another.
func alike(d, e *difference) bool {
	return lastWord(d.cpy) == lastWord(e.cpy) && lastWord(d.airlock) == lastWord(e.airlock)
}

// lastWord is the name of the exception that ended the program.
func lastWord(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	name, _, _ := strings.Cut(lines[len(lines)-1], ":")
	if !strings.HasSuffix(name, "Error") {
		return ""
	}
	return name
}

// reductions are the programs that are a step smaller.
func reductions(src string) []string {
	var out []string
	p := parseSample(src)
	if p == nil {
		lines := strings.SplitAfter(src, "\n")
		for n := len(lines) / 2; n > 0; n /= 2 {
			for i := 0; i+n <= len(lines); i += n {
				out = append(out, strings.Join(lines[:i], "")+strings.Join(lines[i+n:], ""))
			}
		}
		return out
	}
	for i, at := range p.statements {
		if next := i + 1; next < len(p.statements) {
			last := p.statements[min(i+len(p.statements)/2, len(p.statements)-1)]
			if last.Col == at.Col && last.Line > at.EndLine {
				out = append(out, p.replace(&ast.Span{Line: at.Line, Col: at.Col, EndLine: last.EndLine, EndCol: last.EndCol}, "pass"))
			}
		}
		if p.text(at) != "pass" {
			out = append(out, p.replace(at, "pass"))
		} else {
			out = append(out, src[:p.lines[at.Line-1]]+src[min(p.at(at.EndLine, at.EndCol)+1, len(src)):])
		}
	}
	// The body of a compound statement for the statement.
	for i, at := range p.statements {
		for _, in := range p.statements[i+1:] {
			if in.Line > at.EndLine {
				break
			}
			out = append(out, p.replace(at, strings.TrimLeft(indent(p.statement(in), strings.Repeat(" ", int(at.Col))), " ")))
		}
	}
	for i, at := range p.exprs {
		if len(p.text(at)) < 4 {
			continue
		}
		for _, in := range p.exprs[i+1:] {
			if p.at(in.Line, in.Col) >= p.at(at.EndLine, at.EndCol) {
				break
			}
			out = append(out, p.replace(at, p.text(in)))
		}
		out = append(out, p.replace(at, "1"), p.replace(at, "''"))
	}
	return out
}
