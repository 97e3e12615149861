package zlib

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/deflate"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

// reader decompresses a stream with its wrapping, piece by piece.
type reader struct {
	wrap    wrapping
	window  int
	dec     *deflate.Decoder
	head    []byte // the start or the end of the stream, as far as it is there
	started bool
	sum     uint32
	size    uint32
	done    bool
	rest    []byte // what follows the stream
	dict    []byte // the preset dictionary, if the stream asks for one
}

func newReader(w wrapping, window int, dict []byte) *reader {
	z := &reader{wrap: w, window: window, dict: dict, dec: deflate.NewDecoder(window)}
	if w == raw && dict != nil {
		z.dec.SetWindow(dict)
	}
	return z
}

// read decompresses more data, up to limit bytes of output (0: all).
func (z *reader) read(vm *py.VM, data []byte, limit int) ([]byte, error) {
	if !z.started {
		z.head = append(z.head, data...)
		n, err := z.readHeader()
		if err != nil || n < 0 {
			return nil, err
		}
		data, z.head, z.started = z.head[n:], nil, true
	}
	var out []byte
	if !z.dec.Done() {
		var err error
		if out, err = z.dec.Write(data, limit, host{vm}); err != nil {
			return nil, err
		}
		switch z.wrap {
		case zlibWrap:
			z.sum = updateAdler(z.sum, out)
		case gzipWrap:
			z.sum = crc32.Update(z.sum, crc32.IEEETable, out)
		}
		z.size += uint32(len(out))
		data = nil
		if z.dec.Done() {
			data = z.dec.Rest()
		}
	}
	if z.dec.Done() && !z.done {
		z.head = append(z.head, data...)
		return out, z.readTrailer()
	}
	if z.done {
		z.rest = append(z.rest, data...)
	}
	return out, nil
}

// host bounds the decoder by the machine's limits.
type host struct{ vm *py.VM }

func (h host) Tick(n int) error { return h.vm.Tick(n) }

func (h host) Grow(before, after int) error {
	if err := h.vm.Reserve(int64(after)); err != nil {
		return err
	}
	h.vm.Charge(int64(after - before))
	return nil
}

// readHeader gives the length of the header, -1 while it is not complete.
func (z *reader) readHeader() (int, error) {
	h := z.head
	if z.wrap == raw {
		return 0, nil
	}
	if len(h) < 2 {
		return -1, nil
	}
	if z.wrap == eitherWrap {
		z.wrap = zlibWrap
		if h[0] == 0x1F && h[1] == 0x8B {
			z.wrap = gzipWrap
		}
	}
	if z.wrap == gzipWrap {
		return z.gzipHeader()
	}
	switch {
	case (int(h[0])<<8|int(h[1]))%31 != 0:
		return 0, deflate.DataError("incorrect header check")
	case h[0]&15 != 8:
		return 0, deflate.DataError("unknown compression method")
	case 1<<(h[0]>>4+8) > z.window:
		return 0, deflate.DataError("invalid window size")
	case h[1]&0x20 != 0:
		return z.dictHeader()
	}
	z.sum = 1
	return 2, nil
}

// dictHeader reads which dictionary the stream was made with.
func (z *reader) dictHeader() (int, error) {
	if len(z.head) < 6 {
		return -1, nil
	}
	switch {
	case z.dict == nil:
		return 0, errNeedDict
	case binary.BigEndian.Uint32(z.head[2:]) != updateAdler(1, z.dict):
		return 0, errWrongDict
	}
	z.dec.SetWindow(z.dict)
	z.sum = 1
	return 6, nil
}

type needDict struct{}

func (needDict) Error() string { return "need dictionary" }

var (
	errNeedDict  = needDict{}
	errWrongDict = errors.New("wrong dictionary")
)

func (z *reader) gzipHeader() (int, error) {
	h := z.head
	if h[0] != 0x1F || h[1] != 0x8B {
		return 0, deflate.DataError("incorrect header check")
	}
	if len(h) < 10 {
		return -1, nil
	}
	if h[2] != 8 {
		return 0, deflate.DataError("unknown compression method")
	}
	if h[3]&0xE0 != 0 {
		return 0, deflate.DataError("unknown header flags set")
	}
	n := 10
	if h[3]&4 != 0 {
		if len(h) < n+2 {
			return -1, nil
		}
		n += 2 + int(binary.LittleEndian.Uint16(h[n:]))
	}
	for _, flag := range []byte{8, 16} { // the name and the comment
		if h[3]&flag == 0 {
			continue
		}
		for {
			if n >= len(h) {
				return -1, nil
			}
			n++
			if h[n-1] == 0 {
				break
			}
		}
	}
	if h[3]&2 != 0 {
		n += 2
	}
	if n > len(h) {
		return -1, nil
	}
	return n, nil
}

