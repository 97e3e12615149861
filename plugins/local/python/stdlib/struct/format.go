package pystruct

import (
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

func fail(vm *py.VM, text string) error { return pymod.Raise(vm, "struct", "error", text) }

// field is a run of values of one kind.
type field struct {
	kind   byte
	size   int // of one value
	count  int // how many; the length for s and p
	offset int
}

// layout is a compiled format.
type layout struct {
	format string
	big    bool
	native bool
	fields []field
	size   int
	items  int
}

// The sizes of the kinds: native with its alignment, and standard.
var (
	nativeSizes   = map[byte]int{'x': 1, 'b': 1, 'B': 1, 'c': 1, 's': 1, 'p': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'P': 8, 'e': 2, 'f': 4, 'd': 8}
	standardSizes = map[byte]int{'x': 1, 'b': 1, 'B': 1, 'c': 1, 's': 1, 'p': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 4, 'L': 4, 'q': 8, 'Q': 8, 'e': 2, 'f': 4, 'd': 8}
)

// compiled keeps the layouts of the formats used last.
var (
	compiledMu sync.Mutex
	compiled   = map[string]*layout{}
)

const maxCompiled = 100

// compile reads a format.
func compile(vm *py.VM, format string) (*layout, error) {
	compiledMu.Lock()
	l := compiled[format]
	compiledMu.Unlock()
	if l != nil {
		return l, nil
	}
	l = &layout{format: format, native: true}
	if text := l.parse(format); text != "" {
		return nil, fail(vm, text)
	}
	if len(format) <= 64 {
		compiledMu.Lock()
		if len(compiled) >= maxCompiled {
			clear(compiled)
		}
		compiled[format] = l
		compiledMu.Unlock()
	}
	return l, nil
}

// parse gives the text of an error, or "".
func (l *layout) parse(s string) string {
	sizes, aligned := nativeSizes, true
	if s != "" {
		switch s[0] {
		case '<', '=', '>', '!':
			sizes, aligned, l.native = standardSizes, false, false
			l.big = s[0] == '>' || s[0] == '!'
			s = s[1:]
		case '@':
			s = s[1:]
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == ' ' || c >= '\t' && c <= '\r' {
			continue
		}
		count := 1
		if c >= '0' && c <= '9' {
			count = 0
			for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
				if count > math.MaxInt64/10-10 {
					return "total struct size too long"
				}
				count = count*10 + int(s[i]-'0')
			}
			if i == len(s) {
				return "repeat count given without format specifier"
			}
			c = s[i]
		}
		size := sizes[c]
		if size == 0 {
			if c == 0 {
				return "embedded null character"
			}
			return "bad char in struct format"
		}
		if aligned && size > 1 {
			l.size = (l.size + size - 1) &^ (size - 1)
		}
		if count > (math.MaxInt64-l.size)/size {
			return "total struct size too long"
		}
		f := field{kind: c, size: size, count: count, offset: l.size}
		l.size += size * count
		switch c {
		case 'x':
			continue
		case 's', 'p':
			l.items++
		default:
			l.items += count
		}
		l.fields = append(l.fields, f)
	}
	return ""
}

// formatArg is the text of a format, a str or bytes.
func formatArg(v py.Value) (string, error) {
	if s := v.Str(); s != nil {
		if !s.ASCII() {
			runes := []rune(s.S)
			wide := func(r rune) bool { return r >= utf8.RuneSelf }
			from := slices.IndexFunc(runes, wide)
			to := from
			for to < len(runes) && wide(runes[to]) {
				to++
			}
			return "", py.NewUnicodeError(py.UnicodeEncodeError, "ascii", v, from, to, "ordinal not in range(128)")
		}
		return s.S, nil
	}
	if b := v.Bytes(); b != nil {
		return b.S, nil
	}
	return "", py.TypeErrorf("Struct() argument 1 must be a str or bytes object, not %s", v.Type().Name)
}
