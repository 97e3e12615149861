// Package zoneinfo is Python's module zoneinfo. The time zones are those of
// the IANA database, which is in the public domain, compiled into the program
// as zones.zip: one TZif file a zone.
package zoneinfo

import (
	"archive/zip"
	_ "embed"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/datetime"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

//go:embed zones.zip
var zones string

// files are the zones by name.
var files = sync.OnceValue(func() map[string]*zip.File {
	r, err := zip.NewReader(strings.NewReader(zones), int64(len(zones)))
	if err != nil {
		return nil
	}
	m := make(map[string]*zip.File, len(r.File))
	for _, f := range r.File {
		m[f.Name] = f
	}
	return m
})

// parsed are the zones read so far, by name.
var parsed sync.Map

// load is the zone of that name, nil if there is none.
func load(key string) *zone {
	if z, ok := parsed.Load(key); ok {
		return z.(*zone)
	}
	f := files()[key]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	z, err := parse(data)
	if err != nil {
		return nil
	}
	parsed.Store(key, z)
	return z
}

// info is a ZoneInfo.
type info struct {
	datetime.TZInfo
	key   py.Value // a str, or None from a file without
	file  string   // the repr of the file that it was read from
	zone  *zone
	plain bool // not from the cache
}

// find is the kind of time that a clock shows.
func (z *info) find(t datetime.Local) *kind {
	return z.zone.at(t.Seconds, t.Year, t.Fold)
}

var (
	infoType  *py.Type
	nameCache = py.Name("_cache")
	newSpec   = getargs.Spec{Names: []string{"key"}, Required: 1}
)

func asInfo(v py.Value) *info { return py.As[info](v, infoType) }

var setup = sync.OnceFunc(func() {
	datetime.Setup()
	infoType = newType()
})

// Load makes the module.
var Load = pymod.Loader("zoneinfo", func(vm *py.VM, m *py.Module) error {
	setup()
	m.Set("ZoneInfo", py.Of(&infoType.Object))
	m.Set("_cache", vm.NewDict().Value())
	m.Add(py.Func("_names", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
		names := vm.NewSet()
		for name := range files() {
			if name == "Factory" || strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/") {
				continue
			}
			if err := names.Add(vm, vm.NewString(name)); err != nil {
				return py.Value{}, err
			}
		}
		return names.Value(), nil
	}))
	return nil
})

// space is the namespace of this machine's module.
func space(vm *py.VM) (*py.Dict, error) {
	_, m, err := vm.Import("zoneinfo")
	if err != nil {
		return nil, err
	}
	return m.Dict, nil
}

// checkKey refuses keys that would be no file below the zones.
func checkKey(vm *py.VM, v py.Value) (string, error) {
	s := v.Str()
	if s == nil {
		return "", py.TypeErrorf("expected str, bytes or os.PathLike object, not %s", v.Type().Name)
	}
	key := s.S
	switch {
	case strings.HasPrefix(key, "/"):
		return "", py.ValueErrorf("ZoneInfo keys may not be absolute paths, got: %s", key)
	case key == "" || len(path.Clean(key)) != len(key):
		return "", py.ValueErrorf("ZoneInfo keys must be normalized relative paths, got: %s", key)
	case key == ".." || strings.HasPrefix(key, "../") || key == ".":
		return "", py.ValueErrorf("ZoneInfo keys must refer to subdirectories of TZPATH, got: %s", key)
	}
	return key, nil
}

func create(vm *py.VM, cls *py.Type, key py.Value) (py.Value, error) {
	name, err := checkKey(vm, key)
	if err != nil {
		return py.Value{}, err
	}
	z := load(name)
	if z == nil {
		d, err := space(vm)
		if err != nil {
			return py.Value{}, err
		}
		e, err := vm.Call(d.GetStr(py.Name("ZoneInfoNotFoundError")), vm.NewString("No time zone found with key "+name))
		if err != nil {
			return py.Value{}, err
		}
		return py.Value{}, e.Exception()
	}
	return alloc(vm, cls, z, key), nil
}

func alloc(vm *py.VM, cls *py.Type, z *zone, key py.Value) py.Value {
	x := &info{key: key, zone: z}
	x.Zone = finder{z}
	vm.NewObject(&x.Object, cls, 96)
	return py.Of(&x.Object)
}

// finder is a zone as package datetime asks it.
type finder struct{ *zone }

// Find gives the offset, its part of daylight saving and the name.
func (f finder) Find(t datetime.Local) (offset, dst int64, name string) {
	k := f.at(t.Seconds, t.Year, t.Fold)
	return k.offset, k.dst, k.name
}

// cached is ZoneInfo(key): the same object each time.
func cached(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [1]py.Value
	if err := newSpec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	d, err := space(vm)
	if err != nil {
		return py.Value{}, err
	}
	cache := d.GetStr(nameCache).Dict()
	slot := vm.NewTupleOf(py.Of(&cls.Object), a[0])
	if v, err := cache.Get(vm, slot); err != nil || v.Bound() {
		return v, err
	}
	v, err := create(vm, cls, a[0])
	if err != nil {
		return py.Value{}, err
	}
	return v, cache.Set(vm, slot, v)
}
