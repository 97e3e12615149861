package py

import (
	"strings"
	"unicode/utf8"
)

// selfData is the content of the bytes or bytearray that a method is called on.
func selfData(a []Value) string {
	data, _ := dataOf(a[0])
	return data
}

// bytesMethods are the methods that bytes and bytearray share.
func bytesMethods(t *Type) []*Builtin {
	is := func(name string, f func(data string) bool) *Builtin {
		return Method(name, 0, 0, func(vm *VM, a []Value) (Value, error) {
			data := selfData(a)
			return Bool(f(data)), vm.tickBytes(len(data))
		})
	}
	mapped := func(name string, f func(out []byte)) *Builtin {
		return Method(name, 0, 0, func(vm *VM, a []Value) (Value, error) {
			if err := vm.Reserve(int64(len(selfData(a)))); err != nil {
				return Value{}, err
			}
			out := []byte(selfData(a))
			f(out)
			return vm.ownLike(a[0], out), vm.tickBytes(len(out))
		})
	}
	justify := func(name string, p padding) *Builtin {
		return Method(name, 1, 2, func(vm *VM, a []Value) (Value, error) { return vm.bytesJustify(a, name, p) })
	}
	search := func(name string, last, must bool) *Builtin {
		return Method(name, 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.bytesFind(a, name, last, must) })
	}
	strip := func(name string, left, right bool) *Builtin {
		return Method(name, 0, 1, func(vm *VM, a []Value) (Value, error) { return vm.bytesStrip(a, left, right) })
	}
	return []*Builtin{
		mapped("capitalize", func(b []byte) {
			for i := range b {
				b[i] = lowerASCII(b[i])
			}
			if len(b) > 0 {
				b[0] = upperASCII(b[0])
			}
		}),
		mapped("lower", func(b []byte) {
			for i := range b {
				b[i] = lowerASCII(b[i])
			}
		}),
		mapped("upper", func(b []byte) {
			for i := range b {
				b[i] = upperASCII(b[i])
			}
		}),
		mapped("swapcase", func(b []byte) {
			for i, c := range b {
				if isASCIILetter(c) {
					b[i] ^= 0x20
				}
			}
		}),
		mapped("title", titleBytes),
		is("isalnum", allBytes(func(c byte) bool { return isASCIILetter(c) || c-'0' < 10 })),
		is("isalpha", allBytes(isASCIILetter)),
		is("isascii", isASCII),
		is("isdigit", allBytes(func(c byte) bool { return c-'0' < 10 })),
		is("isspace", allBytes(isByteSpace)),
		is("islower", func(data string) bool { return cased(data, lowerASCII) }),
		is("isupper", func(data string) bool { return cased(data, upperASCII) }),
		is("istitle", isTitleBytes),
		search("find", false, false), search("rfind", true, false),
		search("index", false, true), search("rindex", true, true),
		Method("count", 0, -1, bytesCount),
		Method("startswith", 0, -1, func(vm *VM, a []Value) (Value, error) {
			return vm.bytesAffix(a, "startswith", strings.HasPrefix)
		}),
		Method("endswith", 0, -1, func(vm *VM, a []Value) (Value, error) {
			return vm.bytesAffix(a, "endswith", strings.HasSuffix)
		}),
		MethodSig("decode", "encoding='utf-8', errors='strict'", bytesDecode),
		Method("replace", 2, 3, bytesReplace),
		Method("removeprefix", 1, 1, func(vm *VM, a []Value) (Value, error) {
			p, err := BytesLike(a[1])
			return vm.newLike(a[0], strings.TrimPrefix(selfData(a), p)), err
		}),
		Method("removesuffix", 1, 1, func(vm *VM, a []Value) (Value, error) {
			p, err := BytesLike(a[1])
			return vm.newLike(a[0], strings.TrimSuffix(selfData(a), p)), err
		}),
		Method("join", 1, 1, bytesJoin),
		MethodSig("split", "sep=None, maxsplit=-1", func(vm *VM, a []Value) (Value, error) { return vm.bytesSplit(a, false) }),
		MethodSig("rsplit", "sep=None, maxsplit=-1", func(vm *VM, a []Value) (Value, error) { return vm.bytesSplit(a, true) }),
		MethodSig("splitlines", "keepends=False", bytesSplitLines),
		Method("partition", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.bytesPartition(a, false) }),
		Method("rpartition", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.bytesPartition(a, true) }),
		strip("strip", true, true), strip("lstrip", true, false), strip("rstrip", false, true),
		justify("center", padCenter), justify("ljust", padRight), justify("rjust", padLeft),
		Method("zfill", 1, 1, bytesZfill),
		MethodSig("expandtabs", "tabsize=8", bytesExpandTabs),
		MethodSig("translate", "table, /, delete=…", bytesTranslate),
		StaticMethod("maketrans", "frm, to, /", bytesMakeTrans),
		MethodSig("hex", "sep=…, bytes_per_sep=1", bytesHex),
		ClassMethod("fromhex", "string, /", func(vm *VM, a []Value) (Value, error) { return vm.bytesFromHex(a, t) }),
	}
}

