package parser

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// simpleEscapes are the escapes of one character that both kinds of string
// have.
var simpleEscapes = [256]byte{
	'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// bracedEscape stands for a backslash in front of a brace.
const bracedEscape = `\`

// unescape decodes the escapes of a string. On failure err says where and why,
// in the words of CPython's codec. doubt is the first escape that means nothing,
// without its backslash.
func unescape(text string) (s, doubt, err string) {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		j := strings.IndexByte(text[i:], '\\')
		if j < 0 {
			b.WriteString(text[i:])
			break
		}
		b.WriteString(text[i : i+j])
		i += j + 1
		if i >= len(text) {
			b.WriteByte('\\') // only in front of a brace in an f-string
			if doubt == "" {
				doubt = bracedEscape
			}
			break
		}
		n, failed := unescapeOne(&b, text[i:])
		if failed != "" {
			return "", "", position(text, i-1, i+n, failed)
		}
		if doubt == "" {
			doubt = doubtful(text[i:], n)
		}
		i += n
	}
	return b.String(), doubt, ""
}

// doubtful is the escape at the start of a text, of which n bytes were read, if
// it means nothing: its one character, or its octal digits beyond a byte.
func doubtful(s string, n int) string {
	switch {
	case n == 0 && s[0] < utf8.RuneSelf:
		return s[:1]
	case n == 3 && s[0] >= '4' && s[0] <= '7':
		return s[:n]
	}
	return ""
}

// position describes the bytes from start to end of the text in the encoding
// that CPython decodes: characters outside ASCII are ten bytes there.
func position(text string, start, end int, why string) string {
	from := decodedOffset(text[:start])
	to := from + end - start - 1
	if to > from {
		return fmt.Sprintf("bytes in position %d-%d: %s", from, to, why)
	}
	return fmt.Sprintf("byte 0x%02x in position %d: %s", text[start], from, why)
}

func decodedOffset(s string) int {
	n := 0
	for _, r := range s {
		if r < utf8.RuneSelf {
			n++
		} else {
			n += len(`\U00000000`)
		}
	}
	return n
}

// unescapeOne decodes the escape whose backslash was read and says how many
// bytes it took, or why it failed and how many bytes are to blame.
func unescapeOne(b *strings.Builder, s string) (n int, failed string) {
	c := s[0]
	if r := simpleEscapes[c]; r != 0 {
		b.WriteByte(r)
		return 1, ""
	}
	switch {
	case c == '\n':
		return 1, ""
	case c >= '0' && c <= '7':
		v, n := octal(s)
		b.WriteRune(rune(v))
		return n, ""
	case c == 'x':
		return hexEscape(b, s, 2, `truncated \xXX escape`)
	case c == 'u':
		return hexEscape(b, s, 4, `truncated \uXXXX escape`)
	case c == 'U':
		return hexEscape(b, s, 8, `truncated \UXXXXXXXX escape`)
	case c == 'N':
		return namedEscape(b, s)
	}
	b.WriteByte('\\')
	return 0, ""
}

// octal reads up to three octal digits.
func octal(s string) (v, n int) {
	for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		v = v*8 + int(s[n]-'0')
		n++
	}
	return v, n
}

func hexEscape(b *strings.Builder, s string, digits int, truncated string) (n int, failed string) {
	v := 0
	for n = 1; n <= digits; n++ {
		d := -1
		if n < len(s) {
			d = hexDigit(s[n])
		}
		if d < 0 {
			return n, truncated
		}
		v = v*16 + d
	}
	if v > utf8.MaxRune {
		return n, "illegal Unicode character"
	}
	writeCodePoint(b, v)
	return n, ""
}

// writeCodePoint writes a character, a lone surrogate as three bytes.
func writeCodePoint(b *strings.Builder, v int) {
	if v >= 0xD800 && v <= 0xDFFF {
		b.Write([]byte{0xE0 | byte(v>>12), 0x80 | byte(v>>6)&0x3F, 0x80 | byte(v)&0x3F})
		return
	}
	b.WriteRune(rune(v))
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func namedEscape(b *strings.Builder, s string) (n int, failed string) {
	const malformed = `malformed \N character escape`
	if len(s) < 2 || s[1] != '{' {
		return 1, malformed
	}
	end := strings.IndexByte(s, '}')
	if end < 0 {
		return len(s), malformed
	}
	if end == 2 {
		return 2, malformed
	}
	r, ok := lookupName(s[2:end])
	if !ok {
		return end + 1, "unknown Unicode character name"
	}
	b.WriteRune(r)
	return end + 1, ""
}

// unescapeBytes decodes the escapes of a bytes literal as unescape does those of
// a string.
func unescapeBytes(text string) (s, doubt, err string) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 >= len(text) {
			out = append(out, c)
			continue
		}
		i++
		c = text[i]
		switch {
		case simpleEscapes[c] != 0:
			out = append(out, simpleEscapes[c])
		case c == '\n':
		case c >= '0' && c <= '7':
			v, n := octal(text[i:])
			out = append(out, byte(v))
			if doubt == "" {
				doubt = doubtful(text[i:], n)
			}
			i += n - 1
		case c == 'x':
			if i+2 >= len(text) || hexDigit(text[i+1]) < 0 || hexDigit(text[i+2]) < 0 {
				return "", "", fmt.Sprintf("invalid \\x escape at position %d", i-1)
			}
			out = append(out, byte(hexDigit(text[i+1])<<4|hexDigit(text[i+2])))
			i += 2
		default:
			out = append(out, '\\', c)
			if doubt == "" {
				doubt = doubtful(text[i:], 0)
			}
		}
	}
	return string(out), doubt, ""
}
