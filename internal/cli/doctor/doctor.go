// Package doctor is the command "airlock doctor".
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

type options struct {
	json     bool
	executor string
	dirs     []string
}

// Report is what --json prints.
type Report struct {
	OK        bool         `json:"ok"`
	Machine   []host.Probe `json:"machine"`
	Executors []Executor   `json:"executors"`
	Lock      []Locked     `json:"lock"`
}

// Executor is what is known of one executor.
type Executor struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"`
	// Needed executors must work; the others may be of no interest on this machine.
	Needed bool               `json:"needed"`
	OK     bool               `json:"ok"`
	Error  string             `json:"error,omitempty"`
	Items  []shared.CheckItem `json:"items"`
}

// Locked is one entry of the lock file.
type Locked struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "doctor [EXECUTOR]...",
		Short: "Find out what works on this machine, and what to do about the rest",
		Long: `Find out what works on this machine: which layers of isolation hold, whether the
executors' backends answer, whether locked plugins are unchanged.

The exit code is 3 if an executor that is named (without names: the default one) can't
work, or a locked plugin has changed. Other findings are advice.`,
		Example: "  airlock doctor\n  airlock doctor docker\n  airlock doctor --json",
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print a JSON object")
	cmd.Flags().StringVarP(&o.executor, "executor", "x", sandbox.DefaultExecutor, "name of the default executor")
	sandbox.RegisterPluginDir(cmd.Flags(), &o.dirs)
	cmd.ValidArgsFunction = sandbox.CompleteExecutors(a)
	return cmd
}

func (o *options) run(ctx context.Context, a *app.App, names []string) error {
	if len(names) == 0 {
		names = []string{o.executor}
	}
	cfg, err := a.HostConfig(o.dirs)
	if err != nil {
		return err
	}
	r := &Report{Executors: []Executor{}, Lock: []Locked{}}
	progress := a.Term.NewProgress("checking")
	defer progress.Done()
	err = app.WithHost(ctx, cfg, host.SignalOptions{}, func(ctx context.Context, h *host.Host) error {
		r.Machine = host.Doctor(ctx)
		if err := r.addLock(h); err != nil {
			return err
		}
		return r.addExecutors(ctx, h, names, progress)
	})
	if err != nil {
		return err
	}
	progress.Done()
	r.OK = !slices.ContainsFunc(r.Executors, func(e Executor) bool { return e.Needed && !e.OK }) &&
		!slices.ContainsFunc(r.Lock, func(l Locked) bool { return !l.OK })
	if o.json {
		err = json.NewEncoder(a.Term.Out).Encode(r)
	} else {
		err = r.print(a.Term)
	}
	if err == nil && !r.OK {
		return app.Quiet(app.CodeSystem)
	}
	return err
}

func (r *Report) addLock(h *host.Host) error {
	locked, err := h.Verify()
	if err != nil {
		return err
	}
	for name, err := range locked {
		l := Locked{Name: name, OK: err == nil}
		if err != nil {
			l.Error = err.Error()
		}
		r.Lock = append(r.Lock, l)
	}
	slices.SortFunc(r.Lock, func(a, b Locked) int { return compare(a.Name, b.Name) })
	return nil
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// addExecutors checks what was found, and what was named and wasn't found.
func (r *Report) addExecutors(ctx context.Context, h *host.Host, needed []string, progress *term.Progress) error {
	list, err := h.List()
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, c := range list {
		if c.State == host.StateShadowed {
			continue
		}
		seen[c.Name] = true
		e := Executor{Name: c.Name, Path: c.Path, Needed: slices.Contains(needed, c.Name), Items: []shared.CheckItem{}}
		if c.State == host.StateRefused {
			e.Error = c.Reason
		} else {
			progress.Phase("checking " + c.Name)
			e.check(ctx, h)
		}
		r.Executors = append(r.Executors, e)
	}
	for _, name := range needed {
		if !seen[name] {
			_, err := h.Describe(ctx, name)
			if !errors.Is(err, host.ErrUnknownExecutor) {
				err = fmt.Errorf("finding executor %q: %w", name, host.ErrUnknownExecutor)
			}
			return err
		}
	}
	return nil
}

func (e *Executor) check(ctx context.Context, h *host.Host) {
	rep, err := h.Check(ctx, e.Name, &shared.CheckRequest{})
	if err != nil {
		e.Error = err.Error()
		return
	}
	e.OK = rep.OK()
	e.Items = append(e.Items, rep.Items...)
}

func (r *Report) print(t *term.Terminal) error {
	p := t.OutPainter()
	fmt.Fprintln(t.Out, p.Paint(term.Title, "This machine"))
	for _, m := range r.Machine {
		// A missing layer is advice: what asks for it, by --require-isolation, fails.
		printItem(t, mark(p, m.OK, term.Warn), m.Name, m.Detail, m.Hint)
	}
	fmt.Fprintln(t.Out, "\n"+p.Paint(term.Title, "Executors"))
	for _, e := range r.Executors {
		bad := term.Warn
		if e.Needed {
			bad = term.Bad
		}
		printItem(t, mark(p, e.OK, bad), e.Name, or(e.Error, or(e.Path, "built in")), "")
		for _, it := range e.Items {
			style := map[shared.CheckStatus]term.Style{shared.CheckWarning: term.Warn, shared.CheckFailed: bad}[it.Status]
			printItem(t, "  "+mark(p, it.Status == shared.CheckOK, style), it.Name, it.Detail, it.Hint)
		}
	}
	if len(r.Lock) > 0 {
		fmt.Fprintln(t.Out, "\n"+p.Paint(term.Title, "Locked plugins"))
	}
	for _, l := range r.Lock {
		printItem(t, mark(p, l.OK, term.Bad), l.Name, or(l.Error, "unchanged"), "")
	}
	verdict := p.Paint(term.Good, "All that is needed works.")
	if !r.OK {
		verdict = p.Paint(term.Bad, "Something needed does not work: see above.")
	}
	_, err := fmt.Fprintln(t.Out, "\n"+verdict)
	return err
}

func mark(p term.Painter, ok bool, bad term.Style) string {
	switch {
	case ok:
		return p.Paint(term.Good, "ok  ")
	case bad == term.Warn:
		return p.Paint(term.Warn, "note")
	}
	return p.Paint(term.Bad, "FAIL")
}

func printItem(t *term.Terminal, mark, name, detail, hint string) {
	fmt.Fprintf(t.Out, "  %s  %s: %s\n", mark, term.Escape(name), term.Escape(detail))
	if hint != "" {
		fmt.Fprintf(t.Out, "        %s\n", t.OutPainter().Paint(term.Faint, term.Escape(hint)))
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