func isASCIILetter(c byte) bool { return c-'a' < 26 || c-'A' < 26 }

// isByteSpace is white space in bytes: unlike in strs, no separators.
func isByteSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

func allBytes(is func(c byte) bool) func(data string) bool {
	return func(data string) bool {
		for i := 0; i < len(data); i++ {
			if !is(data[i]) {
				return false
			}
		}
		return data != ""
	}
}

// cased reports whether there are letters and f changes none.
func cased(data string, f func(c byte) byte) bool {
	found := false
	for i := 0; i < len(data); i++ {
		if c := data[i]; isASCIILetter(c) {
			if f(c) != c {
				return false
			}
			found = true
		}
	}
	return found
}

func titleBytes(b []byte) {
	inWord := false
	for i, c := range b {
		if inWord {
			b[i] = lowerASCII(c)
		} else {
			b[i] = upperASCII(c)
		}
		inWord = isASCIILetter(c)
	}
}

func isTitleBytes(data string) bool {
	inWord, found := false, false
	for i := 0; i < len(data); i++ {
		c := data[i]
		if !isASCIILetter(c) {
			inWord = false
			continue
		}
		if (c-'A' < 26) == inWord {
			return false
		}
		inWord, found = true, true
	}
	return found
}

// subBytes is what find and its like look for: a bytes-like object or an int.
func (vm *VM) subBytes(v Value) (string, error) {
	if data, ok := dataOf(v); ok {
		return data, nil
	}
	if v.Type().slots.Index == nil {
		return "", TypeErrorf("argument should be integer or bytes-like object, not '%s'", v.Type().Name)
	}
	c, err := vm.byteValue(v, "byte")
	return textOf(latin1Bytes[c]), err
}

func (vm *VM) bytesFind(a []Value, name string, last, must bool) (Value, error) {
	if err := searchArity(name, a); err != nil {
		return Value{}, err
	}
	sub, err := vm.subBytes(a[1])
	if err != nil {
		return Value{}, err
	}
	start, end, err := vm.window(a[2:], len(selfData(a)))
	if err != nil {
		return Value{}, err
	}
	i := -1
	if data := selfData(a); start <= end && end <= len(data) {
		if last {
			i = strings.LastIndex(data[start:end], sub)
		} else {
			i = strings.Index(data[start:end], sub)
		}
		if err := vm.tickBytes(end - start); err != nil {
			return Value{}, err
		}
	}
	if i >= 0 {
		return Int(int64(start + i)), nil
	}
	if must {
		return Value{}, ValueErrorf("subsection not found")
	}
	return Int(-1), nil
}

