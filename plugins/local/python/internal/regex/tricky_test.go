package regex

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTricky reads testdata/tricky.txt; its first lines explain the format.
func readTricky(t *testing.T) []testCase {
	t.Helper()
	file, err := os.Open("testdata/tricky.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var cases []testCase
	sc := bufio.NewScanner(file)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		letters, rest, _ := strings.Cut(line, " ")
		c := testCase{End: -1}
		for _, l := range strings.Trim(letters, "-") {
			if l == 'b' {
				c.Bytes = true
			} else {
				c.Flags |= flagOf(token{l, 1})
			}
		}
		for i := 0; rest != ""; i++ {
			q, err := strconv.QuotedPrefix(rest)
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			s, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			*[]*[]rune{&c.Pattern, &c.Text, &c.Repl}[i] = toRunes(s, c.Bytes)
			rest = strings.TrimSpace(rest[len(q):])
		}
		cases = append(cases, c)
	}
	return cases
}

// TestTricky compares the hand-written cases with CPython, also with bounds.
func TestTricky(t *testing.T) {
	cases := readTricky(t)
	if len(cases) < 300 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, c := range cases[:len(cases):len(cases)] {
		c.Pos, c.End, c.Repl = 1, 3, nil
		cases = append(cases, c)
	}
	for i, want := range ask(t, cases) {
		compare(t, cases[i], want)
	}
}
