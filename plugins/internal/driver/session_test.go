package driver_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// TestLastValue: the value of a run is that of its last statement.
func TestLastValue(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	for code, want := range map[string]string{
		"1 + 1":                                "2",
		"x = y = 5":                            "5",
		"a, *b = 1, 2, 3":                      "(1, 2, 3)",
		"n: int = 7":                           "7",
		"n: int":                               "",
		"x = 5\nx += 2":                        "7",
		"d = {'k': 1}\nd['k'] += 1":            "2",
		"l = [[1], 2]\nl[0][0] += 1":           "2",
		"class C: pass\nC.n = 1\nC.n *= 6":     "6",
		"def f(): pass":                        "<function f at",
		"class K: pass":                        "<class '__main__.K'>",
		"if True:\n    1\n    x = 2\n    None": "2",
		"if False:\n    1\nelif 0:\n    2\nelse:\n    3": "3",
		"for i in range(3):\n    i * 10":                 "20",
		"for i in []:\n    i":                            "",
		"while False: pass":                              "",
		"with open('/dev/null') as f: f.read()":          "",
		"try:\n    1\nexcept ValueError:\n    2":         "",
		"import math":                                    "",
		"":                                               "",
		"# only a comment":                               "",
		"'a'; 'b'":                                       "'b'",
		"calls = []\ndef g():\n    calls.append(1)\n    return {0: 1}\ng()[0] += 1\ncalls": "[1]",
		"(lambda: 3)()":     "3",
		"x = (yield_ := 4)": "4",
	} {
		if res := sessiontest.Must(t, s, code, nil); !strings.HasPrefix(res.Repr, want) || want == "" && res.Repr != "" {
			t.Errorf("run %q: the value is %q, want %q", code, res.Repr, want)
		}
	}
	sessiontest.WantRepr(t, s, "sorted(n for n in globals() if 'airlock' in n)", "[]")
}

// TestFinalAnswer: a final answer ends the run whatever handles exceptions around it.
func TestFinalAnswer(t *testing.T) {
	for name, code := range map[string]string{
		"plain":         "final_answer(3)\nprint('reached')",
		"keyword":       "final_answer(answer=3)\nprint('reached')",
		"function":      "def f(): final_answer(3)\nf()\nprint('reached')",
		"Exception":     "try: final_answer(3)\nexcept Exception: pass\nprint('reached')",
		"BaseException": "try: final_answer(3)\nexcept BaseException: pass\nprint('reached')",
		"bare":          "try: final_answer(3)\nexcept: pass\nprint('reached')",
		"variable":      "e = BaseException\ntry: final_answer(3)\nexcept e: pass\nprint('reached')",
		"nested":        "def f():\n    try:\n        try: final_answer(3)\n        except: pass\n    except BaseException as e: print('reached')\nf()\nprint('reached')",
		"comprehension": "[final_answer(3) for i in range(3)]\nprint('reached')",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{})
			res := sessiontest.Must(t, s, code, nil)
			if !res.IsFinalAnswer || res.Repr != "3" || res.Logs != "" {
				t.Errorf("final: %v, value %s, logs %q", res.IsFinalAnswer, res.Repr, res.Logs)
			}
			sessiontest.WantRepr(t, s, "1", "1")
		})
	}
}

