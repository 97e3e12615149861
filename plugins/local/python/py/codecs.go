package py

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A codec turns text into bytes and back. Both directions report what they
// cannot handle to the converter, which asks the error handler.
type codec struct {
	name   string // as errors show it
	encode func(c *converter, s *Str) error
	decode func(c *converter, data string) error
}

// codecs are the encodings by normalized name; those of one byte a character
// come from charmapTexts.
var codecs map[string]*codec

func init() {
	codecs = map[string]*codec{
		"utf_8":              {"utf-8", encodeUTF8, decodeUTF8},
		"utf_8_sig":          {"utf-8", encodeUTF8Sig, decodeUTF8Sig},
		"ascii":              {"ascii", encodeNarrow(0x80, "ordinal not in range(128)"), decodeASCII},
		"latin_1":            {"latin-1", encodeNarrow(0x100, "ordinal not in range(256)"), decodeLatin1},
		"utf_16":             {"utf-16", encodeUTF16(true, false), decodeUTF16(true, false)},
		"utf_16_le":          {"utf-16-le", encodeUTF16(false, false), decodeUTF16(false, false)},
		"utf_16_be":          {"utf-16-be", encodeUTF16(false, true), decodeUTF16(false, true)},
		"utf_32":             {"utf-32", encodeUTF32(true, false), decodeUTF32(true, false)},
		"utf_32_le":          {"utf-32-le", encodeUTF32(false, false), decodeUTF32(false, false)},
		"utf_32_be":          {"utf-32-be", encodeUTF32(false, true), decodeUTF32(false, true)},
		"unicode_escape":     {"unicodeescape", encodeEscape, decodeEscape},
		"raw_unicode_escape": {"rawunicodeescape", encodeRawEscape, decodeRawEscape},
		"utf_7":              {"utf7", encodeUTF7, decodeUTF7},
		"punycode":           {"punycode", encodePunycode, decodePunycode},
		"idna":               {"idna", encodeIDNA, decodeIDNA},
	}
}

// normalizeEncoding is an encoding's name in the form of the tables: lower
// case, with single underscores for runs of anything but letters and digits.
func normalizeEncoding(name string) string {
	var b strings.Builder
	gap := false
	for i := 0; i < len(name); i++ {
		c := lowerASCII(name[i])
		if isASCIILetter(c) || c-'0' < 10 || c == '.' {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteByte(c)
		} else if c < 0x80 {
			gap = true
		}
	}
	return b.String()
}

// findCodec finds an encoding by any of its names; nil if there is none. verb is
// "encode" or "decode", for the error.
func findCodec(name, verb string) (*codec, error) {
	switch name {
	case "utf-8", "utf8":
		return codecs["utf_8"], nil
	case "ascii":
		return codecs["ascii"], nil
	}
	if strings.IndexByte(name, 0) >= 0 {
		return nil, ValueErrorf("embedded null character")
	}
	n := EncodingKey(name)
	if c := codecs[n]; c != nil {
		return c, nil
	}
	if text, ok := charmapTexts[n]; ok {
		return charmapCodec(n, text), nil
	}
	if c := multiCodec(n); c != nil {
		return c, nil
	}
	switch n {
	case "base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec":
		return nil, Raise(LookupError, "'%s' is not a text encoding; use codecs.%s() to handle arbitrary codecs", name, verb)
	}
	return nil, nil
}

// ownCodecs are the names of the encodings that CPython doesn't look up.
var ownCodecs = []string{"utf_8", "utf8", "utf_16", "utf16", "utf_32", "utf32", "ascii", "us_ascii", "latin1", "latin_1", "iso_8859_1", "iso8859_1"}

// noteCodec adds to an error of an encoding that CPython looks up which it was.
func (vm *VM) noteCodec(err error, encoding, what string) error {
	if e, ok := err.(*Exception); ok && !slices.Contains(ownCodecs, normalizeEncoding(encoding)) {
		vm.addNote(e, what+" with '"+encoding+"' codec failed")
	}
	return err
}

// EncodeText is s.encode(encoding, errors) as a Go string.
func (vm *VM) EncodeText(s *Str, encoding, errors string) (string, error) {
	c, err := findCodec(encoding, "encode")
	if err != nil {
		return "", err
	}
	if c == nil {
		return vm.searchedEncode(s, encoding, errors)
	}
	if err := vm.tickBytes(len(s.S)); err != nil {
		return "", err
	}
	conv := converter{vm: vm, codec: c, errors: errors, text: s}
	if err := c.encode(&conv, s); err != nil {
		return "", vm.noteCodec(err, encoding, "encoding")
	}
	if conv.whole {
		return s.S, nil
	}
	return textOf(conv.out), nil
}

