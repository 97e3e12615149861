package parser

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// strings parses adjacent string literals and f-strings as one value.
func (p *parser) strings() ast.Expr {
	start := p.i
	var parts []ast.Expr
	joined, bytes := false, 0
	n := 0
	for ; p.k == token.String || p.k == token.FStringStart; n++ {
		if p.k == token.FStringStart {
			parts = p.fstring(parts)
			joined = true
			continue
		}
		c := p.str()
		if _, ok := c.Value.(ast.Bytes); ok {
			bytes++
		}
		parts = append(parts, c)
	}
	if bytes > 0 && bytes < n {
		p.failWith("SyntaxError", "cannot mix bytes and nonbytes literals", -1)
	}
	if n == 1 && !joined {
		return parts[0]
	}
	if !joined {
		c := merge(parts)
		c.Span = p.span(start)
		return c
	}
	j := &ast.JoinedStr{Values: fold(parts)}
	j.Span = p.span(start)
	return j
}

// merge joins constants of one type into one.
func merge(parts []ast.Expr) *ast.Constant {
	first := parts[0].(*ast.Constant)
	last := parts[len(parts)-1].(*ast.Constant)
	c := &ast.Constant{Kind: first.Kind}
	c.Span = ast.Span{Line: first.Line, Col: first.Col, EndLine: last.EndLine, EndCol: last.EndCol}
	var b strings.Builder
	_, isBytes := first.Value.(ast.Bytes)
	for _, part := range parts {
		switch v := part.(*ast.Constant).Value.(type) {
		case string:
			b.WriteString(v)
		case ast.Bytes:
			b.WriteString(string(v))
		}
	}
	if isBytes {
		c.Value, c.Kind = ast.Bytes(b.String()), ""
	} else {
		c.Value = b.String()
	}
	return c
}

// fold merges neighbouring constants of an f-string and drops empty ones.
func fold(parts []ast.Expr) []ast.Expr {
	var out []ast.Expr
	for i := 0; i < len(parts); {
		j := i
		for j < len(parts) && isConstant(parts[j]) {
			j++
		}
		switch {
		case j == i:
			out = append(out, parts[i])
			j++
		case j == i+1:
			if parts[i].(*ast.Constant).Value != "" {
				out = append(out, parts[i])
			}
		default:
			if c := merge(parts[i:j]); c.Value != "" {
				out = append(out, c)
			}
		}
		i = j
	}
	return out
}

func isConstant(e ast.Expr) bool {
	_, ok := e.(*ast.Constant)
	return ok
}

// str parses one string literal without expressions.
func (p *parser) str() *ast.Constant {
	t := &p.toks[p.i]
	text := p.file.Text(t)
	c := &ast.Constant{Span: ast.Span{Line: t.Line, Col: t.Col, EndLine: t.EndLine, EndCol: t.EndCol}}
	raw, bytes := false, false
	for ; text[0] != '"' && text[0] != '\''; text = text[1:] {
		switch text[0] | 0x20 {
		case 'r':
			raw = true
		case 'b':
			bytes = true
		case 'u':
			if text[0] == 'u' {
				c.Kind = "u"
			}
		}
	}
	size := 1
	if len(text) >= 6 && text[1] == text[0] && text[2] == text[0] {
		size = 3
	}
	text = text[size : len(text)-size]
	if bytes {
		c.Value = p.bytesValue(text, raw)
	} else {
		c.Value = p.strValue(text, raw)
	}
	p.next()
	return c
}

func (p *parser) bytesValue(text string, raw bool) ast.Bytes {
	for i := range len(text) {
		if text[i] >= 0x80 {
			p.failWith("SyntaxError", "bytes can only contain ASCII literal characters", p.i)
		}
	}
	if raw || strings.IndexByte(text, '\\') < 0 {
		return ast.Bytes(text)
	}
	b, doubt, err := unescapeBytes(text)
	if err != "" {
		p.failWith("SyntaxError", "(value error) "+err, -1)
	}
	p.warnEscape(doubt)
	return ast.Bytes(b)
}

func (p *parser) strValue(text string, raw bool) string {
	if raw || strings.IndexByte(text, '\\') < 0 {
		return text
	}
	s, doubt, err := unescape(text)
	if err != "" {
		p.failWith("SyntaxError", "(unicode error) 'unicodeescape' codec can't decode "+err, -1)
	}
	p.warnEscape(doubt)
	return s
}
