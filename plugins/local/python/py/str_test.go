package py

import "testing"

// strMethod calls a method of a str with values.
func strMethod(t *testing.T, vm *VM, s, name string, args ...Value) Value {
	t.Helper()
	b := StrType.Lookup(Name(name)).Builtin()
	all := append([]Value{NewStr(s)}, args...)
	for len(all) < len(b.paramDefaults())+1 {
		all = append(all, b.paramDefaults()[len(all)-1])
	}
	v, err := b.Fn(vm, all)
	if err != nil {
		t.Fatalf("%q.%s: %v", s, name, err)
	}
	return v
}

func (b *Builtin) paramDefaults() []Value {
	if b.Sig == nil {
		return nil
	}
	var out []Value
	for _, p := range b.Sig.Params {
		out = append(out, p.Default)
	}
	return out
}

func TestStrMethods(t *testing.T) {
	vm := NewVM(Config{})
	str := func(s string) Value { return NewStr(s) }
	cases := []struct {
		s, method string
		args      []Value
		want      string
	}{
		{"aßΣ", "upper", nil, "'ASSΣ'"},
		{"ΑΣ ΑΣΑ", "lower", nil, "'ας ασα'"},
		{"ǆ hello they're", "title", nil, "\"ǅ Hello They'Re\""},
		{"a,b,,c", "split", []Value{str(",")}, "['a', 'b', '', 'c']"},
		{"  a  b c ", "split", []Value{None, Int(1)}, "['a', 'b c ']"},
		{"  a  b c ", "rsplit", []Value{None, Int(1)}, "['  a  b', 'c']"},
		{"a\nb\r\nc\u2028d", "splitlines", nil, "['a', 'b', 'c', 'd']"},
		{"héllo", "center", []Value{Int(10), str("é")}, "'ééhélloééé'"},
		{"-5", "zfill", []Value{Int(5)}, "'-0005'"},
		{"abc", "replace", []Value{str(""), str("-")}, "'-a-b-c-'"},
		{"ééa", "find", []Value{str("a")}, "2"},
		{"it's", "strip", []Value{str("is")}, "\"t'\""},
		{"a\tb", "expandtabs", nil, "'a       b'"},
		{"a\x00\u200b\U0001f600\"'", "swapcase", nil, `'A\x00\u200b😀"\''`},
	}
	for _, c := range cases {
		v := strMethod(t, vm, c.s, c.method, c.args...)
		got, err := "", error(nil)
		if v.IsInt() {
			got = string(rune('0' + v.AsInt()))
		} else {
			got, err = vm.Repr(v)
		}
		if err != nil || got != c.want {
			t.Errorf("%q.%s = %s (%v), want %s", c.s, c.method, got, err, c.want)
		}
	}
}

func TestConcatInPlaceKeepsOldValues(t *testing.T) {
	vm := NewVM(Config{})
	s := NewStr("").Str()
	var all []*Str
	for range 3000 {
		v, err := vm.concat(s, NewStr("xyzé").Str(), true)
		if err != nil {
			t.Fatal(err)
		}
		s = v.Str()
		all = append(all, s)
	}
	fork, _ := vm.concat(all[1500], NewStr("fork").Str(), true)
	for i, s := range all {
		if len(s.S) != 5*(i+1) || s.length() != 4*(i+1) || s.S[len(s.S)-5:] != "xyzé" {
			t.Fatalf("value %d changed", i)
		}
	}
	if got := fork.Str().S; got != all[1500].S+"fork" {
		t.Fatal("a second continuation went wrong")
	}
}

func TestRuneIndex(t *testing.T) {
	vm := NewVM(Config{})
	var runes []rune
	for i := range 5000 {
		runes = append(runes, []rune{'a', 'é', '世', '😀', 0xD800}[i%5])
	}
	s := newStr(encodeRunes(runes))
	if s.length() != len(runes) {
		t.Fatalf("length %d", s.length())
	}
	for _, i := range []int{4999, 0, 2500, 63, 64, 65, 1234, 4000, 3999} {
		if r, _ := decodeRune(s.S[vm.byteAt(s, i):]); r != runes[i] {
			t.Errorf("character %d is %q", i, r)
		}
	}
}
