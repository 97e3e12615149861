// Package hashlib has the hash functions of Python's modules hashlib, hmac,
// uuid and secrets.
package hashlib

import (
	"crypto/md5" //nolint:gosec // Python has it
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // Python has it
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// algorithm is a hash function without parameters.
type algorithm struct {
	make func() hash.Hash
	xof  func() *sha3.SHAKE // set for those of any length
	hide bool               // not guaranteed to be there
}

var algorithms = map[string]algorithm{
	"md5": {make: md5.New}, "sha1": {make: sha1.New}, "sha224": {make: sha256.New224}, "sha256": {make: sha256.New},
	"sha384": {make: sha512.New384}, "sha512": {make: sha512.New},
	"sha512_224": {make: sha512.New512_224, hide: true}, "sha512_256": {make: sha512.New512_256, hide: true},
	"sha3_224": {make: func() hash.Hash { return sha3.New224() }}, "sha3_256": {make: func() hash.Hash { return sha3.New256() }},
	"sha3_384": {make: func() hash.Hash { return sha3.New384() }}, "sha3_512": {make: func() hash.Hash { return sha3.New512() }},
	"shake_128": {xof: sha3.NewSHAKE128}, "shake_256": {xof: sha3.NewSHAKE256},
}

// Load makes the module hashlib.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("hashlib", "hashlib module - A common interface to many hash functions.")
	setup()
	guaranteed := []string{"blake2b", "blake2s"}
	available := []string{"blake2b", "blake2s"}
	names := make([]string, 0, len(algorithms))
	for name := range algorithms {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		available = append(available, name)
		if !algorithms[name].hide {
			guaranteed = append(guaranteed, name)
			m.Set(name, constructor(name).In("_hashlib"))
		}
	}
	m.Set("blake2b", py.Of(&blakeTypes[0].Object))
	m.Set("blake2s", py.Of(&blakeTypes[1].Object))
	for name, list := range map[string][]string{"algorithms_guaranteed": guaranteed, "algorithms_available": available} {
		set := vm.NewSet()
		for _, s := range list {
			if err := set.Add(vm, vm.NewString(s)); err != nil {
				return nil, err
			}
		}
		m.Set(name, set.Value())
	}
	m.Add(py.FuncKw("new", newHash), py.FuncSig("pbkdf2_hmac", "hash_name, password, salt, iterations, dklen=None", pbkdf2))
	all := []py.Value{}
	for _, name := range strings.Fields("md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_224 sha3_256 sha3_384 sha3_512 shake_128 shake_256 new algorithms_guaranteed algorithms_available file_digest pbkdf2_hmac") {
		all = append(all, vm.NewString(name))
	}
	m.Set("__all__", vm.NewTuple(all))
	return m, pymod.Exec(vm, m, "hashlib")
}

// parts are the modules that CPython's hashlib is made of, and what is in each.
var parts = map[string]string{
	"_md5": "md5", "_sha1": "sha1", "_sha2": "sha224 sha256 sha384 sha512", "_blake2": "blake2b blake2s",
	"_sha3": "sha3_224 sha3_256 sha3_384 sha3_512 shake_128 shake_256",
}

// LoadPart gives the loader of one of these modules.
func LoadPart(name string) func(vm *py.VM) (*py.Module, error) {
	return func(vm *py.VM) (*py.Module, error) {
		_, all, err := vm.Import("hashlib")
		if err != nil {
			return nil, err
		}
		m := vm.NewModule(name, "")
		for _, f := range strings.Fields(parts[name]) {
			m.Set(f, all.Dict.GetStr(py.Name(f)))
		}
		if name != "_hashlib" {
			return m, nil
		}
		m.Set("HASH", py.Of(&hashTypes[0].Object))
		m.Set("HASHXOF", py.Of(&hashTypes[1].Object))
		names := vm.NewSet()
		for f := range algorithms {
			m.Set("openssl_"+f, constructor(f).In("_hashlib"))
			if err := names.Add(vm, vm.NewString(f)); err != nil {
				return nil, err
			}
		}
		m.Set("openssl_md_meth_names", names.Value())
		for _, f := range []string{"new", "pbkdf2_hmac"} {
			m.Set(f, all.Dict.GetStr(py.Name(f)))
		}
		m.Add(
			py.Func("compare_digest", 2, 2, compareDigest),
			py.Func("get_fips_mode", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(0), nil }),
		)
		return m, nil
	}
}

