package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"sync"
)

// LockName is the name of the lock file within the configuration folder. It is
// never looked for in the working directory: a checked-out project must not be able
// to grant itself anything.
const LockName = "airlock.lock"

const (
	lockFormat  = 1
	maxLockFile = 1 << 20 // bytes
)

// ErrLocked is in the chain of every error that says that a plugin isn't the one
// that was locked.
var ErrLocked = errors.New("plugin differs from airlock.lock")

// Lock is the content of the lock file. The zero value locks nothing.
type Lock struct {
	Format  int                  `json:"format"`
	Plugins map[string]LockEntry `json:"plugins"` // by executor name
}

// LockEntry pins one plugin.
type LockEntry struct {
	Version string            `json:"version"`          // SemVer that the plugin describes itself with
	Digests map[string]string `json:"digests"`          // platform ("linux/amd64") to SHA-256 in hex
	Env     []string          `json:"env"`              // environment variables granted, sorted; none means none
	Source  string            `json:"source,omitempty"` // path at the time of locking, for people
}

// Platform is the key of LockEntry.Digests for this process.
func Platform() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Compiled at their first use, which most runs don't come to.
var (
	digestPattern  = pattern(`^[0-9a-f]{64}$`)
	envNamePattern = pattern(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)
)

func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// ReadLock reads the lock file in folder dir. A missing file is an empty lock; a
// file that others could have written, or that isn't exactly understood, is an
// error, since going on without it would unlock everything.
func ReadLock(dir string) (Lock, error) {
	path := filepath.Join(dir, LockName)
	f, err := openNoFollow(path)
	if errors.Is(err, os.ErrNotExist) {
		return Lock{}, nil
	}
	if err != nil {
		return Lock{}, fmt.Errorf("reading %q: %w", path, err)
	}
	defer f.Close()
	if err := checkPrivate(f); err != nil {
		return Lock{}, fmt.Errorf("reading %q: %w", path, err)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxLockFile+1))
	if err == nil && len(data) > maxLockFile {
		err = fmt.Errorf("larger than %d bytes", maxLockFile)
	}
	if err != nil {
		return Lock{}, fmt.Errorf("reading %q: %w", path, err)
	}
	l, err := parseLock(data)
	if err != nil {
		return Lock{}, fmt.Errorf("reading %q: %w; write it anew with airlock plugins lock", path, err)
	}
	return l, nil
}

func parseLock(data []byte) (Lock, error) {
	var l Lock
	if err := decodeStrict(data, &l); err != nil {
		return Lock{}, err
	}
	if l.Format != lockFormat {
		return Lock{}, fmt.Errorf("format %d, this version reads %d", l.Format, lockFormat)
	}
	for name, e := range l.Plugins {
		if err := e.validate(name); err != nil {
			return Lock{}, err
		}
	}
	return l, nil
}

func (e LockEntry) validate(name string) error {
	if err := validName(name); err != nil {
		return err
	}
	if len(e.Digests) == 0 {
		return fmt.Errorf("plugin %q has no digest", name)
	}
	for platform, d := range e.Digests {
		if !digestPattern().MatchString(d) {
			return fmt.Errorf("plugin %q: digest for %q is not a SHA-256 in hex", name, platform)
		}
	}
	for _, v := range e.Env {
		if err := checkEnvName(v); err != nil {
			return fmt.Errorf("plugin %q: %w", name, err)
		}
	}
	return nil
}

// Write stores the lock in folder dir, which is created with mode 0700.
func (l Lock) Write(dir string) error {
	path := filepath.Join(dir, LockName)
	l.Format = lockFormat
	if l.Plugins == nil {
		l.Plugins = map[string]LockEntry{}
	}
	for name, e := range l.Plugins {
		e.Env = append([]string{}, e.Env...)
		sort.Strings(e.Env)
		l.Plugins[name] = e
		if err := e.validate(name); err != nil {
			return fmt.Errorf("writing %q: %w", path, err)
		}
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = writeFileAtomic(path, append(data, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("writing %q: %w", path, err)
	}
	return nil
}

// verify compares the digest of a plugin's file with the entry.
func (e LockEntry) verify(name, path, digest string) error {
	want, ok := e.Digests[Platform()]
	if !ok {
		return fmt.Errorf("executor %q is locked, but not for %s: run airlock plugins lock %s here: %w", name, Platform(), name, ErrLocked)
	}
	if want != digest {
		return fmt.Errorf("executor %q: %q has SHA-256 %s…, locked is %s…: reinstall it, or accept the new file with airlock plugins lock %s: %w",
			name, path, digest[:12], want[:12], name, ErrLocked)
	}
	return nil
}

// decodeStrict parses exactly one JSON value without unknown fields.
func decodeStrict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("parsing JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("parsing JSON: something follows the value")
	}
	return nil
}
