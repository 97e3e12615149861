package deflate

// Decoder decompresses a stream, piece by piece.
type Decoder struct {
	in      []byte // what is not decoded yet
	acc     uint64
	nacc    uint
	out     []byte // the window, and what was not taken yet
	taken   int
	state   decodeState
	last    bool
	stored  int
	lit     *decodeTable
	dist    *decodeTable
	length  int // of a match under way
	back    int
	maxBack int
}

type decodeState uint8

const (
	stateHeader decodeState = iota
	stateStored
	stateSymbols
	stateMatch
	stateDone
)

// DataError is what is wrong with a stream, in the words of the library zlib.
type DataError string

func (e DataError) Error() string { return string(e) }

// NewDecoder makes a decoder for matches that reach back up to window bytes.
func NewDecoder(window int) *Decoder { return &Decoder{maxBack: window} }

// Clone copies the decoder with its state.
func (d *Decoder) Clone() *Decoder {
	c := *d
	c.in = append([]byte(nil), d.in...)
	c.out = append([]byte(nil), d.out...)
	return &c
}

// SetWindow gives the bytes before the stream's first.
func (d *Decoder) SetWindow(dict []byte) {
	d.out = append([]byte(nil), dict...)
	d.taken = len(dict)
}

// Done reports whether the stream has ended.
func (d *Decoder) Done() bool { return d.state == stateDone }

// Rest takes back the input after the end of the stream, or what is not
// decoded yet: whole bytes only.
func (d *Decoder) Rest() []byte {
	n := int(d.nacc / 8)
	rest := make([]byte, 0, n+len(d.in))
	skip := d.nacc % 8
	acc := d.acc >> skip
	for range n {
		rest = append(rest, byte(acc))
		acc >>= 8
	}
	rest = append(rest, d.in...)
	d.in, d.nacc, d.acc = nil, d.nacc%8, d.acc&(1<<skip-1)
	return rest
}

// Host bounds what decoding takes of time and memory. Tick is called after n
// steps, Grow before the output's memory grows from one size to another.
type Host interface {
	Tick(n int) error
	Grow(before, after int) error
}

const stepsPerTick = 4096

