package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// capture is a name that a pattern binds and the register of its value. Names
// are bound when the whole pattern has matched.
type capture struct {
	name string
	reg  int
}

// matching is the state of compiling one case.
type matching struct {
	fail     *label // the next case
	captures []capture
}

func (u *unit) match(s *ast.Match) {
	subject := u.alloc()
	u.expr(s.Subject, subject)
	end := u.newLabel()
	for _, c := range s.Cases {
		mark := u.top
		m := &matching{fail: u.newLabel()}
		u.pattern(m, c.Pattern, subject)
		for _, cp := range m.captures {
			u.storeName(cp.name, cp.reg)
		}
		if c.Guard != nil {
			u.jumpIf(c.Guard, false, m.fail)
		}
		u.top = mark
		u.openRegion()
		u.stmts(c.Body)
		u.closeRegion()
		u.jump(code.OpJump, 0, 0, 0, end)
		u.flow.dead = true
		u.bind(m.fail)
		u.at(s)
	}
	u.bind(end)
}

// bind notes that the pattern binds a name to r[reg].
func (m *matching) bind(name string, reg int) {
	m.captures = append(m.captures, capture{name, reg})
}

// pattern compiles the test of r[subj] against a pattern: it goes on if it
// matches and jumps to m.fail if not. The registers of captures stay taken.
func (u *unit) pattern(m *matching, p ast.Pattern, subj int) {
	old := u.at(p)
	defer func() { u.pos = old }()
	switch p := p.(type) {
	case *ast.MatchValue:
		mark := u.top
		u.jumpPair(ast.Eq, subj, p.Value, false, m.fail)
		u.top = mark
	case *ast.MatchSingleton:
		u.matchSingleton(m, p, subj)
	case *ast.MatchAs:
		if p.Pattern != nil {
			u.pattern(m, p.Pattern, subj)
		}
		if p.Name != "" {
			m.bind(p.Name, subj)
		}
	case *ast.MatchOr:
		u.matchOr(m, p, subj)
	case *ast.MatchSequence:
		u.matchSequence(m, p, subj)
	case *ast.MatchMapping:
		u.matchMapping(m, p, subj)
	case *ast.MatchClass:
		u.matchClass(m, p, subj)
	case *ast.MatchStar:
		if p.Name != "" {
			m.bind(p.Name, subj)
		}
	}
}

func (u *unit) matchSingleton(m *matching, p *ast.MatchSingleton, subj int) {
	if p.Value == nil {
		u.jump(code.OpJumpNone, subj, 0, 0, m.fail)
		return
	}
	t := u.alloc()
	u.loadConst(p.Value, t)
	u.jump(code.OpJumpIs, subj, t, 0, m.fail)
	u.top = t
}

