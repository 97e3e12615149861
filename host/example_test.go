//go:build linux

package host_test

import (
	"context"
	"fmt"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

// newHost finds the local executor in this program, whose main calls executor.Embed.
// Without Builtins plugins are found in their folders.
func newHost() (*host.Host, error) {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return nil, err
	}
	cfg.Builtins = map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}}
	return host.New(cfg)
}

func ExampleHost_Open() {
	h, err := newHost()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	ctx := context.Background()
	s, err := h.Open(ctx, "local", host.OpenOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "print('adding')\nsum([3, 1, 2])"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q %s\n", res.Logs, res.Text)
	// Output: "adding\n" 6
}
