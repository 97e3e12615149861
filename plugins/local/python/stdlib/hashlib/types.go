package hashlib

import (
	"crypto/hmac"
	"fmt"
	"hash"
	"math"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

var (
	hashTypes  [2]*py.Type // HASH and HASHXOF
	blakeTypes [2]*py.Type // blake2b and blake2s
)

var setup = sync.OnceFunc(func() {
	hashTypes[0] = newType(py.TypeSpec{Name: "HASH", Module: "_hashlib", Flags: py.TypeNoInstance, Doc: "HASH(name, string=b'')\n--\n\nA hash is an object used to calculate a checksum of a string of information."}, false)
	hashTypes[1] = newType(py.TypeSpec{Name: "HASHXOF", Module: "_hashlib", Base: hashTypes[0], Flags: py.TypeNoInstance}, true)
	for i, name := range []string{"blake2b", "blake2s"} {
		sizes := [2][3]int64{{64, 64, 16}, {32, 32, 8}}[i]
		blakeTypes[i] = newType(py.TypeSpec{
			Name: name, Module: "_blake2", Flags: py.TypeNoSubclass, Doc: "Return a new " + name[:6] + " hash object.",
			Slots: py.Slots{New: newBlakeFunc(i == 1)},
			Consts: map[string]py.Value{
				"MAX_DIGEST_SIZE": py.Int(sizes[0]), "MAX_KEY_SIZE": py.Int(sizes[1]), "SALT_SIZE": py.Int(sizes[2]), "PERSON_SIZE": py.Int(sizes[2]),
			},
		}, false)
	}
})

func newType(spec py.TypeSpec, xof bool) *py.Type {
	var t *py.Type
	as := func(v py.Value) *object { return py.As[object](v, t) }
	spec.Slots.Repr = func(vm *py.VM, v py.Value) (py.Value, error) {
		if as(v).blake != nil {
			return vm.NewString(fmt.Sprintf("<%s object at %#x>", t.Name, vm.ID(v))), nil
		}
		return vm.NewString(fmt.Sprintf("<%s %s object @ %#x>", as(v).name, t.Name, vm.ID(v))), nil
	}
	length := func(vm *py.VM, o *object, a []py.Value) (int, error) {
		if !xof {
			return 0, nil
		}
		n, err := vm.IndexInt(a[0], py.OverflowError)
		if err != nil {
			return 0, err
		}
		return n, vm.Reserve(2 * int64(n))
	}
	method := func(name string, f func(vm *py.VM, b []byte) py.Value) *py.Builtin {
		fn := func(vm *py.VM, a []py.Value) (py.Value, error) {
			o := as(a[0])
			n, err := length(vm, o, a[1:])
			if err != nil {
				return py.Value{}, err
			}
			b, err := o.digest(n)
			if err != nil {
				return py.Value{}, err
			}
			return f(vm, b), nil
		}
		if xof {
			return py.MethodSig(name, "length", fn)
		}
		return py.Method(name, 0, 0, fn)
	}
	spec.Methods = []*py.Builtin{
		py.Method("update", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, as(a[0]).update(vm, a[1]) }).WithDoc("Update this hash object's state with the provided string."),
		py.Method("copy", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := as(a[0]).copy(vm)
			if err != nil {
				return py.Value{}, err
			}
			return py.Of(&c.Object), nil
		}).WithDoc("Return a copy of the hash object."),
		method("digest", func(vm *py.VM, b []byte) py.Value { return vm.NewBytes(string(b)) }).WithDoc("Return the digest value as a bytes object."),
		method("hexdigest", func(vm *py.VM, b []byte) py.Value { return vm.NewString(hexText(b)) }).WithDoc("Return the digest value as a string of hexadecimal digits."),
	}
	spec.Members = []py.Member{
		{Name: "digest_size", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(int64(as(v).size())), nil }},
		{Name: "block_size", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(int64(as(v).blockSize())), nil }},
		{Name: "name", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString(as(v).name), nil }},
	}
	t = py.NewNativeType[object](spec)
	return t
}

var blakeSignature = py.ParseSignature("data=…, /, *, digest_size=…, key=…, salt=…, person=…, fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True")

// unsigned is an int from 0 to most.
func unsigned(vm *py.VM, v py.Value, name string, most uint64) (uint64, error) {
	if !vm.HasIndex(v) {
		return 0, py.TypeErrorf("an integer is required")
	}
	i, err := vm.Index(v)
	if err != nil {
		return 0, err
	}
	b := vm.AsBig(i)
	switch {
	case b.Sign() < 0:
		return 0, py.ValueErrorf("value must be positive")
	case !b.IsUint64() && name == "node_offset":
		return 0, py.Raise(py.OverflowError, "int too big to convert")
	case !b.IsUint64():
		return 0, py.Raise(py.OverflowError, "Python int too large to convert to C unsigned long")
	case b.Uint64() > most:
		return 0, py.Raise(py.OverflowError, "%s is too large", name)
	}
	return b.Uint64(), nil
}

