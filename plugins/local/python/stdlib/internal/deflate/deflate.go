// Package deflate compresses and decompresses the format of RFC 1951. The
// compressor makes the choices that the library zlib makes at each level, so
// that the output has the length that programs see with CPython.
package deflate

// Flush tells how far Write must go.
type Flush int

// The kinds of flush.
const (
	NoFlush   Flush = iota
	SyncFlush       // everything so far can be decompressed
	FullFlush       // and what follows does not refer to it
	Finish          // the stream ends
)

const (
	minMatch     = 3
	maxMatch     = 258
	windowSize   = 1 << 15
	windowMask   = windowSize - 1
	minLookahead = maxMatch + minMatch + 1
	tooFar       = 4096
	hashMask     = 1<<15 - 1
	maxStored    = 65535
)

// tuning is how hard a level tries.
type tuning struct {
	good  int // a match of that length makes the search for a better one shorter
	lazy  int // no better one is looked for beyond that length
	nice  int // the search ends with such a match
	chain int // how many places are tried
	fast  bool
}

var levels = [10]tuning{
	1: {4, 4, 8, 4, true}, 2: {4, 5, 16, 8, true}, 3: {4, 6, 32, 32, true},
	4: {4, 4, 16, 16, false}, 5: {8, 16, 32, 32, false}, 6: {8, 16, 128, 128, false}, 7: {8, 32, 128, 256, false},
	8: {32, 128, 258, 1024, false}, 9: {32, 258, 258, 4096, false},
}

// Encoder compresses a stream. Its input stays in memory until the stream
// ends.
type Encoder struct {
	level int
	tuning
	in         []byte
	pos        int // the next byte to look at
	blockStart int
	head       []int32 // the last place of each hash; 0 is none
	prev       []int32 // the place before it, by place modulo the window
	matchLen   int
	matchAt    int
	prevLen    int
	available  bool // the byte before pos is still to be written
	late       int  // places before pos that lacked bytes to be inserted
	reach      int  // how far back a match may be
	block
	bits
}

// NewEncoder makes an encoder of a level from 0 to 9, with a window of at most
// 32 KiB.
func NewEncoder(level, window int) *Encoder {
	e := &Encoder{level: level, reach: window - minLookahead, tuning: levels[level], matchLen: minMatch - 1, prevLen: minMatch - 1}
	if level > 0 {
		e.head, e.prev = make([]int32, hashMask+1), make([]int32, windowSize)
	}
	e.block.reset()
	return e
}

// SetDictionary gives bytes that the first of the input may refer to, as if
// they stood before them.
func (e *Encoder) SetDictionary(dict []byte, tick func(n int) error) error {
	dict = dict[max(0, len(dict)-windowSize):]
	e.in = append([]byte(nil), dict...)
	e.pos, e.blockStart = len(dict), len(dict)
	if e.level == 0 {
		return nil
	}
	e.late = min(len(dict), minMatch-1)
	for i := range len(dict) - e.late {
		e.insert(i)
	}
	return tick(len(dict))
}

// Clone copies the encoder with its state.
func (e *Encoder) Clone() *Encoder {
	c := *e
	c.in = append([]byte(nil), e.in...)
	c.head, c.prev = append([]int32(nil), e.head...), append([]int32(nil), e.prev...)
	c.symbols = append([]symbol(nil), e.symbols...)
	c.out = append([]byte(nil), e.out...)
	return &c
}

// Write compresses more data and gives what of the output is ready. tick is
// called now and then with the number of bytes done; its error ends the work.
func (e *Encoder) Write(data []byte, flush Flush, tick func(n int) error) ([]byte, error) {
	e.in = append(e.in, data...)
	for e.late > 0 && e.level > 0 && e.lookahead()+e.late >= minMatch {
		e.insert(e.pos - e.late)
		e.late--
	}
	var err error
	switch {
	case e.level == 0:
		e.store(flush)
	case e.fast:
		err = e.runFast(flush, tick)
	default:
		err = e.runLazy(flush, tick)
	}
	if err != nil {
		return nil, err
	}
	switch flush {
	case SyncFlush, FullFlush:
		e.storedBlock(nil, false)
		e.late = min(e.pos, minMatch-1)
		if flush == FullFlush {
			clear(e.head)
			e.in, e.pos, e.blockStart, e.late = nil, 0, 0, 0
		}
	case Finish:
		e.align()
	}
	out := e.out
	e.out = nil
	return out, nil
}

func (e *Encoder) lookahead() int { return len(e.in) - e.pos }

// store writes blocks of uncompressed data.
func (e *Encoder) store(flush Flush) {
	for {
		n := min(e.lookahead(), maxStored)
		last := flush == Finish && n == e.lookahead()
		if n == 0 && !last || flush == NoFlush && n < maxStored {
			return
		}
		e.storedBlock(e.in[e.pos:e.pos+n], last)
		e.pos += n
		if last {
			return
		}
	}
}

