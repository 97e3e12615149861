package py

import (
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/internal/uniname"
)

func encodeEscape(c *converter, s *Str) error {
	if err := c.grow(len(s.S) + 16); err != nil {
		return err
	}
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		i += n
		switch {
		case r == '\\':
			c.out = append(c.out, '\\', '\\')
		case r >= ' ' && r < 0x7F:
			c.out = append(c.out, byte(r))
		default:
			c.out = appendEscape(c.out, r)
		}
	}
	return nil
}

func encodeRawEscape(c *converter, s *Str) error {
	if err := c.grow(len(s.S) + 16); err != nil {
		return err
	}
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		i += n
		if r < 0x100 {
			c.out = append(c.out, byte(r))
		} else {
			c.out = appendEscape(c.out, r)
		}
	}
	return nil
}

// simpleEscapes are the escapes of one character.
var simpleEscapes = [256]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

func decodeEscape(c *converter, data string) error {
	if err := c.grow(len(data) * 2); err != nil {
		return err
	}
	for i := 0; i < len(data); {
		if data[i] != '\\' {
			c.out = utf8.AppendRune(c.out, rune(data[i]))
			i++
			continue
		}
		n, reason := c.escape(data[i:])
		if reason == "" {
			i += n
			continue
		}
		next, err := c.decodeError(i, i+n, reason)
		if err != nil {
			return err
		}
		i, data = next, c.data
	}
	return nil
}

// escape decodes the escape that s begins with and gives its length, or what
// is wrong with it.
func (c *converter) escape(s string) (n int, reason string) {
	if len(s) == 1 {
		return 1, `\ at end of string`
	}
	switch x := s[1]; {
	case simpleEscapes[x] != 0:
		c.out = append(c.out, simpleEscapes[x])
		return 2, ""
	case x == '\n':
		return 2, ""
	case x >= '0' && x <= '7':
		r, n := rune(0), 1
		for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7' {
			r = r<<3 | rune(s[n]-'0')
			n++
		}
		c.out = appendRune(c.out, r)
		return n, ""
	case x == 'x':
		return c.hexEscape(s, 2, `truncated \xXX escape`)
	case x == 'u':
		return c.hexEscape(s, 4, `truncated \uXXXX escape`)
	case x == 'U':
		return c.hexEscape(s, 8, `truncated \UXXXXXXXX escape`)
	case x == 'N':
		return c.nameEscape(s)
	}
	c.out = append(c.out, '\\')
	return 1, ""
}

func (c *converter) hexEscape(s string, digits int, reason string) (int, string) {
	r := rune(0)
	for i := 2; i < 2+digits; i++ {
		h := hexValue(s, i)
		if h < 0 {
			return i, reason
		}
		if r >= 0x1000000 {
			return 2 + digits, "illegal Unicode character"
		}
		r = r<<4 | rune(h)
	}
	if r > 0x10FFFF {
		return 2 + digits, "illegal Unicode character"
	}
	c.out = appendRune(c.out, r)
	return 2 + digits, ""
}

func (c *converter) nameEscape(s string) (int, string) {
	const malformed = `malformed \N character escape`
	if len(s) < 3 || s[2] != '{' {
		return 2, malformed
	}
	end := strings.IndexByte(s, '}')
	if end < 0 {
		return len(s), malformed
	}
	if end == 3 {
		return 3, malformed
	}
	r, ok := uniname.Lookup(s[3:end])
	if !ok {
		return end + 1, "unknown Unicode character name"
	}
	c.out = appendRune(c.out, r)
	return end + 1, ""
}

func decodeRawEscape(c *converter, data string) error {
	if err := c.grow(len(data) * 2); err != nil {
		return err
	}
	for i := 0; i < len(data); {
		if data[i] != '\\' || i+1 >= len(data) || data[i+1] != 'u' && data[i+1] != 'U' {
			c.out = utf8.AppendRune(c.out, rune(data[i]))
			i++
			if data[i-1] == '\\' && i < len(data) && data[i] == '\\' {
				c.out = append(c.out, '\\')
				i++
			}
			continue
		}
		var n int
		var reason string
		if data[i+1] == 'u' {
			n, reason = c.hexEscape(data[i:], 4, `truncated \uXXXX escape`)
		} else {
			n, reason = c.hexEscape(data[i:], 8, `truncated \UXXXXXXXX escape`)
		}
		if reason == "illegal Unicode character" {
			reason = `\Uxxxxxxxx out of range`
		}
		if reason == "" {
			i += n
			continue
		}
		next, err := c.decodeError(i, i+n, reason)
		if err != nil {
			return err
		}
		i, data = next, c.data
	}
	return nil
}
