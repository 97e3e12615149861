package difftest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// worker compares programs, one after the other.
type worker struct {
	path  string
	air   airlock
	cpy   *cpython
	tally *tally
	known func(*difference) bool // has been looked into
}

func newWorker(path string, t *tally, known func(*difference) bool) (*worker, error) {
	c, err := startCPython(path, "0")
	return &worker{path: path, cpy: c, tally: t, known: known}, err
}

func (w *worker) close() { w.cpy.close() }

// The processor time that CPython gets: much less for a program that Airlock
// did not finish either.
const (
	enough  = 2 * time.Second
	atLimit = 20 * time.Millisecond
)

// compare runs a program in both; nil if they agree, or if what they disagree
// on has an explanation.
func (w *worker) compare(src string) (*difference, error) {
	d, c, err := w.compareOnce(src, w.tally)
	if d == nil || err != nil || w.known(d) {
		return d, err
	}
	return w.confirm(d, c)
}

func (w *worker) compareOnce(src string, t *tally) (d *difference, c outcome, err error) {
	a := w.air.run(src)
	limit := enough
	if a.stop != nil {
		limit = atLimit
	}
	if c, err = w.cpy.run(src, limit); err != nil {
		return nil, c, err
	}
	if a.stop != nil && !c.lost {
		a = (&airlock{patient: true}).run(src)
	}
	return judge(src, a, c, t), c, nil
}

// judge is the comparison of two outcomes.
func judge(src string, a, c outcome, t *tally) *difference {
	if a.bug != "" {
		return &difference{src: src, airlock: a.bug, cpy: c.text}
	}
	x, y := normal(a.text), normal(c.text)
	if x == y && a.stop == nil {
		t.add("same")
		return nil
	}
	for _, e := range explanations {
		if e.holds(src, a, c) {
			t.add(e.name)
			return nil
		}
	}
	if a.stop != nil {
		x += "\nstopped: " + a.stop.Message
	}
	return &difference{src: src, airlock: x, cpy: y}
}

// confirm runs both anew, CPython in processes of their own: what an earlier
// program left behind, and what CPython itself does now so and now otherwise,
// is no difference.
func (w *worker) confirm(d *difference, c outcome) (*difference, error) {
	a := (&airlock{patient: true}).run(d.src)
	seen := map[string]bool{normal(c.text): true}
	for _, hashSeed := range []string{"0", "1", "2"} {
		p, err := startCPython(w.path, hashSeed)
		if err != nil {
			return nil, err
		}
		again, err := p.run(d.src, enough)
		p.close()
		if err != nil {
			return nil, err
		}
		e := judge(d.src, a, again, newTally())
		if e == nil {
			w.tally.add("same when run alone")
			return nil, nil
		}
		d = e
		seen[normal(again.text)] = true
	}
	if len(seen) > 1 {
		w.tally.add("CPython differs from itself")
		return nil, nil
	}
	return d, nil
}

// explanation is a difference that is meant to be, or that says nothing.
type explanation struct {
	name  string
	holds func(src string, a, c outcome) bool
}

