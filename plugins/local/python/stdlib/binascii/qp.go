package binascii

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// maxLine is how long a line of quoted-printable may get.
const maxLine = 76

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// a2bQP is a2b_qp(data, header=False).
func a2bQP(vm *py.VM, a []py.Value) (py.Value, error) {
	s, err := ascii(a[0])
	if err != nil {
		return py.Value{}, err
	}
	header, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if err := room(vm, len(s)); err != nil {
		return py.Value{}, err
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_' && header:
			out = append(out, ' ')
		case c != '=':
			out = append(out, c)
		case i+1 == len(s):
		case s[i+1] == '\n' || s[i+1] == '\r':
			// The line goes on: what is left up to its end doesn't count.
			end := strings.IndexByte(s[i:], '\n')
			if end < 0 {
				end = len(s) - i
			}
			i += end
		case s[i+1] == '=':
			out = append(out, '=')
			i++
		case i+2 < len(s) && hexValue(s[i+1]) >= 0 && hexValue(s[i+2]) >= 0:
			out = append(out, byte(hexValue(s[i+1])<<4|hexValue(s[i+2])))
			i += 2
		default:
			out = append(out, '=')
		}
	}
	return vm.NewBytes(py.TextOf(out)), nil
}

// qpWriter writes quoted-printable.
type qpWriter struct {
	data                    string
	quoteTabs, text, header bool
	end                     string // of a line
	out                     []byte
	line                    int // bytes in the line so far
}

func (w *qpWriter) escape(c byte) {
	const digits = "0123456789ABCDEF"
	w.out = append(w.out, '=', digits[c>>4], digits[c&15])
}

func (w *qpWriter) breakLine() {
	w.out = append(append(w.out, '='), w.end...)
	w.line = 0
}

// plain reports whether the byte at i can stand for itself.
func (w *qpWriter) plain(i int) bool {
	last := i+1 == len(w.data)
	switch c := w.data[i]; {
	case c > 126 || c == '=' || c == '_' && w.header:
		return false
	case c == '.' && w.line == 0:
		return !last && strings.IndexByte("\n\r\x00", w.data[i+1]) < 0
	case c == '\r' || c == '\n':
		return w.text
	case c == '\t' || c == ' ':
		return !last && !w.quoteTabs
	default:
		return c > ' '
	}
}

// endsLine reports whether a line of text ends at i.
func (w *qpWriter) endsLine(i int) bool {
	return w.text && (w.data[i] == '\n' || w.data[i] == '\r' && i+1 < len(w.data) && w.data[i+1] == '\n')
}

func (w *qpWriter) write() {
	for i := 0; i < len(w.data); i++ {
		c := w.data[i]
		switch {
		case !w.plain(i):
			if w.line+3 >= maxLine {
				w.breakLine()
			}
			w.escape(c)
			w.line += 3
		case w.endsLine(i):
			w.line = 0
			if n := len(w.out); n > 0 && (w.out[n-1] == ' ' || w.out[n-1] == '\t') {
				space := w.out[n-1]
				w.out = w.out[:n-1]
				w.escape(space)
			}
			w.out = append(w.out, w.end...)
			if c == '\r' {
				i++
			}
		default:
			if i+1 < len(w.data) && w.data[i+1] != '\n' && w.line+1 >= maxLine {
				w.breakLine()
			}
			w.line++
			if c == ' ' && w.header {
				c = '_'
			}
			w.out = append(w.out, c)
		}
	}
}

// b2aQP is b2a_qp(data, quotetabs=False, istext=True, header=False).
func b2aQP(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	var flags [3]bool
	for i := range flags {
		if flags[i], err = vm.Truth(a[i+1]); err != nil {
			return py.Value{}, err
		}
	}
	if err := room(vm, 4*len(data)); err != nil {
		return py.Value{}, err
	}
	w := &qpWriter{data: strings.Clone(data), quoteTabs: flags[0], text: flags[1], header: flags[2], end: "\n"}
	// The first line tells how they end.
	if i := strings.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		w.end = "\r\n"
	}
	w.write()
	return vm.NewBytes(py.TextOf(w.out)), nil
}
