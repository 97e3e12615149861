package unicodedata

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// numbers has the characters that stand for a number and are no decimal
// digits, from UnicodeData.txt and Unihan: a code point and its number on each
// line, and "digit" where the character is one (Numeric_Type=Digit).
//
//go:embed numbers.txt
var numbers string

// decompositions has the decomposition mappings of UnicodeData.txt: a code
// point and its mapping on each line.
//
//go:embed decompositions.txt
var decompositions string

// find gives what follows a code point in a table of lines in order, without
// reading all of it.
func find(table string, r rune) (string, bool) {
	for table != "" {
		mid := strings.LastIndexByte(table[:len(table)/2], '\n') + 1
		line, after, _ := strings.Cut(table[mid:], "\n")
		code, rest, _ := strings.Cut(line, " ")
		at, err := strconv.ParseInt(code, 16, 32)
		switch {
		case err != nil:
			return "", false
		case rune(at) == r:
			return rest, true
		case rune(at) > r:
			table = table[:mid]
		default:
			table = after
		}
	}
	return "", false
}

func decomposition(r rune) string {
	d, _ := find(decompositions, r)
	return d
}

func decimal(r rune) (py.Value, bool) {
	d := py.DecimalDigit(r)
	return py.Int(int64(d)), d >= 0
}

func digit(r rune) (py.Value, bool) {
	if v, ok := decimal(r); ok {
		return v, true
	}
	s, _ := find(numbers, r)
	s, ok := strings.CutSuffix(s, " digit")
	n, err := strconv.Atoi(s)
	return py.Int(int64(n)), ok && err == nil
}

func numeric(r rune) (py.Value, bool) {
	if d := py.DecimalDigit(r); d >= 0 {
		return py.Float(float64(d)), true
	}
	s, ok := find(numbers, r)
	if !ok {
		return py.Value{}, false
	}
	num, den, divided := strings.Cut(strings.TrimSuffix(s, " digit"), "/")
	f, err := strconv.ParseFloat(num, 64)
	if divided && err == nil {
		var d float64
		d, err = strconv.ParseFloat(den, 64)
		f /= d
	}
	return py.Float(f), err == nil
}
