package repl

import (
	"context"
	"errors"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/airlockhq/airlock/internal/cli/term"
)

const (
	promptFirst = ">>> "
	promptMore  = "... "
)

// errInterrupted says that the statement was given up with Ctrl-C.
var errInterrupted = errors.New("interrupted")

// prompt reads one statement on a terminal. It runs only while somebody types, so that
// output needs no care, and an interrupt reaches the run.
type prompt struct {
	editor  *editor
	painter term.Painter
	done    bool
	err     error // io.EOF, errInterrupted
}

var _ tea.Model = (*prompt)(nil)

// readStatement shows a prompt and returns what was typed.
func readStatement(ctx context.Context, t *term.Terminal, history []string) (string, error) {
	p := &prompt{editor: newEditor(history), painter: t.OutPainter()}
	_, err := tea.NewProgram(p, tea.WithContext(ctx), tea.WithInput(t.In), tea.WithOutput(t.Out), tea.WithoutSignalHandler()).Run()
	if err != nil {
		return "", err
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
		p.err = errInterrupted
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
	lines := strings.Split(highlight(p.painter, p.editor.String()), "\n")
	var b strings.Builder
	for i, line := range lines {
		mark := promptMore
		if i == 0 {
			mark = promptFirst
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
	col := term.Width(visible(before[strings.LastIndexByte(before, '\n')+1:]))
	v.Cursor = tea.NewCursor(len(promptFirst)+col, strings.Count(before, "\n"))
	return v
}
