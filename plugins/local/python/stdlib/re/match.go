package re

import (
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/internal/regex"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// match is the result of a successful match, re.Match.
type match struct {
	py.Object
	re          *pattern
	subject     subject
	m           regex.Match
	pos, endpos int // characters
}

// value charges the match and gives it out.
func (m *match) value(vm *py.VM) py.Value {
	vm.NewObject(&m.Object, matchType(), 160+16*len(m.m.Spans))
	return py.Of(&m.Object)
}

var matchType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	self := func(v py.Value) *match { return py.As[match](v, t) }
	same := func(vm *py.VM, a []py.Value) (py.Value, error) { return a[0], nil }
	attr := func(name string, f func(vm *py.VM, m *match) py.Value) py.Member {
		return py.Member{Name: name, Get: func(vm *py.VM, v py.Value) (py.Value, error) { return f(vm, self(v)), nil }}
	}
	span := func(name string, f func(vm *py.VM, m *match, n int) py.Value) *py.Builtin {
		return py.Method(name, 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m, n := self(a[0]), 0
			if len(a) > 1 {
				var err error
				if n, err = m.number(vm, a[1]); err != nil {
					return py.Value{}, err
				}
			}
			return f(vm, m, n), nil
		})
	}
	t = py.NewNativeType[match](py.TypeSpec{
		Name: "Match", Module: "re", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Doc: "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
		Slots: py.Slots{
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).repr(vm) },
			GetItem: func(vm *py.VM, v, key py.Value) (py.Value, error) {
				n, err := self(v).number(vm, key)
				if err != nil {
					return py.Value{}, err
				}
				return self(v).group(vm, n, py.None), nil
			},
			Visit: func(v py.Value, f func(py.Value)) {
				f(self(v).subject.value)
				f(py.Of(&self(v).re.Object))
			},
		},
		Methods: []*py.Builtin{
			py.Method("group", 0, -1, func(vm *py.VM, a []py.Value) (py.Value, error) { return self(a[0]).groupMethod(vm, a[1:]) }),
			py.MethodSig("groups", "default=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
				m := self(a[0])
				out := make([]py.Value, m.re.prog.Groups)
				for i := range out {
					out[i] = m.group(vm, i+1, a[1])
				}
				return vm.NewTuple(out), nil
			}),
			py.MethodSig("groupdict", "default=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
				m, d := self(a[0]), vm.NewDict()
				for _, g := range m.re.prog.GroupIndex {
					if err := d.Set(vm, vm.NewString(g.Name), m.group(vm, g.Index, a[1])); err != nil {
						return py.Value{}, err
					}
				}
				return d.Value(), nil
			}),
			span("start", func(vm *py.VM, m *match, n int) py.Value { return py.Int(int64(m.start(vm, n))) }),
			span("end", func(vm *py.VM, m *match, n int) py.Value { return py.Int(int64(m.end(vm, n))) }),
			span("span", func(vm *py.VM, m *match, n int) py.Value { return m.span(vm, n) }),
			py.Method("expand", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return self(a[0]).expand(vm, a[1]) }),
			py.Method("__copy__", 0, 0, same), py.Method("__deepcopy__", 1, 1, same),
			py.GenericClassGetItem(),
		},
		Members: []py.Member{
			attr("string", func(vm *py.VM, m *match) py.Value { return m.subject.value }),
			attr("re", func(vm *py.VM, m *match) py.Value { return py.Of(&m.re.Object) }),
			attr("pos", func(vm *py.VM, m *match) py.Value { return py.Int(int64(m.pos)) }),
			attr("endpos", func(vm *py.VM, m *match) py.Value { return py.Int(int64(m.endpos)) }),
			attr("lastindex", func(vm *py.VM, m *match) py.Value {
				if m.m.LastIndex == 0 {
					return py.None
				}
				return py.Int(int64(m.m.LastIndex))
			}),
			attr("lastgroup", func(vm *py.VM, m *match) py.Value {
				if name := m.re.prog.GroupName(m.m.LastIndex); name != "" {
					return vm.NewString(name)
				}
				return py.None
			}),
			attr("regs", func(vm *py.VM, m *match) py.Value {
				out := make([]py.Value, m.re.prog.Groups+1)
				for i := range out {
					out[i] = m.span(vm, i)
				}
				return vm.NewTuple(out)
			}),
		},
	})
	return t
})

