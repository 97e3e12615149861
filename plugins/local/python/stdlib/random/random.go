// Package random is Python's module random: the same generator and the same
// algorithms on top of it, so that a seed gives the sequence that CPython
// gives.
package random

import (
	"crypto/sha512"
	"math/big"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// generator is an instance of Random or SystemRandom.
type generator struct {
	py.Object
	twister
	// gaussNext is the second value of the pair that gauss makes, None if used.
	gaussNext py.Value
	system    bool // bits come from the host's entropy
}

// The types are made once a process, by makeTypes.
var (
	randomType, systemType *py.Type
	typesOnce              sync.Once
)

func makeTypes() {
	randomType = py.NewNativeType[generator](py.TypeSpec{
		Name: "Random", Module: "random", Flags: py.TypeHasDict,
		Doc: "Random number generator base class used by bound module functions.\n\nUsed to instantiate instances of Random to get generators that don't\nshare state.",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				return newGenerator(vm, cls, false)
			},
			Init:  initGenerator,
			Visit: func(v py.Value, f func(py.Value)) { f(of(v).gaussNext) },
			Size:  func(py.Value) int { return generatorSize },
		},
		Methods: generatorMethods(),
		Members: []py.Member{{
			Name: "gauss_next",
			Get:  func(vm *py.VM, v py.Value) (py.Value, error) { return of(v).gaussNext, nil },
			Set: func(vm *py.VM, v, x py.Value) error {
				if !x.Bound() {
					x = py.None
				}
				of(v).gaussNext = x
				return nil
			},
		}},
		Consts: map[string]py.Value{"VERSION": py.Int(3)},
	})
	none := func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }
	noState := func(vm *py.VM, a []py.Value) (py.Value, error) {
		return py.Value{}, py.Raise(py.NotImplementedError, "System entropy source does not have state.")
	}
	systemType = py.NewNativeType[generator](py.TypeSpec{
		Name: "SystemRandom", Module: "random", Base: randomType, Flags: py.TypeHasDict,
		Doc: "Alternate random number generator using sources provided by the operating system.",
		Slots: py.Slots{New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
			return newGenerator(vm, cls, true)
		}},
		Methods: []*py.Builtin{
			py.MethodSig("seed", "*args, **kwds", none),
			py.MethodSig("getstate", "*args, **kwds", noState), py.MethodSig("setstate", "*args, **kwds", noState),
		},
	})
}

const generatorSize = 2600

func of(v py.Value) *generator { return py.As[generator](v, randomType) }

func newGenerator(vm *py.VM, cls *py.Type, system bool) (py.Value, error) {
	g := &generator{gaussNext: py.None, system: system}
	vm.NewObject(&g.Object, cls, generatorSize)
	if system {
		return py.Of(&g.Object), nil
	}
	return py.Of(&g.Object), seed(vm, g, py.None, 2)
}

