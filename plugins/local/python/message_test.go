package python_test

import (
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// defaultImports is the list of authorised modules as messages show it.
const defaultImports = "['collections', 'datetime', 'itertools', 'math', 'queue', 'random', 're', 'stat', 'statistics', 'time', 'unicodedata']"

// TestMessages holds the messages that users know, in full.
func TestMessages(t *testing.T) {
	for _, tt := range []struct {
		src  string
		kind python.Kind
		want string
	}{
		{"!echo Bad command", python.KindSyntax,
			"Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)\n!echo Bad command\n^"},
		{"import os; exit_code = os.system('echo Bad command')", python.KindPolicy,
			"Code execution failed at line 'import os' due to: InterpreterError: Import of os is not allowed. Authorized imports are: " + defaultImports},
		{"import random; random._os.system('echo Bad command')", python.KindPolicy,
			"Code execution failed at line 'random._os.system('echo Bad command')' due to: InterpreterError: Forbidden access to module: os"},
		{"while True:\n    pass", python.KindLimitIterations,
			"Code execution failed at line 'while True:\n    pass' due to: InterpreterError: Maximum number of 1000000 iterations in While loop exceeded"},
		{"for i in range(10**9):\n    i + 1", python.KindLimitOperations,
			"Code execution failed at line 'for i in range(10**9):\n    i + 1' due to: InterpreterError: Reached the max number of operations of 10000000. Maybe there is an infinite loop somewhere in the code, or you're just asking too many calculations."},

		{"from os import path", python.KindPolicy,
			"Code execution failed at line 'from os import path' due to: InterpreterError: Import from os is not allowed. Authorized imports are: " + defaultImports},
		{"from math import foo", python.KindRuntime,
			"Code execution failed at line 'from math import foo' due to: ImportError: Module math has no attribute foo"},
		{"x = 1\n\ndef f(a):\n    return a / 0\n\nx = 2; y = f(\n    x)\nz = 3", python.KindRuntime,
			"Code execution failed at line 'y = f(\n    x)' due to: ZeroDivisionError: division by zero"},
		{"def deco(f):\n    raise KeyError('k')\n@deco\ndef g():\n    pass", python.KindRuntime,
			"Code execution failed at line 'def g():\n    pass' due to: KeyError: 'k'"},
		{"raise ValueError", python.KindRuntime, "Code execution failed at line 'raise ValueError' due to: ValueError: "},
		{"raise ValueError('a', 1)", python.KindRuntime, "Code execution failed at line 'raise ValueError('a', 1)' due to: ValueError: ('a', 1)"},
		{"class E(Exception):\n    def __str__(self): return 'own text'\nraise E(1)", python.KindRuntime,
			"Code execution failed at line 'raise E(1)' due to: E: own text"},
		{"raise ExceptionGroup('all', [ValueError(1), TypeError(2)])", python.KindRuntime,
			"Code execution failed at line 'raise ExceptionGroup('all', [ValueError(1), TypeError(2)])' due to: ExceptionGroup: all (2 sub-exceptions)"},
		{"'é😀'; é = {}['ключ']", python.KindRuntime, "Code execution failed at line 'é = {}['ключ']' due to: KeyError: 'ключ'"},
		{"open('x')", python.KindPolicy,
			"Code execution failed at line 'open('x')' due to: InterpreterError: Forbidden function evaluation: 'open' is not among the explicitly allowed tools or defined/imported in the preceding code"},
		{"resutl = 1\nresult", python.KindRuntime,
			"Code execution failed at line 'result' due to: NameError: name 'result' is not defined. Did you mean: 'resutl'?"},
		{"search = 1", python.KindPolicy,
			"Code execution failed at line 'search = 1' due to: InterpreterError: Cannot assign to name 'search': doing this would erase the existing tool!"},
		{"[].__dict__", python.KindPolicy, "Code execution failed at line '[].__dict__' due to: InterpreterError: Forbidden access to dunder attribute: __dict__"},
		{"(1).__add__(2)", python.KindPolicy, "Code execution failed at line '(1).__add__(2)' due to: InterpreterError: Forbidden call to dunder function: __add__"},
		{"def f(): f()\nf()", python.KindRuntime, "Code execution failed at line 'f()' due to: RecursionError: maximum recursion depth exceeded"},
		{"'a' * 10**12", python.KindRuntime, "Code execution failed at line ''a' * 10**12' due to: MemoryError: "},

		{"x = 1\nif x:\npass", python.KindSyntax,
			"Code parsing failed on line 3 due to: IndentationError: expected an indented block after 'if' statement on line 2 (<unknown>, line 3)\npass\n^"},
		{"if 1:\n\tx = 1\n        y = 2", python.KindSyntax,
			"Code parsing failed on line 3 due to: TabError: inconsistent use of tabs and spaces in indentation (<unknown>, line 3)\n        y = 2\n^"},
		{"x = (1,", python.KindSyntax, "Code parsing failed on line 1 due to: SyntaxError: '(' was never closed (<unknown>, line 1)\nx = (1,\n    ^"},
		{"é = 'ключ", python.KindSyntax,
			"Code parsing failed on line 1 due to: SyntaxError: unterminated string literal (detected at line 1) (<unknown>, line 1)\né = 'ключ\n    ^"},
		{"def f():\n    return\nreturn 5", python.KindSyntax, "Code parsing failed on line 3 due to: SyntaxError: 'return' outside function (<unknown>, line 3)\nreturn 5\n^"},
		{"x = 5 = y", python.KindSyntax,
			"Code parsing failed on line 1 due to: SyntaxError: cannot assign to literal (<unknown>, line 1)\nx = 5 = y\n    ^"},
		{"for i in range(3) print(i)", python.KindSyntax, "Code parsing failed on line 1 due to: SyntaxError: invalid syntax (<unknown>, line 1)\nfor i in range(3) print(i)\n                  ^"},
	} {
		_, f := run(t, tt.src)
		if f == nil {
			t.Errorf("%q ended without an error", tt.src)
		} else if f.Kind != tt.kind || f.Message != tt.want {
			t.Errorf("%q\ngot  %s %q\nwant %s %q", tt.src, f.Kind, f.Message, tt.kind, tt.want)
		}
	}
}

func TestLimitMessages(t *testing.T) {
	for _, tt := range []struct {
		src    string
		limits py.Limits
		kind   python.Kind
		typ    string
		want   string
	}{
		{"while True: pass", py.Limits{Time: 50e6}, python.KindLimitTime, "ExecutionTimeoutError", "Code execution exceeded the maximum execution time of 0.05 seconds"},
		{"while True: pass", py.Limits{Iterations: 10}, python.KindLimitIterations, "InterpreterError",
			"Code execution failed at line 'while True: pass' due to: InterpreterError: Maximum number of 10 iterations in While loop exceeded"},
		{"sum(i for i in range(1000))", py.Limits{Operations: 100}, python.KindLimitOperations, "InterpreterError",
			"Code execution failed at line 'sum(i for i in range(1000))' due to: InterpreterError: Reached the max number of operations of 100. Maybe there is an infinite loop somewhere in the code, or you're just asking too many calculations."},
		{"x = []\nwhile True: x.append('a' * 1000 + str(len(x)))", py.Limits{Memory: 16 << 20}, python.KindLimitMemory, "MemoryError",
			"Code execution exceeded the maximum memory of 16 MiB"},
		{"while True: print('a' * 1000)", py.Limits{Output: 100_000}, python.KindLimitOutput, "InterpreterError",
			"Code execution failed at line 'while True: print('a' * 1000)' due to: InterpreterError: Code execution exceeded the maximum output of 100000 bytes"},
	} {
		_, f := runIn(t, newSession(t, python.Options{}), tt.src, tt.limits)
		if f == nil {
			t.Errorf("%q ended without an error", tt.src)
		} else if f.Kind != tt.kind || f.Message != tt.want || f.Type != tt.typ {
			t.Errorf("%q\ngot  %s %s %q\nwant %s %s %q", tt.src, f.Kind, f.Type, f.Message, tt.kind, tt.typ, tt.want)
		}
	}
}

// TestTimeMessage: the limit of the default settings, by a clock that jumps.
func TestTimeMessage(t *testing.T) {
	s := newSession(t, python.Options{Now: jumpingClock()})
	_, f := runIn(t, s, "while True: pass", python.DefaultLimits)
	if f == nil || f.Message != "Code execution exceeded the maximum execution time of 30 seconds" {
		t.Errorf("got %v", f)
	}
}

func TestHints(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"d = {'key': 1, 'name': 2}\nd['kye']", "Maybe you meant one of these indexes instead: ['key']"},
		{"d = {'first name': 1, 'last name': 2, 'age': 3}\nd['fist name']", "Maybe you meant one of these indexes instead: ['first name', 'last name']"},
		{"{'key': 1}['other']", ""},
		{"{1: 1}[2]", ""},
		{"[1][2]", ""},
	} {
		_, f := run(t, tt.src)
		if f == nil || f.Hint != tt.want {
			t.Errorf("%q: got %+v, want the hint %q", tt.src, f, tt.want)
		}
	}
	// The exception stays Python's.
	if _, f := run(t, "try:\n    {'key': 1}['kye']\nexcept KeyError as e:\n    assert e.args == ('kye',)"); f != nil {
		t.Error(f)
	}
}

