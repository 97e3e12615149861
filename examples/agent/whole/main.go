// Whole runs an entire agent in a container: model calls, tools and memory are in there
// too, with nothing of this machine but the environment that it is given. What happens
// comes back as events.
//
//	make build images
//	go run ./examples/agent/whole
//
// The model is scripted. One that is called needs a network and a key: the options
// network=bridge for docker, and Env: map[string]string{"OPENAI_API_KEY": key}.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/whole"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/shared"
)

// definition is the agent, as a file for airlock agent --file says it.
const definition = `
name: mathematician
model: scripted:replies.txt
max-steps: 5
`

const replies = `<code>
a, b = 0, 1
for _ in range(100):
    a, b = b, a + b
print(a)
</code>
---
<code>
final_answer(a)
</code>`

func main() {
	bin := flag.String("plugins", "bin", "folder with airlock-executor-docker and airlock-agent")
	flag.Parse()
	if err := run(context.Background(), *bin); err != nil {
		fmt.Fprintln(os.Stderr, "whole:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, bin string) error {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return err
	}
	cfg.PluginDirs = []string{bin}
	h, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer h.Close()
	box, err := h.Open(ctx, "docker", host.OpenOptions{OpenRequest: shared.OpenRequest{
		Options: map[string]string{"image": "airlock/python", "exec": "true", "tmpfs": "256MiB"},
	}})
	if err != nil {
		return err
	}
	defer box.Close(ctx)
	res, err := whole.Run(ctx, box, "What is the 100th Fibonacci number?", &whole.Options{
		Program: filepath.Join(bin, "airlock-agent"), Definition: []byte(definition), Files: map[string][]byte{"replies.txt": []byte(replies)},
		Events: func(e agent.Event) {
			switch e := e.(type) {
			case *agent.OutputEvent:
				fmt.Print("in the container: ", e.Text)
			case *agent.StepEvent:
				fmt.Printf("%s took step %d\n", e.Agent, e.Action.Number)
			}
		},
	})
	if err != nil {
		return err
	}
	fmt.Println(res.Text)
	return nil
}
