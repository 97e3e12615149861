package agent_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
)

// TestCallsFromThreadsMeet has code that calls a tool from two threads, where each call
// waits for the other.
func TestCallsFromThreadsMeet(t *testing.T) {
	meet := make(chan struct{})
	both := tool.MustFunc("both", "Waits for another call.", func(ctx context.Context, in struct {
		N int `json:"n"`
	}) (int, error) {
		select {
		case meet <- struct{}{}:
		case <-meet:
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(20 * time.Second):
			return 0, errors.New("nobody came")
		}
		return in.N, nil
	})
	m := model.Scripted(block(`
import asyncio
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(2) as pool:
    print(sorted(pool.map(both, [1, 2])))
async def main():
    return await asyncio.gather(asyncio.to_thread(both, 3), asyncio.to_thread(both, 4))
final_answer(asyncio.run(main()))`))
	cfg := agent.Config{Model: m, Tools: []tool.Tool{both}}
	cfg.Sandbox.AuthorizedImports = []string{"asyncio", "concurrent.futures", "threading"}
	a := newCode(t, cfg)
	res, err := a.Run(t.Context(), "go")
	if err != nil {
		t.Fatalf("%v: %+v", err, actions(a.Memory()))
	}
	if res.Text != "[3, 4]" {
		t.Errorf("got %+v", res)
	}
}
