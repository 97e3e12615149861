package re

import (
	"errors"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/internal/regex"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// pattern is a compiled pattern, re.Pattern.
type pattern struct {
	py.Object
	prog   *regex.Program
	source py.Value
	groups *py.Dict // groupindex, made on demand

	// The replacement parsed last.
	repl     string
	template *regex.Template
}

// budget charges the machine for matching.
type budget struct {
	vm    *py.VM
	bytes int
}

func (b *budget) Steps(n int) error { return b.vm.Tick(n) }

func (b *budget) Alloc(n int) error {
	b.bytes += n
	if n <= 0 {
		return nil
	}
	return b.vm.Reserve(int64(b.bytes))
}

// subject is a text that a pattern is applied to.
type subject struct {
	value py.Value
	str   *py.Str // nil for bytes
	in    regex.Input
}

var patternType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	self := func(v py.Value) *pattern { return py.As[pattern](v, t) }
	scan := func(name string, f func(p *pattern, vm *py.VM, s, pos, end py.Value) (py.Value, error)) *py.Builtin {
		return py.MethodSig(name, "string, pos=0, endpos=9223372036854775807", func(vm *py.VM, a []py.Value) (py.Value, error) {
			return f(self(a[0]), vm, a[1], a[2], a[3])
		})
	}
	once := func(try matchFunc) func(p *pattern, vm *py.VM, s, pos, end py.Value) (py.Value, error) {
		return func(p *pattern, vm *py.VM, s, pos, end py.Value) (py.Value, error) {
			return p.once(vm, s, pos, end, try)
		}
	}
	same := func(vm *py.VM, a []py.Value) (py.Value, error) { return a[0], nil }
	t = py.NewNativeType[pattern](py.TypeSpec{
		Name: "Pattern", Module: "re", Doc: "Compiled regular expression object.",
		Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Slots: py.Slots{
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).repr(vm) },
			Hash: func(vm *py.VM, v py.Value) (int64, error) {
				h, err := vm.Hash(self(v).source)
				return h ^ int64(self(v).prog.Flags), err
			},
			Compare: func(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
				p, q := self(a), self(b)
				if q == nil || op != py.Eq && op != py.Ne {
					return py.NotImplemented, nil
				}
				eq := p.prog.Flags == q.prog.Flags && p.prog.IsBytes == q.prog.IsBytes && p.prog.Pattern == q.prog.Pattern
				return py.Bool(eq == (op == py.Eq)), nil
			},
			Visit: func(v py.Value, f func(py.Value)) { f(self(v).source) },
		},
		Methods: []*py.Builtin{
			scan("match", once((*regex.Program).Match)), scan("fullmatch", once((*regex.Program).FullMatch)),
			scan("search", once((*regex.Program).Search)), scan("findall", (*pattern).findAll), scan("finditer", (*pattern).findIter),
			scan("scanner", (*pattern).scanner),
			py.MethodSig("split", "string, maxsplit=0", func(vm *py.VM, a []py.Value) (py.Value, error) {
				return self(a[0]).split(vm, a[1], a[2])
			}),
			py.MethodSig("sub", "repl, string, count=0", func(vm *py.VM, a []py.Value) (py.Value, error) {
				v, _, err := self(a[0]).sub(vm, a[1], a[2], a[3])
				return v, err
			}),
			py.MethodSig("subn", "repl, string, count=0", func(vm *py.VM, a []py.Value) (py.Value, error) {
				return self(a[0]).subn(vm, a[1], a[2], a[3])
			}),
			py.Method("__copy__", 0, 0, same), py.Method("__deepcopy__", 1, 1, same),
			py.GenericClassGetItem(),
		},
		Members: []py.Member{
			{Name: "pattern", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).source, nil }},
			{Name: "flags", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(int64(self(v).prog.Flags)), nil }},
			{Name: "groups", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(int64(self(v).prog.Groups)), nil }},
			{Name: "groupindex", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).groupIndex(vm), nil }},
		},
	})
	return t
})

