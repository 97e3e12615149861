package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// checks in the order in which they make sense to a reader: what fails first is what to mend first.
var checks = []check{
	{"describe", nil, describes},
	{"check", nil, checksItself},
	{"open_close", nil, opensAndCloses},
	{"close_twice", nil, closesTwice},
	{"after_close", nil, refusesAfterClose},
	{"state", nil, keepsState},
	{"values", nil, returnsValues},
	{"opaque", nil, returnsOpaque},
	{"unicode", nil, takesUnicode},
	{"output", nil, streamsOutput},
	{"output_large", nil, streamsMuch},
	{"big_code", nil, takesBigCode},
	{"big_value", nil, returnsBigValue},
	{"error_syntax", nil, failsSyntax},
	{"error_runtime", nil, failsRuntime},
	{"error_keeps_state", nil, failsAndGoesOn},
	{"error_traceback", nil, failsWithTraceback},
	{"error_exit", nil, failsExit},
	{"policy_import", nil, refusesImports},
	{"limit_time", nil, limitsTime},
	{"limit_operations", nil, limitsOperations},
	{"limit_iterations", nil, limitsIterations},
	{"limit_memory", nil, limitsMemory},
	{"limit_output", nil, limitsOutput},
	{"variables", func(c shared.Capabilities) bool { return c.Variables }, passesVariables},
	{"variables_big", func(c shared.Capabilities) bool { return c.Variables }, passesBigVariables},
	{"tools", func(c shared.Capabilities) bool { return c.Tools }, callsTools},
	{"tools_errors", func(c shared.Capabilities) bool { return c.Tools }, raisesToolErrors},
	{"tools_replace", func(c shared.Capabilities) bool { return c.Tools }, replacesTools},
	{"tools_within", func(c shared.Capabilities) bool { return c.Tools }, refusesWithinTools},
	{"final_answer", func(c shared.Capabilities) bool { return c.Tools }, endsWithFinalAnswer},
	{"interrupt", func(c shared.Capabilities) bool { return c.Interrupt }, interrupts},
	{"sessions_apart", nil, keepsSessionsApart},
	{"sessions_tools", func(c shared.Capabilities) bool { return c.Tools }, keepsToolsApart},
	{"packages", func(c shared.Capabilities) bool { return c.Packages }, installsPackages},
	{"files", func(c shared.Capabilities) bool { return c.Files }, storesFiles},
	{"commands", func(c shared.Capabilities) bool { return c.Commands }, runsCommands},
	{"snapshot", func(c shared.Capabilities) bool { return c.Snapshot }, takesSnapshots},
	{"usage", func(c shared.Capabilities) bool { return c.Usage }, reportsUsage},
	{"undeclared", nil, refusesUndeclared},
	{"stream_cut", nil, survivesCut},
}

func describes(s *suite) {
	// Compiled here and not when the program starts: the command line holds this package too.
	pluginName := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	semVer := regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
	d := s.desc
	if !pluginName.MatchString(d.Name) {
		s.Errorf("the name is %q, want lower-case letters, digits and dashes", d.Name)
	}
	if !semVer.MatchString(d.Version) {
		s.Errorf("the version is %q, want a semantic one", d.Version)
	}
	switch d.Isolation {
	case shared.IsolationInterpreter, shared.IsolationProcess, shared.IsolationContainer, shared.IsolationMicroVM:
	default:
		s.Errorf("the isolation is %q", d.Isolation)
	}
	for _, o := range d.Options {
		if o.Name == "" || o.Help == "" {
			s.Errorf("the option %q has no name or no help", o.Name)
		}
	}
}

func checksItself(s *suite) {
	report, err := s.exec.Check(s.ctx, &shared.CheckRequest{Options: s.cfg.Open.Options})
	if err != nil {
		s.Fatalf("check: %v", err)
	}
	for _, it := range report.Items {
		if it.Status == shared.CheckFailed {
			s.Errorf("%s: %s (%s)", it.Name, it.Detail, it.Hint)
		}
	}
}

