package executor_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// everyImport are the modules whose values travel.
var everyImport = []string{"dataclasses", "decimal", "enum", "fractions"}

// TestValuesBothWays: what goes out and comes back in is equal, of the same
// type, and the same text again.
func TestValuesBothWays(t *testing.T) {
	for _, tt := range []struct{ setup, expr string }{
		{"", "None"}, {"", "True"}, {"", "0"}, {"", "-2**63"}, {"", "2**63"}, {"", "-2**200"}, {"", "2**53 + 1"},
		{"", "1.5"}, {"", "-0.0"}, {"", "float('inf')"}, {"", "5e-324"}, {"", "1-2j"}, {"", "complex('-0-infj')"},
		{"", "''"}, {"", "'é😀\\u2028\\x00'"}, {"", "'\\ud800x\\udfff'"}, {"", "b''"}, {"", "b'\\x00\\xff'"}, {"", "bytearray(b'ab')"},
		{"", "[]"}, {"", "[1, [2, [None]]]"}, {"", "()"}, {"", "(1, (2,), [])"}, {"", "{1, 'a', (2, 3)}"}, {"", "set()"}, {"", "frozenset({1, frozenset({2})})"},
		{"", "{}"}, {"", "{'b': 1, 'a': 2}"}, {"", "{1: 'x', (2, 3): 'y', None: 'z', 2.5: {}}"}, {"", "{'__type__': 'tuple', 'data': [1]}"},
		{"import datetime as d", "d.date(2024, 2, 29)"}, {"import datetime as d", "d.time(1, 2, 3, 4)"},
		{"import datetime as d", "d.datetime(1, 1, 1, 23, 59, 59, 999999)"},
		{"import datetime as d", "d.datetime(2024, 5, 6, tzinfo=d.timezone.utc)"},
		{"import datetime as d", "d.datetime(2024, 5, 6, fold=1, tzinfo=d.timezone(d.timedelta(hours=-5, minutes=-30)))"},
		{"import datetime as d", "d.timedelta(days=-3, seconds=1, microseconds=7)"}, {"import datetime as d", "d.timedelta.max"},
		{"from decimal import Decimal as D", "D('1.10')"}, {"from decimal import Decimal as D", "[D('-0'), D('Infinity'), D('1E+30')]"},
		{"from fractions import Fraction as F", "F(-3, 7)"}, {"from fractions import Fraction as F", "F(10**30, 7)"},
		{"from collections import Counter", "Counter('abca')"}, {"from collections import OrderedDict", "OrderedDict([('b', 1), ('a', 2)])"},
		{"from collections import defaultdict", "defaultdict(list, {'a': [1]})"}, {"from collections import deque", "deque([1, 2])"},
		{"from collections import namedtuple\nP = namedtuple('P', 'x y')", "P(1, [2])"},
		{"from dataclasses import dataclass, field\n@dataclass\nclass D:\n    x: int\n    y: list = field(default_factory=list)", "D(1, [{'k': (2,)}])"},
		{"import enum\nclass Color(enum.Enum):\n    RED = 1", "Color.RED"},
		{"import enum\nclass Level(enum.IntEnum):\n    LOW = 1", "[Level.LOW]"},
		{"class L(list): pass", "L([1, 2])"}, {"class S(str): pass", "S('x')"},
		{"class Thing: pass\nthing = Thing()", "thing"}, {"def f(): return 1", "f"}, {"", "len"}, {"", "[print, {'k': int}]"}, {"", "range(3)"},
	} {
		s := open(t, shared.OpenRequest{AuthorizedImports: everyImport})
		run(t, s, tt.setup+"\na = "+tt.expr, nil)
		out, err := s.GetVariables(t.Context(), []string{"a"})
		if err != nil || len(out) != 1 {
			t.Errorf("%s: get: %v", tt.expr, err)
			continue
		}
		if err := s.SetVariables(t.Context(), []shared.Variable{{Name: "b", Value: out[0].Value}}); err != nil {
			t.Errorf("%s: set %s: %v", tt.expr, out[0].Value, err)
			continue
		}
		if res := run(t, s, "type(a) is type(b) and repr(a) == repr(b) or (type(b).__name__, repr(b))", nil); string(res.Value) != "safe:true" {
			t.Errorf("%s comes back as %s (over the wire %s)", tt.expr, res.Text, out[0].Value)
		}
		again, err := s.GetVariables(t.Context(), []string{"b"})
		if err != nil || string(again[0].Value) != string(out[0].Value) {
			t.Errorf("%s goes out as %s, and then as %s: %v", tt.expr, out[0].Value, again[0].Value, err)
		}
	}
}

