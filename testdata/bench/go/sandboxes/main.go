// sandboxes: bench adapter for Airlock's executors, called as an embedder calls them. It reads a JSON task a line from its standard
// input and answers each with a line of what it took, in milliseconds. usage: sandboxes PLUGIN-DIR
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/shared"
)

// task is one session to measure.
type task struct {
	Executor string            `json:"executor"`
	Options  map[string]string `json:"options"`
	// Cold is with a host of its own, whose plugin has to be started; else the host stays for the next task.
	Cold bool   `json:"cold"`
	Code string `json:"code"`
	Want string `json:"want"`
	Runs int    `json:"runs"`
}

// took is in milliseconds. First is from nothing to the first result, Open a part of it.
type took struct {
	Open  float64   `json:"open"`
	First float64   `json:"first"`
	Runs  []float64 `json:"runs"`
	Close float64   `json:"close"`
}

func main() {
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sandboxes:", err)
		os.Exit(1)
	}
}

func serve(plugins string) error {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return err
	}
	cfg.PluginDirs = []string{plugins}
	warm, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer func() { _ = warm.Close() }()
	answers := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var t task
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return err
		}
		m, err := measure(cfg, warm, &t)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Executor, err)
		}
		if err := answers.Encode(m); err != nil {
			return err
		}
	}
	return nil
}

func measure(cfg host.Config, h *host.Host, t *task) (*took, error) {
	ctx, m := context.Background(), &took{}
	begun := time.Now()
	if t.Cold {
		own, err := host.New(cfg)
		if err != nil {
			return nil, err
		}
		defer func() { _ = own.Close() }()
		h = own
	}
	s, err := h.Open(ctx, t.Executor, host.OpenOptions{OpenRequest: shared.OpenRequest{Options: t.Options}})
	if err != nil {
		return nil, err
	}
	m.Open = since(begun)
	if err := run(ctx, s, t); err != nil {
		return nil, err
	}
	m.First = since(begun)
	for range t.Runs {
		begun = time.Now()
		if err := run(ctx, s, t); err != nil {
			return nil, err
		}
		m.Runs = append(m.Runs, since(begun))
	}
	begun = time.Now()
	_, err = s.Close(ctx)
	m.Close = since(begun)
	return m, err
}

func run(ctx context.Context, s *host.Session, t *task) error {
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: t.Code}, &shared.Handler{})
	if err == nil && res.Repr != t.Want {
		err = fmt.Errorf("%s gives %s", t.Code, res.Repr)
	}
	return err
}

func since(begun time.Time) float64 { return time.Since(begun).Seconds() * 1e3 }