func (vm *VM) encodeText(s *Str, encoding, errors string) (Value, error) {
	data, err := vm.EncodeText(s, encoding, errors)
	if err != nil {
		return Value{}, err
	}
	return vm.NewBytes(data), nil
}

// DecodeText is data.decode(encoding, errors).
func (vm *VM) DecodeText(data, encoding, errors string) (Value, error) {
	c, err := findCodec(encoding, "decode")
	if err != nil {
		return Value{}, err
	}
	if c == nil {
		return vm.searchedDecode(data, encoding, errors)
	}
	if err := vm.tickBytes(len(data)); err != nil {
		return Value{}, err
	}
	conv := converter{vm: vm, codec: c, errors: errors, data: data}
	if err := c.decode(&conv, data); err != nil {
		return Value{}, vm.noteCodec(err, encoding, "decoding")
	}
	if conv.whole {
		return vm.copyText(data, false), nil
	}
	return vm.NewString(textOf(conv.out)), nil
}

// decodeObject decodes a bytes-like object; unbound names mean the defaults.
func (vm *VM) decodeObject(v, encoding, errors Value) (Value, error) {
	if v.Str() != nil {
		return Value{}, TypeErrorf("decoding str is not supported")
	}
	data, ok := dataOf(v)
	if !ok {
		return Value{}, TypeErrorf("decoding to str: need a bytes-like object, %s found", v.Type().Name)
	}
	if data == "" {
		return emptyStr, nil // in whatever encoding
	}
	if v.Kind() != KindBytes {
		data = strings.Clone(data)
	}
	return vm.DecodeText(data, strOr(encoding, "utf-8"), strOr(errors, "strict"))
}

// converter is one conversion under way.
type converter struct {
	vm     *VM
	codec  *codec
	errors string
	out    []byte
	// whole means that the result is the input as it is.
	whole bool

	text *Str   // being encoded
	data string // being decoded
}

// grow reserves memory for n bytes of output.
func (c *converter) grow(n int) error {
	if err := c.vm.reserveText(n); err != nil {
		return err
	}
	c.out = make([]byte, 0, n)
	return nil
}

// hasSurrogates reports whether s has lone surrogates, which real UTF-8 lacks.
func hasSurrogates(s string) bool {
	for {
		i := strings.IndexByte(s, 0xED)
		if i < 0 {
			return false
		}
		if s[i+1] >= 0xA0 {
			return true
		}
		s = s[i+3:]
	}
}

func encodeUTF8(c *converter, s *Str) error {
	if s.ASCII() || !hasSurrogates(s.S) {
		c.whole = true
		return nil
	}
	return c.encodeEach(s, "surrogates not allowed", isSurrogate, func(r rune) { c.out = utf8.AppendRune(c.out, r) })
}

func encodeUTF8Sig(c *converter, s *Str) error {
	c.out = append(c.out, "\xEF\xBB\xBF"...)
	if s.ASCII() || !hasSurrogates(s.S) {
		c.out = append(c.out, s.S...)
		return nil
	}
	return c.encodeEach(s, "surrogates not allowed", isSurrogate, func(r rune) { c.out = utf8.AppendRune(c.out, r) })
}

func decodeUTF8Sig(c *converter, data string) error {
	if strings.HasPrefix(data, "\xEF\xBB\xBF") {
		data = data[3:]
		c.data = data
	}
	if utf8.ValidString(data) {
		c.out = []byte(data)
		return nil
	}
	return decodeUTF8(c, data)
}

func decodeUTF8(c *converter, data string) error {
	if utf8.ValidString(data) {
		c.whole = true
		return nil
	}
	if err := c.grow(len(data) + 16); err != nil {
		return err
	}
	for i := 0; i < len(data); {
		_, n := utf8.DecodeRuneInString(data[i:])
		if n > 1 || data[i] < 0x80 {
			c.out = append(c.out, data[i:i+n]...)
			i += n
			continue
		}
		end, reason := brokenUTF8(data, i)
		next, err := c.decodeError(i, end, reason)
		if err != nil {
			return err
		}
		i, data = next, c.data
	}
	return nil
}

