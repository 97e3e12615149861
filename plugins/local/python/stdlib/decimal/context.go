package decimal

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// context is a Context.
type context struct {
	py.Object
	settings
	status, traps flags
}

// condition is a class of exceptions and the flags that raise it. The signals
// come first, in the order in which one is chosen to be raised.
type condition struct {
	name string
	flag flags
}

const numSignals = 9

var conditions = [...]condition{
	{"InvalidOperation", anyInvalid},
	{"FloatOperation", floatOperation},
	{"DivisionByZero", divisionByZero},
	{"Overflow", overflow},
	{"Underflow", underflow},
	{"Subnormal", subnormal},
	{"Inexact", inexact},
	{"Rounded", rounded},
	{"Clamped", clamped},
	// The kinds of InvalidOperation, which exceptions name.
	{"InvalidOperation", invalidOperation},
	{"ConversionSyntax", conversionSyntax},
	{"DivisionImpossible", divisionImpossible},
	{"DivisionUndefined", divisionUndefined},
	{"InvalidContext", invalidContext},
}

// shown is the order of signals in a context's repr.
var shown = [...]int{8, 0, 2, 6, 1, 3, 7, 5, 4}

func newContext(vm *py.VM, s settings, traps flags) *context {
	c := &context{settings: s, traps: traps}
	vm.NewObject(&c.Object, contextType, 112)
	return c
}

func contextOf(v py.Value) *context { return py.As[context](v, contextType) }

// begin starts an operation under the context.
func (c *context) begin(vm *py.VM) *work { return &work{settings: c.settings, vm: vm} }

// raise ends an operation: it records the conditions and gives the error of
// those that are trapped.
func (c *context) raise(w *work) error {
	if w.err != nil {
		return w.err
	}
	c.status |= w.status
	hit := w.status & c.traps
	if hit == 0 {
		return nil
	}
	s := stateOf(w.vm)
	var class py.Value
	var list []py.Value
	for i, cond := range conditions {
		switch {
		case cond.flag&hit == 0:
		case i < numSignals:
			if !class.Bound() {
				class = s.exceptions[i]
			}
			if i > 0 {
				list = append(list, s.exceptions[i])
			}
		}
	}
	var kinds []py.Value
	for i := numSignals; i < len(conditions); i++ {
		if conditions[i].flag&hit != 0 {
			kinds = append(kinds, s.exceptions[i])
		}
	}
	e, err := w.vm.Call(class, w.vm.NewList(append(kinds, list...)))
	if err != nil {
		return err
	}
	return e.Exception()
}

// result ends an operation that gives a Decimal.
func (c *context) result(w *work, n number) (py.Value, error) {
	if err := c.raise(w); err != nil {
		return py.Value{}, err
	}
	return newDecimal(w.vm, n), nil
}

func contextSpec() py.TypeSpec {
	return py.TypeSpec{
		Name: "Context", Module: "decimal",
		Doc: "The context affects almost all operations and controls rounding,\nOver/Underflow, raising of exceptions and much more.",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				t := stateOf(vm).templates[0]
				c := &context{settings: t.settings, traps: t.traps}
				vm.NewObject(&c.Object, cls, 112)
				return py.Of(&c.Object), nil
			},
			Init: initContext, Repr: contextRepr,
			SetAttr: setContextAttr,
		},
		Methods: contextMethods(),
		Members: contextMembers(),
	}
}

var contextFields = [...]string{"prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"}

