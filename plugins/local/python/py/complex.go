package py

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/internal/fmath"
)

func defineComplex() {
	ComplexType.define(TypeSpec{
		Doc: "Create a complex number from a string or numbers.\n\nIf a string is given, parse it as a complex number.\nIf a single number is given, convert it to a complex number.\n" +
			"If the 'real' or 'imag' arguments are given, create a complex number\nwith the specified real and imaginary components.",
		Slots: Slots{
			New: complexNew, Repr: complexRepr, Compare: complexCompare,
			Hash: func(vm *VM, v Value) (int64, error) { return hashComplex(v.Complex().V), nil },
			Bool: func(vm *VM, v Value) (bool, error) { return v.Complex().V != 0, nil },
			Neg:  func(vm *VM, v Value) (Value, error) { return vm.NewComplex(-v.Complex().V), nil },
			Pos:  func(vm *VM, v Value) (Value, error) { return vm.NewComplex(v.Complex().V), nil },
			Abs: func(vm *VM, v Value) (Value, error) {
				r := complexAbs(v.Complex().V)
				if math.IsInf(r, 0) && isFinite(v.Complex().V) {
					return Value{}, Raise(OverflowError, "absolute value too large")
				}
				return Float(r), nil
			},
			PowMod: func(vm *VM, a, b, c Value) (Value, error) { return Value{}, ValueErrorf("complex modulo") },
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd:     complexBinary(func(x, y complex128) (complex128, error) { return x + y, nil }),
				OpSub:     complexBinary(func(x, y complex128) (complex128, error) { return x - y, nil }),
				OpMul:     complexBinary(func(x, y complex128) (complex128, error) { return complexMul(x, y), nil }),
				OpTrueDiv: complexBinary(complexQuo),
				OpPow:     complexBinary(complexPower),
			},
		},
		Methods: []*Builtin{
			Method("conjugate", 0, 0, func(vm *VM, a []Value) (Value, error) {
				c := a[0].Complex().V
				return vm.NewComplex(complex(real(c), -imag(c))), nil
			}),
			Method("__complex__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.NewComplex(a[0].Complex().V), nil }),
			Method("__format__", 1, 1, formatMethod),
			Method("__getnewargs__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				c := a[0].Complex().V
				return vm.NewTuple([]Value{Float(real(c)), Float(imag(c))}), nil
			}),
		},
		Members: []Member{
			{Name: "real", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Float(real(v.Complex().V)), nil }},
			{Name: "imag", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Float(imag(v.Complex().V)), nil }},
		},
	})
}

const complexSize = 40

// NewComplex makes a complex.
func (vm *VM) NewComplex(c complex128) Value {
	vm.charge(complexSize)
	return Of(&(&Complex{Object: Object{typ: ComplexType, kind: KindComplex}, V: c}).Object)
}

func isFinite(c complex128) bool { return real(c)-real(c) == 0 && imag(c)-imag(c) == 0 }

func complexAbs(c complex128) float64 { return fmath.Hypot(real(c), imag(c)) }

// complexOperand is the value of a number as a complex.
func complexOperand(v Value) (complex128, bool, error) {
	if c := v.Complex(); c != nil {
		return c.V, true, nil
	}
	f, ok, err := floatOperand(v)
	return complex(f, 0), ok, err
}

func complexBinary(op func(x, y complex128) (complex128, error)) BinaryFunc {
	return func(vm *VM, a, b Value) (Value, error) {
		x, ok, err := complexOperand(a)
		if !ok {
			return floatResult(err)
		}
		y, ok, err := complexOperand(b)
		if !ok {
			return floatResult(err)
		}
		z, err := op(x, y)
		if err != nil {
			return Value{}, err
		}
		return vm.NewComplex(z), nil
	}
}

// complexMul is the textbook product: infinities get no treatment of their own,
// and no fused operations change the last digit.
func complexMul(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}

func complexQuo(x, y complex128) (complex128, error) {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	switch absC, absD := math.Abs(c), math.Abs(d); {
	case absC >= absD:
		if absC == 0 {
			return 0, Raise(ZeroDivisionError, "complex division by zero")
		}
		ratio := d / c
		denom := c + float64(d*ratio)
		return complex((a+float64(b*ratio))/denom, (b-float64(a*ratio))/denom), nil
	case absD >= absC:
		ratio := c / d
		denom := float64(c*ratio) + d
		return complex((float64(a*ratio)+b)/denom, (float64(b*ratio)-a)/denom), nil
	}
	return complex(math.NaN(), math.NaN()), nil
}