// brokenUTF8 tells what is wrong with the character at data[i:], and where
// what belongs to it ends.
func brokenUTF8(data string, i int) (end int, reason string) {
	b := data[i]
	low, high, more := byte(0x80), byte(0xBF), 0
	switch {
	case b < 0xC2 || b > 0xF4:
		return i + 1, "invalid start byte"
	case b < 0xE0:
		more = 1
	case b < 0xF0:
		more = 2
		if b == 0xE0 {
			low = 0xA0
		} else if b == 0xED {
			high = 0x9F
		}
	default:
		more = 3
		if b == 0xF0 {
			low = 0x90
		} else if b == 0xF4 {
			high = 0x8F
		}
	}
	for n := 1; n <= more; n++ {
		if i+n >= len(data) {
			return len(data), "unexpected end of data"
		}
		if d := data[i+n]; d < low || d > high {
			return i + n, "invalid continuation byte"
		}
		low, high = 0x80, 0xBF
	}
	return i + 1, "invalid start byte"
}

// encodeNarrow makes the encoder of an encoding whose bytes are code points
// below limit.
func encodeNarrow(limit rune, reason string) func(c *converter, s *Str) error {
	return func(c *converter, s *Str) error {
		if s.ASCII() {
			c.whole = true
			return nil
		}
		return c.encodeEach(s, reason, func(r rune) bool { return r >= limit }, func(r rune) { c.out = append(c.out, byte(r)) })
	}
}

func decodeASCII(c *converter, data string) error {
	if isASCII(data) {
		c.whole = true
		return nil
	}
	if err := c.grow(len(data) + 16); err != nil {
		return err
	}
	for i := 0; i < len(data); {
		if data[i] < 0x80 {
			c.out = append(c.out, data[i])
			i++
			continue
		}
		next, err := c.decodeError(i, i+1, "ordinal not in range(128)")
		if err != nil {
			return err
		}
		i, data = next, c.data
	}
	return nil
}

func decodeLatin1(c *converter, data string) error {
	if isASCII(data) {
		c.whole = true
		return nil
	}
	if err := c.grow(len(data) * 2); err != nil {
		return err
	}
	for i := 0; i < len(data); i++ {
		c.out = utf8.AppendRune(c.out, rune(data[i]))
	}
	return nil
}

// encodeEach encodes character by character. bad tells which ones the encoding
// lacks; runs of them go to the error handler.
func (c *converter) encodeEach(s *Str, reason string, bad func(r rune) bool, put func(r rune)) error {
	if cap(c.out) == 0 {
		if err := c.grow(len(s.S) + 16); err != nil {
			return err
		}
	}
	for i, at := 0, 0; at < len(s.S); {
		r, n := decodeRune(s.S[at:])
		if !bad(r) {
			put(r)
			i, at = i+1, at+n
			continue
		}
		end := i + 1
		for j := at + n; j < len(s.S); end++ {
			r, n := decodeRune(s.S[j:])
			if !bad(r) {
				break
			}
			j += n
		}
		text, raw, next, err := c.encodeError(i, end, reason)
		if err != nil {
			return err
		}
		c.out = append(c.out, raw...)
		for t := text; t != ""; {
			r, n := decodeRune(t)
			if bad(r) {
				return c.encodeFailure(i, end, reason)
			}
			put(r)
			t = t[n:]
		}
		at = c.vm.byteAt(s, next)
		i = next
	}
	return nil
}

// charmap is a single-byte encoding made ready for use.
type charmap struct {
	decode [256]rune
	encode map[rune]byte
}

const undefinedByte = 0xFFFE

var (
	charmaps   = map[string]*codec{}
	charmapsMu sync.Mutex
)

func charmapCodec(name, text string) *codec {
	charmapsMu.Lock()
	defer charmapsMu.Unlock()
	if c := charmaps[name]; c != nil {
		return c
	}
	m := &charmap{encode: map[rune]byte{}}
	runes := []rune(text)
	for i := range 256 {
		r := rune(i)
		if len(runes) == 256 {
			r = runes[i]
		} else if i >= 128 {
			r = runes[i-128]
		}
		m.decode[i] = r
		if _, double := m.encode[r]; r != undefinedByte && !double {
			m.encode[r] = byte(i)
		}
	}
	c := &codec{"charmap", m.encodeAll, m.decodeAll}
	charmaps[name] = c
	return c
}

const noMapping = "character maps to <undefined>"

func (m *charmap) encodeAll(c *converter, s *Str) error {
	return c.encodeEach(s, noMapping, func(r rune) bool { _, ok := m.encode[r]; return !ok },
		func(r rune) { c.out = append(c.out, m.encode[r]) })
}

func (m *charmap) decodeAll(c *converter, data string) error {
	if err := c.grow(len(data) * 2); err != nil {
		return err
	}
	for i := 0; i < len(data); {
		if r := m.decode[data[i]]; r != undefinedByte {
			c.out = utf8.AppendRune(c.out, r)
			i++
			continue
		}
		next, err := c.decodeError(i, i+1, noMapping)
		if err != nil {
			return err
		}
		i, data = next, c.data
	}
	return nil
}
