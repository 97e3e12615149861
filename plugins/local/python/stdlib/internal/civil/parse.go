package civil

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parsed is what Parse reads.
type Parsed struct {
	Year, Month, Day     int
	Hour, Minute, Second int
	Micro                int
	Weekday, YearDay     int
	DST                  int // -1 unless a zone was named
	Zone                 string
	HasZone, HasOffset   bool
	Offset, OffsetMicro  int // seconds east of UTC, and the rest in microseconds
}

// ParseError is the text of the ValueError that Python raises. A wrong Format
// is told "from None".
type ParseError struct {
	Text   string
	Format bool
}

func (e *ParseError) Error() string { return e.Text }

// ErrTwice says that a format has a directive twice. Python raises what
// compiling a regular expression with two groups of one name raises.
var ErrTwice = errors.New("a directive stands twice in the format")

func parseErrorf(format string, args ...any) error {
	return &ParseError{Text: fmt.Sprintf(format, args...)}
}

func formatErrorf(format string, args ...any) error {
	return &ParseError{Text: fmt.Sprintf(format, args...), Format: true}
}

// item is one piece of a compiled format: a literal, a run of white space (conv
// ' ') or a directive.
type item struct {
	conv    byte // 0: literal
	literal string
}

var expansions = map[byte]string{'c': "%a %b %d %H:%M:%S %Y", 'x': "%m/%d/%y", 'X': "%H:%M:%S"}

// compile splits a format into items.
func compile(format string) ([]item, error) {
	var items []item
	for i := 0; i < len(format); {
		r, n := utf8.DecodeRuneInString(format[i:])
		switch {
		case unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F:
			if len(items) == 0 || items[len(items)-1].conv != ' ' {
				items = append(items, item{conv: ' '})
			}
		case r == '%':
			if i+1 == len(format) {
				return nil, nil
			}
			c, size := utf8.DecodeRuneInString(format[i+1:])
			n += size
			switch {
			case c == '%':
				items = append(items, item{literal: "%"})
			case c < utf8.RuneSelf && expansions[byte(c)] != "":
				sub, _ := compile(expansions[byte(c)])
				items = append(items, sub...)
			case c < utf8.RuneSelf && strings.ContainsRune("dfHIGjmMSUwuVyYzAaBbpZW", c):
				items = append(items, item{conv: byte(c)})
			default:
				if unicode.IsSpace(c) {
					c = '%'
				}
				return nil, formatErrorf("'%s' is a bad directive in format '%s'", string(c), format)
			}
		default:
			items = append(items, item{literal: string(r)})
		}
		i += n
	}
	return items, nil
}

// Parse reads a date and time by a format of strptime. The error is a
// *ParseError or ErrTwice.
func Parse(data, format, dataRepr, formatRepr string) (*Parsed, error) {
	items, err := compile(format)
	if err != nil {
		return nil, err
	}
	if items == nil && format != "" {
		return nil, formatErrorf("stray %% in format '%s'", format)
	}
	seen := [128]bool{}
	for _, it := range items {
		if it.conv > ' ' {
			if seen[it.conv] {
				return nil, ErrTwice
			}
			seen[it.conv] = true
		}
	}
	m := &matcher{items: items, data: data, got: make([]string, len(items))}
	end := m.match(0, 0)
	if end < 0 {
		return nil, parseErrorf("time data %s does not match format %s", dataRepr, formatRepr)
	}
	if end < len(data) {
		return nil, parseErrorf("unconverted data remains: %s", data[end:])
	}
	f := &fields{weekday: -1}
	for i, it := range items {
		if it.conv > ' ' {
			if err := f.set(it.conv, m.got[i], m.meridiem()); err != nil {
				return nil, err
			}
		}
	}
	return f.resolve()
}

// matcher finds the first match of the items as a backtracking regular
// expression would. The items' alternatives are few, so it stays cheap: steps
// bounds it all the same.
type matcher struct {
	items []item
	data  string
	got   []string
	steps int
}

const maxSteps = 1 << 20

// match gives the end of the match of items i... at pos, or -1.
func (m *matcher) match(i, pos int) int {
	if i == len(m.items) {
		return pos
	}
	if m.steps++; m.steps > maxSteps {
		return -1
	}
	it, rest := m.items[i], m.data[pos:]
	switch it.conv {
	case 0:
		if n := foldPrefix(rest, it.literal); n > 0 {
			return m.match(i+1, pos+n)
		}
		return -1
	case ' ':
		for n := spaces(rest); n > 0; {
			if end := m.match(i+1, pos+n); end >= 0 {
				return end
			}
			_, size := utf8.DecodeLastRuneInString(rest[:n])
			n -= size
		}
		return -1
	}
	for _, n := range candidates(it.conv, rest) {
		m.got[i] = rest[:n]
		if end := m.match(i+1, pos+n); end >= 0 {
			return end
		}
	}
	return -1
}

