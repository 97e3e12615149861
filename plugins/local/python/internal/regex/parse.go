package regex

import "fmt"

// group is what the parser knows of a capturing group.
type group struct {
	closed bool
	w      widths
}

// A groupRef is the first conditional reference to a group that may not exist.
type groupRef struct{ group, pos int }

// A parser turns a pattern into a tree.
type parser struct {
	*lexer
	flags    Flags
	groups   []group // 0 is the whole pattern and stays open
	names    []NamedGroup
	byName   map[string]int
	refs     []groupRef
	behind   int // inside a lookbehind, the number of groups at its start; else 0
	warnings []string
}

const (
	digits    = "0123456789"
	octDigits = "01234567"
	hexDigits = "0123456789abcdefABCDEF"
)

func newParser(pattern string, isBytes bool, flags Flags) *parser {
	if len(pattern) > maxPattern {
		tooLarge()
	}
	return &parser{
		lexer:  newLexer(pattern, isBytes),
		flags:  flags,
		groups: make([]group, 1),
		byName: map[string]int{},
	}
}

// parse parses the whole pattern and fixes its flags.
func (p *parser) parse() *seq {
	tree := p.alternation(p.flags&Verbose != 0, 0)
	p.fixFlags()
	if !p.next.end() {
		panic(p.errorf(0, "unbalanced parenthesis"))
	}
	for _, r := range p.refs {
		if r.group >= len(p.groups) {
			panic(errorAt(fmt.Sprintf("invalid group reference %d", r.group), p.text, r.pos))
		}
	}
	return tree
}

// fixFlags checks the flags against the type of the pattern and adds Unicode.
func (p *parser) fixFlags() {
	f := &p.flags
	switch {
	case p.isBytes && *f&Unicode != 0:
		fail(KindValue, "cannot use UNICODE flag with a bytes pattern")
	case p.isBytes && *f&Locale != 0 && *f&ASCII != 0:
		fail(KindValue, "ASCII and LOCALE flags are incompatible")
	case p.isBytes:
	case *f&Locale != 0:
		fail(KindValue, "cannot use LOCALE flag with a str pattern")
	case *f&ASCII == 0:
		*f |= Unicode
	case *f&Unicode != 0:
		fail(KindValue, "ASCII and UNICODE flags are incompatible")
	}
}

// alternation parses a|b|c up to a closing parenthesis or the end.
func (p *parser) alternation(verbose bool, depth int) *seq {
	if depth > maxDepth {
		fail(KindRecursion, "maximum recursion depth exceeded")
	}
	var items []*seq
	for {
		items = append(items, p.sequence(verbose, depth, depth == 0 && items == nil))
		if !p.accept('|') {
			break
		}
		if depth == 0 {
			verbose = p.flags&Verbose != 0
		}
	}
	if len(items) == 1 {
		return items[0]
	}
	out := &seq{nodes: factor(items)}
	if set, ok := asSet(items); ok {
		out.nodes = append(out.nodes, &node{op: nIn, set: unique(set)})
	} else {
		out.nodes = append(out.nodes, &node{op: nBranch, subs: items})
	}
	return out
}

// factor takes the nodes off the alternatives with which all of them start.
func factor(items []*seq) []*node {
	var prefix []*node
	for {
		for _, it := range items {
			if len(it.nodes) == 0 || !it.nodes[0].equal(items[0].nodes[0]) {
				return prefix
			}
		}
		prefix = append(prefix, items[0].nodes[0])
		for _, it := range items {
			it.nodes = it.nodes[1:]
		}
	}
}

// asSet turns alternatives of single characters into a class.
func asSet(items []*seq) ([]setItem, bool) {
	var set []setItem
	for _, it := range items {
		if len(it.nodes) != 1 {
			return nil, false
		}
		switch n := it.nodes[0]; {
		case n.op == nLiteral:
			set = append(set, setItem{lo: n.c, hi: n.c})
		case n.op == nIn && !n.not:
			set = append(set, n.set...)
		default:
			return nil, false
		}
	}
	return set, true
}

// unique drops the items that occur again.
func unique(set []setItem) []setItem {
	seen := make(map[setItem]bool, len(set))
	out := set[:0:0]
	for _, it := range set {
		if !seen[it] {
			seen[it] = true
			out = append(out, it)
		}
	}
	return out
}

