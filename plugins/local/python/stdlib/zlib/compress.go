package zlib

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/deflate"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

// wrapping is what stands around the compressed data.
type wrapping uint8

const (
	raw wrapping = iota
	zlibWrap
	gzipWrap
	eitherWrap // zlib or gzip, by the first bytes
)

// wrapOf reads the parameter wbits; ok is false for one that does not exist.
func wrapOf(wbits int, reading bool) (w wrapping, window int, ok bool) {
	switch {
	case !reading && (wbits == -8 || wbits == 24):
		// The library has no encoder for the smallest window but with its own wrapping.
	case wbits >= -15 && wbits <= -8:
		return raw, 1 << -wbits, true
	case wbits >= 8 && wbits <= 15:
		return zlibWrap, 1 << wbits, true
	case wbits >= 24 && wbits <= 31:
		return gzipWrap, 1 << (wbits - 16), true
	case reading && wbits >= 40 && wbits <= 47:
		return eitherWrap, 1 << (wbits - 32), true
	case reading && (wbits == 0 || wbits == 16 || wbits == 32):
		return map[int]wrapping{0: zlibWrap, 16: gzipWrap, 32: eitherWrap}[wbits], 1 << 15, true
	}
	return 0, 0, false
}

// writer compresses with a wrapping.
type writer struct {
	wrap    wrapping
	level   int
	enc     *deflate.Encoder
	started bool
	sum     uint32
	size    uint32
	window  int
	dict    []byte
}

func newWriter(level int, w wrapping, window int) *writer {
	if level < 0 {
		level = 6
	}
	window = max(window, 512)
	z := &writer{wrap: w, level: level, window: window, enc: deflate.NewEncoder(level, window)}
	if w == zlibWrap {
		z.sum = 1
	}
	return z
}

func (z *writer) header() []byte {
	switch z.wrap {
	case zlibWrap:
		flags := 3
		switch {
		case z.level < 2:
			flags = 0
		case z.level < 6:
			flags = 1
		case z.level == 6:
			flags = 2
		}
		h := 0x0800 | (bits.Len(uint(z.window))-9)<<12 | flags<<6
		if z.dict != nil {
			h |= 0x20
		}
		h += 31 - h%31
		head := []byte{byte(h >> 8), byte(h)}
		if z.dict != nil {
			head = binary.BigEndian.AppendUint32(head, updateAdler(1, z.dict))
		}
		return head
	case gzipWrap:
		extra := byte(0)
		if z.level == 9 {
			extra = 2
		} else if z.level < 2 {
			extra = 4
		}
		return []byte{0x1F, 0x8B, 8, 0, 0, 0, 0, 0, extra, 3}
	}
	return nil
}

func (z *writer) write(vm *py.VM, data string, flush deflate.Flush) ([]byte, error) {
	var out []byte
	if !z.started {
		out = z.header()
		z.started = true
	}
	if err := vm.Reserve(int64(len(data))); err != nil {
		return nil, err
	}
	vm.Charge(int64(len(data)))
	b := []byte(data)
	switch z.wrap {
	case zlibWrap:
		z.sum = updateAdler(z.sum, b)
	case gzipWrap:
		z.sum = crc32.Update(z.sum, crc32.IEEETable, b)
	}
	z.size += uint32(len(b))
	body, err := z.enc.Write(b, flush, vm.Tick)
	if err != nil {
		return nil, err
	}
	out = append(out, body...)
	if flush == deflate.Finish {
		switch z.wrap {
		case zlibWrap:
			out = binary.BigEndian.AppendUint32(out, z.sum)
		case gzipWrap:
			out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, z.sum), z.size)
		}
	}
	return out, nil
}

func compress(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	level, err := getargs.Int32(vm, a[1])
	if err != nil {
		return py.Value{}, err
	}
	wbits, err := getargs.Int32(vm, a[2])
	if err != nil {
		return py.Value{}, err
	}
	wrap, window, ok := wrapOf(wbits, false)
	if level < -1 || level > 9 || !ok {
		return py.Value{}, fail(vm, "Bad compression level")
	}
	out, err := newWriter(level, wrap, window).write(vm, data, deflate.Finish)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewBytes(string(out)), nil
}

// compressor is a Compress object.
type compressor struct {
	py.Object
	*writer
	done bool
}

func newCompressor(vm *py.VM, a []py.Value) (py.Value, error) {
	var n [5]int
	for i := range n {
		var err error
		if n[i], err = getargs.Int32(vm, a[i]); err != nil {
			return py.Value{}, err
		}
	}
	wrap, window, ok := wrapOf(n[2], false)
	if n[0] < -1 || n[0] > 9 || n[1] != 8 || !ok || n[3] < 1 || n[3] > 9 || n[4] < 0 || n[4] > 4 {
		return py.Value{}, py.ValueErrorf("Invalid initialization option")
	}
	c := &compressor{writer: newWriter(n[0], wrap, window)}
	dict, err := dictionary(a[5])
	if err != nil {
		return py.Value{}, err
	}
	if dict != nil {
		if wrap == gzipWrap {
			return py.Value{}, py.ValueErrorf("Invalid dictionary")
		}
		c.dict = dict
		if err := c.enc.SetDictionary(dict, vm.Tick); err != nil {
			return py.Value{}, err
		}
	}
	vm.NewObject(&c.Object, compressorType, 1<<18)
	return py.Of(&c.Object), nil
}

// dictionary is the content of an argument zdict, nil if there is none.
func dictionary(v py.Value) ([]byte, error) {
	if !v.Bound() || v.IsNone() {
		return nil, nil
	}
	b, err := py.BytesLike(v)
	if err != nil {
		return nil, py.TypeErrorf("zdict argument must support the buffer protocol")
	}
	return append([]byte{}, b...), nil
}

func compressMethod(vm *py.VM, a []py.Value) (py.Value, error) {
	c := asCompressor(a[0])
	data, err := py.BytesLike(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if c.done {
		return py.Value{}, fail(vm, "Error -2 while compressing data: inconsistent stream state")
	}
	out, err := c.write(vm, data, deflate.NoFlush)
	return vm.NewBytes(string(out)), err
}

func flushMethod(vm *py.VM, a []py.Value) (py.Value, error) {
	c := asCompressor(a[0])
	mode, err := getargs.Int32(vm, a[1])
	if err != nil {
		return py.Value{}, err
	}
	if c.done {
		return py.Value{}, fail(vm, "Error -2 while flushing: inconsistent stream state")
	}
	flush, ok := map[int]deflate.Flush{1: deflate.SyncFlush, 2: deflate.SyncFlush, 3: deflate.FullFlush, 4: deflate.Finish, 5: deflate.SyncFlush}[mode]
	if mode == 0 {
		return vm.NewBytes(""), nil
	}
	if !ok {
		return py.Value{}, fail(vm, "Error -2 while flushing: inconsistent stream state")
	}
	c.done = flush == deflate.Finish
	out, err := c.write(vm, "", flush)
	return vm.NewBytes(string(out)), err
}