// matchFunc is one of the engine's ways to look for a match.
type matchFunc = func(prog *regex.Program, in regex.Input, pos, end int, b regex.Budget, dst *regex.Match) (bool, error)

func (p *pattern) repr(vm *py.VM) (py.Value, error) {
	text, err := vm.Repr(p.source)
	if err != nil {
		return py.Value{}, err
	}
	if runes := py.DecodeRunes(text); len(runes) > 200 {
		var b []byte
		for _, r := range runes[:200] {
			b = py.AppendRune(b, r)
		}
		text = string(b)
	}
	flags := p.prog.Flags
	if !p.prog.IsBytes && flags&(regex.Locale|regex.Unicode|regex.ASCII) == regex.Unicode {
		flags &^= regex.Unicode
	}
	if flags != 0 {
		text += ", " + describe(int64(flags), "re.", patternOrder)
	}
	return vm.NewString("re.compile(" + text + ")"), nil
}

func (p *pattern) groupIndex(vm *py.VM) py.Value {
	if p.groups == nil {
		p.groups = vm.NewDict()
		for _, g := range p.prog.GroupIndex {
			p.groups.SetStr(vm.Intern(g.Name), py.Int(int64(g.Index)))
		}
	}
	return vm.NewMappingProxy(p.groups.Value())
}

// subject checks that v is a text of the pattern's kind.
func (p *pattern) subject(v py.Value) (subject, error) {
	if s := v.Str(); s != nil {
		if p.prog.IsBytes {
			return subject{}, py.TypeErrorf("cannot use a bytes pattern on a string-like object")
		}
		return subject{v, s, regex.TextInput(s.S, s.ASCII())}, nil
	}
	b, err := py.BytesLike(v)
	if err != nil {
		return subject{}, py.TypeErrorf("expected string or bytes-like object, got '%s'", v.Type().Name)
	}
	if !p.prog.IsBytes {
		return subject{}, py.TypeErrorf("cannot use a string pattern on a bytes-like object")
	}
	if v.Bytes() == nil {
		b = strings.Clone(b) // the object may change while matches refer to it
	}
	return subject{v, nil, regex.BytesInput(b)}, nil
}

// slice is the part of the subject between two byte offsets.
func (s *subject) slice(vm *py.VM, from, to int) py.Value {
	if s.str != nil {
		return vm.Substr(s.str, from, to)
	}
	if from == 0 && to == len(s.in.Text) && s.value.Type() == py.BytesType {
		return s.value
	}
	return vm.NewBytes(strings.Clone(s.in.Text[from:to]))
}

// group is what group n of a match took, or def if it took no part.
func (s *subject) group(vm *py.VM, m *regex.Match, n int, def py.Value) py.Value {
	from, to := m.Group(n)
	if from < 0 {
		return def
	}
	return s.slice(vm, from, to)
}

// index is the character index of a byte offset.
func (s *subject) index(vm *py.VM, at int) int {
	if s.str == nil {
		return at
	}
	return vm.RuneIndex(s.str, at)
}

// bounds turns the arguments pos and endpos (unbound: all of the text) into
// character indexes and byte offsets.
func (s *subject) bounds(vm *py.VM, pos, end py.Value) (from, to, fromIndex, toIndex int, err error) {
	n := len(s.in.Text)
	if s.str != nil {
		n = s.str.Len()
	}
	toIndex = n
	if pos.Bound() {
		if fromIndex, err = vm.IndexInt(pos, nil); err != nil {
			return
		}
		if toIndex, err = vm.IndexInt(end, nil); err != nil {
			return
		}
		fromIndex, toIndex = min(max(fromIndex, 0), n), min(max(toIndex, 0), n)
	}
	if s.str == nil || s.str.ASCII() {
		return fromIndex, toIndex, fromIndex, toIndex, nil
	}
	to = len(s.in.Text)
	if toIndex < n {
		to = vm.ByteOffset(s.str, toIndex)
	}
	return vm.ByteOffset(s.str, fromIndex), to, fromIndex, toIndex, nil
}

