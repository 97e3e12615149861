package civil

import (
	"fmt"
	"slices"
	"strings"
)

// fields are the values that a match gives, before they are put together.
type fields struct {
	Parsed
	hasYear, hasJulian, hasISOYear bool
	isoYear, isoWeek, week         int
	hasISOWeek, hasWeek, monday    bool
	weekday                        int // -1: not given
	month, day                     int // 0: not given
}

func (f *fields) set(conv byte, s, meridiem string) error {
	n := number(s)
	switch conv {
	case 'y':
		f.Year, f.hasYear = n+1900, true
		if n <= 68 {
			f.Year += 100
		}
	case 'Y':
		f.Year, f.hasYear = n, true
	case 'G':
		f.isoYear, f.hasISOYear = n, true
	case 'm':
		f.month = n
	case 'B':
		f.month = nameIndex(Months[1:], s, false) + 1
	case 'b':
		f.month = nameIndex(Months[1:], s, true) + 1
	case 'd':
		f.day = n
	case 'H':
		f.Hour = n
	case 'I':
		f.Hour = n
		if meridiem != "pm" && n == 12 {
			f.Hour = 0
		} else if meridiem == "pm" && n != 12 {
			f.Hour += 12
		}
	case 'M':
		f.Minute = n
	case 'S':
		f.Second = n
	case 'f':
		f.Micro = number(s + strings.Repeat("0", 6-len(s)))
	case 'A':
		f.weekday = nameIndex(Days[:], s, false)
	case 'a':
		f.weekday = nameIndex(Days[:], s, true)
	case 'w':
		f.weekday = (n + 6) % 7
	case 'u':
		f.weekday = n - 1
	case 'j':
		f.YearDay, f.hasJulian = n, true
	case 'U', 'W':
		f.week, f.hasWeek, f.monday = n, true, conv == 'W'
	case 'V':
		f.isoWeek, f.hasISOWeek = n, true
	case 'Z':
		f.Zone, f.HasZone = s, true
	case 'z':
		return f.setOffset(s)
	}
	return nil
}

func nameIndex(names []string, s string, short bool) int {
	return slices.IndexFunc(names, func(n string) bool {
		if short {
			n = n[:3]
		}
		return strings.EqualFold(n, s)
	})
}

func (f *fields) setOffset(s string) error {
	f.HasOffset = true
	if s == "Z" {
		return nil
	}
	z := s
	if z[3] == ':' {
		z = z[:3] + z[4:]
		if len(z) > 5 {
			if z[5] != ':' {
				return parseErrorf("Inconsistent use of : in %s", s)
			}
			z = z[:5] + z[6:]
		}
	} else if i := strings.IndexByte(z, ':'); i >= 0 {
		return parseErrorf("invalid literal for int() with base 10: '%s'", z[i:min(i+2, len(z))])
	}
	f.Offset = number(z[1:3])*3600 + number(z[3:5])*60
	if len(z) >= 7 {
		f.Offset += number(z[5:7])
	}
	if len(z) > 8 {
		f.OffsetMicro = number(z[8:] + strings.Repeat("0", 6-len(z[8:])))
	}
	if s[0] == '-' {
		f.Offset, f.OffsetMicro = -f.Offset, -f.OffsetMicro
	}
	return nil
}

// checkISO refuses the combinations that leave the day open.
func (f *fields) checkISO() error {
	isoOnly := f.hasISOYear && !f.hasYear
	switch {
	case isoOnly && (!f.hasISOWeek || f.weekday < 0):
		return parseErrorf("ISO year directive '%%G' must be used with the ISO week directive '%%V' and a weekday directive ('%%A', '%%a', '%%w', or '%%u').")
	case isoOnly && f.hasJulian:
		return parseErrorf("Day of the year directive '%%j' is not compatible with ISO year directive '%%G'. Use '%%Y' instead.")
	case isoOnly || f.hasWeek || !f.hasISOWeek:
	case f.weekday < 0:
		return parseErrorf("ISO week directive '%%V' must be used with the ISO year directive '%%G' and a weekday directive ('%%A', '%%a', '%%w', or '%%u').")
	default:
		return parseErrorf("ISO week directive '%%V' is incompatible with the year directive '%%Y'. Use the ISO year '%%G' instead.")
	}
	return nil
}

// resolve puts the fields together to a date.
func (f *fields) resolve() (*Parsed, error) {
	if err := f.checkISO(); err != nil {
		return nil, err
	}
	p := f.Parsed
	p.Month, p.Day = max(f.month, 1), max(f.day, 1)
	noYear := !f.hasYear
	leapDay := noYear && p.Month == 2 && p.Day == 29
	switch {
	case leapDay:
		p.Year = 1904
	case noYear:
		p.Year = 1900
	}
	hasJulian := f.hasJulian
	if !hasJulian && f.weekday >= 0 {
		if f.hasWeek {
			p.YearDay, hasJulian = f.julian(p.Year), true
			if p.YearDay <= 0 {
				p.Year--
				p.YearDay += DaysInYear(p.Year)
			}
		} else if f.hasISOYear && f.hasISOWeek {
			if err := CheckISO(f.isoYear, f.isoWeek, f.weekday+1); err != "" {
				return nil, parseErrorf("%s", err)
			}
			p.Year, p.Month, p.Day = Date(ISOOrdinal(f.isoYear, f.isoWeek, f.weekday+1))
		}
	}
	if p.Year < MinYear || p.Year > MaxYear {
		return nil, parseErrorf("year %d is out of range", p.Year)
	}
	if hasJulian {
		if p.Year, p.Month, p.Day = Date(Ordinal(p.Year, 1, 1) + p.YearDay - 1); p.Year > MaxYear {
			return nil, parseErrorf("year %d is out of range", p.Year)
		}
	} else {
		if p.Day > DaysInMonth(p.Year, p.Month) {
			return nil, parseErrorf("day is out of range for month")
		}
		p.YearDay = YearDay(p.Year, p.Month, p.Day)
	}
	if p.Weekday = f.weekday; f.weekday < 0 {
		p.Weekday = Weekday(p.Year, p.Month, p.Day)
	}
	if leapDay {
		p.Year = 1900
	}
	p.DST = -1
	if f.HasZone {
		p.DST = 0
	}
	return &p, nil
}

// julian is the day of the year by week and day of the week.
func (f *fields) julian(year int) int {
	first, day := Weekday(year, 1, 1), f.weekday
	if !f.monday { // weeks start on Sunday
		first, day = (first+1)%7, (day+1)%7
	}
	week0 := (7 - first) % 7
	if f.week == 0 {
		return 1 + day - first
	}
	return 1 + week0 + 7*(f.week-1) + day
}

// CheckISO gives the text of the error that a year, week and day of the ISO
// calendar deserve; "" if they are a date.
func CheckISO(year, week, day int) string {
	switch {
	case year < MinYear || year > MaxYear:
		return fmt.Sprintf("Year is out of range: %d", year)
	case week <= 0 || week > 53 || week == 53 && ISOWeeks(year) < 53:
		return fmt.Sprintf("Invalid week: %d", week)
	case day < 1 || day > 7:
		return fmt.Sprintf("Invalid day: %d (range is [1, 7])", day)
	}
	return ""
}
