// Package testsupport is what the Python tests of an interpreter need of it in
// Go: module _testcapi, through which they reach the binding layer from its
// other side. Its functions are declared with each of the layer's call kinds
// and say what they were called with, or call what they are given as natives
// call guest code. CPython's language tests import it, and so can those of the
// guest's own.
package testsupport

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Natives puts the part of _testcapi that is written in Go into a module.
func Natives(vm *py.VM, m *py.Module) error {
	m.Add(conventions(m.Value())...)
	m.Add(calls()...)
	m.Add(items()...)
	for _, t := range []*py.Type{
		methInstanceType(), methClassType(), methStaticType(), awaitType(),
		methodDescriptorBase(), methodDescriptorDerived(), methodDescriptorNopGet(), methodDescriptor2(), limitedVectorCallClass(),
	} {
		m.Set(t.ShortName(), py.Of(&t.Object))
	}
	for name, v := range map[string]int64{
		"CHAR_MAX": math.MaxInt8, "CHAR_MIN": math.MinInt8, "UCHAR_MAX": math.MaxUint8,
		"SHRT_MAX": math.MaxInt16, "SHRT_MIN": math.MinInt16, "USHRT_MAX": math.MaxUint16,
		"INT_MAX": math.MaxInt32, "INT_MIN": math.MinInt32, "UINT_MAX": math.MaxUint32,
		"LONG_MAX": math.MaxInt64, "LONG_MIN": math.MinInt64, "LLONG_MAX": math.MaxInt64, "LLONG_MIN": math.MinInt64,
		"PY_SSIZE_T_MAX": math.MaxInt64, "PY_SSIZE_T_MIN": math.MinInt64, "SIZEOF_WCHAR_T": 4, "SIZEOF_VOID_P": 8, "SIZEOF_TIME_T": 8,
	} {
		m.Set(name, py.Int(v))
	}
	m.Set("ULONG_MAX", vm.Uint(math.MaxUint64))
	m.Set("ULLONG_MAX", vm.Uint(math.MaxUint64))
	for name, v := range map[string]float64{
		"FLT_MAX": math.MaxFloat32, "FLT_MIN": 0x1p-126, "DBL_MAX": math.MaxFloat64, "DBL_MIN": 0x1p-1022,
	} {
		m.Set(name, py.Float(v))
	}
	return nil
}
