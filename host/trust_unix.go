//go:build unix

package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks bounds the symbolic links followed while a path is checked, as the
// kernel bounds them.
const maxLinks = 40

// checkPath walks path from the root to its last element, following symbolic
// links by itself, and returns the path without links. It refuses when anybody but
// root or the caller could put another file in its place: each folder that was
// walked through (that of a link too) must belong to root or the caller and must
// not be writable by group or others. A sticky folder such as /tmp is fine above
// the last folder, since there only the owner of an entry can replace it.
func checkPath(path string) (string, error) {
	rest := strings.Split(filepath.Clean(path), "/")[1:]
	cur, links := "/", 0
	if err := checkFolder(cur, len(rest) <= 1); err != nil {
		return "", err
	}
	for len(rest) > 0 {
		next := filepath.Join(cur, rest[0])
		rest = rest[1:]
		st, err := os.Lstat(next)
		if err != nil {
			return "", err
		}
		if st.Mode()&os.ModeSymlink != 0 {
			if links++; links > maxLinks {
				return "", fmt.Errorf("too many symbolic links in %q", path)
			}
			to, err := os.Readlink(next)
			if err != nil {
				return "", err
			}
			if filepath.IsAbs(to) {
				cur = "/"
			}
			rest = append(splitClean(to), rest...)
			continue
		}
		if st.IsDir() {
			if err := checkFolder(next, len(rest) <= 1); err != nil {
				return "", err
			}
		}
		cur = next
	}
	return cur, nil
}

// splitClean splits a link's target into its elements; ".." stays, since
// filepath.Join resolves it against a folder that holds no links any more.
func splitClean(path string) []string {
	var out []string
	for _, e := range strings.Split(path, "/") {
		if e != "" && e != "." {
			out = append(out, e)
		}
	}
	return out
}

// checkFolder refuses a folder in which somebody else could swap files. holder
// says that the folder is the one that holds the file.
func checkFolder(path string, holder bool) error {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return fmt.Errorf("checking folder %q: %w", path, err)
	}
	if err := checkOwner(path, "folder", st.Uid); err != nil {
		return err
	}
	sticky := st.Mode&unix.S_ISVTX != 0
	if st.Mode&0o022 != 0 && (holder || !sticky) {
		return fmt.Errorf("folder %q is writable by others (mode %04o): run chmod go-w %s", path, st.Mode&0o7777, path)
	}
	return nil
}

func checkOwner(path, what string, uid uint32) error {
	if uid != 0 && int(uid) != os.Geteuid() {
		return fmt.Errorf("%s %q belongs to user %d, not to root or the current user", what, path, uid)
	}
	return nil
}

// checkFile refuses an opened file that isn't a regular executable file of root or
// the caller which nobody else can write.
func checkFile(f *os.File) error {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return fmt.Errorf("checking %q: %w", f.Name(), err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return fmt.Errorf("%q is not a regular file", f.Name())
	}
	if err := checkOwner(f.Name(), "file", st.Uid); err != nil {
		return err
	}
	if st.Mode&0o022 != 0 {
		return fmt.Errorf("file %q is writable by others (mode %04o): run chmod go-w %s", f.Name(), st.Mode&0o7777, f.Name())
	}
	if st.Mode&0o111 == 0 {
		return fmt.Errorf("file %q is not executable: run chmod +x %s", f.Name(), f.Name())
	}
	return nil
}

// checkPrivate refuses a file of settings that somebody else could have written.
func checkPrivate(f *os.File) error {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return fmt.Errorf("checking %q: %w", f.Name(), err)
	}
	if err := checkOwner(f.Name(), "file", st.Uid); err != nil {
		return err
	}
	if st.Mode&0o022 != 0 {
		return fmt.Errorf("file %q is writable by others (mode %04o): run chmod go-w %s", f.Name(), st.Mode&0o7777, f.Name())
	}
	return nil
}

// openNoFollow opens a file whose path holds no links any more.
func openNoFollow(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
}

// identify returns what tells this state of the file from every other one. The
// change time can't be set by an ordinary user, so a write is always seen.
func identify(f *os.File) (identity, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return identity{}, fmt.Errorf("checking %q: %w", f.Name(), err)
	}
	return identity{
		Dev: uint64(st.Dev), Inode: st.Ino, Size: st.Size,
		MTime: st.Mtim.Nano(), CTime: st.Ctim.Nano(),
	}, nil
}