func initGenerator(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error {
	x := py.None
	if len(args) > 0 {
		x = args[0]
	} else if kw.Len() > 0 {
		x = kw.Vals[0]
	}
	if n := len(args) + kw.Len(); n > 1 {
		return py.TypeErrorf("Random.__init__() takes from 1 to 2 positional arguments but %d were given", n+1)
	}
	if len(args) == 0 && kw.Len() > 0 && kw.Names[0].Str().S != "x" {
		return py.TypeErrorf("Random.__init__() got an unexpected keyword argument '%s'", kw.Names[0].Str().S)
	}
	_, err := vm.CallMethod(self, nameSeed, x)
	return err
}

var (
	nameSeed        = py.Name("seed")
	nameRandom      = py.Name("random")
	nameGetRandBits = py.Name("getrandbits")
)

// Load makes the module, with a generator that is seeded from the host's
// entropy.
func Load(vm *py.VM) (*py.Module, error) {
	typesOnce.Do(makeTypes)
	m := vm.NewModule("random", "Random variable generators.")
	m.Set("Random", py.Of(&randomType.Object))
	m.Set("SystemRandom", py.Of(&systemType.Object))
	inst, err := newGenerator(vm, randomType, false)
	if err != nil {
		return nil, err
	}
	m.Set("_inst", inst)
	names := []py.Value{py.NewStr("Random"), py.NewStr("SystemRandom")}
	for _, name := range exported {
		f, err := vm.GetAttr(inst, py.Name(name))
		if err != nil {
			return nil, err
		}
		m.Set(name, f)
		names = append(names, py.NewStr(name))
	}
	m.Set("__all__", vm.NewList(names))
	for name, v := range map[string]float64{
		"NV_MAGICCONST": normalMagic, "SG_MAGICCONST": gammaMagic, "LOG4": log4, "TWOPI": twoPi, "RECIP_BPF": 1.0 / (1 << 53),
	} {
		m.Set(name, py.Float(v))
	}
	m.Set("BPF", py.Int(53))
	return m, nil
}

// exported are the methods of the hidden generator that the module offers as
// functions.
var exported = []string{
	"betavariate", "binomialvariate", "choice", "choices", "expovariate", "gammavariate", "gauss", "getrandbits",
	"getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint", "random", "randrange",
	"sample", "seed", "setstate", "shuffle", "triangular", "uniform", "vonmisesvariate", "weibullvariate",
}

// seed sets the generator's state from a value as Random.seed does.
func seed(vm *py.VM, g *generator, v py.Value, version int64) error {
	g.gaussNext = py.None
	switch {
	case v.IsNone():
		return seedEntropy(vm, g)
	case v.Str() != nil || v.Bytes() != nil || v.ByteArray() != nil:
		n, err := seedText(vm, v, version)
		if err != nil {
			return err
		}
		g.seedBig(n)
	case py.IsInstance(v, py.IntType):
		i, err := vm.Index(v)
		if err != nil {
			return err
		}
		g.seedBig(vm.AsBig(i))
	case py.IsInstance(v, py.FloatType):
		h, err := vm.Hash(v)
		if err != nil {
			return err
		}
		g.seedBig(new(big.Int).SetUint64(uint64(h)))
	default:
		return py.TypeErrorf("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
	}
	return vm.Tick(stateSize / 4)
}

func seedEntropy(vm *py.VM, g *generator) error {
	var raw [4 * stateSize]byte
	if err := vm.Entropy(raw[:]); err != nil {
		return err
	}
	key := make([]uint32, stateSize)
	for i := range key {
		b := raw[4*i:]
		key[i] = uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
	}
	g.seedArray(key)
	return nil
}

// seedText is the int that a text stands for: version 2 uses all of it, with
// its SHA-512; version 1 a hash of 64 bits.
func seedText(vm *py.VM, v py.Value, version int64) (*big.Int, error) {
	var data []byte
	switch {
	case v.Str() != nil:
		if version == 1 {
			break
		}
		s := v.Str()
		for _, r := range s.S {
			if r == 0xFFFD {
				// The encoder tells a lone surrogate from a replacement character.
				if _, err := vm.CallMethod(v, py.Name("encode")); err != nil {
					return nil, err
				}
				break
			}
		}
		data = []byte(s.S)
	case v.Bytes() != nil:
		data = []byte(v.Bytes().S)
	default:
		data = append(data, v.ByteArray().B...)
	}
	if version == 1 {
		return seedHash(v, data), nil
	}
	sum := sha512.Sum512(data)
	return new(big.Int).SetBytes(append(data, sum[:]...)), nil
}

func seedHash(v py.Value, data []byte) *big.Int {
	var codes []uint64
	if s := v.Str(); s != nil {
		for _, r := range s.S {
			codes = append(codes, uint64(r))
		}
	} else {
		for _, b := range data {
			codes = append(codes, uint64(b))
		}
	}
	x := uint64(0)
	if len(codes) > 0 {
		x = codes[0] << 7
	}
	for _, c := range codes {
		x = 1000003*x ^ c
	}
	x ^= uint64(len(codes))
	return new(big.Int).SetUint64(x)
}
