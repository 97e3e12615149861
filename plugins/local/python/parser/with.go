package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

func (p *parser) withStmt(start int, async bool) ast.Stmt {
	p.next()
	s := &ast.With{IsAsync: async}
	if p.k == token.LParen {
		s.Items = p.parenthesizedItems()
	}
	for s.Items == nil || p.accept(token.Comma) {
		s.Items = append(s.Items, p.withItem())
	}
	s.Body = p.block()
	s.Span = p.span(start)
	return s
}

func (p *parser) withItem() *ast.WithItem {
	item := &ast.WithItem{ContextExpr: p.expression()}
	if p.accept(token.As) {
		t := p.starTarget()
		item.OptionalVars = t
	}
	return item
}

// parenthesizedItems parses items in parentheses; nil, having moved nowhere, if
// the parenthesis belongs to an expression.
func (p *parser) parenthesizedItems() []*ast.WithItem {
	start := p.i
	closing, hasAs := p.matching()
	if closing < 0 || p.toks[closing+1].Kind != token.Colon {
		return nil
	}
	if hasAs {
		return p.itemList()
	}
	// Without "as" the items look like a tuple, and a tuple of plain
	// expressions is a list of items.
	p.next()
	if p.k == token.RParen {
		p.back(start)
		return nil
	}
	plain := true
	var items []*ast.WithItem
	for plain && p.k != token.RParen {
		plain = p.k != token.Star && p.k != token.Yield && !(p.k == token.Name && p.peek() == token.ColonEqual)
		if plain {
			items = append(items, &ast.WithItem{ContextExpr: p.expression()})
			plain = p.k == token.RParen || p.accept(token.Comma)
		}
	}
	if !plain {
		p.back(start)
		return nil
	}
	p.next()
	return items
}

func (p *parser) itemList() []*ast.WithItem {
	p.next()
	var items []*ast.WithItem
	for {
		items = append(items, p.withItem())
		if !p.accept(token.Comma) || p.k == token.RParen {
			p.want(token.RParen)
			return items
		}
	}
}

// matching finds the token that closes the bracket at the current one, -1 if
// there is none, and whether "as" stands directly inside.
func (p *parser) matching() (closing int, hasAs bool) {
	level := 0
	for i := p.i; i < len(p.toks); i++ {
		switch p.toks[i].Kind {
		case token.LParen, token.LBracket, token.LBrace:
			level++
		case token.RParen, token.RBracket, token.RBrace:
			level--
			if level == 0 {
				return i, hasAs
			}
		case token.As:
			hasAs = hasAs || level == 1
		}
	}
	return -1, hasAs
}