// newBlakeFunc is the constructor of blake2b or blake2s.
func newBlakeFunc(small bool) py.NewFunc {
	name, limit, salt := "blake2b", 64, 16
	if small {
		name, limit, salt = "blake2s", 32, 8
	}
	return func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
		var a [13]py.Value
		if err := vm.Bind(name, blakeSignature, args, kw, a[:]); err != nil {
			return py.Value{}, err
		}
		p := params{size: limit}
		var n [5]int
		for i, v := range []py.Value{a[1], a[5], a[6], a[9], a[10]} {
			if !v.Bound() {
				n[i] = limit
				continue
			}
			var err error
			if n[i], err = vm.IndexInt(v, py.OverflowError); err != nil {
				return py.Value{}, err
			}
		}
		p.size, p.fanout, p.depth, p.nodeDepth, p.innerSize = n[0], n[1], n[2], n[3], n[4]
		mostOffset := uint64(math.MaxUint64)
		if small {
			mostOffset = 1<<48 - 1
		}
		var err error
		if p.leafSize, err = unsigned(vm, a[7], "leaf_size", math.MaxUint32); err != nil {
			return py.Value{}, err
		}
		if p.nodeOffset, err = unsigned(vm, a[8], "node_offset", mostOffset); err != nil {
			return py.Value{}, err
		}
		if p.size < 1 || p.size > limit {
			return py.Value{}, py.ValueErrorf("digest_size must be between 1 and %d bytes", limit)
		}
		for _, x := range []struct {
			v     py.Value
			to    *string
			what  string
			limit int
		}{{a[2], &p.key, "key", limit}, {a[3], &p.salt, "salt", salt}, {a[4], &p.person, "person", salt}} {
			if !x.v.Bound() {
				continue
			}
			data, err := py.BytesLike(x.v)
			if err != nil {
				return py.Value{}, err
			}
			if len(data) > x.limit {
				return py.Value{}, py.ValueErrorf("maximum %s length is %d bytes", x.what, x.limit)
			}
			*x.to = data
		}
		for _, x := range []struct {
			ok   bool
			what string
		}{{n[1] >= 0 && n[1] <= 255, "fanout must be between 0 and 255"}, {n[2] >= 1 && n[2] <= 255, "depth must be between 1 and 255"},
			{n[3] >= 0 && n[3] <= 255, "node_depth must be between 0 and 255"}, {n[4] >= 0 && n[4] <= limit, fmt.Sprintf("inner_size must be between 0 and is %d", limit)}} {
			if !x.ok {
				return py.Value{}, py.ValueErrorf("%s", x.what)
			}
		}
		if p.lastNode, err = vm.Truth(a[11]); err != nil {
			return py.Value{}, err
		}
		o := &object{name: name, blake: newBlake2(small, p)}
		vm.NewObject(&o.Object, cls, 256)
		if a[0].Bound() {
			if err := o.update(vm, a[0]); err != nil {
				return py.Value{}, err
			}
		}
		return py.Of(&o.Object), nil
	}
}

// pbkdf2 derives a key by PBKDF2 of RFC 8018.
func pbkdf2(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("pbkdf2_hmac() argument 'hash_name' must be str, not %s", a[0].Type().Name)
	}
	algo := algorithms[s.S]
	if algo.make == nil {
		return py.Value{}, py.ValueErrorf("unsupported hash type %s", s.S)
	}
	password, err := py.BytesLike(a[1])
	if err != nil {
		return py.Value{}, err
	}
	salt, err := py.BytesLike(a[2])
	if err != nil {
		return py.Value{}, err
	}
	rounds, err := vm.IndexInt(a[3], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if rounds < 1 {
		return py.Value{}, py.ValueErrorf("iteration value must be greater than 0.")
	}
	n := algo.make().Size()
	if !a[4].IsNone() {
		if n, err = vm.IndexInt(a[4], py.OverflowError); err != nil {
			return py.Value{}, err
		}
		if n < 1 {
			return py.Value{}, py.ValueErrorf("key length must be greater than 0.")
		}
	}
	if err := vm.Reserve(int64(n)); err != nil {
		return py.Value{}, err
	}
	key, err := derive(vm, hmac.New(algo.make, []byte(password)), []byte(salt), rounds, n)
	return vm.NewBytes(string(key)), err
}

func derive(vm *py.VM, h hash.Hash, salt []byte, rounds, n int) ([]byte, error) {
	var out []byte
	for block := 1; len(out) < n; block++ {
		h.Reset()
		h.Write(salt)
		h.Write([]byte{byte(block >> 24), byte(block >> 16), byte(block >> 8), byte(block)})
		u := h.Sum(nil)
		t := append([]byte(nil), u...)
		for range rounds - 1 {
			h.Reset()
			h.Write(u)
			u = h.Sum(u[:0])
			for i := range t {
				t[i] ^= u[i]
			}
			if err := vm.Tick(8); err != nil {
				return nil, err
			}
		}
		out = append(out, t...)
	}
	return out[:n], nil
}