func bytesCount(vm *VM, a []Value) (Value, error) {
	if err := searchArity("count", a); err != nil {
		return Value{}, err
	}
	sub, err := vm.subBytes(a[1])
	if err != nil {
		return Value{}, err
	}
	start, end, err := vm.window(a[2:], len(selfData(a)))
	data := selfData(a)
	if err != nil || start > end || end > len(data) {
		return Int(0), err
	}
	if sub == "" {
		return Int(int64(end - start + 1)), nil
	}
	return Int(int64(strings.Count(data[start:end], sub))), vm.tickBytes(end - start)
}

func (vm *VM) bytesAffix(a []Value, name string, has func(s, affix string) bool) (Value, error) {
	if err := searchArity(name, a); err != nil {
		return Value{}, err
	}
	affixes := a[1:2]
	if t := a[1].Tuple(); t != nil {
		affixes = t.Items
	} else if _, ok := dataOf(a[1]); !ok {
		return Value{}, TypeErrorf("%s first arg must be bytes or a tuple of bytes, not %s", name, a[1].Type().Name)
	}
	start, end, err := vm.window(a[2:], len(selfData(a)))
	if err != nil {
		return Value{}, err
	}
	data := selfData(a)
	for _, v := range affixes {
		affix, err := BytesLike(v)
		if err != nil {
			return Value{}, err
		}
		if start <= end && end <= len(data) && has(data[start:end], affix) {
			return True, nil
		}
	}
	return False, nil
}

func bytesDecode(vm *VM, a []Value) (Value, error) {
	for i, name := range []string{"encoding", "errors"} {
		if a[i+1].Str() == nil {
			return Value{}, TypeErrorf("decode() argument '%s' must be str, not %s", name, argKind(a[i+1]))
		}
	}
	return vm.decodeObject(a[0], a[1], a[2])
}

func bytesReplace(vm *VM, a []Value) (Value, error) {
	old, err := BytesLike(a[1])
	if err != nil {
		return Value{}, err
	}
	with, err := BytesLike(a[2])
	if err != nil {
		return Value{}, err
	}
	limit := -1
	if len(a) > 3 {
		if limit, err = vm.sizeArg(a[3]); err != nil {
			return Value{}, err
		}
	}
	data := selfData(a)
	n := len(data) + 1
	if old != "" {
		n = strings.Count(data, old)
	}
	if limit >= 0 {
		n = min(n, limit)
	}
	if n == 0 {
		return vm.newLike(a[0], data), nil
	}
	grow := len(with) - len(old)
	if grow > 0 && n > maxText/grow {
		return Value{}, NewException(MemoryError, "")
	}
	if err := vm.Reserve(int64(len(data) + n*grow)); err != nil {
		return Value{}, err
	}
	out := make([]byte, 0, len(data)+n*grow)
	at := 0
	for i := range n {
		j := at
		if old != "" {
			j += strings.Index(data[at:], old)
		} else if i > 0 {
			j++
		}
		out = append(append(out, data[at:j]...), with...)
		at = j + len(old)
	}
	return vm.ownLike(a[0], append(out, data[at:]...)), vm.tickBytes(len(data))
}

func bytesJoin(vm *VM, a []Value) (Value, error) {
	if t := a[1].Type(); t.slots.Iter == nil && t.slots.GetItem == nil {
		return Value{}, TypeErrorf("can only join an iterable")
	}
	if b := a[0].ByteArray(); b != nil {
		b.exports++
		defer func() { b.exports-- }()
	}
	items, err := vm.Collect(a[1])
	if err != nil {
		return Value{}, err
	}
	sep := selfData(a)
	total := len(sep) * max(len(items)-1, 0)
	for i, v := range items {
		data, err := BytesLike(v)
		if err != nil {
			return Value{}, TypeErrorf("sequence item %d: expected a bytes-like object, %s found", i, v.Type().Name)
		}
		total += len(data)
	}
	if err := vm.Reserve(int64(total)); err != nil {
		return Value{}, err
	}
	out := make([]byte, 0, total)
	for i, v := range items {
		if i > 0 {
			out = append(out, sep...)
		}
		data, _ := dataOf(v)
		out = append(out, data...)
	}
	return vm.ownLike(a[0], out), vm.tickBytes(total)
}