func opensAndCloses(s *suite) {
	sess := s.open(nil, nil)
	if info := sess.Info(); info == nil {
		s.Errorf("the session has no info")
	}
	report, err := sess.Close(s.ctx)
	if err != nil {
		s.Fatalf("close: %v", err)
	}
	if len(report.Left) > 0 {
		s.Errorf("close left behind: %v", report.Left)
	}
}

func closesTwice(s *suite) {
	if _, ok := s.exec.(*shared.Client); !ok {
		s.Skipf("only the client's session may be closed twice")
	}
	sess := s.open(nil, nil)
	s.close(sess)
	s.close(sess)
}

func refusesAfterClose(s *suite) {
	if _, ok := s.exec.(*shared.Client); !ok {
		s.Skipf("only the client's session may be used after its end")
	}
	sess := s.open(nil, nil)
	s.close(sess)
	if _, err := s.try(sess, "1", nil); !errors.Is(err, shared.ErrClosed) {
		s.Errorf("a run after close: %v", err)
	}
}

func keepsState(s *suite) {
	s.with(func(sess shared.Session) {
		s.run(sess, "x = 40\ndef f(n):\n    return x + n", nil)
		s.wantValue(sess, "f(2)", 42)
		s.run(sess, "class C(object):\n    n = 7\nc = C()", nil)
		s.wantValue(sess, "c.n", 7)
		s.run(sess, "import math", nil)
		s.wantValue(sess, "math.floor(2.5)", 2)
	})
}

func returnsValues(s *suite) {
	huge := new(big.Int).Exp(big.NewInt(2), big.NewInt(100), nil)
	tests := []struct {
		code string
		want any
	}{
		{"None", nil},
		{"True", true},
		{"1 + 1", 2},
		{"2 ** 100", huge},
		{"-2 ** 100", new(big.Int).Neg(huge)},
		{"0.1 + 0.2", 0.30000000000000004},
		{"1e16", 1e16},
		{"float('inf')", math.Inf(1)},
		{"float('nan')", math.NaN()},
		{"-0.0", math.Copysign(0, -1)},
		{"'a' + 'b'", "ab"},
		{"b'\\x00\\xff'", []byte{0, 255}},
		{"[1, [2.5, 'x'], None]", []any{1, []any{2.5, "x"}, nil}},
		{"(1, (2,))", value.Tuple{value.NewInt(1), value.Tuple{value.NewInt(2)}}},
		{"{'a': 1}", map[string]any{"a": 1}},
		{"{}", map[string]any{}},
	}
	s.with(func(sess shared.Session) {
		for _, t := range tests {
			s.wantValue(sess, t.code, t.want)
		}
		if res := s.run(sess, "'a'", nil); res.Repr != "'a'" || res.Text != "a" || !res.IsExpression {
			s.Errorf("repr is %q, str is %q, is expression: %v", res.Repr, res.Text, res.IsExpression)
		}
		if res := s.run(sess, "pass", nil); res.IsFinalAnswer || res.IsExpression {
			s.Errorf("a statement gives %+v", res)
		}
	})
}

func returnsOpaque(s *suite) {
	s.with(func(sess shared.Session) {
		res := s.run(sess, "class Thing(object):\n    pass\nThing()", nil)
		v, err := value.Decode(res.Value)
		if err != nil {
			s.Fatalf("decode: %v", err)
		}
		if o, ok := v.(*value.Opaque); !ok || !strings.Contains(o.Type, "Thing") {
			s.Errorf("an object that can't travel came as %s", res.Value)
		}
	})
}

func takesUnicode(s *suite) {
	s.with(func(sess shared.Session) {
		var out output
		text := "é€😀\u2028"
		res := s.run(sess, "s = '"+text+"'\nprint(s)\ns", out.handler())
		s.sameText("s", res.Value, text)
		if out.String() != text+"\n" {
			s.Errorf("the output is %q", out.String())
		}
		s.wantValue(sess, "len(s)", 4)
	})
}

