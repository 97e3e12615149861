package py

import "unicode"

// allRunes tells whether a str is not empty and has only characters of a kind.
func allRunes(is strPredicate) func(s *Str) bool {
	return func(s *Str) bool {
		for i := 0; i < len(s.S); {
			r, n := decodeRune(s.S[i:])
			if !is(r) {
				return false
			}
			i += n
		}
		return len(s.S) > 0
	}
}

func strIsPrintable(s *Str) bool {
	return len(s.S) == 0 || allRunes(IsPrintable)(s)
}

func strIsIdentifier(s *Str) bool {
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		if !unicodeIdentifier(r, i > 0) {
			return false
		}
		i += n
	}
	return len(s.S) > 0
}

func strIsLower(s *Str) bool {
	cased := false
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		if isUpperRune(r) || isTitleRune(r) {
			return false
		}
		cased = cased || isLowerRune(r)
		i += n
	}
	return cased
}

func strIsUpper(s *Str) bool {
	cased := false
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		if isLowerRune(r) || isTitleRune(r) {
			return false
		}
		cased = cased || isUpperRune(r)
		i += n
	}
	return cased
}

func strIsTitle(s *Str) bool {
	cased, inWord := false, false
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		switch {
		case isUpperRune(r) || isTitleRune(r):
			if inWord {
				return false
			}
			cased, inWord = true, true
		case isLowerRune(r):
			if !inWord {
				return false
			}
			cased = true
		default:
			inWord = false
		}
		i += n
	}
	return cased
}

// mapASCII is s with each byte mapped; s must be ASCII.
func (vm *VM) mapASCII(s *Str, f func(c byte) byte) Value {
	out, b := allocStr(len(s.S))
	for i := range b {
		b[i] = f(s.S[i])
	}
	return vm.finishASCII(out)
}

func lowerASCII(c byte) byte {
	if c-'A' < 26 {
		return c + ('a' - 'A')
	}
	return c
}

func upperASCII(c byte) byte {
	if c-'a' < 26 {
		return c - ('a' - 'A')
	}
	return c
}

func strLower(vm *VM, s *Str) (Value, error) {
	if s.ASCII() {
		out, b := allocStr(len(s.S))
		for i := range b {
			b[i] = lowerASCII(s.S[i])
		}
		return vm.finishASCII(out), nil
	}
	return vm.mapRunes(s, func(b []byte, i int, r rune) []byte { return appendLower(b, s.S, i, r) })
}

func strUpper(vm *VM, s *Str) (Value, error) {
	if s.ASCII() {
		out, b := allocStr(len(s.S))
		for i := range b {
			b[i] = upperASCII(s.S[i])
		}
		return vm.finishASCII(out), nil
	}
	return vm.mapRunes(s, func(b []byte, i int, r rune) []byte { return appendUpper(b, r) })
}

func strSwapcase(vm *VM, s *Str) (Value, error) {
	if s.ASCII() {
		return vm.mapASCII(s, func(c byte) byte {
			if c-'a' < 26 || c-'A' < 26 {
				return c ^ 0x20
			}
			return c
		}), nil
	}
	return vm.mapRunes(s, func(b []byte, i int, r rune) []byte {
		switch {
		case isUpperRune(r):
			return appendLower(b, s.S, i, r)
		case isLowerRune(r):
			return appendUpper(b, r)
		}
		return appendRune(b, r)
	})
}

func strCasefold(vm *VM, s *Str) (Value, error) {
	if s.ASCII() {
		return vm.mapASCII(s, lowerASCII), nil
	}
	return vm.mapRunes(s, func(b []byte, i int, r rune) []byte {
		if to := special(foldSpecial, r); to != "" {
			return append(b, to...)
		}
		return appendPlainLower(b, r)
	})
}

func strCapitalize(vm *VM, s *Str) (Value, error) {
	if s.ASCII() {
		out, b := allocStr(len(s.S))
		for i := range b {
			b[i] = lowerASCII(s.S[i])
		}
		if len(b) > 0 {
			b[0] = upperASCII(b[0])
		}
		return vm.finishASCII(out), nil
	}
	return vm.mapRunes(s, func(b []byte, i int, r rune) []byte {
		if i == 0 {
			return appendTitle(b, r)
		}
		return appendLower(b, s.S, i, r)
	})
}

func strTitle(vm *VM, s *Str) (Value, error) {
	inWord := false
	return vm.mapRunes(s, func(b []byte, i int, r rune) []byte {
		if inWord {
			b = appendLower(b, s.S, i, r)
		} else {
			b = appendTitle(b, r)
		}
		inWord = isCasedRune(r)
		return b
	})
}

// mapRunes builds a str by calling f with each code point and its offset.
func (vm *VM) mapRunes(s *Str, f func(b []byte, i int, r rune) []byte) (Value, error) {
	if err := vm.reserveText(len(s.S) * 3); err != nil {
		return Value{}, err
	}
	b := make([]byte, 0, len(s.S)+8)
	for i := 0; i < len(s.S); {
		r, n := decodeRune(s.S[i:])
		b = f(b, i, r)
		i += n
	}
	return vm.NewString(textOf(b)), nil
}

func appendUpper(b []byte, r rune) []byte {
	if r < 0x80 {
		return append(b, upperASCII(byte(r)))
	}
	if to := special(upperSpecial, r); to != "" {
		return append(b, to...)
	}
	return appendRune(b, unicode.ToUpper(r))
}

func appendTitle(b []byte, r rune) []byte {
	if r < 0x80 {
		return append(b, upperASCII(byte(r)))
	}
	if to := special(titleSpecial, r); to != "" {
		return append(b, to...)
	}
	return appendRune(b, unicode.ToTitle(r))
}

func appendPlainLower(b []byte, r rune) []byte {
	switch {
	case r < 0x80:
		return append(b, lowerASCII(byte(r)))
	case r == 0x130:
		return append(b, "i̇"...)
	}
	return appendRune(b, unicode.ToLower(r))
}

// appendLower is appendPlainLower for the character at s[i:], with the form
// that a sigma has at the end of a word.
func appendLower(b []byte, s string, i int, r rune) []byte {
	if r == 0x3A3 {
		if finalSigma(s, i) {
			return append(b, "ς"...)
		}
		return append(b, "σ"...)
	}
	return appendPlainLower(b, r)
}

// finalSigma reports whether a cased letter comes before the sigma at s[i:]
// and none after it, characters without influence aside.
func finalSigma(s string, i int) bool {
	before := false
	for j := i; j > 0; {
		r, n := decodeLastRune(s[:j])
		j -= n
		if !caseIgnorable(r) {
			before = isCasedRune(r)
			break
		}
	}
	if !before {
		return false
	}
	for j := i + len("Σ"); j < len(s); {
		r, n := decodeRune(s[j:])
		j += n
		if !caseIgnorable(r) {
			return !isCasedRune(r)
		}
	}
	return true
}
