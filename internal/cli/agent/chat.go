package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/highlight"
	"github.com/airlockhq/airlock/internal/cli/prompt"
	"github.com/airlockhq/airlock/internal/cli/term"
)

const chatHelp = `  /code          show all code that ran, as one program
  /save FILE     save the conversation, for replay and inspect
  /reset         forget everything and start with a new sandbox
  /help          this
  /quit          leave, as Ctrl-D does
Ctrl-C interrupts a run; the conversation goes on. Enter sends, a backslash at the end of
a line continues it. Up and down go through what was typed before.
`

// chat is a conversation: each text that is typed is a task, whose run remembers those
// before it.
type chat struct {
	*turn
	history *prompt.History
	err     error // of the last task
}

func (j *job) converse(ctx context.Context, b *builder) error {
	c := &chat{turn: &turn{builder: b}, history: prompt.LoadHistory("agent")}
	if err := c.begin(ctx); err != nil {
		return err
	}
	fmt.Fprintf(c.term.Out, "airlock %s, model %s. /help for help, Ctrl-D to leave.\n", c.app.Version, term.Escape(strings.TrimSpace(c.def.Model.Provider+" "+c.def.Model.ID)))
	for ctx.Err() == nil {
		text, err := c.read(ctx)
		switch {
		case errors.Is(err, prompt.ErrInterrupted):
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if done, err := c.handle(ctx, text); done || err != nil {
			return err
		}
	}
	return nil
}

// read reads a task or a command.
func (c *chat) read(ctx context.Context) (string, error) {
	text, err := prompt.Read(ctx, c.term, &prompt.Options{
		First: "agent> ", More: "     > ", History: c.history,
		Whole: func(text string) bool { return !strings.HasSuffix(text, `\`) },
		Paint: paintTask,
	})
	return strings.TrimSpace(strings.ReplaceAll(text, "\\\n", "\n")), err
}

// paintTask colours what is typed.
func paintTask(p term.Painter, text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "/") {
		return p.Paint(term.Accent, highlight.Visible(text))
	}
	return highlight.Visible(text)
}

// handle does what was typed; done tells that it was the last.
func (c *chat) handle(ctx context.Context, text string) (done bool, err error) {
	if !strings.HasPrefix(text, "/") {
		if text != "" {
			c.task(ctx, text)
		}
		return false, nil
	}
	command, arg, _ := strings.Cut(text, " ")
	arg = strings.TrimSpace(arg)
	switch command {
	case "/quit", "/exit", "/q":
		return true, nil
	case "/help", "/?":
		_, err = io.WriteString(c.term.Out, chatHelp)
	case "/code":
		err = printCode(c.term, c.redact.Text(c.agent.Memory().Code()))
	case "/save":
		c.save(arg)
	case "/reset":
		err = c.reset(ctx)
	default:
		fmt.Fprintf(c.term.Err, "there is no command %s; there are /code, /save, /reset, /help, /quit\n", term.Escape(command))
	}
	return false, err
}

// task runs the agent on a text. What goes wrong is shown, and the conversation goes on.
func (c *chat) task(ctx context.Context, text string) {
	stop := c.interruptible()
	var opts []agent.RunOption
	if c.agent.Memory().Len() == 0 {
		images, err := readImages(c.images)
		if err != nil {
			c.complain(err)
		}
		opts = append(opts, agent.WithArgs(c.args), agent.WithImages(images...))
	}
	err := c.work(ctx, text, append(opts, agent.KeepMemory())...)
	stop()
	if c.err = err; err == nil {
		err = c.printAnswer()
	}
	if errors.Is(err, agent.ErrInterrupted) {
		fmt.Fprintln(c.term.Err, "interrupted; the conversation goes on")
	} else if err != nil {
		c.complain(err)
	}
}

// interruptible makes Ctrl-C end the run, not the program.
func (c *chat) interruptible() (stop func()) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-ch:
				c.agent.Interrupt()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(ch)
		close(done)
	}
}

func (c *chat) save(path string) {
	err := app.Usage("want a file: /save run.json")
	if path != "" {
		err = c.writeRun(path, c.turn, c.err)
	}
	if err != nil {
		c.complain(err)
		return
	}
	fmt.Fprintf(c.term.Err, "saved %s\n", term.Escape(path))
}

// reset makes the agent anew, with all that belongs to it.
func (c *chat) reset(ctx context.Context) error {
	if err := c.close(); err != nil {
		c.complain(err)
	}
	*c.turn = turn{builder: newBuilder(c.job, c.host)}
	c.err = nil
	return c.begin(ctx)
}

// begin makes the agent, which remembers nothing.
func (c *chat) begin(ctx context.Context) error {
	var err error
	if c.agent, err = c.build(ctx); err != nil {
		return err
	}
	c.name, c.memory = c.agent.Name(), c.agent.Memory()
	return nil
}

func (c *chat) complain(err error) {
	fmt.Fprintf(c.term.Err, "%s %s\n", c.term.ErrPainter().Paint(term.Bad, "airlock:"), term.Escape(err.Error()))
}