func streamsOutput(s *suite) {
	s.with(func(sess shared.Session) {
		var out output
		res := s.run(sess, "for i in range(100):\n    print(i)", out.handler())
		var want strings.Builder
		for i := range 100 {
			fmt.Fprintln(&want, i)
		}
		if out.String() != want.String() {
			s.Errorf("the output is %q", short(out.String()))
		}
		if res.Logs != want.String() || res.Truncated {
			s.Errorf("the logs are %q, truncated: %v", short(res.Logs), res.Truncated)
		}
		if res := s.run(sess, "1", nil); res.Logs != "" {
			s.Errorf("the next run has the logs %q", short(res.Logs))
		}
	})
}

func streamsMuch(s *suite) {
	sess := s.open(func(r *shared.OpenRequest) {
		r.Limits.OutputChars, r.Limits.OutputBytes = shared.Unlimited, shared.Unlimited
	}, nil)
	defer s.close(sess)
	var out output
	s.run(sess, "line = 'x' * 999\nfor i in range(3000):\n    print(line)", out.handler())
	if n := len(out.String()); n != 3_000_000 {
		s.Errorf("%d bytes of output came, want 3000000", n)
	}
}

func takesBigCode(s *suite) {
	s.with(func(sess shared.Session) {
		s.wantValue(sess, "# "+strings.Repeat("x", 5<<20)+"\nlen('"+strings.Repeat("y", 1000)+"')", 1000)
	})
}

func returnsBigValue(s *suite) {
	s.with(func(sess shared.Session) {
		s.wantValue(sess, "'x' * 5000000", strings.Repeat("x", 5_000_000))
	})
}

func failsSyntax(s *suite) {
	s.with(func(sess shared.Session) {
		e := s.fails(sess, "x = 1\ny = = 2", nil, shared.KindSyntax)
		if e.Type != "SyntaxError" || e.Line != 2 {
			s.Errorf("the error has type %q and line %d, want SyntaxError and 2", e.Type, e.Line)
		}
		s.fails(sess, "!echo Bad command", nil, shared.KindSyntax)
	})
}

func failsRuntime(s *suite) {
	s.with(func(sess shared.Session) {
		e := s.fails(sess, "print('before')\n1 / 0", nil, shared.KindRuntime)
		if e.Type != "ZeroDivisionError" || !strings.Contains(e.Message, "division") {
			s.Errorf("the error is %s: %s", e.Type, e.Message)
		}
		if e.res.Logs != "before\n" {
			s.Errorf("the logs before the error are %q", e.res.Logs)
		}
		if e = s.fails(sess, "raise ValueError('é😀')", nil, shared.KindRuntime); e.Type != "ValueError" || !strings.Contains(e.Message, "é😀") {
			s.Errorf("the error is %s: %s", e.Type, e.Message)
		}
		if e = s.fails(sess, "undefined_name", nil, shared.KindRuntime); e.Type != "NameError" {
			s.Errorf("an undefined name gives %s", e.Type)
		}
	})
}

func failsAndGoesOn(s *suite) {
	s.with(func(sess shared.Session) {
		s.fails(sess, "x = 5\n[][1]", nil, shared.KindRuntime)
		s.wantValue(sess, "x", 5)
	})
}

func failsWithTraceback(s *suite) {
	s.with(func(sess shared.Session) {
		e := s.fails(sess, "def inner():\n    return {}['k']\n\ndef outer():\n    return inner()\n\nouter()", nil, shared.KindRuntime)
		var names []string
		for _, f := range e.Traceback {
			names = append(names, f.Function)
		}
		if got := strings.Join(names, " "); !strings.HasSuffix(got, "outer inner") {
			s.Errorf("the traceback has the functions %q, want them to end with outer inner", got)
		}
		if n := len(e.Traceback); n > 0 && e.Traceback[n-1].Line != 2 {
			s.Errorf("the innermost line is %d, want 2", e.Traceback[n-1].Line)
		}
	})
}