// matchOr compiles alternatives, which all bind the same names: those of the
// first decide the registers.
func (u *unit) matchOr(m *matching, p *ast.MatchOr, subj int) {
	names := captureNames(p.Patterns[0], nil)
	regs := u.allocN(len(names))
	success := u.newLabel()
	mark := u.top
	for i, alt := range p.Patterns {
		last := i == len(p.Patterns)-1
		sub := &matching{fail: m.fail}
		if !last {
			sub.fail = u.newLabel()
		}
		u.pattern(sub, alt, subj)
		for _, c := range sub.captures {
			u.move(regs+indexOf(names, c.name), c.reg)
		}
		u.top = mark
		if !last {
			u.jump(code.OpJump, 0, 0, 0, success)
			u.flow.dead = true
			u.bind(sub.fail)
		}
	}
	u.bind(success)
	for j, name := range names {
		m.bind(name, regs+j)
	}
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// captureNames lists the names that a pattern binds.
func captureNames(p ast.Pattern, names []string) []string {
	add := func(name string) {
		if name != "" && indexOf(names, name) < 0 {
			names = append(names, name)
		}
	}
	all := func(list []ast.Pattern) {
		for _, x := range list {
			names = captureNames(x, names)
		}
	}
	switch p := p.(type) {
	case *ast.MatchAs:
		if p.Pattern != nil {
			names = captureNames(p.Pattern, names)
		}
		add(p.Name)
	case *ast.MatchStar:
		add(p.Name)
	case *ast.MatchOr:
		names = captureNames(p.Patterns[0], names)
	case *ast.MatchSequence:
		all(p.Patterns)
	case *ast.MatchMapping:
		all(p.Patterns)
		add(p.Rest)
	case *ast.MatchClass:
		all(p.Patterns)
		all(p.KwdPatterns)
	}
	return names
}

// isWildcard reports whether a pattern is "_" or "*_".
func isWildcard(p ast.Pattern) bool {
	switch p := p.(type) {
	case *ast.MatchAs:
		return p.Pattern == nil && p.Name == ""
	case *ast.MatchStar:
		return p.Name == ""
	}
	return false
}

func (u *unit) matchSequence(m *matching, p *ast.MatchSequence, subj int) {
	star := -1
	onlyWild, starWild := true, false
	for i, x := range p.Patterns {
		if _, ok := x.(*ast.MatchStar); ok {
			star, starWild = i, isWildcard(x)
		}
		onlyWild = onlyWild && isWildcard(x)
	}
	n := len(p.Patterns)
	if n > 200 {
		panic(outOfRegisters{u.pos})
	}
	t := u.alloc()
	u.emit(code.OpMatchSequence, t, subj, 0, 0)
	u.jump(code.OpJumpFalse, t, 0, 0, m.fail)
	switch {
	case star < 0:
		u.checkLen(subj, n, ast.Eq, m.fail)
	case n > 1:
		u.checkLen(subj, n-1, ast.GtE, m.fail)
	}
	u.top = t
	switch {
	case onlyWild:
	case starWild:
		u.matchItems(m, p.Patterns, star, subj)
	default:
		base := u.allocN(n)
		if star < 0 {
			u.emit(code.OpUnpack, subj, base, n, 0)
		} else {
			u.emit(code.OpUnpackStar, subj, base, star, n-star-1)
		}
		for i, x := range p.Patterns {
			u.pattern(m, x, base+i)
		}
	}
}

// checkLen jumps to fail unless len(r[subj]) compares to n as said.
func (u *unit) checkLen(subj, n int, op ast.CmpOperator, fail *label) {
	mark := u.top
	t := u.alloc()
	u.emit(code.OpLen, t, subj, 0, 0)
	if n <= 127 {
		u.jump(comparisons[op].immediate, t, n, 0, fail)
	} else {
		k := u.alloc()
		u.loadConst(int64(n), k)
		u.jump(comparisons[op].jump, t, k, 0, fail)
	}
	u.top = mark
}

// matchItems compiles a sequence pattern whose star binds nothing: it takes
// the items it wants by index.
func (u *unit) matchItems(m *matching, list []ast.Pattern, star, subj int) {
	for i, x := range list {
		if i == star || isWildcard(x) {
			continue
		}
		t := u.alloc()
		if i < star {
			u.emit(code.OpGetItemI, t, subj, 0, i)
		} else {
			n := u.alloc()
			u.emit(code.OpLen, n, subj, 0, 0)
			u.emit(code.OpSubI, n, n, 0, len(list)-i)
			u.emit(code.OpGetItem, t, subj, n, 0)
			u.top = n
		}
		u.pattern(m, x, t)
	}
}

func (u *unit) matchMapping(m *matching, p *ast.MatchMapping, subj int) {
	t := u.alloc()
	u.emit(code.OpMatchMapping, t, subj, 0, 0)
	u.jump(code.OpJumpFalse, t, 0, 0, m.fail)
	n := len(p.Keys)
	if n > 0 {
		u.checkLen(subj, n, ast.GtE, m.fail)
	}
	if n == 0 && p.Rest == "" {
		u.top = t
		return
	}
	keys := t
	u.tuple(p.Keys, keys)
	u.top = keys + 1
	values := u.alloc()
	u.emit(code.OpMatchKeys, values, subj, keys, 0)
	u.jump(code.OpJumpNone, values, 0, 1, m.fail)
	if n > 200 {
		panic(outOfRegisters{u.pos})
	}
	if n > 0 {
		base := u.allocN(n)
		u.emit(code.OpUnpack, values, base, n, 0)
		for i, x := range p.Patterns {
			u.pattern(m, x, base+i)
		}
	}
	if p.Rest != "" {
		rest := u.alloc()
		u.emit(code.OpMatchRest, rest, subj, keys, 0)
		m.bind(p.Rest, rest)
	}
}

func (u *unit) matchClass(m *matching, p *ast.MatchClass, subj int) {
	n := len(p.Patterns) + len(p.KwdPatterns)
	if n > 200 {
		panic(outOfRegisters{u.pos})
	}
	names := make([]any, len(p.KwdAttrs))
	for i, name := range p.KwdAttrs {
		names[i] = name
	}
	t := u.alloc()
	u.expr(p.Class, t)
	u.emit(code.OpMatchClass, t, subj, len(p.Patterns), u.constant(names))
	u.jump(code.OpJumpNone, t, 0, 1, m.fail)
	if n == 0 {
		u.top = t
		return
	}
	base := u.allocN(n)
	u.emit(code.OpUnpack, t, base, n, 0)
	for i, x := range append(append([]ast.Pattern(nil), p.Patterns...), p.KwdPatterns...) {
		u.pattern(m, x, base+i)
	}
}
