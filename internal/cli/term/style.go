package term

import (
	"io"

	"charm.land/lipgloss/v2"
)

// Style is a meaning that the theme gives a look. The colours are the sixteen that the
// user's own terminal theme defines, so they suit its background without asking for it.
type Style int

// The styles.
const (
	Plain Style = iota
	Title
	Faint
	Good
	Warn
	Bad
	Accent
	Keyword
	String
	Number
	Comment
	Prompt
)

var theme = map[Style]lipgloss.Style{
	Title:   lipgloss.NewStyle().Bold(true),
	Faint:   lipgloss.NewStyle().Faint(true),
	Good:    lipgloss.NewStyle().Foreground(lipgloss.Green),
	Warn:    lipgloss.NewStyle().Foreground(lipgloss.Yellow),
	Bad:     lipgloss.NewStyle().Foreground(lipgloss.Red),
	Accent:  lipgloss.NewStyle().Foreground(lipgloss.Cyan),
	Keyword: lipgloss.NewStyle().Foreground(lipgloss.Magenta),
	String:  lipgloss.NewStyle().Foreground(lipgloss.Green),
	Number:  lipgloss.NewStyle().Foreground(lipgloss.Cyan),
	Comment: lipgloss.NewStyle().Faint(true).Italic(true),
	Prompt:  lipgloss.NewStyle().Foreground(lipgloss.Blue).Bold(true),
}

// Painter colours text for one stream, or leaves it as it is.
type Painter struct{ on bool }

// OutPainter colours what goes to Out, if that shows colours.
func (t *Terminal) OutPainter() Painter { return Painter{t.Color && t.OutTTY} }

// ErrPainter colours what goes to Err, if that shows colours.
func (t *Terminal) ErrPainter() Painter { return Painter{t.Color && t.ErrTTY} }

// Paint returns text, which has no line break, in a style.
func (p Painter) Paint(s Style, text string) string {
	if !p.on || s == Plain || text == "" {
		return text
	}
	return theme[s].Inline(true).TabWidth(lipgloss.NoTabConversion).Render(text)
}

// Width is the number of columns that text takes.
func Width(text string) int { return lipgloss.Width(text) }

// Cell is a piece of a table's row.
type Cell struct {
	Text  string
	Style Style
}

// Table is rows of cells below a header. Text of strangers is escaped by WriteTo's
// caller, or by Add.
type Table struct {
	header []string
	rows   [][]Cell
}

// NewTable makes a table with a header.
func NewTable(header ...string) *Table { return &Table{header: header} }

// Add adds a row; a cell is a Cell or a string. Texts are escaped.
func (t *Table) Add(cells ...any) {
	row := make([]Cell, len(cells))
	for i, c := range cells {
		if s, ok := c.(string); ok {
			c = Cell{Text: s}
		}
		row[i] = c.(Cell)
		row[i].Text = oneLine(row[i].Text)
	}
	t.rows = append(t.rows, row)
}

// Print writes the table with aligned columns.
func (t *Table) Print(w io.Writer, p Painter) error {
	widths := make([]int, len(t.header))
	for i, h := range t.header {
		widths[i] = Width(h)
	}
	for _, row := range t.rows {
		for i, c := range row {
			widths[i] = max(widths[i], Width(c.Text))
		}
	}
	var out []byte
	line := func(row []Cell) {
		for i, c := range row {
			out = append(out, p.Paint(c.Style, c.Text)...)
			if i < len(row)-1 {
				for n := Width(c.Text); n < widths[i]+2; n++ {
					out = append(out, ' ')
				}
			}
		}
		out = append(out, '\n')
	}
	head := make([]Cell, len(t.header))
	for i, h := range t.header {
		head[i] = Cell{h, Faint}
	}
	line(head)
	for _, row := range t.rows {
		line(row)
	}
	_, err := w.Write(out)
	return err
}
