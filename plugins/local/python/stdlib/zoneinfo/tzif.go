package zoneinfo

import (
	"encoding/binary"
	"errors"
	"sort"
)

// kind is one sort of time that a zone has had: CPython's _ttinfo.
type kind struct {
	offset, dst int64 // seconds
	name        string
}

// zone is what a TZif file says (RFC 8536).
type zone struct {
	utc    []int64    // when the kind changes, in seconds since 1970
	local  [2][]int64 // the same on the clock, by fold
	kinds  []*kind    // the kind from each change on
	before *kind      // until the first change
	after  *kind      // after the last change, if there is no rule
	rule   *rule
	fixed  bool // the offset never changes
}

var errFormat = errors.New("not a TZif file")

// reader reads big-endian numbers; beyond the end it gives zeros and notes it.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad = true
		return make([]byte, min(max(n, 0), 8))
	}
	part := r.b[:n]
	r.b = r.b[n:]
	return part
}

func (r *reader) u32() int { return int(binary.BigEndian.Uint32(r.take(4))) }

// header is the start of one of the two blocks of a file.
type header struct {
	version                            byte
	isUT, isStd, leaps, changes, kinds int
	chars                              int
}

func (r *reader) header() (h header, err error) {
	if string(r.take(4)) != "TZif" {
		return h, errFormat
	}
	h.version = r.take(16)[0]
	h.isUT, h.isStd, h.leaps, h.changes, h.kinds, h.chars = r.u32(), r.u32(), r.u32(), r.u32(), r.u32(), r.u32()
	if r.bad || h.changes > 1<<16 || h.kinds > 256 || h.chars > 1<<16 || h.leaps > 1<<16 || h.isUT > 256 || h.isStd > 256 {
		return h, errFormat
	}
	return h, nil
}

// parse reads a TZif file.
func parse(data []byte) (*zone, error) {
	r := &reader{b: data}
	h, err := r.header()
	if err != nil {
		return nil, err
	}
	size := 4
	if h.version >= '2' {
		r.take(h.changes*5 + h.kinds*6 + h.chars + h.leaps*8 + h.isStd + h.isUT)
		if h, err = r.header(); err != nil {
			return nil, err
		}
		size = 8
	}
	z := &zone{utc: make([]int64, h.changes)}
	for i := range z.utc {
		if b := r.take(size); size == 8 {
			z.utc[i] = int64(binary.BigEndian.Uint64(b))
		} else {
			z.utc[i] = int64(int32(binary.BigEndian.Uint32(b)))
		}
	}
	index := append([]byte(nil), r.take(h.changes)...)
	kinds := make([]*kind, h.kinds)
	isDST := make([]bool, h.kinds)
	names := make([]byte, h.kinds)
	for i := range kinds {
		kinds[i] = &kind{offset: int64(int32(r.u32()))}
		b := r.take(2)
		isDST[i], names[i] = b[0] != 0, b[1]
	}
	chars := r.take(h.chars)
	r.take(h.leaps*(size+4) + h.isStd + h.isUT)
	if r.bad {
		return nil, errFormat
	}
	for i, k := range kinds {
		if int(names[i]) < len(chars) {
			k.name = cString(chars[names[i]:])
		}
	}
	footer := ""
	if size == 8 && len(r.b) > 2 && r.b[0] == '\n' {
		footer = string(r.b[1 : len(r.b)-1])
	}
	return z, z.build(index, kinds, isDST, footer)
}

func cString(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// build links the kinds of time with the changes.
func (z *zone) build(index []byte, kinds []*kind, isDST []bool, footer string) error {
	for _, i := range index {
		if int(i) >= len(kinds) {
			return errFormat
		}
		z.kinds = append(z.kinds, kinds[i])
	}
	setDST(index, kinds, isDST)
	z.setLocal(index, kinds)
	for i, k := range kinds {
		if !isDST[i] {
			z.before = k
			break
		}
	}
	if z.before == nil && len(kinds) > 0 {
		z.before = kinds[0]
	}
	if footer != "" {
		r, err := parseRule(footer)
		if err != nil {
			return err
		}
		if r.hasDST {
			z.rule = r
		} else {
			z.after = &r.std
		}
	} else if len(z.kinds) > 0 {
		z.after = z.kinds[len(z.kinds)-1]
	} else {
		z.after = z.before
	}
	if z.after == nil && z.rule == nil {
		return errFormat
	}
	z.fixed = z.rule == nil && (len(kinds) == 0 || len(kinds) == 1 && *kinds[0] == *z.after)
	return nil
}

// setDST works out how much of each offset is daylight saving, which the file
// doesn't tell: the difference to the standard time next to it, else an hour.
func setDST(index []byte, kinds []*kind, isDST []bool) {
	for i := 1; i < len(index); i++ {
		at := index[i]
		k := kinds[at]
		if !isDST[at] || k.dst != 0 {
			continue
		}
		if prev := index[i-1]; !isDST[prev] {
			k.dst = k.offset - kinds[prev].offset
		}
		if k.dst == 0 && int(at) < len(kinds)-1 && i+1 < len(index) {
			if next := index[i+1]; !isDST[next] {
				k.dst = k.offset - kinds[next].offset
			}
		}
	}
	for i, k := range kinds {
		if isDST[i] && k.dst == 0 {
			k.dst = 3600
		}
	}
}

// setLocal gives the changes on the clock: for fold 0 by the greater of the
// offsets before and after, for fold 1 by the smaller.
func (z *zone) setLocal(index []byte, kinds []*kind) {
	for i, t := range z.utc {
		before := kinds[0].offset
		if i > 0 {
			before = z.kinds[i-1].offset
		}
		after := z.kinds[i].offset
		z.local[0] = append(z.local[0], t+max(before, after))
		z.local[1] = append(z.local[1], t+min(before, after))
	}
}

// at is the kind of time when the clock shows ts (seconds since 1970) in a
// year.
func (z *zone) at(ts int64, year int, fold uint8) *kind {
	list := z.local[fold&1]
	n := len(list)
	switch {
	case n > 0 && ts < list[0]:
		return z.before
	case n == 0 || ts > list[n-1]:
		if z.rule != nil {
			return z.rule.local(ts, year, fold)
		}
		return z.after
	}
	return z.kinds[after(list, ts)-1]
}

// after is the number of times up to ts.
func after(list []int64, ts int64) int {
	return sort.Search(len(list), func(i int) bool { return list[i] > ts })
}

// fromUTC is the kind of time at ts, and whether the clock shows that time for
// the second time. year is that of ts.
func (z *zone) fromUTC(ts int64, year int) (k *kind, fold bool) {
	n := len(z.utc)
	switch {
	case n > 0 && ts < z.utc[0]:
		return z.before, false
	case (n == 0 || ts > z.utc[n-1]) && z.rule != nil:
		return z.rule.utc(ts, year)
	case n == 0:
		return z.after, false
	}
	i := after(z.utc, ts)
	prev := z.before
	switch {
	case i > 1:
		prev, k = z.kinds[i-2], z.kinds[i-1]
	default:
		k = z.kinds[0]
	}
	return k, prev.offset-k.offset > ts-z.utc[i-1]
}
