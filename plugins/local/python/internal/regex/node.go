package regex

// nodeOp is the kind of a node of the parse tree.
type nodeOp uint8

const (
	nLiteral    nodeOp = iota
	nNotLiteral        // any character but one
	nAny
	nIn
	nAt
	nBranch
	nRepeat
	nGroup
	nAtomic
	nAssert
	nRef
	nCond
)

// A node is an item of the parse tree. Which fields count depends on op.
type node struct {
	op       nodeOp
	kind     repeatKind // nRepeat
	not      bool       // nIn, nAssert: negated
	behind   bool       // nAssert
	at       atKind     // nAt
	c        rune       // nLiteral, nNotLiteral
	group    int        // nGroup (0: not capturing), nRef, nCond
	add, del Flags      // nGroup
	min, max int        // nRepeat
	set      []setItem  // nIn
	subs     []*seq     // the bodies; for nCond yes and perhaps no
}

// A seq is a sequence of nodes.
type seq struct {
	nodes []*node
	w     widths
	known bool // w is computed
}

type repeatKind uint8

const (
	greedy repeatKind = iota
	lazy
	possessive
)

// names of the repeats in messages
var repeatNames = [...]string{"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}

type atKind uint8

const (
	atBegin atKind = iota // ^
	atEnd                 // $
	atBeginString
	atEndString
	atBoundary
	atNotBoundary
	atBeginLine // ^ in multiline mode
	atEndLine   // $ in multiline mode
	atBoundaryUnicode
	atNotBoundaryUnicode
)

// A setItem is a member of a class: a range, or a category.
type setItem struct {
	isCat  bool
	cat    category
	lo, hi rune
}

func (it setItem) single() bool { return !it.isCat && it.lo == it.hi }

// widths are the least and the greatest number of characters that a part of a
// pattern matches.
type widths struct{ min, max uint64 }

// maxWidth is where widths saturate; it is above every limit in use.
const maxWidth = 1 << 40

func (w widths) plus(v widths) widths {
	return widths{min(w.min+v.min, maxWidth), min(w.max+v.max, maxWidth)}
}

// either is the widths of an alternative.
func (w widths) either(v widths) widths {
	return widths{min(w.min, v.min), max(w.max, v.max)}
}

func mulWidth(a, b uint64) uint64 {
	if a != 0 && b > maxWidth/a {
		return maxWidth
	}
	return a * b
}

// width computes and remembers the widths of a sequence.
func (s *seq) width(p *parser) widths {
	if !s.known {
		s.w, s.known = widths{}, true
		for _, n := range s.nodes {
			s.w = s.w.plus(n.width(p))
		}
	}
	return s.w
}

func (n *node) width(p *parser) widths {
	switch n.op {
	case nLiteral, nNotLiteral, nAny, nIn:
		return widths{1, 1}
	case nBranch:
		w := n.subs[0].width(p)
		for _, s := range n.subs[1:] {
			w = w.either(s.width(p))
		}
		return w
	case nRepeat:
		w := n.subs[0].width(p)
		if n.max == MaxRepeat && w.max != 0 {
			return widths{mulWidth(w.min, uint64(n.min)), maxWidth}
		}
		return widths{mulWidth(w.min, uint64(n.min)), mulWidth(w.max, uint64(n.max))}
	case nGroup, nAtomic:
		return n.subs[0].width(p)
	case nRef:
		return p.groups[n.group].w
	case nCond:
		w := n.subs[0].width(p)
		if len(n.subs) == 2 {
			return w.either(n.subs[1].width(p))
		}
		return widths{0, w.max}
	}
	return widths{}
}

// equal reports whether two nodes without bodies are the same. Nodes with
// bodies are never equal.
func (n *node) equal(m *node) bool {
	if n.op != m.op || n.subs != nil || m.subs != nil {
		return false
	}
	if n.c != m.c || n.at != m.at || n.group != m.group || n.not != m.not || len(n.set) != len(m.set) {
		return false
	}
	for i, it := range n.set {
		if it != m.set[i] {
			return false
		}
	}
	return true
}
