package prompt

import (
	"slices"
	"strings"
)

// editor is the text that is being typed, of one or more lines, and those before it. It
// knows no terminal.
type editor struct {
	text   []rune
	cursor int // 0 to len(text)
	whole  func(text string) bool

	history []string
	// place is the entry that is shown; len(history) is what is being typed, kept in
	// draft meanwhile.
	place int
	draft string
}

func newEditor(history []string, whole func(string) bool) *editor {
	return &editor{history: history, place: len(history), whole: whole}
}

func (e *editor) String() string { return string(e.text) }

func (e *editor) set(text string) { e.text = []rune(text); e.cursor = len(e.text) }

func (e *editor) insert(text string) {
	r := []rune(text)
	e.text = slices.Insert(e.text, e.cursor, r...)
	e.cursor += len(r)
}

// remove deletes the characters from i to j, given in either order.
func (e *editor) remove(i, j int) {
	if i > j {
		i, j = j, i
	}
	i, j = max(i, 0), min(j, len(e.text))
	e.text = slices.Delete(e.text, i, j)
	e.cursor = i
}

func (e *editor) move(n int) { e.cursor = min(max(e.cursor+n, 0), len(e.text)) }

// lineStart and lineEnd are the ends of the cursor's line.
func (e *editor) lineStart() int {
	for i := e.cursor; i > 0; i-- {
		if e.text[i-1] == '\n' {
			return i
		}
	}
	return 0
}

func (e *editor) lineEnd() int {
	for i := e.cursor; i < len(e.text); i++ {
		if e.text[i] == '\n' {
			return i
		}
	}
	return len(e.text)
}

// wordLeft and wordRight are where the word beside the cursor begins and ends.
func (e *editor) wordLeft() int {
	i := e.cursor
	for i > 0 && !wordRune(e.text[i-1]) {
		i--
	}
	for i > 0 && wordRune(e.text[i-1]) {
		i--
	}
	return i
}

func (e *editor) wordRight() int {
	i := e.cursor
	for i < len(e.text) && !wordRune(e.text[i]) {
		i++
	}
	for i < len(e.text) && wordRune(e.text[i]) {
		i++
	}
	return i
}

func wordRune(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 0x7f
}

// backspace deletes the character before the cursor, or a step of indentation.
func (e *editor) backspace() {
	start := e.lineStart()
	n := e.cursor - start
	if n > 0 && strings.TrimLeft(string(e.text[start:e.cursor]), " ") == "" {
		e.remove(e.cursor-(n-1)%4-1, e.cursor)
		return
	}
	e.remove(e.cursor-1, e.cursor)
}

// up goes to the line above, or to the entry before when there is none.
func (e *editor) up() {
	start := e.lineStart()
	if start == 0 {
		e.recall(-1)
		return
	}
	col := e.cursor - start
	e.cursor = start - 1
	above := e.lineStart()
	e.cursor = min(above+col, e.cursor)
}

// down is the opposite of up.
func (e *editor) down() {
	end := e.lineEnd()
	if end == len(e.text) {
		e.recall(1)
		return
	}
	col := e.cursor - e.lineStart()
	e.cursor = end + 1
	e.cursor = min(e.cursor+col, e.lineEnd())
}

func (e *editor) recall(n int) {
	to := e.place + n
	if to < 0 || to > len(e.history) {
		return
	}
	if e.place == len(e.history) {
		e.draft = e.String()
	}
	e.place = to
	if to == len(e.history) {
		e.set(e.draft)
		return
	}
	e.set(e.history[to])
}

// enter ends the text if it is whole, else the line. It reports whether it is whole.
func (e *editor) enter() bool {
	text := e.String()
	// In the middle of a text of several lines it only breaks the line.
	if e.cursor < len(e.text) && strings.Contains(text, "\n") {
		e.insert("\n" + e.indent())
		return false
	}
	e.cursor = len(e.text)
	start := e.lineStart()
	if strings.TrimSpace(string(e.text[start:])) == "" {
		// An empty line ends a block; the indentation that was put in is not text.
		e.remove(start, len(e.text))
	}
	if text = e.String(); e.whole(text) {
		return true
	}
	e.insert("\n" + e.indent())
	return false
}

// indent is the indentation of the line after the cursor's.
func (e *editor) indent() string {
	line := string(e.text[e.lineStart():e.cursor])
	body := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(body)]
	if strings.HasSuffix(strings.TrimRight(body, " \t"), ":") {
		indent += "    "
	}
	return indent
}
