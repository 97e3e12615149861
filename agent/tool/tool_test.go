package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

type searchArgs struct {
	Query      string    `doc:"What to search for."`
	MaxResults int       `doc:"How many." default:"10"`
	Site       *string   `doc:"Only there."`
	Tags       []string  `json:"labels,omitempty" doc:"Labels."`
	Weight     float64   `json:",omitzero"`
	Since      time.Time `json:",omitzero"`
}

func search(got *searchArgs) tool.Tool {
	return tool.MustFunc("web_search", "Searches.", func(_ context.Context, a searchArgs) (string, error) {
		*got = a
		return "found", nil
	})
}

func texts(t *testing.T, vs ...any) []value.Text {
	t.Helper()
	var out []value.Text
	for _, v := range vs {
		out = append(out, value.MustText(v))
	}
	return out
}

func TestBind(t *testing.T) {
	spec := search(new(searchArgs)).Spec()
	kw := func(pairs ...any) []shared.Variable {
		var out []shared.Variable
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, shared.Variable{Name: pairs[i].(string), Value: value.MustText(pairs[i+1])})
		}
		return out
	}
	two := &tool.Spec{ToolSpec: shared.ToolSpec{Name: "f", OutputType: "any", Inputs: []shared.ToolInput{{Name: "a", Type: "any"}, {Name: "b", Type: "any"}, {Name: "c", Type: "number"}}}}
	none := &tool.Spec{ToolSpec: shared.ToolSpec{Name: "g", OutputType: "any"}}
	for _, c := range []struct {
		spec *tool.Spec
		args []value.Text
		kw   []shared.Variable
		want string
	}{
		{spec, nil, nil, "web_search() missing 1 required positional argument: 'query'"},
		{two, nil, nil, "f() missing 3 required positional arguments: 'a', 'b', and 'c'"},
		{two, texts(t, 1), nil, "f() missing 2 required positional arguments: 'b' and 'c'"},
		{two, texts(t, 1, 2, 3, 4), nil, "f() takes 3 positional arguments but 4 were given"},
		{none, texts(t, 1), nil, "g() takes 0 positional arguments but 1 was given"},
		{spec, texts(t, 1, 2, 3, 4, 5, 6, 7), nil, "web_search() takes from 1 to 6 positional arguments but 7 were given"},
		{spec, texts(t, "x"), kw("query", "y"), "web_search() got multiple values for argument 'query'"},
		{spec, texts(t, "x"), kw("limit", 3), "web_search() got an unexpected keyword argument 'limit'"},
		{spec, texts(t, "x", "y"), nil, "argument 'max_results' of web_search must be integer, not str"},
		{spec, texts(t, "x", 3.0), nil, "argument 'max_results' of web_search must be integer, not float"},
		{spec, texts(t, "x", true), nil, "argument 'max_results' of web_search must be integer, not bool"},
		{spec, texts(t, nil), nil, "argument 'query' of web_search must be string, not NoneType"},
		{spec, []value.Text{value.Text("pickle:gASV")}, nil, "argument 'query' of web_search: decode value: it is a pickle, which is never decoded here"},
	} {
		_, err := tool.Bind(c.spec, c.args, c.kw)
		var e *tool.Error
		if !errors.As(err, &e) || e.Type != "TypeError" || e.Message != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	args, err := tool.Bind(spec, texts(t, "x", nil), kw("labels", value.Tuple{value.Str("a")}, "weight", 2))
	if err != nil {
		t.Fatal(err)
	}
	if len(args) != 3 || args["weight"] != value.NewInt(2) || len(args["labels"].(value.List)) != 1 {
		t.Errorf("bound %v", args)
	}
}

