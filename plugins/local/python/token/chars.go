package token

import (
	"unicode"
	"unicode/utf8"
)

const (
	classStart  = 1 << iota // may start a name
	classChar               // may continue a name
	classDigit              // 0-9
	classHex                // 0-9a-fA-F
	classPrefix             // may start a string prefix
)

var charClass = func() (t [256]uint8) {
	for c := range 256 {
		b := byte(c)
		lower := b | 0x20
		letter := lower >= 'a' && lower <= 'z' && c < 0x80
		if letter || b == '_' || c >= utf8.RuneSelf {
			t[c] |= classStart | classChar
		}
		if b >= '0' && b <= '9' {
			t[c] |= classChar | classDigit | classHex
		}
		if letter && lower <= 'f' {
			t[c] |= classHex
		}
		if letter && (lower == 'b' || lower == 'r' || lower == 'u' || lower == 'f') {
			t[c] |= classPrefix
		}
	}
	return t
}()

func isNameStart(c byte) bool    { return charClass[c]&classStart != 0 }
func isNameChar(c byte) bool     { return charClass[c]&classChar != 0 }
func isDigit(c byte) bool        { return charClass[c]&classDigit != 0 }
func isHex(c byte) bool          { return charClass[c]&classHex != 0 }
func isPrefixLetter(c byte) bool { return charClass[c]&classPrefix != 0 }

var oneChar = [256]Kind{
	':': Colon, ',': Comma, ';': Semi, '.': Dot, '!': Exclamation,
	'+': Plus, '-': Minus, '*': Star, '@': At, '/': Slash, '%': Percent, '|': VBar, '^': Circumflex,
	'&': Amper, '~': Tilde, '=': Equal, '<': Less, '>': Greater,
}

// operatorAt finds an operator of two or three characters; n is 0 if there is
// none.
func operatorAt(c, c2, c3 byte) (kind Kind, n int) {
	switch c {
	case '*':
		return doubled(c, c2, c3, DoubleStar, DoubleStarEqual, StarEqual)
	case '/':
		return doubled(c, c2, c3, DoubleSlash, DoubleSlashEqual, SlashEqual)
	case '<':
		if c2 == '>' {
			return NotEqual, 2
		}
		return doubled(c, c2, c3, LeftShift, LeftShiftEqual, LessEqual)
	case '>':
		return doubled(c, c2, c3, RightShift, RightShiftEqual, GreaterEqual)
	case '.':
		if c2 == '.' && c3 == '.' {
			return Ellipsis, 3
		}
	case '-':
		if c2 == '>' {
			return Arrow, 2
		}
	}
	if c2 == '=' {
		if kind := withEqual[c]; kind != 0 {
			return kind, 2
		}
	}
	return 0, 0
}

var withEqual = [256]Kind{
	'+': PlusEqual, '-': MinusEqual, '@': AtEqual, '%': PercentEqual, '|': VBarEqual,
	'^': CircumflexEqual, '&': AmperEqual, '=': EqEqual, '!': NotEqual, ':': ColonEqual,
}

func doubled(c, c2, c3 byte, double, doubleEqual, equal Kind) (Kind, int) {
	switch {
	case c2 == c && c3 == '=':
		return doubleEqual, 3
	case c2 == c:
		return double, 2
	case c2 == '=':
		return equal, 2
	}
	return 0, 0
}

// IsIdentifierStart reports whether the character may start an identifier.
func IsIdentifierStart(r rune) bool {
	if r < utf8.RuneSelf {
		return isNameStart(byte(r))
	}
	if notXIDContinue(r) || r == 0x0E33 || r == 0x0EB3 || r == 0xFF9E || r == 0xFF9F {
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start)
}

// IsIdentifierPart reports whether the character may continue an identifier.
func IsIdentifierPart(r rune) bool {
	if r < utf8.RuneSelf {
		return isNameChar(byte(r))
	}
	if notXIDContinue(r) {
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start,
		unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// notXIDContinue holds the characters whose compatibility decomposition is no
// identifier, so that Unicode takes them out of XID_Continue.
func notXIDContinue(r rune) bool {
	switch {
	case r == 0x037A, r == 0x2E2F, r == 0x309B, r == 0x309C, r >= 0xFC5E && r <= 0xFC63, r == 0xFDFA, r == 0xFDFB:
		return true
	case r >= 0xFE70 && r <= 0xFE7E:
		return r%2 == 0
	}
	return false
}

func utf8Len(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}
