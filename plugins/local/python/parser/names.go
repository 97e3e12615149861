package parser

import (
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// lookupName finds the character that \N{name} means.
func lookupName(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if r, ok := hangul(name); ok {
		return r, true
	}
	if hex, ok := strings.CutPrefix(name, "CJK UNIFIED IDEOGRAPH-"); ok {
		v, err := strconv.ParseUint(hex, 16, 32)
		r := rune(v)
		return r, err == nil && len(hex) >= 4 && len(hex) <= 5 && unicode.Is(unicode.Unified_Ideograph, r) && !(r >= 0xF900 && r <= 0xFAFF)
	}
	r, ok := namedCharacters()[name]
	return r, ok
}

// namedCharacters maps the names of Unicode and its aliases to characters.
var namedCharacters = sync.OnceValue(func() map[string]rune {
	m := make(map[string]rune, 40000)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			m[name] = r
		}
	}
	for r, names := range aliases {
		for _, name := range strings.Split(names, "|") {
			m[name] = r
		}
	}
	return m
})

// hangul composes the syllable with such a name.
func hangul(name string) (rune, bool) {
	rest, ok := strings.CutPrefix(name, "HANGUL SYLLABLE ")
	if !ok {
		return 0, false
	}
	l, rest := longest(rest, hangulLead[:])
	v, rest := longest(rest, hangulVowel[:])
	t, rest := longest(rest, hangulTail[:])
	if l < 0 || v < 0 || t < 0 || rest != "" {
		return 0, false
	}
	return rune(0xAC00 + (l*len(hangulVowel)+v)*len(hangulTail) + t), true
}

// longest finds the longest of the prefixes that the string has.
func longest(s string, prefixes []string) (index int, rest string) {
	index, size := -1, -1
	for i, prefix := range prefixes {
		if len(prefix) > size && strings.HasPrefix(s, prefix) {
			index, size = i, len(prefix)
		}
	}
	if index < 0 {
		return index, s
	}
	return index, s[size:]
}

// The short names of the letters of Hangul, in the order of the syllables.
var (
	hangulLead = [...]string{"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"}

	hangulVowel = [...]string{"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO",
		"U", "WEO", "WE", "WI", "YU", "EU", "YI", "I"}

	hangulTail = [...]string{"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH",
		"M", "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H"}
)