// matchError turns the engine's own errors into exceptions.
func matchError(err error) error {
	switch {
	case errors.Is(err, regex.ErrStack):
		return py.NewException(py.MemoryError, "")
	case errors.Is(err, regex.ErrSpan):
		return py.Raise(py.SystemError, "%s", err.Error())
	}
	return err
}

// once looks for one match.
func (p *pattern) once(vm *py.VM, v, pos, end py.Value, try matchFunc) (py.Value, error) {
	s, err := p.subject(v)
	if err != nil {
		return py.Value{}, err
	}
	from, to, first, last, err := s.bounds(vm, pos, end)
	if err != nil {
		return py.Value{}, err
	}
	b := budget{vm: vm}
	m := &match{re: p, subject: s, pos: first, endpos: last}
	ok, err := try(p.prog, s.in, from, to, &b, &m.m)
	if err != nil {
		return py.Value{}, matchError(err)
	}
	if !ok {
		return py.None, nil
	}
	return m.value(vm), nil
}

// each calls f with every match until it fails.
func (p *pattern) each(vm *py.VM, s *subject, from, to int, f func(m *regex.Match) (bool, error)) error {
	it := p.prog.Iter(s.in, from, to, &budget{vm: vm})
	defer it.Close()
	var m regex.Match
	for {
		ok, err := it.Next(&m)
		if err != nil {
			return matchError(err)
		}
		if !ok {
			return nil
		}
		if more, err := f(&m); err != nil || !more {
			return err
		}
		if err := vm.Tick(1); err != nil {
			return err
		}
	}
}

func (p *pattern) findAll(vm *py.VM, v, pos, end py.Value) (py.Value, error) {
	s, err := p.subject(v)
	if err != nil {
		return py.Value{}, err
	}
	from, to, _, _, err := s.bounds(vm, pos, end)
	if err != nil {
		return py.Value{}, err
	}
	empty := s.slice(vm, 0, 0)
	var items []py.Value
	err = p.each(vm, &s, from, to, func(m *regex.Match) (bool, error) {
		switch p.prog.Groups {
		case 0:
			items = append(items, s.slice(vm, m.Spans[0], m.Spans[1]))
		case 1:
			items = append(items, s.group(vm, m, 1, empty))
		default:
			groups := make([]py.Value, p.prog.Groups)
			for i := range groups {
				groups[i] = s.group(vm, m, i+1, empty)
			}
			items = append(items, vm.NewTuple(groups))
		}
		return true, growing(vm, items)
	})
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewList(items), nil
}

// growing reserves memory for a list that has just become full.
func growing(vm *py.VM, items []py.Value) error {
	if len(items) == cap(items) && len(items) > 1<<12 {
		return vm.Reserve(int64(cap(items)) * 32)
	}
	return nil
}

