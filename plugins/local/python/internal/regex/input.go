package regex

import "unicode/utf8"

// An Input is a text to match against, shared and not copied.
type Input struct {
	// Text holds UTF-8 for a text pattern, any bytes for a bytes pattern. A
	// text pattern's text must be valid UTF-8 but for surrogates, which are
	// encoded as three bytes each.
	Text string
	// Single says that every character is one byte: the text is ASCII, or the
	// pattern is a bytes pattern. It only speeds up the translation of offsets.
	Single bool
}

// TextInput makes an Input of text; ascii says that it holds ASCII alone.
func TextInput(text string, ascii bool) Input {
	return Input{Text: text, Single: ascii}
}

// BytesInput makes an Input of bytes, for a bytes pattern.
func BytesInput(bytes string) Input { return Input{Text: bytes, Single: true} }

// Offset returns the byte offset of the character at index, clamped to the
// text.
func (in Input) Offset(index int) int {
	switch {
	case index <= 0:
		return 0
	case in.Single:
		return min(index, len(in.Text))
	}
	p := 0
	for ; index > 0 && p < len(in.Text); index-- {
		p += runeLen(in.Text[p])
	}
	return min(p, len(in.Text))
}

// RuneIndex returns the index of the character at the byte offset off.
func (in Input) RuneIndex(off int) int {
	if in.Single || off < 0 {
		return off
	}
	return countRunes(in.Text[:off])
}

// Len returns the length in characters.
func (in Input) Len() int { return in.RuneIndex(len(in.Text)) }

// A Cursor translates byte offsets to character indexes. It remembers the last
// offset, so that a series of offsets near each other costs one pass.
type Cursor struct {
	in         Input
	off, index int
}

// NewCursor returns a Cursor at the start of in.
func NewCursor(in Input) Cursor { return Cursor{in: in} }

// Index returns the character index of the byte offset off; -1 stays -1.
func (c *Cursor) Index(off int) int {
	if c.in.Single || off < 0 {
		return off
	}
	if off >= c.off {
		c.index += countRunes(c.in.Text[c.off:off])
	} else {
		c.index -= countRunes(c.in.Text[off:c.off])
	}
	c.off = off
	return c.index
}

// countRunes counts the bytes that start a character.
func countRunes(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// runeLen is the length of the encoding that starts with b.
func runeLen(b byte) int {
	switch {
	case b < 0xC0:
		return 1
	case b < 0xE0:
		return 2
	case b < 0xF0:
		return 3
	}
	return 4
}

func isSurrogate(c rune) bool { return c >= 0xD800 && c < 0xE000 }

// decode reads the character at s[p], surrogates included. It does not check
// the encoding beyond staying inside s.
func decode(s string, p int) (rune, int) {
	b := s[p]
	n := runeLen(b)
	if n == 1 || len(s)-p < n {
		return rune(b), 1
	}
	switch n {
	case 2:
		return rune(b&0x1F)<<6 | rune(s[p+1]&0x3F), 2
	case 3:
		return rune(b&0x0F)<<12 | rune(s[p+1]&0x3F)<<6 | rune(s[p+2]&0x3F), 3
	}
	return rune(b&0x07)<<18 | rune(s[p+1]&0x3F)<<12 | rune(s[p+2]&0x3F)<<6 | rune(s[p+3]&0x3F), 4
}

// decodeLast reads the character that ends at s[p-1]; p must not be 0.
func decodeLast(s string, p int) (rune, int) {
	q := stepBack(s, p)
	c, _ := decode(s[:p], q)
	return c, p - q
}

// stepBack returns the start of the character that ends at p; p must not be 0.
func stepBack(s string, p int) int {
	p--
	for p > 0 && s[p]&0xC0 == 0x80 {
		p--
	}
	return p
}

// appendRune appends the encoding of c, surrogates included.
func appendRune(b []byte, c rune) []byte {
	if isSurrogate(c) {
		return append(b, 0xE0|byte(c>>12), 0x80|byte(c>>6)&0x3F, 0x80|byte(c)&0x3F)
	}
	return utf8.AppendRune(b, c)
}

// toRunes decodes a pattern into its characters.
func toRunes(s string, isBytes bool) []rune {
	out := make([]rune, 0, len(s))
	for p := 0; p < len(s); {
		c, n := rune(s[p]), 1
		if !isBytes {
			c, n = decode(s, p)
		}
		out = append(out, c)
		p += n
	}
	return out
}

// fromRunes encodes characters back into the form of a pattern.
func fromRunes(r []rune, isBytes bool) string {
	b := make([]byte, 0, len(r))
	for _, c := range r {
		if isBytes {
			b = append(b, byte(c))
		} else {
			b = appendRune(b, c)
		}
	}
	return string(b)
}
