package civil

import (
	"strconv"
	"strings"
)

// Moment is what Format writes: a date and time with the fields of C's struct
// tm, in Python's numbering.
type Moment struct {
	Year, Month, Day     int
	Hour, Minute, Second int
	Weekday              int // Monday is 0
	YearDay              int // from 1
	DST                  int // negative: unknown, which leaves out the zone's offset
	Zone                 string
	Offset               int // east of UTC in seconds
}

// Format writes a moment as the C library's strftime does in the C locale
// (that of GNU/Linux, with its flags and widths).
func Format(format string, t *Moment) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		d, n := parseDirective(format[i:])
		text, ok := d.text(t)
		if !ok {
			text = d.word(format[i : i+n])
		}
		b.WriteString(text)
		i += n - 1
	}
	return b.String()
}

// directive is one % sequence of a format.
type directive struct {
	pad     byte // 0, or the last of the flags _ - 0
	upper   bool // flag ^
	swap    bool // flag #
	width   int  // -1: none
	altered byte // E or O
	conv    byte // 0: the format ends
}

// maxWidth bounds the width of a field, so that a short format can't make a
// huge text.
const maxWidth = 1024

// parseDirective reads the sequence at the start of s and gives its length.
func parseDirective(s string) (d directive, n int) {
	d.width = -1
	i := 1
flags:
	for ; i < len(s); i++ {
		switch s[i] {
		case '_', '-', '0':
			d.pad = s[i]
		case '^':
			d.upper = true
		case '#':
			d.swap = true
		default:
			break flags
		}
	}
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		d.width = min(max(d.width, 0)*10+int(s[i]-'0'), maxWidth)
	}
	if i < len(s) && (s[i] == 'E' || s[i] == 'O') {
		d.altered = s[i]
		i++
	}
	if i < len(s) {
		d.conv = s[i]
		i++
	}
	return d, i
}

// alters lists the conversions that E and O may stand before.
var alters = map[byte]string{'E': "%CPRTXYZcnprstuxyz", 'O': "%BCGHIMPRSTUVWZbdeghjklmnprstuwyz"}

// text is what the directive writes; ok is false for one that does not exist.
func (d *directive) text(t *Moment) (s string, ok bool) {
	if d.altered != 0 && !strings.ContainsRune(alters[d.altered], rune(d.conv)) {
		return "", false
	}
	switch d.conv {
	case '%':
		return d.word("%"), true
	case 'n':
		return d.word("\n"), true
	case 't':
		return d.word("\t"), true
	case 'a', 'A', 'b', 'B', 'h', 'p', 'P', 'Z':
		return d.name(t), true
	case 'c', 'D', 'F', 'r', 'R', 'T', 'x', 'X':
		return d.sub(t), true
	case 'z':
		return d.offset(t), true
	case 's':
		days := Ordinal(t.Year, 1, 1) - UnixEpoch + YearDay(t.Year, clamp(t.Month), t.Day) - 1
		return d.word(strconv.Itoa(days*86400 + t.Hour*3600 + t.Minute*60 + t.Second)), true
	}
	return d.numeric(t)
}

func clamp(month int) int { return min(max(month, 1), 12) }

// numeric writes the conversions that are one number.
func (d *directive) numeric(t *Moment) (string, bool) {
	hour12 := t.Hour % 12
	if hour12 == 0 {
		hour12 = 12
	}
	sunday := (t.Weekday + 1) % 7
	switch d.conv {
	case 'C':
		return d.number(floorDiv(t.Year, 100), 1, '0'), true
	case 'd':
		return d.number(t.Day, 2, '0'), true
	case 'e':
		return d.number(t.Day, 2, '_'), true
	case 'H':
		return d.number(t.Hour, 2, '0'), true
	case 'I':
		return d.number(hour12, 2, '0'), true
	case 'k':
		return d.number(t.Hour, 2, '_'), true
	case 'l':
		return d.number(hour12, 2, '_'), true
	case 'j':
		return d.number(t.YearDay, 3, '0'), true
	case 'm':
		return d.number(t.Month, 2, '0'), true
	case 'M':
		return d.number(t.Minute, 2, '0'), true
	case 'S':
		return d.number(t.Second, 2, '0'), true
	case 'u':
		return d.number(t.Weekday+1, 1, '0'), true
	case 'w':
		return d.number(sunday, 1, '0'), true
	case 'U':
		return d.number((t.YearDay-1-sunday+7)/7, 2, '0'), true
	case 'W':
		return d.number((t.YearDay-1-t.Weekday+7)/7, 2, '0'), true
	case 'y':
		return d.number(mod(t.Year, 100), 2, '0'), true
	case 'Y':
		return d.number(t.Year, 1, '0'), true
	case 'V', 'G', 'g':
		year, week := t.isoWeek()
		switch d.conv {
		case 'V':
			return d.number(week, 2, '0'), true
		case 'G':
			return d.number(year, 1, '0'), true
		}
		return d.number(mod(year, 100), 2, '0'), true
	}
	return "", false
}

