//go:build !unix

package host

import (
	"fmt"
	"os"
	"path/filepath"
)

// checkPath resolves links. Owner and access lists aren't checked on this system;
// Doctor reports that, and the lock file still holds.
func checkPath(path string) (string, error) { return filepath.EvalSymlinks(path) }

func checkFile(f *os.File) error {
	st, err := f.Stat()
	if err != nil {
		return fmt.Errorf("checking %q: %w", f.Name(), err)
	}
	if !st.Mode().IsRegular() {
		return fmt.Errorf("%q is not a regular file", f.Name())
	}
	return nil
}

func checkPrivate(*os.File) error { return nil }

func openNoFollow(path string) (*os.File, error) { return os.Open(path) }

func identify(f *os.File) (identity, error) {
	st, err := f.Stat()
	if err != nil {
		return identity{}, fmt.Errorf("checking %q: %w", f.Name(), err)
	}
	return identity{Path: f.Name(), Size: st.Size(), MTime: st.ModTime().UnixNano()}, nil
}
