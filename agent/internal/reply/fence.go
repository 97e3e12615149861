package reply

import (
	"strings"
)

// python are the words after a fence that say that it holds Python; no word says nothing.
var python = map[string]bool{"": true, "py": true, "python": true, "python3": true, "py3": true, "tool_code": true, "code": true}

// fences are the signs that three of make a fence: markdown's two, and what keyboards and
// fonts make of the first.
const fences = "`~\u00b4\u2018\u2019\u2032\u2035\uff40"

// fenced returns the Python blocks of a markdown text. A fence may be indented, be opened
// in the line of a list, be longer than three signs, or lack its end.
func fenced(text string) []string {
	var blocks []string
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		f, ok := openFence(lines[i])
		if !ok {
			continue
		}
		end := closeFence(lines, i+1, f)
		if python[f.word] {
			if block := dedent(f.rest + "\n" + strings.Join(lines[i+1:end], "\n")); block != "" && (f.word != "" || valid(block)) {
				blocks = append(blocks, block)
			}
		}
		i = end
	}
	return blocks
}

// fence is the line that opens a block.
type fence struct {
	sign   rune
	length int
	word   string // of the language, in lower case
	rest   string // of the line, where code follows the word at once
}

func openFence(line string) (fence, bool) {
	line = strings.TrimLeft(line, " \t")
	line = strings.TrimLeft(line, "-*+>0123456789.) \t") // the mark of a list or quotation
	var f fence
	for _, c := range line {
		if f.length == 0 && strings.ContainsRune(fences, c) {
			f.sign = c
		}
		if c != f.sign || f.sign == 0 {
			break
		}
		f.length++
	}
	if f.length < 3 {
		return fence{}, false
	}
	rest := strings.TrimSpace(line[f.length*len(string(f.sign)):])
	word, code, _ := strings.Cut(rest, " ")
	f.word = strings.ToLower(strings.Trim(word, "{}."))
	if strings.ContainsRune(rest, f.sign) {
		return fence{}, false // an inline ```text```, no fence
	}
	if !isWord(f.word) {
		f.word, code = "", rest
	}
	if python[f.word] && valid(code) {
		f.rest = code
	}
	return f, true
}

// closing are the signs that may close the fence: the same, or for what a keyboard made
// of it any of those.
func (f fence) closing() string {
	if f.sign == '`' || f.sign == '~' {
		return string(f.sign)
	}
	return fences
}

func isWord(s string) bool {
	for _, c := range s {
		if c != '_' && c != '+' && c != '-' && c != '#' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// closeFence returns the line that closes f, from line i on: the first of only such
// signs, at least as many, after which the block is valid Python where f opens Python
// (a string in the code may hold fences of its own); len(lines) if there is none.
func closeFence(lines []string, i int, f fence) int {
	first := -1
	for n, tries := i, 0; n < len(lines) && tries < maxCandidates; n++ {
		line := strings.TrimSpace(lines[n])
		line = strings.TrimSpace(strings.TrimSuffix(line, "<end_code>")) // an older habit
		if strings.Trim(line, f.closing()) != "" || len([]rune(line)) < f.length {
			continue
		}
		if first < 0 {
			first = n
		}
		tries++
		if !python[f.word] || valid(dedent(strings.Join(lines[i:n], "\n"))) {
			return n
		}
	}
	if first >= 0 {
		return first
	}
	return len(lines)
}
