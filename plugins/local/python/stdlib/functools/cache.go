package functools

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// cache is a function with remembered results. Where their number is bounded,
// results maps a call to its link in a ring, the least recently used one after
// root; else to the result itself.
type cache struct {
	py.Object
	fn           py.Value
	results      *py.Dict
	root         link
	max          int // -1: no bound
	typed        bool
	hits, misses int64
	info         py.Value // the named tuple class for cache_info
}

// link is a remembered call with its place in the order of use.
type link struct {
	py.Object
	prev, next *link
	key        py.Value
	hash       uint64
	result     py.Value
}

var (
	cacheType   = sync.OnceValue(newCacheType)
	cacheTypeOf *py.Type
	linkType    = sync.OnceValue(newLinkType)
	linkTypeOf  *py.Type
)

func asCache(v py.Value) *cache { return py.As[cache](v, cacheTypeOf) }

func newLinkType() *py.Type {
	linkTypeOf = py.NewNativeType[link](py.TypeSpec{
		Name: "_lru_list_elem", Module: "functools", Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Slots: py.Slots{Visit: func(v py.Value, f func(py.Value)) {
			l := py.As[link](v, linkTypeOf)
			f(l.key)
			f(l.result)
		}},
	})
	return linkTypeOf
}

func newCacheType() *py.Type {
	itself := func(vm *py.VM, a []py.Value) (py.Value, error) { return a[0], nil }
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
				c.root.alone()
				c.hits, c.misses = 0, 0
				return py.None, nil
			}),
			py.Method("__copy__", 0, 0, itself),
			py.Method("__deepcopy__", 1, 1, itself),
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return vm.GetAttr(a[0], nameQualName)
			}),
		},
	})
	return cacheTypeOf
}

var (
	cacheSignature = py.ParseSignature("user_function, maxsize, typed, cache_info_type")
	nameQualName   = py.Name("__qualname__")
)

func newCache(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [4]py.Value
	if err := vm.Bind("lru_cache", cacheSignature, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	if !py.Callable(a[0]) {
		return py.Value{}, py.TypeErrorf("the first argument must be callable")
	}
	c := &cache{fn: a[0], results: vm.NewDict(), max: -1, info: a[3]}
	c.root.alone()
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
	vm.NewObject(&c.Object, cls, 192)
	return py.Of(&c.Object), nil
}

// key is what a call is remembered under: the argument itself where that is a
// single int or str, else a tuple. Its marks, which guest code has no hold of,
// keep f(a=1) apart from f(mark, 'a', 1), and f((1, 2)) from f(1, 2).
func (c *cache) key(vm *py.VM, args []py.Value, kw py.Kwargs) py.Value {
	if len(args) == 1 && kw.Len() == 0 && !c.typed {
		if t := args[0].Type(); t == py.IntType || t == py.StrType {
			return args[0]
		}
	}
	mark := py.Of(&linkType().Object)
	parts := append(make([]py.Value, 0, len(args)+2*kw.Len()+2), args...)
	if kw.Len() > 0 {
		parts = append(parts, mark)
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
	return vm.NewTuple(append(parts, mark))
}

func callCache(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
	c := asCache(self)
	if c.max == 0 {
		c.misses++
		return vm.CallKw(c.fn, args, kw)
	}
	key := c.key(vm, args, kw)
	h, err := vm.Hash(key)
	if err != nil {
		return py.Value{}, err
	}
	hash := uint64(h)
	found, err := c.results.GetHashed(vm, key, hash)
	if err != nil {
		return py.Value{}, err
	}
	if found.Bound() {
		c.hits++
		if c.max < 0 {
			return found, nil
		}
		l := py.As[link](found, linkTypeOf)
		l.unlink()
		l.before(&c.root)
		return l.result, nil
	}
	c.misses++
	v, err := vm.CallKw(c.fn, args, kw)
	if err != nil {
		return py.Value{}, err
	}
	if c.max < 0 {
		return v, c.results.SetHashed(vm, key, v, hash)
	}
	return v, c.remember(vm, key, hash, v)
}

// remember puts a result into a cache with a bound. Each step may run guest
// code, which may call the function again.
func (c *cache) remember(vm *py.VM, key py.Value, hash uint64, v py.Value) error {
	if found, err := c.results.GetHashed(vm, key, hash); err != nil || found.Bound() {
		return err // remembered meanwhile
	}
	if oldest := c.root.next; c.results.Len() >= c.max && oldest != &c.root {
		oldest.unlink()
		gone, err := c.results.DeleteHashed(vm, oldest.key, oldest.hash)
		if err != nil || !gone.Bound() {
			return err // else removed meanwhile: another call made the change that this one is for
		}
	}
	l := &link{key: key, hash: hash, result: v}
	vm.NewObject(&l.Object, linkType(), 112)
	if err := c.results.SetHashed(vm, key, py.Of(&l.Object), hash); err != nil {
		return err
	}
	l.before(&c.root)
	return nil
}

// alone makes a ring of one.
func (l *link) alone() { l.prev, l.next = l, l }

func (l *link) unlink() {
	l.prev.next, l.next.prev = l.next, l.prev
	l.alone()
}

// before puts a link that stands alone in front of another.
func (l *link) before(at *link) {
	l.prev, l.next = at.prev, at
	at.prev.next, at.prev = l, l
}
