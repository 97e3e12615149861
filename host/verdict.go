package host

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"sync"
)

// identity names one state of one file: another content has another identity.
type identity struct {
	Path  string `json:"path,omitempty"` // only where the system has no inodes
	Dev   uint64 `json:"dev"`
	Inode uint64 `json:"inode"`
	Size  int64  `json:"size"`
	MTime int64  `json:"mtime"` // nanoseconds since 1970
	CTime int64  `json:"ctime"` // nanoseconds since 1970
}

// verdict is what was found out about one state of a file and needn't be found out
// again: hashing costs about a millisecond per MB, describing a process start.
type verdict struct {
	ID     identity `json:"id"`
	SHA256 string   `json:"sha256,omitempty"`
	// Describe is what the file printed, by the executor name that it was run
	// under: one file may stand for several through links.
	Describe map[string]json.RawMessage `json:"describe,omitempty"`
}

const (
	maxVerdicts    = 64      // kept on disk; the oldest go first
	maxVerdictFile = 4 << 20 // bytes
)

// verdicts remembers verdicts within the process and, where it has a file, between
// processes. The file is the caller's own: whoever can write it could as well write
// the lock file.
type verdicts struct {
	path string // "" keeps them in memory only

	mu   sync.Mutex
	list []verdict
	read bool
}

// load reads the file once; a missing or broken one is an empty one. mu is held.
func (v *verdicts) load() {
	if v.read || v.path == "" {
		return
	}
	v.read = true
	f, err := openNoFollow(v.path)
	if err != nil {
		return
	}
	defer f.Close()
	if checkPrivate(f) != nil {
		return
	}
	data, err := io.ReadAll(io.LimitReader(f, maxVerdictFile))
	if err != nil {
		return
	}
	var list []verdict
	if json.Unmarshal(data, &list) == nil {
		v.list = append(list, v.list...)
	}
}

func (v *verdicts) get(id identity) verdict {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.load()
	for _, e := range v.list {
		if e.ID == id {
			e.Describe = maps.Clone(e.Describe)
			return e
		}
	}
	return verdict{ID: id}
}

// put stores e in place of what was known about the same state. A file that can't
// be written only costs time at the next start, so that is no error.
func (v *verdicts) put(e verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.load()
	kept := v.list[:0:0]
	for _, old := range v.list {
		if old.ID != e.ID {
			kept = append(kept, old)
		}
	}
	v.list = append(kept, e)
	if n := len(v.list) - maxVerdicts; n > 0 {
		v.list = v.list[n:]
	}
	if v.path == "" {
		return
	}
	data, err := json.Marshal(v.list)
	if err != nil {
		return
	}
	_ = os.MkdirAll(filepath.Dir(v.path), 0o700)
	_ = writeFileAtomic(v.path, data, 0o600)
}

// digest returns the SHA-256 of the opened file in hex, from memory where this
// state of it was hashed before.
func (v *verdicts) digest(f *os.File, id identity) (string, error) {
	e := v.get(id)
	if e.SHA256 != "" {
		return e.SHA256, nil
	}
	h := sha256.New()
	// ReadAt through a section: the descriptor's offset is shared with the plugin.
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, id.Size)); err != nil {
		return "", fmt.Errorf("hashing %q: %w", f.Name(), err)
	}
	if again, err := identify(f); err != nil || again != id {
		return "", fmt.Errorf("hashing %q: the file changed meanwhile", f.Name())
	}
	e.SHA256 = hex.EncodeToString(h.Sum(nil))
	v.put(e)
	return e.SHA256, nil
}

// writeFileAtomic replaces path by a file with this content, or leaves it as it was.
func writeFileAtomic(path string, data []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".airlock-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