func (z *reader) readTrailer() error {
	n := map[wrapping]int{raw: 0, zlibWrap: 4, gzipWrap: 8}[z.wrap]
	if len(z.head) < n {
		return nil
	}
	switch z.wrap {
	case zlibWrap:
		if binary.BigEndian.Uint32(z.head) != z.sum {
			return deflate.DataError("incorrect data check")
		}
	case gzipWrap:
		if binary.LittleEndian.Uint32(z.head) != z.sum {
			return deflate.DataError("incorrect data check")
		}
		if binary.LittleEndian.Uint32(z.head[4:]) != z.size {
			return deflate.DataError("incorrect length check")
		}
	}
	z.done, z.rest, z.head = true, z.head[n:], nil
	return nil
}

// guestError is the error of a stream for guest code.
func guestError(vm *py.VM, err error) error {
	switch e := err.(type) {
	case deflate.DataError:
		return fail(vm, "Error -3 while decompressing data: %s", string(e))
	case needDict:
		return fail(vm, "Error 2 while decompressing data")
	}
	if errors.Is(err, errWrongDict) {
		return fail(vm, "Error -3 while setting zdict: invalid input data")
	}
	return err
}

func decompress(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	wbits, err := getargs.Int32(vm, a[1])
	if err != nil {
		return py.Value{}, err
	}
	size, err := vm.IndexInt(a[2], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if size <= 0 {
		return py.Value{}, py.ValueErrorf("bufsize must be greater than zero")
	}
	wrap, window, ok := wrapOf(wbits, true)
	if !ok {
		return py.Value{}, fail(vm, "Error -2 while preparing to decompress data: inconsistent stream state")
	}
	z := newReader(wrap, window, nil)
	out, err := z.read(vm, []byte(data), 0)
	if err != nil {
		return py.Value{}, guestError(vm, err)
	}
	if !z.done {
		return py.Value{}, fail(vm, "Error -5 while decompressing data: incomplete or truncated stream")
	}
	return vm.NewBytes(py.TextOf(out)), nil
}

// decompressor is a Decompress object.
type decompressor struct {
	py.Object
	*reader
	tail   []byte
	closed bool // flushed after the end of the stream
}

// readerOf makes the reader that the arguments wbits and zdict ask for.
func readerOf(vm *py.VM, a []py.Value) (*reader, error) {
	wbits, err := getargs.Int32(vm, a[0])
	if err != nil {
		return nil, err
	}
	wrap, window, ok := wrapOf(wbits, true)
	if !ok {
		return nil, py.ValueErrorf("Invalid initialization option")
	}
	dict, err := dictionary(a[1])
	if err != nil {
		return nil, err
	}
	return newReader(wrap, window, dict), nil
}

func newDecompressor(vm *py.VM, a []py.Value) (py.Value, error) {
	r, err := readerOf(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	d := &decompressor{reader: r}
	vm.NewObject(&d.Object, decompressorType, 1<<16)
	return py.Of(&d.Object), nil
}

func decompressMethod(vm *py.VM, a []py.Value) (py.Value, error) {
	d := asDecompressor(a[0])
	data, err := py.BytesLike(a[1])
	if err != nil {
		return py.Value{}, err
	}
	limit, err := vm.IndexInt(a[2], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if limit < 0 {
		return py.Value{}, py.ValueErrorf("max_length must be non-negative")
	}
	out, err := d.read(vm, []byte(data), limit)
	if err != nil {
		return py.Value{}, guestError(vm, err)
	}
	d.tail = nil
	if limit > 0 && d.started && !d.done {
		d.tail = d.dec.Rest()
	}
	return vm.NewBytes(py.TextOf(out)), nil
}

func flushDecompressor(vm *py.VM, a []py.Value) (py.Value, error) {
	d := asDecompressor(a[0])
	length, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if length <= 0 {
		return py.Value{}, py.ValueErrorf("length must be greater than zero")
	}
	out, err := d.read(vm, d.tail, 0)
	d.tail = nil
	if err != nil {
		return py.Value{}, guestError(vm, err)
	}
	d.closed = d.done
	return vm.NewBytes(py.TextOf(out)), nil
}