// Natives puts what the modules hmac, uuid and secrets need into a namespace.
func Natives(vm *py.VM, m *py.Module) error {
	digest := func(name string, f func() hash.Hash) *py.Builtin {
		return py.Func(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			data, err := py.BytesLike(a[0])
			if err != nil {
				return py.Value{}, err
			}
			h := f()
			_, _ = io.WriteString(h, data) // never fails
			return vm.NewBytes(string(h.Sum(nil))), nil
		})
	}
	m.Add(
		digest("_md5", md5.New), digest("_sha1", sha1.New),
		py.Func("_random", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := vm.IndexInt(a[0], py.OverflowError)
			if err != nil {
				return py.Value{}, err
			}
			if n < 0 {
				return py.Value{}, py.ValueErrorf("negative argument not allowed")
			}
			if err := vm.Reserve(int64(n)); err != nil {
				return py.Value{}, err
			}
			b := make([]byte, n)
			rand.Read(b)
			return vm.NewBytes(string(b)), nil
		}),
		py.Func("_time_ns", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(vm.Now().UnixNano()), nil }),
		py.Func("compare_digest", 2, 2, compareDigest),
	)
	return nil
}

func compareDigest(vm *py.VM, a []py.Value) (py.Value, error) {
	x, y := a[0].Str(), a[1].Str()
	if x != nil && y != nil {
		if !x.ASCII() || !y.ASCII() {
			return py.Value{}, py.TypeErrorf("comparing strings with non-ASCII characters is not supported")
		}
		return py.Bool(subtle.ConstantTimeCompare([]byte(x.S), []byte(y.S)) == 1), nil
	}
	p, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	q, err := py.BytesLike(a[1])
	return py.Bool(subtle.ConstantTimeCompare([]byte(p), []byte(q)) == 1), err
}

// object is a hash object of any kind: one of the three is set.
type object struct {
	py.Object
	name  string
	plain hash.Hash
	xof   *sha3.SHAKE
	blake *blake2
}

func (o *object) writer() io.Writer {
	switch {
	case o.plain != nil:
		return o.plain
	case o.xof != nil:
		return o.xof
	}
	return o.blake
}

// update hashes the data of a bytes-like object, in parts so that the limits
// of the run hold.
func (o *object) update(vm *py.VM, v py.Value) error {
	if v.Str() != nil {
		return py.TypeErrorf("Strings must be encoded before hashing")
	}
	data, err := py.BytesLike(v)
	if err != nil {
		return py.TypeErrorf("object supporting the buffer API required")
	}
	const part = 1 << 16
	for len(data) > 0 {
		n := min(part, len(data))
		_, _ = io.WriteString(o.writer(), data[:n]) // never fails
		data = data[n:]
		if err := vm.Tick(1 + n>>6); err != nil {
			return err
		}
	}
	return nil
}

func (o *object) size() int {
	switch {
	case o.plain != nil:
		return o.plain.Size()
	case o.xof != nil:
		return 0
	}
	return o.blake.size
}

func (o *object) blockSize() int {
	switch {
	case o.plain != nil:
		return o.plain.BlockSize()
	case o.xof != nil:
		return o.xof.BlockSize()
	}
	return o.blake.BlockSize()
}

// digest is the hash of what was written so far, of n bytes if any length will
// do.
func (o *object) digest(n int) ([]byte, error) {
	switch {
	case o.plain != nil:
		return o.plain.Sum(nil), nil
	case o.blake != nil:
		return o.blake.sum(), nil
	}
	x, err := cloneXOF(o.xof)
	if err != nil {
		return nil, err
	}
	out := make([]byte, n)
	x.Read(out)
	return out, nil
}