// TestModuleHints: what is authorised and does the job, how to authorise, who else has it.
func TestModuleHints(t *testing.T) {
	for _, tt := range []struct {
		src     string
		modules []string
		want    string
	}{
		{"import numpy as np", nil, "Authorized and useful in its place: math, statistics, itertools. The local executor has no module numpy; executors that run CPython, such as process, have it if it is installed there."},
		{"import json", nil, "The local executor has json: it can be authorized with --import json."},
		{"from json import dumps", nil, "The local executor has json: it can be authorized with --import json."},
		{"import requests", nil, "There is no network in this sandbox: call a tool for that."},
		{"import pytz", nil, "Authorized and useful in its place: datetime. The local executor has no module pytz; executors that run CPython, such as process, have it if it is installed there."},
		{"import pytz", []string{"*"}, "Authorized and useful in its place: zoneinfo, datetime. The local executor has no module pytz; executors that run CPython, such as process, have it if it is installed there."},
		{"import torch.nn", nil, "The local executor has no module torch; executors that run CPython, such as process, have it if it is installed there."},
		{"import os", nil, "There are no files in this sandbox: keep data in variables. The local executor has os: it can be authorized with --import os."},
		{"from math import squrt", nil, ""},
		{"raise ImportError('x')", nil, ""},
	} {
		s := newSession(t, python.Options{Policy: policy.Config{Modules: tt.modules}})
		_, f := runIn(t, s, tt.src, python.DefaultLimits)
		if f == nil || f.Hint != tt.want {
			t.Errorf("%q: got %+v, want the hint %q", tt.src, f, tt.want)
		}
	}
}

