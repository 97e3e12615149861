// Docker runs an agent's code in a container: no network, a read-only root, 512 MiB,
// half a processor. The model is still called from here.
//
//	make build images
//	go run ./examples/agent/docker
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/shared"
)

func main() {
	plugins := flag.String("plugins", "bin", "folder with airlock-executor-docker")
	image := flag.String("image", "airlock/python", "any image with Python 3.8 or newer")
	flag.Parse()
	if err := run(context.Background(), *plugins, *image); err != nil {
		fmt.Fprintln(os.Stderr, "docker:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, plugins, image string) error {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return err
	}
	cfg.PluginDirs = []string{plugins}
	h, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer h.Close()
	m := model.Scripted("<code>\na, b = 0, 1\nfor _ in range(100):\n    a, b = b, a + b\nimport os\nprint(os.getuid(), os.path.exists('/.dockerenv'))\n</code>", "<code>\nfinal_answer(a)\n</code>")
	a, err := agent.NewCode(agent.Config{
		Model: m, Host: h, Executor: "docker",
		Sandbox: host.OpenOptions{OpenRequest: shared.OpenRequest{Options: map[string]string{"image": image}}},
	})
	if err != nil {
		return err
	}
	defer a.Close() // removes the container
	res, err := a.Run(ctx, "What is the 100th Fibonacci number?", agent.WithEvents(func(e agent.Event) {
		if out, ok := e.(*agent.OutputEvent); ok {
			fmt.Print("in the container: ", out.Text)
		}
	}))
	if err != nil {
		return err
	}
	fmt.Println(res.Text)
	return nil
}
