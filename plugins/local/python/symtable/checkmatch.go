package symtable

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
)

// patternCheck is the state of the check of one pattern.
type patternCheck struct {
	*checker
	stores      []string // names bound so far
	irrefutable bool     // whether a pattern that always matches may stand here
}

func (c *checker) match(s *ast.Match) {
	c.expr(s.Subject)
	for i, m := range s.Cases {
		last := i == len(s.Cases)-1
		if !(last && i > 0 && wildcard(m.Pattern)) {
			p := &patternCheck{checker: c, irrefutable: m.Guard != nil || last}
			p.pattern(m.Pattern)
			for _, name := range p.stores {
				c.forbidden(name, ast.Store, m.Pattern.Pos())
			}
		}
		c.optional(m.Guard)
		c.stmts(m.Body)
	}
}

func wildcard(p ast.Pattern) bool {
	as, ok := p.(*ast.MatchAs)
	return ok && as.Pattern == nil && as.Name == ""
}

func (p *patternCheck) pattern(pat ast.Pattern) {
	switch pat := pat.(type) {
	case *ast.MatchValue:
		switch pat.Value.(type) {
		case *ast.Constant, *ast.Attribute, *ast.UnaryOp, *ast.BinOp:
			p.expr(pat.Value)
		default:
			p.fail(&pat.Span, "patterns may only match literals and attribute lookups")
		}
	case *ast.MatchSequence:
		p.sequence(pat)
	case *ast.MatchStar:
		p.store(pat.Name, &pat.Span)
	case *ast.MatchMapping:
		p.mapping(pat)
	case *ast.MatchClass:
		p.class(pat)
	case *ast.MatchAs:
		p.as(pat)
	case *ast.MatchOr:
		p.or(pat)
	}
}

// sub checks patterns inside another one, where any may always match.
func (p *patternCheck) sub(list []ast.Pattern) {
	outer := p.irrefutable
	p.irrefutable = true
	for _, pat := range list {
		p.pattern(pat)
	}
	p.irrefutable = outer
}

func (p *patternCheck) store(name string, at *ast.Span) {
	if name == "" {
		return
	}
	p.forbidden(name, ast.Store, at)
	if slices.Contains(p.stores, name) {
		p.fail(at, "multiple assignments to name '%s' in pattern", name)
	}
	p.stores = append(p.stores, name)
}

func (p *patternCheck) as(pat *ast.MatchAs) {
	if pat.Pattern != nil {
		p.pattern(pat.Pattern)
	} else if !p.irrefutable {
		if pat.Name != "" {
			p.fail(&pat.Span, "name capture '%s' makes remaining patterns unreachable", pat.Name)
		}
		p.fail(&pat.Span, "wildcard makes remaining patterns unreachable")
	}
	p.store(pat.Name, &pat.Span)
}

func (p *patternCheck) or(pat *ast.MatchOr) {
	var control []string
	for i, alt := range pat.Patterns {
		q := &patternCheck{checker: p.checker, irrefutable: p.irrefutable && i == len(pat.Patterns)-1}
		q.pattern(alt)
		if i == 0 {
			control = q.stores
			continue
		}
		same := len(q.stores) == len(control)
		for _, name := range control {
			same = same && slices.Contains(q.stores, name)
		}
		if !same {
			p.fail(&pat.Span, "alternative patterns bind different names")
		}
	}
	for _, name := range control {
		p.store(name, &pat.Span)
	}
}

func (p *patternCheck) sequence(pat *ast.MatchSequence) {
	star := false
	for _, sub := range pat.Patterns {
		if _, ok := sub.(*ast.MatchStar); !ok {
			continue
		}
		if star {
			p.fail(&pat.Span, "multiple starred names in sequence pattern")
		}
		star = true
	}
	p.sub(pat.Patterns)
}

func (p *patternCheck) mapping(pat *ast.MatchMapping) {
	seen := map[string]bool{}
	for _, key := range pat.Keys {
		switch key.(type) {
		case *ast.Attribute:
			p.expr(key)
			continue
		case *ast.JoinedStr:
			p.fail(&pat.Span, "mapping pattern keys may only match literals and attribute lookups")
		}
		value := foldKey(key)
		if id := keyID(value); seen[id] {
			p.fail(&pat.Span, "mapping pattern checks duplicate key (%s)", ast.Repr(value))
		} else {
			seen[id] = true
		}
	}
	p.sub(pat.Patterns)
	p.store(pat.Rest, &pat.Span)
}

// foldKey is the value of a literal key.
func foldKey(e ast.Expr) ast.Const {
	switch e := e.(type) {
	case *ast.Constant:
		return e.Value
	case *ast.UnaryOp:
		switch v := foldKey(e.Operand).(type) {
		case int64:
			return -v
		case *big.Int:
			return new(big.Int).Neg(v)
		case float64:
			return -v
		case complex128:
			return -v
		}
	case *ast.BinOp:
		left, right := toComplex(foldKey(e.Left)), toComplex(foldKey(e.Right))
		if e.Op == ast.Sub {
			return left - right
		}
		return left + right
	}
	return nil
}

func toComplex(v ast.Const) complex128 {
	switch v := v.(type) {
	case int64:
		return complex(float64(v), 0)
	case *big.Int:
		f, _ := new(big.Float).SetInt(v).Float64()
		return complex(f, 0)
	case float64:
		return complex(v, 0)
	case complex128:
		return v
	}
	return 0
}

// keyID is equal for the keys that are equal in Python.
func keyID(v ast.Const) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "n(1+0i)"
		}
		return "n(0+0i)"
	case int64:
		if v == int64(float64(v)) {
			return fmt.Sprint("n", complex(float64(v), 0))
		}
	case float64, complex128:
		return fmt.Sprint("n", toComplex(v)+0)
	}
	return fmt.Sprintf("%T%v", v, v)
}

func (p *patternCheck) class(pat *ast.MatchClass) {
	for i, name := range pat.KwdAttrs {
		p.forbidden(name, ast.Store, pat.KwdPatterns[i].Pos())
		for j := i + 1; j < len(pat.KwdAttrs); j++ {
			if pat.KwdAttrs[j] == name {
				p.fail(pat.KwdPatterns[j].Pos(), "attribute name repeated in class pattern: %s", name)
			}
		}
	}
	p.expr(pat.Class)
	p.sub(pat.Patterns)
	p.sub(pat.KwdPatterns)
}