func failsExit(s *suite) {
	s.with(func(sess shared.Session) {
		if e := s.fails(sess, "raise SystemExit(3)", nil, shared.KindRuntime); e.Type != "SystemExit" {
			s.Errorf("the error has the type %q, want SystemExit", e.Type)
		}
		s.wantValue(sess, "1", 1)
	})
}

func refusesImports(s *suite) {
	sess := s.open(func(r *shared.OpenRequest) { r.AuthorizedImports = nil }, nil)
	defer s.close(sess)
	if !enforced(sess, shared.EnforceImports) {
		s.Skipf("the session says that imports are free")
	}
	for _, module := range []string{"os", "subprocess", "socket"} {
		if e := s.fails(sess, "import "+module, nil, shared.KindPolicy); !strings.Contains(e.Message, "Import of "+module+" is not allowed") {
			s.Errorf("the message is %q", e.Message)
		}
	}
	s.wantValue(sess, "try:\n    import os\n    x = 0\nexcept ImportError:\n    x = 1\nx", 1)
}

func limitsTime(s *suite) {
	sess := s.limited(shared.EnforceTime, shared.Limits{Time: 300 * time.Millisecond, Operations: shared.Unlimited, Iterations: shared.Unlimited})
	defer s.close(sess)
	start := time.Now()
	e := s.fails(sess, "while True:\n    pass", nil, shared.KindLimitTime)
	if took := time.Since(start); took > 10*time.Second {
		s.Errorf("a run with 300 ms ended after %v", took)
	}
	if !e.res.StateLost {
		s.wantValue(sess, "1", 1)
	}
}

func limitsOperations(s *suite) {
	sess := s.limited(shared.EnforceOperations, shared.Limits{Operations: 10_000})
	defer s.close(sess)
	s.fails(sess, "try:\n    for i in range(10**9):\n        i + 1\nexcept Exception:\n    pass", nil, shared.KindLimitOperations)
	s.wantValue(sess, "1 + 1", 2)
}

func limitsIterations(s *suite) {
	sess := s.limited(shared.EnforceIterations, shared.Limits{Iterations: 1000})
	defer s.close(sess)
	s.fails(sess, "while True:\n    pass", nil, shared.KindLimitIterations)
}

func limitsMemory(s *suite) {
	sess := s.limited(shared.EnforceMemory, shared.Limits{MemoryBytes: 128 << 20})
	defer s.close(sess)
	e := s.fails(sess, "parts = []\nfor i in range(1000):\n    parts.append('x' * 1000000 + str(i))", nil, shared.KindLimitMemory, shared.KindRuntime)
	if !e.res.StateLost {
		s.wantValue(sess, "1", 1)
	}
}

func limitsOutput(s *suite) {
	sess := s.limited(shared.EnforceOutput, shared.Limits{OutputChars: 1000})
	defer s.close(sess)
	res := s.run(sess, "print('a' * 2000)\nprint('b' * 2000)", nil)
	if !res.Truncated || !strings.HasPrefix(res.Logs, "aaaa") || !strings.HasSuffix(res.Logs, "bbb\n") ||
		!strings.Contains(res.Logs, "\n..._This content has been truncated to stay below 1000 characters_...\n") {
		s.Errorf("the logs are %q, truncated: %v", short(res.Logs), res.Truncated)
	}
}

