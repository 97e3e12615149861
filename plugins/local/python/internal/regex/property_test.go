package regex

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// errBudget is what testBudget stops a match with.
var errBudget = errors.New("out of budget")

// A testBudget allows a number of steps and of bytes.
type testBudget struct{ steps, bytes int }

func (b *testBudget) Steps(n int) error {
	if b.steps -= n; b.steps < 0 {
		return errBudget
	}
	return nil
}

func (b *testBudget) Alloc(n int) error {
	if b.bytes -= n; b.bytes < 0 {
		return errBudget
	}
	return nil
}

// checkSearch compares a search with attempts at each place, which use no
// prefilter, and checks the bounds of the groups.
func checkSearch(t *testing.T, prog *Program, in Input, steps int) {
	t.Helper()
	if prog.pre.also != nil {
		return // a search is not the first match then
	}
	var found, here Match
	ok, err := prog.Search(in, 0, -1, &testBudget{steps, 1 << 26}, &found)
	if err != nil {
		return
	}
	b := &testBudget{16 * steps, 1 << 26}
	for p := 0; p <= len(in.Text); p++ {
		if p > 0 && p < len(in.Text) && !prog.IsBytes && !utf8.RuneStart(in.Text[p]) {
			continue
		}
		match, err := prog.Match(in, p, -1, b, &here)
		if err != nil {
			return
		}
		if !match {
			continue
		}
		if !ok || !same(found, here) {
			t.Fatalf("%v on %q: search finds %v %v, match at %d finds %v", prog, in.Text, ok, found, p, here)
		}
		for i, q := range here.Spans {
			inside := q >= 0 && q <= len(in.Text) && (prog.IsBytes || q == len(in.Text) || utf8.RuneStart(in.Text[q]))
			if !inside && (q != -1 || i < 2) {
				t.Fatalf("%v on %q: offset %d of %v", prog, in.Text, q, here)
			}
		}
		return
	}
	if ok {
		t.Fatalf("%v on %q: search finds %v, match nothing", prog, in.Text, found)
	}
}

// checkIter checks that iteration ends and that the matches do not overlap.
func checkIter(t *testing.T, prog *Program, in Input, steps int) {
	t.Helper()
	it := prog.Iter(in, 0, -1, &testBudget{steps, 1 << 26})
	defer it.Close()
	var mt Match
	last := -1
	for n := 0; ; n++ {
		ok, err := it.Next(&mt)
		if !ok || err != nil {
			return
		}
		if mt.Spans[0] < last || n > 2*len(in.Text)+2 {
			t.Fatalf("%v on %q: match %d at %v, the last one ended at %d", prog, in.Text, n, mt.Spans[:2], last)
		}
		last = mt.Spans[1]
	}
}

// TestSearchAgainstMatch checks the prefilters on longer texts than CPython is
// asked about.
func TestSearchAgainstMatch(t *testing.T) {
	g := &caseGenerator{Rand: rand.New(rand.NewPCG(*diffSeed, 12))}
	for range 2 * *diffCases {
		c := g.next()
		for range 4 {
			c.Text = append(c.Text, []rune(g.text(c.Bytes))...)
		}
		if c.Bytes {
			c.Text = toRunes(fromRunes(c.Text, false), true)
		}
		prog, err := Compile(fromRunes(c.Pattern, c.Bytes), c.Bytes, c.Flags)
		if err != nil {
			continue
		}
		in := Input{Text: fromRunes(c.Text, c.Bytes), Single: c.Bytes}
		checkSearch(t, prog, in, 1<<16)
		checkIter(t, prog, in, 1<<16)
	}
}

func FuzzCompileMatch(f *testing.F) {
	for _, bm := range benchmarks {
		f.Add(bm.pattern, "2026-11-01 ERROR [svc-1] user=u1@example.com \"a\\\"b\"", uint16(0), false)
	}
	f.Add(`(?:(a)x|b)*+(?(1)é|\w)`, "axbé", uint16(IgnoreCase), false)
	f.Add(`(?<=[\W\xe9])(a*?)+\b`, "aa\xe9a", uint16(Locale), true)
	f.Fuzz(func(t *testing.T, pattern, text string, flags uint16, isBytes bool) {
		if len(pattern) > 200 || len(text) > 400 {
			return
		}
		if !isBytes {
			pattern, text = strings.ToValidUTF8(pattern, "\ufffd"), strings.ToValidUTF8(text, "\ufffd")
		}
		prog, err := Compile(pattern, isBytes, Flags(flags))
		if err != nil {
			if e := asError(err); e.Pos > len(pattern) || e.Msg == "" {
				t.Fatalf("compile %q: %v at %d", pattern, err, e.Pos)
			}
			return
		}
		in := Input{Text: text, Single: isBytes}
		checkSearch(t, prog, in, 1<<15)
		checkIter(t, prog, in, 1<<15)
	})
}
