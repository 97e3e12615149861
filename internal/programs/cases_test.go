package programs

import (
	"context"
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
)

// runCase runs a case's code and writes an Outcome as JSON. Python's own json writes tuples as lists.
const runCase = `
import contextlib, io, json, sys, traceback
class Final(BaseException): pass
def final_answer(answer):
    raise Final(answer)
source, out, result = sys.stdin.read(), io.StringIO(), {}
with contextlib.redirect_stdout(out):
    try:
        exec(compile(source, "case", "exec"), {"__name__": "__main__", "final_answer": final_answer})
    except Final as f:
        result["Result"] = f.args[0]
    except SyntaxError as e:
        result.update(Error=f"{type(e).__name__}: {e}", Line=e.lineno)
    except Exception as e:
        result.update(Error=f"{type(e).__name__}: {e}", Line=traceback.extract_tb(e.__traceback__)[-1].lineno)
print(json.dumps(result | {"Stdout": out.getvalue()}))
`

// TestCasesHoldInCPython proves the expected values of the cases that say what Python does.
func TestCasesHoldInCPython(t *testing.T) {
	all, err := Cases(testenv.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	python := testenv.Python312(t)
	ran := 0
	for _, c := range all {
		if c.Kind != "semantics" && c.Kind != "error-message" {
			continue
		}
		if c.ID == "LS-056" {
			continue // catches everything around final_answer, which a stand-in written in Python can't withstand
		}
		ran++
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, python, "-I", "-c", runCase)
			cmd.Stdin = strings.NewReader(c.Code)
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("run with CPython: %v", err)
			}
			var o Outcome
			if err := json.Unmarshal(out, &o); err != nil {
				t.Fatalf("read the outcome: %v\n%s", err, out)
			}
			for _, wrong := range c.Judge(o) {
				t.Error(wrong)
			}
		})
	}
	if ran < 49 {
		t.Errorf("%d cases ran, want the 49 on semantics and error messages", ran)
	}
}

func TestJudge(t *testing.T) {
	read := func(text string) (c Case) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	tests := []struct {
		name    string
		c       Case
		o       Outcome
		passing bool
	}{
		{"equal result", read(`{"expect": {"result": [1, {"a": 2.0}]}}`), Outcome{Result: json.RawMessage(`{"__type__":"tuple","data":[1,{"a":2}]}`)}, true},
		{"int keys", read(`{"expect": {"result": {"1": "x"}}}`), Outcome{Result: json.RawMessage(`{"__type__":"dict_with_complex_keys","data":[[1,"x"]]}`)}, true},
		{"big int", read(`{"expect": {"result": 9007199254740994}}`), Outcome{Result: json.RawMessage(`{"__type__":"int","data":"9007199254740994"}`)}, true},
		{"true is not 1", read(`{"expect": {"result": 1}}`), Outcome{Result: json.RawMessage(`true`)}, false},
		{"no result", read(`{"expect": {"result": 1}}`), Outcome{Error: "x"}, false},
		{"other output", read(`{"expect": {"stdout": "a\n"}}`), Outcome{Stdout: "a"}, false},
		{"no error", read(`{"expect": {"error_contains": "zero"}}`), Outcome{Result: json.RawMessage(`1`)}, false},
		{"limit as an error", read(`{"expect": {"error_contains_any": ["Memory", "limit"]}}`), Outcome{Error: "out of memory"}, true},
		{"limit as an answer", read(`{"expect": {"error_contains_any": ["recursion"]}}`), Outcome{Result: json.RawMessage(`"RecursionError"`)}, true},
		{"no limit", read(`{"expect": {"error_contains_any": ["recursion"]}}`), Outcome{Result: json.RawMessage(`5`)}, false},
		{"escape", read(`{"escape_marker": "OUT", "expect": {}}`), Outcome{Stdout: "got OUT"}, false},
		{"too slow", read(`{"max_seconds": 1, "expect": {}}`), Outcome{Took: 2 * time.Second}, false},
		{"too much output", read(`{"stdout_max_chars": 3, "expect": {}}`), Outcome{Stdout: "abcd"}, false},
		{"other line", read(`{"should_mention_line": 2, "expect": {}}`), Outcome{Line: 3}, false},
	}
	for _, tt := range tests {
		if wrong := tt.c.Judge(tt.o); (len(wrong) == 0) != tt.passing {
			t.Errorf("%s: Judge says %q", tt.name, wrong)
		}
	}
}

func TestCaseFlags(t *testing.T) {
	var c Case
	if err := json.Unmarshal([]byte(`{"authorized_imports": ["enum"], "limits": {"timeout_seconds": 2.5, "memory_mb": 64, "max_print_chars": 9}}`), &c); err != nil {
		t.Fatal(err)
	}
	want := []string{"--import", "enum", "--timeout", "2.5s", "--max-memory", "64MiB", "--max-output", "9"}
	if got := c.Flags(); !reflect.DeepEqual(got, want) {
		t.Errorf("Flags() = %q, want %q", got, want)
	}
}