func (m *matcher) meridiem() string {
	for i, it := range m.items {
		if it.conv == 'p' {
			return strings.ToLower(m.got[i])
		}
	}
	return ""
}

func spaces(s string) int {
	return len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }))
}

// foldPrefix is the length of the prefix of s that equals one character
// regardless of case.
func foldPrefix(s, char string) int {
	_, n := utf8.DecodeRuneInString(s)
	if n > 0 && strings.EqualFold(s[:n], char) {
		return n
	}
	return 0
}

// A pattern is a list of alternatives of character classes, each in the form
// "lo-hi lo-hi": one class a character.
var patterns = map[byte][]string{
	'd': {"3301", "1209", "0019", "19", "  19"}, 'H': {"2203", "0109", "09"}, 'I': {"1102", "0019", "19"},
	'G': {"09090909"}, 'j': {"336606", "330509", "120909", "001909", "000019", "1909", "0019", "19"},
	'm': {"1102", "0019", "19"}, 'M': {"0509", "09"}, 'S': {"6601", "0509", "09"}, 'U': {"5503", "0409", "09"},
	'W': {"5503", "0409", "09"}, 'w': {"06"}, 'u': {"17"}, 'V': {"5503", "0019", "1409", "09"}, 'y': {"0909"}, 'Y': {"09090909"},
}

// candidates are the lengths that a directive can match at the start of s, in
// the order in which they are tried.
func candidates(conv byte, s string) []int {
	var out []int
	switch conv {
	case 'f':
		n := 0
		for n < 6 && n < len(s) && isDigit(s[n]) {
			n++
		}
		for ; n > 0; n-- {
			out = append(out, n)
		}
	case 'z':
		return offsetLengths(s)
	case 'A', 'a', 'B', 'b', 'p', 'Z':
		for _, w := range words[conv] {
			if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) {
				out = append(out, len(w))
			}
		}
	default:
		for _, p := range patterns[conv] {
			if n := len(p) / 2; fits(s, p) {
				out = append(out, n)
			}
		}
	}
	return out
}

func fits(s, pattern string) bool {
	n := len(pattern) / 2
	if len(s) < n {
		return false
	}
	for i := range n {
		if s[i] < pattern[2*i] || s[i] > pattern[2*i+1] {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// words are the names that a directive reads, longest first.
var words = func() map[byte][]string {
	w := map[byte][]string{'p': {"am", "pm"}, 'Z': {"utc", "gmt"}}
	for _, d := range Days {
		w['A'] = append(w['A'], strings.ToLower(d))
		w['a'] = append(w['a'], strings.ToLower(d[:3]))
	}
	for _, m := range Months[1:] {
		w['B'] = append(w['B'], strings.ToLower(m))
		w['b'] = append(w['b'], strings.ToLower(m[:3]))
	}
	for _, list := range w {
		slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	}
	return w
}()

// offsetLengths are the lengths of a zone offset at the start of s:
// ±HH[:]MM[[:]SS[.ffffff]] or Z.
func offsetLengths(s string) []int {
	if strings.HasPrefix(s, "Z") {
		return []int{1}
	}
	if len(s) < 3 || s[0] != '+' && s[0] != '-' || !isDigit(s[1]) || !isDigit(s[2]) {
		return nil
	}
	two := func(i int) int {
		if i < len(s) && s[i] == ':' {
			i++
		}
		if i+2 <= len(s) && s[i] >= '0' && s[i] <= '5' && isDigit(s[i+1]) {
			return i + 2
		}
		return 0
	}
	minutes := two(3)
	if minutes == 0 {
		return nil
	}
	out := []int{minutes}
	if seconds := two(minutes); seconds > 0 {
		out = append([]int{seconds}, out...)
		if seconds < len(s) && s[seconds] == '.' {
			n := 0
			for n < 6 && seconds+1+n < len(s) && isDigit(s[seconds+1+n]) {
				n++
			}
			var longer []int
			for ; n > 0; n-- {
				longer = append(longer, seconds+1+n)
			}
			out = append(longer, out...)
		}
	}
	return out
}

// number reads digits with blanks around them.
func number(s string) int {
	n, _ := strconv.Atoi(strings.TrimSpace(s))
	return n
}
