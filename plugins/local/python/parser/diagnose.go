package parser

import "github.com/airlockhq/airlock/plugins/local/python/token"

// diagnose finds the error of a source that the parser refused.
func diagnose(p *parser, filename string, m mode) *SyntaxError {
	if p.k == token.Error {
		return tokenError(p.file, p.file.Err, filename)
	}
	kind, msg, start, end := "SyntaxError", "invalid syntax", p.i, p.i
	if p.err != nil {
		kind, msg, start, end = p.err.kind, p.err.msg, p.err.start, p.err.end
	}
	return p.errorAt(kind, msg, start, end, filename)
}

// errorAt is an error from one token to another.
func (p *parser) errorAt(kind, msg string, start, end int, filename string) *SyntaxError {
	s, e := &p.toks[start], &p.toks[end]
	return &SyntaxError{
		Kind: kind, Msg: msg, Filename: filename, Text: lineText(p.file, int(s.Line)),
		Line: int(s.Line), Col: p.charCol(s.Line, s.Col), EndLine: int(e.EndLine), EndCol: p.charCol(e.EndLine, e.EndCol),
	}
}

// charCol turns a byte column into CPython's offset, which counts characters
// from 1.
func (p *parser) charCol(line, col int32) int {
	n := 1
	for i := range p.file.Line(int(line)) {
		if i >= int(col) {
			break
		}
		n++
	}
	return n
}
