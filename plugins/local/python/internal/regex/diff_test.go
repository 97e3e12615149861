package regex

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var (
	diffCases = flag.Int("cases", 4000, "number of generated cases for the differential test")
	diffSeed  = flag.Uint64("seed", 1, "seed of the generated cases")
)

// TestGenerated compares generated patterns with CPython.
func TestGenerated(t *testing.T) {
	g := &caseGenerator{rand.New(rand.NewPCG(*diffSeed, 7)), 0, 0}
	cases := make([]testCase, *diffCases)
	for i := range cases {
		cases[i] = g.next()
	}
	failures := 0
	for i, want := range ask(t, cases) {
		if !compare(t, cases[i], want) {
			if failures++; failures >= 10 {
				t.Fatal("too many differences")
			}
		}
	}
}

// A caseGenerator makes patterns that are mostly valid.
type caseGenerator struct {
	*rand.Rand
	groups int
	depth  int
}

func pick[T any](g *caseGenerator, from ...T) T { return from[g.IntN(len(from))] }

func (g *caseGenerator) next() testCase {
	g.groups, g.depth = 0, 0
	c := testCase{End: -1, Bytes: g.IntN(5) == 0}
	p := g.alternation(c.Bytes)
	if g.IntN(12) == 0 {
		p = pick(g, "(?i)", "(?m)", "(?s)", "(?x)", "(?a)", "(?im)") + p
	}
	if g.IntN(25) == 0 {
		p = g.damage(p)
	}
	c.Flags = pick(g, 0, 0, 0, IgnoreCase, Multiline, DotAll, Verbose, IgnoreCase|Multiline)
	if g.IntN(8) == 0 {
		c.Flags |= ASCII
	}
	if c.Bytes && g.IntN(4) == 0 {
		c.Flags = c.Flags&^ASCII | Locale
	}
	c.Pattern, c.Text = []rune(p), []rune(g.text(c.Bytes))
	if c.Bytes {
		c.Pattern, c.Text = toRunes(p, true), toRunes(string(c.Text), true)
	}
	if g.IntN(6) == 0 {
		c.Pos = g.IntN(4)
		c.End = c.Pos + g.IntN(12)
	}
	if g.IntN(3) == 0 {
		c.Repl = []rune(pick(g, `\g<0>.`, `<\1>`, `-`, `\1\2`, `\g<n1>x`, `\n\x`, `[\g<2>]`, `\08\0`, `\101`, `\400`, `\99`, ``, `\g<`, `\g<>`, `\gx`, `\-`))
	}
	return c
}

func (g *caseGenerator) damage(p string) string {
	if p == "" {
		return pick(g, "(", ")", "[", "*", `\`)
	}
	i := g.IntN(len(p))
	switch g.IntN(3) {
	case 0:
		return p[:i]
	case 1:
		return p[:i] + p[i+1:]
	}
	return p[:i] + pick(g, "(", ")", "[", "]", "*", "?", "{2}", "|", `\`, "(?", "(?P<", "-") + p[i:]
}

func (g *caseGenerator) text(bytes bool) string {
	out := ""
	for n := g.IntN(16); n > 0; n-- {
		if !bytes && g.IntN(6) == 0 {
			out += pick(g, "é", "É", "ß", "ſ", "K", "ı", "İ", "Σ", "ς", "日", "😀", "𐐀", "𐐨", "\u00a0", "٣")
		} else {
			out += pick(g, "a", "b", "c", "a", "b", "A", "B", "x", "1", "2", "_", " ", "\n", "-", ".", "aa", "ab", "s", "K", "i")
		}
	}
	return out
}

func (g *caseGenerator) alternation(bytes bool) string {
	g.depth++
	defer func() { g.depth-- }()
	out := g.sequence(bytes)
	for g.IntN(4) == 0 {
		out += "|" + g.sequence(bytes)
	}
	return out
}

func (g *caseGenerator) sequence(bytes bool) string {
	out := ""
	for n := g.IntN(5); n > 0; n-- {
		out += g.atom(bytes)
		if g.IntN(3) == 0 {
			out += pick(g, "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "{,2}", "{0}", "{1}", "*", "+", "?")
			out += pick(g, "", "", "", "?", "+")
		}
	}
	return out
}

func (g *caseGenerator) atom(bytes bool) string {
	if g.depth < 4 && g.IntN(4) == 0 {
		return g.group(bytes)
	}
	switch g.IntN(10) {
	case 0:
		return pick(g, "^", "$", `\b`, `\B`, `\A`, `\Z`)
	case 1:
		return pick(g, `\d`, `\w`, `\s`, `\D`, `\W`, `\S`, ".", ".")
	case 2:
		return g.class(bytes)
	case 3:
		if g.groups > 0 {
			return `\` + string(rune('1'+g.IntN(min(g.groups, 9))))
		}
	case 4:
		if !bytes {
			return pick(g, "é", "É", "ß", "ſ", "k", "K", "ı", "İ", "σ", "日", "😀", "𐐀", "𐐨", `\u00e9`, `\x41`, `\N{DIGIT TWO}`)
		}
		return pick(g, `\x41`, `\n`, `\101`, `\-`)
	}
	return pick(g, "a", "b", "c", "a", "b", "A", "x", "1", "_", " ", "-", "ab", "s", "i")
}

func (g *caseGenerator) class(bytes bool) string {
	out := "["
	if g.IntN(3) == 0 {
		out += "^"
	}
	for n := 1 + g.IntN(3); n > 0; n-- {
		if !bytes && g.IntN(5) == 0 {
			out += pick(g, "é", "É", "ß", "ſ", "K", "σ", "à-ÿ", "日", "😀", "𐐀", "𐐀-𐐧", "\u0100-\U00010480", "Α-Ω", "\u0149-\U00010000")
		} else {
			out += pick(g, "a", "b", "a-c", "A-Z", "0-9", `\d`, `\w`, `\s`, `\W`, `\D`, `\S`, "_", "-", ".", `\n`, "x-z", "[", "&&", `\]`, "S")
		}
	}
	return out + "]"
}

func (g *caseGenerator) group(bytes bool) string {
	switch g.IntN(12) {
	case 0:
		return "(?:" + g.alternation(bytes) + ")"
	case 1:
		return "(?=" + g.alternation(bytes) + ")"
	case 2:
		return "(?!" + g.alternation(bytes) + ")"
	case 3:
		return pick(g, "(?<=", "(?<!") + g.atom(bytes) + g.atom(bytes) + ")"
	case 4:
		return "(?>" + g.alternation(bytes) + ")"
	case 5:
		return pick(g, "(?i:", "(?-i:", "(?s:", "(?m:", "(?x:", "(?a:", "(?s-i:") + g.alternation(bytes) + ")"
	case 6:
		if g.groups > 0 {
			out := "(?(" + string(rune('1'+g.IntN(min(g.groups, 9)))) + ")" + g.sequence(bytes)
			if g.IntN(2) == 0 {
				out += "|" + g.sequence(bytes)
			}
			return out + ")"
		}
	case 7:
		g.groups++
		return "(?P<n" + string(rune('0'+g.groups%10)) + ">" + g.alternation(bytes) + ")"
	}
	g.groups++
	return "(" + g.alternation(bytes) + ")"
}
