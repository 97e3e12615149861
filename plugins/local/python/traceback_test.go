package python_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
)

// printTracebacks prints, for each program of a JSON list on standard input, what CPython says of its exception.
const printTracebacks = `
import contextlib, io, json, linecache, sys, traceback
out = []
sys.setrecursionlimit(1001)  # this program's own frame is one
for src in json.load(sys.stdin):
    linecache.cache['<unknown>'] = len(src), None, src.splitlines(True), '<unknown>'
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(src, '<unknown>', 'exec'), {'__name__': '__main__'})
    except BaseException as e:
        out.append(''.join(traceback.format_exception(type(e), e, e.__traceback__.tb_next)))
    else:
        out.append('')
json.dump(out, sys.stdout)
`

// TestTracebackText: a failure's text is CPython's traceback, word for word.
func TestTracebackText(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "tracebacks.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var names, programs []string
	for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		name, src, _ := strings.Cut(part, "\n")
		names, programs = append(names, name), append(programs, strings.TrimSuffix(src, "\n")+"\n")
	}
	want := cpythonTracebacks(t, programs)
	for i, src := range programs {
		cfg := policy.Config{Dunders: []string{"*"}, Functions: []string{"*"}}
		_, f := runIn(t, newSession(t, python.Options{Policy: cfg}), src, python.DefaultLimits)
		if f == nil {
			t.Errorf("%s ended without an error", names[i])
		} else if f.TracebackText != want[i] {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", names[i], f.TracebackText, want[i])
		}
	}
}

// TestTracebackOfEarlierRuns: functions show the lines of the run that defined them, and so does code that was evaluated.
func TestTracebackOfEarlierRuns(t *testing.T) {
	s := newSession(t, python.Options{Policy: policy.Config{Functions: []string{"*"}}})
	for _, src := range []string{"def f(d):\n    x = 1\n    return d['k']", "exec('def g(d):\\n    return f(d)')\nexec('\\n')"} {
		if _, f := runIn(t, s, src, python.DefaultLimits); f != nil {
			t.Fatal(f)
		}
	}
	_, f := runIn(t, s, "# one\n# two\n# three\ng({})", python.DefaultLimits)
	want := `Traceback (most recent call last):
  File "<unknown>", line 4, in <module>
    g({})
  File "<string>", line 2, in g
    return f(d)
           ^^^^
  File "<unknown>", line 3, in f
    return d['k']
           ~^^^^^
KeyError: 'k'
`
	if f == nil || f.TracebackText != want || f.SourceLine != "    return d['k']" {
		t.Errorf("got %+v, want %s", f, want)
	}
}

// TestSyntaxTracebackText: of code that doesn't parse, too.
func TestSyntaxTracebackText(t *testing.T) {
	programs := []string{"!echo x\n", "x = (1,\n", "def f():\nreturn 1\n", "x = 'abc\n", "a = 1\nb = = 2\n", "if 1:\n    x = 1\n  y = 2\n", "for x in y\n    pass\n", "é = 'ключ' 5\n"}
	want := cpythonTracebacks(t, programs)
	for i, src := range programs {
		// CPython has the frame of compile() there, and the source is not registered for it.
		_, want, _ := strings.Cut(want[i], "  File \"<unknown>\"")
		_, f := run(t, src)
		if f == nil || f.TracebackText != "  File \"<unknown>\""+want {
			t.Errorf("%q gives %+v, want\n%s", src, f, want)
		}
	}
}

func cpythonTracebacks(t *testing.T, programs []string) []string {
	t.Helper()
	in, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), testenv.Python312(t), "-I", "-c", printTracebacks)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run CPython: %v", err)
	}
	var texts []string
	if err := json.Unmarshal(out, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}
