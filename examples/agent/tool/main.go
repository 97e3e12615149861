// Tool gives an agent a Go function. The model sees a Python function with types and a
// docstring; calls run in this program, so that no key of theirs enters the sandbox.
//
//	go run ./examples/agent/tool
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

// stockIn are the tool's inputs: names, types and descriptions are read from the struct.
type stockIn struct {
	Item  string `json:"item" doc:"what to look for"`
	Store string `json:"store" doc:"the store's town" default:"\"Bergen\""`
}

var stock = map[string]int{"Bergen lamp": 4, "Bergen desk": 1, "Turku lamp": 9}

func inStock(_ context.Context, in stockIn) (int, error) {
	n, ok := stock[in.Store+" "+in.Item]
	if !ok {
		// Code in the sandbox can catch this as a LookupError.
		return 0, &tool.Error{Type: "LookupError", Message: fmt.Sprintf("the store in %s has never had a %s", in.Store, in.Item)}
	}
	return n, nil
}

func main() {
	executor.Embed("1.0.0")
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "tool:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	inStock, err := tool.Func("in_stock", "Tells how many pieces of an item a store has.", inStock)
	if err != nil {
		return err
	}
	fmt.Println(inStock.Spec().Signature())

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
	m := model.Scripted(`<code>
total = 0
for store in ("Bergen", "Turku"):
    for item in ("lamp", "desk"):
        try:
            total += in_stock(item, store=store)
        except LookupError as e:
            print(e)
</code>`, "<code>final_answer(total)</code>")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h, Tools: []tool.Tool{inStock}})
	if err != nil {
		return err
	}
	defer a.Close()
	res, err := a.Run(ctx, "How many lamps and desks do we have in Bergen and Turku?")
	if err != nil {
		return err
	}
	fmt.Println(res.Text, "pieces, in", res.Steps, "steps")
	return nil
}