// bytesSplit is split and, with right, rsplit.
func (vm *VM) bytesSplit(a []Value, right bool) (Value, error) {
	data, sep := selfData(a), ""
	limit, err := vm.sizeArg(a[2])
	if err != nil {
		return Value{}, err
	}
	if !a[1].IsNone() {
		if sep, err = BytesLike(a[1]); err != nil {
			return Value{}, err
		}
		if sep == "" {
			return Value{}, ValueErrorf("empty separator")
		}
	}
	if limit < 0 {
		limit = maxText
	}
	if err := vm.tickBytes(len(data)); err != nil {
		return Value{}, err
	}
	var parts []string
	switch {
	case a[1].IsNone() && right:
		parts = rsplitByteSpace(data, limit)
	case a[1].IsNone():
		parts = splitByteSpace(data, limit)
	case right:
		for ; limit > 0; limit-- {
			i := strings.LastIndex(data, sep)
			if i < 0 {
				break
			}
			parts, data = append(parts, data[i+len(sep):]), data[:i]
		}
		parts = append(parts, data)
	default:
		for ; limit > 0; limit-- {
			i := strings.Index(data, sep)
			if i < 0 {
				break
			}
			parts, data = append(parts, data[:i]), data[i+len(sep):]
		}
		parts = append(parts, data)
	}
	return vm.bytesList(a[0], parts, right)
}

// bytesList makes a list of copies of the parts, of self's type.
func (vm *VM) bytesList(self Value, parts []string, reverse bool) (Value, error) {
	if err := vm.Reserve(int64(len(parts)) * 80); err != nil {
		return Value{}, err
	}
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = vm.newLike(self, p)
	}
	if reverse {
		reverseValues(items)
	}
	return vm.NewList(items), nil
}

func splitByteSpace(data string, limit int) (parts []string) {
	for {
		i := 0
		for i < len(data) && isByteSpace(data[i]) {
			i++
		}
		data = data[i:]
		if data == "" {
			return parts
		}
		if limit == 0 {
			return append(parts, data)
		}
		limit--
		for i = 0; i < len(data) && !isByteSpace(data[i]); i++ {
		}
		parts, data = append(parts, data[:i]), data[i:]
	}
}

func rsplitByteSpace(data string, limit int) (parts []string) {
	for {
		i := len(data)
		for i > 0 && isByteSpace(data[i-1]) {
			i--
		}
		data = data[:i]
		if data == "" {
			return parts
		}
		if limit == 0 {
			return append(parts, data)
		}
		limit--
		for i = len(data); i > 0 && !isByteSpace(data[i-1]); i-- {
		}
		parts, data = append(parts, data[i:]), data[:i]
	}
}

func bytesSplitLines(vm *VM, a []Value) (Value, error) {
	keep, err := vm.Truth(a[1])
	if err != nil {
		return Value{}, err
	}
	data := selfData(a)
	var parts []string
	for data != "" {
		i := strings.IndexAny(data, "\r\n")
		if i < 0 {
			parts = append(parts, data)
			break
		}
		next := i + 1
		if data[i] == '\r' && next < len(data) && data[next] == '\n' {
			next++
		}
		if keep {
			i = next
		}
		parts, data = append(parts, data[:i]), data[next:]
	}
	return vm.bytesList(a[0], parts, false)
}

func (vm *VM) bytesPartition(a []Value, last bool) (Value, error) {
	sep, err := BytesLike(a[1])
	if err != nil {
		return Value{}, err
	}
	if sep == "" {
		return Value{}, ValueErrorf("empty separator")
	}
	data, empty := selfData(a), vm.newLike(a[0], "")
	i := 0
	if last {
		i = strings.LastIndex(data, sep)
	} else {
		i = strings.Index(data, sep)
	}
	switch {
	case i >= 0:
		return vm.NewTupleOf(vm.newLike(a[0], data[:i]), vm.newLike(a[0], sep), vm.newLike(a[0], data[i+len(sep):])), nil
	case last:
		return vm.NewTupleOf(empty, vm.newLike(a[0], ""), vm.newLike(a[0], data)), nil
	}
	return vm.NewTupleOf(vm.newLike(a[0], data), empty, vm.newLike(a[0], "")), nil
}

