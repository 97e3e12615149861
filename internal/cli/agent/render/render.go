// Package render shows the events of an agent's run to a person: the steps with their
// code, output, tool calls, time and tokens. Everything that comes from the model, a
// tool or the sandbox is untrusted and shown escaped on a terminal.
package render

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/internal/cli/highlight"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

// Options of a Renderer.
type Options struct {
	Out     io.Writer
	Painter term.Painter
	// Terminal tells that Out is one: frames are drawn, and texts of strangers are shown
	// escaped unless Raw is set.
	Terminal, Raw bool
	Width         int
	// Hide removes secrets from a text; nil removes nothing.
	Hide func(string) string
	// Stream shows the model's answer as it comes.
	Stream bool
	// Answer shows the final answer of the whole run too.
	Answer bool
	// Images saves pictures; nil only tells of them.
	Images *Folder
	// Progress is the line that says what goes on; nil shows none.
	Progress *term.Progress
}

// Renderer shows events. Its methods may be called from one goroutine at a time.
type Renderer struct {
	o     Options
	marks marks

	mu  sync.Mutex
	err error // the first one of Out

	// The block that is being written, and whether its last line is open.
	block block
	open  bool
	shown map[agent.Source]*progress
	last  agent.Source
}

// block is a run of lines with the same beginning.
type block struct {
	src    agent.Source
	prefix string
	style  term.Style
}

// progress is what was shown of a step.
type progress struct {
	header   bool
	streamed bool
	output   bool
	partial  string // a character whose rest is to come
}

// marks are the characters that frame texts.
type marks struct{ rule, bar, call, result string }

var (
	drawn = marks{"─", "│ ", "→ ", "← "}
	plain = marks{"-", "| ", "-> ", "<- "}
)

// New makes a renderer.
func New(o Options) *Renderer {
	r := &Renderer{o: o, marks: plain, shown: map[agent.Source]*progress{}}
	if o.Terminal {
		r.marks = drawn
	}
	if r.o.Hide == nil {
		r.o.Hide = func(s string) string { return s }
	}
	if r.o.Width <= 0 || r.o.Width > 100 {
		r.o.Width = 100
	}
	return r
}

// Event shows an event.
func (r *Renderer) Event(e agent.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.phase(e)
	r.o.Progress.Around(func() bool {
		r.event(e)
		return r.open
	})
}

// End finishes a line that was left open. It returns the first error of the output.
func (r *Renderer) End() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.o.Progress.Around(func() bool {
		r.close()
		return false
	})
	return r.err
}

// phase tells the line of progress what goes on.
func (r *Renderer) phase(e agent.Event) {
	switch e := e.(type) {
	case *agent.ProgressEvent:
		r.o.Progress.Event(e.Progress)
	case *agent.TaskEvent:
		r.o.Progress.Phase(e.Agent + ": starting (Ctrl-C interrupts)")
	case *agent.StepEvent, *agent.PlanEvent:
		r.o.Progress.Phase(e.From().Agent + ": the model thinks")
	case *agent.CodeEvent:
		r.o.Progress.Phase(e.Agent + ": running code")
	case *agent.ToolCallEvent:
		r.o.Progress.Phase(e.Agent + ": calling " + e.Call.Name)
	}
}

func (r *Renderer) event(e agent.Event) {
	switch e := e.(type) {
	case *agent.TaskEvent:
		r.task(e)
	case *agent.TokenEvent:
		r.token(e)
	case *agent.PlanEvent:
		r.plan(e)
	case *agent.CodeEvent:
		r.code(e)
	case *agent.OutputEvent:
		r.output(e)
	case *agent.ToolCallEvent:
		r.call(e)
	case *agent.ToolResultEvent:
		r.result(e)
	case *agent.StepEvent:
		r.step(e)
	case *agent.FinalEvent:
		r.final(e)
	}
}

func (r *Renderer) task(e *agent.TaskEvent) {
	r.rule(e.Source, "Task", e.Agent)
	r.put(block{src: e.Source, prefix: "  "}, strings.TrimSpace(e.Text))
	r.close()
	r.last = e.Source
}

func (r *Renderer) token(e *agent.TokenEvent) {
	if !r.o.Stream {
		return
	}
	r.header(e.Source)
	p := r.of(e.Source)
	if e.Restart {
		r.line(e.Source, term.Warn, "(the request is made again)")
		return
	}
	if e.Reasoning != "" {
		r.put(block{e.Source, "  ", term.Faint}, e.Reasoning)
	}
	if e.Text != "" {
		p.streamed = true
		r.put(block{e.Source, "  ", term.Plain}, e.Text)
	}
}