func (m *match) group(vm *py.VM, n int, def py.Value) py.Value {
	from, to := m.m.Group(n)
	if from >= 0 && m.subject.str == nil && m.subject.value.Bytes() == nil {
		// A group of a bytearray is what is there now.
		if b, err := py.BytesLike(m.subject.value); err == nil {
			from = min(from, len(b))
			return vm.NewBytes(strings.Clone(b[from:max(from, min(to, len(b)))]))
		}
	}
	return m.subject.group(vm, &m.m, n, def)
}

func (m *match) start(vm *py.VM, n int) int { return m.subject.index(vm, m.m.Spans[2*n]) }

func (m *match) end(vm *py.VM, n int) int { return m.subject.index(vm, m.m.Spans[2*n+1]) }

func (m *match) span(vm *py.VM, n int) py.Value {
	return vm.NewTupleOf(py.Int(int64(m.start(vm, n))), py.Int(int64(m.end(vm, n))))
}

// number is the group that an int or a name stands for.
func (m *match) number(vm *py.VM, key py.Value) (int, error) {
	n := -1
	if key.IsInt() {
		n = int(key.AsInt())
	} else if s := key.Str(); s != nil {
		if i, ok := m.re.prog.GroupNumber(s.S); ok {
			n = i
		}
	} else if vm.HasIndex(key) {
		var err error
		if n, err = vm.IndexInt(key, nil); err != nil {
			return 0, err
		}
	}
	if n < 0 || n > m.re.prog.Groups {
		return 0, py.Raise(py.IndexError, "no such group")
	}
	return n, nil
}

func (m *match) groupMethod(vm *py.VM, args []py.Value) (py.Value, error) {
	if len(args) == 0 {
		return m.group(vm, 0, py.None), nil
	}
	if len(args) == 1 {
		n, err := m.number(vm, args[0])
		if err != nil {
			return py.Value{}, err
		}
		return m.group(vm, n, py.None), nil
	}
	out := make([]py.Value, len(args))
	for i, key := range args {
		n, err := m.number(vm, key)
		if err != nil {
			return py.Value{}, err
		}
		out[i] = m.group(vm, n, py.None)
	}
	return vm.NewTuple(out), nil
}

func (m *match) expand(vm *py.VM, template py.Value) (py.Value, error) {
	t, err := m.re.parseTemplate(vm, template)
	if err != nil {
		return py.Value{}, err
	}
	size := 0
	for _, p := range t.Parts {
		size += len(p.Text)
		if p.Group >= 0 {
			from, to := m.m.Group(p.Group)
			size += to - from
		}
	}
	if err := vm.ReserveText(size); err != nil {
		return py.Value{}, err
	}
	var b strings.Builder
	t.Expand(&b, m.subject.in.Text, &m.m)
	if m.subject.str != nil {
		return vm.NewString(b.String()), nil
	}
	return vm.NewBytes(b.String()), nil
}

func (m *match) repr(vm *py.VM) (py.Value, error) {
	text, err := vm.Repr(m.group(vm, 0, py.None))
	if err != nil {
		return py.Value{}, err
	}
	if runes := py.DecodeRunes(text); len(runes) > 50 {
		var b []byte
		for _, r := range runes[:50] {
			b = py.AppendRune(b, r)
		}
		text = string(b)
	}
	return vm.NewString("<re.Match object; span=(" + itoa(m.start(vm, 0)) + ", " + itoa(m.end(vm, 0)) + "), match=" + text + ">"), nil
}
