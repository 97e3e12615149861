// Quickstart runs a code agent: a model writes Python, the local executor runs it.
//
//	go run ./examples/agent/quickstart
//
// The model here is scripted, so that no key is needed. With one, use instead:
//
//	m, err := provider.Open("openai", "gpt-5", provider.Options{})
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
	executor.Embed("1.0.0") // this program is its own plugin: nothing else has to be installed
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
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

	m := model.Scripted(`Thought: I add the numbers up, one after the other.
<code>
a, b = 0, 1
for _ in range(100):
    a, b = b, a + b
final_answer(a)
</code>`)
	a, err := agent.NewCode(agent.Config{Model: m, Host: h})
	if err != nil {
		return err
	}
	defer a.Close()
	res, err := a.Run(ctx, "What is the 100th Fibonacci number?")
	if err != nil {
		return err
	}
	fmt.Println(res.Text)
	return nil
}
