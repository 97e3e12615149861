package time

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/datetime"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/timetuple"
)

func texts() []*py.Builtin {
	return []*py.Builtin{
		py.Func("strftime", 0, -1, strftime),
		py.Func("strptime", 0, -1, strptime),
		py.Func("asctime", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m, err := momentArg(vm, a, "asctime")
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(civil.Format("%a %b %e %H:%M:%S %Y", m)), nil
		}),
		py.Func("ctime", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			f, err := fieldsOf(vm, a)
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(civil.Format("%a %b %e %H:%M:%S %Y", moment(f))), nil
		}),
	}
}

// fieldsOf are the fields of the time that the optional argument gives in
// seconds since 1970.
func fieldsOf(vm *py.VM, a []py.Value) (*timetuple.Fields, error) {
	sec := vm.Now().Unix()
	if len(a) > 0 && !a[0].IsNone() {
		if a[0].IsFloat() || a[0].FloatObject() != nil {
			f, err := vm.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			if math.IsNaN(f) {
				return nil, py.ValueErrorf("Invalid value NaN (not a number)")
			}
			if f = math.Floor(f); !(f >= math.MinInt64 && f < math.MaxInt64) {
				return nil, outOfRange()
			}
			sec = int64(f)
		} else {
			i, err := vm.Index(a[0])
			if err != nil {
				return nil, err
			}
			if !i.IsInt() {
				return nil, outOfRange()
			}
			sec = i.AsInt()
		}
	}
	days := sec / 86400
	if sec%86400 < 0 {
		days--
	}
	if days > 1<<38 || days < -1<<38 {
		return nil, py.NewOSError(vm, 75, "Value too large for defined data type")
	}
	rest := int(sec - days*86400)
	y, m, d := civil.Date(int(days) + civil.UnixEpoch)
	return &timetuple.Fields{
		Year: y, Month: m, Day: d, Hour: rest / 3600, Minute: rest / 60 % 60, Second: rest % 60,
		Weekday: civil.Weekday(y, m, d), YearDay: civil.YearDay(y, m, d),
	}, nil
}

func outOfRange() error {
	return py.Raise(py.OverflowError, "timestamp out of range for platform time_t")
}

