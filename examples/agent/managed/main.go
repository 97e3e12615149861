// Managed gives an agent two others as assistants. Its code calls them like functions,
// here both at the same time; it works on every executor, since the calls come back to
// this program.
//
//	go run ./examples/agent/managed
//	go run ./examples/agent/managed -x docker    # needs bin/airlock-executor-docker (make build) and an image
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

func main() {
	executor.Embed("1.0.0")
	name := flag.String("x", "local", "executor for the code of all agents")
	plugins := flag.String("plugins", "bin", "folder with the executors' plugins")
	flag.Parse()
	if err := run(context.Background(), *name, *plugins); err != nil {
		fmt.Fprintln(os.Stderr, "managed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, name, plugins string) error {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return err
	}
	cfg.Builtins = map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}}
	cfg.PluginDirs = []string{plugins}
	h, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer h.Close()

	population := tool.MustFunc("population", "Tells how many people live in a town.", func(_ context.Context, in struct {
		Town string `json:"town"`
	}) (int, error) {
		return map[string]int{"Bergen": 291_940, "Turku": 201_863}[in.Town], nil
	})
	researcher, err := agent.NewCode(agent.Config{
		Name: "researcher", Description: "Finds facts about towns.", Executor: name, Tools: []tool.Tool{population},
		Model: model.ScriptedFunc(research),
	})
	if err != nil {
		return err
	}
	writer, err := agent.NewToolCalling(agent.Config{
		Name: "writer", Description: "Puts facts into one sentence.",
		Model: model.ScriptedFunc(write),
	})
	if err != nil {
		return err
	}
	boss, err := agent.NewCode(agent.Config{
		Name: "boss", Executor: name, Host: h, Agents: []*agent.Agent{researcher, writer}, Budget: agent.Budget{Steps: 20},
		Model: model.Scripted(`<code>
facts = [researcher(task=f"How many people live in {town}?") for town in ("Bergen", "Turku")]
print(facts)
</code>`, `<code>
final_answer(writer("Make a sentence of these facts", additional_args={"facts": facts}))
</code>`),
	})
	if err != nil {
		return err
	}
	defer boss.Close() // and those that it manages
	res, err := boss.Run(ctx, "Compare Bergen and Turku.", agent.WithEvents(func(e agent.Event) {
		if s, ok := e.(*agent.StepEvent); ok {
			fmt.Printf("%s took step %d\n", s.Agent, s.Action.Number)
		}
	}))
	if err != nil {
		return err
	}
	fmt.Println(res.Text)
	return nil
}

// research and write stand in for models.
func research(req *model.Request) (*model.Response, error) {
	town := "Turku"
	if strings.Contains(req.Messages[1].Text(), "Bergen") {
		town = "Bergen"
	}
	code := fmt.Sprintf("<code>\nfinal_answer(f\"{population('%s'):,} people live in %s\")\n</code>", town, town)
	return &model.Response{Message: model.Text(model.RoleAssistant, code)}, nil
}

func write(*model.Request) (*model.Response, error) {
	return &model.Response{Message: model.Message{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{
		{ID: "1", Name: agent.FinalAnswer, Arguments: `{"answer": "Bergen has more people than Turku."}`},
	}}}, nil
}
