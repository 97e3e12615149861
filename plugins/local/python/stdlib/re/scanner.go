package re

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/internal/regex"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// scanner gives the matches in a text one after the other.
type scanner struct {
	py.Object
	p           *pattern
	subject     subject
	first, last int // characters
	it          *regex.Iter
}

var iteratorType = sync.OnceValue(func() *py.Type { return py.NewIteratorType("callable_iterator") })

var scannerType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	self := func(v py.Value) *scanner { return py.As[scanner](v, t) }
	step := func(name string, next func(it *regex.Iter, m *regex.Match) (bool, error)) *py.Builtin {
		return py.Method(name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m, err := self(a[0]).next(vm, next)
			if err == nil && !m.Bound() {
				m = py.None
			}
			return m, err
		})
	}
	t = py.NewNativeType[scanner](py.TypeSpec{
		Name: "SRE_Scanner", Module: "_sre", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Slots: py.Slots{Visit: func(v py.Value, f func(py.Value)) {
			f(self(v).subject.value)
			f(py.Of(&self(v).p.Object))
		}},
		Methods: []*py.Builtin{step("match", (*regex.Iter).NextHere), step("search", (*regex.Iter).Next)},
		Members: []py.Member{{Name: "pattern", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Of(&self(v).p.Object), nil }}},
	})
	return t
})

// scan starts to look for matches.
func (p *pattern) scan(vm *py.VM, v, pos, end py.Value) (*scanner, error) {
	s, err := p.subject(v)
	if err != nil {
		return nil, err
	}
	from, to, first, last, err := s.bounds(vm, pos, end)
	if err != nil {
		return nil, err
	}
	return &scanner{p: p, subject: s, first: first, last: last, it: p.prog.Iter(s.in, from, to, &budget{vm: vm})}, nil
}

// next is the next match, or unbound.
func (s *scanner) next(vm *py.VM, step func(it *regex.Iter, m *regex.Match) (bool, error)) (py.Value, error) {
	m := &match{re: s.p, subject: s.subject, pos: s.first, endpos: s.last}
	ok, err := step(s.it, &m.m)
	if err != nil {
		return py.Value{}, matchError(err)
	}
	if !ok {
		return py.Value{}, nil
	}
	return m.value(vm), nil
}

func (p *pattern) scanner(vm *py.VM, v, pos, end py.Value) (py.Value, error) {
	s, err := p.scan(vm, v, pos, end)
	if err != nil {
		return py.Value{}, err
	}
	vm.NewObject(&s.Object, scannerType(), 160)
	return py.Of(&s.Object), nil
}

func (p *pattern) findIter(vm *py.VM, v, pos, end py.Value) (py.Value, error) {
	s, err := p.scan(vm, v, pos, end)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewIterator(iteratorType(), v, func(vm *py.VM) (py.Value, error) { return s.next(vm, (*regex.Iter).Next) }), nil
}
