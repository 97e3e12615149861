package regex

// opcode is the operation of an instruction.
type opcode uint8

const (
	opMatch     opcode = iota // the end of the pattern
	opByte                    // the byte c
	opLit                     // the string lit
	opSet                     // a character of set
	opAt                      // the anchor at
	opMark                    // note the position in mark n
	opBranch                  // one of alts
	opJump                    // go to to
	opSpan                    // min to max characters of set, as many as there are
	opStar                    // likewise, giving them back one by one
	opLazy                    // likewise, as few as possible
	opLoop                    // enter a loop, whose opUntil is at to
	opUntil                   // greedy loop with the body at to
	opUntilLazy               // lazy loop with the body at to
	opPossBegin               // enter a possessive loop
	opPossLoop                // its head; it leaves to to
	opPossEnd                 // its end; the head is at to
	opAtomic                  // enter an atomic group
	opAtomicEnd
	opAssert    // enter an assertion n characters back
	opAssertEnd // leave it
	opNot       // enter a negative assertion that ends before to
	opNotEnd    // its body has matched
	opRef       // the text of group n
	opRefFold   // likewise, case ignored as fold says
	opCond      // go to to unless group n has matched
)

// An inst is an instruction. Which fields count depends on op.
type inst struct {
	op       opcode
	at       atKind
	fold     foldMode
	c        byte
	chars    bool  // move by characters, not bytes
	lead     bool  // opSpan, opStar: note where the run ends, see prefilter
	tailEnd  bool  // what follows can match at the end of the text
	bodyEnd  bool  // a loop's body can match at the end of the text
	tailByte int16 // the only byte that can follow, or -1
	n        int32
	slot     int32 // of a loop or a cut
	to       int32
	// Marks from saveFrom to below saveTo are saved with a choice point.
	saveFrom, saveTo int32
	min, max         int
	set              *charset
	lit              string
	tail             *[256]bool // the bytes that what follows can start with; nil: any
	body             *[256]bool // the bytes that a loop's body can start with; nil: any
	alts             []alt
	pick             *[256]int32 // the first alternative for each byte, if there are many
}

// An alt is an alternative of a branch.
type alt struct {
	pc    int32
	end   bool       // can match at the end of the text
	first *[256]bool // the bytes it can start with; nil: any
}

// accepts reports whether what follows in can match at p.
func (in *inst) accepts(s string, p int) bool {
	if in.tail == nil {
		return true
	}
	if uint(p) < uint(len(s)) {
		return in.tail[s[p]]
	}
	return in.tailEnd
}

// enters reports whether the body of the loop in can match at p.
func (in *inst) enters(s string, p int) bool {
	if in.body == nil {
		return true
	}
	if uint(p) < uint(len(s)) {
		return in.body[s[p]]
	}
	return in.bodyEnd
}

// nextAlt returns the first alternative from i on that can match at p, or the
// number of alternatives.
func (in *inst) nextAlt(s string, p, i int) int {
	if uint(p) < uint(len(s)) {
		c := s[p]
		for ; i < len(in.alts); i++ {
			if f := in.alts[i].first; f == nil || f[c] {
				return i
			}
		}
		return i
	}
	for i < len(in.alts) && !in.alts[i].end {
		i++
	}
	return i
}
