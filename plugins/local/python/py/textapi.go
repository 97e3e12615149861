package py

import "sort"

// This file has what packages of the standard library need to work on texts.

// Len is the length in code points.
func (s *Str) Len() int { return s.length() }

// Substr is the str of the bytes i to j of s. It does not keep a much longer
// text alive.
func (vm *VM) Substr(s *Str, i, j int) Value { return vm.substr(s, i, j) }

// PlainStr is s as an instance of str itself.
func (vm *VM) PlainStr(s *Str) Value { return vm.plainStr(s) }

// CopyText makes a str of a copy of a text that may be a small part of a long one.
func (vm *VM) CopyText(text string) Value { return vm.copyText(text, false) }

// NewRune is the str of one code point.
func (vm *VM) NewRune(r rune) Value { return vm.newRune(r) }

// TextOf views bytes that will not change any more as a string.
func TextOf(b []byte) string { return textOf(b) }

// ReserveText is Reserve for a text of n bytes, whose length is bounded.
func (vm *VM) ReserveText(n int) error { return vm.reserveText(n) }

// Concat is a + b; a loop that appends takes time in proportion to the result.
func (vm *VM) Concat(a, b *Str) (Value, error) { return vm.concat(a, b, true) }

// JoinStrs is sep.join(items), where all items are strs.
func (vm *VM) JoinStrs(sep string, items []Value) (Value, error) {
	return vm.joinStrs(newStr(sep), items)
}

// DecodeRune is the first code point of a not empty text and its length in
// bytes. Unlike utf8.DecodeRuneInString it takes lone surrogates.
func DecodeRune(s string) (rune, int) { return decodeRune(s) }

// DecodeRunes is the code points of a text.
func DecodeRunes(s string) []rune { return decodeRunes(s) }

// AppendRune appends a code point, which may be a lone surrogate.
func AppendRune(b []byte, r rune) []byte { return appendRune(b, r) }

// CountRunes is the number of code points of a text.
func CountRunes(s string) int { return countRunes(s) }

// IsASCII reports whether a text has only code points below 0x80.
func IsASCII(s string) bool { return isASCII(s) }

// IsSpace is str.isspace for a character.
func IsSpace(r rune) bool { return isSpaceRune(r) }

// IsIdentifier reports whether a text is a valid identifier.
func IsIdentifier(s string) bool { return strIsIdentifier(&Str{S: s}) }

// ByteOffset is the byte offset of code point i, clipped to the text.
func (vm *VM) ByteOffset(s *Str, i int) int {
	return vm.byteAt(s, min(max(i, 0), s.length()))
}

// RuneIndex is the number of the code point at a byte offset; negative offsets
// stay as they are.
func (vm *VM) RuneIndex(s *Str, at int) int {
	if at < 0 || s.ASCII() {
		return at
	}
	if at <= 8*runeStep {
		return countRunes(s.S[:at])
	}
	if at == len(s.S) {
		return s.length()
	}
	x := vm.indexFor(s)
	for last := len(x.marks) - 1; int(x.marks[last]) < at && (last+1)*runeStep <= s.length(); last++ {
		x.marks = append(x.marks, int32(skipRunes(s.S, int(x.marks[last]), runeStep)))
	}
	mark := sort.Search(len(x.marks), func(i int) bool { return int(x.marks[i]) > at }) - 1
	return mark*runeStep + countRunes(s.S[x.marks[mark]:at])
}

// CopyASCII is CopyText for a text that is known to be ASCII.
func (vm *VM) CopyASCII(text string) Value { return vm.copyText(text, true) }

// Enter counts a level of recursion of native code that follows the nesting of
// guest data; what is the end of the RecursionError's message. Leave undoes it.
func (vm *VM) Enter(what string) error { return vm.enterFor(what) }

// Leave ends a level that Enter began.
func (vm *VM) Leave() { vm.leave() }
