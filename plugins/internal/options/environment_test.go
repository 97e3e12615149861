package options_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/internal/options"
	"github.com/airlockhq/airlock/shared"
)

func TestCheckEnvironment(t *testing.T) {
	many := map[string]string{}
	for i := range 20 {
		many["V"+strings.Repeat("_", i)] = strings.Repeat("x", 100_000)
	}
	for want, env := range map[string]map[string]string{
		"":                                      {"A": "a=b\nc", "b c": "", "LARGE": strings.Repeat("x", 131_000)},
		`"" is no name`:                         {"": "x"},
		`"A=B" is no name`:                      {"A=B": "x"},
		`"A\x00" is no name`:                    {"A\x00": "x"},
		`"A" holds a null byte`:                 {"A": "hidden\x00"},
		`"A" has 131074 bytes`:                  {"A": strings.Repeat("x", 131_072)},
		"the environment has more than 1048576": many,
	} {
		err := options.CheckEnvironment("test", env)
		if want == "" && err != nil || want != "" && (!errors.Is(err, shared.KindInvalidArgument) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden")) {
			t.Errorf("it gives %v, want %s", err, want)
		}
	}
}
