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
	lead     bool  // opSpan, opStar, opLazy: note where the run ends, see prefilter
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
	branch           *branch
}

// A branch has, for the places where a text can stand, the alternatives that
// can match there, in order.
type branch struct {
	lists [][]int32   // of the places in the program
	pick  [256]uint16 // the list for a text that goes on with a byte
	end   uint16      // the list for the end of the text
}

// at returns the alternatives that can match at p.
func (br *branch) at(s string, p int) []int32 {
	if uint(p) < uint(len(s)) {
		return br.lists[br.pick[s[p]]]
	}
	return br.lists[br.end]
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