func TestSystemExit(t *testing.T) {
	for _, tt := range []struct {
		src  string
		code int
	}{
		{"raise SystemExit", 0}, {"raise SystemExit(3)", 3}, {"raise SystemExit(None)", 0}, {"raise SystemExit('bye')", 1}, {"raise SystemExit(256 + 7)", 7},
		{"try:\n    raise SystemExit(4)\nexcept Exception:\n    pass", 4},
	} {
		_, f := run(t, tt.src)
		if f == nil || f.Type != "SystemExit" || f.Kind != python.KindRuntime || f.ExitCode != tt.code {
			t.Errorf("%q: got %+v, want the code %d", tt.src, f, tt.code)
		}
	}
}

// TestPlace: the line, column and traceback of a failure are the innermost's.
func TestPlace(t *testing.T) {
	_, f := run(t, "def inner(d):\n    return 1 + d['é']['k']\n\ndef outer():\n    return inner({'é': {}})\n\nouter()")
	if f == nil || f.Line != 2 || f.Column != 16 || f.SourceLine != "    return 1 + d['é']['k']" {
		t.Fatalf("got %+v", f)
	}
	var names []string
	for _, fr := range f.Traceback {
		names = append(names, fr.Function)
	}
	if len(names) != 3 || names[0] != "<module>" || names[1] != "outer" || names[2] != "inner" {
		t.Errorf("the traceback has %q", names)
	}
}

func TestMissingModules(t *testing.T) {
	_, err := python.New(python.Options{Policy: policy.Config{Modules: []string{"zzz.*", "math", "nope.sub", "*", "aaa"}}})
	want := "Non-installed authorized modules: aaa, nope.sub, zzz.*. Please install these modules or remove them from the authorized imports list."
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