func passesVariables(s *suite) {
	values := map[string]any{
		"a_none": nil, "a_bool": true, "an_int": 3, "a_float": 2.5, "a_str": "é😀", "some_bytes": []byte{0, 255}, "a_list": []any{1, []any{"x"}},
		"a_dict": map[string]any{"k": []any{nil}}, "a_tuple": value.Tuple{value.NewInt(1)}, "a_big_int": new(big.Int).Lsh(big.NewInt(1), 200),
	}
	s.with(func(sess shared.Session) {
		var vars []shared.Variable
		var names []string
		for name, v := range values {
			vars = append(vars, shared.Variable{Name: name, Value: value.MustText(v)})
			names = append(names, name)
		}
		if err := sess.SetVariables(s.ctx, vars); err != nil {
			s.Fatalf("set variables: %v", err)
		}
		s.wantValue(sess, "(a_none, a_bool, an_int + 1, a_str + '!')", value.Tuple{value.None{}, value.Bool(true), value.NewInt(4), value.Str("é😀!")})
		got, err := sess.GetVariables(s.ctx, append(names, "no_such_variable"))
		if err != nil || len(got) != len(values) {
			s.Fatalf("get variables: %d came, want %d: %v", len(got), len(values), err)
		}
		for _, v := range got {
			s.sameText(v.Name, v.Value, values[v.Name])
		}
		s.run(sess, "made_here = 9", nil)
		all, err := sess.GetVariables(s.ctx, nil)
		found := false
		for _, v := range all {
			found = found || v.Name == "made_here"
		}
		if err != nil || !found {
			s.Errorf("get all variables: %d came, without made_here: %v", len(all), err)
		}
	})
}

func passesBigVariables(s *suite) {
	s.with(func(sess shared.Session) {
		text := strings.Repeat("0123456789", 500_000)
		if err := sess.SetVariables(s.ctx, []shared.Variable{{Name: "big", Value: value.MustText(text)}}); err != nil {
			s.Fatalf("set variables: %v", err)
		}
		s.wantValue(sess, "len(big)", len(text))
		got, err := sess.GetVariables(s.ctx, []string{"big"})
		if err != nil || len(got) != 1 {
			s.Fatalf("get variables: %v", err)
		}
		s.sameText("big", got[0].Value, text)
	})
}

func installsPackages(s *suite) {
	if s.cfg.Package == "" {
		s.Skipf("no package to install was given")
	}
	s.with(func(sess shared.Session) {
		inst, ok := sess.(shared.PackageInstaller)
		if !ok {
			s.Fatalf("the session declares packages and can't install them")
		}
		if err := inst.InstallPackages(s.ctx, []string{s.cfg.Package}, &shared.Handler{}); err != nil {
			s.Errorf("install %q: %v", s.cfg.Package, err)
		}
		if err := inst.InstallPackages(s.ctx, []string{"airlock-no-such-package"}, &shared.Handler{}); !errors.Is(err, shared.KindPackage) {
			s.Errorf("install a package that doesn't exist: %v", err)
		}
	})
}

func interrupts(s *suite) {
	sess := s.open(func(r *shared.OpenRequest) {
		r.Limits.Operations, r.Limits.Iterations = shared.Unlimited, shared.Unlimited
	}, nil)
	defer s.close(sess)
	s.run(sess, "x = 1", nil)
	for _, code := range []string{"while True:\n    pass", "import time\nwhile True:\n    time.sleep(0.05)"} {
		ctx, cancel := context.WithCancel(s.ctx)
		var once sync.Once
		start := time.Now()
		res, err := sess.Execute(ctx, &shared.ExecuteRequest{Code: "print('go')\n" + code}, &shared.Handler{
			OnOutput: func(shared.Stream, []byte) error {
				once.Do(func() { time.AfterFunc(50*time.Millisecond, cancel) })
				return nil
			},
		})
		cancel()
		if !errors.Is(err, shared.KindInterrupted) || time.Since(start) > 20*time.Second {
			s.Fatalf("an interrupted run ended after %v with %v", time.Since(start), err)
		}
		if !res.StateLost {
			s.wantValue(sess, "x", 1)
		}
	}
}

func keepsSessionsApart(s *suite) {
	if s.desc.MaxSessions == 1 {
		s.Skipf("the executor takes one session at a time")
	}
	a, b := s.open(nil, nil), s.open(nil, nil)
	defer s.close(a)
	defer s.close(b)
	s.run(a, "shared_name = 'a'", nil)
	s.fails(b, "shared_name", nil, shared.KindRuntime)
	s.run(b, "shared_name = 'b'", nil)
	s.wantValue(a, "shared_name", "a")
}
