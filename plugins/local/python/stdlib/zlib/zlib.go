// Package zlib is Python's module zlib.
package zlib

import (
	"fmt"
	"hash/adler32"
	"hash/crc32"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

func fail(vm *py.VM, format string, args ...any) error {
	return pymod.Raise(vm, "zlib", "error", fmt.Sprintf(format, args...))
}

var constants = map[string]int64{
	"DEFLATED": 8, "DEF_BUF_SIZE": 16384, "DEF_MEM_LEVEL": 8, "MAX_WBITS": 15, "Z_BEST_COMPRESSION": 9, "Z_BEST_SPEED": 1,
	"Z_BLOCK": 5, "Z_DEFAULT_COMPRESSION": -1, "Z_DEFAULT_STRATEGY": 0, "Z_FILTERED": 1, "Z_FINISH": 4, "Z_FIXED": 4,
	"Z_FULL_FLUSH": 3, "Z_HUFFMAN_ONLY": 2, "Z_NO_COMPRESSION": 0, "Z_NO_FLUSH": 0, "Z_PARTIAL_FLUSH": 1, "Z_RLE": 3,
	"Z_SYNC_FLUSH": 2, "Z_TREES": 6,
}

// Load makes the module.
var Load = pymod.Loader("zlib", func(vm *py.VM, m *py.Module) error {
	setup()
	for name, n := range constants {
		m.Set(name, py.Int(n))
	}
	m.Set("ZLIB_VERSION", vm.NewString("1.2.13"))
	m.Set("ZLIB_RUNTIME_VERSION", vm.NewString("1.2.13"))
	m.Set("_ZlibDecompressor", py.Of(&streamType.Object))
	m.Add(
		py.Func("crc32", 1, 2, checksum(0, func(sum uint32, b []byte) uint32 { return crc32.Update(sum, crc32.IEEETable, b) })).WithDoc("Compute a CRC-32 checksum of data."),
		py.Func("adler32", 1, 2, checksum(1, updateAdler)).WithDoc("Compute an Adler-32 checksum of data."),
		py.FuncSig("compress", "data, /, level=-1, wbits=15", compress).WithDoc("Returns a bytes object containing compressed data."),
		py.FuncSig("decompress", "data, /, wbits=15, bufsize=16384", decompress).WithDoc("Returns a bytes object containing the uncompressed data."),
		py.FuncSig("compressobj", "level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=…", newCompressor).WithDoc("Return a compressor object."),
		py.FuncSig("decompressobj", "wbits=15, zdict=…", newDecompressor).WithDoc("Return a decompressor object."),
	)
	return nil
})

func checksum(start int64, update func(sum uint32, b []byte) uint32) py.NativeFunc {
	return func(vm *py.VM, a []py.Value) (py.Value, error) {
		data, err := py.BytesLike(a[0])
		if err != nil {
			return py.Value{}, err
		}
		sum := uint32(start)
		if len(a) > 1 {
			i, err := vm.Index(a[1])
			if err != nil {
				return py.Value{}, err
			}
			if i.IsInt() {
				sum = uint32(i.AsInt())
			} else {
				words := vm.AsBig(i).Bits()
				sum = uint32(words[0])
				if vm.AsBig(i).Sign() < 0 {
					sum = -sum
				}
			}
		}
		if data == "" {
			sum = update(sum, nil)
		}
		const part = 1 << 16
		for len(data) > 0 {
			n := min(part, len(data))
			sum = update(sum, []byte(data[:n]))
			data = data[n:]
			if err := vm.Tick(1 + n>>8); err != nil {
				return py.Value{}, err
			}
		}
		return py.Int(int64(sum)), nil
	}
}

// updateAdler goes on from a sum, which hash/adler32 can't.
func updateAdler(sum uint32, b []byte) uint32 {
	const mod = 65521
	if sum == 1 {
		return adler32.Checksum(b)
	}
	lo, hi := sum&0xFFFF%mod, sum>>16%mod
	for len(b) > 0 {
		n := min(len(b), 5552)
		for _, c := range b[:n] {
			lo += uint32(c)
			hi += lo
		}
		lo %= mod
		hi %= mod
		b = b[n:]
	}
	return hi<<16 | lo
}
