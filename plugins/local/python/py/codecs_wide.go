package py

import (
	"unicode/utf16"
	"unicode/utf8"
)

func unit16(data string, big bool) uint16 {
	if big {
		return uint16(data[0])<<8 | uint16(data[1])
	}
	return uint16(data[1])<<8 | uint16(data[0])
}

func unit32(data string, big bool) uint32 {
	if big {
		return uint32(unit16(data, true))<<16 | uint32(unit16(data[2:], true))
	}
	return uint32(unit16(data[2:], false))<<16 | uint32(unit16(data, false))
}

func append16(b []byte, u uint16, big bool) []byte {
	if big {
		return append(b, byte(u>>8), byte(u))
	}
	return append(b, byte(u), byte(u>>8))
}

func append32(b []byte, u uint32, big bool) []byte {
	if big {
		return append16(append16(b, uint16(u>>16), true), uint16(u), true)
	}
	return append16(append16(b, uint16(u), false), uint16(u>>16), false)
}

// encodeUTF16 makes an encoder; with mark it begins with a byte order mark.
func encodeUTF16(mark, big bool) func(c *converter, s *Str) error {
	return func(c *converter, s *Str) error {
		if err := c.grow(2*len(s.S) + 2); err != nil {
			return err
		}
		if mark {
			c.out = append16(c.out, 0xFEFF, big)
		}
		return c.encodeEach(s, "surrogates not allowed", isSurrogate, func(r rune) {
			if r >= 0x10000 {
				hi, lo := utf16.EncodeRune(r)
				c.out = append16(append16(c.out, uint16(hi), big), uint16(lo), big)
			} else {
				c.out = append16(c.out, uint16(r), big)
			}
		})
	}
}

func encodeUTF32(mark, big bool) func(c *converter, s *Str) error {
	return func(c *converter, s *Str) error {
		if err := c.grow(4*len(s.S) + 4); err != nil {
			return err
		}
		if mark {
			c.out = append32(c.out, 0xFEFF, big)
		}
		return c.encodeEach(s, "surrogates not allowed", isSurrogate, func(r rune) { c.out = append32(c.out, uint32(r), big) })
	}
}

// decodeUTF16 makes a decoder; with mark a byte order mark decides the order
// and is left out.
func decodeUTF16(mark, big bool) func(c *converter, data string) error {
	return func(c *converter, data string) error {
		big, i := big, 0
		if mark {
			c.codec = codecs["utf_16_le"]
			if len(data) >= 2 && (unit16(data, true) == 0xFEFF || unit16(data, false) == 0xFEFF) {
				if i, big = 2, unit16(data, true) == 0xFEFF; big {
					c.codec = codecs["utf_16_be"]
				}
			}
		}
		if err := c.grow(len(data)*3/2 + 3); err != nil {
			return err
		}
		for i < len(data) {
			r, n, end, reason := rune16(data, i, big)
			if reason == "" {
				c.out = utf8.AppendRune(c.out, r)
				i += n
				continue
			}
			next, err := c.decodeError(i, end, reason)
			if err != nil {
				return err
			}
			i, data = next, c.data
		}
		return nil
	}
}

// rune16 reads the character at data[i:], or tells what is wrong with it.
func rune16(data string, i int, big bool) (r rune, n, end int, reason string) {
	if i+1 >= len(data) {
		return 0, 0, len(data), "truncated data"
	}
	u := rune(unit16(data[i:], big))
	switch {
	case !isSurrogate(u):
		return u, 2, 0, ""
	case u >= 0xDC00:
		return 0, 0, i + 2, "illegal encoding"
	case i+3 >= len(data):
		return 0, 0, len(data), "unexpected end of data"
	}
	if low := rune(unit16(data[i+2:], big)); low >= 0xDC00 && low <= 0xDFFF {
		return utf16.DecodeRune(u, low), 4, 0, ""
	}
	return 0, 0, i + 2, "illegal UTF-16 surrogate"
}

func decodeUTF32(mark, big bool) func(c *converter, data string) error {
	return func(c *converter, data string) error {
		big, i := big, 0
		if mark {
			c.codec = codecs["utf_32_le"]
			if len(data) >= 4 && (unit32(data, true) == 0xFEFF || unit32(data, false) == 0xFEFF) {
				if i, big = 4, unit32(data, true) == 0xFEFF; big {
					c.codec = codecs["utf_32_be"]
				}
			}
		}
		if err := c.grow(len(data) + 3); err != nil {
			return err
		}
		for i < len(data) {
			end, reason := i+4, ""
			var u uint32
			if end > len(data) {
				end, reason = len(data), "truncated data"
			} else if u = unit32(data[i:], big); u >= 0x110000 {
				reason = "code point not in range(0x110000)"
			} else if isSurrogate(rune(u)) {
				reason = "code point in surrogate code point range(0xd800, 0xe000)"
			}
			if reason == "" {
				c.out = utf8.AppendRune(c.out, rune(u))
				i += 4
				continue
			}
			next, err := c.decodeError(i, end, reason)
			if err != nil {
				return err
			}
			i, data = next, c.data
		}
		return nil
	}
}
