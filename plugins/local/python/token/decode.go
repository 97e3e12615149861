package token

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const bom = "\xef\xbb\xbf"

// NormalizeNewlines turns "\r\n" and "\r" into "\n", as CPython does before it
// cuts a source into tokens.
func NormalizeNewlines(src string) string {
	if strings.IndexByte(src, '\r') >= 0 {
		src = strings.ReplaceAll(src, "\r\n", "\n")
		src = strings.ReplaceAll(src, "\r", "\n")
	}
	return src
}

// Decode turns the bytes of a source file into text: it drops a byte order mark
// and obeys a coding cookie (PEP 263). It knows UTF-8, Latin-1 and ASCII.
func Decode(src []byte) (string, error) { return DecodeWith(src, nil) }

// DecodeWith is Decode that asks other to decode from any further encoding.
func DecodeWith(src []byte, other func(text, encoding string) (string, error)) (string, error) {
	text := string(src)
	hasBOM := strings.HasPrefix(text, bom)
	text = strings.TrimPrefix(text, bom)
	if i := strings.IndexByte(text, 0); i >= 0 {
		return "", sourceError("source code string cannot contain null bytes")
	}
	name := cookie(text)
	norm := normalEncoding(name)
	if hasBOM && name != "" && (norm != "utf-8" || strings.EqualFold(name, "utf8")) { // as strict as CPython
		return "", sourceError("encoding problem: " + name + " with BOM")
	}
	switch norm {
	case "", "utf-8":
		if err := CheckUTF8(text); err != nil {
			return "", err
		}
		return text, nil
	case "iso-8859-1":
		return latin1(text), nil
	case "ascii":
		if i := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			return "", sourceError(fmt.Sprintf("(unicode error) 'ascii' codec can't decode byte 0x%02x in position %d: ordinal not in range(128)", text[i], i))
		}
		return text, nil
	}
	if other != nil {
		return other(text, name)
	}
	return "", sourceError("unknown encoding: " + name)
}

func sourceError(msg string) error {
	return &Err{Kind: SyntaxError, Msg: msg}
}

// CheckUTF8 reports the first byte that is not UTF-8, in the words of CPython's
// decoder. Lone surrogates in three bytes count as errors.
func CheckUTF8(text string) error {
	if utf8.ValidString(text) {
		return nil
	}
	i := 0
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		i += n
	}
	reason, end := utf8Reason(text[i:])
	where := fmt.Sprintf("byte 0x%02x in position %d", text[i], i)
	if end > 1 {
		where = fmt.Sprintf("bytes in position %d-%d", i, i+end-1)
	}
	return sourceError(fmt.Sprintf("(unicode error) 'utf-8' codec can't decode %s: %s", where, reason))
}

// utf8Reason says why the bytes are not UTF-8 and how many of them are to blame.
func utf8Reason(s string) (reason string, n int) {
	c := s[0]
	need := 0
	switch {
	case c < 0xC2 || c > 0xF4:
		return "invalid start byte", 1
	case c < 0xE0:
		need = 1
	case c < 0xF0:
		need = 2
	default:
		need = 3
	}
	low, high := byte(0x80), byte(0xBF)
	switch c {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	for i := 1; i <= need; i++ {
		if i >= len(s) {
			return "unexpected end of data", i
		}
		if s[i] < low || s[i] > high {
			return "invalid continuation byte", i
		}
		low, high = 0x80, 0xBF
	}
	return "invalid start byte", 1
}

// cookie finds the name of the encoding in the first two lines, "" if there is
// none.
func cookie(text string) string {
	for range 2 {
		line, rest, _ := strings.Cut(text, "\n")
		if name := lineCookie(line); name != "" {
			return name
		}
		if trimmed := strings.TrimLeft(line, " \t\f\r"); trimmed != "" && trimmed[0] != '#' {
			return ""
		}
		text = rest
	}
	return ""
}

// lineCookie matches ^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+).
func lineCookie(line string) string {
	line = strings.TrimLeft(line, " \t\f")
	if line == "" || line[0] != '#' {
		return ""
	}
	for {
		i := strings.Index(line, "coding")
		if i < 0 {
			return ""
		}
		line = line[i+len("coding"):]
		if line == "" || line[0] != ':' && line[0] != '=' {
			continue
		}
		name := strings.TrimLeft(line[1:], " \t")
		end := 0
		for end < len(name) && (name[end] < utf8.RuneSelf && isNameChar(name[end]) || name[end] == '-' || name[end] == '.') {
			end++
		}
		if end > 0 {
			return name[:end]
		}
	}
}

// normalEncoding gives the spellings of an encoding one name.
func normalEncoding(name string) string {
	s := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	switch {
	case s == "utf8" || s == "utf-8" || strings.HasPrefix(s, "utf-8-"):
		return "utf-8"
	case s == "latin-1" || s == "latin1" || s == "l1" || s == "iso-8859-1" || s == "iso8859-1" || strings.HasPrefix(s, "iso-8859-1-"):
		return "iso-8859-1"
	case s == "ascii" || s == "us-ascii":
		return "ascii"
	}
	return s
}

func latin1(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}
