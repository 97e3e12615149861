package prompt

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
)

// maxHistory is the number of texts that are remembered.
const maxHistory = 1000

// History is the texts that were typed, in a file with a JSON string a line, since a text
// may have several lines. What can't be stored is remembered all the same while the
// prompt lasts.
type History struct {
	path    string
	entries []string
}

// LoadHistory reads the history of a name.
func LoadHistory(name string) *History { return loadHistory(historyPath(name)) }

// historyPath is in $XDG_STATE_HOME, for which the standard library has no function.
func historyPath(name string) string {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "airlock", name+".jsonl")
}

func loadHistory(path string) *History {
	h := &History{path: path}
	f, err := os.Open(path)
	if err != nil {
		return h
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var entry string
		if json.Unmarshal(lines.Bytes(), &entry) == nil && entry != "" {
			h.entries = append(h.entries, entry)
		}
	}
	if n := len(h.entries); n > 2*maxHistory {
		h.entries = h.entries[n-maxHistory:]
		h.rewrite()
	}
	return h
}

// Add remembers a text.
func (h *History) Add(entry string) {
	if n := len(h.entries); entry == "" || n > 0 && h.entries[n-1] == entry {
		return
	}
	h.entries = append(h.entries, entry)
	h.append(os.O_APPEND, entry)
}

func (h *History) rewrite() { h.append(os.O_TRUNC, h.entries...) }

// append writes entries. The file may hold secrets that were typed, so it is private.
func (h *History) append(mode int, entries ...string) {
	if h.path == "" || os.MkdirAll(filepath.Dir(h.path), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(h.path, os.O_WRONLY|os.O_CREATE|mode, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	enc := json.NewEncoder(f)
	for _, e := range entries {
		if enc.Encode(e) != nil {
			return
		}
	}
}
