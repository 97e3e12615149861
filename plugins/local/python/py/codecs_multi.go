package py

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// multiCodec is an encoding of several bytes a character by its normalized
// name; nil if there is none of that name.
func multiCodec(name string) *codec {
	var e encoding.Encoding
	narrow := false
	switch name {
	case "gbk", "cp936", "936", "ms936":
		name, e = "gbk", simplifiedchinese.GBK
	case "gb2312", "chinese", "csiso58gb231280", "euc_cn", "euccn", "eucgb2312_cn", "gb2312_1980", "gb2312_80", "iso_ir_58":
		name, e, narrow = "gb2312", simplifiedchinese.GBK, true
	case "gb18030", "gb18030_2000":
		name, e = "gb18030", simplifiedchinese.GB18030
	case "hz", "hzgb", "hz_gb", "hz_gb_2312":
		name, e = "hz", simplifiedchinese.HZGB2312
	case "big5", "big5_tw", "csbig5", "cp950", "950", "ms950":
		name, e = "big5", traditionalchinese.Big5
	case "big5hkscs", "big5_hkscs", "hkscs":
		name, e = "big5hkscs", traditionalchinese.Big5
	case "shift_jis", "csshiftjis", "shiftjis", "sjis", "s_jis":
		name, e = "shift_jis", japanese.ShiftJIS
	case "cp932", "932", "ms932", "mskanji", "ms_kanji", "windows_31j":
		name, e = "cp932", japanese.ShiftJIS
	case "euc_jp", "eucjp", "ujis", "u_jis":
		name, e = "euc_jp", japanese.EUCJP
	case "iso2022_jp", "csiso2022jp", "iso2022jp", "iso_2022_jp":
		name, e = "iso2022_jp", japanese.ISO2022JP
	case "euc_kr", "euckr", "korean", "ksc5601", "ks_c_5601", "ks_c_5601_1987", "ksx1001", "ks_x_1001":
		name, e, narrow = "euc_kr", korean.EUCKR, true
	case "cp949", "949", "ms949", "uhc":
		name, e = "cp949", korean.EUCKR
	default:
		return nil
	}
	m := &multi{e: e, narrow: narrow, stateful: name == "hz" || name == "iso2022_jp"}
	return &codec{name, m.encode, m.decode}
}

// multi converts one of these encodings.
type multi struct {
	e        encoding.Encoding
	narrow   bool // both bytes of a character are above 0xA0, which the wider encoding doesn't ask for
	stateful bool // what bytes mean depends on those before
}

const badMultibyte = "illegal multibyte sequence"

// fits reports whether all characters of two bytes are in the narrow part.
func (m *multi) fits(data string) bool {
	if !m.narrow {
		return true
	}
	for i := 0; i < len(data); i++ {
		if data[i] >= 0x80 {
			if i+1 >= len(data) || data[i] <= 0xA0 || data[i+1] <= 0xA0 {
				return false
			}
			i++
		}
	}
	return true
}

func (m *multi) encode(c *converter, s *Str) error {
	if s.ASCII() && !m.stateful {
		c.whole = true
		return nil
	}
	if err := c.vm.reserveText(2*len(s.S) + 16); err != nil {
		return err
	}
	if !hasSurrogates(s.S) {
		if out, err := m.e.NewEncoder().String(s.S); err == nil && m.fits(out) {
			if m.e == simplifiedchinese.HZGB2312 && strings.LastIndex(out, "~{") > strings.LastIndex(out, "~}") {
				out += "~}" // back to ASCII
			}
			c.out = []byte(out)
			return c.vm.tickBytes(len(out))
		}
	}
	enc := m.e.NewEncoder()
	one := func(r rune) (string, bool) {
		if isSurrogate(r) {
			return "", false
		}
		out, err := enc.String(string(r))
		return out, err == nil && m.fits(out)
	}
	bad := func(r rune) bool { _, ok := one(r); return !ok }
	return c.encodeEach(s, badMultibyte, bad, func(r rune) {
		out, _ := one(r)
		c.out = append(c.out, out...)
	})
}

func (m *multi) decode(c *converter, data string) error {
	if isASCII(data) && !m.stateful {
		c.whole = true
		return nil
	}
	if err := c.grow(3*len(data) + 16); err != nil {
		return err
	}
	if out, err := m.e.NewDecoder().String(data); err == nil && !strings.ContainsRune(out, utf8.RuneError) && m.fits(data) {
		c.out = append(c.out, out...)
		return c.vm.tickBytes(len(out))
	}
	dec := m.e.NewDecoder()
	for i := 0; i < len(data); {
		if data[i] < 0x80 {
			c.out = append(c.out, data[i])
			i++
			continue
		}
		text, n := m.character(dec, data[i:])
		if n > 0 {
			c.out = append(c.out, text...)
			i += n
			continue
		}
		end, reason := i+1, badMultibyte
		if n < 0 {
			end, reason = len(data), "incomplete multibyte sequence"
		}
		next, err := c.decodeError(i, end, reason)
		if err != nil {
			return err
		}
		i = next
		if err := c.vm.Tick(1); err != nil {
			return err
		}
	}
	return nil
}

// character is the first character of data and its length in bytes: 0 if there
// is none, -1 if it isn't complete.
func (m *multi) character(dec *encoding.Decoder, data string) (text string, n int) {
	for n := 1; n <= min(4, len(data)); n++ {
		if text, err := dec.String(data[:n]); err == nil && text != "" && !strings.ContainsRune(text, utf8.RuneError) && m.fits(data[:n]) {
			return text, n
		}
	}
	if len(data) == 1 {
		return "", -1
	}
	return "", 0
}
