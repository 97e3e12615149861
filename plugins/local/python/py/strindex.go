package py

// length is the number of code points, counted once.
func (s *Str) length() int {
	if s.runes < 0 {
		s.runes = int32(countRunes(s.S))
	}
	return int(s.runes)
}

// strLen is the length in code points.
func (vm *VM) strLen(s *Str) int { return s.length() }

// textState is what the machine remembers about texts it works on.
type textState struct {
	indexes [4]runeIndex
}

// runeIndex finds the bytes of code points in one str that is not ASCII. Its
// marks are made as far as they are needed, so a loop over s[i] takes constant
// time a step.
type runeIndex struct {
	s     *Str
	marks []int32 // byte offset of every code point whose number is a multiple of runeStep
}

const runeStep = 32

// byteAt is the byte offset of code point i, 0 ≤ i ≤ length.
func (vm *VM) byteAt(s *Str, i int) int {
	switch {
	case s.ASCII():
		return i
	case i <= 2*runeStep:
		return skipRunes(s.S, 0, i)
	case s.length()-i <= 2*runeStep:
		return skipRunesBack(s.S, s.length()-i)
	}
	x := vm.indexFor(s)
	mark := i / runeStep
	for len(x.marks) <= mark {
		last := len(x.marks) - 1
		x.marks = append(x.marks, int32(skipRunes(s.S, int(x.marks[last]), runeStep)))
	}
	return skipRunes(s.S, int(x.marks[mark]), i%runeStep)
}

// indexFor gives the index of s, most recently used first.
func (vm *VM) indexFor(s *Str) *runeIndex {
	all := &vm.text.indexes
	at := len(all) - 1
	for i := range all {
		if all[i].s == s {
			at = i
			break
		}
	}
	x := all[at]
	if at > 0 {
		copy(all[1:at+1], all[:at])
	}
	if x.s != s {
		x = runeIndex{s: s, marks: make([]int32, 1, len(s.S)/runeStep/2+2)}
	}
	all[0] = x
	return &all[0]
}

// skipRunes is the byte offset n code points after the offset at.
func skipRunes(s string, at, n int) int {
	for ; n > 0; n-- {
		at += runeBytes(s[at])
	}
	return at
}

// skipRunesBack is the byte offset n code points before the end.
func skipRunesBack(s string, n int) int {
	at := len(s)
	for ; n > 0; n-- {
		at--
		for s[at]&0xC0 == 0x80 {
			at--
		}
	}
	return at
}

// strGetItem is s[key].
func strGetItem(vm *VM, v, key Value) (Value, error) {
	s := v.Str()
	if x := key.Slice(); x != nil {
		return vm.strSlice(s, x)
	}
	if !key.IsInt() && key.Type().slots.Index == nil {
		return Value{}, TypeErrorf("string indices must be integers, not '%s'", key.Type().Name)
	}
	i, err := vm.itemIndex(key, s.length(), "string")
	if err != nil {
		return Value{}, err
	}
	if s.ASCII() {
		return latin1[s.S[i]], nil
	}
	r, _ := decodeRune(s.S[vm.byteAt(s, i):])
	return vm.newRune(r), nil
}

func (vm *VM) strSlice(s *Str, x *Slice) (Value, error) {
	start, step, n, err := vm.sliceIndices(x, s.length())
	if err != nil {
		return Value{}, err
	}
	return vm.strPick(s, start, step, n)
}

// strPick is the str of n code points from start on in steps.
func (vm *VM) strPick(s *Str, start, step, n int) (Value, error) {
	if n == 0 {
		return emptyStr, nil
	}
	if step == 1 {
		from := vm.byteAt(s, start)
		return vm.substr(s, from, vm.byteAt(s, start+n)), nil
	}
	if err := vm.tickBytes(n); err != nil {
		return Value{}, err
	}
	if s.ASCII() {
		out, b := allocStr(n)
		for i := range b {
			b[i] = s.S[start+i*step]
		}
		return vm.finishASCII(out), nil
	}
	if err := vm.Reserve(int64(len(s.S)) * 4); err != nil {
		return Value{}, err
	}
	runes := decodeRunes(s.S)
	b := make([]byte, 0, n*2)
	for i := range n {
		b = appendRune(b, runes[start+i*step])
	}
	return vm.NewString(textOf(b)), nil
}

// finishASCII charges and gives out a str made by allocStr whose text is ASCII.
func (vm *VM) finishASCII(s *Str) Value {
	if len(s.S) <= 1 {
		return shortStr(s.S)
	}
	vm.charge(int64(strSize + len(s.S)))
	s.flags |= flagASCII
	s.runes = int32(len(s.S))
	return Of(&s.Object)
}

// finish is finishASCII for any text.
func (vm *VM) finish(s *Str) Value {
	if len(s.S) <= 2 {
		if v := shortStr(s.S); v.Bound() {
			return v
		}
	}
	vm.charge(int64(strSize + len(s.S)))
	s.measure()
	return Of(&s.Object)
}

// tickBytes counts the work of going through n bytes.
func (vm *VM) tickBytes(n int) error {
	if n < 1024 {
		return nil
	}
	return vm.Tick(n >> 6)
}

// strIter iterates over the characters.
func strIter(vm *VM, v Value) (Value, error) {
	s := v.Str()
	if s.ASCII() {
		return vm.newIterator(iterStr, v), nil
	}
	return vm.newIterator(iterRunes, v), nil
}
