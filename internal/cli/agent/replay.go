package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/internal/cli/agent/render"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
)

func replayCommand(a *app.App) *cobra.Command {
	var raw bool
	var dir string
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Show a saved run again",
		Long:    "Show the steps of a run that --save-run saved. Nothing is executed.",
		Example: "  airlock agent replay run.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			run, err := readRun(args[0])
			if err != nil {
				return err
			}
			o := render.Options{Out: a.Term.Out, Painter: a.Term.OutPainter(), Terminal: a.Term.OutTTY, Raw: raw, Width: a.Term.Width(), Answer: true}
			if dir != "" {
				if o.Images, err = render.OpenFolder(dir); err != nil {
					return app.Usage("--display-dir: %w", err)
				}
			}
			view := render.New(o)
			for e := range agent.ReplaySteps(run.Agent, run.Memory.Steps()) {
				view.Event(e)
			}
			if run.Error != "" {
				fmt.Fprintf(a.Term.Err, "the run failed: %s\n", term.Escape(run.Error))
			}
			return view.End()
		},
	}
	cmd.Flags().BoolVar(&raw, "raw", false, "pass control characters to a terminal too")
	cmd.Flags().StringVar(&dir, "display-dir", "", "folder to save the run's pictures in")
	return cmd
}

func inspectCommand(a *app.App) *cobra.Command {
	var asJSON, code bool
	cmd := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Show what a saved run took: steps, time, tokens, calls, errors",
		Example: `  airlock agent inspect run.json
  airlock agent inspect --code run.json > program.py`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			run, err := readRun(args[0])
			if err != nil {
				return err
			}
			switch {
			case code && asJSON:
				return app.Usage("both --json and --code are given: choose one of them")
			case code:
				return printCode(a.Term, run.Memory.Code())
			case asJSON:
				var out bytes.Buffer
				enc := json.NewEncoder(&out)
				enc.SetEscapeHTML(false)
				if err := enc.Encode(inspect(run)); err != nil {
					return err
				}
				return a.Term.WriteJSON(out.Bytes())
			}
			return inspect(run).print(a.Term)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&code, "code", false, "print all code that the run executed, as one program")
	return cmd
}

func printCode(t *term.Terminal, code string) error {
	w := t.GuestOut()
	if _, err := io.WriteString(w, code); err != nil {
		return err
	}
	return w.EndLine()
}

// inspection is what a run took.
type inspection struct {
	Agent    string       `json:"agent"`
	Executor string       `json:"executor,omitempty"`
	Provider string       `json:"provider,omitempty"`
	Model    string       `json:"model,omitempty"`
	State    string       `json:"state"` // done, max_steps or failed
	Answer   string       `json:"answer,omitempty"`
	Error    string       `json:"error,omitempty"`
	Steps    []inspected  `json:"steps"`
	Seconds  float64      `json:"seconds"`
	Usage    *model.Usage `json:"usage"` // null if no step tells
	Calls    int          `json:"calls"`
	Errors   int          `json:"errors"`
}

// inspected is a step. Those of managed agents come after the step that called them.
type inspected struct {
	Agent   string  `json:"agent"`
	Step    int     `json:"step"`
	Type    string  `json:"type"` // plan or action
	Seconds float64 `json:"seconds"`
	// ExecuteSeconds is the executor's part of Seconds, tools included.
	ExecuteSeconds float64      `json:"execute_seconds"`
	Usage          *model.Usage `json:"usage"`
	CodeLines      int          `json:"code_lines"`
	Calls          int          `json:"calls"`
	Managed        int          `json:"managed"`
	Error          string       `json:"error,omitempty"` // its kind
	Final          bool         `json:"final,omitempty"`
}

