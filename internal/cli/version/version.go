// Package version is the command "airlock version".
package version

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

type options struct {
	json bool
	dirs []string
}

// Info is what --json prints.
type Info struct {
	Version       string `json:"version"`
	Protocol      int    `json:"protocol"`
	ProtocolMinor int    `json:"protocol_minor"`
	Go            string `json:"go"`
	Platform      string `json:"platform"`
	// Executors are those found, by name.
	Executors map[string]Executor `json:"executors"`
}

// Executor is one that was found.
type Executor struct {
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"`
	BuiltIn bool   `json:"built_in,omitempty"`
	Error   string `json:"error,omitempty"`
}

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Show the versions of airlock and of the executors found",
		Example: "  airlock version\n  airlock version --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print a JSON object")
	sandbox.RegisterPluginDir(cmd.Flags(), &o.dirs)
	return cmd
}

func (o *options) run(ctx context.Context, a *app.App) error {
	cfg, err := a.HostConfig(o.dirs)
	if err != nil {
		return err
	}
	return app.WithHost(ctx, cfg, host.SignalOptions{}, func(ctx context.Context, h *host.Host) error {
		list, err := h.List()
		if err != nil {
			return err
		}
		info := Info{a.Version, shared.Protocol, shared.ProtocolMinor, runtime.Version(), host.Platform(), describe(ctx, h, list)}
		if o.json {
			return json.NewEncoder(a.Term.Out).Encode(info)
		}
		return info.print(a.Term, list)
	})
}

// describe asks all executors at once: each is a process that starts.
func describe(ctx context.Context, h *host.Host, list []host.Candidate) map[string]Executor {
	out := map[string]Executor{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, c := range list {
		if c.State != host.StateUsed {
			continue
		}
		wg.Go(func() {
			e := Executor{Path: c.Path, BuiltIn: c.Builtin}
			if d, err := h.Describe(ctx, c.Name); err != nil {
				e.Error = err.Error()
			} else {
				e.Version = d.Version
			}
			mu.Lock()
			defer mu.Unlock()
			out[c.Name] = e
		})
	}
	wg.Wait()
	return out
}

func (i *Info) print(t *term.Terminal, list []host.Candidate) error {
	fmt.Fprintf(t.Out, "airlock %s, protocol %d.%d, %s, %s\n", i.Version, i.Protocol, i.ProtocolMinor, i.Go, i.Platform)
	for _, c := range list {
		e, ok := i.Executors[c.Name]
		if !ok || c.State != host.StateUsed {
			continue
		}
		where := c.Path
		if where == "" {
			where = c.Source
		}
		text := e.Version
		if e.Error != "" {
			text = e.Error
		}
		if _, err := fmt.Fprintf(t.Out, "  %s %s (%s)\n", c.Name, term.Escape(text), term.Escape(where)); err != nil {
			return err
		}
	}
	return nil
}
