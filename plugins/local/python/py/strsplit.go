package py

import "strings"

// splitArgs reads sep and maxsplit; a nil sep means white space.
func (vm *VM) splitArgs(a []Value) (s, sep *Str, limit int, err error) {
	s = a[0].Str()
	limit = -1
	if a[2].Bound() {
		if limit, err = vm.sizeArg(a[2]); err != nil {
			return
		}
	}
	if !a[1].IsNone() {
		if sep = a[1].Str(); sep == nil {
			return s, nil, 0, TypeErrorf("must be str or None, not %s", a[1].Type().Name)
		}
	}
	if sep != nil && sep.S == "" {
		return s, sep, limit, ValueErrorf("empty separator")
	}
	if limit < 0 {
		limit = maxText
	}
	return s, sep, limit, vm.tickBytes(len(s.S))
}

func strSplit(vm *VM, a []Value) (Value, error) {
	s, sep, limit, err := vm.splitArgs(a)
	if err != nil {
		return Value{}, err
	}
	if sep == nil {
		return vm.splitSpace(s, limit)
	}
	n := min(strings.Count(s.S, sep.S), limit)
	if err := vm.Reserve(int64(n) * (strSize + 32)); err != nil {
		return Value{}, err
	}
	items := make([]Value, 0, n+1)
	at := 0
	for range n {
		j := at + strings.Index(s.S[at:], sep.S)
		items = append(items, vm.substr(s, at, j))
		if err := vm.Tick(1 + (j-at)>>6); err != nil {
			return Value{}, err
		}
		at = j + len(sep.S)
	}
	if n == 0 {
		return vm.NewList(append(items, vm.plainStr(s))), nil
	}
	return vm.NewList(append(items, vm.substr(s, at, len(s.S)))), nil
}

// spaceAt tells whether the character at s[i:] is white space, and its length.
func spaceAt(s string, i int) (space bool, n int) {
	if c := s[i]; c < 0x80 {
		return asciiSpace[c], 1
	}
	r, n := decodeRune(s[i:])
	return isSpaceRune(r), n
}

// skipSpace is the first offset from i on where the characters' being white
// space is not want.
func skipSpace(s string, i int, want bool) int {
	for i < len(s) {
		space, n := spaceAt(s, i)
		if space != want {
			break
		}
		i += n
	}
	return i
}

// skipSpaceBack is skipSpace towards the beginning.
func skipSpaceBack(s string, i int, want bool) int {
	for i > 0 {
		j := i - 1
		for s[j]&0xC0 == 0x80 {
			j--
		}
		if space, _ := spaceAt(s, j); space != want {
			break
		}
		i = j
	}
	return i
}

func (vm *VM) splitSpace(s *Str, limit int) (Value, error) {
	var parts List
	for i := skipSpace(s.S, 0, true); i < len(s.S); {
		if limit == 0 {
			parts.Append(vm, vm.substr(s, i, len(s.S)))
			break
		}
		limit--
		j := skipSpace(s.S, i, false)
		parts.Append(vm, vm.substr(s, i, j))
		if err := vm.Tick(1 + (j-i)>>6); err != nil {
			return Value{}, err
		}
		i = skipSpace(s.S, j, true)
	}
	return vm.NewList(parts.Items), nil
}

func strRsplit(vm *VM, a []Value) (Value, error) {
	s, sep, limit, err := vm.splitArgs(a)
	if err != nil {
		return Value{}, err
	}
	var parts List
	end := len(s.S)
	if sep == nil {
		for end = skipSpaceBack(s.S, end, true); end > 0; end = skipSpaceBack(s.S, end, true) {
			if limit == 0 {
				parts.Append(vm, vm.substr(s, 0, end))
				break
			}
			limit--
			i := skipSpaceBack(s.S, end, false)
			parts.Append(vm, vm.substr(s, i, end))
			if err := vm.Tick(1 + (end-i)>>6); err != nil {
				return Value{}, err
			}
			end = i
		}
	} else {
		for ; limit > 0; limit-- {
			i := strings.LastIndex(s.S[:end], sep.S)
			if i < 0 {
				break
			}
			parts.Append(vm, vm.substr(s, i+len(sep.S), end))
			if err := vm.Tick(1 + (end-i)>>6); err != nil {
				return Value{}, err
			}
			end = i
		}
		if len(parts.Items) == 0 {
			parts.Append(vm, vm.plainStr(s))
		} else {
			parts.Append(vm, vm.substr(s, 0, end))
		}
	}
	reverseValues(parts.Items)
	return vm.NewList(parts.Items), nil
}

