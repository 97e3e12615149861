package regex

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	diffCases = flag.Int("cases", 4000, "number of generated cases for the differential test")
	diffSeed  = flag.Uint64("seed", 1, "seed of the generated cases")
)

// TestGenerated compares generated patterns with CPython.
func TestGenerated(t *testing.T) {
	g := &caseGenerator{Rand: rand.New(rand.NewPCG(*diffSeed, 7))}
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
	closed []int // the groups that may be referred to
	depth  int
	dense  bool // two letters only, and many groups and loops
}

func pick[T any](g *caseGenerator, from ...T) T { return from[g.IntN(len(from))] }

func (g *caseGenerator) next() testCase {
	g.groups, g.closed, g.depth = 0, nil, 0
	g.dense = g.IntN(2) == 0
	c := testCase{End: -1, Bytes: !g.dense && g.IntN(5) == 0}
	if g.IntN(12) == 0 {
		return g.syntax()
	}
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

// syntax makes a pattern by damaging a valid one more than once.
func (g *caseGenerator) syntax() testCase {
	p := pick(g, `(?P<name>a)(?P=name)`, `(?(1)a|b)`, `(a)(?(1)b|c)`, `[a-z\d]`, `(?ims)a`, `(?i-s:a)b`, `(?<=ab)c`, `(?<!a)b`,
		`a{2,3}?`, `\x41\u0041`, `(?#comment)a`, `(?P<a>b)(?P<c>d)`, `[^]a-]`, `(?>a+)b`, `a*+b`, `\N{BULLET}`, "a # b\n c",
		`(a)\1\07\101`, `[\x41-\x5a]`, `(?aiLmsux)`, `(?a)b`, `(?-i:x)`, `(?:a|b|c)`, `a|b|`, `x{,5}`, `[[a]&&b]`)
	for n := 1 + g.IntN(3); n > 0; n-- {
		p = g.damage(p)
	}
	c := testCase{Pattern: []rune(p), Text: []rune("ab"), End: -1, Bytes: g.IntN(3) == 0}
	c.Flags = pick(g, 0, 0, Verbose, IgnoreCase)
	return c
}

func (g *caseGenerator) text(bytes bool) string {
	out := ""
	if g.dense {
		for n := g.IntN(12); n > 0; n-- {
			out += pick(g, "a", "b")
		}
		return out
	}
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
		atom := g.atom(bytes)
		out += atom
		if anchor := len(atom) > 0 && strings.ContainsAny(atom[len(atom)-1:], `^$bBAZ`); g.IntN(3) == 0 && (!anchor || g.IntN(8) == 0) {
			out += pick(g, "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "{,2}", "{0}", "{1}", "*", "+", "?")
			out += pick(g, "", "", "", "?", "+")
		}
	}
	return out
}

func (g *caseGenerator) atom(bytes bool) string {
	if g.depth < 4 && g.IntN(4) == 0 || g.dense && g.depth < 6 && g.IntN(2) == 0 {
		return g.group(bytes)
	}
	if g.dense {
		if len(g.closed) > 0 && g.IntN(8) == 0 {
			return fmt.Sprintf(`\%d`, pick(g, g.closed...))
		}
		return pick(g, "a", "b", "a", "b", ".", "[ab]", "ab", `\b`, "^", "$")
	}
	switch g.IntN(10) {
	case 0:
		return pick(g, "^", "$", `\b`, `\B`, `\A`, `\Z`)
	case 1:
		return pick(g, `\d`, `\w`, `\s`, `\D`, `\W`, `\S`, ".", ".")
	case 2:
		return g.class(bytes)
	case 3:
		if len(g.closed) > 0 {
			return fmt.Sprintf(`\%d`, pick(g, g.closed...))
		}
		if g.groups > 0 && g.IntN(3) == 0 {
			return `\1`
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
		return pick(g, "(?i:", "(?-i:", "(?s:", "(?m:", "(?x:", "(?a:", "(?u:", "(?s-i:") + g.alternation(bytes) + ")"
	case 6:
		if g.groups > 0 {
			out := fmt.Sprintf("(?(%d)", 1+g.IntN(g.groups)) + g.sequence(bytes)
			if g.IntN(2) == 0 {
				out += "|" + g.sequence(bytes)
			}
			return out + ")"
		}
	case 7:
		return g.capture(fmt.Sprintf("(?P<n%d>", g.groups+1), bytes)
	}
	return g.capture("(", bytes)
}

func (g *caseGenerator) capture(open string, bytes bool) string {
	g.groups++
	id := g.groups
	out := open + g.alternation(bytes) + ")"
	g.closed = append(g.closed, id)
	return out
}
