// Package textwrap is Python's module textwrap: cutting texts into chunks in
// Go, the rest in Python (package pymod).
package textwrap

import (
	"unicode"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("textwrap", func(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_chunks", 2, 2, chunks))
	return nil
})

// chunks is _chunks(text, hyphens): the pieces between which a line may be
// broken: white space, words and, with hyphens, the parts of compound words.
func chunks(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("expected str, got %s", a[0].Type().ShortName())
	}
	hyphens, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if err := vm.Reserve(int64(len(s.S)) * 16); err != nil {
		return py.Value{}, err
	}
	if err := vm.Tick(len(s.S)/16 + 1); err != nil {
		return py.Value{}, err
	}
	c := cutter{runes: py.DecodeRunes(s.S), hyphens: hyphens}
	var items []py.Value
	for i, at := 0, 0; i < len(c.runes); {
		j := c.next(i)
		end := at
		for _, r := range c.runes[i:j] {
			end += len(py.AppendRune(nil, r))
		}
		items = append(items, vm.Substr(s, at, end))
		i, at = j, end
	}
	return vm.NewList(items), nil
}

// cutter finds chunks in a text.
type cutter struct {
	runes   []rune
	hyphens bool
}

// at is the character at i, or -1 outside the text.
func (c *cutter) at(i int) rune {
	if i < 0 || i >= len(c.runes) {
		return -1
	}
	return c.runes[i]
}

func space(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }

func word(r rune) bool {
	return r == '_' || r >= 0 && (unicode.IsLetter(r) || unicode.IsNumber(r))
}

func letter(r rune) bool { return word(r) && !unicode.Is(unicode.Nd, r) }

// ending reports whether a word may end in r before a dash.
func ending(r rune) bool {
	switch r {
	case '!', '"', '\'', '&', '.', ',', '?':
		return true
	}
	return word(r)
}

// next is the end of the chunk that begins at i.
func (c *cutter) next(i int) int {
	if space(c.runes[i]) {
		for i < len(c.runes) && space(c.runes[i]) {
			i++
		}
		return i
	}
	if c.hyphens && ending(c.at(i-1)) {
		if j := c.dash(i); j > 0 {
			return j
		}
	}
	for j := i + 1; ; j++ {
		switch {
		case j == len(c.runes) || space(c.runes[j]):
			return j
		case !c.hyphens || c.runes[j] != '-':
		case c.compound(j):
			return j + 1
		case ending(c.at(j-1)) && c.dash(j) > 0:
			return j
		}
	}
}

// dash is the end of the dash of two or more hyphens at i that a word follows;
// 0 if there is none.
func (c *cutter) dash(i int) int {
	j := i
	for c.at(j) == '-' {
		j++
	}
	if j-i < 2 || !word(c.at(j)) {
		return 0
	}
	return j
}

// compound reports whether the hyphen at j joins the parts of a word: two
// letters, or a letter behind another hyphen, come before it and letters after.
func (c *cutter) compound(j int) bool {
	before := letter(c.at(j-1)) && (letter(c.at(j-2)) || c.at(j-2) == '-' && letter(c.at(j-3)))
	if !before || !letter(c.at(j+1)) {
		return false
	}
	return letter(c.at(j+2)) || c.at(j+2) == '-' && letter(c.at(j+3))
}