var explanations = []explanation{
	{
		// What there is besides the program's own is the interpreter's affair.
		"__subclasses__", func(src string, _, _ outcome) bool { return strings.Contains(src, "__subclasses__") },
	},
	{
		"what a module has for itself, or to reach outside", func(_ string, a, c outcome) bool { return missing.MatchString(a.text) },
	},
	{
		// Functions of modules that are Python's here and C's there, or the
		// other way round, word it otherwise when they are called wrong.
		"a wrong call of a module's function", func(_ string, a, c outcome) bool { return otherLanguage(a.text, c.text) },
	},
	{
		// What a module's own code stumbles over when it is given the wrong
		// things depends on how it is written.
		"an error from the middle of a module", func(_ string, a, c outcome) bool {
			return inLibrary.MatchString(a.text) && inLibrary.MatchString(c.text) && sameError(a.text, c.text)
		},
	},
	{
		// Types and functions are hashed by their addresses.
		"the order of a set", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return (strings.Contains(x, "{") || strings.Contains(x, "not supported between instances")) && sorted(x) == sorted(y)
		},
	},
	{
		// They are C's on the other.
		"functions that are Python's on one side", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return (strings.Contains(x, "<function ") || strings.Contains(x, "<bound method ")) && (strings.Contains(y, "<method '") || strings.Contains(y, "<built-in ")) ||
				x != y && functionWord.ReplaceAllString(x, "function") == functionWord.ReplaceAllString(y, "function")
		},
	},
	{
		// Module pickle is in Python here: its functions are of pickle, not of _pickle.
		"the module of pickle's functions", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return strings.Contains(x, `\x06pickle`) && strings.Contains(y, `\x07_pickle`)
		},
	},
	{
		// C types have the module in their names, in some messages.
		"the module of a type", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return x != y && typeModule.ReplaceAllString(x, "") == typeModule.ReplaceAllString(y, "")
		},
	},
	{
		// CPython's module traceback puts them elsewhere than its interpreter does.
		"the carets under a line that ends with a space", func(src string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return spaceAtEnd.MatchString(src) && strings.Trim(x+y, " ^~|") == ""
		},
	},
	{
		// Time passes while a program sleeps; the machine may be slow.
		"it slept too long", func(src string, a, c outcome) bool {
			return a.stop != nil && a.stop.Kind == py.StopTime && strings.Contains(src, "sleep")
		},
	},
	{
		// Nothing counts the references to a view: one that isn't released by
		// name or with holds nothing.
		"a view that holds its object", func(_ string, a, c outcome) bool {
			return strings.Contains(c.text, "BufferError") || strings.Contains(c.text, "Existing exports of data")
		},
	},
	{
		// CPython shows the iterator of a generator expression as .0.
		"the variables of a frame", func(src string, _, _ outcome) bool { return strings.Contains(src, "f_locals") },
	},
	{
		// Addresses have more digits in one than in the other, which a loop over
		// the text shows.
		"the length of an address", func(_ string, a, c outcome) bool {
			return strings.Count(a.text, "\n") != strings.Count(c.text, "\n") && distinct(a.text) == distinct(c.text)
		},
	},
	{
		// CPython looks for similar names when it prints the error, Airlock when
		// it raises it: what a finally clause binds is seen by one only.
		"a similar name bound after the error", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return x != y && strings.Contains(x+y, ". Did you mean: '") && cutHint(x) == cutHint(y)
		},
	},
	{
		"an encoding that isn't here", func(src string, a, c outcome) bool {
			return absent.MatchString(src) && strings.Contains(a.text+c.text, "Error")
		},
	},
	{
		// Objects are made anew without copyreg._reconstructor.
		"__reduce__", func(src string, _, _ outcome) bool { return strings.Contains(src, "__reduce") },
	},
	{
		// There is no namespace of built-ins to be had, and no console.
		"withheld built-ins", func(src string, _, _ outcome) bool { return withheld.MatchString(src) },
	},
	{
		// CPython's C functions look at their keywords in various orders.
		"keywords that aren't strings", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return strings.Contains(x+y, "keywords must be strings") && errorName(x) == errorName(y)
		},
	},
	{
		// CPython reads the byte before the first one.
		"a UnicodeError at a position below 0", func(_ string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return strings.Contains(x, "in position -") && strings.Contains(y, "in position -")
		},
	},
	{
		// The programs are made at random: some never end. If Airlock stops one
		// that CPython ends at once, that is a difference.
		"a limit ended it in both", func(_ string, a, c outcome) bool { return a.stop != nil && c.lost },
	},
	{
		// What CPython may use is bounded by time and address space, Airlock by
		// operations and bytes.
		"CPython ran out of time or memory", func(_ string, a, c outcome) bool { return c.lost },
	},
	{
		"a limit on memory or output that CPython doesn't have", func(_ string, a, c outcome) bool {
			return a.stop != nil && (a.stop.Kind == py.StopMemory || a.stop.Kind == py.StopOutput) || strings.Contains(a.text, "MemoryError")
		},
	},
	{
		// Natives count for the depth otherwise, and CPython has a second limit
		// for its own stack: a handler at the limit fails in one and not in the other.
		"the depth of recursion", func(_ string, a, c outcome) bool {
			const text = "maximum recursion depth exceeded"
			return strings.Contains(a.text, text) || strings.Contains(c.text, text)
		},
	},
	{
		// Types, functions and other things without a value are hashed by
		// their addresses.
		"a hash made of an address", func(src string, a, c outcome) bool {
			x, y := differing(a.text, c.text)
			return strings.Contains(src, "hash") && x != y && signedNumber.ReplaceAllString(x, "0") == signedNumber.ReplaceAllString(y, "0")
		},
	},
	{
		// The same number decides what comes next: whether it has an inverse, say.
		"what follows from a hash made of an address", func(src string, _, _ outcome) bool { return addressHash.MatchString(src) },
	},
}