func reverseValues(items []Value) {
	for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
		items[i], items[j] = items[j], items[i]
	}
}

// lineEnd finds the first line boundary in s[i:]: where it begins and ends.
func lineEnd(s string, i int) (from, to int) {
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c > 0x1E && c < 0x80:
		case c == '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				return i, i + 2
			}
			return i, i + 1
		case c >= '\n' && c <= '\r' || c >= 0x1C && c <= 0x1E:
			return i, i + 1
		case c == 0xC2 && s[i+1] == 0x85:
			return i, i + 2
		case c == 0xE2 && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9):
			return i, i + 3
		}
	}
	return len(s), len(s)
}

func strSplitLines(vm *VM, a []Value) (Value, error) {
	s := a[0].Str()
	keep, err := vm.Truth(a[1])
	if err == nil {
		err = vm.tickBytes(len(s.S))
	}
	if err != nil {
		return Value{}, err
	}
	var parts List
	for i := 0; i < len(s.S); {
		from, to := lineEnd(s.S, i)
		if keep {
			from = to
		}
		if i == 0 && from == len(s.S) {
			parts.Append(vm, vm.plainStr(s))
		} else {
			parts.Append(vm, vm.substr(s, i, from))
		}
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
		i = to
	}
	return vm.NewList(parts.Items), nil
}

func strPartition(vm *VM, a []Value) (Value, error) {
	s, sep, err := vm.strAnd("", a)
	if err != nil {
		return Value{}, err
	}
	if sep.S == "" {
		return Value{}, ValueErrorf("empty separator")
	}
	i := strings.Index(s.S, sep.S)
	if i < 0 {
		return vm.NewTupleOf(vm.plainStr(s), emptyStr, emptyStr), nil
	}
	return vm.NewTupleOf(vm.substr(s, 0, i), vm.plainStr(sep), vm.substr(s, i+len(sep.S), len(s.S))), nil
}

func strRpartition(vm *VM, a []Value) (Value, error) {
	s, sep, err := vm.strAnd("", a)
	if err != nil {
		return Value{}, err
	}
	if sep.S == "" {
		return Value{}, ValueErrorf("empty separator")
	}
	i := strings.LastIndex(s.S, sep.S)
	if i < 0 {
		return vm.NewTupleOf(emptyStr, emptyStr, vm.plainStr(s)), nil
	}
	return vm.NewTupleOf(vm.substr(s, 0, i), vm.plainStr(sep), vm.substr(s, i+len(sep.S), len(s.S))), nil
}

func (vm *VM) strStrip(a []Value, name string, left, right bool) (Value, error) {
	s := a[0].Str()
	i, j := 0, len(s.S)
	if len(a) > 1 && !a[1].IsNone() {
		set := a[1].Str()
		if set == nil {
			return Value{}, TypeErrorf("%s arg must be None or str", name)
		}
		if left {
			for i < j {
				n := runeBytes(s.S[i])
				if !strings.Contains(set.S, s.S[i:i+n]) {
					break
				}
				i += n
			}
		}
		if right {
			for i < j {
				_, n := decodeLastRune(s.S[i:j])
				if !strings.Contains(set.S, s.S[j-n:j]) {
					break
				}
				j -= n
			}
		}
	} else {
		if left {
			i = skipSpace(s.S, 0, true)
		}
		if right {
			j = max(i, skipSpaceBack(s.S, j, true))
		}
	}
	if i == 0 && j == len(s.S) {
		return vm.plainStr(s), nil
	}
	return vm.substr(s, i, j), vm.tickBytes(len(s.S) - (j - i))
}
