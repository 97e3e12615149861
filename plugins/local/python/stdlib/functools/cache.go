package functools

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// cache is a function with remembered results: by use, the least recent first,
// in a dict whose order is that of use.
type cache struct {
	py.Object
	fn           py.Value
	results      *py.Dict
	max          int // -1: no bound
	typed        bool
	hits, misses int64
	info         py.Value // the named tuple class for cache_info
}

var (
	cacheType   = sync.OnceValue(newCacheType)
	cacheTypeOf *py.Type
)

func asCache(v py.Value) *cache { return py.As[cache](v, cacheTypeOf) }

func newCacheType() *py.Type {
	cacheTypeOf = py.NewNativeType[cache](py.TypeSpec{
		Name: "_lru_cache_wrapper", Module: "functools", Flags: py.TypeHasDict | py.TypeNoSubclass | py.TypeMethodDescr,
		Slots: py.Slots{
			New: newCache, Call: callCache,
			Get: func(vm *py.VM, descr, obj py.Value, owner *py.Type) (py.Value, error) {
				if !obj.Bound() || obj.IsNone() {
					return descr, nil
				}
				return vm.NewMethod(descr, obj), nil
			},
			Visit: func(v py.Value, f func(py.Value)) {
				c := asCache(v)
				f(c.fn)
				f(c.results.Value())
			},
		},
		Members: []py.Member{py.DictMember()},
		Methods: []*py.Builtin{
			py.Method("cache_info", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				c := asCache(a[0])
				bound := py.None
				if c.max >= 0 {
					bound = py.Int(int64(c.max))
				}
				return vm.Call(c.info, py.Int(c.hits), py.Int(c.misses), bound, py.Int(int64(c.results.Len())))
			}),
			py.Method("cache_clear", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				c := asCache(a[0])
				c.results.Clear()
				c.hits, c.misses = 0, 0
				return py.None, nil
			}),
		},
	})
	return cacheTypeOf
}

var cacheSignature = py.ParseSignature("user_function, maxsize, typed, cache_info_type")

func newCache(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [4]py.Value
	if err := vm.Bind("lru_cache", cacheSignature, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	if !py.Callable(a[0]) {
		return py.Value{}, py.TypeErrorf("the first argument must be callable")
	}
	c := &cache{fn: a[0], results: vm.NewDict(), max: -1, info: a[3]}
	if !a[1].IsNone() {
		n, err := vm.IndexInt(a[1], py.OverflowError)
		if err != nil {
			return py.Value{}, err
		}
		c.max = max(n, 0)
	}
	var err error
	if c.typed, err = vm.Truth(a[2]); err != nil {
		return py.Value{}, err
	}
	vm.NewObject(&c.Object, cls, 128)
	return py.Of(&c.Object), nil
}

// key is what a call is remembered under: the argument itself where that is a
// single int or str, else a tuple.
func (c *cache) key(vm *py.VM, args []py.Value, kw py.Kwargs) py.Value {
	if len(args) == 1 && kw.Len() == 0 && !c.typed {
		if t := args[0].Type(); t == py.IntType || t == py.StrType {
			return args[0]
		}
	}
	parts := append(make([]py.Value, 0, len(args)+2*kw.Len()+2), args...)
	if kw.Len() > 0 {
		parts = append(parts, py.Ellipsis)
		for i, n := range kw.Names {
			parts = append(parts, n, kw.Vals[i])
		}
	}
	if c.typed {
		for _, v := range args {
			parts = append(parts, py.Of(&v.Type().Object))
		}
		for _, v := range kw.Vals {
			parts = append(parts, py.Of(&v.Type().Object))
		}
	}
	// The marker keeps f((1, 2)) apart from f(1, 2).
	return vm.NewTuple(append(parts, py.NotImplemented))
}

func callCache(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
	c := asCache(self)
	if c.max == 0 {
		c.misses++
		return vm.CallKw(c.fn, args, kw)
	}
	key := c.key(vm, args, kw)
	v, err := c.results.Get(vm, key)
	if err != nil {
		return py.Value{}, err
	}
	if v.Bound() {
		c.hits++
		if c.max > 0 {
			// Used now: to the end of the order.
			if _, err := c.results.Delete(vm, key); err != nil {
				return py.Value{}, err
			}
			return v, c.results.Set(vm, key, v)
		}
		return v, nil
	}
	c.misses++
	if v, err = vm.CallKw(c.fn, args, kw); err != nil {
		return py.Value{}, err
	}
	if c.max > 0 && c.results.Len() >= c.max {
		if oldest, _, _, ok := c.results.Next(0); ok {
			if _, err := c.results.Delete(vm, oldest); err != nil {
				return py.Value{}, err
			}
		}
	}
	return v, c.results.Set(vm, key, v)
}