func TestErrors(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	for _, c := range []struct {
		code, message string
		kind          shared.Kind
		line          int
	}{
		{"!echo Bad command", "Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)\n!echo Bad command\n^", shared.KindSyntax, 1},
		{"x = 1\n1 / 0", "Code execution failed at line '1 / 0' due to: ZeroDivisionError: division by zero", shared.KindRuntime, 2},
		{"def f(n):\n    return 1 / n\n\nfor i in range(3):\n    f(1 - i)", "Code execution failed at line 'for i in range(3):\n    f(1 - i)' due to: ZeroDivisionError: division by zero", shared.KindRuntime, 2},
		{"eval(')')", "Code execution failed at line 'eval(')')' due to: SyntaxError: unmatched ')' (<string>, line 1)", shared.KindRuntime, 1},
		{"x = '\x00'", "Code parsing failed on line 0 due to: SyntaxError: source code string cannot contain null bytes (<unknown>, line 0)", shared.KindSyntax, 0},
		{"class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "Code execution failed at line 'raise E' due to: E: <E object>", shared.KindRuntime, 3},
		{"raise SystemExit(3)", "Code execution failed at line 'raise SystemExit(3)' due to: SystemExit: 3", shared.KindRuntime, 1},
		{"raise KeyboardInterrupt", "Code execution failed at line 'raise KeyboardInterrupt' due to: KeyboardInterrupt: ", shared.KindRuntime, 1},
	} {
		_, err := sessiontest.Execute(t, s, c.code, nil)
		var e *shared.Error
		if !errors.As(err, &e) || e.Kind != c.kind || e.Message != c.message || e.Line != c.line {
			t.Errorf("run %q:\n%+v, want %q at line %d", c.code, e, c.message, c.line)
		}
	}
	_, err := sessiontest.Execute(t, s, "raise ValueError('\\udc80')", nil)
	if e := shared.AsError(err); !strings.HasSuffix(e.Message, "ValueError: \xed\xb2\x80") {
		t.Errorf("a lone surrogate: %q", e.Message)
	}
}

// TestTools: from threads, from coroutines, at once, and not from children.
func TestTools(t *testing.T) {
	s, _ := open(t, shared.Limits{ToolCalls: 50})
	if err := s.SetTools(t.Context(), []shared.ToolSpec{{Name: "double", Doc: "Twice.", OutputType: "integer", Inputs: []shared.ToolInput{
		{Name: "n", Type: "integer", Description: "a number"}, {Name: "times", Type: "integer", Optional: true, Default: value.MustText(2)},
	}}}); err != nil {
		t.Fatal(err)
	}
	ev := &sessiontest.Recorder{Tool: func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
		v, err := value.Decode(c.Args[0])
		if err != nil {
			return nil, err
		}
		n, _ := v.(value.Int).Int64()
		time.Sleep(20 * time.Millisecond)
		return value.MustText(int(2 * n)), nil
	}}
	for code, want := range map[string]string{
		"double(4)": "8",
		"import threading\nout = []\nts = [threading.Thread(target=lambda i=i: out.append(double(i))) for i in range(5)]\n[t.start() for t in ts]\n[t.join() for t in ts]\nsorted(out)": "[0, 2, 4, 6, 8]",
		"import asyncio\nasync def main():\n    return await asyncio.gather(*[asyncio.get_running_loop().run_in_executor(None, double, i) for i in range(5)])\nasyncio.run(main())":     "[0, 2, 4, 6, 8]",
		"import inspect\nstr(inspect.signature(double))":  "'(n: int, times: int = 2) -> int'",
		"double.__doc__.splitlines()[0], double.__name__": "('Twice.', 'double')",
		"import os\npid = os.fork()\nif pid == 0:\n    try: double(1)\n    except RuntimeError as e: os._exit(7)\nos.WEXITSTATUS(os.waitpid(pid, 0)[1])": "7",
		"try:\n    for i in range(100): double(i)\nexcept RuntimeError as e:\n    x = str(e)\nx":                                                         "'Reached the max number of tool calls of 50'",
	} {
		if res := sessiontest.Must(t, s, code, ev); res.Repr != want {
			t.Errorf("run %q: the value is %s, want %s", code, res.Repr, want)
		}
	}
	if _, err := sessiontest.Execute(t, s, "import threading\nthreading.Timer(0.2, lambda: print(double(1))).start()", ev); err != nil {
		t.Fatal(err)
	}
}

func TestClockStopsInTools(t *testing.T) {
	s, _ := open(t, shared.Limits{Time: time.Second})
	if err := s.SetTools(t.Context(), []shared.ToolSpec{{Name: "slow"}}); err != nil {
		t.Fatal(err)
	}
	ev := &sessiontest.Recorder{Tool: func(context.Context, *shared.ToolCall) (value.Text, error) {
		time.Sleep(1500 * time.Millisecond)
		return nil, nil
	}}
	sessiontest.Must(t, s, "slow()\n1", ev)
}

// TestDisplays: an object's richest forms, best first.
func TestDisplays(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	ev := &sessiontest.Recorder{}
	sessiontest.Must(t, s, "class P:\n    def _repr_html_(self): return '<b>é</b>'\n    def _repr_png_(self): return b'\\x89PNG'\n    def _repr_svg_(self): return None\n    def _repr_json_(self): 1 / 0\ndisplay(P())\nP()", ev)
	if len(ev.Displays()) != 2 || ev.Displays()[0].IsResult || !ev.Displays()[1].IsResult {
		t.Fatalf("%d displays came", len(ev.Displays()))
	}
	var got []string
	for _, p := range ev.Displays()[1].Parts {
		got = append(got, p.MIME+" "+string(p.Data))
	}
	if want := "text/html <b>é</b>, image/png \x89PNG, text/plain <__main__.P object at"; !strings.HasPrefix(strings.Join(got, ", "), want) {
		t.Errorf("the parts are %q, want %q", got, want)
	}
}

func TestImportsAreChecked(t *testing.T) {
	_, err := plain{python: python(t)}.Open(t.Context(), &shared.OpenRequest{AuthorizedImports: []string{"*", "json", "os.*", "no_such_module", "neither.this"}}, &sessiontest.Recorder{})
	want := "Non-installed authorized modules: no_such_module, neither.this. Please install these modules or remove them from the authorized imports list."
	if err == nil || err.Error() != want {
		t.Errorf("open: %v, want %s", err, want)
	}
}

func TestStartFails(t *testing.T) {
	_, err := driver.Open(t.Context(), driver.Config{Start: plain{python: "/bin/false"}.start, Request: &shared.OpenRequest{}, Events: &sessiontest.Recorder{}})
	if !errors.Is(err, shared.KindBackendLost) {
		t.Errorf("open: %v", err)
	}
}

func TestNamesOfTheInterpreter(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	for _, name := range []string{"__builtins__", "__airlock_value__"} {
		if err := s.SetVariables(t.Context(), []shared.Variable{{Name: name, Value: value.MustText(1)}}); !errors.Is(err, shared.KindSerialization) {
			t.Errorf("setting %s gives %v", name, err)
		}
	}
	sessiontest.WantRepr(t, s, "len('four')", "4")
}
