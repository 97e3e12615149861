// Package timetuple has time.struct_time, which the modules time and datetime
// both give.
package timetuple

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/structseq"
)

// Type is time.struct_time.
var Type = sync.OnceValue(func() *structseq.Type {
	return structseq.New(structseq.Options{
		Module: "time", Name: "struct_time", Visible: 9,
		Doc:    "The time value as returned by gmtime(), localtime(), and strptime(), and\n accepted by asctime(), mktime() and strftime().",
		Fields: []string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff"},
	})
})

// Fields are the fields of a struct_time; Weekday counts from Monday, YearDay
// from 1.
type Fields struct {
	Year, Month, Day, Hour, Minute, Second int
	Weekday, YearDay, DST                  int
	Zone, Offset                           py.Value // unbound: None
}

// Value makes the struct_time.
func (f *Fields) Value(vm *py.VM) py.Value {
	out := make([]py.Value, 0, 11)
	for _, n := range [9]int{f.Year, f.Month, f.Day, f.Hour, f.Minute, f.Second, f.Weekday, f.YearDay, f.DST} {
		out = append(out, py.Int(int64(n)))
	}
	for _, v := range [2]py.Value{f.Zone, f.Offset} {
		if !v.Bound() {
			v = py.None
		}
		out = append(out, v)
	}
	return Type().Of(vm, out...)
}
