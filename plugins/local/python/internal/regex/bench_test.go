package regex

import (
	"fmt"
	"strings"
	"testing"
)

// benchText is a log, in part with characters that are not ASCII.
func benchText(wide bool) string {
	var b strings.Builder
	for i := range 400 {
		user := fmt.Sprintf("u%d", i)
		if wide {
			user = fmt.Sprintf("üñ%d", i)
		}
		fmt.Fprintf(&b, "2026-11-%02d 10:%02d:%02d ERROR [svc-%d] user=%s mail=u%d@example.com took %d.%dms code=%d path=\"/a/b%d\"\n",
			i%28+1, i%60, i*7%60, i%9, user, i, i%500, i%10, 200+i%300, i)
	}
	return b.String()
}

// benchmarks are patterns of the kind that programs use. testdata/bench.py runs
// the same ones under CPython.
var benchmarks = []struct{ name, pattern string }{
	{"email", `[a-z0-9]+@[a-z]+\.com`},
	{"email2", `[\w.+-]+@[\w-]+\.[\w.-]+`},
	{"date", `(\d{4})-(\d{2})-(\d{2})`},
	{"words", `\w+`},
	{"digits", `\d+`},
	{"keyvalue", `(\w+)=(\S+)`},
	{"record", `\[svc-(\d+)\] user=(\w+) mail=\S+ took ([0-9.]+)ms code=(\d{3})`},
	{"alternation", `ERROR|WARNING|INFO|DEBUG`},
	{"names", `(?P<year>\d+)-(?P<month>\d+)-(?P<day>\d+) (?P<time>[\d:]+)`},
	{"ignorecase", `(?i)error.*took`},
	{"lines", `(?m)^(\S+) (\S+) (.*)$`},
	{"lazy", `".*?"`},
	{"backref", `(\d)\1`},
	{"string", `"(?:[^"\\]|\\.)*"`},
	{"lookahead", `\w+(?==)`},
	{"space", `\s+`},
	{"float", `[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`},
	{"ip", `(?:\d{1,3}:){2}\d{1,3}`},
	{"nomatch", `foo\d+bar`},
	{"tokens", `(?P<num>\d+(?:\.\d*)?)|(?P<id>[A-Za-z_]\w*)|(?P<op>[-+*/=<>:@."\[\]])|(?P<ws>\s+)`},
}

func BenchmarkFind(b *testing.B) {
	for _, wide := range []bool{false, true} {
		text := benchText(wide)
		for _, bm := range benchmarks {
			name := bm.name
			if wide {
				name += "/wide"
			}
			b.Run(name, func(b *testing.B) {
				prog, err := Compile(bm.pattern, false, 0)
				if err != nil {
					b.Fatal(err)
				}
				in := TextInput(text, !wide)
				var mt Match
				for b.Loop() {
					it := prog.Iter(in, 0, -1, nil)
					for {
						ok, err := it.Next(&mt)
						if err != nil {
							b.Fatal(err)
						}
						if !ok {
							break
						}
					}
					it.Close()
				}
			})
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	for _, c := range []struct{ name, pattern, text string }{
		{"literal", `abc`, "abcdef"}, {"date", `(\d{4})-(\d{2})-(\d{2})`, "2026-11-01"}, {"empty", ``, ""}, {"none", `x`, "abc"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			prog, err := Compile(c.pattern, false, 0)
			if err != nil {
				b.Fatal(err)
			}
			var mt Match
			for b.Loop() {
				if _, err := prog.Match(TextInput(c.text, true), 0, -1, nil, &mt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, bm := range benchmarks {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(bm.pattern, false, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
