// Package itertools is Python's module itertools.
package itertools

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// types are made once a process, at the first import.
var types = sync.OnceValue(func() []*py.Type {
	cls := func(name, sig, doc string, make py.IterMaker) *py.Type {
		return py.NewIterClass("itertools", name, sig, doc, make)
	}
	chain := cls("chain", "*iterables", "Return a chain object whose .__next__() method returns elements from the\nfirst iterable until it is exhausted, then elements from the next\niterable, until all of the iterables are exhausted.", newChain)
	chain.AddMethods(py.ClassMethod("from_iterable", "iterable, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
		outer, err := vm.Iter(a[1])
		if err != nil {
			return py.Value{}, err
		}
		it, err := vm.Call(a[0])
		if err != nil {
			return py.Value{}, err
		}
		it.Iterator().SetNext(outer, chained(outer))
		return it, nil
	}))
	return []*py.Type{
		chain,
		cls("accumulate", "iterable, func=None, *, initial=None", "Return series of accumulated sums (or other binary function results).", newAccumulate),
		cls("batched", "iterable, n", "Batch data into tuples of length n. The last batch may be shorter than n.", newBatched),
		cls("combinations", "iterable, r", "Return successive r-length combinations of elements in the iterable.", newCombinations),
		cls("combinations_with_replacement", "iterable, r", "Return successive r-length combinations of elements in the iterable allowing individual elements to have successive repeats.", newCombinationsWithReplacement),
		cls("compress", "data, selectors", "Return data elements corresponding to true selector elements.", newCompress),
		countType(),
		cls("cycle", "iterable, /", "Return elements from the iterable until it is exhausted. Then repeat the sequence indefinitely.", newCycle),
		cls("dropwhile", "predicate, iterable, /", "Drop items from the iterable while predicate(item) is true.\n\nAfterwards, return every element until the iterable is exhausted.", newDropWhile),
		cls("filterfalse", "function, iterable, /", "Return those items of iterable for which function(item) is false.", newFilterFalse),
		cls("groupby", "iterable, key=None", "make an iterator that returns consecutive keys and groups from the iterable", newGroupBy),
		cls("islice", "*args", "islice(iterable, stop) --> islice object\nislice(iterable, start, stop[, step]) --> islice object", newISlice),
		cls("pairwise", "iterable, /", "Return an iterator of overlapping pairs taken from the input iterator.", newPairwise),
		cls("permutations", "iterable, r=None", "Return successive r-length permutations of elements in the iterable.", newPermutations),
		cls("product", "*iterables, repeat=1", "Cartesian product of input iterables.  Equivalent to nested for-loops.", newProduct),
		repeatType(),
		cls("starmap", "function, iterable, /", "Return an iterator whose values are returned from the function evaluated with an argument tuple taken from the given sequence.", newStarMap),
		cls("takewhile", "predicate, iterable, /", "Return successive entries from an iterable as long as the predicate evaluates to true for each entry.", newTakeWhile),
		cls("zip_longest", "*iterables, fillvalue=None", "Return a zip_longest object whose .__next__() method returns a tuple where\nthe i-th element comes from the i-th iterable argument.", newZipLongest),
	}
})

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("itertools", "Functional tools for creating and using iterators.")
	for _, t := range types() {
		m.Set(t.QualName, py.Of(&t.Object))
	}
	m.Add(py.Func("tee", 1, 2, tee))
	return m, nil
}

var countType, repeatType func() *py.Type

func init() {
	countType, repeatType = sync.OnceValue(makeCountType), sync.OnceValue(makeRepeatType)
}

type nextFunc = func(vm *py.VM) (py.Value, error)

var end py.Value

func newChain(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	outer, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	return []py.Value{outer}, chained(outer), nil
}

// chained gives the items of the iterables that outer gives.
func chained(outer py.Value) nextFunc {
	var inner py.Value
	return func(vm *py.VM) (py.Value, error) {
		for {
			if inner.Bound() {
				v, err := vm.Next(inner)
				if err != nil || v.Bound() {
					return v, err
				}
				inner = end
			}
			src, err := vm.Next(outer)
			if err != nil || !src.Bound() {
				return end, err
			}
			if inner, err = vm.Iter(src); err != nil {
				return end, err
			}
			if err := vm.Tick(1); err != nil {
				return end, err
			}
		}
	}
}

func newAccumulate(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	it, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	f, total := a[1], a[2]
	first := !total.IsNone()
	if !first {
		total = end
	}
	return []py.Value{it, f}, func(vm *py.VM) (py.Value, error) {
		if first {
			first = false
			return total, nil
		}
		v, err := vm.Next(it)
		if err != nil || !v.Bound() {
			return end, err
		}
		switch {
		case !total.Bound():
			total = v
		case f.IsNone():
			total, err = vm.Binary(py.OpAdd, total, v)
		default:
			total, err = vm.Call(f, total, v)
		}
		return total, err
	}, nil
}

