package py

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
)

// AddSource registers the text of a source, so that tracebacks can show its
// lines.
func (vm *VM) AddSource(filename, src string) {
	if vm.sources == nil {
		vm.sources = map[string]string{}
	}
	vm.charge(int64(len(src)))
	vm.sources[filename] = src
}

// SourceLine is line n (from 1) of a registered source without its newline.
func (vm *VM) SourceLine(filename string, n int) string {
	return strings.TrimRight(parser.SourceLine(vm.sources[filename], n), "\r\n")
}

// codeLine is line n of the source of a code: its own, since files of one name
// have many, else what is registered for its file.
func (vm *VM) codeLine(c *code.Code, n int) string {
	if c.Source == "" {
		return vm.SourceLine(c.Filename, n)
	}
	return strings.TrimRight(parser.SourceLine(c.Source, n), "\r\n")
}

// Pos is the place of the traceback entry. Without columns Col is -1.
func (t *Traceback) Pos() code.Pos {
	if t.line > 0 {
		return code.Pos{Line: t.line, Col: -1, EndLine: t.line, EndCol: -1}
	}
	if t.at != nil {
		return *t.at
	}
	if t.PC >= 0 && int(t.PC) < len(t.Code.Code.Pos) {
		return t.Code.Code.Pos[t.PC]
	}
	return code.Pos{Line: t.Code.Code.FirstLine, Col: -1, EndLine: t.Code.Code.FirstLine, EndCol: -1}
}

// Filename and Name are what a traceback shows of the entry's code.
func (t *Traceback) Filename() string { return t.Code.Code.Filename }

// Name is the name of the entry's code.
func (t *Traceback) Name() string { return t.Code.Code.Name }

// How much of an exception group a traceback shows.
const (
	maxGroupWidth = 15
	maxGroupDepth = 10
)

// FormatException is what CPython prints for an exception that nobody caught.
func (vm *VM) FormatException(e *Exception) string {
	w := &tracebackWriter{vm: vm, seen: map[*Exception]bool{}}
	w.exception(e)
	return w.out.String()
}

// FormatExceptionOnly is the part of FormatException after the traceback.
func (vm *VM) FormatExceptionOnly(e *Exception) string {
	w := &tracebackWriter{vm: vm}
	return w.only(e)
}

// FormatTraceback is the entries of a traceback, without a heading.
func (vm *VM) FormatTraceback(t *Traceback) string {
	w := &tracebackWriter{vm: vm}
	return w.entries(t)
}

type tracebackWriter struct {
	vm        *VM
	out       strings.Builder
	seen      map[*Exception]bool
	depth     int // nesting of exception groups
	needClose bool
}

func (w *tracebackWriter) indent() string { return strings.Repeat(" ", 2*w.depth) }

// emit writes lines, within a group behind a margin.
func (w *tracebackWriter) emit(text string, margin byte) {
	if w.depth == 0 {
		w.out.WriteString(text)
		return
	}
	for from := 0; from < len(text); {
		_, to := lineEnd(text, from) // every end of a line counts, not \n alone
		w.out.WriteString(w.indent() + string(margin) + " " + text[from:to])
		from = to
	}
}

// The lines between chained exceptions.
const (
	causeLine   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextLine = "\nDuring handling of the above exception, another exception occurred:\n\n"
)

func (w *tracebackWriter) exception(e *Exception) {
	type link struct {
		line string
		e    *Exception
	}
	var chain []link
	for e != nil {
		w.seen[e] = true
		next, line := (*Exception)(nil), ""
		switch {
		case e.Cause != nil && !w.seen[e.Cause]:
			next, line = e.Cause, causeLine
		case e.Cause == nil && e.Context != nil && !e.SuppressContext && !w.seen[e.Context]:
			next, line = e.Context, contextLine
		}
		chain = append(chain, link{line, e})
		e = next
	}
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i].line != "" {
			w.emit(chain[i].line, '|')
		}
		w.single(chain[i].e)
	}
}

func (w *tracebackWriter) single(e *Exception) {
	g := e.group()
	switch {
	case g == nil:
		if e.Traceback != nil {
			w.emit("Traceback (most recent call last):\n", '|')
			w.emit(w.entries(e.Traceback), '|')
		}
		w.emit(w.only(e), '|')
	case w.depth > maxGroupDepth:
		w.emit("... (max_group_depth is "+itoa(maxGroupDepth)+")\n", '|')
	default:
		w.group(e, g)
	}
}

