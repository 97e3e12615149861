package schemas_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
)

func TestTypeOf(t *testing.T) {
	for text, want := range map[string]string{
		`{"type": "string"}`:                                      "string",
		`{"type": ["null", "integer"]}`:                           "integer",
		`{"type": ["string", "integer"]}`:                         "any",
		`{"anyOf": [{"type": "string"}, {"type": "null"}]}`:       "string",
		`{"anyOf": [{"type": "string"}, {"type": "array"}]}`:      "any",
		`{"$ref": "#/$defs/P"}`:                                   "object",
		`{"anyOf": [{"$ref": "#/$defs/a~1b"}, {"type": "null"}]}`: "boolean",
		`{"$ref": "#/$defs/Loop"}`:                                "any",
		`{"$ref": "https://elsewhere.test/schema"}`:               "any",
		`{"properties": {}}`:                                      "object",
		`{"type": 5, "anyOf": "x"}`:                               "any",
		`{}`:                                                      "any",
		`{"anyOf": [` + strings.Repeat(`{"anyOf": [`, 50) + `{"type": "string"}` + strings.Repeat(`]}`, 50) + `]}`: "any",
	} {
		var s schemas.Object
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		root := schemas.Object{"$defs": schemas.Object{
			"P": schemas.Object{"type": "object"}, "a/b": schemas.Object{"type": "boolean"}, "Loop": schemas.Object{"$ref": "#/$defs/Loop"},
		}}
		if got := schemas.TypeOf(s, root); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// Each of four schemas has a thousand ways to the next: a million million to the last.
func TestManyWays(t *testing.T) {
	defs := schemas.Object{"d4": schemas.Object{"type": "string"}}
	for i, name := range []string{"d0", "d1", "d2", "d3"} {
		var ways []any
		for range 1000 {
			ways = append(ways, schemas.Object{"$ref": "#/$defs/d" + strconv.Itoa(i+1)})
		}
		defs[name] = schemas.Object{"anyOf": ways}
	}
	root := schemas.Object{"$defs": defs}
	if got := schemas.TypeOf(schemas.Object{"$ref": "#/$defs/d0"}, root); got != "any" {
		t.Errorf("it is %s", got)
	}
}

func TestNames(t *testing.T) {
	names := schemas.Names{}
	for _, x := range [][2]string{
		{"get-page", "get_page"}, {"get.page", "get_page_2"}, {"get_page_2", "get_page_2_2"}, {"class", "class_"}, {"2x", "_2x"}, {"", "_"},
		{"__init__", "_init__"}, {"größe", "gr__e"}, {strings.Repeat("a", 100), strings.Repeat("a", 64)},
	} {
		if got := names.Identifier(x[0]); got != x[1] {
			t.Errorf("%q is called %s, want %s", x[0], got, x[1])
		}
	}
}

func TestDefault(t *testing.T) {
	for text, want := range map[string]string{
		`{"default": 5}`: "safe:5", `{"default": null}`: "", `{"default": "5"}`: "", `{}`: "",
	} {
		var s schemas.Object
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if got := string(schemas.Default(s, "integer")); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
