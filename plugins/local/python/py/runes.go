package py

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// The text of a str is UTF-8 in which lone surrogates stand as three bytes, so
// the functions here stand in for those of unicode/utf8.

// word reads the first eight bytes of s.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// isASCII reports whether all bytes of s are below 0x80.
func isASCII(s string) bool {
	for len(s) >= 8 {
		if word(s)&0x8080808080808080 != 0 {
			return false
		}
		s = s[8:]
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// countRunes is the number of code points in s.
func countRunes(s string) int {
	n := len(s)
	for len(s) >= 8 {
		w := word(s)
		// One bit for each byte of the form 10xxxxxx, which starts nothing.
		w = w >> 7 & ^(w >> 6) & 0x0101010101010101
		n -= int(w * 0x0101010101010101 >> 56)
		s = s[8:]
	}
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 == 0x80 {
			n--
		}
	}
	return n
}

// decodeRune is the first code point of s, which must not be empty, and its
// length in bytes.
func decodeRune(s string) (rune, int) {
	c := s[0]
	switch {
	case c < 0x80:
		return rune(c), 1
	case c < 0xE0:
		return rune(c&0x1F)<<6 | rune(s[1]&0x3F), 2
	case c < 0xF0:
		return rune(c&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return rune(c&0x07)<<18 | rune(s[1]&0x3F)<<12 | rune(s[2]&0x3F)<<6 | rune(s[3]&0x3F), 4
}

// decodeLastRune is the last code point of s and its length in bytes.
func decodeLastRune(s string) (rune, int) {
	i := len(s) - 1
	for s[i]&0xC0 == 0x80 {
		i--
	}
	return decodeRune(s[i:])
}

// runeBytes is the length in bytes of a code point that begins with c.
func runeBytes(c byte) int {
	switch {
	case c < 0x80:
		return 1
	case c < 0xE0:
		return 2
	case c < 0xF0:
		return 3
	}
	return 4
}

// isSurrogate reports whether r is half of a surrogate pair.
func isSurrogate(r rune) bool { return r >= 0xD800 && r <= 0xDFFF }

// appendRune appends a code point.
func appendRune(b []byte, r rune) []byte {
	if isSurrogate(r) {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

// decodeRunes is the code points of s.
func decodeRunes(s string) []rune {
	out := make([]rune, 0, countRunes(s))
	for i := 0; i < len(s); {
		r, n := decodeRune(s[i:])
		out = append(out, r)
		i += n
	}
	return out
}

// encodeRunes is the text of code points.
func encodeRunes(runes []rune) string {
	b := make([]byte, 0, len(runes)+len(runes)/2)
	for _, r := range runes {
		b = appendRune(b, r)
	}
	return textOf(b)
}

// A strPredicate tells something about a character.
type strPredicate func(r rune) bool

// isSpaceRune is str.isspace for a character.
func isSpaceRune(r rune) bool {
	if r < 0x80 {
		return asciiSpace[r]
	}
	switch {
	case r >= 0x2000 && r <= 0x200A:
		return true
	case r == 0x85, r == 0xA0, r == 0x1680, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return true
	}
	return false
}

var asciiSpace = [256]bool{'\t': true, '\n': true, '\v': true, '\f': true, '\r': true, 0x1C: true, 0x1D: true, 0x1E: true, 0x1F: true, ' ': true}

func isDecimalRune(r rune) bool {
	if r < 0x80 {
		return r >= '0' && r <= '9'
	}
	return unicode.Is(unicode.Nd, r)
}

func isDigitRune(r rune) bool {
	return isDecimalRune(r) || r >= 0x80 && inRanges(digitRanges, r)
}

func isNumericRune(r rune) bool {
	return isDigitRune(r) || r >= 0x80 && inRanges(numericRanges, r)
}

func isAlphaRune(r rune) bool { return unicode.IsLetter(r) }

func isAlnumRune(r rune) bool { return isAlphaRune(r) || isNumericRune(r) }

// IsPrintable is str.isprintable for a character.
func IsPrintable(r rune) bool {
	if r < 0x7F {
		return r >= ' '
	}
	return unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r)
}

func isUpperRune(r rune) bool {
	if r < 0x80 {
		return r >= 'A' && r <= 'Z'
	}
	return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r)
}

func isLowerRune(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z'
	}
	return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r)
}

func isTitleRune(r rune) bool { return r >= 0x80 && unicode.IsTitle(r) }

func isCasedRune(r rune) bool { return isUpperRune(r) || isLowerRune(r) || isTitleRune(r) }

// caseIgnorable is Unicode's property Case_Ignorable.
func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', 0xB7, 0x387, 0x55F, 0x5F4, 0x2018, 0x2019, 0x2024, 0x2027, 0xFE13, 0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

func unicodeIdentifier(r rune, inner bool) bool {
	if inner {
		return token.IsIdentifierPart(r)
	}
	return token.IsIdentifierStart(r)
}

func inRanges(table [][2]rune, r rune) bool {
	i := sort.Search(len(table), func(i int) bool { return table[i][1] >= r })
	return i < len(table) && table[i][0] <= r
}

// special looks a character up in a table of case mappings; "" if it is not there.
func special(table []caseMapping, r rune) string {
	if r < table[0].r {
		return ""
	}
	i := sort.Search(len(table), func(i int) bool { return table[i].r >= r })
	if i < len(table) && table[i].r == r {
		return table[i].to
	}
	return ""
}
