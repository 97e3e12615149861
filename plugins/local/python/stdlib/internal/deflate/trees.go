package deflate

// The alphabets of the format.
const (
	literals    = 256
	endOfBlock  = 256
	lengthCodes = 29
	allLiterals = literals + 1 + lengthCodes
	distances   = 30
	codeLengths = 19
	maxBits     = 15
	maxBitsBL   = 7
	blockRoom   = 1<<14 - 1 // symbols of a block
)

var (
	extraLength   = [lengthCodes]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	extraDistance = [distances]int{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	extraBL       = [codeLengths]int{16: 2, 17: 3, 18: 7}
	orderBL       = [codeLengths]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

	baseLength   [lengthCodes]int // less minMatch
	baseDistance [distances]int   // less 1
	lengthCode   [256]uint8       // by length less minMatch
	distanceCode [512]uint8       // by distance less 1 below 256, else by its upper bits
	fixedLength  [allLiterals + 2]uint8
	fixedCode    [allLiterals + 2]uint16
	fixedDist    [distances]uint16
)

func init() {
	n := 0
	for code := range lengthCodes {
		baseLength[code] = n
		for range 1 << extraLength[code] {
			if n < 256 {
				lengthCode[n] = uint8(code)
			}
			n++
		}
	}
	lengthCode[255], baseLength[lengthCodes-1] = lengthCodes-1, 255
	n = 0
	for code := range distances {
		baseDistance[code] = n
		for i := range 1 << extraDistance[code] {
			if d := n + i; d < 256 {
				distanceCode[d] = uint8(code)
			} else {
				distanceCode[256+d>>7] = uint8(code)
			}
		}
		n += 1 << extraDistance[code]
	}
	var count [maxBits + 1]int
	for i := range fixedLength {
		switch {
		case i < 144:
			fixedLength[i] = 8
		case i < 256:
			fixedLength[i] = 9
		case i < 280:
			fixedLength[i] = 7
		default:
			fixedLength[i] = 8
		}
		count[fixedLength[i]]++
	}
	assign(fixedLength[:], fixedCode[:], count)
	for i := range fixedDist {
		fixedDist[i] = reverse(uint16(i), 5)
	}
}

func codeOfDistance(d int) int {
	if d < 256 {
		return int(distanceCode[d])
	}
	return int(distanceCode[256+d>>7])
}

func reverse(code uint16, n int) uint16 {
	r := uint16(0)
	for range n {
		r = r<<1 | code&1
		code >>= 1
	}
	return r
}

// assign gives the codes for the lengths, ready to be written.
func assign(lengths []uint8, codes []uint16, count [maxBits + 1]int) {
	var next [maxBits + 1]uint16
	code := uint16(0)
	for b := 1; b <= maxBits; b++ {
		code = (code + uint16(count[b-1])) << 1
		next[b] = code
	}
	for i, n := range lengths {
		if n > 0 {
			codes[i] = reverse(next[n], int(n))
			next[n]++
		}
	}
}

// tree is a Huffman code under construction.
type tree struct {
	freq    []int
	length  []uint8
	code    []uint16
	maxCode int
	limit   int   // of the lengths
	extra   []int // bits after the codes from base on
	base    int
	fixed   []uint8 // the lengths of the fixed code; nil if there is none
}

// heap is the queue of the nodes by frequency, then depth.
type heap struct {
	freq  []int
	depth []int
	list  [2*allLiterals + 3]int
	n     int
}

func (h *heap) less(a, b int) bool {
	return h.freq[a] < h.freq[b] || h.freq[a] == h.freq[b] && h.depth[a] <= h.depth[b]
}

func (h *heap) down(k int) {
	v := h.list[k]
	for j := 2 * k; j <= h.n; j *= 2 {
		if j < h.n && h.less(h.list[j+1], h.list[j]) {
			j++
		}
		if h.less(v, h.list[j]) {
			break
		}
		h.list[k] = h.list[j]
		k = j
	}
	h.list[k] = v
}

// build computes the lengths and codes, and the sizes in bits of the symbols
// with this code and with the fixed one.
func (t *tree) build() (size, fixedSize int) {
	elems := len(t.length)
	h := &heap{freq: make([]int, 2*elems+1), depth: make([]int, 2*elems+1)}
	copy(h.freq, t.freq)
	t.maxCode = -1
	for i := range elems {
		t.length[i] = 0
		if h.freq[i] != 0 {
			h.n++
			h.list[h.n] = i
			t.maxCode = i
		}
	}
	for h.n < 2 { // a code has at least two symbols
		i := 0
		if t.maxCode < 2 {
			t.maxCode++
			i = t.maxCode
		}
		h.n++
		h.list[h.n] = i
		h.freq[i] = 1
		size--
		if t.fixed != nil {
			fixedSize -= int(t.fixed[i])
		}
	}
	for i := h.n / 2; i >= 1; i-- {
		h.down(i)
	}
	dad := make([]int, 2*elems+1)
	order := make([]int, 0, 2*elems) // the nodes taken out
	for node := elems; ; node++ {
		a := h.list[1]
		h.list[1] = h.list[h.n]
		h.n--
		h.down(1)
		b := h.list[1]
		order = append(order, a, b)
		h.freq[node] = h.freq[a] + h.freq[b]
		h.depth[node] = max(h.depth[a], h.depth[b]) + 1
		dad[a], dad[b] = node, node
		h.list[1] = node
		h.down(1)
		if h.n < 2 {
			order = append(order, node)
			break
		}
	}
	s, f := t.lengths(h, dad, order)
	return size + s, fixedSize + f
}

// lengths derives the lengths of the codes from the tree.
func (t *tree) lengths(h *heap, dad, order []int) (size, fixedSize int) {
	depth := make([]int, len(dad))
	var count [maxBits + 1]int
	overflow := 0
	for i := len(order) - 2; i >= 0; i-- {
		n := order[i]
		bits := depth[dad[n]] + 1
		if bits > t.limit {
			bits = t.limit
			overflow++
		}
		depth[n] = bits
		if n > t.maxCode || n >= len(t.length) {
			continue
		}
		count[bits]++
		extra := 0
		if n >= t.base {
			extra = t.extra[n-t.base]
		}
		size += h.freq[n] * (bits + extra)
		if t.fixed != nil {
			fixedSize += h.freq[n] * (int(t.fixed[n]) + extra)
		}
	}
	if overflow > 0 {
		size += t.shorten(h, depth, order, &count, overflow)
	}
	for i := range t.maxCode + 1 {
		if h.freq[i] != 0 {
			t.length[i] = uint8(depth[i])
		}
	}
	assign(t.length[:t.maxCode+1], t.code, count)
	return size, fixedSize
}

// shorten brings codes that would be too long to the limit, and gives by how
// much that changes the size.
func (t *tree) shorten(h *heap, depth, order []int, count *[maxBits + 1]int, overflow int) (size int) {
	for overflow > 0 {
		bits := t.limit - 1
		for count[bits] == 0 {
			bits--
		}
		count[bits]--
		count[bits+1] += 2
		count[t.limit]--
		overflow -= 2
	}
	at := 0
	for bits := t.limit; bits > 0; bits-- {
		for n := count[bits]; n > 0; {
			m := order[at]
			at++
			if m > t.maxCode || m >= len(t.length) {
				continue
			}
			size += (bits - depth[m]) * h.freq[m]
			depth[m] = bits
			n--
		}
	}
	return size
}
