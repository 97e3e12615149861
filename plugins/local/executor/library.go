package executor

import (
	"math/big"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared/value"
)

// libraryTypes are the classes of the standard library that travel exactly, by
// module and name. They are read through their public attributes.
var libraryTypes map[string]func(e *encoder, v py.Value) (value.Value, error)

func init() {
	libraryTypes = map[string]func(e *encoder, v py.Value) (value.Value, error){
		"datetime.datetime":  (*encoder).datetime,
		"datetime.date":      (*encoder).date,
		"datetime.time":      (*encoder).time,
		"datetime.timedelta": (*encoder).timedelta,
		"decimal.Decimal": func(e *encoder, v py.Value) (value.Value, error) {
			s, err := e.vm.Str(v)
			return value.Decimal(s), err
		},
		"fractions.Fraction": (*encoder).fraction,
		"PIL.Image.Image":    (*encoder).imageOf,
		"pathlib.PurePath": func(e *encoder, v py.Value) (value.Value, error) {
			s, err := e.vm.Str(v)
			return value.Path(s), err
		},
	}
}

// ints reads int attributes by name.
func (e *encoder) ints(v py.Value, names ...string) ([]int, error) {
	out := make([]int, len(names))
	for i, n := range names {
		x, err := e.vm.GetAttr(v, e.vm.Intern(n))
		if err != nil {
			return nil, err
		}
		out[i] = int(x.AsInt())
	}
	return out, nil
}

func (e *encoder) date(v py.Value) (value.Value, error) {
	n, err := e.ints(v, "year", "month", "day")
	if err != nil {
		return nil, err
	}
	return value.Date{Year: n[0], Month: n[1], Day: n[2]}, nil
}

func (e *encoder) time(v py.Value) (value.Value, error) {
	t, err := e.clock(v)
	return t, err
}

func (e *encoder) clock(v py.Value) (value.Time, error) {
	n, err := e.ints(v, "hour", "minute", "second", "microsecond", "fold")
	if err != nil {
		return value.Time{}, err
	}
	t := value.Time{Hour: n[0], Minute: n[1], Second: n[2], Microsecond: n[3], Fold: n[4]}
	offset, err := e.vm.CallMethod(v, e.vm.Intern("utcoffset"))
	if err != nil || offset.IsNone() {
		return t, err
	}
	d, err := e.ints(offset, "days", "seconds", "microseconds")
	if err != nil {
		return t, err
	}
	t.Zone = &value.Zone{Offset: (int64(d[0])*86400+int64(d[1]))*1_000_000 + int64(d[2])}
	zone := e.attr(e.attr(v, e.vm.Intern("tzinfo")), e.vm.Intern("key"))
	if zone.Bound() && zone.Str() != nil {
		t.Zone.Name = zone.Str().S
	}
	return t, nil
}

func (e *encoder) datetime(v py.Value) (value.Value, error) {
	d, err := e.date(v)
	if err != nil {
		return nil, err
	}
	t, err := e.clock(v)
	return value.DateTime{Date: d.(value.Date), Time: t}, err
}

func (e *encoder) timedelta(v py.Value) (value.Value, error) {
	n, err := e.ints(v, "days", "seconds", "microseconds")
	if err != nil {
		return nil, err
	}
	return value.TimeDelta{Days: n[0], Seconds: n[1], Microseconds: n[2]}, nil
}

func (e *encoder) fraction(v py.Value) (value.Value, error) {
	s, err := e.vm.Str(v)
	if err != nil {
		return nil, err
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, nil
	}
	return value.Fraction{Num: r.Num(), Den: r.Denom()}, nil
}

// libraryClass imports a class of the standard library.
func (d *decoder) libraryClass(module, class string) (py.Value, error) {
	_, m, err := d.vm.Import(module)
	if err != nil {
		return py.Value{}, err
	}
	return d.vm.GetAttr(m.Value(), d.vm.Intern(class))
}

func (d *decoder) call(module, class string, args ...py.Value) (py.Value, error) {
	c, err := d.libraryClass(module, class)
	if err != nil {
		return py.Value{}, err
	}
	return d.vm.Call(c, args...)
}

func ints(list ...int) []py.Value {
	out := make([]py.Value, len(list))
	for i, n := range list {
		out[i] = py.Int(int64(n))
	}
	return out
}

func (d *decoder) timedelta(t value.TimeDelta) (py.Value, error) {
	return d.call("datetime", "timedelta", ints(t.Days, t.Seconds, t.Microseconds)...)
}

// zone is the tzinfo of a Zone: a ZoneInfo where it has a name and the zone is
// known, else a fixed offset.
func (d *decoder) zone(z *value.Zone) (py.Value, error) {
	if z == nil {
		return py.None, nil
	}
	if z.Name != "" && !strings.HasPrefix(z.Name, "UTC") {
		if v, err := d.call("zoneinfo", "ZoneInfo", py.NewStr(z.Name)); err == nil {
			return v, nil
		}
	}
	offset, err := d.timedelta(value.TimeDelta{Seconds: int(z.Offset / 1_000_000), Microseconds: int(z.Offset % 1_000_000)})
	if err != nil {
		return py.Value{}, err
	}
	if z.Offset == 0 {
		c, err := d.libraryClass("datetime", "timezone")
		if err != nil {
			return py.Value{}, err
		}
		return d.vm.GetAttr(c, d.vm.Intern("utc"))
	}
	return d.call("datetime", "timezone", offset)
}

// withZone finishes the arguments of time and datetime, and sets fold.
func (d *decoder) withZone(class string, args []py.Value, t value.Time) (py.Value, error) {
	zone, err := d.zone(t.Zone)
	if err != nil {
		return py.Value{}, err
	}
	args = append(args, ints(t.Hour, t.Minute, t.Second, t.Microsecond)...)
	c, err := d.libraryClass("datetime", class)
	if err != nil {
		return py.Value{}, err
	}
	kw := py.Kwargs{}
	if t.Fold != 0 {
		kw = py.Kwargs{Names: []py.Value{py.NewStr("fold")}, Vals: []py.Value{py.Int(1)}}
	}
	return d.vm.CallKw(c, append(args, zone), kw)
}

func (d *decoder) fraction(f value.Fraction) (py.Value, error) {
	return d.call("fractions", "Fraction", d.vm.NewInt(f.Num), d.vm.NewInt(f.Den))
}
