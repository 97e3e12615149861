package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/agent/internal/reply"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// The observation of a step, as PARITY.md of the reference system has it.
const (
	logsHeader   = "Execution logs:\n"
	resultHeader = "Last output from code snippet:\n"
	// maxResultText is how many characters of a value's text an observation shows.
	maxResultText = 20_000
)

// codeSchema is the form of a structured reply.
var codeSchema = &model.Schema{Name: "step", Schema: []byte(`{"type":"object","properties":{` +
	`"thought":{"type":"string","description":"what to do next, and why"},` +
	`"code":{"type":"string","description":"Python code that does it"}},` +
	`"required":["thought","code"],"additionalProperties":false}`)}

// codeStep is one turn of a code agent: the model writes code, the sandbox runs it.
func (r *run) codeStep(ctx context.Context, act *memory.Action) error {
	a := r.agent
	req := &model.Request{Messages: r.memory.Messages(false), Stop: []string{"Observation:", "Calling tools:"}}
	if a.cfg.Structured {
		req.Schema = codeSchema
	} else if !strings.Contains(a.tags.Open, a.tags.Close) {
		req.Stop = append(req.Stop, a.tags.Close)
	}
	resp, err := r.generate(ctx, req, false)
	if err != nil {
		return err
	}
	act.Output, act.Usage = resp.Message, resp.Usage
	if !a.cfg.Structured {
		closeBlock(&act.Output, a.tags)
	}
	code, err := r.readCode(act.Output.Text())
	if err != nil {
		act.Error = &memory.Error{Kind: memory.ErrorParsing, Message: parsingMessage(err, resp)}
		return nil
	}
	act.Code = reply.FixFinalAnswer(code)
	return r.runCode(ctx, act)
}

// closeBlock adds the closing tag, which as a stop sequence isn't part of an answer, so
// that the model sees its blocks closed.
func closeBlock(m *model.Message, tags reply.Tags) {
	text := m.Text()
	if i := strings.LastIndex(text, tags.Open); i >= 0 && !strings.Contains(text[i+len(tags.Open):], tags.Close) {
		m.Parts = []model.Part{{Text: strings.TrimRight(text, "\n") + "\n" + tags.Close}}
	}
}

func (r *run) readCode(text string) (string, error) {
	if r.agent.cfg.Structured {
		return reply.ExtractJSON(text, r.agent.tags)
	}
	return reply.Extract(text, r.agent.tags)
}

func parsingMessage(err error, resp *model.Response) string {
	text := err.Error()
	if resp.StopReason == model.StopLength {
		text += "\nThe reply was cut off because it was too long. Write less in one step."
	}
	return "Error in code parsing:\n" + text + "\nMake sure to provide correct code blobs."
}

// runCode has the step's code approved, executed and observed.
func (r *run) runCode(ctx context.Context, act *memory.Action) error {
	thought := thoughtOf(act.Output.Text(), act.Code, r.agent.tags)
	r.emit(&CodeEvent{Source: r.at(act), Thought: thought, Code: act.Code})
	refused, err := r.approve(ctx, &Approval{Agent: r.path, Step: r.number, Thought: thought, Code: act.Code})
	if err != nil {
		return err
	}
	if refused != "" {
		act.Error = &memory.Error{Kind: memory.ErrorRefused, Message: refused}
		return nil
	}
	r.setActing(act)
	_, err = r.execute(ctx, act, act.Code)
	r.setActing(nil)
	return err
}

// approve asks whether code may run. The text is what the model is told of a no.
func (r *run) approve(ctx context.Context, a *Approval) (string, error) {
	ask := r.agent.cfg.Approve
	if ask == nil {
		return "", nil
	}
	var verdict Verdict
	err := r.callback(func() (err error) { verdict, err = ask(ctx, a); return err })
	if err != nil || verdict.OK {
		return "", err
	}
	return refusal(verdict.Reason), nil
}

func refusal(reason string) string {
	text := "The user looked at the code and did not allow it to run."
	if reason != "" {
		text += " Reason: " + reason
	}
	return text
}

