package deflate

// symbol is a literal (distance 0) or a match.
type symbol struct {
	distance uint16
	value    uint8 // the literal, or the length less minMatch
}

// block collects symbols until they are written.
type block struct {
	symbols   []symbol
	literalsN [allLiterals]int
	distanceN [distances]int
}

func (b *block) reset() {
	b.symbols = b.symbols[:0]
	b.literalsN, b.distanceN = [allLiterals]int{endOfBlock: 1}, [distances]int{}
}

// literal and match add a symbol; full tells that the block must end.
func (b *block) literal(c byte) (full bool) {
	b.symbols = append(b.symbols, symbol{0, c})
	b.literalsN[c]++
	return len(b.symbols) == blockRoom
}

func (b *block) match(distance, length int) (full bool) {
	b.symbols = append(b.symbols, symbol{uint16(distance), uint8(length - minMatch)})
	b.literalsN[literals+1+int(lengthCode[length-minMatch])]++
	b.distanceN[codeOfDistance(distance-1)]++
	return len(b.symbols) == blockRoom
}

// bits writes numbers from their lowest bit on.
type bits struct {
	out  []byte
	acc  uint64
	nacc uint
}

func (w *bits) put(v uint64, n int) {
	w.acc |= v << w.nacc
	w.nacc += uint(n)
	for w.nacc >= 8 {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
		w.nacc -= 8
	}
}

// align fills up the last byte.
func (w *bits) align() {
	if w.nacc > 0 {
		w.out = append(w.out, byte(w.acc))
		w.acc, w.nacc = 0, 0
	}
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// storedBlock writes a block as it is.
func (w *bits) storedBlock(data []byte, last bool) {
	w.put(flag(last), 3)
	w.align()
	n := len(data)
	w.out = append(w.out, byte(n), byte(n>>8), byte(^n), byte(^n>>8))
	w.out = append(w.out, data...)
}

// codes are the two codes that symbols are written with.
type codes struct {
	length, distLength []uint8
	code, distCode     []uint16
}

var fixedDistLength = func() []uint8 {
	l := make([]uint8, distances)
	for i := range l {
		l[i] = 5
	}
	return l
}()

// writeBlock writes the symbols, which stand for data, and begins anew.
func (b *block) writeBlock(w *bits, data []byte, last bool) {
	lit := &tree{
		freq: b.literalsN[:], length: make([]uint8, allLiterals), code: make([]uint16, allLiterals), limit: maxBits,
		extra: extraLength[:], base: literals + 1, fixed: fixedLength[:],
	}
	dist := &tree{
		freq: b.distanceN[:], length: make([]uint8, distances), code: make([]uint16, distances), limit: maxBits,
		extra: extraDistance[:], fixed: fixedDistLength,
	}
	size, fixedSize := lit.build()
	s, f := dist.build()
	size, fixedSize = size+s, fixedSize+f
	runs := append(runLengths(lit.length[:lit.maxCode+1]), runLengths(dist.length[:dist.maxCode+1])...)
	var count [codeLengths]int
	for _, r := range runs {
		count[r.code]++
	}
	bl := &tree{freq: count[:], length: make([]uint8, codeLengths), code: make([]uint16, codeLengths), limit: maxBitsBL, extra: extraBL[:]}
	s, _ = bl.build()
	used := codeLengths
	for used > 4 && bl.length[orderBL[used-1]] == 0 {
		used--
	}
	size += s + 3*used + 14
	bytes, fixedBytes := (size+10)>>3, (fixedSize+10)>>3
	bytes = min(bytes, fixedBytes)
	switch {
	case len(data)+4 <= bytes && len(data) <= maxStored:
		w.storedBlock(data, last)
	case fixedBytes == bytes:
		w.put(1<<1|flag(last), 3)
		b.writeSymbols(w, codes{fixedLength[:], fixedDistLength, fixedCode[:], fixedDist[:]})
	default:
		w.put(2<<1|flag(last), 3)
		w.put(uint64(lit.maxCode+1-257), 5)
		w.put(uint64(dist.maxCode), 5)
		w.put(uint64(used-4), 4)
		for _, i := range orderBL[:used] {
			w.put(uint64(bl.length[i]), 3)
		}
		for _, r := range runs {
			w.put(uint64(bl.code[r.code]), int(bl.length[r.code]))
			w.put(uint64(r.extra), extraBL[r.code])
		}
		b.writeSymbols(w, codes{lit.length, dist.length, lit.code, dist.code})
	}
	b.reset()
}

func (b *block) writeSymbols(w *bits, c codes) {
	for _, s := range b.symbols {
		if s.distance == 0 {
			w.put(uint64(c.code[s.value]), int(c.length[s.value]))
			continue
		}
		l := int(lengthCode[s.value])
		w.put(uint64(c.code[literals+1+l]), int(c.length[literals+1+l]))
		w.put(uint64(int(s.value)-baseLength[l]), extraLength[l])
		d := int(s.distance) - 1
		k := codeOfDistance(d)
		w.put(uint64(c.distCode[k]), int(c.distLength[k]))
		w.put(uint64(d-baseDistance[k]), extraDistance[k])
	}
	w.put(uint64(c.code[endOfBlock]), int(c.length[endOfBlock]))
}

// run is a piece of a list of code lengths: a length, or 16 to 18 for
// repetitions.
type run struct {
	code  uint8
	extra int
}

// runLengths packs a list of code lengths.
func runLengths(lengths []uint8) []run {
	var out []run
	prev, count := -1, 0
	most, least := 7, 4
	if lengths[0] == 0 {
		most, least = 138, 3
	}
	for i, n := range lengths {
		cur, next := int(n), -2
		if i+1 < len(lengths) {
			next = int(lengths[i+1])
		}
		if count++; count < most && cur == next {
			continue
		}
		switch {
		case count < least:
			for range count {
				out = append(out, run{code: n})
			}
		case cur != 0:
			if cur != prev {
				out = append(out, run{code: n})
				count--
			}
			out = append(out, run{16, count - 3})
		case count <= 10:
			out = append(out, run{17, count - 3})
		default:
			out = append(out, run{18, count - 11})
		}
		count, prev = 0, cur
		switch {
		case next == 0:
			most, least = 138, 3
		case cur == next:
			most, least = 6, 3
		default:
			most, least = 7, 4
		}
	}
	return out
}
