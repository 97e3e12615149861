package py

import (
	"sync"
	"unicode/utf8"
)

// Str is a Python str: UTF-8, in which a lone surrogate stands as the three
// bytes that UTF-8 would give its code point (and which Go's utf8 rejects).
type Str struct {
	Object
	S     string
	hash  uint32 // 0: not computed yet
	runes int32  // length in code points; -1: not counted yet
}

// StrType is str.
var StrType = shell("str", KindStr)

// NewStr makes a str without charging memory: for constants and short texts.
func NewStr(s string) Value { return Of(&newStr(s).Object) }

func newStr(s string) *Str {
	o := &Str{Object: Object{typ: StrType, kind: KindStr}, S: s}
	o.measure()
	return o
}

// measure finds out whether the text is ASCII, which makes its length and
// indexes those of its bytes.
func (s *Str) measure() {
	for i := 0; i < len(s.S); i++ {
		if s.S[i] >= utf8.RuneSelf {
			s.runes = -1
			return
		}
	}
	s.flags |= flagASCII
	s.runes = int32(len(s.S))
}

// ASCII reports whether all code points are below 0x80.
func (s *Str) ASCII() bool { return s.flags&flagASCII != 0 }

// hashOf is the str's hash. It is the same in every process: programs run
// alike each time.
func (s *Str) hashOf() uint32 {
	if s.hash == 0 {
		s.hash = hashString(s.S)
	}
	return s.hash
}

// hashString is never 0.
func hashString(s string) uint32 {
	h := uint64(len(s)) ^ 0x9E3779B97F4A7C15
	for len(s) >= 8 {
		k := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		h = (h ^ k) * 0xff51afd7ed558ccd
		h ^= h >> 32
		s = s[8:]
	}
	var k uint64
	for i := 0; i < len(s); i++ {
		k |= uint64(s[i]) << (8 * i)
	}
	h = (h ^ k) * 0xc4ceb9fe1a85ec53
	h ^= h >> 29
	h *= 0xff51afd7ed558ccd
	if r := uint32(h >> 32); r != 0 {
		return r
	}
	return 1
}

// names interns the names known at start-up (built-in attributes, dunder
// names); it is only written to by init functions.
var (
	names   = map[string]*Str{}
	namesMu sync.Mutex
)

// Name interns a name for the life of the process. For names in Go code only,
// never for guest text.
func Name(s string) *Str {
	namesMu.Lock()
	defer namesMu.Unlock()
	if o := names[s]; o != nil {
		return o
	}
	o := newStr(s)
	o.flags |= flagImmortal
	o.hash = hashString(s)
	if !o.ASCII() {
		o.runes = int32(utf8.RuneCountInString(s))
	}
	names[s] = o
	return o
}

// Intern gives the one Str of this machine for a name in guest code.
func (vm *VM) Intern(s string) *Str {
	if o := vm.interned[s]; o != nil {
		return o
	}
	namesMu.Lock()
	o := names[s]
	namesMu.Unlock()
	if o == nil {
		o = newStr(s)
	}
	vm.interned[s] = o
	return o
}

// internStr is Intern for a str at hand.
func (vm *VM) internStr(s *Str) *Str {
	if o := vm.interned[s.S]; o != nil {
		return o
	}
	return vm.Intern(s.S)
}
