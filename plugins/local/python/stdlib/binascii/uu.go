package binascii

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// a2bUU is a2b_uu(data): one line of uuencoded data. What a line lacks at its
// end counts as zeroes.
func a2bUU(vm *py.VM, a []py.Value) (py.Value, error) {
	s, err := ascii(a[0])
	if err != nil {
		return py.Value{}, err
	}
	at := func(i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	n := int(at(0)-' ') & 63
	var out []byte
	bits, held := uint(0), uint(0)
	i := 1
	for ; len(out) < n; i++ {
		digit := byte(0)
		if c := at(i); c != '\n' && c != '\r' && i < len(s) {
			if c < ' ' || c > ' '+64 {
				return py.Value{}, py.Raise(errorType(), "Illegal char")
			}
			digit = (c - ' ') & 63
		}
		bits, held = bits<<6|uint(digit), held+6
		if held >= 8 {
			held -= 8
			out = append(out, byte(bits>>held))
			bits &= 1<<held - 1
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c != ' ' && c != ' '+64 && c != '\n' && c != '\r' {
			return py.Value{}, py.Raise(errorType(), "Trailing garbage")
		}
	}
	return vm.NewBytes(py.TextOf(out)), vm.Tick(len(s)/64 + 1)
}

// b2aUU is b2a_uu(data, *, backtick=False).
func b2aUU(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	backtick, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if len(data) > 45 {
		return py.Value{}, py.Raise(errorType(), "At most 45 bytes at once")
	}
	digit := func(n byte) byte {
		if n == 0 && backtick {
			return '`'
		}
		return ' ' + n
	}
	out := []byte{digit(byte(len(data)))}
	for ; data != ""; data = data[min(3, len(data)):] {
		var b [3]byte
		copy(b[:], data)
		out = append(out, digit(b[0]>>2), digit(b[0]<<4&63|b[1]>>4), digit(b[1]<<2&63|b[2]>>6), digit(b[2]&63))
	}
	return vm.NewBytes(py.TextOf(append(out, '\n'))), nil
}

// crcHQX is crc_hqx(data, crc): the checksum of binhex, by the polynomial of
// CCITT.
func crcHQX(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	start, err := vm.Index(a[1])
	if err != nil {
		return py.Value{}, err
	}
	crc := uint16(start.AsInt())
	for _, c := range []byte(data) {
		crc ^= uint16(c) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return py.Int(int64(crc)), vm.Tick(len(data)/16 + 1)
}