func (vm *VM) bytesStrip(a []Value, left, right bool) (Value, error) {
	in := isByteSpace
	if len(a) > 1 && !a[1].IsNone() {
		set, err := BytesLike(a[1])
		if err != nil {
			return Value{}, err
		}
		in = func(c byte) bool { return strings.IndexByte(set, c) >= 0 }
	}
	data := selfData(a)
	i, j := 0, len(data)
	for left && i < j && in(data[i]) {
		i++
	}
	for right && i < j && in(data[j-1]) {
		j--
	}
	return vm.newLike(a[0], data[i:j]), vm.tickBytes(len(data) - (j - i))
}

func (vm *VM) bytesJustify(a []Value, name string, p padding) (Value, error) {
	width, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	fill := " "
	if len(a) > 2 {
		f, ok := "", a[2].Kind() == KindBytes || a[2].Kind() == KindByteArray
		if ok {
			f, _ = dataOf(a[2])
		}
		if len(f) != 1 {
			return Value{}, TypeErrorf("%s() argument 2 must be a byte string of length 1, not %s", name, argKind(a[2]))
		}
		fill = f
	}
	data := selfData(a)
	before, after := p.pad(len(data), width)
	if before+after == 0 {
		return vm.newLike(a[0], data), nil
	}
	if err := vm.reserveText(len(data) + before + after); err != nil {
		return Value{}, err
	}
	out := make([]byte, len(data)+before+after)
	rest := fillText(out, fill, before)
	fillText(rest[copy(rest, data):], fill, after)
	return vm.ownLike(a[0], out), nil
}

func bytesZfill(vm *VM, a []Value) (Value, error) {
	width, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	data := selfData(a)
	n := max(width-len(data), 0)
	if n == 0 {
		return vm.newLike(a[0], data), nil
	}
	if err := vm.reserveText(len(data) + n); err != nil {
		return Value{}, err
	}
	out := make([]byte, len(data)+n)
	rest := out
	if data != "" && (data[0] == '+' || data[0] == '-') {
		out[0] = data[0]
		rest, data = out[1:], data[1:]
	}
	copy(fillText(rest, "0", n), data)
	return vm.ownLike(a[0], out), nil
}

func bytesExpandTabs(vm *VM, a []Value) (Value, error) {
	size, err := vm.intArg(a[1])
	if err != nil {
		return Value{}, err
	}
	data := selfData(a)
	if tabs := strings.Count(data, "\t"); tabs > 0 && size > 0 {
		if size > maxText/tabs {
			return Value{}, Raise(OverflowError, "result too long")
		}
		if err := vm.reserveText(len(data) + tabs*size); err != nil {
			return Value{}, err
		}
	}
	return vm.ownLike(a[0], expandTabs(data, size, false)), vm.tickBytes(len(data))
}

func bytesTranslate(vm *VM, a []Value) (Value, error) {
	table := ""
	if !a[1].IsNone() {
		var err error
		if table, err = BytesLike(a[1]); err != nil {
			return Value{}, err
		}
		if len(table) != 256 {
			return Value{}, ValueErrorf("translation table must be 256 characters long")
		}
	}
	var drop [256]bool
	if a[2].Bound() {
		deleted, err := BytesLike(a[2])
		if err != nil {
			return Value{}, err
		}
		for i := 0; i < len(deleted); i++ {
			drop[deleted[i]] = true
		}
	}
	data := selfData(a)
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		c := data[i]
		if drop[c] {
			continue
		}
		if table != "" {
			c = table[c]
		}
		out = append(out, c)
	}
	return vm.ownLike(a[0], out), vm.tickBytes(len(data))
}

