package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/whole"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/agent/render"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// solve works on one task and shows the answer.
func (j *job) solve(ctx context.Context, b *builder, task string) error {
	start := &turn{builder: b}
	err := start.run(ctx, task)
	if j.json {
		return start.printJSON(err)
	}
	if j.events && err != nil {
		return start.printError(err)
	}
	return err
}

// turn is one task of an agent.
type turn struct {
	*builder
	agent  *agent.Agent
	name   string
	memory *memory.Memory // of the agent, wherever it works
	result *agent.Result
	view   *render.Renderer // nil: nobody looks
	out    error            // the first error of standard output
}

func (t *turn) run(ctx context.Context, task string) error {
	take := t.runHere
	if t.whole {
		take = t.runWhole
	}
	if err := take(ctx, task); err != nil {
		return err
	}
	if err := t.printAnswer(); err != nil {
		return err
	}
	if t.result.State == agent.StateMaxSteps {
		return &app.Exit{Code: app.CodeGuest, Err: errors.New("no step was left, so the answer is what the model said last; --max-steps allows more")}
	}
	return nil
}

func (t *turn) runHere(ctx context.Context, task string) error {
	images, err := readImages(t.images)
	if err != nil {
		return err
	}
	if t.agent, err = t.build(ctx); err != nil {
		return err
	}
	return t.work(ctx, task, agent.WithArgs(t.args), agent.WithImages(images...))
}

// work runs the agent, shows what it does, and saves the run.
func (t *turn) work(ctx context.Context, task string, opts ...agent.RunOption) error {
	if err := t.startView(); err != nil {
		return err
	}
	t.name, t.memory = t.agent.Name(), t.agent.Memory()
	var err error
	t.result, err = t.agent.Run(ctx, task, append(opts, agent.WithEvents(t.event))...)
	return t.finish(err)
}

// finish ends the view and saves the run.
func (t *turn) finish(err error) error {
	err = errors.Join(t.redact.Err(err), t.endView())
	if t.saveRun != "" {
		if saveErr := t.writeRun(t.saveRun, t, err); saveErr != nil {
			err = errors.Join(err, saveErr)
		}
	}
	return exitOf(err)
}

// startView sets up what shows the steps.
func (t *turn) startView() error {
	if t.quiet || t.json || t.events {
		return nil
	}
	var folder *render.Folder
	if t.displayDir != "" {
		var err error
		if folder, err = render.OpenFolder(t.displayDir); err != nil {
			return app.Usage("--display-dir: %w", err)
		}
	}
	t.progress = t.term.NewProgress("starting")
	t.ask.progress = t.progress
	t.view = render.New(render.Options{
		Out: t.term.Err, Painter: t.term.ErrPainter(), Terminal: t.term.ErrTTY, Raw: t.raw, Width: t.term.Width(),
		Hide: t.redact.Text, Stream: t.stream, Images: folder, Progress: t.progress,
	})
	return nil
}

func (t *turn) endView() error {
	if t.view == nil {
		return nil
	}
	err := t.view.End()
	t.progress.Done()
	return err
}

// event shows an event, to a person or to a program.
func (t *turn) event(e agent.Event) {
	if _, code := e.(*agent.CodeEvent); code && t.approve && t.view != nil {
		return // the question shows it
	}
	switch {
	case t.view != nil:
		t.view.Event(e)
	case t.events && t.out == nil:
		t.out = t.printEvent(e)
	}
}

// printEvent writes an event as a line of JSON. The pieces of the model's answers are
// for --stream.
func (t *turn) printEvent(e agent.Event) error {
	if _, token := e.(*agent.TokenEvent); token && !t.stream {
		return nil
	}
	text, err := agent.MarshalEvent(e)
	if err != nil {
		return err
	}
	return t.printLine(json.RawMessage(text))
}

func (t *turn) printLine(v any) error {
	text, err := marshalHidden(t.redact, v)
	if err != nil {
		return err
	}
	return t.term.WriteJSON(append(text, '\n'))
}

// printAnswer writes the answer on standard output, below a heading where both are seen.
func (t *turn) printAnswer() error {
	if t.json || t.events {
		return t.out
	}
	if !t.quiet {
		p := t.term.ErrPainter()
		fmt.Fprintf(t.term.Err, "%s\n", p.Paint(term.Faint, "answer after "+render.Total(t.result)))
	}
	w := t.term.GuestOut()
	if _, err := io.WriteString(w, t.redact.Text(t.result.Text)); err != nil {
		return err
	}
	return w.EndLine()
}

