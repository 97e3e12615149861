package python_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// script is one file of testdata: parts divided by lines "# ---", each run in
// a session of its own. A part must run through, unless a line of it ends in
//
//	### "text"
//
// which is where it must fail, with a message that contains the text. Head
// comments set the session up:
//
//	# import: MODULE, ...         # allow-dunder: NAME, ...
//	# strict-dunder               # allow-function: NAME, ...
//	# limits: operations=N iterations=N memory=BYTES output=BYTES time=DURATION
type script struct {
	opts   python.Options
	limits py.Limits
	parts  []part
}

// part is a run; line is the number of the file's lines before it.
type part struct {
	src  string
	line int
}

func loadScript(path string) (*script, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load script: %w", err)
	}
	s := &script{limits: python.DefaultLimits}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "# ") {
			break
		}
		key, value, _ := strings.Cut(strings.TrimSpace(line[2:]), ":")
		words := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		switch key {
		case "import":
			s.opts.Policy.Modules = words
		case "allow-dunder":
			s.opts.Policy.Dunders = words
		case "allow-function":
			s.opts.Policy.Functions = words
		case "strict-dunder":
			s.opts.Policy.StrictDunder = true
		case "limits":
			if err := s.setLimits(words); err != nil {
				return nil, err
			}
		}
	}
	line := 0
	for _, src := range strings.Split(string(text), "\n# ---\n") {
		s.parts = append(s.parts, part{src, line})
		line += strings.Count(src, "\n") + 2
	}
	return s, nil
}

func (s *script) setLimits(words []string) error {
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		if name == "time" {
			d, err := time.ParseDuration(value)
			if err != nil {
				return fmt.Errorf("limit %q: %w", w, err)
			}
			s.limits.Time = d
			continue
		}
		n, err := strconv.ParseInt(value, 0, 64)
		if err != nil {
			return fmt.Errorf("limit %q: %w", w, err)
		}
		switch name {
		case "operations":
			s.limits.Operations = n
		case "iterations":
			s.limits.Iterations = n
		case "memory":
			s.limits.Memory = n
		case "output":
			s.limits.Output = n
		default:
			return fmt.Errorf("there is no limit %q", name)
		}
	}
	return nil
}

// newSession makes a session with the tools search and final_answer.
func newSession(t testing.TB, opts python.Options) *python.Session {
	t.Helper()
	s, err := python.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	search := py.Func("search", 0, -1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.NewStr("found"), nil })
	final := py.FuncSig("final_answer", "answer=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
		return py.Value{}, vm.FinalAnswer(a[0])
	})
	s.SetTools([]python.Tool{{Name: "search", Func: search.In("tools")}, {Name: "final_answer", Func: final.In("tools")}})
	return s
}

var expectation = regexp.MustCompile(`### ("(?:[^"\\]|\\.)*")`)

// expected is the failure that a part is to end with; line 0 for none.
func (p part) expected(t *testing.T) (text string, line int) {
	n := 0
	for l := range strings.Lines(p.src) {
		n++
		m := expectation.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		text, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatalf("line %d: %v", p.line+n, err)
		}
		return text, n
	}
	return "", 0
}

func TestScripts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.py"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		s, err := loadScript(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".py"), func(t *testing.T) {
			for _, p := range s.parts {
				s.run(t, path, p)
			}
		})
	}
}

func (s *script) run(t *testing.T, path string, p part) {
	var out strings.Builder
	opts := s.opts
	opts.Stdout, opts.Stderr = &out, &out
	want, line := p.expected(t)
	_, err := newSession(t, opts).Run(p.src, s.limits)
	if err == nil {
		if line > 0 {
			t.Errorf("%s:%d: ended without the error %q", path, p.line+line, want)
		}
		return
	}
	var f *python.Failure
	if !errors.As(err, &f) {
		t.Errorf("%s:%d: %v", path, p.line+1, err)
		return
	}
	if line == 0 || f.Line != line || !strings.Contains(f.Message, want) {
		t.Errorf("%s:%d: failed with %s\nwant %q in line %d\noutput: %s", path, p.line+f.Line, f.Message, want, p.line+line, out.String())
	}
}

// run runs code in a session of its own with the default policy and limits.
func run(t testing.TB, src string) (*python.Result, *python.Failure) {
	t.Helper()
	return runIn(t, newSession(t, python.Options{}), src, python.DefaultLimits)
}

func runIn(t testing.TB, s *python.Session, src string, limits py.Limits) (*python.Result, *python.Failure) {
	t.Helper()
	res, err := s.Run(src, limits)
	var f *python.Failure
	if err != nil && !errors.As(err, &f) {
		t.Fatalf("run %q: %v", src, err)
	}
	return res, f
}

// indented puts code in the place of LOOP, each line as far in.
func indented(src, code string) string {
	var out strings.Builder
	for line := range strings.Lines(src) {
		if at := strings.Index(line, "LOOP"); at >= 0 {
			line = line[:at] + strings.ReplaceAll(code, "\n", "\n"+line[:at]) + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}
