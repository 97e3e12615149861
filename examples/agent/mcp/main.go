// Mcp gives an agent the tools of a server that speaks the Model Context Protocol. The
// server here is this program itself, started once more.
//
//	go run ./examples/agent/mcp
package main

import (
	"context"
	"fmt"
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool/mcp"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

func main() {
	executor.Embed("1.0.0")
	work := run
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		work = serve
	}
	if err := work(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "mcp:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	server, err := mcp.Connect(ctx, &mcp.Server{Name: "towns", Command: []string{self, "serve"}})
	if err != nil {
		return err
	}
	defer server.Close()
	tools, err := server.Tools(ctx)
	if err != nil {
		return err
	}
	for _, t := range tools {
		fmt.Println(t.Spec().Signature())
	}

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
	m := model.Scripted("<code>\nfinal_answer(distance('Bergen', 'Turku')['km'])\n</code>")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h, Tools: tools})
	if err != nil {
		return err
	}
	defer a.Close()
	res, err := a.Run(ctx, "How far is it from Bergen to Turku?")
	if err != nil {
		return err
	}
	fmt.Println(res.Text, "km")
	return nil
}

type way struct {
	From string `json:"from" jsonschema:"a town"`
	To   string `json:"to" jsonschema:"another town"`
}

type length struct {
	Km int `json:"km"`
}

// serve is the server: one tool, on standard input and output.
func serve(ctx context.Context) error {
	s := sdk.NewServer(&sdk.Implementation{Name: "towns", Version: "1.0.0"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "distance", Description: "Tells how far two towns are apart."},
		func(context.Context, *sdk.CallToolRequest, way) (*sdk.CallToolResult, length, error) {
			return nil, length{Km: 928}, nil
		})
	return s.Run(ctx, &sdk.StdioTransport{})
}
