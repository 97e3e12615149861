// Stream shows a run as it happens: the model's words, the code, its output, the steps.
//
//	go run ./examples/agent/stream
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

func main() {
	executor.Embed("1.0.0")
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "stream:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return err
	}
	cfg.Builtins = map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}}
	h, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer h.Close()
	m := model.Scripted("Thought: I look at the first primes.\n<code>\nprimes = [n for n in range(2, 30) if all(n % d for d in range(2, n))]\nprint(primes)\n</code>",
		"Thought: I add them.\n<code>\nfinal_answer(sum(primes))\n</code>")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h})
	if err != nil {
		return err
	}
	defer a.Close()
	// Leaving the loop would end the run.
	for e, err := range a.Stream(ctx, "Add the primes below 30.") {
		if err != nil {
			return err
		}
		switch e := e.(type) {
		case *agent.TokenEvent:
			fmt.Print(e.Text)
		case *agent.CodeEvent:
			fmt.Printf("\n--- step %d runs %d bytes of code\n", e.Step, len(e.Code))
		case *agent.OutputEvent:
			fmt.Print("--- printed: ", e.Text)
		case *agent.StepEvent:
			fmt.Printf("--- step %d is done, error: %v\n", e.Step, e.Action.Error != nil)
		case *agent.FinalEvent:
			fmt.Println("--- answer:", e.Result.Text)
		}
	}
	return nil
}
