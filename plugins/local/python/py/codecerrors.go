package py

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/internal/uniname"
)

// decodeFailure is the UnicodeDecodeError of the bytes start to end.
func (c *converter) decodeFailure(start, end int, reason string) *Exception {
	return NewUnicodeError(UnicodeDecodeError, c.codec.name, c.vm.NewBytes(c.data), start, end, reason)
}

// encodeFailure is the UnicodeEncodeError of the characters start to end.
func (c *converter) encodeFailure(start, end int, reason string) *Exception {
	return NewUnicodeError(UnicodeEncodeError, c.codec.name, c.vm.plainStr(c.text), start, end, reason)
}

// decodeError lets the error handler deal with the bytes start to end: it
// appends what stands for them and tells where to go on.
func (c *converter) decodeError(start, end int, reason string) (next int, err error) {
	switch c.errors {
	case "strict":
		return 0, c.decodeFailure(start, end, reason)
	case "ignore":
		return end, nil
	case "replace":
		c.out = append(c.out, "\uFFFD"...)
		return end, nil
	case "backslashreplace":
		for _, b := range []byte(c.data[start:end]) {
			c.out = append(c.out, '\\', 'x', hexDigits[b>>4], hexDigits[b&15])
		}
		return end, nil
	case "surrogateescape":
		i := start
		for ; i < end && i < start+4 && c.data[i] >= 0x80; i++ {
			c.out = appendRune(c.out, 0xDC00+rune(c.data[i]))
		}
		if i == start {
			return 0, c.decodeFailure(start, end, reason)
		}
		return i, nil
	case "surrogatepass":
		r, n := c.passSurrogate(start)
		if n == 0 {
			return 0, c.decodeFailure(start, end, reason)
		}
		c.out = appendRune(c.out, r)
		return start + n, nil
	case "xmlcharrefreplace", "namereplace":
		return 0, TypeErrorf("don't know how to handle UnicodeDecodeError in error callback")
	}
	text, _, next, err := c.custom(c.decodeFailure(start, end, reason), len(c.data), "decoding")
	c.out = append(c.out, text...)
	return next, err
}

// passSurrogate reads a surrogate at a place of the input in the encoding's
// own form; n is 0 if there is none.
func (c *converter) passSurrogate(at int) (r rune, n int) {
	data := c.data[at:]
	switch c.codec.name {
	case "utf-8":
		if len(data) >= 3 && data[0] == 0xED && data[1]&0xE0 == 0xA0 && data[2]&0xC0 == 0x80 {
			r, n = decodeRune(data)
		}
	case "utf-16-le", "utf-16", "utf-16-be":
		if len(data) >= 2 {
			r, n = rune(unit16(data, c.codec.name == "utf-16-be")), 2
		}
	case "utf-32-le", "utf-32", "utf-32-be":
		if len(data) >= 4 {
			r, n = rune(unit32(data, c.codec.name == "utf-32-be")), 4
		}
	}
	if !isSurrogate(r) {
		n = 0
	}
	return r, n
}

// encodeError lets the error handler deal with the characters start to end: it
// gives the text or the bytes that stand for them and where to go on.
func (c *converter) encodeError(start, end int, reason string) (text string, raw []byte, next int, err error) {
	bad := decodeRunes(c.text.S[c.vm.byteAt(c.text, start):c.vm.byteAt(c.text, end)])
	var b []byte
	switch c.errors {
	case "strict":
		return "", nil, 0, c.encodeFailure(start, end, reason)
	case "ignore":
		return "", nil, end, nil
	case "replace":
		for range bad {
			b = append(b, '?')
		}
	case "backslashreplace":
		for _, r := range bad {
			b = appendEscape(b, r)
		}
	case "xmlcharrefreplace":
		for _, r := range bad {
			b = append(strconv.AppendInt(append(b, '&', '#'), int64(r), 10), ';')
		}
	case "namereplace":
		for _, r := range bad {
			if name, ok := uniname.Name(r); ok {
				b = append(append(append(b, `\N{`...), name...), '}')
			} else {
				b = appendEscape(b, r)
			}
		}
	case "surrogateescape":
		for _, r := range bad {
			if r < 0xDC80 || r > 0xDCFF || c.codec.wide() {
				return "", nil, 0, c.encodeFailure(start, end, reason)
			}
			raw = append(raw, byte(r))
		}
		return "", raw, end, nil
	case "surrogatepass":
		for _, r := range bad {
			if !isSurrogate(r) || !c.codec.wide() && c.codec.name != "utf-8" {
				return "", nil, 0, c.encodeFailure(start, end, reason)
			}
			raw = c.codec.appendSurrogate(raw, r)
		}
		return "", raw, end, nil
	default:
		e := c.encodeFailure(start, end, reason)
		text, raw, next, err := c.custom(e, c.text.length(), "encoding")
		if err == nil && c.codec.unicode() && (!isASCII(text) || len(raw)%c.codec.unit() != 0) {
			err = e
		}
		return text, raw, next, err
	}
	return textOf(b), nil, end, nil
}

// unicode reports whether the encoding has all characters.
func (c *codec) unicode() bool { return strings.HasPrefix(c.name, "utf-") }

// unit is the size of the encoding's units in bytes.
func (c *codec) unit() int {
	switch {
	case strings.HasPrefix(c.name, "utf-16"):
		return 2
	case strings.HasPrefix(c.name, "utf-32"):
		return 4
	}
	return 1
}

// wide reports whether the encoding's units have more than one byte.
func (c *codec) wide() bool { return c.unit() > 1 }

func (c *codec) appendSurrogate(b []byte, r rune) []byte {
	switch c.name {
	case "utf-8":
		return appendRune(b, r)
	case "utf-16-be":
		return append(b, byte(r>>8), byte(r))
	case "utf-32-be":
		return append(b, 0, 0, byte(r>>8), byte(r))
	case "utf-32", "utf-32-le":
		return append(b, byte(r), byte(r>>8), 0, 0)
	}
	return append(b, byte(r), byte(r>>8))
}

// custom calls a handler that guest code registered.
func (c *converter) custom(e *Exception, n int, what string) (text string, raw []byte, next int, err error) {
	f := c.vm.ErrorHandler(c.errors)
	if !f.Bound() {
		return "", nil, 0, Raise(LookupError, "unknown error handler name '%s'", c.errors)
	}
	v, err := c.vm.Call(f, Of(&e.Object))
	if err != nil {
		return "", nil, 0, err
	}
	if what == "decoding" {
		b := e.field(uniObject).Bytes() // the handler may put other bytes there
		if b == nil {
			return "", nil, 0, TypeErrorf("object attribute must be bytes")
		}
		c.data, n = b.S, len(b.S)
	}
	kind := "str"
	if what == "encoding" {
		kind = "str/bytes"
	}
	t := v.Tuple()
	if t == nil || len(t.Items) != 2 || t.Items[0].Str() == nil && (what != "encoding" || t.Items[0].Bytes() == nil) {
		return "", nil, 0, TypeErrorf("%s error handler must return (%s, int) tuple", what, kind)
	}
	if next, err = c.vm.IndexInt(t.Items[1], nil); err != nil {
		return "", nil, 0, err
	}
	at := next
	if next < 0 {
		next += n
	}
	if next < 0 || next > n {
		return "", nil, 0, Raise(IndexError, "%s", fmt.Sprintf("position %d from error handler out of bounds", at))
	}
	if b := t.Items[0].Bytes(); b != nil {
		return "", []byte(b.S), next, c.vm.Tick(1)
	}
	return t.Items[0].Str().S, nil, next, c.vm.Tick(1)
}
