package py

import "sync"

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

const strSize = 48

// latin1 are the strs of one character below U+0100.
var latin1 [256]Value

func init() {
	for i := range latin1 {
		s := Name(string(rune(i)))
		latin1[i] = Of(&s.Object)
	}
}

// NewStr makes a str without charging memory: for constants and short texts.
func NewStr(s string) Value { return Of(&newStr(s).Object) }

func newStr(s string) *Str {
	o := &Str{Object: Object{typ: StrType, kind: KindStr}, S: s}
	o.measure()
	return o
}

// NewString makes a str of a text in UTF-8. The text must not be a small part
// of a big one, which it would keep alive.
func (vm *VM) NewString(s string) Value {
	if len(s) <= 2 {
		if v := shortStr(s); v.Bound() {
			return v
		}
	}
	vm.charge(int64(strSize + len(s)))
	return NewStr(s)
}

// shortStr is the static str of a text of up to two bytes, if there is one.
func shortStr(s string) Value {
	switch {
	case len(s) == 0:
		return emptyStr
	case len(s) == 1:
		return latin1[s[0]]
	case s[0] == 0xC2 || s[0] == 0xC3:
		return latin1[s[0]<<6|s[1]&0x3F]
	}
	return Value{}
}

// newRune is the str of one code point.
func (vm *VM) newRune(r rune) Value {
	if r >= 0 && int(r) < len(latin1) {
		return latin1[r]
	}
	return vm.NewString(encodeRune(r))
}

// copyText makes a str of a copy of a text, which may be part of a longer one.
// It is ASCII if ascii says so, and else looked through.
func (vm *VM) copyText(text string, ascii bool) Value {
	if len(text) <= 2 {
		if v := shortStr(text); v.Bound() {
			return v
		}
	}
	vm.charge(int64(strSize + len(text)))
	s, b := allocStr(len(text))
	copy(b, text)
	if ascii {
		s.flags |= flagASCII
		s.runes = int32(len(text))
	} else {
		s.measure()
	}
	return Of(&s.Object)
}

// newASCII makes a str of a text that is known to be ASCII.
func (vm *VM) newASCII(text string) Value {
	if len(text) <= 1 {
		return shortStr(text)
	}
	vm.charge(int64(strSize + len(text)))
	return Of(&(&Str{Object: Object{typ: StrType, kind: KindStr, flags: flagASCII}, S: text, runes: int32(len(text))}).Object)
}

// substr is the str of the bytes i to j of s. It shares the memory of s only
// if it is at least half of it, so that a short part never keeps a long text
// alive.
func (vm *VM) substr(s *Str, i, j int) Value {
	n := j - i
	if n == len(s.S) && s.typ == StrType {
		return Of(&s.Object)
	}
	if n <= inlineStr || n < len(s.S)/2 || s.flags&(flagShared|flagGrow) != 0 {
		return vm.copyText(s.S[i:j], s.ASCII())
	}
	vm.charge(strSize)
	sub := &Str{Object: Object{typ: StrType, kind: KindStr, flags: flagShared}, S: s.S[i:j]}
	if s.ASCII() {
		sub.flags |= flagASCII
		sub.runes = int32(n)
	} else {
		sub.measure()
	}
	return Of(&sub.Object)
}

// measure finds out whether the text is ASCII, which makes its length and
// indexes those of its bytes.
func (s *Str) measure() {
	if isASCII(s.S) {
		s.flags |= flagASCII
		s.runes = int32(len(s.S))
		return
	}
	s.runes = -1
}

// ASCII reports whether all code points are below 0x80.
func (s *Str) ASCII() bool { return s.flags&flagASCII != 0 }

// hashOf is the str's hash. It is the same in every process: programs run
// alike each time.
func (s *Str) hashOf() uint32 {
	if s.hash == 0 && s.S != "" {
		s.hash = hashString(s.S)
	}
	return s.hash
}

// hashString is 0 for the empty string alone, as CPython's.
func hashString(s string) uint32 {
	if s == "" {
		return 0
	}
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

// names interns the names that Go code knows (built-in attributes, dunder
// names). Its size is about what there is at start-up.
var (
	names   = make(map[string]*Str, 800)
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
	o.length()
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
