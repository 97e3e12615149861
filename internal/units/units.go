// Package units reads sizes as people write them.
package units

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// units are powers of 1024, whether written KiB, KB or K; nobody means 1000 where
// memory is concerned.
var units = map[string]float64{"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}

// ParseSize reads a number of bytes such as 512MiB, 1.5G or 4096.
func ParseSize(text string) (int64, error) {
	digits := strings.TrimRightFunc(text, unicode.IsLetter)
	unit := strings.ToLower(text[len(digits):])
	if unit != "b" {
		unit = strings.TrimSuffix(strings.TrimSuffix(unit, "b"), "i")
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	factor, known := units[unit]
	if err != nil || !known || n < 0 || math.IsNaN(n) || n*factor > math.MaxInt64/2 {
		return 0, errors.New("want a size such as 512MiB or 2GiB, or 0 for no limit")
	}
	return int64(n * factor), nil
}