// complexPower is x ** y: by multiplication for small whole exponents.
func complexPower(x, y complex128) (complex128, error) {
	n := real(y)
	var z complex128
	if imag(y) == 0 && n == math.Floor(n) && math.Abs(n) <= 100 {
		z = complexIntPower(x, int(math.Abs(n)))
		if n < 0 || n == 0 && math.Signbit(n) {
			var err error
			if z, err = complexQuo(1, z); err != nil {
				return 0, Raise(ZeroDivisionError, "0.0 to a negative or complex power")
			}
		}
	} else {
		if x == 0 {
			if imag(y) != 0 || n < 0 {
				return 0, Raise(ZeroDivisionError, "0.0 to a negative or complex power")
			}
			return 0, nil
		}
		abs, at := complexAbs(x), fmath.Atan2(imag(x), real(x))
		length, phase := fmath.Pow(abs, n), at*n
		if imag(y) != 0 {
			length /= fmath.Exp(at * imag(y))
			phase += float64(imag(y) * fmath.Log(abs))
		}
		if math.IsInf(phase, 0) {
			return 0, Raise(ZeroDivisionError, "0.0 to a negative or complex power")
		}
		z = complex(length*fmath.Cos(phase), length*fmath.Sin(phase))
	}
	if math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) {
		return 0, Raise(OverflowError, "complex exponentiation")
	}
	return z, nil
}

func complexIntPower(x complex128, n int) complex128 {
	r := complex128(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = complexMul(r, x)
		}
		x = complexMul(x, x)
	}
	return r
}

func (vm *VM) complexPower(x, y complex128) (Value, error) {
	z, err := complexPower(x, y)
	if err != nil {
		return Value{}, err
	}
	return vm.NewComplex(z), nil
}

func complexCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	if op != Eq && op != Ne {
		return NotImplemented, nil
	}
	x := a.Complex().V
	var same bool
	switch b.Kind() {
	case KindComplex:
		same = x == b.Complex().V
	case KindFloat, KindFloatObject:
		same = imag(x) == 0 && real(x) == floatOf(b)
	case KindInt, KindBool, KindBigInt:
		same = imag(x) == 0 && real(x) == real(x) && cmpIntFloat(b, real(x)) == 0
	default:
		return NotImplemented, nil
	}
	return Bool(same == (op == Eq)), nil
}

func complexRepr(vm *VM, v Value) (Value, error) {
	return vm.asciiStr(FormatComplex(v.Complex().V)), nil
}

// FormatComplex is the repr of a complex.
func FormatComplex(c complex128) string {
	re, im := real(c), imag(c)
	if re == 0 && !math.Signbit(re) {
		return shortFloat(im) + "j"
	}
	sign := ""
	if im != im || !math.Signbit(im) {
		sign = "+"
	}
	return "(" + shortFloat(re) + sign + shortFloat(im) + "j)"
}

// shortFloat is the repr without ".0".
func shortFloat(f float64) string {
	s := FormatFloat(f)
	if n := len(s); n > 2 && s[n-2:] == ".0" {
		return s[:n-2]
	}
	return s
}

func complexNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	c, err := vm.complexArgs(cls, args, kw)
	if err != nil {
		return Value{}, err
	}
	o := &Complex{V: c}
	vm.NewObject(&o.Object, cls, complexSize)
	return Of(&o.Object), nil
}

func (vm *VM) complexArgs(cls *Type, args []Value, kw Kwargs) (complex128, error) {
	var in [2]Value
	if len(args)+kw.Len() > 2 {
		return 0, tooManyArguments("complex", 2, len(args), kw)
	}
	copy(in[:], args)
	for i, name := range kw.Names {
		at := 0
		switch name.Str().S {
		case "real":
		case "imag":
			at = 1
		default:
			return 0, TypeErrorf("'%s' is an invalid keyword argument for complex()", name.Str().S)
		}
		if in[at].Bound() {
			return 0, TypeErrorf("argument for complex() given by name ('%s') and position (%d)", name.Str().S, at+1)
		}
		in[at] = kw.Vals[i]
	}
	return vm.complexFrom(in[0], in[1])
}

var nameComplex = Name("__complex__")