// isoWeek is the ISO year and week by the fields for the year, the day of the
// year and the day of the week, which need not agree.
func (t *Moment) isoWeek() (year, week int) {
	days := func(yday int) int {
		const bigEnough = 3 * 7
		thursday := yday - mod(yday-(t.Weekday+1)%7+4+bigEnough, 7) + 4 - 1
		return thursday
	}
	year = t.Year
	n := days(t.YearDay - 1)
	if n < 0 {
		year--
		n = days(t.YearDay - 1 + DaysInYear(year))
	} else if next := days(t.YearDay - 1 - DaysInYear(year)); next >= 0 {
		year++
		n = next
	}
	return year, n/7 + 1
}

// number writes a number of at least so many digits.
func (d *directive) number(v, digits int, pad byte) string {
	if d.pad != 0 {
		pad = d.pad
	}
	negative := v < 0
	if negative {
		v = -v
	}
	s := strconv.Itoa(v)
	sign := ""
	if negative {
		sign = "-"
	}
	if pad == '-' {
		return padTo(sign+s, d.width, '-')
	}
	n := max(digits, d.width) - len(sign) - len(s)
	if n <= 0 {
		return sign + s
	}
	if pad == '_' {
		return strings.Repeat(" ", n) + sign + s
	}
	return sign + strings.Repeat("0", n) + s
}

// padTo fills a text up to the width, with zeros if the flag says so.
func padTo(s string, width int, pad byte) string {
	n := width - len(s)
	if n <= 0 {
		return s
	}
	if pad == '0' {
		return strings.Repeat("0", n) + s
	}
	return strings.Repeat(" ", n) + s
}

func (d *directive) word(s string) string {
	if d.upper {
		s = strings.ToUpper(s)
	}
	return padTo(s, d.width, d.pad)
}

// name writes a day, a month, half of the day or a zone.
func (d *directive) name(t *Moment) string {
	s := ""
	upper := d.upper
	switch d.conv {
	case 'a', 'A':
		s = "?"
		if t.Weekday >= 0 && t.Weekday < 7 {
			s = Days[t.Weekday]
			if d.conv == 'a' {
				s = s[:3]
			}
		}
		upper = upper || d.swap
	case 'b', 'B', 'h':
		s = "?"
		if t.Month >= 1 && t.Month <= 12 {
			s = Months[t.Month]
			if d.conv != 'B' {
				s = s[:3]
			}
		}
		upper = upper || d.swap
	case 'p', 'P':
		s = "AM"
		if t.Hour > 11 {
			s = "PM"
		}
		if d.conv == 'P' || d.swap {
			s = strings.ToLower(s)
			upper = false
		}
	case 'Z':
		s = t.Zone
		if d.swap {
			s = strings.ToLower(s)
			upper = false
		}
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return padTo(s, d.width, d.pad)
}

// subFormats are the conversions that stand for a format.
var subFormats = map[byte]string{
	'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'F': "%Y-%m-%d", 'r': "%I:%M:%S %p",
	'R': "%H:%M", 'T': "%H:%M:%S", 'x': "%m/%d/%y", 'X': "%H:%M:%S",
}

func (d *directive) sub(t *Moment) string {
	s := Format(subFormats[d.conv], t)
	if d.upper {
		s = strings.ToUpper(s)
	}
	return padTo(s, d.width, d.pad)
}

func (d *directive) offset(t *Moment) string {
	if t.DST < 0 {
		return ""
	}
	minutes, sign := t.Offset/60, "+"
	if t.Offset < 0 {
		minutes, sign = -t.Offset/60, "-"
	}
	return padTo(sign, d.width, d.pad) + d.number(minutes/60*100+minutes%60, 4, '0')
}