// TestWireForms: the library's values travel as themselves, not as handles.
func TestWireForms(t *testing.T) {
	s := open(t, shared.OpenRequest{AuthorizedImports: append(everyImport, "pathlib")})
	run(t, s, "import datetime as d\nfrom decimal import Decimal\nfrom fractions import Fraction\nfrom pathlib import PurePosixPath", nil)
	for _, tt := range []struct{ expr, wire string }{
		{"d.date(2024, 2, 29)", `{"__type__":"date","data":"2024-02-29"}`},
		{"d.time(1, 2, 3)", `{"__type__":"time","data":"01:02:03"}`},
		{"d.datetime(2024, 5, 6, 7)", `{"__type__":"datetime","data":"2024-05-06T07:00:00"}`},
		{"Decimal('1.10')", `{"__type__":"Decimal","data":"1.10"}`},
		{"Fraction(3, 4)", `{"__type__":"Fraction","data":"3/4"}`},
		{"PurePosixPath('/tmp/x')", `{"__type__":"Path","data":"/tmp/x"}`},
	} {
		if got := string(run(t, s, tt.expr, nil).Value); got != "safe:"+tt.wire {
			t.Errorf("%s travels as %s, want %s", tt.expr, got, tt.wire)
		}
	}
}

// TestOpaque: what can't travel, or not whole, is opaque; its handle is the
// object itself, within its session.
func TestOpaque(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	for _, tt := range []struct{ code, typ string }{
		{"class Thing: pass\nx = Thing()\nx", "__main__.Thing"},
		{"x = [1]\nx.append(x)\nx", "list"},
		{"x = {}\nx['self'] = {'back': x}\nx", "dict"},
		{"x = []\nfor i in range(500): x = [x]\nx", "list"},
		{"x = [0] * 1_000_001\nx", "list"},
		{"x = lambda: 0\nx", "function"},
		{"x = (i for i in 'ab')\nx", "generator"},
		{"import math\nx = math\nx", "module"},
		{"class Bad:\n    def __repr__(self): raise ValueError\nx = Bad()\nx", "__main__.Bad"},
		{"class Endless:\n    def __getattr__(self, name): return self\nx = Endless()\nx", "__main__.Endless"},
	} {
		res := run(t, s, tt.code, nil)
		v, err := value.Decode(res.Value)
		o, ok := v.(*value.Opaque)
		if err != nil || !ok || o.Type != tt.typ || o.Handle == "" {
			t.Errorf("%q gives %.200s: %v", tt.code, res.Value, err)
			continue
		}
		if err := s.SetVariables(t.Context(), []shared.Variable{{Name: "back", Value: res.Value}}); err != nil {
			t.Errorf("%q: set: %v", tt.code, err)
		} else if res := run(t, s, "back is x", nil); string(res.Value) != "safe:true" {
			t.Errorf("%q: the handle gives another object", tt.code)
		}
		other := open(t, shared.OpenRequest{})
		if err := other.SetVariables(t.Context(), []shared.Variable{{Name: "back", Value: value.Text(strings.Replace(string(res.Value), o.Handle, "999", 1))}}); !errors.Is(err, shared.KindSerialization) {
			t.Errorf("%q: a handle of another session is taken: %v", tt.code, err)
		}
	}
}