func initContext(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error {
	var in [len(contextFields)]py.Value
	if len(args) > len(in) {
		return py.TypeErrorf("function takes at most 8 arguments (%d given)", len(args))
	}
	copy(in[:], args)
	for i, name := range kw.Names {
		at := -1
		for j, f := range contextFields {
			if name.Str().S == f {
				at = j
			}
		}
		if at < 0 {
			return py.TypeErrorf("'%s' is an invalid keyword argument for this function", name.Str().S)
		}
		in[at] = kw.Vals[i]
	}
	c := contextOf(self)
	for i, v := range in {
		if !v.Bound() || v.IsNone() {
			continue
		}
		if l := v.List(); l != nil && i >= 6 {
			f, err := signalList(vm, l.Items)
			if err != nil {
				return err
			}
			*c.signals(i == 7) = f
			continue
		}
		if err := c.set(vm, contextFields[i], v); err != nil {
			return err
		}
	}
	return nil
}

// signals are the flags or the traps.
func (c *context) signals(traps bool) *flags {
	if traps {
		return &c.traps
	}
	return &c.status
}

// signalList reads a list of signals.
func signalList(vm *py.VM, items []py.Value) (flags, error) {
	var f flags
	for _, s := range items {
		bit, err := signalFlag(vm, s)
		if err != nil {
			return 0, err
		}
		f |= bit
	}
	return f, nil
}

// setContextAttr is __setattr__: only the fields can be set.
func setContextAttr(vm *py.VM, self py.Value, name *py.Str, v py.Value) error {
	if !v.Bound() {
		if self.Type() == contextType {
			return py.Raise(py.AttributeError, "context attributes cannot be deleted")
		}
		for _, f := range contextFields {
			if f == name.S {
				return py.Raise(py.AttributeError, "context attributes cannot be deleted")
			}
		}
	} else if t := self.Type(); t != contextType && !t.Lookup(name).Bound() {
		return vm.GenericSetAttr(self, name, v)
	}
	for _, f := range contextFields {
		if f == name.S {
			return contextOf(self).set(vm, name.S, v)
		}
	}
	return vm.GenericSetAttr(self, name, v)
}

// set stores a field after checking it.
func (c *context) set(vm *py.VM, field string, v py.Value) error {
	switch field {
	case "rounding":
		m, err := roundingOf(v)
		if err == nil {
			c.round = m
		}
		return err
	case "flags", "traps":
		f, err := signalsOf(vm, v)
		if err != nil {
			return err
		}
		*c.signals(field == "traps") = f
		return nil
	}
	if !py.IsInstance(v, py.IntType) {
		return py.TypeErrorf("an integer is required")
	}
	if !vm.AsBig(v).IsInt64() {
		return py.Raise(py.OverflowError, "Python int too large to convert to C ssize_t")
	}
	n := vm.AsBig(v).Int64()
	switch field {
	case "prec":
		if n < 1 || n > maxPrec {
			return py.ValueErrorf("valid range for prec is [1, MAX_PREC]")
		}
		c.prec = n
	case "Emin":
		if n < minEmin || n > 0 {
			return py.ValueErrorf("valid range for Emin is [MIN_EMIN, 0]")
		}
		c.emin = n
	case "Emax":
		if n < 0 || n > maxEmax {
			return py.ValueErrorf("valid range for Emax is [0, MAX_EMAX]")
		}
		c.emax = n
	default:
		if n != 0 && n != 1 {
			return py.ValueErrorf("valid values for %s are 0 or 1", field)
		}
		if field == "clamp" {
			c.clamp = n == 1
		} else {
			c.capitals = n == 1
		}
	}
	return nil
}

func roundingOf(v py.Value) (rounding, error) {
	if s := v.Str(); s != nil {
		for i, name := range roundingNames {
			if s.S == name {
				return rounding(i), nil
			}
		}
	}
	return 0, py.TypeErrorf("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
}

// signalIndex is the position of a signal's class in conditions, or -1.
func signalIndex(vm *py.VM, class py.Value) int {
	for i, e := range stateOf(vm).exceptions[:numSignals] {
		if e == class {
			return i
		}
	}
	return -1
}

const validSignals = "valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]"

func signalFlag(vm *py.VM, class py.Value) (flags, error) {
	i := signalIndex(vm, class)
	if i < 0 {
		return 0, py.Raise(py.KeyError, validSignals)
	}
	return conditions[i].flag, nil
}

// signalsOf reads flags or traps: a mapping from signals to truth values.
func signalsOf(vm *py.VM, v py.Value) (flags, error) {
	isDict := v.Dict() != nil
	if class := stateOf(vm).signals; !isDict && class.Bound() && v.Type() != class.AsType() {
		return 0, py.TypeErrorf("argument must be a signal dict")
	}
	if n, err := vm.Len(v); err != nil {
		return 0, err
	} else if n != numSignals {
		return 0, py.Raise(py.KeyError, "invalid signal dict")
	}
	var f flags
	for _, cond := range conditions[:numSignals] {
		class := stateOf(vm).exceptions[signalAt(cond.name)]
		x, err := vm.GetItem(v, class)
		if err != nil {
			return 0, py.Raise(py.KeyError, "invalid signal dict")
		}
		on, err := vm.Truth(x)
		if err != nil {
			return 0, err
		}
		if on {
			f |= cond.flag
		}
	}
	return f, nil
}

func signalAt(name string) int {
	for i, c := range conditions {
		if c.name == name {
			return i
		}
	}
	return 0
}

func signalNames(f flags) string {
	var names []string
	for _, i := range shown {
		if conditions[i].flag&f != 0 {
			names = append(names, conditions[i].name)
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func contextRepr(vm *py.VM, self py.Value) (py.Value, error) {
	c := contextOf(self)
	var b strings.Builder
	b.WriteString("Context(prec=")
	b.WriteString(itoa(c.prec))
	b.WriteString(", rounding=" + roundingNames[c.round] + ", Emin=" + itoa(c.emin) + ", Emax=" + itoa(c.emax))
	b.WriteString(", capitals=" + itoa(oneIf(c.capitals)) + ", clamp=" + itoa(oneIf(c.clamp)))
	b.WriteString(", flags=" + signalNames(c.status) + ", traps=" + signalNames(c.traps) + ")")
	return vm.NewString(b.String()), nil
}

func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func contextMembers() []py.Member {
	member := func(name string, get func(vm *py.VM, c *context) (py.Value, error)) py.Member {
		return py.Member{
			Name: name,
			Get:  func(vm *py.VM, v py.Value) (py.Value, error) { return get(vm, contextOf(v)) },
			Set:  func(vm *py.VM, v, x py.Value) error { return contextOf(v).set(vm, name, x) },
		}
	}
	number := func(name string, get func(c *context) int64) py.Member {
		return member(name, func(vm *py.VM, c *context) (py.Value, error) { return py.Int(get(c)), nil })
	}
	signals := func(name string, traps bool) py.Member {
		return member(name, func(vm *py.VM, c *context) (py.Value, error) {
			return vm.Call(stateOf(vm).signals, py.Of(&c.Object), py.Bool(traps))
		})
	}
	return []py.Member{
		number("prec", func(c *context) int64 { return c.prec }),
		number("Emin", func(c *context) int64 { return c.emin }),
		number("Emax", func(c *context) int64 { return c.emax }),
		number("capitals", func(c *context) int64 { return oneIf(c.capitals) }),
		number("clamp", func(c *context) int64 { return oneIf(c.clamp) }),
		member("rounding", func(vm *py.VM, c *context) (py.Value, error) {
			return py.Of(&py.Name(roundingNames[c.round]).Object), nil
		}),
		signals("flags", false), signals("traps", true),
	}
}

// moduleFunctions are the functions of the module, those with an underscore for
// its part in Python.
var moduleFunctions = []*py.Builtin{
	py.Func("getcontext", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
		return py.Of(&current(vm).Object), nil
	}),
	py.Func("setcontext", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		c := contextOf(a[0])
		if c == nil {
			return py.Value{}, py.TypeErrorf("argument must be a context")
		}
		s := stateOf(vm)
		for _, t := range s.templates {
			if c == t {
				c = newContext(vm, t.settings, t.traps)
			}
		}
		return py.None, s.setCurrent(vm, c)
	}),
	py.Func("_signal", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
		c := contextOf(a[0])
		if c == nil {
			return py.Value{}, py.ValueErrorf("invalid signal dict")
		}
		f, err := signalFlag(vm, a[2])
		return py.Bool(*c.signals(a[1].AsBool())&f != 0), err
	}),
	py.Func("_set_signal", 4, 4, func(vm *py.VM, a []py.Value) (py.Value, error) {
		c := contextOf(a[0])
		if c == nil {
			return py.Value{}, py.ValueErrorf("invalid signal dict")
		}
		f, err := signalFlag(vm, a[2])
		if err != nil {
			return py.Value{}, err
		}
		on, err := vm.Truth(a[3])
		if err != nil {
			return py.Value{}, err
		}
		which := c.signals(a[1].AsBool())
		*which &^= f
		if on {
			*which |= f
		}
		return py.None, nil
	}),
}
