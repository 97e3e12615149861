package options_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/options"
	"github.com/airlockhq/airlock/shared"
)

var specs = []shared.OptionSpec{
	{Name: "n", Type: "int", Default: "7"}, {Name: "f", Type: "float", Default: "0.5"}, {Name: "b", Type: "bool"}, {Name: "size", Type: "bytes", Default: "1KiB"},
	{Name: "wait", Type: "duration", Default: "2s"}, {Name: "text", Type: "string"},
}

func TestParse(t *testing.T) {
	v, err := options.Parse("x", specs, map[string]string{"n": "-3", "b": "true", "text": "a b", "size": "2MiB"})
	if err != nil {
		t.Fatal(err)
	}
	if v.Int("n") != -3 || v.Float("f") != 0.5 || !v.Bool("b") || v.Bytes("size") != 2<<20 || v.Duration("wait") != 2*time.Second || v["text"] != "a b" {
		t.Errorf("the values are %v", v)
	}
}

func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct{ option, value, want string }{
		"unknown":  {"m", "1", `open x: there is no option "m"; there are: b, f, n, size, text, wait`},
		"int":      {"n", "1.5", "must be a whole number"},
		"float":    {"f", "half", "must be a number"},
		"bool":     {"b", "maybe", "must be true or false"},
		"bytes":    {"size", "big", "must be a size such as 64MiB"},
		"duration": {"wait", "5", "must be a duration such as 30s"},
	} {
		_, err := options.Parse("x", specs, map[string]string{c.option: c.value})
		if !errors.Is(err, shared.KindInvalidArgument) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
