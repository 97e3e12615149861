package shared_test

import (
	"context"
	"testing"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/executortest"
	"github.com/airlockhq/airlock/shared/value"
)

func TestSmoke(t *testing.T) {
	c := executortest.Dial(t, &executortest.Fake{})
	s, err := c.Open(context.Background(), &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	res, err := s.Execute(context.Background(), &shared.ExecuteRequest{Code: "print a\nflood 3000000\nset x 3\ncall f 1"}, &shared.Handler{
		OnOutput: func(_ shared.Stream, p []byte) error { out += string(p); return nil },
		OnTool:   func(context.Context, *shared.ToolCall) (value.Text, error) { return value.Text("safe:7"), nil },
	})
	t.Log(res, err, len(out))
	rep, err := s.Close(context.Background())
	t.Log(rep, err)
}
