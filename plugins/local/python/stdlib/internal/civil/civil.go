// Package civil has the calendar arithmetic and the texts of dates and times
// that the modules datetime, time and zoneinfo share. The calendar is the
// Gregorian one, extended to the years 1 to 9999.
package civil

// The first and last year, and the day number of the last day.
const (
	MinYear    = 1
	MaxYear    = 9999
	MaxOrdinal = 3652059
	// UnixEpoch is the ordinal of 1 January 1970.
	UnixEpoch = 719163
)

var daysBefore = [14]int{0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

// IsLeap reports whether a year has a 29 February.
func IsLeap(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

// DaysInMonth is the number of days of month m (1 to 12).
func DaysInMonth(y, m int) int {
	if m == 2 && IsLeap(y) {
		return 29
	}
	return daysBefore[m+1] - daysBefore[m]
}

// DaysInYear is 365 or 366.
func DaysInYear(y int) int {
	if IsLeap(y) {
		return 366
	}
	return 365
}

func daysBeforeYear(y int) int {
	y--
	return y*365 + floorDiv(y, 4) - floorDiv(y, 100) + floorDiv(y, 400)
}

// floorDiv rounds towards minus infinity.
func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// YearDay is the day of the year, from 1.
func YearDay(y, m, d int) int {
	n := daysBefore[m] + d
	if m > 2 && IsLeap(y) {
		n++
	}
	return n
}

// Ordinal numbers the days: 1 is 1 January of the year 1.
func Ordinal(y, m, d int) int { return daysBeforeYear(y) + YearDay(y, m, d) }

// Date is the date with the ordinal n, which may lie outside the years 1 to
// 9999.
func Date(n int) (y, m, d int) {
	n--
	cycles := floorDiv(n, 146097)
	n -= cycles * 146097
	y = cycles*400 + 1
	c := n / 36524
	n -= c * 36524
	q := n / 1461
	n -= q * 1461
	r := n / 365
	n -= r * 365
	y += c*100 + q*4 + r
	if c == 4 || r == 4 {
		return y - 1, 12, 31
	}
	leap := IsLeap(y)
	m = (n + 50) >> 5
	before := daysBefore[m]
	if m > 2 && leap {
		before++
	}
	if before > n {
		m--
		before = daysBefore[m]
		if m > 2 && leap {
			before++
		}
	}
	return y, m, n - before + 1
}

// Weekday is the day of the week, from 0 for Monday.
func Weekday(y, m, d int) int { return mod(Ordinal(y, m, d)+6, 7) }

func mod(a, b int) int { return a - b*floorDiv(a, b) }

// isoWeek1 is the ordinal of the Monday that starts the year by ISO 8601.
func isoWeek1(y int) int {
	first := Ordinal(y, 1, 1)
	weekday := mod(first+6, 7)
	monday := first - weekday
	if weekday > 3 {
		monday += 7
	}
	return monday
}

// ISOWeek is the year, week (from 1) and day (1 is Monday) by ISO 8601.
func ISOWeek(y, m, d int) (year, week, day int) {
	today := Ordinal(y, m, d)
	monday := isoWeek1(y)
	week = floorDiv(today-monday, 7)
	if week < 0 {
		y--
		monday = isoWeek1(y)
		week = floorDiv(today-monday, 7)
	} else if week >= 52 && today >= isoWeek1(y+1) {
		y++
		week = 0
	}
	return y, week + 1, mod(today-monday, 7) + 1
}

// ISOWeeks is the number of weeks of a year by ISO 8601.
func ISOWeeks(y int) int { return (isoWeek1(y+1) - isoWeek1(y)) / 7 }

// ISOOrdinal is the ordinal of a day given by ISO week; the parts must be
// valid.
func ISOOrdinal(year, week, day int) int { return isoWeek1(year) + (week-1)*7 + day - 1 }

// Names of the days, from Monday, and of the months.
var (
	Days   = [7]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	Months = [13]string{"", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)