func (p *pattern) split(vm *py.VM, v, maxSplit py.Value) (py.Value, error) {
	s, err := p.subject(v)
	if err != nil {
		return py.Value{}, err
	}
	limit, err := vm.IndexInt(maxSplit, py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	var items []py.Value
	at, n := 0, 0
	if limit >= 0 {
		err = p.each(vm, &s, 0, -1, func(m *regex.Match) (bool, error) {
			items = append(items, s.slice(vm, at, m.Spans[0]))
			for i := range p.prog.Groups {
				items = append(items, s.group(vm, m, i+1, py.None))
			}
			at = m.Spans[1]
			n++
			return limit == 0 || n < limit, growing(vm, items)
		})
		if err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewList(append(items, s.slice(vm, at, len(s.in.Text)))), nil
}

func (p *pattern) subn(vm *py.VM, repl, v, count py.Value) (py.Value, error) {
	r, n, err := p.sub(vm, repl, v, count)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(r, py.Int(int64(n))), nil
}

// sub replaces matches by a template or by what a function makes of them.
func (p *pattern) sub(vm *py.VM, repl, v, count py.Value) (py.Value, int, error) {
	limit, err := vm.IndexInt(count, py.OverflowError)
	if err != nil {
		return py.Value{}, 0, err
	}
	s, err := p.subject(v)
	if err != nil {
		return py.Value{}, 0, err
	}
	if py.Callable(repl) {
		return p.subFunc(vm, &s, repl, limit)
	}
	t, err := p.parseTemplate(vm, repl)
	if err != nil {
		return py.Value{}, 0, err
	}
	if limit < 0 {
		return s.whole(vm), 0, nil
	}
	text, n, err := p.prog.Sub(s.in, t, limit, &budget{vm: vm})
	if err != nil {
		return py.Value{}, 0, matchError(err)
	}
	if n == 0 {
		return s.whole(vm), 0, nil
	}
	if s.str != nil {
		return vm.NewString(text), n, nil
	}
	return vm.NewBytes(text), n, nil
}

// whole is the subject as a plain str or bytes.
func (s *subject) whole(vm *py.VM) py.Value {
	if s.str != nil {
		return vm.PlainStr(s.str)
	}
	return s.slice(vm, 0, len(s.in.Text))
}

// parseTemplate parses a replacement of the pattern's kind.
func (p *pattern) parseTemplate(vm *py.VM, repl py.Value) (*regex.Template, error) {
	var text string
	if r := repl.Str(); r != nil && !p.prog.IsBytes {
		text = r.S
	} else if b, err := py.BytesLike(repl); err == nil && p.prog.IsBytes {
		text = strings.Clone(b)
	} else {
		want := "str instance"
		if p.prog.IsBytes {
			want = "a bytes-like object"
		}
		if repl.Str() == nil && err != nil {
			return nil, py.TypeErrorf("decoding to str: need a bytes-like object, %s found", repl.Type().Name)
		}
		return nil, py.TypeErrorf("sequence item 1: expected %s, %s found", want, repl.Type().Name)
	}
	if p.template != nil && p.repl == text {
		return p.template, nil
	}
	t, err := p.prog.ParseTemplate(text)
	if err != nil {
		return nil, patternError(vm, repl, err)
	}
	p.repl, p.template = text, t
	return t, nil
}

// subFunc replaces each match by the result of a call with it.
func (p *pattern) subFunc(vm *py.VM, s *subject, f py.Value, limit int) (py.Value, int, error) {
	if limit < 0 {
		return s.whole(vm), 0, nil
	}
	var out []byte
	at, n, items := 0, 0, 0
	last := len(s.in.Text)
	if s.str != nil {
		last = s.str.Len()
	}
	err := p.each(vm, s, 0, -1, func(m *regex.Match) (bool, error) {
		if m.Spans[0] > at {
			out = append(out, s.in.Text[at:m.Spans[0]]...)
			items++
		}
		found := &match{re: p, subject: *s, endpos: last, m: regex.Match{Spans: append([]int(nil), m.Spans...), LastIndex: m.LastIndex}}
		at = m.Spans[1]
		n++
		r, err := vm.Call1(f, found.value(vm))
		if err != nil {
			return false, err
		}
		switch {
		case r.IsNone():
		case s.str != nil && r.Str() != nil:
			out = append(out, r.Str().S...)
			items++
		case s.str != nil:
			return false, py.TypeErrorf("sequence item %d: expected str instance, %s found", items, r.Type().Name)
		default:
			b, err := py.BytesLike(r)
			if err != nil {
				return false, py.TypeErrorf("sequence item %d: expected a bytes-like object, %s found", items, r.Type().Name)
			}
			out = append(out, b...)
			items++
		}
		if len(out) > 1<<16 {
			if err := vm.ReserveText(2 * len(out)); err != nil {
				return false, err
			}
		}
		return limit == 0 || n < limit, nil
	})
	if err != nil {
		return py.Value{}, 0, err
	}
	if n == 0 {
		return s.whole(vm), 0, nil
	}
	text := py.TextOf(append(out, s.in.Text[at:]...))
	if s.str != nil {
		return vm.NewString(text), n, nil
	}
	return vm.NewBytes(text), n, nil
}
