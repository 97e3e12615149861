package regex

import (
	"errors"
	"strings"
	"sync"
	"testing"
)

func mustCompile(t *testing.T, pattern string, flags Flags) *Program {
	t.Helper()
	prog, err := Compile(pattern, false, flags)
	if err != nil {
		t.Fatalf("compile %q: %v", pattern, err)
	}
	return prog
}

// TestBudgetStops runs patterns that would take for ever, or nearly so.
func TestBudgetStops(t *testing.T) {
	long := strings.Repeat("a", 200)
	for _, c := range []struct{ pattern, text string }{
		{`(a+)+$`, long + "b"},
		{`(a|a)*$`, long + "b"},
		{`(a|aa)+$`, long + "b"},
		{`(.*)*x`, long},
		{`(a*)*?x`, long},
		{`(?:a?){100}a{150}b`, long},
		{`(?=(a+)+$)a`, long + "b"},
		{`(?!(a+)+$)a`, long + "b"},
		{`(?>(a+)+$)`, long + "b"},
		{`(a+)\1+\1+\1+\1+b`, long},
		{`(?:(?:a|a)*+b)*$|(a|a)+b`, long},
		{`(?i)(A+)+$`, long + "b"},
		{`(é+)+$`, strings.Repeat("é", 200) + "b"},
		{`.*.*.*.*.*x`, strings.Repeat(long, 10)},
		{`(?:){2000000000}`, ""},
		{`(?:a??){4000000000}`, ""},
		{`(?:){4000000000}+`, ""},
	} {
		prog := mustCompile(t, c.pattern, 0)
		in := TextInput(c.text, false)
		var mt Match
		if _, err := prog.Search(in, 0, -1, &testBudget{1 << 18, 1 << 27}, &mt); !errors.Is(err, errBudget) {
			t.Errorf("%q: error %v, want %v", c.pattern, err, errBudget)
		}
		if _, _, err := prog.Sub(in, &Template{}, 0, &testBudget{1 << 18, 1 << 27}); !errors.Is(err, errBudget) {
			t.Errorf("sub %q: error %v, want %v", c.pattern, err, errBudget)
		}
	}
}

// TestStackIsCharged checks that the memory of the stack is reported before it
// is taken, and given back after the match.
func TestStackIsCharged(t *testing.T) {
	prog := mustCompile(t, `(?:(a)|(b))*c`, 0)
	in := TextInput(strings.Repeat("ab", 1<<17), true)
	var mt Match
	if _, err := prog.Match(in, 0, -1, &testBudget{1 << 30, 1 << 20}, &mt); !errors.Is(err, errBudget) {
		t.Errorf("with 1 MiB: error %v, want %v", err, errBudget)
	}
	b := &testBudget{1 << 30, 1 << 28}
	if ok, err := prog.Match(in, 0, -1, b, &mt); ok || err != nil {
		t.Errorf("with 256 MiB: %v, %v, want no match", ok, err)
	}
	if b.bytes != 1<<28 {
		t.Errorf("%d bytes were not given back", 1<<28-b.bytes)
	}
}

// TestStepsAreCounted checks that work without backtracking counts too.
func TestStepsAreCounted(t *testing.T) {
	text := strings.Repeat("a", 1<<20)
	for _, pattern := range []string{`x`, `[xy]`, `.*?x`, `(?:ab?)*+c`, `a{10}b`, `\Bb`, `(?=a)ab`, strings.Repeat("[ab]", 20) + "c"} {
		b := &testBudget{1 << 20, 1 << 40}
		var mt Match
		if ok, err := mustCompile(t, pattern, 0).Search(TextInput(text, true), 0, -1, b, &mt); ok || err != nil && !errors.Is(err, errBudget) {
			t.Fatalf("%q: %v, %v, want no match", pattern, ok, err)
		}
		if used := 1<<20 - b.steps; used < 1<<14 {
			t.Errorf("%q takes %d steps", pattern, used)
		}
	}
}

func TestCompileLimits(t *testing.T) {
	for _, c := range []struct {
		what, pattern string
		kind          Kind
		msg           string
	}{
		{"groups", strings.Repeat("(", 1000) + strings.Repeat(")", 1000), KindRecursion, "maximum recursion depth exceeded"},
		{"conditionals", "()" + strings.Repeat("(?(1)", 1000) + strings.Repeat(")", 1000), KindRecursion, "maximum recursion depth exceeded"},
		{"length", strings.Repeat("a", 1<<20), KindOverflow, "regular expression code size limit exceeded"},
		{"classes", strings.Repeat(`[\w;]`, 50000), KindOverflow, "regular expression code size limit exceeded"},
	} {
		_, err := Compile(c.pattern, false, 0)
		var e *Error
		if !errors.As(err, &e) || e.Kind != c.kind || e.Msg != c.msg {
			t.Errorf("%s: error %v, want %s", c.what, err, c.msg)
		}
	}
	mustCompile(t, strings.Repeat("(", 480)+strings.Repeat(")", 480), 0)
	mustCompile(t, strings.Repeat("(?:", 400)+"ab"+strings.Repeat("){2}", 400), 0)
}