// insert notes the place pos and gives the place before with the same hash.
func (e *Encoder) insert(pos int) int {
	b := e.in[pos:]
	h := (int(b[0])<<10 ^ int(b[1])<<5 ^ int(b[2])) & hashMask
	before := e.head[h]
	e.prev[pos&windowMask] = before
	e.head[h] = int32(pos)
	return int(before)
}

// longestMatch looks for a match longer than prevLen among the places from at
// on, and sets matchAt.
func (e *Encoder) longestMatch(at int) int {
	chain, best := e.chain, e.prevLen
	if e.prevLen >= e.good {
		chain >>= 2
	}
	scan := e.in[e.pos:]
	if len(scan) > maxMatch {
		scan = scan[:maxMatch]
	}
	nice := min(e.nice, e.lookahead())
	limit := max(e.pos-e.reach, 0)
	for {
		// A place is worth comparing only if the byte that would make the
		// match longer is right.
		if best < len(scan) && e.in[at+best] == scan[best] && e.in[at+best-1] == scan[best-1] {
			n := 0
			for n < len(scan) && e.in[at+n] == scan[n] {
				n++
			}
			if n > best {
				e.matchAt, best = at, n
				if n >= nice {
					break
				}
			}
		}
		if at = int(e.prev[at&windowMask]); at <= limit {
			break
		}
		if chain--; chain == 0 {
			break
		}
	}
	return min(best, e.lookahead())
}

// runFast takes each match as it comes.
func (e *Encoder) runFast(flush Flush, tick func(int) error) error {
	for steps := 1; ; steps++ {
		if e.lookahead() < minLookahead && flush == NoFlush || e.lookahead() == 0 {
			break
		}
		if steps%4096 == 0 {
			if err := tick(4096); err != nil {
				return err
			}
		}
		before := 0
		if e.lookahead() >= minMatch {
			before = e.insert(e.pos)
		}
		n := 0
		if before != 0 && e.pos-before <= e.reach {
			e.prevLen = minMatch - 1
			n = e.longestMatch(before)
		}
		full := false
		if n >= minMatch {
			full = e.match(e.pos-e.matchAt, n)
			if n <= e.lazy && e.lookahead()-n >= minMatch {
				for i := 1; i < n; i++ {
					e.insert(e.pos + i)
				}
			}
			e.pos += n
		} else {
			full = e.literal(e.in[e.pos])
			e.pos++
		}
		if full {
			e.endBlock(false)
		}
	}
	e.endRun(flush)
	return nil
}

// runLazy takes a match only if the next place has no longer one.
func (e *Encoder) runLazy(flush Flush, tick func(int) error) error {
	for steps := 1; ; steps++ {
		if e.lookahead() < minLookahead && flush == NoFlush || e.lookahead() == 0 {
			break
		}
		if steps%1024 == 0 {
			if err := tick(4096); err != nil {
				return err
			}
		}
		before := 0
		if e.lookahead() >= minMatch {
			before = e.insert(e.pos)
		}
		e.prevLen = e.matchLen
		prevAt := e.matchAt
		e.matchLen = minMatch - 1
		if before != 0 && e.prevLen < e.lazy && e.pos-before <= e.reach {
			e.matchLen = e.longestMatch(before)
			if e.matchLen == minMatch && e.pos-e.matchAt > tooFar {
				e.matchLen = minMatch - 1
			}
		}
		switch {
		case e.prevLen >= minMatch && e.matchLen <= e.prevLen:
			last := len(e.in) - minMatch
			full := e.match(e.pos-1-prevAt, e.prevLen)
			for i := range e.prevLen - 2 {
				if p := e.pos + 1 + i; p <= last {
					e.insert(p)
				}
			}
			e.pos += e.prevLen - 1
			e.available, e.matchLen = false, minMatch-1
			if full {
				e.endBlock(false)
			}
		case e.available:
			if e.literal(e.in[e.pos-1]) {
				e.endBlock(false)
			}
			e.pos++
		default:
			e.available = true
			e.pos++
		}
	}
	if flush != NoFlush && e.available {
		e.literal(e.in[e.pos-1])
		e.available = false
	}
	e.endRun(flush)
	return nil
}

func (e *Encoder) endRun(flush Flush) {
	if flush == Finish {
		e.endBlock(true)
	} else if flush != NoFlush && len(e.symbols) > 0 {
		e.endBlock(false)
	}
}

// endBlock writes the symbols collected in the way that takes the least room.
func (e *Encoder) endBlock(last bool) {
	e.writeBlock(&e.bits, e.in[e.blockStart:e.pos], last)
	e.blockStart = e.pos
}