func bytesMakeTrans(vm *VM, a []Value) (Value, error) {
	from, err := BytesLike(a[0])
	if err != nil {
		return Value{}, err
	}
	to, err := BytesLike(a[1])
	if err != nil {
		return Value{}, err
	}
	if len(from) != len(to) {
		return Value{}, ValueErrorf("maketrans arguments must have same length")
	}
	table := make([]byte, 256)
	for i := range table {
		table[i] = byte(i)
	}
	for i := 0; i < len(from); i++ {
		table[from[i]] = to[i]
	}
	return vm.NewBytes(textOf(table)), nil
}

func bytesHex(vm *VM, a []Value) (Value, error) { return vm.hexText(selfData(a), a[1], a[2]) }

// hexText is data in hexadecimal digits with a separator (unbound: none) every
// group bytes, counted from the right, or from the left if group is negative.
func (vm *VM) hexText(data string, sep, group Value) (Value, error) {
	var mark byte
	n := 0
	if sep.Bound() {
		text, ok := "", sep.Str() != nil
		if ok {
			if text = sep.Str().S; sep.Str().length() != 1 {
				return Value{}, ValueErrorf("sep must be length 1.")
			}
			if !sep.Str().ASCII() {
				return Value{}, ValueErrorf("sep must be ASCII.")
			}
		} else if text, ok = dataOf(sep); !ok || sep.Kind() != KindBytes {
			if _, err := vm.Len(sep); err != nil {
				return Value{}, err
			}
			return Value{}, TypeErrorf("sep must be str or bytes.")
		} else if len(text) != 1 {
			return Value{}, ValueErrorf("sep must be length 1.")
		} else if text[0] >= 0x80 {
			return Value{}, ValueErrorf("sep must be ASCII.")
		}
		mark = text[0]
		var err error
		if n, err = vm.sizeArg(group); err != nil {
			return Value{}, err
		}
	}
	if err := vm.reserveText(len(data) * 3); err != nil {
		return Value{}, err
	}
	out := make([]byte, 0, len(data)*2)
	for i := 0; i < len(data); i++ {
		if i > 0 && (n > 0 && (len(data)-i)%n == 0 || n < 0 && i%-n == 0) {
			out = append(out, mark)
		}
		out = append(out, hexDigits[data[i]>>4], hexDigits[data[i]&15])
	}
	return vm.newASCII(textOf(out)), vm.tickBytes(len(data))
}

func (vm *VM) bytesFromHex(a []Value, t *Type) (Value, error) {
	s := a[1].Str()
	if s == nil {
		return Value{}, TypeErrorf("fromhex() argument must be str, not %s", argKind(a[1]))
	}
	out := make([]byte, 0, len(s.S)/2)
	for i := 0; i < len(s.S); i++ {
		if isByteSpace(s.S[i]) {
			continue
		}
		hi := hexValue(s.S, i)
		if hi < 0 {
			return Value{}, hexError(s, i)
		}
		lo := hexValue(s.S, i+1)
		if lo < 0 {
			return Value{}, hexError(s, i+1)
		}
		out = append(out, byte(hi<<4|lo))
		i++
	}
	cls := a[0].AsType()
	v := vm.NewBytes(textOf(out))
	if t == ByteArrayType {
		v = vm.NewByteArray(out)
	}
	if cls == t {
		return v, nil
	}
	return vm.Call(a[0], v)
}

// hexError is about the character at a place, or the first one that isn't
// ASCII, which CPython finds first.
func hexError(s *Str, at int) error {
	if i := strings.IndexFunc(s.S, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
		at = i
	}
	return ValueErrorf("non-hexadecimal number found in fromhex() arg at position %d", countRunes(s.S[:at]))
}

// hexValue is the value of the digit s[i]; -1 if it is none or not there.
func hexValue(s string, i int) int {
	if i >= len(s) {
		return -1
	}
	switch c := s[i]; {
	case c-'0' < 10:
		return int(c - '0')
	case c-'a' < 6:
		return int(c-'a') + 10
	case c-'A' < 6:
		return int(c-'A') + 10
	}
	return -1
}