func (w *tracebackWriter) group(e *Exception, g *groupExtra) {
	top := w.depth == 0
	margin := byte('|')
	if top {
		w.depth++
		margin = '+'
	}
	if e.Traceback != nil {
		w.emit("Exception Group Traceback (most recent call last):\n", margin)
		w.emit(w.entries(e.Traceback), '|')
	}
	w.emit(w.only(e), '|')
	n := min(len(g.parts), maxGroupWidth+1)
	w.needClose = false
	for i := range n {
		if i == n-1 {
			w.needClose = true
		}
		title, lead := itoa(i+1), "  "
		if i >= maxGroupWidth {
			title = "..."
		}
		if i == 0 {
			lead = "+-"
		}
		w.out.WriteString(w.indent() + lead + "+---------------- " + title + " ----------------\n")
		w.depth++
		if i < maxGroupWidth {
			w.exception(g.parts[i])
		} else {
			more := len(g.parts) - maxGroupWidth
			w.emit("and "+itoa(more)+" more exception"+plural(more)+"\n", '|')
		}
		if i == n-1 && w.needClose {
			w.out.WriteString(w.indent() + "+------------------------------------\n")
			w.needClose = false
		}
		w.depth--
	}
	if top {
		w.depth = 0
	}
}

// repeatCutoff is how often the same entry is shown before it is only counted.
const repeatCutoff = 3

func (w *tracebackWriter) entries(t *Traceback) string {
	var b strings.Builder
	var last *Traceback
	count := 0
	flush := func() {
		if count > repeatCutoff {
			count -= repeatCutoff
			b.WriteString("  [Previous line repeated " + itoa(count) + " more time" + plural(count) + "]\n")
		}
	}
	for ; t != nil; t = t.Next {
		if last != nil && last.Code == t.Code && last.Pos().Line == t.Pos().Line {
			count++
		} else {
			flush()
			last, count = t, 1
		}
		if count <= repeatCutoff {
			w.entry(&b, t)
		}
	}
	flush()
	return b.String()
}

func (w *tracebackWriter) entry(b *strings.Builder, t *Traceback) {
	pos := t.Pos()
	b.WriteString("  File \"" + t.Filename() + "\", line " + itoa(int(pos.Line)) + ", in " + t.Name() + "\n")
	line := w.vm.codeLine(t.Code.Code, int(pos.Line))
	stripped := strings.TrimSpace(line)
	if stripped == "" {
		return
	}
	b.WriteString("    " + stripped + "\n")
	if pos.Col < 0 || int(pos.Col) > len(line) {
		return
	}
	carets(b, line, stripped, pos)
}

// CaretLine is the line that points at the part of a source line between two
// columns, in bytes; "" if there is nothing to point at.
func CaretLine(line string, pos code.Pos) string {
	stripped := strings.TrimSpace(line)
	if stripped == "" || pos.Col < 0 || int(pos.Col) > len(line) {
		return ""
	}
	var b strings.Builder
	carets(&b, line, stripped, pos)
	return b.String()
}

// carets writes the line that points at the failing part of the source line.
func carets(b *strings.Builder, line, stripped string, pos code.Pos) {
	start, end := int(pos.Col), int(pos.EndCol)
	var left, right int // the part of the segment that the error is about
	if pos.EndLine == pos.Line {
		if end > len(line) || end < start {
			return
		}
		left, right = anchors(line[start:end])
	} else {
		end = len(strings.TrimRight(line, " \t\r\n\f"))
		if end < start {
			return
		}
	}
	segment := line[start:end]
	if utf8.RuneCountInString(segment) >= utf8.RuneCountInString(stripped) && right <= left {
		return
	}
	lead := len(line) - len(strings.TrimLeft(line, " \t\f"))
	b.WriteString("    " + strings.Repeat(" ", max(displayWidth(line[:start])-lead, 0)))
	if right > left {
		l, r := displayWidth(segment[:left]), displayWidth(segment[:right])
		b.WriteString(strings.Repeat("~", l) + strings.Repeat("^", r-l) + strings.Repeat("~", displayWidth(segment)-r))
	} else {
		b.WriteString(strings.Repeat("^", displayWidth(segment)))
	}
	b.WriteByte('\n')
}

// maxAnchored is the length in bytes from which on a segment is not parsed.
const maxAnchored = 1 << 14