var (
	functionWord   = regexp.MustCompile(`builtin_function_or_method|method_descriptor|function`)
	calledFunction = regexp.MustCompile(`(\w+\(\)|function) (takes|missing)`)
	typeModule     = regexp.MustCompile(`\b(_csv|types|_?collections|_io|_struct|re)\.`)
	spaceAtEnd     = regexp.MustCompile(`(?m)[ \t]$`)
	signedNumber   = regexp.MustCompile(`-?\d+`)
	addressHash    = regexp.MustCompile(`\bhash\((object|type|int|float|complex|bool|str|bytes|bytearray|list|tuple|dict|set|frozenset|range|slice|len|print|[A-Z]\w*)\)`)
	withheld       = regexp.MustCompile(`\b(__builtins__|__import__|breakpoint|input|help|exit|quit|open|license|copyright|credits)\b`)
	absent         = regexp.MustCompile(`gb2312|gb18030|gbk|iso2022|euc|big5|shift_jis|utf-?7`)
	missing        = regexp.MustCompile(`module '[\w.]+' has no attribute '(_\w+|subprocess)'`)
	pythonic       = regexp.MustCompile(`missing \d+ required|takes (from )?\d+ .*positional arguments? but|got an unexpected keyword argument|got multiple values`)
	inLibrary      = regexp.MustCompile(`(?m)^ +File "(<frozen |/)[^\n]*\n(?: {4}[^\n]*\n)*\w[^\n]*\n?$`)
)

// otherLanguage reports whether one side words a wrong call as of a function in
// Python, and the other as of one in C.
func otherLanguage(a, c string) bool {
	x, y := differing(a, c)
	if x != y && calledFunction.ReplaceAllString(x, "function") == calledFunction.ReplaceAllString(y, "function") {
		return true // C code that doesn't tell its name
	}
	return strings.Contains(x+y, "argument") && pythonic.MatchString(x) != pythonic.MatchString(y) && errorName(x) == errorName(y)
}

// differing are the first lines that differ.
func differing(a, c string) (x, y string) {
	as, cs := strings.Split(normal(a), "\n"), strings.Split(normal(c), "\n")
	for i := range min(len(as), len(cs)) {
		if as[i] != cs[i] {
			return as[i], cs[i]
		}
	}
	return "", ""
}

// sameError reports whether both ended with the same class of exception.
func sameError(a, c string) bool {
	last := func(s string) string { return errorName(s[strings.LastIndexByte(strings.TrimRight(s, "\n"), '\n')+1:]) }
	return last(a) == last(c)
}

// cutHint is a line without its suggestion.
func cutHint(line string) string {
	head, _, _ := strings.Cut(line, ". Did you mean: '")
	return head
}

// sorted is the characters of a text in order.
func sorted(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

// distinct is the lines of a text, each once.
func distinct(s string) string {
	lines := strings.Split(normal(s), "\n")
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// errorName is the name of the exception that a line is about.
func errorName(line string) string { return errorWord.FindString(line) }

var errorWord = regexp.MustCompile(`\w+Error\b`)

// tally counts how comparisons ended.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func newTally() *tally { return &tally{counts: map[string]int{}} }

func (t *tally) add(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[what]++
}

func (t *tally) String() string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(t.counts)) {
		parts = append(parts, fmt.Sprintf("%s: %d", what, t.counts[what]))
	}
	return strings.Join(parts, ", ")
}
