//go:build unix

package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// maxSocketBase is the longest folder under which the sockets' paths stay below the
// kernel's limit of about 100 bytes.
const maxSocketBase = 40

// socketFolder is the one folder of this host for sockets and the plugins' TMPDIR.
// Its lock file is held for as long as the host lives; the kernel lets go of it when
// the host dies in whatever way, and then the next host sweeps the folder.
type socketFolder struct {
	path string
	lock *os.File
}

// newSocketFolder sweeps what dead hosts left and makes the folder of this one.
func newSocketFolder(lookup func(string) (string, bool)) (*socketFolder, error) {
	base, err := socketBase(lookup)
	if err != nil {
		return nil, fmt.Errorf("making the folder for sockets: %w", err)
	}
	gate, err := lockFile(filepath.Join(base, "gate"), os.O_CREATE, unix.LOCK_EX)
	if err != nil {
		return nil, fmt.Errorf("making the folder for sockets: %w", err)
	}
	defer gate.Close()
	sweep(base)
	dir, err := os.MkdirTemp(base, "h")
	if err != nil {
		return nil, fmt.Errorf("making the folder for sockets: %w", err)
	}
	lock, err := lockFile(filepath.Join(dir, "lock"), os.O_CREATE, unix.LOCK_EX)
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("making the folder for sockets: %w", err)
	}
	return &socketFolder{dir, lock}, nil
}

func (s *socketFolder) remove() error {
	err := os.RemoveAll(s.path)
	s.lock.Close()
	return err
}

// socketBase returns a private folder with a short path, making it if needed.
func socketBase(lookup func(string) (string, bool)) (string, error) {
	var candidates []string
	if v, ok := lookup("XDG_RUNTIME_DIR"); ok && filepath.IsAbs(v) {
		candidates = append(candidates, filepath.Join(v, "airlock"))
	}
	mine := "airlock-" + strconv.Itoa(os.Geteuid())
	candidates = append(candidates, filepath.Join(os.TempDir(), mine), filepath.Join("/tmp", mine))
	var errs []error
	for _, dir := range candidates {
		if len(dir) > maxSocketBase {
			errs = append(errs, fmt.Errorf("%q is too long for sockets", dir))
			continue
		}
		if err := privateFolder(dir); err != nil {
			errs = append(errs, err)
			continue
		}
		return dir, nil
	}
	return "", errors.Join(errs...)
}

// privateFolder makes dir with mode 0700, or checks that it is one of the caller's
// own: in /tmp somebody else may have made it first.
func privateFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	var st unix.Stat_t
	if err := unix.Lstat(dir, &st); err != nil {
		return fmt.Errorf("checking %q: %w", dir, err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR || int(st.Uid) != os.Geteuid() || st.Mode&0o077 != 0 {
		return fmt.Errorf("%q is not a private folder of the current user", dir)
	}
	return nil
}

// lockFile opens path, making it if create is os.O_CREATE, and locks it; the lock ends with the file.
func lockFile(path string, create, how int) (*os.File, error) {
	f, err := os.OpenFile(path, create|os.O_RDWR|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(f.Fd()), how)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("locking %q: %w", path, err)
	}
	return f, nil
}

// sweep removes the folders of hosts that are gone. The caller holds the gate, so
// no host is between making its folder and locking it.
func sweep(base string) {
	entries, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), "h") {
			continue
		}
		dir := filepath.Join(base, e.Name())
		lock, err := lockFile(filepath.Join(dir, "lock"), 0, unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			os.RemoveAll(dir)
			lock.Close()
		case errors.Is(err, os.ErrNotExist):
			// Its host is removing it or was ended while it did. The lock isn't made
			// again: that host would find its folder not empty.
			os.RemoveAll(dir)
		}
	}
}