// answer is the object that --json prints, for every outcome.
type answer struct {
	// Result is the answer as safe text without its prefix; Text is how Python prints it.
	Result value.Text        `json:"result"`
	Text   string            `json:"text"`
	State  string            `json:"state"` // done, max_steps or failed
	Steps  []json.RawMessage `json:"steps"` // as in a saved run
	Usage  *model.Usage      `json:"usage"` // null if unknown
	// Seconds that the run took, that the model took, and the executor with its tools.
	Seconds        float64      `json:"seconds"`
	ModelSeconds   float64      `json:"model_seconds"`
	ExecuteSeconds float64      `json:"execute_seconds"`
	Error          *answerError `json:"error"`
}

type answerError struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (t *turn) printJSON(err error) error {
	a := answer{State: "failed", Steps: []json.RawMessage{}}
	if t.memory != nil {
		for _, s := range t.memory.Steps() {
			raw, err := memory.MarshalStep(s)
			if err != nil {
				return err
			}
			a.Steps = append(a.Steps, raw)
		}
		usage := t.memory.Usage()
		a.Usage = &usage
	}
	if r := t.result; r != nil {
		a.State, a.Result, a.Text = string(r.State), r.Answer, r.Text
		a.Usage = nil
		if r.UsageKnown {
			a.Usage = &r.Usage
		}
		a.Seconds, a.ModelSeconds, a.ExecuteSeconds = r.Timing.Duration().Seconds(), r.ModelTime.Seconds(), r.ExecuteTime.Seconds()
	}
	if err != nil {
		a.Error = describeError(err)
	}
	if printErr := t.printLine(a); printErr != nil {
		return printErr
	}
	return quietly(err)
}

// printError is the last line of --events of a run that failed.
func (t *turn) printError(err error) error {
	if printErr := t.printLine(struct {
		Type  string       `json:"type"`
		Error *answerError `json:"error"`
	}{"error", describeError(err)}); printErr != nil {
		return printErr
	}
	return quietly(err)
}

// quietly is the exit code of an error that is told already.
func quietly(err error) error {
	if err == nil {
		return nil
	}
	return app.Quiet(app.Code(err))
}

// describeError sorts an error by what to do about it.
func describeError(err error) *answerError {
	var (
		ofModel *model.Error
		ofHost  *shared.Error
		budget  *agent.BudgetError
		inside  *whole.Error
	)
	a := &answerError{Kind: "internal", Message: err.Error()}
	switch code := app.Code(err); {
	case errors.As(err, &inside):
		a.Kind, a.Message, a.Hint = inside.Kind, inside.Message, inside.Hint
	case errors.As(err, &budget):
		a.Kind = "budget"
	case errors.As(err, &ofModel):
		a.Kind = "model_" + string(ofModel.Kind) // its message has the hint
	case code == app.CodeInterrupted:
		a.Kind = string(shared.KindInterrupted)
	case code == app.CodeUsage:
		a.Kind = string(shared.KindInvalidArgument)
	case code == app.CodeGuest:
		a.Kind = string(agent.StateMaxSteps)
	case errors.As(err, &ofHost):
		a.Kind, a.Hint = string(ofHost.Kind), ofHost.Hint
	}
	return a
}

// exitOf gives the error of a run its exit code.
func exitOf(err error) error {
	var (
		exit   *app.Exit
		signal *host.SignalError
		budget *agent.BudgetError
		models *model.Error
		inside *whole.Error
	)
	switch {
	case errors.As(err, &inside):
		return exitOfWhole(err, inside)
	case err == nil || errors.As(err, &exit):
		return err
	case errors.As(err, &signal):
		return &app.Exit{Code: signal.ExitCode(), Err: err}
	case errors.Is(err, agent.ErrInterrupted):
		return &app.Exit{Code: app.CodeInterrupted, Err: err}
	case errors.As(err, &budget):
		return &app.Exit{Code: app.CodeGuest, Err: err}
	case errors.As(err, &models):
		return &app.Exit{Code: app.CodeSystem, Err: err}
	}
	return err
}

// maxImage is the size of a picture of --image, in bytes.
const maxImage = 20 << 20

// readImages reads the pictures of --image.
func readImages(paths []string) ([]model.Image, error) {
	var out []model.Image
	for _, path := range paths {
		data, err := readFile(path, maxImage)
		if err != nil {
			return nil, app.Usage("--image: %w", err)
		}
		mime := http.DetectContentType(data)
		if !slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, mime) {
			return nil, app.Usage("--image %s: it is no PNG, JPEG, GIF or WebP (but %s)", path, mime)
		}
		out = append(out, model.Image{MIME: mime, Data: data})
	}
	return out, nil
}
