// Package forms knows how secrets are written where they travel.
package forms

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// Of are the texts by which a value shows: itself, and as it is in JSON, addresses, hexadecimal and base64, there
// also as a part of more, as the password in an Authorization header is. Of a value so short that its other forms
// are found in innocent words it is the value alone.
func Of(value string) []string {
	const short = 6
	switch {
	case value == "":
		return nil
	case len(value) < short:
		return []string{value}
	}
	digits := hex.EncodeToString([]byte(value))
	all := []string{value, quoted(value, true), quoted(value, false), url.QueryEscape(value), url.PathEscape(value), digits, strings.ToUpper(digits)}
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		all = append(all, enc.EncodeToString([]byte(value)))
		for before := range 3 {
			all = append(all, within(enc, value, before))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// quoted is a text as JSON has it, in quotes that aren't part of it.
func quoted(s string, html bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(html)
	_ = enc.Encode(s) // a string always can be
	return b.String()[1 : b.Len()-2]
}

// within are those characters of the base64 of a text that say nothing of what is around it; before is how many
// bytes more than a multiple of three come first.
func within(enc *base64.Encoding, s string, before int) string {
	text := enc.EncodeToString(append(make([]byte, before), s...))
	return text[(8*before+5)/6 : 8*(before+len(s))/6]
}