func cloneXOF(x *sha3.SHAKE) (*sha3.SHAKE, error) {
	state, err := x.MarshalBinary()
	if err != nil {
		return nil, err
	}
	c := new(sha3.SHAKE)
	*c = *sha3.NewSHAKE128()
	if x.BlockSize() == sha3.NewSHAKE256().BlockSize() {
		*c = *sha3.NewSHAKE256()
	}
	return c, c.UnmarshalBinary(state)
}

func (o *object) copy(vm *py.VM) (*object, error) {
	c := &object{name: o.name}
	switch {
	case o.blake != nil:
		c.blake = o.blake.clone()
	case o.xof != nil:
		x, err := cloneXOF(o.xof)
		if err != nil {
			return nil, err
		}
		c.xof = x
	default:
		h, err := o.plain.(hash.Cloner).Clone()
		if err != nil {
			return nil, err
		}
		c.plain = h
	}
	vm.NewObject(&c.Object, py.Of(&o.Object).Type(), 256)
	return c, nil
}

func newObject(vm *py.VM, name string, data py.Value) (py.Value, error) {
	a := algorithms[name]
	o := &object{name: name}
	t := hashTypes[0]
	if a.xof != nil {
		o.xof = a.xof()
		t = hashTypes[1]
	} else {
		o.plain = a.make()
	}
	vm.NewObject(&o.Object, t, 256)
	if data.Bound() {
		if err := o.update(vm, data); err != nil {
			return py.Value{}, err
		}
	}
	return py.Of(&o.Object), nil
}

func constructor(name string) *py.Builtin {
	return py.FuncSig("openssl_"+name, "string=…, *, usedforsecurity=True", func(vm *py.VM, a []py.Value) (py.Value, error) {
		return newObject(vm, name, a[0])
	}).WithDoc("Returns a " + name + " hash object; optionally initialized with a string")
}

var newSignature = py.ParseSignature("name, string=…, *, usedforsecurity=True")

// newHash is new(name, data=b"", **kwargs).
func newHash(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(args) == 0 && !slices.ContainsFunc(kw.Names, func(n py.Value) bool { return n.Str().S == "name" }) {
		return py.Value{}, py.TypeErrorf("new() missing 1 required positional argument: 'name'")
	}
	if len(args) > 0 {
		if s := args[0].Str(); s != nil && (s.S == "blake2b" || s.S == "blake2s") {
			return newBlake(vm, s.S, args[1:], kw)
		}
	}
	for i, n := range kw.Names {
		// hashlib's own word for it; that of the function behind it is string.
		if n.Str().S == "data" {
			kw.Names = slices.Clone(kw.Names)
			kw.Names[i] = vm.NewString("string")
		}
	}
	var a [3]py.Value
	if err := vm.Bind("new", newSignature, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("name must be a string")
	}
	name := strings.ReplaceAll(strings.ToLower(s.S), "-", "_")
	if strings.HasPrefix(name, "sha_") {
		name = strings.Replace(name, "sha_", "sha", 1)
	}
	switch name {
	case "blake2b512", "blake2s256":
		rest := a[1:1]
		if a[1].Bound() {
			rest = a[1:2]
		}
		return newBlake(vm, name[:7], rest, py.Kwargs{})
	}
	if algo := algorithms[name]; algo.make == nil && algo.xof == nil {
		return py.Value{}, py.ValueErrorf("unsupported hash type %s", s.S)
	}
	return newObject(vm, name, a[1])
}

// newBlake makes a blake2b or blake2s with its own parameters.
func newBlake(vm *py.VM, name string, args []py.Value, kw py.Kwargs) (py.Value, error) {
	t := blakeTypes[0]
	if name == "blake2s" {
		t = blakeTypes[1]
	}
	for i, n := range kw.Names {
		if n.Str().S == "data" && len(args) == 0 {
			rest := py.Kwargs{Names: slices.Delete(slices.Clone(kw.Names), i, i+1), Vals: slices.Delete(slices.Clone(kw.Vals), i, i+1)}
			return vm.CallKw(py.Of(&t.Object), []py.Value{kw.Vals[i]}, rest)
		}
	}
	return vm.CallKw(py.Of(&t.Object), args, kw)
}

func hexText(b []byte) string { return hex.EncodeToString(b) }