// TestLargeValues: within the caps values travel whole.
func TestLargeValues(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	for code, check := range map[string]string{
		"x = list(range(900_000))":                       "y == x",
		"x = 'é' * 5_000_000":                            "y == x",
		"x = []\nfor i in range(150): x = [x]":           "y == x",
		"x = {i: [str(i)] for i in range(100_000)}":      "y == x and list(y) == list(x)",
		"x = 7 ** 4000":                                  "y == x",
		"x = [[1]] * 100_000":                            "y == x",
		"x = ['shared' * 10] * 100_000; x[0] = b'\\xff'": "y == x",
	} {
		run(t, s, code, nil)
		out, err := s.GetVariables(t.Context(), []string{"x"})
		if err != nil {
			t.Errorf("%q: %v", code, err)
			continue
		}
		if err := s.SetVariables(t.Context(), []shared.Variable{{Name: "y", Value: out[0].Value}}); err != nil {
			t.Errorf("%q: %v", code, err)
		} else if res := run(t, s, check, nil); string(res.Value) != "safe:true" {
			t.Errorf("%q comes back changed", code)
		}
	}
}

// TestHostileVariables: what a client sends is checked.
func TestHostileVariables(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	surrogate := base64.StdEncoding.EncodeToString([]byte{0xED, 0xA0, 0x80})
	for _, text := range []string{
		"1", "safe:", "safe:{", "safe:[1,]", "pickle:gASVAAAA", `safe:{"__type__":"nothing"}`, `safe:{"__type__":"opaque","type":"x","repr":"x","handle":"77"}`,
		`safe:{"__type__":"set","data":[[1]]}`, `safe:{"__type__":"date","isoformat":"2024-13-01"}`, `safe:{"__type__":"Decimal","data":"x"}`,
		`safe:{"__type__":"dict_with_complex_keys","data":[[[1],2]]}`, "safe:" + strings.Repeat("[", 300) + strings.Repeat("]", 300),
		`safe:{"__type__":"int","data":"` + strings.Repeat("9", 2_000_000) + `"}`,
	} {
		if err := s.SetVariables(t.Context(), []shared.Variable{{Name: "x", Value: value.Text(text)}}); err == nil {
			t.Errorf("%.80s is taken", text)
		}
	}
	if err := s.SetVariables(t.Context(), []shared.Variable{{Name: "x", Value: value.Text(`safe:{"__type__":"str","data":"` + surrogate + `"}`)}}); err != nil {
		t.Error(err)
	}
	run(t, s, `assert x == '\ud800'`, nil)
}

func tool(name string) shared.ToolSpec { return shared.ToolSpec{Name: name, Doc: "Looks things up."} }

func setTools(t *testing.T, s shared.Session, names ...string) {
	t.Helper()
	var specs []shared.ToolSpec
	for _, n := range names {
		specs = append(specs, tool(n))
	}
	if err := s.SetTools(t.Context(), specs); err != nil {
		t.Fatal(err)
	}
}

// TestToolErrors: the tool's error is the exception that it names.
func TestToolErrors(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	setTools(t, s, "look")
	raise := func(typ string) *events {
		return &events{tool: func(context.Context, *shared.ToolCall) (value.Text, error) {
			return nil, &shared.Error{Kind: shared.KindTool, Type: typ, Message: "no luck"}
		}}
	}
	for typ, caught := range map[string]string{
		"ValueError": "ValueError", "KeyError": "LookupError", "TimeoutError": "OSError", "QuotaExceeded": "RuntimeError", "": "RuntimeError",
		"SystemExit": "SystemExit", "KeyboardInterrupt": "BaseException", "not a name": "RuntimeError", "InterpreterError": "Exception",
	} {
		res := run(t, s, fmt.Sprintf("try:\n    look(1)\nexcept %s as e:\n    x = str(e).strip(\"'\")\nx", caught), raise(typ))
		if res.Text != "no luck" {
			t.Errorf("%q gives %s", typ, res.Text)
		}
	}
	_, e := fails(t, s, "look(1)", raise("QuotaExceeded"))
	if e == nil || e.Kind != shared.KindTool || e.Type != "QuotaExceeded" || !strings.HasSuffix(e.Message, "QuotaExceeded: no luck") {
		t.Errorf("an error that nobody caught: %+v", e)
	}
}