func TestBindJSON(t *testing.T) {
	spec := tool.MustFunc("f", "", func(context.Context, struct {
		S    string
		I    int            `json:",omitempty"`
		N    float64        `json:",omitempty"`
		B    bool           `json:",omitempty"`
		L    []int          `json:",omitempty"`
		O    map[string]any `json:",omitempty"`
		Pic  value.Image    `json:",omitempty"`
		What any            `json:",omitempty"`
	}) (any, error) {
		return nil, nil
	}).Spec()
	for _, c := range []struct{ in, want string }{
		{`{"s": "x", "i": 5}`, `{"i":5,"s":"x"}`},
		{`"{\"s\": \"x\"}"`, `{"s":"x"}`},
		{"```json\n{\"s\": \"x\",}\n```", `{"s":"x"}`},
		{`{"s": "a, }", "l": [1, 2, ], "b": True, "o": None,}`, `{"b":true,"l":[1,2],"s":"a, }"}`},
		{"{\"s\": \"two\nlines \\\" True\"}", `{"s":"two\nlines \" True"}`},
		{`{"s": 7, "i": "5", "n": "1.5e3", "b": "true", "l": "[1]", "o": "{\"a\": 1}"}`, `{"b":true,"i":5,"l":[1],"n":1500.0,"o":{"a":1},"s":"7"}`},
		{`{"s": "x", "i": 5.0}`, `{"i":5,"s":"x"}`},
		{`{"s": "x", "what": {"__type__": "opaque"}}`, `{"s":"x","what":{"__type__":"dict_with_complex_keys","data":[["__type__","opaque"]]}}`},
		{`{"s": "x", "pic": "data:image/png;base64,iVBORw0KGgo="}`, `{"pic":{"__type__":"PIL.Image","data":"iVBORw0KGgo="},"s":"x"}`},
	} {
		args, err := tool.BindJSON(spec, c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if got := value.MustText(map[string]value.Value(args)); string(got) != "safe:"+c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
	for in, want := range map[string]string{
		`{"s": `:                  "call of f: the arguments are no JSON object: invalid JSON: it ends too early",
		`{"s": "x" "i": 1}`:       "invalid JSON at byte",
		`[1]`:                     "must be a JSON object, not list",
		`"plain"`:                 "must be a JSON object, not str",
		`{}`:                      "missing required argument 's'",
		``:                        "missing required argument 's'",
		`{"s": "x", "t": 1}`:      "there is no argument 't'",
		`{"s": "x", "i": "five"}`: "argument 'i' of f must be integer, not str",
		`{"s": "x", "i": 5.5}`:    "argument 'i' of f must be integer, not float",
		`{"s": "x", "b": 1}`:      "argument 'b' of f must be boolean, not int",
		`{"s": "x", "i": "` + strings.Repeat("7", 4e6) + `"}`: "argument 'i' of f must be integer, not str", // took minutes
		`{"s": "x", "pic": "abc"}`:                            "argument 'pic' of f must be image, not str",
		strings.Repeat("[", 1e5):                              "nested deeper than 200",
		`{"s": "x"} {"s": "y"}`:                               "text after the value",
	} {
		_, err := tool.BindJSON(spec, in)
		var e *tool.Error
		if !errors.As(err, &e) || !strings.Contains(e.Message, want) || !strings.Contains(e.Message, `"required":["s"]`) {
			t.Errorf("%.40s: %v", in, err)
		}
	}
	one := tool.FinalAnswer().Spec()
	if args, err := tool.BindJSON(one, `"plain"`); err != nil || args["answer"] != value.Str("plain") {
		t.Errorf("a lone argument: %v, %v", args, err)
	}
}

func TestFunc(t *testing.T) {
	var got searchArgs
	s := search(&got)
	args, err := tool.BindJSON(s.Spec(), `{"query": "x", "site": null, "labels": ["a"], "weight": 3, "since": "2026-02-03T04:05:06Z"}`)
	if err != nil {
		t.Fatal(err)
	}
	v, err := tool.Call(t.Context(), s, args)
	if err != nil || v != value.Str("found") {
		t.Fatalf("%v, %v", v, err)
	}
	if got.Query != "x" || got.MaxResults != 10 || got.Site != nil || got.Tags[0] != "a" || got.Weight != 3 || got.Since.Year() != 2026 {
		t.Errorf("called with %+v", got)
	}
	if _, err := tool.Call(t.Context(), s, tool.Args{"query": value.Str("x"), "since": value.NewInt(1)}); err == nil || err.Error() != "web_search: argument 'since' must be a datetime (or its text in ISO 8601), not int" {
		t.Errorf("a wrong time: %v", err)
	}
	want := `{"type":"object","properties":{"query":{"type":"string","description":"What to search for."},` +
		`"max_results":{"type":"integer","description":"How many.","default":10},"site":{"type":"string","description":"Only there."},` +
		`"labels":{"type":"array","description":"Labels.","items":{"type":"string"}},"weight":{"type":"number"},` +
		`"since":{"type":"string","format":"date-time"}},"required":["query"],"additionalProperties":false}`
	if got := string(s.Spec().JSONSchema()); got != want {
		t.Errorf("schema\n%s\nwant\n%s", got, want)
	}
	spec := *s.Spec()
	spec.InputSchema = nil
	var object struct{ Required []string }
	if err := json.Unmarshal(spec.JSONSchema(), &object); err != nil || len(object.Required) != 1 {
		t.Errorf("the schema of inputs alone: %s", spec.JSONSchema())
	}
}

type point struct {
	X, Y int8
	Note string `default:"\"here\""`
	Next *point
}

func TestNested(t *testing.T) {
	type args struct {
		Optional int `json:",omitempty"`
		At       point
		Ways     map[string][]point `json:",omitempty"`
		Raw      json.RawMessage    `json:",omitempty"`
		Data     []byte             `json:",omitempty"`
		Picture  *value.Image
	}
	type result struct {
		Sum  int    `json:"sum" doc:"Of all."`
		Note string `json:"note"`
		Raw  string `json:"raw"`
		Data []byte `json:"data"`
	}
	f := tool.MustFunc("nest", "", func(_ context.Context, a args) (result, error) {
		r := result{Sum: int(a.At.X + a.At.Y), Note: a.At.Note, Raw: string(a.Raw), Data: a.Data}
		for _, ps := range a.Ways {
			for _, p := range ps {
				r.Sum += int(p.X)
			}
		}
		return r, nil
	})
	if f.Spec().Inputs[0].Name != "at" || !strings.Contains(string(f.Spec().OutputSchema), `"sum":{"type":"integer","description":"Of all."}`) {
		t.Errorf("spec %+v", f.Spec())
	}
	at := value.Must(map[string]any{"x": 1, "y": 2})
	v, err := tool.Call(t.Context(), f, tool.Args{
		"at": at, "ways": value.Must(map[string]any{"a": []any{map[string]any{"x": 4, "y": 0}}}),
		"raw": value.Tuple{value.NewInt(1), value.None{}}, "data": value.Str("AQI="), "picture": value.None{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(value.MustText(v)); got != `safe:{"sum":7,"note":"here","raw":"[1,null]","data":{"__type__":"bytes","data":"AQI="}}` {
		t.Error(got)
	}
	for _, c := range []struct {
		at   any
		want string
	}{
		{map[string]any{"x": 300, "y": 1}, "nest: argument 'at.x' is out of range: 300"},
		{map[string]any{"x": "a", "y": 1}, "nest: argument 'at.x' must be integer, not str"},
		{map[string]any{"x": 1}, "nest: argument 'at' lacks 'y'"},
		{map[string]any{"x": 1, "y": 1, "z": 1}, "nest: argument 'at' has keys that are unknown; see the schema of the tool"},
	} {
		if _, err := tool.Call(t.Context(), f, tool.Args{"at": value.Must(c.at)}); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v", c.at, err)
		}
	}
}

func TestFuncRefuses(t *testing.T) {
	type bad struct {
		Good string
		Ch   struct{ Inner []chan int }
	}
	check := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	_, err := tool.Func("f", "", func(context.Context, bad) (int, error) { return 0, nil })
	check(err, "tool f: field Ch.Inner[] has the type chan int, which can't travel to Python")
	_, err = tool.Func("f", "", func(context.Context, struct{ M map[int]int }) (int, error) { return 0, nil })
	check(err, "field M has the type map[int]int; the keys of a map must be strings")
	_, err = tool.Func("f", "", func(context.Context, struct{}) (func(), error) { return nil, nil })
	check(err, "the result has the type func(), which can't travel")
	_, err = tool.Func("f", "", func(context.Context, int) (int, error) { return 0, nil })
	check(err, "must be a struct, not int")
	_, err = tool.Func("f", "", func(context.Context, struct {
		N int `default:"x"`
	}) (int, error) {
		return 0, nil
	})
	check(err, "default of field N: invalid JSON")
	_, err = tool.Func("f", "", func(context.Context, struct {
		N int `default:"\"x\""`
	}) (int, error) {
		return 0, nil
	})
	check(err, "'default of field N' must be integer, not str")
	_, err = tool.Func("class", "", func(context.Context, struct{}) (int, error) { return 0, nil })
	check(err, `tool name "class" is a keyword of Python`)
	_, err = tool.Func("a-b", "", func(context.Context, struct{}) (int, error) { return 0, nil })
	check(err, `"a-b" is no identifier`)
	_, err = tool.Func("f", "", func(context.Context, struct {
		A    int
		More int `json:"a"`
	}) (int, error) {
		return 0, nil
	})
	check(err, "two inputs are called a")
	type list []list
	_, err = tool.Func("f", "", func(context.Context, struct{ L list }) (int, error) { return 0, nil })
	check(err, "nests deeper than 32 types")
	type Shared struct{ A int }
	_, err = tool.Func("f", "", func(context.Context, struct {
		Shared `json:"more"`
	}) (int, error) {
		return 0, nil
	})
	check(err, `its tag calls it "more"`)
}

func TestSignature(t *testing.T) {
	got := search(new(searchArgs)).Spec().Signature()
	want := `def web_search(query: str, max_results: int = 10, site: str = None, labels: list[str] = None, weight: float = None, since: str = None) -> str:
    """Searches.

    Args:
        query: What to search for.
        max_results: How many.
        site: Only there.
        labels: Labels.
        weight
        since
    """`
	if got != want {
		t.Errorf("got\n%s", got)
	}
	nasty := &tool.Spec{ToolSpec: shared.ToolSpec{
		Name: "f", Doc: "Ends \"\"\" here\\ and ``` there.\n\x1b[2J\u202e \"", OutputType: "object",
		Inputs: []shared.ToolInput{{Name: "a", Type: "string", Description: "x\ny\"", Optional: true, Default: value.MustText("'\n")}},
	}, InputSchema: json.RawMessage(`{"properties":{"a":{"enum":["p'","q\"\"\"",null]}}}`), OutputSchema: json.RawMessage(`{"type": "object"}`)}
	want = `def f(a: Literal['p\'', 'q\"\"\"', None] = '\'\n') -> dict:
    """Ends \"\"\" here\\ and ''' there.
    \u001b[2J\u202e \"

    Args:
        a: x
            y\"

    Returns:
        What this JSON Schema says, so that its fields can be used in the same code: {"type":"object"}
    """`
	if got := nasty.Signature(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestCall(t *testing.T) {
	type none struct{}
	stuck := make(chan struct{})
	defer close(stuck)
	make := func(f func(context.Context, none) (value.Value, error)) tool.Tool { return tool.MustFunc("f", "", f) }
	for _, c := range []struct {
		f    func(context.Context, none) (value.Value, error)
		want string
	}{
		{func(context.Context, none) (value.Value, error) { panic("boom") }, "tool f panicked: boom"},
		{func(context.Context, none) (value.Value, error) { runtime.Goexit(); return nil, nil }, "tool f ended without a result"},
		{func(context.Context, none) (value.Value, error) { <-stuck; return nil, nil }, "tool f gave no result within 1ms"},
		{func(context.Context, none) (value.Value, error) {
			return value.Bytes(strings.Repeat("x", 65<<20)), nil
		}, "the result of tool f can't travel: encode value:"},
		{func(context.Context, none) (value.Value, error) { return value.List{value.Str("\xff")}, nil }, "the result of tool f can't travel"},
		{func(context.Context, none) (value.Value, error) {
			return nil, errors.New(strings.Repeat("x", 1<<20))
		}, "… (cut)"},
	} {
		tl := make(c.f)
		if strings.Contains(c.want, "1ms") {
			tl.Spec().Timeout = time.Millisecond
		}
		_, err := tool.Call(t.Context(), tl, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 70<<10 || strings.Contains(err.Error(), "goroutine") {
			t.Errorf("got %.200v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	started := func(context.Context, none) (value.Value, error) { cancel(); <-stuck; return nil, nil }
	if _, err := tool.Call(ctx, make(started), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if v, err := tool.Call(t.Context(), make(func(context.Context, none) (value.Value, error) { return nil, nil }), nil); v != (value.None{}) || err != nil {
		t.Errorf("nothing is %v, %v", v, err)
	}
	failing := make(func(context.Context, none) (value.Value, error) {
		return nil, &tool.Error{Type: "KeyError", Message: "k"}
	})
	var e *tool.Error
	if _, err := tool.Call(t.Context(), failing, nil); !errors.As(err, &e) || e.Type != "KeyError" {
		t.Errorf("a typed error is %v", err)
	}
}

func TestUserInput(t *testing.T) {
	r, w := io.Pipe()
	var shown strings.Builder
	ask := tool.UserInput(tool.AskOn(r, &shown))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ask.Call(ctx, tool.Args{"question": value.Str("first?")}); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	go func() {
		_, _ = w.Write([]byte("blue\n"))
		_ = w.Close()
	}()
	v, err := tool.Call(t.Context(), ask, tool.Args{"question": value.Str("which \x1b[2J colour?")})
	if err != nil || v != value.Str("blue") || !strings.HasSuffix(shown.String(), "which \\u001b[2J colour?\n> ") {
		t.Errorf("%v, %v after %q", v, err, shown.String())
	}
	var e *tool.Error
	if _, err := tool.Call(t.Context(), ask, tool.Args{"question": value.Str("more?")}); !errors.As(err, &e) || e.Type != "EOFError" {
		t.Errorf("at the end: %v", err)
	}
}

func TestFinalAnswer(t *testing.T) {
	f := tool.FinalAnswer()
	if !f.Spec().Final || f.Spec().OutputType != tool.TypeAny {
		t.Errorf("spec %+v", f.Spec())
	}
	args, err := tool.Bind(f.Spec(), texts(t, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := tool.Call(t.Context(), f, args); v != (value.None{}) || err != nil {
		t.Errorf("None as the answer: %v, %v", v, err)
	}
}

func FuzzBindJSON(f *testing.F) {
	f.Add(`{"query": "x",}`)
	f.Add("```\n\"{\\\"query\\\"")
	spec := search(new(searchArgs)).Spec()
	f.Fuzz(func(t *testing.T, text string) {
		args, err := tool.BindJSON(spec, text)
		if err == nil && args["query"] == nil {
			t.Errorf("no query in %v", args)
		}
	})
}
