package regex

import "unicode"

// isIdentifier is Python's str.isidentifier.
func isIdentifier(s []rune) bool {
	for i, c := range s {
		if !isIDStart(c) && (i == 0 || !isIDContinue(c)) {
			return false
		}
	}
	return len(s) > 0
}

func isIDStart(c rune) bool {
	if c < 0x80 {
		return c == '_' || casedASCII(c)
	}
	if unicode.Is(unicode.Other_ID_Start, c) {
		return c != 0x309B && c != 0x309C
	}
	return (unicode.IsLetter(c) || unicode.Is(unicode.Nl, c)) &&
		!unicode.Is(unicode.Pattern_Syntax, c) && !notXIDStart.has(c)
}

func isIDContinue(c rune) bool {
	if c < 0x80 {
		return c == '_' || casedASCII(c) || '0' <= c && c <= '9'
	}
	if isIDStart(c) || c == 0xE33 || c == 0xEB3 || c == 0xFF9E || c == 0xFF9F {
		return true
	}
	return unicode.In(c, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) &&
		c != 0x37A
}

// notXIDStart are the letters that normalization (NFKC) would turn into
// something that cannot start an identifier.
var notXIDStart = runeSet{
	{0x37A, 0x37A}, {0xE33, 0xE33}, {0xEB3, 0xEB3}, {0x2E2F, 0x2E2F}, {0xFC5E, 0xFC63}, {0xFDFA, 0xFDFB},
	{0xFE70, 0xFE70}, {0xFE72, 0xFE72}, {0xFE74, 0xFE74}, {0xFE76, 0xFE76}, {0xFE78, 0xFE78},
	{0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}, {0xFF9E, 0xFF9F},
}
