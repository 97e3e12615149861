// Package prompt reads what is typed on a terminal, with editing and a history.
package prompt

import (
	"context"
	"errors"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/airlockhq/airlock/internal/cli/highlight"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// ErrInterrupted says that the text was given up with Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Options of Read.
type Options struct {
	// First and More are before the first line and the others; they are as wide as each other.
	First, More string
	// History is what was typed before; what is typed now is added by its Add.
	History *History
	// Whole tells that Enter at the end of a text ends it.
	Whole func(text string) bool
	// Paint colours the text, line by line.
	Paint func(p term.Painter, text string) string
}

// prompt reads one text on a terminal. It runs only while somebody types, so that output
// needs no care, and an interrupt reaches what runs.
type prompt struct {
	*Options
	editor  *editor
	painter term.Painter
	done    bool
	err     error // io.EOF, ErrInterrupted
}

var _ tea.Model = (*prompt)(nil)

// Read shows a prompt and returns what was typed; io.EOF after Ctrl-D.
func Read(ctx context.Context, t *term.Terminal, o *Options) (string, error) {
	p := &prompt{Options: o, editor: newEditor(o.History.entries, o.Whole), painter: t.OutPainter()}
	_, err := tea.NewProgram(p, tea.WithContext(ctx), tea.WithInput(t.In), tea.WithOutput(t.Out), tea.WithoutSignalHandler()).Run()
	if err != nil {
		return "", err
	}
	if p.err == nil {
		o.History.Add(strings.TrimRight(p.editor.String(), "\n"))
	}
	return p.editor.String(), p.err
}

// Init implements tea.Model.
func (p *prompt) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (p *prompt) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		p.editor.insert(strings.ReplaceAll(strings.ReplaceAll(msg.Content, "\r\n", "\n"), "\r", "\n"))
	case tea.KeyPressMsg:
		p.key(msg)
	}
	if p.done || p.err != nil {
		return p, tea.Quit
	}
	return p, nil
}

func (p *prompt) key(msg tea.KeyPressMsg) {
	e := p.editor
	switch msg.String() {
	case "enter", "ctrl+j":
		p.done = e.enter()
	case "ctrl+c":
		p.err = ErrInterrupted
	case "ctrl+d":
		if len(e.text) == 0 {
			p.err = io.EOF
			return
		}
		e.remove(e.cursor, e.cursor+1)
	case "left", "ctrl+b":
		e.move(-1)
	case "right", "ctrl+f":
		e.move(1)
	case "alt+left", "ctrl+left", "alt+b":
		e.cursor = e.wordLeft()
	case "alt+right", "ctrl+right", "alt+f":
		e.cursor = e.wordRight()
	case "up", "ctrl+p":
		e.up()
	case "down", "ctrl+n":
		e.down()
	case "home", "ctrl+a":
		e.cursor = e.lineStart()
	case "end", "ctrl+e":
		e.cursor = e.lineEnd()
	case "backspace", "ctrl+h":
		e.backspace()
	case "delete":
		e.remove(e.cursor, e.cursor+1)
	case "ctrl+u":
		e.remove(e.lineStart(), e.cursor)
	case "ctrl+k":
		e.remove(e.cursor, e.lineEnd())
	case "ctrl+w", "alt+backspace":
		e.remove(e.wordLeft(), e.cursor)
	case "tab":
		e.insert("    ")
	default:
		e.insert(msg.Key().Text)
	}
}

// View implements tea.Model.
func (p *prompt) View() tea.View {
	lines := strings.Split(p.Paint(p.painter, p.editor.String()), "\n")
	var b strings.Builder
	for i, line := range lines {
		mark := p.More
		if i == 0 {
			mark = p.First
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.painter.Paint(term.Prompt, mark) + line)
	}
	if p.done || p.err != nil {
		// The renderer leaves the cursor at the start of the last line that it drew.
		b.WriteByte('\n')
		return tea.NewView(b.String())
	}
	v := tea.NewView(b.String())
	e := p.editor
	before := string(e.text[:e.cursor])
	col := term.Width(highlight.Visible(before[strings.LastIndexByte(before, '\n')+1:]))
	v.Cursor = tea.NewCursor(term.Width(p.First)+col, strings.Count(before, "\n"))
	return v
}
