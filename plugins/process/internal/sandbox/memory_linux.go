package sandbox

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/airlockhq/airlock/plugins/internal/driver"
)

// remembered is what a file of the cache holds of a Python, as a line of JSON; the
// rest of the file is its program.
type remembered struct {
	Key    string       `json:"key"`
	Python installation `json:"python"`
}

// recall is what was known of the Python at a path; nil if it has changed since.
func recall(path string) *installation {
	dir, err := cacheFolder()
	if err != nil {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(dir, cacheName(path)), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRemembered))
	if err != nil {
		return nil
	}
	line, program, ok := bytes.Cut(text, []byte("\n"))
	var r remembered
	if err := json.Unmarshal(line, &r); err != nil || !ok {
		return nil
	}
	r.Python.Program = program
	if key, err := keyOf(path); err != nil || r.Key != key {
		return nil
	}
	for _, p := range r.Python.Paths {
		if _, err := os.Lstat(p); err != nil {
			return nil
		}
	}
	return &r.Python
}

// maxRemembered is far above what there is to remember.
const maxRemembered = 4 << 20

// remember keeps what is known of the Python at a path, for plugins to come. What
// is no interpreter itself but a script isn't kept: it may choose another next time.
func remember(path string, in *installation) {
	if asked, err := filepath.EvalSymlinks(path); err != nil {
		return
	} else if said, err := filepath.EvalSymlinks(in.Executable); err != nil || said != asked {
		return
	}
	key, err := keyOf(path)
	if err != nil {
		return
	}
	text, err := json.Marshal(remembered{key, *in})
	if err != nil {
		return // it is text
	}
	text = append(append(text, '\n'), in.Program...)
	dir, err := cacheFolder()
	if err != nil {
		return
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, cacheName(path)))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	forget(dir)
}

// mostRemembered is how many Pythons the cache holds.
const mostRemembered = 32

// forget removes the oldest of what is too many.
func forget(dir string) {
	files, err := os.ReadDir(dir)
	if err != nil || len(files) <= mostRemembered {
		return
	}
	age := func(e os.DirEntry) int64 {
		info, err := e.Info()
		if err != nil {
			return 0 // it is gone already
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(files, func(a, b os.DirEntry) int { return cmp.Compare(age(a), age(b)) })
	for _, f := range files[:len(files)-mostRemembered] {
		_ = os.Remove(filepath.Join(dir, f.Name()))
	}
}

// cacheName is that of the file for the Python at a path.
func cacheName(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:16]) + ".json"
}

// cacheFolder is the folder of this user, which nobody else can write to or read.
func cacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "airlock", "process")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || int(st.Uid) != os.Geteuid() || info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%q is no private folder of the current user", dir)
	}
	return dir, nil
}

// keyOf changes with the interpreter at a path, with what makes a venv of it, and
// with the driver.
func keyOf(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %x", path, real, sha256.Sum256([]byte(driver.Program())))
	dir := filepath.Dir(path)
	for _, p := range []string{real, filepath.Join(dir, "pyvenv.cfg"), filepath.Join(filepath.Dir(dir), "pyvenv.cfg")} {
		info, err := os.Stat(p)
		if err != nil {
			fmt.Fprint(h, " none")
			continue
		}
		st, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return "", fmt.Errorf("%q: the file system tells too little", p)
		}
		fmt.Fprint(h, " ", st.Dev, st.Ino, st.Size, st.Mtim.Sec, st.Mtim.Nsec, st.Ctim.Sec, st.Ctim.Nsec)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
