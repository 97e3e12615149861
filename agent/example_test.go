package agent_test

import (
	"context"
	"fmt"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

// newHost finds the local executor in this program, whose main calls executor.Embed.
func newHost() *host.Host {
	cfg, err := host.DefaultConfig()
	if err != nil {
		panic(err)
	}
	cfg.Builtins = map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}}
	h, err := host.New(cfg)
	if err != nil {
		panic(err)
	}
	return h
}

func ExampleNewCode() {
	h := newHost()
	defer h.Close()
	// Package agent/model/provider opens real models.
	m := model.Scripted("I add them up.\n<code>\na, b = 0, 1\nfor _ in range(100):\n    a, b = b, a + b\nprint(a)\n</code>",
		"<code>\nfinal_answer(a)\n</code>")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	res, err := a.Run(context.Background(), "What is the 100th Fibonacci number?")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Text, res.State, res.Steps)
	// Output: 354224848179261915075 done 2
}

func ExampleAgent_Stream() {
	h := newHost()
	defer h.Close()
	m := model.Scripted("<code>\nprint('adding')\nfinal_answer(sum(rows))\n</code>")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	for e, err := range a.Stream(context.Background(), "Add the rows up.", agent.WithArgs(map[string]any{"rows": []int{3, 1, 2}})) {
		switch e := e.(type) {
		case nil:
			fmt.Println(err)
		case *agent.OutputEvent:
			fmt.Print("printed: ", e.Text)
		case *agent.FinalEvent:
			fmt.Println("answer:", e.Result.Text)
		}
	}
	// Output:
	// printed: adding
	// answer: 6
}

func ExampleConfig_tools() {
	h := newHost()
	defer h.Close()
	stock := map[string]int{"apples": 12}
	type args struct {
		Item string `doc:"Its name."`
	}
	count := tool.MustFunc("count", "Counts what is in stock.", func(_ context.Context, a args) (int, error) { return stock[a.Item], nil })
	m := model.Scripted("<code>\nfinal_answer({item: count(item) for item in ['apples', 'pears']})\n</code>")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h, Tools: []tool.Tool{count}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	res, err := a.Run(context.Background(), "How many apples and pears are there?")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Text, res.Go().(map[string]any)["apples"])
	// Output: {'apples': 12, 'pears': 0} 12
}

func ExampleConfig_agents() {
	h := newHost()
	defer h.Close()
	sums := model.Scripted("<code>\nfinal_answer(17 + 4)\n</code>")
	clerk, err := agent.NewCode(agent.Config{Model: sums, Name: "clerk", Description: "Is good at sums."})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := model.Scripted("<code>\nreport = clerk('What is 17 + 4?')\nprint(report)\n</code>", "<code>\nfinal_answer('It is 21.')\n</code>")
	boss, err := agent.NewCode(agent.Config{Model: m, Host: h, Agents: []*agent.Agent{clerk}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer boss.Close() // and the clerk
	res, err := boss.Run(context.Background(), "What is 17 + 4?")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Text)
	// Output: It is 21.
}
