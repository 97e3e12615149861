package py

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF-7 has ASCII as it is, and the rest as base 64 of its UTF-16 between "+"
// and "-" (RFC 2152).

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func isBase64(b byte) bool { return strings.IndexByte(base64Digits, b) >= 0 }

// directUTF7 reports whether a character stands for itself.
func directUTF7(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r < 0x7F && r != '+' && r != '\\' && r != '~'
}

func encodeUTF7(c *converter, s *Str) error {
	if err := c.grow(len(s.S)*4 + 16); err != nil {
		return err
	}
	shifted := false
	bits, buffer := 0, uint32(0)
	for _, r := range decodeRunes(s.S) {
		if directUTF7(r) {
			if shifted {
				if bits > 0 {
					c.out = append(c.out, base64Digits[buffer<<(6-bits)&63])
				}
				if isBase64(byte(r)) || r == '-' {
					c.out = append(c.out, '-')
				}
				shifted, bits, buffer = false, 0, 0
			}
			c.out = append(c.out, byte(r))
			continue
		}
		if !shifted {
			c.out = append(c.out, '+')
			if r == '+' {
				c.out = append(c.out, '-')
				continue
			}
			shifted = true
		}
		for _, unit := range units16(r) {
			buffer, bits = buffer<<16|uint32(unit), bits+16
			for ; bits >= 6; bits -= 6 {
				c.out = append(c.out, base64Digits[buffer>>(bits-6)&63])
			}
		}
	}
	if bits > 0 {
		c.out = append(c.out, base64Digits[buffer<<(6-bits)&63])
	}
	if shifted {
		c.out = append(c.out, '-')
	}
	return nil
}

// units16 is a character in UTF-16.
func units16(r rune) []uint16 {
	if r < 0x10000 {
		return []uint16{uint16(r)}
	}
	hi, lo := utf16.EncodeRune(r)
	return []uint16{uint16(hi), uint16(lo)}
}

// shift7 is the state inside of base 64.
type shift7 struct {
	start  int // of the "+"
	bits   int
	buffer uint32
	high   rune // a high surrogate that waits for its other half
}

func decodeUTF7(c *converter, data string) error {
	if err := c.grow(len(data) + 16); err != nil {
		return err
	}
	var s shift7
	shifted := false
	for i := 0; ; {
		start, end, reason := i, 0, ""
		switch {
		case i >= len(data):
			if !shifted || s.clean() {
				return nil
			}
			shifted = false
			start, end, reason = s.start, len(data), "unterminated shift sequence"
		case shifted && isBase64(data[i]):
			s.digit(c, data[i])
			i++
			continue
		case shifted:
			shifted = false
			if reason = s.leave(); reason != "" {
				start, end = s.start, i+1
				break
			}
			if s.high != 0 && data[i] < 0x80 && data[i] != '+' {
				c.out = appendRune(c.out, s.high)
			}
			if data[i] == '-' {
				i++
			}
			continue
		case data[i] != '+' && data[i] < 0x80:
			c.out = append(c.out, data[i])
			i++
			continue
		case data[i] != '+':
			end, reason = i+1, "unexpected special character"
		case i+1 < len(data) && data[i+1] == '-':
			c.out = append(c.out, '+')
			i += 2
			continue
		case i+1 < len(data) && !isBase64(data[i+1]):
			end, reason = i+2, "ill-formed sequence"
		default:
			shifted, s = true, shift7{start: i}
			i++
			continue
		}
		next, err := c.decodeError(start, end, reason)
		if err != nil {
			return err
		}
		i, data = next, c.data
	}
}

// digit takes a digit of base 64.
func (s *shift7) digit(c *converter, b byte) {
	s.buffer, s.bits = s.buffer<<6|uint32(strings.IndexByte(base64Digits, b)), s.bits+6
	if s.bits < 16 {
		return
	}
	s.bits -= 16
	unit := rune(s.buffer >> s.bits & 0xFFFF)
	s.buffer &= 1<<s.bits - 1
	high := s.high
	s.high = 0
	if high != 0 {
		if unit >= 0xDC00 && unit <= 0xDFFF {
			c.out = utf8.AppendRune(c.out, utf16.DecodeRune(high, unit))
			return
		}
		c.out = appendRune(c.out, high)
	}
	if unit >= 0xD800 && unit <= 0xDBFF {
		s.high = unit
		return
	}
	c.out = appendRune(c.out, unit)
}

// leave tells what is wrong with the bits that are left.
func (s *shift7) leave() string {
	switch {
	case s.bits >= 6:
		return "partial character in shift sequence"
	case s.buffer != 0:
		return "non-zero padding bits in shift sequence"
	}
	return ""
}

// clean reports whether base 64 may end with the data.
func (s *shift7) clean() bool { return s.high == 0 && s.leave() == "" }
