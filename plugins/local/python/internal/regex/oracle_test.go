package regex

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
)

// A testCase is a pattern and a text for the oracle.
type testCase struct {
	Pattern []rune `json:"p"`
	Text    []rune `json:"t"`
	Bytes   bool   `json:"b"`
	Flags   Flags  `json:"f"`
	Pos     int    `json:"pos"`
	End     int    `json:"end"`
	Repl    []rune `json:"r,omitempty"`
}

// An answer is what CPython, or this package, makes of a case.
type answer struct {
	Kind     string  `json:"kind"`
	Msg      []rune  `json:"msg"`
	Str      []rune  `json:"str"`
	Pos      int     `json:"pos"`
	Line     int     `json:"line"`
	Col      int     `json:"col"`
	Flags    Flags   `json:"flags"`
	Groups   int     `json:"groups"`
	Names    [][]any `json:"names"`
	Warnings []string
	Match    []any   `json:"match"`
	Full     []any   `json:"full"`
	Search   []any   `json:"search"`
	Iter     [][]any `json:"iter"`
	Scan     [][]any `json:"scan"`
	Fault    string  `json:"fault"`
	Sub      *struct {
		Kind string `json:"kind"`
		Str  []rune `json:"str"`
		Out  []rune `json:"out"`
		N    int    `json:"n"`
	} `json:"sub"`
}

// ask puts the cases to CPython.
func ask(t *testing.T, cases []testCase) []answer {
	t.Helper()
	python := testenv.Python312(t)
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, c := range cases {
		if err := enc.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(python, "-I", "testdata/oracle.py")
	cmd.Stdin = &in
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run the oracle: %v\n%s", err, stderr.Bytes())
	}
	var answers []answer
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		var a answer
		if err := json.Unmarshal(sc.Bytes(), &a); err != nil {
			t.Fatalf("read the oracle's answer %q: %v", sc.Bytes(), err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(cases) {
		t.Fatalf("the oracle gave %d answers to %d cases", len(answers), len(cases))
	}
	return answers
}

var kindNames = map[Kind]string{
	KindPattern: "error", KindOverflow: "OverflowError", KindValue: "ValueError",
	KindIndex: "IndexError", KindRecursion: "RecursionError",
}

// compare reports the first difference between this package and the answer.
func compare(t *testing.T, c testCase, want answer) bool {
	t.Helper()
	bad := func(what string, got, want any) bool {
		t.Helper()
		t.Errorf("%s of %q (bytes %v, flags %d) on %q [%d:%d]\n got %v\nwant %v",
			what, string(c.Pattern), c.Bytes, c.Flags, string(c.Text), c.Pos, c.End, got, want)
		return false
	}
	if want.Kind == "slow" {
		return true
	}
	prog, err := Compile(fromRunes(c.Pattern, c.Bytes), c.Bytes, c.Flags)
	if err != nil {
		e := asError(err)
		got := answer{Kind: kindNames[e.Kind], Msg: toRunes(e.Msg, false), Str: toRunes(e.Error(), false),
			Pos: e.Pos, Line: e.Line, Col: e.Col}
		if got.Kind != want.Kind || string(got.Msg) != string(want.Msg) || string(got.Str) != string(want.Str) ||
			got.Pos != want.Pos || got.Line != want.Line || got.Col != want.Col {
			return bad("error", []any{got.Kind, string(got.Msg), string(got.Str), got.Pos, got.Line, got.Col},
				[]any{want.Kind, string(want.Msg), string(want.Str), want.Pos, want.Line, want.Col})
		}
		return true
	}
	if want.Kind != "ok" {
		return bad("error", "none", want.Kind+": "+string(want.Str))
	}
	if prog.Flags != want.Flags || prog.Groups != want.Groups || len(prog.GroupIndex) != len(want.Names) ||
		!slices.Equal(prog.Warnings, want.Warnings) {
		return bad("program", []any{prog.Flags, prog.Groups, prog.GroupIndex, prog.Warnings},
			[]any{want.Flags, want.Groups, want.Names, want.Warnings})
	}
	text := Input{Text: fromRunes(c.Text, c.Bytes), Single: c.Bytes}
	pos, end := text.Offset(c.Pos), -1
	if c.End >= 0 {
		end = text.Offset(c.End)
	}
	return compareMatches(bad, prog, text, pos, end, want) && compareSub(bad, c, prog, text, want)
}

// asError is err, which must be an *Error.
func asError(err error) *Error {
	var e *Error
	if !errors.As(err, &e) {
		panic(err)
	}
	return e
}

// plain turns a match into what the oracle prints.
func plain(text Input, ok bool, mt *Match) []any {
	if !ok {
		return nil
	}
	cur := NewCursor(text)
	regs := make([]any, len(mt.Spans))
	for i, p := range mt.Spans {
		regs[i] = float64(cur.Index(p))
	}
	return []any{regs, float64(mt.LastIndex)}
}

func same(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

type report func(what string, got, want any) bool

func compareMatches(bad report, prog *Program, text Input, pos, end int, want answer) bool {
	var mt Match
	for _, w := range []struct {
		what string
		run  func(Input, int, int, Budget, *Match) (bool, error)
		want []any
	}{{"match", prog.Match, want.Match}, {"fullmatch", prog.FullMatch, want.Full}, {"search", prog.Search, want.Search}} {
		ok, err := w.run(text, pos, end, nil, &mt)
		if err != nil {
			if err.Error() != want.Fault {
				return bad(w.what, err, want.Fault)
			}
			return true
		}
		if got := plain(text, ok, &mt); !same(got, w.want) {
			return bad(w.what, got, w.want)
		}
	}
	for _, w := range []struct {
		what string
		next func(*Iter, *Match) (bool, error)
		want [][]any
	}{{"finditer", (*Iter).Next, want.Iter}, {"scanner", (*Iter).NextHere, want.Scan}} {
		got := [][]any{}
		it := prog.Iter(text, pos, end, nil)
		for {
			ok, err := w.next(it, &mt)
			if err != nil {
				it.Close()
				if err.Error() != want.Fault {
					return bad(w.what, err, want.Fault)
				}
				return true
			}
			if !ok {
				break
			}
			got = append(got, plain(text, ok, &mt))
		}
		it.Close()
		if !same(got, w.want) {
			return bad(w.what, got, w.want)
		}
	}
	return true
}

func compareSub(bad report, c testCase, prog *Program, text Input, want answer) bool {
	if want.Sub == nil {
		return true
	}
	tmpl, err := prog.ParseTemplate(fromRunes(c.Repl, c.Bytes))
	if err != nil {
		e := asError(err)
		if kindNames[e.Kind] != want.Sub.Kind || e.Error() != fromRunes(want.Sub.Str, false) {
			return bad("template "+string(c.Repl), kindNames[e.Kind]+": "+e.Error(), want.Sub.Kind+": "+string(want.Sub.Str))
		}
		return true
	}
	if want.Sub.Kind != "ok" {
		return bad("template "+string(c.Repl), "no error", want.Sub.Kind+": "+string(want.Sub.Str))
	}
	got, n, err := prog.Sub(text, tmpl, 0, nil)
	if err != nil || got != fromRunes(want.Sub.Out, c.Bytes) || n != want.Sub.N {
		return bad("sub "+string(c.Repl), []any{got, n, err}, []any{fromRunes(want.Sub.Out, c.Bytes), want.Sub.N})
	}
	return true
}