func split(vm *py.VM, a []py.Value, zone string) (py.Value, error) {
	f, err := fieldsOf(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	f.Zone, f.Offset = vm.NewString(zone), py.Int(0)
	return f.Value(vm), nil
}

func moment(f *timetuple.Fields) *civil.Moment {
	return &civil.Moment{
		Year: f.Year, Month: f.Month, Day: f.Day, Hour: f.Hour, Minute: f.Minute, Second: f.Second,
		Weekday: f.Weekday, YearDay: f.YearDay, DST: f.DST,
	}
}

// tupleArg reads the nine numbers of a tuple or struct_time, unchecked.
func tupleArg(vm *py.VM, v py.Value, function string) (n [9]int, zone string, offset int, err error) {
	fields := timetuple.Type().Fields(v)
	if fields == nil {
		t := v.Tuple()
		if t == nil {
			return n, "", 0, py.TypeErrorf("Tuple or struct_time argument required")
		}
		if fields = t.Items; len(fields) != 9 {
			return n, "", 0, py.TypeErrorf("%s(): illegal time tuple argument", function)
		}
	}
	for i := range n {
		if n[i], err = getargs.Int32(vm, fields[i]); err != nil {
			return n, "", 0, err
		}
	}
	if n[0] < math.MinInt32+1900 {
		return n, "", 0, py.Raise(py.OverflowError, "year out of range")
	}
	if n[8] >= 0 {
		zone = "UTC"
	}
	if len(fields) == 11 {
		if s := fields[9].Str(); s != nil {
			zone = s.S
		}
		if fields[10].IsInt() {
			offset = int(fields[10].AsInt())
		}
	}
	return n, zone, offset, nil
}

// momentArg reads the optional time tuple of strftime or asctime, and checks
// its fields.
func momentArg(vm *py.VM, a []py.Value, function string) (*civil.Moment, error) {
	if len(a) == 0 {
		f, err := fieldsOf(vm, nil)
		if err != nil {
			return nil, err
		}
		m := moment(f)
		m.Zone = "UTC"
		return m, nil
	}
	n, zone, offset, err := tupleArg(vm, a[0], function)
	if err != nil {
		return nil, err
	}
	orOne := func(x int) int {
		if x == 0 {
			return 1
		}
		return x
	}
	n[1], n[2], n[7] = orOne(n[1]), orOne(n[2]), orOne(n[7])
	check := []struct {
		ok   bool
		what string
	}{
		{n[1] >= 1 && n[1] <= 12, "month"}, {n[2] >= 1 && n[2] <= 31, "day of month"}, {n[3] >= 0 && n[3] <= 23, "hour"},
		{n[4] >= 0 && n[4] <= 59, "minute"}, {n[5] >= 0 && n[5] <= 61, "seconds"}, {n[6] >= -1, "day of week"}, {n[7] >= 1 && n[7] <= 366, "day of year"},
	}
	for _, c := range check {
		if !c.ok {
			return nil, py.ValueErrorf("%s out of range", c.what)
		}
	}
	return &civil.Moment{
		Year: n[0], Month: n[1], Day: n[2], Hour: n[3], Minute: n[4], Second: n[5],
		Weekday: (n[6] + 7) % 7, YearDay: n[7], DST: n[8], Zone: zone, Offset: offset,
	}, nil
}

func strftime(vm *py.VM, a []py.Value) (py.Value, error) {
	if len(a) == 0 {
		return py.Value{}, py.TypeErrorf("strftime() takes at least 1 argument (0 given)")
	}
	if len(a) > 2 {
		return py.Value{}, py.TypeErrorf("strftime() takes at most 2 arguments (%d given)", len(a))
	}
	format, err := getargs.Text("strftime", 1, a[0])
	if err != nil {
		return py.Value{}, err
	}
	m, err := momentArg(vm, a[1:], "strftime")
	if err != nil {
		return py.Value{}, err
	}
	if err := vm.Reserve(int64(len(format)) * 16); err != nil {
		return py.Value{}, err
	}
	return vm.NewString(civil.Format(format, m)), nil
}

func strptime(vm *py.VM, a []py.Value) (py.Value, error) {
	if len(a) == 0 || len(a) > 2 {
		return py.Value{}, py.TypeErrorf("_strptime_time() takes from 1 to 2 positional arguments but %d were given", len(a))
	}
	format := py.NewStr("%a %b %d %H:%M:%S %Y")
	if len(a) == 2 {
		format = a[1]
	}
	for i, v := range []py.Value{a[0], format} {
		if v.Str() == nil {
			r, err := vm.Repr(py.Of(&v.Type().Object))
			if err != nil {
				return py.Value{}, err
			}
			return py.Value{}, py.TypeErrorf("strptime() argument %d must be str, not %s", i, r)
		}
	}
	p, err := datetime.Strptime(vm, a[0], format)
	if err != nil {
		return py.Value{}, err
	}
	return parsedTuple(vm, p), nil
}

func parsedTuple(vm *py.VM, p *civil.Parsed) py.Value {
	f := timetuple.Fields{
		Year: p.Year, Month: p.Month, Day: p.Day, Hour: p.Hour, Minute: p.Minute, Second: p.Second,
		Weekday: p.Weekday, YearDay: p.YearDay, DST: p.DST,
	}
	if p.HasZone {
		f.Zone = vm.NewString(p.Zone)
	}
	if p.HasOffset {
		f.Offset = py.Int(int64(p.Offset))
	}
	return f.Value(vm)
}

// StrptimeNatives puts the parser into the namespace of the module _strptime.
func StrptimeNatives(vm *py.VM, m *py.Module) error {
	datetime.Setup()
	m.Add(
		py.Func("_struct_time", 2, 2, strptime),
		py.Func("_fields", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			t, err := strptime(vm, a)
			if err != nil {
				return py.Value{}, err
			}
			p, err := datetime.Strptime(vm, a[0], a[1])
			if err != nil {
				return py.Value{}, err
			}
			fields := vm.NewTuple(append([]py.Value(nil), timetuple.Type().Fields(t)...))
			return vm.NewTupleOf(fields, py.Int(int64(p.Micro)), py.Int(int64(p.OffsetMicro))), nil
		}),
	)
	return nil
}

// mktime takes fields of any size, as C's function does.
func mktime(vm *py.VM, a []py.Value) (py.Value, error) {
	n, _, _, err := tupleArg(vm, a[0], "mktime")
	if err != nil {
		return py.Value{}, err
	}
	months := n[0]*12 + n[1] - 1
	y, m := months/12, months%12
	if m < 0 {
		y, m = y-1, m+12
	}
	days := civil.Ordinal(y, m+1, 1) + n[2] - 1 - civil.UnixEpoch
	return py.Float(float64(days*86400 + n[3]*3600 + n[4]*60 + n[5])), nil
}
