package datetime

import (
	"strconv"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func itoa(n int) string { return strconv.Itoa(n) }

// isoDate is datetime.IsoCalendarDate.
type isoDate struct{ py.Tuple }

var isoDateType = sync.OnceValue(func() *py.Type {
	field := func(i int, name string) py.Member {
		return py.Member{Name: name, Get: func(vm *py.VM, v py.Value) (py.Value, error) { return v.Tuple().Items[i], nil }}
	}
	return py.NewNativeType[isoDate](py.TypeSpec{
		Name: "IsoCalendarDate", Module: "datetime", Base: py.TupleType, Kind: py.KindTuple, Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Doc: "The result of date.isocalendar() or datetime.isocalendar()\n\nThis object may be accessed either as a tuple of\n  ((year, week, weekday))\nor via the object attributes as named in the above tuple.",
		Slots: py.Slots{Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
			n := v.Tuple().Items
			text := func(i int) string { return strconv.FormatInt(n[i].AsInt(), 10) }
			return vm.NewString("datetime.IsoCalendarDate(year=" + text(0) + ", week=" + text(1) + ", weekday=" + text(2) + ")"), nil
		}},
		Methods: []*py.Builtin{py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.NewTupleOf(py.Of(&py.TupleType.Object), vm.NewTupleOf(vm.NewTuple(a[0].Tuple().Items))), nil
		})},
		Members: []py.Member{field(0, "year"), field(1, "week"), field(2, "weekday")},
	})
})

func newISOCalendar(vm *py.VM, year, week, day int) py.Value {
	d := &isoDate{}
	d.Items = []py.Value{py.Int(int64(year)), py.Int(int64(week)), py.Int(int64(day))}
	vm.NewObject(&d.Object, isoDateType(), 96)
	return py.Of(&d.Object)
}
