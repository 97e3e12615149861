package sandbox

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/airlockhq/airlock/internal/units"
	"github.com/airlockhq/airlock/shared"
)

// limitFlag is what the values of the limit flags have in common: a text that is shown
// while the flag isn't set, and the limit in the protocol's terms.
type limitFlag[T ~int64] struct {
	shown string
	value T // 0: not set
}

// String implements pflag.Value.
func (l *limitFlag[T]) String() string { return l.shown }

// limit is the limit as shared.Limits wants it.
func (l *limitFlag[T]) limit() T { return l.value }

// set keeps a limit of which 0 means none.
func (l *limitFlag[T]) set(text string, v T) {
	l.shown, l.value = text, v
	if v == 0 {
		l.value = shared.Unlimited
	}
}

// Count is a flag that limits a number.
type Count struct{ limitFlag[int64] }

// Type implements pflag.Value.
func (*Count) Type() string { return "number" }

// Set implements pflag.Value.
func (c *Count) Set(text string) error {
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
	if err != nil || n < 0 {
		return errors.New("want a whole number, or 0 for no limit")
	}
	c.set(text, n)
	return nil
}

// Duration is a flag that limits a time.
type Duration struct{ limitFlag[time.Duration] }

// Type implements pflag.Value.
func (*Duration) Type() string { return "duration" }

// Set implements pflag.Value.
func (d *Duration) Set(text string) error {
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 {
		return errors.New("want a time with its unit, such as 500ms, 30s or 2m, or 0 for no limit")
	}
	d.set(text, v)
	return nil
}

// Size is a flag that limits bytes.
type Size struct{ limitFlag[int64] }

// Type implements pflag.Value.
func (*Size) Type() string { return "size" }

// Set implements pflag.Value.
func (s *Size) Set(text string) error {
	n, err := units.ParseSize(text)
	if err != nil {
		return err
	}
	s.set(text, n)
	return nil
}

// isIdentifier tells whether a Python name may look so. Keywords are left to the
// executor.
func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
