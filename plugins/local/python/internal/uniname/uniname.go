// Package uniname has the names of Unicode characters, as Python's unicodedata
// module and the escape \N{...} know them.
package uniname

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// aliases has Unicode's formal aliases, a code point and a name on each line.
//
//go:embed aliases.txt
var aliases string

const (
	ideograph  = "CJK UNIFIED IDEOGRAPH-"
	hangul     = "HANGUL SYLLABLE "
	hangulBase = 0xAC00
)

// The short names of the letters that a Hangul syllable is made of.
var (
	leads = [...]string{"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"}

	vowels = [...]string{"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE",
		"WI", "YU", "EU", "YI", "I"}

	tails = [...]string{"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M", "B",
		"BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H"}
)

// Name returns the name of c, or false if it has none.
func Name(c rune) (string, bool) {
	switch {
	case isIdeograph(c):
		return fmt.Sprintf("%s%X", ideograph, c), true
	case c >= hangulBase && c < hangulBase+rune(len(leads)*len(vowels)*len(tails)):
		n := int(c - hangulBase)
		return hangul + leads[n/len(tails)/len(vowels)] + vowels[n/len(tails)%len(vowels)] + tails[n%len(tails)], true
	}
	name := runenames.Name(c)
	return name, name != "" && name[0] != '<'
}

// Lookup finds the character called name. It takes aliases, and as CPython does
// it ignores case except in the names that are made by rule.
func Lookup(name string) (rune, bool) {
	if rest, ok := strings.CutPrefix(name, hangul); ok {
		return syllable(rest)
	}
	if hex, ok := strings.CutPrefix(name, ideograph); ok {
		return ideographOf(hex)
	}
	c, ok := table()[strings.ToUpper(name)]
	return c, ok
}

// isIdeograph reports whether the name of c is made of its number. The unified
// ideographs of the compatibility block have names of their own.
func isIdeograph(c rune) bool {
	return unicode.Is(unicode.Unified_Ideograph, c) && (c < 0xF900 || c > 0xFAFF)
}

func ideographOf(hex string) (rune, bool) {
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) < 4 || len(hex) > 5 || strings.ContainsAny(hex, "abcdef") {
		return 0, false
	}
	return rune(v), isIdeograph(rune(v))
}

// syllable composes a Hangul syllable of the names of its letters.
func syllable(rest string) (rune, bool) {
	l, rest := longest(rest, leads[:])
	v, rest := longest(rest, vowels[:])
	if v < 0 {
		return 0, false
	}
	t, rest := longest(rest, tails[:])
	if rest != "" {
		return 0, false
	}
	return hangulBase + rune((l*len(vowels)+v)*len(tails)+t), true
}

// longest finds the longest of the names that s starts with.
func longest(s string, names []string) (index int, rest string) {
	index, size := -1, -1
	for i, name := range names {
		if len(name) > size && strings.HasPrefix(s, name) {
			index, size = i, len(name)
		}
	}
	return index, s[max(size, 0):]
}

// table maps the names that are not made by rule, and the aliases.
var table = sync.OnceValue(func() map[string]rune {
	m := make(map[string]rune, 1<<15+1<<10)
	for _, t := range []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cf} {
		for _, r := range t.R16 {
			addNames(m, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			addNames(m, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	for line := range strings.Lines(aliases) {
		hex, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		c, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			panic(fmt.Sprintf("read the alias %q: %v", line, err))
		}
		m[name] = rune(c)
	}
	return m
})

func addNames(m map[string]rune, lo, hi, stride rune) {
	for c := lo; c <= hi; c += stride {
		if name := runenames.Name(c); name != "" && name[0] != '<' {
			m[name] = c
		}
	}
}