func (r *Renderer) plan(e *agent.PlanEvent) {
	r.header(e.Source)
	p := r.of(e.Source)
	if !p.streamed {
		r.line(e.Source, term.Title, "Plan")
		r.put(block{src: e.Source, prefix: "  " + r.marks.bar}, strings.TrimSpace(e.Plan.Text))
	}
	p.streamed = false
	r.close()
	r.line(e.Source, term.Faint, spent(e.Plan.Timing, e.Plan.Usage))
}

func (r *Renderer) code(e *agent.CodeEvent) {
	r.header(e.Source)
	p := r.of(e.Source)
	r.close()
	if p.streamed {
		return
	}
	if e.Thought != "" {
		r.put(block{src: e.Source, prefix: "  "}, e.Thought)
		r.close()
	}
	indent := r.indent(e.Source) + "  " + r.o.Painter.Paint(term.Faint, r.marks.bar)
	src := r.o.Hide(strings.TrimRight(e.Code, "\n"))
	text := src
	if r.escapes() {
		text = highlight.Python(r.o.Painter, src)
	}
	for line := range strings.SplitSeq(text, "\n") {
		r.write(indent + line + "\n")
	}
}

func (r *Renderer) output(e *agent.OutputEvent) {
	p := r.of(e.Source)
	text, rest := whole(p.partial + e.Text)
	p.partial = rest
	if text == "" {
		return
	}
	r.header(e.Source)
	if !p.output {
		p.output = true
		r.line(e.Source, term.Faint, "output")
	}
	style := term.Plain
	if e.Stream == shared.Stderr {
		style = term.Warn
	}
	r.put(block{e.Source, "  " + r.marks.bar, style}, text)
}

// maxCallLine is how many characters of a call's arguments or result are shown.
const maxCallLine = 300

func (r *Renderer) call(e *agent.ToolCallEvent) {
	r.header(e.Source)
	r.line(e.Source, term.Accent, r.marks.call+e.Call.Name+" "+oneLine(e.Call.Arguments, maxCallLine))
}

func (r *Renderer) result(e *agent.ToolResultEvent) {
	text, style := oneLine(e.Call.Result, maxCallLine), term.Plain
	if e.Call.Error != "" {
		text, style = "failed: "+oneLine(e.Call.Error, maxCallLine), term.Bad
	}
	r.line(e.Source, style, fmt.Sprintf("%s%s %s (%s)", r.marks.result, e.Call.Name, text, Duration(e.Call.Duration)))
}

func (r *Renderer) step(e *agent.StepEvent) {
	r.header(e.Source)
	s, p := e.Action, r.of(e.Source)
	r.close()
	if thought := strings.TrimSpace(s.Output.Text()); s.Code == "" && thought != "" && !p.streamed {
		r.put(block{src: e.Source, prefix: "  "}, thought)
	}
	if logs := logsOf(s.Observations); logs != "" && s.Code != "" && !p.output {
		r.line(e.Source, term.Faint, "output")
		r.put(block{src: e.Source, prefix: "  " + r.marks.bar}, logs)
	}
	if s.Code != "" && s.ResultText != "" && s.ResultText != "None" && !s.Final {
		r.line(e.Source, term.Good, "result: "+oneLine(s.ResultText, 10*maxCallLine))
	}
	if s.Error != nil {
		r.put(block{e.Source, "  ", term.Bad}, string(s.Error.Kind)+" error: "+s.Error.Message)
	}
	r.pictures(e.Source, s.Images)
	r.close()
	r.line(e.Source, term.Faint, spent(s.Timing, s.Usage))
	delete(r.shown, e.Source)
}

// logsOf is what code printed, of what the model is told of it.
func logsOf(observations string) string {
	_, logs, ok := strings.Cut(observations, "Execution logs:\n")
	if !ok {
		return ""
	}
	if i := strings.LastIndex(logs, "Last output from code snippet:\n"); i >= 0 {
		logs = logs[:i]
	}
	return logs
}

func (r *Renderer) final(e *agent.FinalEvent) {
	if !strings.Contains(e.Agent, "/") && !r.o.Answer {
		return
	}
	r.rule(e.Source, "Answer", e.Agent)
	r.put(block{src: e.Source, prefix: "  "}, e.Result.Text)
	r.close()
	r.last = e.Source
}

// Total is a line about a whole run.
func Total(res *agent.Result) string {
	text := fmt.Sprintf("%s, %s", Count(res.Steps, "step"), Duration(res.Timing.Duration()))
	if res.UsageKnown {
		text += ", " + Tokens(res.Usage)
	}
	if res.Usage.Cost > 0 {
		text += ", cost " + cost(res.Usage.Cost)
	}
	return text
}
