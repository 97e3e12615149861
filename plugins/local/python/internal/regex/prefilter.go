package regex

import "strings"

// preKind is how a search finds places where a match can start.
type preKind uint8

const (
	preNone   preKind = iota // try everywhere
	preStart                 // only at the start of the text
	preLine                  // only at the start of a line
	preLit                   // where lit is
	preRunLit                // before lit, where a run of set ends
	preTable                 // where a byte of table is
)

// A prefilter finds the places where a match can start.
type prefilter struct {
	kind  preKind
	lit   string
	set   *charset // preRunLit
	min   int      // preRunLit: the least length of the run
	chars bool     // move by characters, not bytes
	table *[256]bool
	// run says that the pattern starts with an unlimited run of one set. If it
	// fails at the start of a run, it fails at every place in the run too: what
	// follows the run is tried at the same places, or fewer.
	run bool
	// also must hold the first character of a match found by a search, if it is
	// not nil. See resolver.outerClass.
	also *charset
}

// prefilter chooses the prefilter of a program. If it starts with a run, the
// item is returned for the generator to flag.
func (g *generator) prefilter(items []*item) (prefilter, *item) {
	pre := prefilter{chars: !g.bytes}
	i := skipMarks(items, 0)
	if i == len(items) {
		return pre, nil
	}
	it := items[i]
	var lead *item
	if it.op == iRepeat && it.simple() && it.max == MaxRepeat && !g.refs {
		lead = it
		pre.run = true
	}
	switch {
	case it.op == iAt && it.at == atBeginString:
		pre.kind = preStart
	case it.op == iAt && it.at == atBeginLine:
		pre.kind = preLine
	case it.op == iChar:
		pre.kind, pre.lit = preLit, g.literal(items, i)
	case lead != nil && g.runLiteral(&pre, items, i):
	default:
		g.firstByte(&pre, items)
	}
	return pre, lead
}

func skipMarks(items []*item, i int) int {
	for i < len(items) && items[i].op == iMark {
		i++
	}
	return i
}

// literal returns the literal that starts at items[i], which may run through
// the borders of groups.
func (g *generator) literal(items []*item, i int) string {
	var b []byte
	for i = skipMarks(items, i); i < len(items) && items[i].op == iChar; i = skipMarks(items, i+1) {
		b = g.encode(b, items[i].c)
	}
	return string(b)
}

// runLiteral sets up preRunLit if a literal follows the run at items[i] and
// its first character is not one of the run's.
func (g *generator) runLiteral(pre *prefilter, items []*item, i int) bool {
	run := items[i]
	lit := g.literal(items, i+1)
	if lit == "" || run.subs[0][0].op != iSet || run.subs[0][0].set.match(lit, 0) >= 0 {
		return false
	}
	pre.kind, pre.lit, pre.set, pre.min = preRunLit, lit, run.subs[0][0].set, run.min
	return true
}

// firstByte sets up a search for the bytes that a match can start with.
func (g *generator) firstByte(pre *prefilter, items []*item) {
	f := g.firstOf(items, anything)
	table := g.table(f)
	if table == nil || f.end {
		return
	}
	if c := f.single(); c >= 0 {
		pre.kind, pre.lit = preLit, string([]byte{byte(c)})
		return
	}
	pre.kind, pre.table = preTable, table
}

// next returns the first place from p on where a match can start, or -1.
func (pre *prefilter) next(s string, p int) int {
	switch pre.kind {
	case preLit:
		i := strings.Index(s[p:], pre.lit)
		if i < 0 {
			return -1
		}
		return p + i
	case preTable:
		t := pre.table
		for uint(p) < uint(len(s)) {
			if t[s[p]] {
				return p
			}
			p++
		}
		return -1
	case preLine:
		if p == 0 || s[p-1] == '\n' {
			return p
		}
		i := strings.IndexByte(s[p:], '\n')
		if i < 0 {
			return -1
		}
		return p + i + 1
	case preRunLit:
		return pre.beforeLit(s, p)
	}
	return p
}

// allows reports whether a search may find a match at p.
func (pre *prefilter) allows(s string, p int) bool {
	return pre.also == nil || p < len(s) && pre.also.match(s, p) >= 0
}

// beforeLit finds the next literal and the start of the run before it.
func (pre *prefilter) beforeLit(s string, p int) int {
	for from := p; ; {
		i := strings.Index(s[from:], pre.lit)
		if i < 0 {
			return -1
		}
		at := from + i
		q, n := at, 0
		for q > p {
			r := q - 1
			if pre.chars {
				r = stepBack(s, q)
			}
			if pre.set.match(s, r) < 0 {
				break
			}
			q = r
			n++
		}
		if n >= pre.min {
			return q
		}
		from = at + 1
	}
}
