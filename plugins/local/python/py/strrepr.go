package py

import "strings"

const hexDigits = "0123456789abcdef"

func strRepr(vm *VM, v Value) (Value, error) {
	s := v.Str()
	if err := vm.tickBytes(len(s.S)); err != nil {
		return Value{}, err
	}
	if s.ASCII() && plainASCII(s.S) {
		out, b := allocStr(len(s.S) + 2)
		b[0], b[len(b)-1] = '\'', '\''
		copy(b[1:], s.S)
		return vm.finishASCII(out), nil
	}
	if len(s.S) <= quotePiece {
		return vm.NewString(textOf(AppendQuoted(make([]byte, 0, len(s.S)+8), s.S))), nil
	}
	quote := quoteFor(s.S)
	out, err := vm.roomFor(nil, len(s.S)+2)
	if err != nil {
		return Value{}, err
	}
	out = append(out, quote)
	for rest := s.S; rest != ""; {
		piece := rest[:runeStart(rest, quotePiece)]
		rest = rest[len(piece):]
		if out, err = vm.roomFor(out, maxEscape*len(piece)); err != nil {
			return Value{}, err
		}
		out = appendEscaped(out, piece, quote)
	}
	return vm.NewString(textOf(append(out, quote))), nil
}

const (
	quotePiece = 1 << 12 // escaped at once
	maxEscape  = 4       // bytes that the escape of a byte takes at most
)

// runeStart is the end of the last whole character in s[:n].
func runeStart(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return n
}

// plainASCII reports whether a text needs no escapes between single quotes.
func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == 0x7F || c == '\'' || c == '\\' {
			return false
		}
	}
	return true
}

// AppendQuoted appends the repr of a str.
func AppendQuoted(b []byte, s string) []byte {
	quote := quoteFor(s)
	return append(appendEscaped(append(b, quote), s, quote), quote)
}

// quoteFor is the quotation mark that Python puts around a text.
func quoteFor(s string) byte {
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		return '"'
	}
	return '\''
}

// appendEscaped appends a text with what a str literal must escape.
func appendEscaped(b []byte, s string, quote byte) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < 0x80 {
			i++
			if c == quote || c == '\\' {
				b = append(b, '\\', c)
			} else if c >= ' ' && c != 0x7F {
				b = append(b, c)
			} else {
				b = appendEscape(b, rune(c))
			}
			continue
		}
		r, n := decodeRune(s[i:])
		if IsPrintable(r) && !isSurrogate(r) {
			b = append(b, s[i:i+n]...)
		} else {
			b = appendEscape(b, r)
		}
		i += n
	}
	return b
}

// appendEscape appends the shortest escape of a character in a str literal.
func appendEscape(b []byte, r rune) []byte {
	switch {
	case r == '\n':
		return append(b, '\\', 'n')
	case r == '\r':
		return append(b, '\\', 'r')
	case r == '\t':
		return append(b, '\\', 't')
	case r < 0x100:
		return append(b, '\\', 'x', hexDigits[r>>4], hexDigits[r&15])
	case r < 0x10000:
		return appendHex(append(b, '\\', 'u'), r, 4)
	}
	return appendHex(append(b, '\\', 'U'), r, 8)
}

func appendHex(b []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, hexDigits[r>>shift&15])
	}
	return b
}

// escapeNonASCII is the text with everything beyond ASCII escaped, for ascii().
func (vm *VM) escapeNonASCII(s *Str) (Value, error) {
	if err := vm.reserveText(len(s.S) * 3); err != nil {
		return Value{}, err
	}
	b := make([]byte, 0, len(s.S)*2)
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		if r < 0x80 {
			b = append(b, byte(r))
		} else {
			b = appendEscape(b, r)
		}
		i += n
	}
	return vm.newASCII(textOf(b)), nil
}
