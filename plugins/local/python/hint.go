package python

import (
	"slices"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// hint says what to try next where that can be told: keys close to a missing
// one, what does the job of a module that can't be had. Names and attributes
// have their suggestion in the message already, as in CPython.
func (s *Session) hint(e *py.Exception) string {
	if e.Type().IsSubtype(py.ImportError) {
		return s.moduleHint(e)
	}
	return keyHint(s.vm, e)
}

func keyHint(vm *py.VM, e *py.Exception) string {
	info, ok := e.Extra.(*py.KeyErrorInfo)
	if !ok || info.Key.Str() == nil {
		return ""
	}
	var keys []string
	for k := range info.Dict.All() {
		if s := k.Str(); s != nil {
			keys = append(keys, s.S)
		}
	}
	near := closeMatches(info.Key.Str().S, keys)
	if len(near) == 0 {
		return ""
	}
	quoted := make([]string, len(near))
	for i, k := range near {
		text, err := vm.Repr(py.NewStr(k))
		if err != nil {
			return ""
		}
		quoted[i] = text
	}
	return "Maybe you meant one of these indexes instead: [" + strings.Join(quoted, ", ") + "]"
}

// maxHintKeys and maxHintLength bound the work on a hint.
const (
	maxHintKeys   = 1000
	maxHintLength = 100
)

// closeMatches gives up to three words that resemble word, best first: those
// whose share of common text (2*matches/length, Ratcliff and Obershelp) is at
// least 0.6.
func closeMatches(word string, words []string) []string {
	type scored struct {
		score float64
		word  string
	}
	var found []scored
	if len(words) > maxHintKeys {
		words = words[:maxHintKeys]
	}
	for _, w := range words {
		if len(w) > maxHintLength || len(word) > maxHintLength || len(w)+len(word) == 0 {
			continue
		}
		if r := 2 * float64(common([]rune(word), []rune(w))) / float64(len([]rune(word))+len([]rune(w))); r >= 0.6 {
			found = append(found, scored{r, w})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return strings.Compare(b.word, a.word)
	})
	out := make([]string, 0, 3)
	for _, s := range found[:min(len(found), 3)] {
		out = append(out, s.word)
	}
	return out
}

// common is the number of runes in the longest common block and, recursively,
// in what stands before and after it.
func common(a, b []rune) int {
	best, ai, bi := 0, 0, 0
	for i := range a {
		for j := range b {
			n := 0
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			if n > best {
				best, ai, bi = n, i, j
			}
		}
	}
	if best == 0 {
		return 0
	}
	return best + common(a[:ai], b[:bi]) + common(a[ai+best:], b[bi+best:])
}