// anchors finds the operator of a binary operation, or the brackets of a
// subscript: the part to point at within the segment. 0, 0 for anything else.
func anchors(segment string) (left, right int) {
	if len(segment) > maxAnchored {
		return 0, 0
	}
	e, err := parser.ParseExpr(segment, "")
	if err != nil {
		return 0, 0
	}
	switch e := e.Body.(type) {
	case *ast.BinOp:
		from, to := int(e.Left.Pos().EndCol), int(e.Right.Pos().Col)
		if to > len(segment) || from > to {
			return 0, 0
		}
		op := segment[from:to]
		offset := len(op) - len(strings.TrimLeft(op, " \t"))
		left, right = from+offset, from+offset+1
		if offset+1 < len(op) && op[offset+1] != ' ' && op[offset+1] != '\t' {
			right++
		}
		// CPython takes the offset in bytes for one in characters here.
		for chars := []rune(segment); left < len(chars) && (unicode.IsSpace(chars[left]) || chars[left] == ')' || chars[left] == '#'); {
			left++
			right++
		}
		return min(left, len(segment)), min(right, len(segment))
	case *ast.Subscript:
		left, right = int(e.Value.Pos().EndCol), int(e.Slice.Pos().EndCol)+1
		for left < len(segment) && segment[left] != '[' {
			left++
		}
		for right < len(segment) && segment[right] != ']' {
			right++
		}
		if right < len(segment) {
			right++
		}
		return left, min(right, len(segment))
	}
	return 0, 0
}

// displayWidth is the number of columns that a terminal gives a text.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if wide(r) {
			n++
		}
	}
	return n
}

// wide reports whether a character takes two columns.
func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0x303E || r >= 0x3041 && r <= 0x33FF || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0x4E00 && r <= 0x9FFF || r >= 0xA000 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 || r >= 0xFFE0 && r <= 0xFFE6 || r >= 0x1F300 && r <= 0x1F64F ||
		r >= 0x1F900 && r <= 0x1F9FF || r >= 0x20000 && r <= 0x3FFFD)
}

// only is the last lines of an exception's text: class and message, with a
// suggestion, and notes.
func (w *tracebackWriter) only(e *Exception) string {
	vm := w.vm
	name := e.typ.QualName
	if m := vm.typeModule(e.typ); m != "__main__" && m != "builtins" && m != "" {
		name = m + "." + name
	}
	var b strings.Builder
	if x, ok := e.Extra.(*excFields); ok && e.typ.IsSubtype(SyntaxError) {
		syntaxErrorLines(&b, name, x)
	} else {
		text := vm.ExceptionText(e) + vm.Suggestion(e)
		if text == "" {
			b.WriteString(name + "\n")
		} else {
			b.WriteString(name + ": " + text + "\n")
		}
	}
	if a := e.attrs; a != nil {
		vm.noteLines(&b, a.get(nameNotes))
	}
	return b.String()
}

func (vm *VM) noteLines(b *strings.Builder, notes Value) {
	if !notes.Bound() || notes.IsNone() {
		return
	}
	items := notes.Type().flags&TypeSequence != 0
	if !items {
		b.WriteString(vm.reprForError(notes) + "\n")
		return
	}
	list, err := vm.Collect(notes)
	if err != nil {
		return
	}
	for _, n := range list {
		s, err := vm.Str(n)
		if err != nil {
			s = "<note str() failed>"
		}
		b.WriteString(s + "\n")
	}
}

func syntaxErrorLines(b *strings.Builder, name string, x *excFields) {
	field := func(i int) Value { return orNone(x.v[i]) }
	suffix := ""
	if line := field(synLine); line.IsInt() {
		file := "<string>"
		if s := field(synFilename).Str(); s != nil {
			file = s.S
		}
		b.WriteString("  File \"" + file + "\", line " + itoa(int(line.AsInt())) + "\n")
	} else if s := field(synFilename).Str(); s != nil {
		suffix = " (" + s.S + ")"
	}
	if text := field(synText).Str(); text != nil {
		whole := strings.TrimRight(text.S, "\n")
		stripped := strings.TrimLeft(whole, " \n\f")
		b.WriteString("    " + stripped + "\n")
		if offset := field(synOffset); offset.IsInt() {
			caretLine(b, []rune(stripped), int(offset.AsInt()), field(synEndOffset), len(whole)-len(stripped))
		}
	}
	msg := "<no detail available>"
	if s := field(synMsg).Str(); s != nil && s.S != "" {
		msg = s.S
	}
	b.WriteString(name + ": " + msg + suffix + "\n")
}

// caretLine points at columns of a syntax error's line, which lost spaces at
// its start.
func caretLine(b *strings.Builder, text []rune, offset int, endOffset Value, spaces int) {
	end := offset
	if endOffset.IsInt() && endOffset.AsInt() != 0 {
		end = int(endOffset.AsInt())
	}
	if offset == end || end == -1 {
		end = offset + 1
	}
	from, to := offset-1-spaces, end-1-spaces
	if from < 0 {
		return
	}
	b.WriteString("    ")
	for _, r := range text[:min(from, len(text))] {
		if !unicode.IsSpace(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	b.WriteString(strings.Repeat("^", max(to-from, 0)) + "\n")
}
