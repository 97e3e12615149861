package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
)

// example is a section of testdata/replies.txt.
type example struct {
	name, text string
	code       string // "" is none
	differs    string // why the reference reads it otherwise
}

func examples(t *testing.T) []example {
	t.Helper()
	file, err := os.ReadFile("testdata/replies.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	for _, section := range strings.Split(string(file), "\n=== ")[1:] {
		var e example
		name, rest, _ := strings.Cut(section, "\n")
		e.name = name
		if body, reason, ok := strings.Cut(rest, "\n--- differs: "); ok {
			rest, e.differs = body, strings.TrimSpace(reason)
		}
		text, code, found := strings.Cut(rest, "\n--- code\n")
		if !found {
			text, _, found = strings.Cut(rest, "\n--- none")
		}
		if !found {
			t.Fatalf("section %q says neither code nor none", name)
		}
		e.text, e.code = strings.ReplaceAll(text, `\r`, "\r"), strings.TrimSuffix(code, "\n")
		list = append(list, e)
	}
	return list
}

// read is what an agent does with a reply.
func read(text string) string {
	code, err := Extract(text, CodeTags)
	if err != nil {
		return ""
	}
	return FixFinalAnswer(code)
}

func TestReplies(t *testing.T) {
	list := examples(t)
	if len(list) < 40 {
		t.Errorf("there are %d replies, fewer than 40", len(list))
	}
	for _, e := range list {
		if got := read(e.text); got != e.code {
			t.Errorf("%s: read %q, want %q", e.name, got, e.code)
		}
	}
}

// TestRepliesAgainstReference reads the same replies with smolagents' parser: the same
// code comes out, or the section says why not.
func TestRepliesAgainstReference(t *testing.T) {
	list := examples(t)
	var texts []string
	for _, e := range list {
		texts = append(texts, e.text)
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(testenv.SmolagentsPython(t), "testdata/reference.py")
	cmd.Stdin = bytes.NewReader(in)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs []*string
	if err := json.Unmarshal(out, &theirs); err != nil {
		t.Fatal(err)
	}
	for i, e := range list {
		ref := ""
		if theirs[i] != nil {
			ref = *theirs[i]
		}
		if same := ref == read(e.text); same == (e.differs != "") {
			t.Errorf("%s: smolagents reads %q, Airlock %q; the section says %q", e.name, ref, read(e.text), e.differs)
		}
	}
}

func TestStructuredReplies(t *testing.T) {
	for text, want := range map[string]string{
		`{"thought": "t", "code": "print(1)"}`:                            "print(1)",
		"```json\n{\"thought\": \"t\", \"code\": \"a = 1\\nb = 2\"}\n```": "a = 1\nb = 2",
		`Sure: {"code": "<code>\nx = 1\n</code>"}`:                        "x = 1",
		"{\"code\": \"```python\\ny = 1\\n```\"}":                         "y = 1",
		"{\"code\": \"a = 1\"}\n{\"code\": \"b = 2\"}":                    "a = 1",
		`{"code": "a = 1"} uses {x} and }.`:                               "a = 1",
		`{"code": ""}`:                                                    "", `{"code": 5}`: "", `no json`: "", `{"code": `: "", `[]`: "", `{"thought": "only"}`: "",
	} {
		got, err := ExtractJSON(text, CodeTags)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q, %v", text, got, err)
		}
		if err != nil && !errors.Is(err, ErrNoCode) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestErrorsShowTheWay(t *testing.T) {
	_, err := Extract("The final answer is 4.", CodeTags)
	if err == nil || !strings.Contains(err.Error(), "<code>\nfinal_answer(\"the answer\")\n</code>") {
		t.Errorf("got %v", err)
	}
	_, err = Extract(strings.Repeat("long ", 10_000), MarkdownTags)
	if err == nil || len(err.Error()) > 3000 || !strings.Contains(err.Error(), "```python\n") {
		t.Errorf("got %v", err)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("<code>\nfinal_answer = 1\nfinal_answer(final_answer)\n</code>")
	f.Add("- ```python\n  x\n  ```")
	f.Add("\u0130<code>x</code>")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tags := range []Tags{CodeTags, MarkdownTags} {
			if code, err := Extract(text, tags); err == nil {
				FixFinalAnswer(code)
			}
		}
		_, _ = ExtractJSON(text, CodeTags)
	})
}
