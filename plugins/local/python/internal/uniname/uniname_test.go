package uniname

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/airlockhq/airlock/internal/testenv"
)

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		name string
		want rune
	}{
		{"LATIN SMALL LETTER A", 'a'}, {"latin small letter a", 'a'}, {"LINE FEED", '\n'}, {"lf", '\n'}, {"BELL", 0x1F514},
		{"ALERT", 7}, {"VS17", 0xE0100}, {"HANGUL SYLLABLE GAG", 0xAC01}, {"HANGUL SYLLABLE A", 0xC544},
		{"HANGUL SYLLABLE HIH", 0xD7A3}, {"CJK UNIFIED IDEOGRAPH-4E00", 0x4E00}, {"CJK UNIFIED IDEOGRAPH-04E00", 0x4E00},
		{"CJK UNIFIED IDEOGRAPH-20000", 0x20000}, {"CJK COMPATIBILITY IDEOGRAPH-F900", 0xF900},
		{"Hangul syllable gag", -1}, {"cjk unified ideograph-4E00", -1}, {"CJK UNIFIED IDEOGRAPH-4e01", -1},
		{"CJK UNIFIED IDEOGRAPH-FA0E", -1}, {"CJK UNIFIED IDEOGRAPH-+4E00", -1}, {"HANGUL SYLLABLE ", -1},
		{"TANGUT IDEOGRAPH-17000", -1}, {"", -1}, {"LATIN SMALL LETTER A ", -1}, {"<control>", -1},
	} {
		got, ok := Lookup(c.name)
		if !ok {
			got = -1
		}
		if got != c.want {
			t.Errorf("Lookup(%q) = %d, want %d", c.name, got, c.want)
		}
	}
}

// TestNames compares the names of all characters, and the way back, with CPython.
func TestNames(t *testing.T) {
	out, err := exec.Command(testenv.Python312(t), "-I", "-c",
		"import unicodedata\nfor c in range(0x110000): print(unicodedata.name(chr(c), ''))").Output()
	if err != nil {
		t.Fatalf("ask CPython for the names: %v", err)
	}
	names := strings.Split(string(out), "\n")
	for c := rune(0); c <= unicode.MaxRune; c++ {
		got, ok := Name(c)
		if !ok {
			got = ""
		}
		if got != names[c] {
			t.Fatalf("Name(%#x) = %q, want %q", c, got, names[c])
		}
		if !ok {
			continue
		}
		if back, ok := Lookup(got); back != c || !ok {
			t.Fatalf("Lookup(%q) = %#x, %v, want %#x", got, back, ok, c)
		}
	}
}

func ExampleName() {
	name, _ := Name('é')
	fmt.Println(name)
	// Output: LATIN SMALL LETTER E WITH ACUTE
}
