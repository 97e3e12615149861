package parser

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
)

// maxDigits is how many decimal digits an integer literal may have.
const maxDigits = 4300

// number is the value of the number at the current token.
func (p *parser) number() ast.Const {
	s := p.file.Text(&p.toks[p.i])
	if strings.IndexByte(s, '_') >= 0 {
		s = strings.ReplaceAll(s, "_", "")
	}
	if len(s) > 1 && s[0] == '0' && strings.IndexByte("xXoObB", s[1]) >= 0 {
		return bigInt(s[2:], map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20])
	}
	if last := s[len(s)-1]; last|0x20 == 'j' {
		return complex(0, float(s[:len(s)-1]))
	}
	if strings.ContainsAny(s, ".eE") {
		return float(s)
	}
	if digits := strings.TrimLeft(s, "0"); len(digits) > maxDigits {
		p.failWith("SyntaxError", fmt.Sprintf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; "+
			"use sys.set_int_max_str_digits() to increase the limit - "+
			"Consider hexadecimal for huge integer literals to avoid decimal conversion limits.", maxDigits, len(digits)), -1)
	}
	return bigInt(s, 10)
}

func bigInt(digits string, base int) ast.Const {
	if n, err := strconv.ParseInt(digits, base, 64); err == nil {
		return n
	}
	n, _ := new(big.Int).SetString(digits, base)
	return n
}

// float converts a literal; a value out of range is infinite.
func float(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}
