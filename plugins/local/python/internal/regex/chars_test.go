package regex

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/airlockhq/airlock/internal/testenv"
)

// casedRunes are the characters that str.lower, str.upper or str.title change.
func casedRunes() (out []rune) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if casedUnicode(c) || unicode.ToTitle(c) != c {
			out = append(out, c)
		}
	}
	return out
}

// TestCharacters compares classes and caseless matching with CPython for every
// character.
func TestCharacters(t *testing.T) {
	var every []rune // those of testdata/chars.py
	for c := rune(0); c < 0xE0200; c++ {
		if c < 0x33000 || c >= 0xE0000 {
			every = append(every, c)
		}
	}
	cased := casedRunes()
	type line struct {
		pattern string
		fold    bool
	}
	var lines []line
	for _, p := range []string{`\w`, `\d`, `\s`, `\W`, `\D`, `\S`, `(?a)\w`, `(?a)\d`, `(?a)\s`, `(?a)\W`, `.`, `(?s).`, `[^\w\s]`} {
		lines = append(lines, line{p, false})
	}
	for i, c := range cased {
		if i%24 == 0 || c < 0x100 || len(cases().extra[lowerUnicode(c)]) > 0 {
			lines = append(lines, line{Escape(string(c)), true}, line{"[" + Escape(string(c)) + "!]", true})
		}
	}
	for _, p := range []string{`[À-ÿ]`, `[^a-z]`, `[ʀ-𐀀]`, `[Ā-𐀀]`, `[Α-𐒀]`, `[^ŉ-𐐧]`, `[ἀ-῿]`, `\w`, `[\Wß]`, `(?a)[a-𐐧]`} {
		lines = append(lines, line{p, true})
	}
	var in strings.Builder
	for _, l := range lines {
		in.WriteString(map[bool]string{true: "I", false: "-"}[l.fold])
		for _, c := range l.pattern {
			fmt.Fprintf(&in, " %d", c)
		}
		in.WriteByte('\n')
	}
	cmd := exec.Command(testenv.Python312(t), "-I", "testdata/chars.py")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ask CPython about characters: %v", err)
	}
	want := bytes.Split(out, []byte("\n"))
	check := func(what string, got []rune, want []byte) {
		if g := codes(got); g != string(want) {
			t.Errorf("%s matches %s", what, firstDifference(g, string(want)))
		}
	}
	check("identifier start", filter(every, func(c rune) bool { return isIdentifier([]rune{c}) }), want[0])
	check("identifier", filter(every, func(c rune) bool { return isIdentifier([]rune{'a', c}) }), want[1])
	for i, l := range lines {
		flags, chars := Flags(0), every
		if l.fold {
			flags, chars = IgnoreCase, cased
		}
		prog, err := Compile(l.pattern, false, flags)
		if err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprintf("%q with flags %d", l.pattern, flags), findChars(t, prog, chars), want[i+2])
	}
}

// findChars returns the characters that a pattern for one character finds.
func findChars(t *testing.T, prog *Program, chars []rune) (out []rune) {
	text := fromRunes(chars, false)
	it := prog.Iter(TextInput(text, false), 0, -1, nil)
	defer it.Close()
	var mt Match
	for {
		ok, err := it.Next(&mt)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return out
		}
		c, _ := decode(text, mt.Spans[0])
		out = append(out, c)
	}
}

func filter(chars []rune, keep func(rune) bool) (out []rune) {
	for _, c := range chars {
		if keep(c) {
			out = append(out, c)
		}
	}
	return out
}

// codes writes characters as ranges.
func codes(chars []rune) string {
	set := make(runeSet, len(chars))
	for i, c := range chars {
		set[i] = span{c, c}
	}
	var out []string
	for _, r := range set.normalize() {
		out = append(out, fmt.Sprintf("%d-%d", r.lo, r.hi))
	}
	return strings.Join(out, " ")
}

// firstDifference shows where two lists of codes part.
func firstDifference(got, want string) string {
	g, w := strings.Fields(got), strings.Fields(want)
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("%s, want %s (item %d)", g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""), i)
		}
	}
	return fmt.Sprintf("%d ranges, want %d", len(g), len(w))
}