func newBatched(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	n, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return nil, nil, err
	}
	if n < 1 {
		return nil, nil, py.ValueErrorf("n must be at least one")
	}
	it, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	return []py.Value{it}, func(vm *py.VM) (py.Value, error) {
		var row []py.Value
		for len(row) < n {
			v, err := vm.Next(it)
			if err != nil {
				return end, err
			}
			if !v.Bound() {
				break
			}
			row = append(row, v)
			if err := vm.Tick(1); err != nil {
				return end, err
			}
		}
		if len(row) == 0 {
			return end, nil
		}
		return vm.NewTuple(row), nil
	}, nil
}

func newCompress(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	data, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	sel, err := vm.Iter(a[1])
	if err != nil {
		return nil, nil, err
	}
	return []py.Value{data, sel}, func(vm *py.VM) (py.Value, error) {
		for {
			v, err := vm.Next(data)
			if err != nil || !v.Bound() {
				return end, err
			}
			s, err := vm.Next(sel)
			if err != nil || !s.Bound() {
				return end, err
			}
			ok, err := vm.Truth(s)
			if err != nil {
				return end, err
			}
			if ok {
				return v, nil
			}
			if err := vm.Tick(1); err != nil {
				return end, err
			}
		}
	}, nil
}

func newCycle(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	it, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	saved := vm.NewList(nil)
	pos, done := 0, false
	return []py.Value{it, saved}, func(vm *py.VM) (py.Value, error) {
		if !done {
			v, err := vm.Next(it)
			if err != nil {
				return end, err
			}
			if v.Bound() {
				saved.List().Append(vm, v)
				return v, nil
			}
			done = true
		}
		items := saved.List().Items
		if len(items) == 0 {
			return end, nil
		}
		if pos == len(items) {
			pos = 0
		}
		pos++
		return items[pos-1], vm.Tick(1)
	}, nil
}

// whileTest calls a predicate.
func whileTest(vm *py.VM, f, v py.Value) (bool, error) {
	r, err := vm.Call(f, v)
	if err != nil {
		return false, err
	}
	return vm.Truth(r)
}

func newDropWhile(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	f := a[0]
	it, err := vm.Iter(a[1])
	if err != nil {
		return nil, nil, err
	}
	dropping := true
	return []py.Value{f, it}, func(vm *py.VM) (py.Value, error) {
		for {
			v, err := vm.Next(it)
			if err != nil || !v.Bound() || !dropping {
				return v, err
			}
			if dropping, err = whileTest(vm, f, v); err != nil {
				return end, err
			}
			if !dropping {
				return v, nil
			}
		}
	}, nil
}

func newTakeWhile(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	f := a[0]
	it, err := vm.Iter(a[1])
	if err != nil {
		return nil, nil, err
	}
	return []py.Value{f, it}, func(vm *py.VM) (py.Value, error) {
		v, err := vm.Next(it)
		if err != nil || !v.Bound() {
			return end, err
		}
		ok, err := whileTest(vm, f, v)
		if err != nil || !ok {
			return end, err
		}
		return v, nil
	}, nil
}

func newFilterFalse(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	f := a[0]
	it, err := vm.Iter(a[1])
	if err != nil {
		return nil, nil, err
	}
	return []py.Value{f, it}, func(vm *py.VM) (py.Value, error) {
		for {
			v, err := vm.Next(it)
			if err != nil || !v.Bound() {
				return end, err
			}
			var ok bool
			if f.IsNone() {
				ok, err = vm.Truth(v)
			} else {
				ok, err = whileTest(vm, f, v)
			}
			if err != nil || !ok {
				return v, err
			}
			if err := vm.Tick(1); err != nil {
				return end, err
			}
		}
	}, nil
}

func newPairwise(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	it, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	var old py.Value
	return []py.Value{it}, func(vm *py.VM) (py.Value, error) {
		if !old.Bound() {
			v, err := vm.Next(it)
			if err != nil || !v.Bound() {
				return end, err
			}
			old = v
		}
		before := old // the source may ask this iterator for items
		v, err := vm.Next(it)
		if err != nil || !v.Bound() {
			return end, err
		}
		pair := vm.NewTupleOf(before, v)
		old = v
		return pair, nil
	}, nil
}

func newStarMap(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	f := a[0]
	it, err := vm.Iter(a[1])
	if err != nil {
		return nil, nil, err
	}
	return []py.Value{f, it}, func(vm *py.VM) (py.Value, error) {
		v, err := vm.Next(it)
		if err != nil || !v.Bound() {
			return end, err
		}
		args, err := vm.Collect(v)
		if err != nil {
			return end, err
		}
		return vm.Call(f, args...)
	}, nil
}

func newZipLongest(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	fill := a[1]
	var its []py.Value
	for _, v := range a[0].Tuple().Items {
		it, err := vm.Iter(v)
		if err != nil {
			return nil, nil, err
		}
		its = append(its, it)
	}
	held := append([]py.Value{fill}, its...)
	active := len(its)
	return held, func(vm *py.VM) (py.Value, error) {
		if active == 0 {
			return end, nil
		}
		row := make([]py.Value, len(its))
		for i, it := range its {
			row[i] = fill
			if !it.Bound() {
				continue
			}
			v, err := vm.Next(it)
			if err != nil {
				return end, err
			}
			if v.Bound() {
				row[i] = v
				continue
			}
			its[i] = end
			if active--; active == 0 {
				return end, nil
			}
		}
		return vm.NewTuple(row), nil
	}, nil
}