func TestConcurrentUse(t *testing.T) {
	prog := mustCompile(t, `(?i)(\w+)[é\W]*=\s*(?:(x)|(.))*`, 0)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var mt Match
			for range 200 {
				ok, err := prog.Search(TextInput("Schlüssel é = xyz", false), 0, -1, nil, &mt)
				if !ok || err != nil || mt.LastIndex != 3 {
					t.Errorf("search: %v, %v, %v", ok, err, mt)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestOffsets(t *testing.T) {
	text := "aé\xed\xa0\x80😀z" // with a lone surrogate
	in := TextInput(text, false)
	cur := NewCursor(in)
	for _, c := range []struct{ index, off int }{{0, 0}, {1, 1}, {2, 3}, {3, 6}, {4, 10}, {5, 11}, {3, 6}, {0, 0}, {5, 11}} {
		if got := in.Offset(c.index); got != c.off {
			t.Errorf("Offset(%d) = %d, want %d", c.index, got, c.off)
		}
		if got := in.RuneIndex(c.off); got != c.index {
			t.Errorf("RuneIndex(%d) = %d, want %d", c.off, got, c.index)
		}
		if got := cur.Index(c.off); got != c.index {
			t.Errorf("Index(%d) = %d, want %d", c.off, got, c.index)
		}
	}
	if in.Len() != 5 || in.Offset(99) != len(text) || in.Offset(-1) != 0 || cur.Index(-1) != -1 {
		t.Errorf("Len %d, Offset(99) %d, Offset(-1) %d, Index(-1) %d", in.Len(), in.Offset(99), in.Offset(-1), cur.Index(-1))
	}
	var mt Match
	prog := mustCompile(t, `([\ud800-\udfff]).`, 0)
	if ok, err := prog.Search(in, 0, -1, nil, &mt); !ok || err != nil || mt.Spans[2] != 3 || mt.Spans[1] != 10 {
		t.Errorf("search for a surrogate: %v, %v, %v", ok, err, mt)
	}
	if b := BytesInput("\xff\x00"); b.Len() != 2 || b.RuneIndex(2) != 2 || b.Offset(1) != 1 {
		t.Errorf("BytesInput: %v", b)
	}
}

func TestEscape(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""}, {"abc_12é", "abc_12é"}, {"a.b*c", `a\.b\*c`}, {"()[]{}?*+-|^$\\.&~# \t\n\r\v\f", "\\(\\)\\[\\]\\{\\}\\?\\*\\+\\-\\|\\^\\$\\\\\\.\\&\\~\\#\\ \\\t\\\n\\\r\\\v\\\f"},
		{"!\"%',/:;<=>@`\x00", "!\"%',/:;<=>@`\x00"},
	} {
		if got := Escape(c[0]); got != c[1] {
			t.Errorf("Escape(%q) = %q, want %q", c[0], got, c[1])
		}
		prog := mustCompile(t, Escape(c[0]), Verbose)
		var mt Match
		if ok, err := prog.FullMatch(TextInput(c[0], false), 0, -1, nil, &mt); !ok || err != nil {
			t.Errorf("the escaped %q does not match: %v", c[0], err)
		}
	}
}

func TestGroupNames(t *testing.T) {
	prog := mustCompile(t, `(?P<b>x)(y)(?P<a>z)`, 0)
	if n, ok := prog.GroupNumber("a"); n != 3 || !ok {
		t.Errorf("GroupNumber(a) = %d, %v", n, ok)
	}
	if _, ok := prog.GroupNumber("c"); ok {
		t.Error("GroupNumber(c) finds a group")
	}
	if prog.GroupName(1) != "b" || prog.GroupName(2) != "" || prog.GroupIndex[0].Name != "b" || prog.Groups != 3 {
		t.Errorf("groups: %v", prog.GroupIndex)
	}
	if text, ok := (&Template{}).Literal(); text != "" || !ok {
		t.Errorf("Literal of an empty template: %q, %v", text, ok)
	}
	tmpl, err := prog.ParseTemplate(`<\1\g<a>>\n`)
	if err != nil || len(tmpl.Parts) != 4 {
		t.Fatalf("ParseTemplate: %v, %v", tmpl, err)
	}
	if _, ok := tmpl.Literal(); ok {
		t.Error("a template with groups is literal")
	}
	var mt Match
	var expanded strings.Builder
	if ok, _ := prog.Match(TextInput("xyz", true), 0, -1, nil, &mt); ok {
		tmpl.Expand(&expanded, "xyz", &mt)
	}
	if expanded.String() != "<xz>\n" {
		t.Errorf("Expand: %q", expanded.String())
	}
	out, n, err := prog.Sub(TextInput("xyz xyz xyz", true), tmpl, 2, nil)
	if out != "<xz>\n <xz>\n xyz" || n != 2 || err != nil {
		t.Errorf("Sub: %q, %d, %v", out, n, err)
	}
}
