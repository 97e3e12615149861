package run

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

// outcome collects what a run gives, and shows it.
type outcome struct {
	term   *term.Terminal
	source source

	mu       sync.Mutex
	out, err io.Writer
	guestOut *term.GuestWriter
	guestErr *term.GuestWriter
	writeErr error // the first one of a standard stream

	progress *term.Progress
	displays displays

	result  *shared.Result
	failure *shared.Error
	shown   error // what print said
}

// stream sets up where output goes as it comes. With --json standard output has the
// object alone, which holds the logs.
func (c *outcome) stream(json bool) {
	c.guestOut, c.guestErr = c.term.GuestOut(), c.term.GuestErr()
	c.out, c.err = c.guestOut, c.guestErr
	if json {
		c.out = io.Discard
	}
}

// watch shows that the run goes on, from now on.
func (c *outcome) watch() *term.Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress = c.term.NewProgress("running (Ctrl-C interrupts)")
	return c.progress
}

// output implements shared.Handler.OnOutput. An error ends the run: nobody reads it.
func (c *outcome) output(stream shared.Stream, p []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writeErr != nil {
		return c.writeErr
	}
	w := c.out
	if stream == shared.Stderr {
		w = c.err
	}
	c.progress.Around(func() bool {
		_, c.writeErr = w.Write(p)
		return c.guestOut.MidLine() || c.guestErr.MidLine()
	})
	return c.writeErr
}

func (c *outcome) display(d *shared.Display) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.displays.add(d)
}

// print shows what is left to show when the run is over, for people.
func (c *outcome) print(o *options) error {
	if err := c.printValue(); err != nil {
		return err
	}
	if err := c.guestErr.Flush(); err != nil {
		return err
	}
	c.displays.mention(c.term.Err)
	if c.failure != nil {
		c.printFailure()
	}
	if o.stats && c.result != nil {
		printStats(c.term.Err, &c.result.Stats)
	}
	return c.exit()
}

func (c *outcome) printValue() error {
	r := c.result
	switch {
	case r == nil || c.failure != nil:
		return c.guestOut.Flush()
	case r.IsFinalAnswer:
		if r.Repr == "" {
			r.Repr = "None"
		}
	case !c.source.expression || !r.IsExpression || r.Repr == "":
		return c.guestOut.Flush()
	}
	if err := c.guestOut.EndLine(); err != nil {
		return err
	}
	if _, err := io.WriteString(c.guestOut, r.Repr+"\n"); err != nil {
		return err
	}
	return c.guestOut.Flush()
}

func (c *outcome) printFailure() {
	if c.failure.Type == sandbox.SystemExit {
		if text := sandbox.ExitText(c.failure); text != "" {
			fmt.Fprintln(c.guestErr, text)
		}
	} else {
		sandbox.PrintFailure(c.guestErr, c.term.ErrPainter(), c.failure, c.source.name)
	}
	_ = c.guestErr.Flush() // the failure is told by the exit code all the same
}

// exit is the error that gives the program its exit code; all is said already.
func (c *outcome) exit() error {
	switch {
	case c.failure == nil:
		return nil
	case c.failure.Type == sandbox.SystemExit:
		return app.Quiet(c.failure.ExitCode & 0xff)
	}
	return app.Quiet(app.KindCode(c.failure.Kind))
}

func printStats(w io.Writer, s *shared.Stats) {
	fmt.Fprintf(w, "operations %d, wall %s, cpu %s, memory %s, output %s, tool calls %d (%s)\n",
		s.Operations, s.Wall.Round(time.Microsecond), s.CPU.Round(time.Microsecond), term.Bytes(s.MemoryPeakBytes), term.Bytes(s.OutputBytes),
		s.ToolCalls, s.ToolTime.Round(time.Microsecond))
}