// TestToolCalls: arguments and results travel, calls are counted, names are
// the tools' own.
func TestToolCalls(t *testing.T) {
	s := open(t, shared.OpenRequest{Limits: shared.Limits{ToolCalls: 3}})
	setTools(t, s, "look")
	echo := &events{tool: func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
		if len(c.Args) > 0 {
			return c.Args[0], nil
		}
		return c.Kwargs[0].Value, nil
	}}
	run(t, s, "assert look({1: (2, {3})}) == {1: (2, {3})} and look(q='é') == 'é' and look(2**100) == 2**100", echo)
	run(t, s, "class Thing: pass\nx = Thing()\nassert look(x) is x", echo)
	if _, e := fails(t, s, "for i in range(5):\n    try:\n        look(i)\n    except ValueError: pass\n    last = i\nassert last == 4\nlook(1)", echo); e == nil || !strings.Contains(e.Message, "Reached the max number of tool calls of 3") {
		t.Errorf("the fourth call gives %v", e)
	}
	run(t, s, "assert look.__name__ == 'look' and look.__doc__ == 'Looks things up.' and callable(look)", nil)
	setTools(t, s, "find")
	if _, e := fails(t, s, "look(1)", echo); e == nil || e.Type != "NameError" {
		t.Errorf("a tool that was taken away: %v", e)
	}
	if _, e := fails(t, s, "find = 1", echo); e == nil || e.Kind != shared.KindPolicy {
		t.Errorf("a tool's name is bound: %v", e)
	}
}

// TestImages: a picture of a tool is kept, handed on and returned as it is.
func TestImages(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	setTools(t, s, "draw", "look")
	png := value.MustText(value.Image("\x89PNG and more"))
	tools := &events{tool: func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
		if c.Name == "draw" {
			return png, nil
		}
		return value.MustText(string(c.Args[0]) == string(png)), nil
	}}
	res := run(t, s, "x = [draw()]\nassert look(x[0]) and x[0] == x[0] and x[0] != draw()\nprint(x)\nx[0]", tools)
	if string(res.Value) != string(png) || res.Logs != "[<image of 13 bytes>]\n" {
		t.Errorf("got %s, printed %q", res.Value, res.Logs)
	}
	for _, code := range []string{"type(x[0])()", "object.__new__(type(x[0]))", "class C(type(x[0])): pass", "x[0].size"} {
		if _, e := fails(t, s, code, tools); e == nil || e.Type != "TypeError" && e.Type != "AttributeError" && e.Type != "InterpreterError" {
			t.Errorf("%s gives %v", code, e)
		}
	}
	if err := s.SetVariables(t.Context(), []shared.Variable{{Name: "pic", Value: png}}); err != nil {
		t.Fatal(err)
	}
	run(t, s, "assert look(pic)", tools)
}

// TestToolResultsWithoutAType: what has no type here is an exception of the call.
func TestToolResultsWithoutAType(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	setTools(t, s, "look")
	array := &events{tool: func(context.Context, *shared.ToolCall) (value.Text, error) {
		return value.Text(`safe:{"__type__":"ndarray","data":[1],"dtype":"int64"}`), nil
	}}
	res := run(t, s, "try:\n    look(1)\nexcept TypeError as e:\n    x = str(e)\nx", array)
	if !strings.HasPrefix(res.Text, "result of tool 'look': a value of type ") {
		t.Errorf("got %s", res.Text)
	}
}