// complexFrom is complex(re, im); unbound values are left out.
func (vm *VM) complexFrom(re, im Value) (complex128, error) {
	if re.Bound() && re.Str() != nil {
		if im.Bound() {
			return 0, TypeErrorf("complex() can't take second arg if first is a string")
		}
		return vm.parseComplex(re.Str())
	}
	if im.Bound() && im.Str() != nil {
		return 0, TypeErrorf("complex() second arg can't be a string")
	}
	var x, y complex128
	if re.Bound() {
		c, ok, err := vm.toComplex(re)
		if err != nil {
			return 0, err
		}
		if !ok {
			return 0, TypeErrorf("complex() first argument must be a string or a number, not '%s'", re.Type().Name)
		}
		x = c
	}
	if !im.Bound() {
		return x, nil
	}
	y, ok, err := complexOperand(im)
	if !ok && err == nil {
		if s := &im.Type().slots; s.ToFloat == nil && s.Index == nil {
			return 0, TypeErrorf("complex() second argument must be a number, not '%s'", im.Type().Name)
		}
		var f float64
		f, err = vm.ToFloat(im)
		y = complex(f, 0)
	}
	if err != nil {
		return 0, err
	}
	r, i := real(x), imag(x)
	if im.Complex() != nil {
		r -= imag(y)
	}
	if re.Bound() && imag(x) != 0 {
		return complex(r, i+real(y)), nil
	}
	return complex(r, real(y)), nil
}

// ToComplex is the value of a number as a complex, by __complex__, __float__
// or __index__.
func (vm *VM) ToComplex(v Value) (complex128, error) {
	c, ok, err := vm.toComplex(v)
	if err == nil && !ok {
		err = TypeErrorf("must be real number, not %s", v.Type().Name)
	}
	return c, err
}

func (vm *VM) toComplex(v Value) (complex128, bool, error) {
	if v.Kind() != KindComplex || v.Type() != ComplexType {
		r, err := vm.maybeCallSpecial(v, nameComplex)
		if err != nil {
			return 0, false, err
		}
		if r.Bound() {
			c := r.Complex()
			if c == nil {
				return 0, false, TypeErrorf("__complex__ returned non-complex (type %s)", r.Type().Name)
			}
			return c.V, true, nil
		}
	}
	if c, ok, err := complexOperand(v); ok || err != nil {
		return c, ok, err
	}
	if s := &v.Type().slots; s.ToFloat == nil && s.Index == nil {
		return 0, false, nil
	}
	f, err := vm.ToFloat(v)
	return complex(f, 0), err == nil, err
}

// parseComplex reads what complex() takes: "1", "2j", "1+2j", in parentheses
// or not.
func (vm *VM) parseComplex(text *Str) (complex128, error) {
	bad := ValueErrorf("complex() arg is a malformed string")
	s := text.S
	if !text.ASCII() {
		s = asciiDigits(s)
	}
	s = trimSpace(s)
	if !underscoresFit(s) {
		return 0, vm.literalError(Of(&text.Object), math.MaxInt, "could not convert string to complex: %s")
	}
	if s != "" && s[0] == '(' {
		if s[len(s)-1] != ')' {
			return 0, bad
		}
		s = trimSpace(s[1 : len(s)-1])
	}
	if s == "" {
		return 0, bad
	}
	last := s[len(s)-1] | 0x20
	if last != 'j' {
		f, ok := parseFloat(s)
		if !ok {
			return 0, bad
		}
		return complex(f, 0), nil
	}
	s = s[:len(s)-1]
	// The last sign that is not an exponent's divides the parts.
	at := -1
	for i := len(s) - 1; i >= 0; i-- {
		if (s[i] == '+' || s[i] == '-') && (i == 0 || s[i-1]|0x20 != 'e') {
			at = i
			break
		}
	}
	re, im := 0.0, s
	if at > 0 {
		var ok bool
		if re, ok = parseFloat(s[:at]); !ok {
			return 0, bad
		}
		im = s[at:]
	}
	switch im {
	case "", "+":
		return complex(re, 1), nil
	case "-":
		return complex(re, -1), nil
	}
	f, ok := parseFloat(im)
	if !ok {
		return 0, bad
	}
	return complex(re, f), nil
}

// AsComplex is the value of a complex.
func (v Value) AsComplex() (complex128, bool) {
	if c := v.Complex(); c != nil {
		return c.V, true
	}
	return 0, false
}
