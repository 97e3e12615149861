package agent

import (
	"math"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		v    value.Value
		want string
	}{
		{nil, "None"}, {value.None{}, "None"}, {value.Bool(true), "True"}, {value.Str("plain"), "plain"}, {value.Image("png"), "<image>"},
		{value.NewInt(7), "7"},
		{value.Dict{{Key: value.Str("z"), Value: value.NewInt(1)}, {Key: value.Str("a"), Value: value.Tuple{value.Str("é<")}}}, `{"z":1,"a":["é<"]}`},
	} {
		if got := describe(c.v); got != c.want {
			t.Errorf("%v is told as %s, want %s", c.v, got, c.want)
		}
	}
	if got := describe(value.Float(math.NaN())); got == "" {
		t.Error("nan is told as nothing")
	}
}

func TestArgumentText(t *testing.T) {
	got := argumentText(tool.Args{"n": value.NewInt(1), "img": value.Image("png"), "long": value.Str(strings.Repeat("x", 3*maxCallText))})
	if !strings.HasPrefix(got, `{"img":"<image of 3 bytes>","long":"xxx`) || len(got) > maxCallText+3 {
		t.Errorf("got %s", got)
	}
}