// execute runs code in the sandbox and writes into the step what came of it. The text is
// the observation. Failures of the code are in the step; the error is one that ends the run.
func (r *run) execute(ctx context.Context, act *memory.Action, code string) (string, error) {
	ctx, end := r.agent.cfg.Telemetry.Execute(ctx, r.agent.cfg.Executor, code)
	start := time.Now()
	var show displays
	printed := printer{run: r, act: act, pieces: map[shared.Stream]*redact.Pieces{}}
	res, err := r.box.session.Execute(ctx, &shared.ExecuteRequest{Code: code}, &shared.Handler{
		OnOutput: printed.add,
		OnDisplay: func(d *shared.Display) error {
			show.add(d)
			r.emit(&DisplayEvent{Source: r.at(act), Display: d})
			return nil
		},
		OnProgress: func(p shared.Progress) { r.emit(&ProgressEvent{Source: r.at(act), Progress: p}) },
		OnTool: func(callCtx context.Context, c *shared.ToolCall) (value.Text, error) {
			return r.guestCall(callContext{callCtx, ctx}, act, c)
		},
	})
	printed.end()
	r.executeTime += time.Since(start)
	end(res, err)
	act.Images = append(act.Images, show.images...)
	if res == nil {
		res = &shared.Result{}
	}
	act.Stats = &res.Stats
	if err != nil {
		return r.failed(ctx, act, res, err)
	}
	r.observe(act, res)
	return act.Observations, nil
}

// printer tells what a step's code prints, without secrets that come in pieces.
type printer struct {
	run    *run
	act    *memory.Action
	mu     sync.Mutex
	pieces map[shared.Stream]*redact.Pieces
}

func (p *printer) add(stream shared.Stream, text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pieces[stream] == nil {
		p.pieces[stream] = p.run.events.r.Pieces()
	}
	p.tell(stream, p.pieces[stream].Add(string(text)))
	return nil
}

func (p *printer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, stream := range slices.Sorted(maps.Keys(p.pieces)) {
		p.tell(stream, p.pieces[stream].End())
	}
}

func (p *printer) tell(stream shared.Stream, text string) {
	if text != "" {
		p.run.emit(&OutputEvent{Source: p.run.at(p.act), Stream: stream, Text: text})
	}
}

// observe writes the observation of code that went well.
func (r *run) observe(act *memory.Action, res *shared.Result) {
	text := res.Text
	if res.Value == nil && text == "" {
		text = "None"
	}
	act.Result, act.ResultText, act.Final = res.Value, text, res.IsFinalAnswer
	if img := imageOf(res.Value); img != nil {
		act.Images = append(act.Images, *img)
	}
	act.Observations = logsHeader + res.Logs + resultHeader + truncate(text, maxResultText)
	if n := len(act.Images); n > 0 {
		act.Observations += fmt.Sprintf("\nImages shown: %d", n)
	}
}

// lost tells the model that its variables are gone.
const lost = "The sandbox was started anew: all variables, functions and imports of earlier steps are gone."

// failed writes the observation of code that failed, or returns the error where it isn't
// the code's.
func (r *run) failed(ctx context.Context, act *memory.Action, res *shared.Result, err error) (string, error) {
	if c := context.Cause(ctx); c != nil {
		return "", c
	}
	var e *shared.Error
	if !errors.As(err, &e) {
		return "", fmt.Errorf("running code: %w", err)
	}
	if !e.Kind.Guest() && e.Kind != shared.KindBackendLost && e.Kind != shared.KindInterrupted {
		return "", fmt.Errorf("running code: %w", err)
	}
	if res.Logs != "" {
		act.Observations = logsHeader + res.Logs
	}
	message := e.Message
	if e.Hint != "" {
		message += "\nHint: " + e.Hint
	}
	switch {
	case shared.Died(err) || e.Kind == shared.KindBackendLost:
		if r.losses++; r.losses > maxLosses {
			return "", fmt.Errorf("the sandbox was lost %d times: %w", r.losses, err)
		}
		if !res.StateLost || shared.Died(err) {
			if err := r.renewSandbox(ctx); err != nil {
				return "", err
			}
		}
		message += "\n" + lost
	case res.StateLost:
		message += "\n" + lost
	}
	act.Error = &memory.Error{Kind: memory.ErrorExecution, Message: r.agent.redact.Text(message), Executor: e.Kind}
	return act.Observations + "\n" + message, nil
}

// maxLosses of the sandbox end a run: the code, or the machine, won't get better.
const maxLosses = 3

// thoughtOf is what the model wrote before its code.
func thoughtOf(text, code string, tags reply.Tags) string {
	if i := strings.Index(text, tags.Open); i >= 0 {
		text = text[:i]
	} else if i := strings.Index(text, code); i >= 0 {
		text = text[:i]
	}
	text = strings.TrimSpace(text)
	return strings.TrimSpace(strings.TrimPrefix(text, "Thought:"))
}

// callContext ends with the call and has the values of the execution: its span, its run.
type callContext struct {
	context.Context
	values context.Context
}

// Value implements context.Context.
func (c callContext) Value(key any) any {
	if v := c.values.Value(key); v != nil {
		return v
	}
	return c.Context.Value(key)
}
