package datetime

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
)

// This file has what other packages need to make time zones.

// Zone is a time zone in Go: what TZInfo asks in place of its methods.
type Zone interface {
	// Find gives the offset from UTC, the part of it that is daylight saving,
	// both in seconds, and the name of the time.
	Find(t Local) (offset, dst int64, name string)
}

// Local is what a clock shows.
type Local struct {
	Seconds int64 // since 1970 on that clock
	Year    int
	Fold    uint8
}

func (m *moment) shown() Local {
	s := m.local()
	return Local{int64(s.days-civil.UnixEpoch)*secondsADay + int64(s.sec), int(m.y), m.fold}
}

// LocalOf is the time of a datetime without its zone; ok is false for any other
// object.
func LocalOf(v py.Value) (t Local, ok bool) {
	m := asMoment(v)
	if m == nil {
		return Local{}, false
	}
	return m.shown(), true
}

// CheckFromUTC is LocalOf for the argument of a zone's fromutc method.
func CheckFromUTC(self, v py.Value) (Local, error) {
	m, err := checkFromUTC(self, v)
	if err != nil {
		return Local{}, err
	}
	return m.shown(), nil
}

// NewSeconds makes a timedelta.
func NewSeconds(vm *py.VM, seconds int64) (py.Value, error) {
	s, err := newSpan(0, seconds, 0)
	return newDelta(vm, s, err)
}

// Shift is a datetime some seconds later, with the fold given.
func Shift(vm *py.VM, v py.Value, seconds int64, fold bool) (py.Value, error) {
	m := asMoment(v)
	s, err := newSpan(0, seconds, 0)
	if err != nil {
		return py.Value{}, err
	}
	sum, err := m.local().plus(s)
	if err != nil {
		return py.Value{}, err
	}
	f := uint8(0)
	if fold {
		f = 1
	}
	return fromLocal(vm, v.Type(), sum, m.tz, f)
}

// askZone asks the zone of tz if it has one in Go.
func askZone(tz, dt py.Value) (offset, dst int64, name string, ok bool) {
	z := py.As[TZInfo](tz, TZInfoType)
	if z == nil || z.Zone == nil || tz.Type().IsHeap() {
		return 0, 0, "", false
	}
	m := asMoment(dt)
	if m == nil {
		return 0, 0, "", false
	}
	offset, dst, name = z.Zone.Find(m.shown())
	return offset, dst, name, true
}
