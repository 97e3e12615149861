package parser

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// fstring parses an f-string and appends its parts.
func (p *parser) fstring(parts []ast.Expr) []ast.Expr {
	raw := strings.ContainsAny(p.file.Text(&p.toks[p.i]), "rR")
	p.enter(2)
	p.next()
	for p.k != token.FStringEnd {
		parts = p.fstringPart(parts, raw)
	}
	p.next()
	p.leave(2)
	return parts
}

// fstringPart parses a piece of text or a replacement field.
func (p *parser) fstringPart(parts []ast.Expr, raw bool) []ast.Expr {
	if p.k == token.LBrace {
		return p.field(parts, raw)
	}
	if p.k != token.FStringMiddle {
		p.fail()
	}
	start := p.i
	text := p.file.Text(&p.toks[p.i])
	c := &ast.Constant{Value: p.strValue(text, raw)}
	p.next()
	c.Span = p.span(start)
	return append(parts, c)
}

// field parses a replacement field, with the text of a debug expression ("=")
// in front of it.
func (p *parser) field(parts []ast.Expr, raw bool) []ast.Expr {
	start := p.i
	p.next()
	v := &ast.FormattedValue{Conversion: -1}
	if p.k == token.Yield {
		v.Value = p.yield()
	} else {
		v.Value = p.starExpressions()
	}
	debug := p.accept(token.Equal)
	if debug {
		parts = append(parts, p.debugText(start, raw))
	}
	hasConversion := p.accept(token.Exclamation)
	if hasConversion {
		v.Conversion = p.conversion()
	}
	if p.k == token.Colon {
		v.FormatSpec = p.formatSpec(raw)
	}
	if debug && !hasConversion && v.FormatSpec == nil {
		v.Conversion = 'r'
	}
	p.want(token.RBrace)
	v.Span = p.span(start)
	return append(parts, v)
}

// conversion parses the letter after "!".
func (p *parser) conversion() int {
	if p.toks[p.i].Start != p.toks[p.i-1].End {
		p.fail()
	}
	letter := p.name()
	if letter != "s" && letter != "r" && letter != "a" {
		p.fail()
	}
	return int(letter[0])
}

// formatSpec parses a format spec from its colon on.
func (p *parser) formatSpec(raw bool) ast.Expr {
	start := p.i
	p.next()
	p.enter(1)
	var parts []ast.Expr
	for p.k != token.RBrace {
		parts = p.fstringPart(parts, raw)
	}
	if len(parts) == 1 {
		if c, ok := parts[0].(*ast.Constant); ok && c.Value == "" {
			parts = nil
		}
	}
	j := &ast.JoinedStr{Values: parts}
	j.Span = p.span(start)
	p.leave(1)
	return j
}

// debugText is the source of a debug expression from the brace at token start
// to the current token, without comments.
func (p *parser) debugText(start int, raw bool) *ast.Constant {
	open, end := &p.toks[start], &p.toks[p.i]
	c := &ast.Constant{Span: ast.Span{Line: open.Line, Col: open.EndCol, EndLine: end.Line, EndCol: end.Col}}
	var b strings.Builder
	pos := open.End
	for i := start + 1; i <= p.i; i++ {
		t := &p.toks[i]
		b.WriteString(withoutComments(p.file.Src[pos:t.Start]))
		if i < p.i {
			b.WriteString(p.file.Src[t.Start:t.End])
			pos = t.End
		}
	}
	// CPython 3.12 reads escapes in it too, as in the rest of the string.
	c.Value = p.strValue(b.String(), raw)
	return c
}

// withoutComments drops the comments from the blanks between two tokens.
func withoutComments(blanks string) string {
	for {
		i := strings.IndexByte(blanks, '#')
		if i < 0 {
			return blanks
		}
		rest := blanks[i:]
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		blanks = blanks[:i] + rest[end:]
	}
}