// Write decodes more data until the input or limit bytes of output are used
// up, and gives the new output. limit 0 means none.
func (d *Decoder) Write(data []byte, limit int, host Host) ([]byte, error) {
	d.in = append(d.in, data...)
	for steps := 1; d.state != stateDone && (limit == 0 || len(d.out)-d.taken < limit); steps++ {
		if steps%stepsPerTick == 0 {
			if err := host.Tick(stepsPerTick); err != nil {
				return nil, err
			}
			if err := d.grow(host); err != nil {
				return nil, err
			}
		}
		more, err := d.step(limit)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	out := d.out[d.taken:]
	if len(d.out) > 4*windowSize {
		// The caller gets the buffer, the window goes on in a new one.
		d.out = append(make([]byte, 0, 2*windowSize), d.out[len(d.out)-windowSize:]...)
	} else {
		out = append([]byte(nil), out...)
	}
	d.taken = len(d.out)
	return out, nil
}

// grow makes room for the output of the steps until the next tick, once that is
// large.
func (d *Decoder) grow(host Host) error {
	n := len(d.out)
	if n < stepsPerTick*maxMatch || cap(d.out)-n >= stepsPerTick*maxMatch {
		return nil
	}
	room := n + max(n/4, stepsPerTick*maxMatch)
	if err := host.Grow(cap(d.out), room); err != nil {
		return err
	}
	d.out = append(make([]byte, 0, room), d.out...)
	return nil
}

// need makes sure of n bits (at most 56).
func (d *Decoder) need(n uint) bool {
	for d.nacc < n {
		if len(d.in) == 0 {
			return false
		}
		d.acc |= uint64(d.in[0]) << d.nacc
		d.in = d.in[1:]
		d.nacc += 8
	}
	return true
}

func (d *Decoder) take(n uint) int {
	v := d.acc & (1<<n - 1)
	d.acc >>= n
	d.nacc -= n
	return int(v)
}

// step does a small piece; more is false if the input does not suffice for it.
func (d *Decoder) step(limit int) (more bool, err error) {
	switch d.state {
	case stateHeader:
		if d.last {
			d.state = stateDone
			return true, nil
		}
		return d.header()
	case stateStored:
		return d.copyStored(limit), nil
	case stateMatch:
		n := d.length
		if limit > 0 {
			n = min(n, limit-(len(d.out)-d.taken))
		}
		for range n {
			d.out = append(d.out, d.out[len(d.out)-d.back])
		}
		if d.length -= n; d.length == 0 {
			d.state = stateSymbols
		}
		return true, nil
	}
	return d.symbol()
}

func (d *Decoder) copyStored(limit int) bool {
	for d.stored > 0 && d.nacc >= 8 {
		d.out = append(d.out, byte(d.take(8)))
		d.stored--
	}
	n := min(d.stored, len(d.in))
	if limit > 0 {
		n = min(n, max(limit-(len(d.out)-d.taken), 0))
	}
	d.out = append(d.out, d.in[:n]...)
	d.in = d.in[n:]
	d.stored -= n
	if d.stored == 0 {
		d.state = stateHeader
		return true
	}
	return n > 0
}

// saved is the input at a point to come back to.
type saved struct {
	in   []byte
	acc  uint64
	nacc uint
}

func (d *Decoder) save() saved     { return saved{d.in, d.acc, d.nacc} }
func (d *Decoder) restore(s saved) { d.in, d.acc, d.nacc = s.in, s.acc, s.nacc }

// header reads the start of a block.
func (d *Decoder) header() (bool, error) {
	start := d.save()
	ok, err := d.readHeader()
	if !ok && err == nil {
		d.restore(start)
	}
	return ok, err
}

func (d *Decoder) readHeader() (bool, error) {
	if !d.need(3) {
		return false, nil
	}
	last, kind := d.take(1) == 1, d.take(2)
	switch kind {
	case 0:
		d.take(d.nacc % 8)
		if !d.need(32) {
			return false, nil
		}
		n := d.take(16)
		if n != ^d.take(16)&0xFFFF {
			return false, DataError("invalid stored block lengths")
		}
		d.stored, d.state = n, stateStored
	case 1:
		d.lit, d.dist, d.state = fixedLiterals, fixedDistances, stateSymbols
	case 2:
		if ok, err := d.readCodes(); !ok || err != nil {
			return ok, err
		}
		d.state = stateSymbols
	default:
		return false, DataError("invalid block type")
	}
	d.last = last
	return true, nil
}

// readCodes reads the codes of a block.
func (d *Decoder) readCodes() (bool, error) {
	if !d.need(14) {
		return false, nil
	}
	nlit, ndist, nbl := d.take(5)+257, d.take(5)+1, d.take(4)+4
	if nlit > 286 || ndist > 30 {
		return false, DataError("too many length or distance symbols")
	}
	var bl [codeLengths]uint8
	for _, i := range orderBL[:nbl] {
		if !d.need(3) {
			return false, nil
		}
		bl[i] = uint8(d.take(3))
	}
	table, ok := newTable(bl[:], true)
	if !ok {
		return false, DataError("invalid code lengths set")
	}
	lengths := make([]uint8, 0, nlit+ndist)
	for len(lengths) < nlit+ndist {
		sym, found, bad := d.decode(table)
		if bad {
			return false, DataError("invalid code lengths set")
		}
		if !found {
			return false, nil
		}
		if sym < 16 {
			lengths = append(lengths, uint8(sym))
			continue
		}
		repeat, value := 0, uint8(0)
		switch sym {
		case 16:
			if len(lengths) == 0 {
				return false, DataError("invalid bit length repeat")
			}
			value = lengths[len(lengths)-1]
			if !d.need(2) {
				return false, nil
			}
			repeat = 3 + d.take(2)
		case 17:
			if !d.need(3) {
				return false, nil
			}
			repeat = 3 + d.take(3)
		default:
			if !d.need(7) {
				return false, nil
			}
			repeat = 11 + d.take(7)
		}
		if len(lengths)+repeat > nlit+ndist {
			return false, DataError("invalid bit length repeat")
		}
		for range repeat {
			lengths = append(lengths, value)
		}
	}
	if lengths[endOfBlock] == 0 {
		return false, DataError("invalid code -- missing end-of-block")
	}
	if d.lit, ok = newTable(lengths[:nlit], false); !ok {
		return false, DataError("invalid literal/lengths set")
	}
	if d.dist, ok = newTable(lengths[nlit:], false); !ok {
		return false, DataError("invalid distances set")
	}
	return true, nil
}

// symbol decodes a literal, a match or the end of the block.
func (d *Decoder) symbol() (bool, error) {
	start := d.save()
	sym, found, bad := d.decode(d.lit)
	switch {
	case bad || found && sym >= allLiterals:
		return false, DataError("invalid literal/length code")
	case !found:
		d.restore(start)
		return false, nil
	case sym < endOfBlock:
		d.out = append(d.out, byte(sym))
		return true, nil
	case sym == endOfBlock:
		d.state = stateHeader
		return true, nil
	}
	sym -= literals + 1
	if !d.need(uint(extraLength[sym])) {
		d.restore(start)
		return false, nil
	}
	length := baseLength[sym] + minMatch + d.take(uint(extraLength[sym]))
	k, found, bad := d.decode(d.dist)
	if bad || found && k >= distances {
		return false, DataError("invalid distance code")
	}
	if !found || !d.need(uint(extraDistance[k])) {
		d.restore(start)
		return false, nil
	}
	back := baseDistance[k] + 1 + d.take(uint(extraDistance[k]))
	if back > len(d.out) || back > d.maxBack {
		return false, DataError("invalid distance too far back")
	}
	d.length, d.back, d.state = length, back, stateMatch
	return true, nil
}

// decodeTable is a canonical code: the symbols in the order of their codes,
// and how many have each length.
type decodeTable struct {
	count   [maxBits + 1]int
	symbols []uint16
}

// newTable makes the table of code lengths; ok is false for a set that is no
// complete code, which only a code of one symbol may be unless strict.
func newTable(lengths []uint8, strict bool) (t *decodeTable, ok bool) {
	t = &decodeTable{}
	longest := 0
	for _, n := range lengths {
		t.count[n]++
		longest = max(longest, int(n))
	}
	t.count[0] = 0
	left := 1
	var offset [maxBits + 2]int
	for b := 1; b <= maxBits; b++ {
		left = left<<1 - t.count[b]
		if left < 0 {
			return nil, false
		}
		offset[b+1] = offset[b] + t.count[b]
	}
	if longest > 0 && left > 0 && (strict || longest != 1) {
		return nil, false
	}
	if longest == 0 && strict {
		return nil, false
	}
	t.symbols = make([]uint16, offset[maxBits+1])
	for i, n := range lengths {
		if n > 0 {
			t.symbols[offset[n]] = uint16(i)
			offset[n]++
		}
	}
	return t, true
}

// decode reads a symbol; found is false if the input does not suffice, bad if
// there is no such code.
func (d *Decoder) decode(t *decodeTable) (sym int, found, bad bool) {
	code, first, index := 0, 0, 0
	for n := uint(1); n <= maxBits; n++ {
		if !d.need(n) {
			return 0, false, false
		}
		code |= int(d.acc >> (n - 1) & 1)
		if count := t.count[n]; code-first < count {
			d.take(n)
			return int(t.symbols[index+code-first]), true, false
		} else {
			index += count
			first = (first + count) << 1
			code <<= 1
		}
	}
	return 0, false, true
}

var fixedLiterals, fixedDistances = func() (*decodeTable, *decodeTable) {
	lit := make([]uint8, 288)
	for i := range lit {
		switch {
		case i < 144:
			lit[i] = 8
		case i < 256:
			lit[i] = 9
		case i < 280:
			lit[i] = 7
		default:
			lit[i] = 8
		}
	}
	dist := make([]uint8, 32)
	for i := range dist {
		dist[i] = 5
	}
	l, _ := newTable(lit, false)
	t, _ := newTable(dist, false)
	return l, t
}()
