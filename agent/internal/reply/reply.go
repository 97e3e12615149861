// Package reply finds the Python in what a model replied.
//
// Models are told to put code between two tags, and mostly do. Extract reads what they
// write instead, too: markdown fences, bare code, blocks that are indented, nested or
// never closed. Where a reply can be read in two ways, the one that is valid Python wins.
package reply

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/parser"
)

// Tags open and close a block of code.
type Tags struct{ Open, Close string }

// The two kinds of tags.
var (
	CodeTags     = Tags{"<code>", "</code>"}
	MarkdownTags = Tags{"```python", "```"}
)

// ErrNoCode is in the chain of the error for a reply without code.
var ErrNoCode = errors.New("no code in the reply")

// Extract returns the code of a reply; several blocks are joined by an empty line.
func Extract(text string, tags Tags) (string, error) {
	var blocks []string
	if tags != MarkdownTags {
		blocks = tagged(text, tags)
	}
	if len(blocks) == 0 {
		blocks = fenced(text)
	}
	if code := strings.TrimSpace(strings.Join(blocks, "\n\n")); code != "" {
		return code, nil
	}
	bare := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), tags.Close))
	if bare != "" && valid(bare) {
		return bare, nil
	}
	return "", &noCode{text: text, tags: tags}
}

// ExtractJSON returns the code of a structured reply: a JSON object whose field code
// holds it, with or without tags of its own.
func ExtractJSON(text string, tags Tags) (string, error) {
	start := strings.IndexByte(text, '{')
	var body struct {
		Code *string `json:"code"`
	}
	err := errors.New("it is not a JSON object")
	if start >= 0 {
		err = json.NewDecoder(strings.NewReader(text[start:])).Decode(&body) // the first object; what follows is another step or prose
	}
	if err == nil && (body.Code == nil || strings.TrimSpace(*body.Code) == "") {
		err = errors.New(`it has no text in the field "code"`)
	}
	if err != nil {
		return "", fmt.Errorf("%w: the reply should be one JSON object such as {\"thought\": \"I add the numbers\", \"code\": \"print(1 + 2)\"}, but %w. It was:\n%s", ErrNoCode, err, excerpt(text))
	}
	if blocks := tagged(*body.Code, tags); len(blocks) > 0 {
		return strings.Join(blocks, "\n\n"), nil
	}
	return unfence(*body.Code), nil
}

// noCode explains to the model what was expected of it.
type noCode struct {
	text string
	tags Tags
}

func (e *noCode) Unwrap() error { return ErrNoCode }

func (e *noCode) Error() string {
	open, end := e.tags.Open, e.tags.Close
	example := fmt.Sprintf("Thought: what you want to find out, and how\n%s\n# Python code\n%s", open, end)
	advice := "Code is only run when it stands between these tags, for instance:"
	if strings.Contains(e.text, "final") && strings.Contains(e.text, "answer") {
		advice = "If this was meant to be the final answer, return it with the tool final_answer:"
		example = fmt.Sprintf("%s\nfinal_answer(\"the answer\")\n%s", open, end)
	}
	return fmt.Sprintf("the reply holds no code between %s and %s. It was:\n%s\n%s\n%s", open, end, excerpt(e.text), advice, example)
}

// maxExcerpt is how many characters of a reply are shown back to the model.
const maxExcerpt = 2000

func excerpt(text string) string {
	text = strings.TrimSpace(text)
	if r := []rune(text); len(r) > maxExcerpt {
		return string(r[:maxExcerpt]) + "..."
	}
	return text
}

// valid tells that the text is Python.
func valid(code string) bool {
	_, err := parser.Parse(code, "<reply>")
	return err == nil
}

// tagged returns the blocks between tags. A block that was never closed goes to the end
// of the text.
func tagged(text string, tags Tags) []string {
	var blocks []string
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // a character whose lower case is longer: positions would be wrong
	}
	for at := 0; ; {
		i := strings.Index(lower[at:], tags.Open)
		if i < 0 {
			return blocks
		}
		start := at + i + len(tags.Open)
		block, end := closeBlock(text, lower, start, tags)
		if block != "" {
			blocks = append(blocks, block)
		}
		at = end
	}
}

// maxCandidates bounds how many readings of one block are tried.
const maxCandidates = 16

// closeBlock returns the block that starts at start, and where it ends. Text of the code
// may hold the closing tag itself, and prose before the code may mention the opening one:
// the first reading that is valid Python is taken, else the shortest one.
func closeBlock(text, lower string, start int, tags Tags) (block string, end int) {
	stop, end := nextClose(text, lower, start, tags)
	for from, to, n := stop, end, 0; n < maxCandidates; n++ {
		if whole := clean(text[start:from]); valid(whole) {
			return whole, to
		}
		if to == len(text) {
			break
		}
		from, to = nextClose(text, lower, to, tags)
	}
	if i := strings.LastIndex(lower[start:stop], tags.Open); i >= 0 {
		if inner := clean(text[start+i+len(tags.Open) : stop]); valid(inner) {
			return inner, end
		}
	}
	return clean(text[start:stop]), end
}

// nextClose finds the next closing tag: where it begins and ends, both the text's end if
// there is none.
func nextClose(text, lower string, from int, tags Tags) (begin, end int) {
	if i := strings.Index(lower[from:], tags.Close); i >= 0 {
		return from + i, from + i + len(tags.Close)
	}
	return len(text), len(text)
}

// clean makes code of a block: without fences, without the indentation that all of its
// lines have.
func clean(block string) string { return unfence(dedent(block)) }

// unfence removes a markdown fence that surrounds the whole block.
func unfence(block string) string {
	trimmed := strings.TrimSpace(block)
	if !strings.HasPrefix(trimmed, "```") {
		return trimmed
	}
	if blocks := fenced(trimmed); len(blocks) > 0 {
		return strings.Join(blocks, "\n\n")
	}
	return trimmed
}

// dedent removes empty lines around the block and the white space that its lines begin
// with in common. Lines within a string that stand further left stop it: then the first
// line's indentation says how much to remove where it is there.
func dedent(block string) string {
	lines := strings.Split(strings.ReplaceAll(block, "\r\n", "\n"), "\n")
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return ""
	}
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, indent)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
}