// sequence parses items up to a | or a closing parenthesis. Only in the first
// sequence of the pattern may flags be set for the whole.
func (p *parser) sequence(verbose bool, depth int, first bool) *seq {
	s := &seq{}
	for !p.next.end() && !p.next.oneOf("|)") {
		t := p.get()
		if verbose && p.skipVerbose(t) {
			continue
		}
		switch {
		case t.escaped():
			s.add(p.escape(t))
		case t.is('['):
			s.add(p.class())
		case t.oneOf("*+?{"):
			p.repeat(t, s)
		case t.is('.'):
			s.add(&node{op: nAny})
		case t.is('('):
			if n := p.group(&verbose, depth, first && len(s.nodes) == 0); n != nil {
				s.add(n)
			}
		case t.is('^'):
			s.add(&node{op: nAt, at: atBegin})
		case t.is('$'):
			s.add(&node{op: nAt, at: atEnd})
		default:
			s.add(&node{op: nLiteral, c: t.c})
		}
	}
	s.flatten()
	return s
}

func (s *seq) add(n *node) { s.nodes = append(s.nodes, n) }

// skipVerbose reports whether t is space or starts a comment, which it skips.
func (p *parser) skipVerbose(t token) bool {
	if t.oneOf(" \t\n\r\v\f") {
		return true
	}
	if !t.is('#') {
		return false
	}
	for {
		if t := p.get(); t.end() || t.is('\n') {
			return true
		}
	}
}

// plainGroup reports whether n is a (?:...) without flags.
func (n *node) plainGroup() bool {
	return n.op == nGroup && n.group == 0 && n.add == 0 && n.del == 0
}

// flatten replaces plain groups by what they hold.
func (s *seq) flatten() {
	var out []*node
	for i, n := range s.nodes {
		if n.plainGroup() {
			if out == nil {
				out = append(out, s.nodes[:i]...)
			}
			out = append(out, n.subs[0].nodes...)
		} else if out != nil {
			out = append(out, n)
		}
	}
	if out != nil {
		s.nodes = out
	}
}

// repeat parses a quantifier, whose first character t has been read, and wraps
// the last item of s in it.
func (p *parser) repeat(t token, s *seq) {
	here := p.tell()
	lo, hi := 0, MaxRepeat
	switch t.c {
	case '?':
		hi = 1
	case '+':
		lo = 1
	case '{':
		var ok bool
		if lo, hi, ok = p.bounds(here); !ok {
			s.add(&node{op: nLiteral, c: '{'})
			return
		}
	}
	if len(s.nodes) == 0 || s.nodes[len(s.nodes)-1].op == nAt {
		panic(p.errorf(p.tell()-here+1, "nothing to repeat"))
	}
	item := s.nodes[len(s.nodes)-1]
	if item.op == nRepeat {
		panic(p.errorf(p.tell()-here+1, "multiple repeat"))
	}
	body := &seq{nodes: []*node{item}}
	if item.plainGroup() {
		body = item.subs[0]
	}
	n := &node{op: nRepeat, min: lo, max: hi, subs: []*seq{body}}
	if p.accept('?') {
		n.kind = lazy
	} else if p.accept('+') {
		n.kind = possessive
	}
	s.nodes[len(s.nodes)-1] = n
}

// bounds parses the {m,n} whose brace has been read; here is the place after
// it. If it is no quantifier, the place is as before.
func (p *parser) bounds(here int) (lo, hi int, ok bool) {
	if p.next.is('}') {
		return 0, 0, false
	}
	lo, hi = 0, MaxRepeat
	low := string(p.takeWhile(nil, len(p.text), digits))
	high := low
	if p.accept(',') {
		high = string(p.takeWhile(nil, len(p.text), digits))
	}
	if !p.accept('}') {
		p.seek(here)
		return 0, 0, false
	}
	number := func(s string) int {
		checkDigits(s)
		n := atoi(s)
		if n >= MaxRepeat {
			fail(KindOverflow, "the repetition number is too large")
		}
		return n
	}
	if low != "" {
		lo = number(low)
	}
	if high != "" {
		hi = number(high)
		if hi < lo {
			panic(p.errorf(p.tell()-here, "min repeat greater than max repeat"))
		}
	}
	return lo, hi, true
}
