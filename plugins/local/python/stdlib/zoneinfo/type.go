package zoneinfo

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/datetime"
)

func newType() *py.Type {
	query := func(name, doc string, f func(vm *py.VM, k *kind) (py.Value, error)) *py.Builtin {
		return py.Method(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			z := asInfo(a[0])
			if a[1].IsNone() {
				if !z.zone.fixed {
					return py.None, nil
				}
				return f(vm, z.zone.after)
			}
			t, ok := datetime.LocalOf(a[1])
			if !ok {
				return py.Value{}, py.Raise(py.AttributeError, "'%s' object has no attribute 'toordinal'", a[1].Type().Name)
			}
			return f(vm, z.find(t))
		}).WithDoc(doc)
	}
	return py.NewNativeType[info](py.TypeSpec{
		Name: "ZoneInfo", Module: "zoneinfo", Base: datetime.TZInfoType,
		Slots: py.Slots{
			New: cached,
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
				if z := asInfo(v); z.key.IsNone() {
					return vm.NewString(v.Type().Name + ".from_file(" + z.file + ")"), nil
				}
				r, err := vm.Repr(asInfo(v).key)
				return vm.NewString(v.Type().Name + "(key=" + r + ")"), err
			},
			Str: func(vm *py.VM, v py.Value) (py.Value, error) {
				if key := asInfo(v).key; !key.IsNone() {
					return vm.StrValue(key)
				}
				r, err := vm.Repr(v)
				return vm.NewString(r), err
			},
			Visit: func(v py.Value, f func(py.Value)) { f(asInfo(v).key) },
		},
		Members: []py.Member{{Name: "key", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return asInfo(v).key, nil }}},
		Methods: []*py.Builtin{
			query("utcoffset", "Retrieve a timedelta representing the UTC offset in a zone at the given datetime.", func(vm *py.VM, k *kind) (py.Value, error) { return datetime.NewSeconds(vm, k.offset) }),
			query("dst", "Retrieve a timedelta representing the amount of DST applied in a zone at the given datetime.", func(vm *py.VM, k *kind) (py.Value, error) { return datetime.NewSeconds(vm, k.dst) }),
			query("tzname", "Retrieve a string containing the abbreviation for the time zone that applies in a zone at a given datetime.", func(vm *py.VM, k *kind) (py.Value, error) { return vm.NewString(k.name), nil }),
			py.Method("fromutc", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				t, err := datetime.CheckFromUTC(a[0], a[1])
				if err != nil {
					return py.Value{}, err
				}
				k, fold := asInfo(a[0]).zone.fromUTC(t.Seconds, t.Year)
				return datetime.Shift(vm, a[1], k.offset, fold)
			}).WithDoc("Given a datetime with local time in UTC, retrieve an adjusted datetime in local time."),
			py.ClassMethod("no_cache", "key", func(vm *py.VM, a []py.Value) (py.Value, error) {
				v, err := create(vm, a[0].AsType(), a[1])
				if err == nil {
					asInfo(v).plain = true
				}
				return v, err
			}).WithDoc("Get a new instance of ZoneInfo, bypassing the cache."),
			py.ClassMethod("clear_cache", "*, only_keys=None", clearCache).WithDoc("Clear the ZoneInfo cache."),
			py.ClassMethod("from_file", "file_obj, /, key=None", fromFile).WithDoc("Create a ZoneInfo file from a file object."),
			py.ClassMethod("_unpickle", "key, from_cache, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
				if keep, err := vm.Truth(a[2]); err != nil || keep {
					v, callErr := vm.Call(a[0], a[1])
					if err == nil {
						err = callErr
					}
					return v, err
				}
				return create(vm, a[0].AsType(), a[1])
			}),
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				z := asInfo(a[0])
				f, err := vm.GetAttr(py.Of(&a[0].Type().Object), py.Name("_unpickle"))
				if err != nil {
					return py.Value{}, err
				}
				fromCache := int64(1)
				if z.plain {
					fromCache = 0
				}
				return vm.NewTupleOf(f, vm.NewTupleOf(z.key, py.Int(fromCache))), nil
			}),
		},
	})
}

func clearCache(vm *py.VM, a []py.Value) (py.Value, error) {
	d, err := space(vm)
	if err != nil {
		return py.Value{}, err
	}
	cache := d.GetStr(nameCache).Dict()
	if a[1].IsNone() {
		cache.Clear()
		return py.None, nil
	}
	return py.None, vm.Iterate(a[1], func(key py.Value) error {
		_, err := cache.Delete(vm, vm.NewTupleOf(a[0], key))
		return err
	})
}

func fromFile(vm *py.VM, a []py.Value) (py.Value, error) {
	r, err := vm.Repr(a[1])
	if err != nil {
		return py.Value{}, err
	}
	data, err := vm.CallMethod(a[1], py.Name("read"))
	if err != nil {
		return py.Value{}, err
	}
	text, err := py.BytesLike(data)
	if err != nil {
		return py.Value{}, err
	}
	z, err := parse([]byte(text))
	if err != nil {
		return py.Value{}, py.ValueErrorf("Invalid TZif file: magic not found")
	}
	v := alloc(vm, a[0].AsType(), z, a[2])
	asInfo(v).file = r
	return v, nil
}