func inspect(run *savedRun) *inspection {
	in := &inspection{Agent: run.Agent, Executor: run.Executor, Provider: run.Provider, Model: run.Model, State: "failed", Error: run.Error, Steps: []inspected{}}
	in.memory(run.Agent, run.Memory)
	for _, s := range run.Memory.Steps() {
		if f, ok := s.(*memory.Final); ok {
			in.State, in.Answer = string(agent.StateDone), f.Text
		}
	}
	if r := run.Result; r != nil {
		in.State, in.Seconds = string(r.State), r.Timing.Duration().Seconds()
	} else if run.Error != "" {
		in.State = "failed"
	}
	return in
}

func (in *inspection) memory(name string, m *memory.Memory) {
	number := 0
	for _, s := range m.Steps() {
		switch s := s.(type) {
		case *memory.Task:
			number = 0
		case *memory.Plan:
			in.add(name, inspected{Agent: name, Step: number + 1, Type: "plan", Usage: s.Usage}, s.Timing)
		case *memory.Action:
			number = s.Number
			in.action(name, s)
		}
	}
}

func (in *inspection) action(name string, s *memory.Action) {
	row := inspected{
		Agent: name, Step: s.Number, Type: "action", Usage: s.Usage, CodeLines: len(strings.Split(s.Code, "\n")),
		Calls: len(s.Calls), Managed: len(s.Managed), Final: s.Final,
	}
	if s.Code == "" {
		row.CodeLines = 0
	}
	if s.Stats != nil {
		row.ExecuteSeconds = (s.Stats.Wall + s.Stats.ToolTime).Seconds()
	}
	if s.Error != nil {
		row.Error = string(s.Error.Kind)
		in.Errors++
	}
	in.Calls += row.Calls
	in.add(name, row, s.Timing)
	for _, m := range s.Managed {
		if m.Memory != nil {
			in.memory(m.Agent, m.Memory)
		}
	}
}

func (in *inspection) add(name string, row inspected, t memory.Timing) {
	row.Seconds = t.Duration().Seconds()
	if !strings.Contains(name, "/") {
		in.Seconds += row.Seconds // of the agent itself; managed runs are within
	}
	if row.Usage != nil {
		sum := *row.Usage
		if in.Usage != nil {
			sum = in.Usage.Add(sum)
		}
		in.Usage = &sum
	}
	in.Steps = append(in.Steps, row)
}

func (in *inspection) print(t *term.Terminal) error {
	p := t.OutPainter()
	table := term.NewTable("AGENT", "STEP", "WHAT", "TIME", "EXECUTOR", "IN", "OUT", "LINES", "CALLS", "AGENTS", "ERROR")
	for _, s := range in.Steps {
		what := s.Type
		if s.Final {
			what = "answer"
		}
		tokensIn, tokensOut := "?", "?"
		if s.Usage != nil {
			tokensIn, tokensOut = fmt.Sprint(s.Usage.InputTokens), fmt.Sprint(s.Usage.OutputTokens)
		}
		table.Add(s.Agent, fmt.Sprint(s.Step), what, render.Duration(seconds(s.Seconds)), render.Duration(seconds(s.ExecuteSeconds)),
			tokensIn, tokensOut, number(s.CodeLines), number(s.Calls), number(s.Managed), term.Cell{Text: s.Error, Style: term.Bad})
	}
	if err := table.Print(t.Out, p); err != nil {
		return err
	}
	total := fmt.Sprintf("%s, %s, %s, %s", render.Count(len(in.Steps), "step"), render.Duration(seconds(in.Seconds)), render.Count(in.Calls, "call"), render.Count(in.Errors, "error"))
	if in.Usage != nil {
		total += ", " + render.Tokens(*in.Usage)
		if in.Usage.Cost > 0 {
			total += fmt.Sprintf(", cost %.4f", in.Usage.Cost)
		}
	}
	lines := []string{total, "state: " + in.State}
	if in.Answer != "" {
		lines = append(lines, "answer: "+in.Answer)
	}
	if in.Error != "" {
		lines = append(lines, "error: "+in.Error)
	}
	_, err := fmt.Fprintln(t.Out, term.Escape(strings.Join(lines, "\n")))
	return err
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// number is empty for none, so that the others stand out.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
