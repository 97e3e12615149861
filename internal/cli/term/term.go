// Package term is the command line's end of the terminal: the three streams, what
// they can show, and how text of strangers is shown on them.
package term

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Terminal is the three standard streams and what is at their other end. Data goes
// to Out, everything else to Err.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY tell which of them a person looks at.
	InTTY, OutTTY, ErrTTY bool
	// Color tells that colours are wanted on the streams that are terminals.
	Color bool
	// Raw passes the text of strangers unchanged to a terminal too.
	Raw bool
}

// System is the process's own terminal.
func System() *Terminal {
	t := &Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	t.InTTY = term.IsTerminal(int(os.Stdin.Fd()))
	t.OutTTY = term.IsTerminal(int(os.Stdout.Fd()))
	t.ErrTTY = term.IsTerminal(int(os.Stderr.Fd()))
	// https://no-color.org: present and not empty, whatever its value.
	t.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return t
}

// Width of the terminal in columns; 80 where there is none.
func (t *Terminal) Width() int {
	for _, w := range []io.Writer{t.Out, t.Err} {
		if f, ok := w.(*os.File); ok {
			if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
				return n
			}
		}
	}
	return 80
}

// GuestOut is where text of strangers goes that is data: escaped on a terminal,
// untouched elsewhere. The caller calls Flush at its end.
func (t *Terminal) GuestOut() *GuestWriter { return newGuestWriter(t.Out, t.OutTTY && !t.Raw) }

// WriteJSON writes a JSON text for programs, escaped where a person looks at it.
func (t *Terminal) WriteJSON(text []byte) error {
	if t.OutTTY && !t.Raw {
		text = EscapeJSON(text)
	}
	_, err := t.Out.Write(text)
	return err
}

// GuestErr is GuestOut for what is not data.
func (t *Terminal) GuestErr() *GuestWriter { return newGuestWriter(t.Err, t.ErrTTY && !t.Raw) }
