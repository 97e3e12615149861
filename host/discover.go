package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/go-plugin"

	"github.com/airlockhq/airlock/shared"
)

// maxName is the length of an executor's name. Names become file names, variable names
// and labels of remote systems, so they are kept narrow.
const maxName = 40

// Dir is one folder that is searched for plugins.
type Dir struct {
	Path   string
	Source string // where the folder comes from, for people: "--plugin-dir", …
}

// Dirs returns the folders that are searched, in order; the first hit wins:
// Config.PluginDirs, the folder of the program, $AIRLOCK_PLUGIN_DIR,
// $XDG_DATA_HOME/airlock/plugins, /usr/lib/airlock/plugins.
func (c Config) Dirs() []Dir {
	var out []Dir
	add := func(source string, paths ...string) {
		for _, p := range paths {
			if p == "" {
				continue
			}
			if abs, err := filepath.Abs(p); err == nil {
				out = append(out, Dir{abs, source})
			}
		}
	}
	add("--plugin-dir", c.PluginDirs...)
	add("program folder", c.ProgramDir)
	if v, ok := c.LookupEnv("AIRLOCK_PLUGIN_DIR"); ok {
		add("AIRLOCK_PLUGIN_DIR", filepath.SplitList(v)...)
	}
	if c.DataDir != "" {
		add("data folder", filepath.Join(c.DataDir, "plugins"))
	}
	if runtime.GOOS != "windows" {
		add("system folder", "/usr/lib/airlock/plugins")
	}
	return out
}

// State says what became of a candidate.
type State string

const (
	StateUsed     State = "used"     // the one that Open starts
	StateShadowed State = "shadowed" // another one was found first
	StateRefused  State = "refused"  // not safe or not usable; Reason says why
)

// Candidate is one row of a listing: a file that looks like a plugin, or a built-in
// executor.
type Candidate struct {
	Name    string // executor name; the file's name where it isn't a valid one
	Path    string // "" for a built-in
	Source  string // "built-in", or as Dir.Source
	State   State
	Reason  string // why it isn't used
	Locked  bool   // the lock file pins it
	Builtin bool
}

// discover lists all candidates in search order. The first of a name wins even when
// it is refused: falling through would start something else than what the user put
// first, without a word.
func (c Config) discover(lock Lock) []Candidate {
	var out []Candidate
	first := map[string]string{}
	seenDir := map[string]bool{}
	if v, ok := c.LookupEnv(shared.EnvReattach); ok {
		running, _ := shared.ParseReattach(v) // Open reports what is wrong with it
		for _, name := range sortedKeys(running) {
			first[name] = shared.EnvReattach
			out = append(out, Candidate{Name: name, Source: shared.EnvReattach, State: StateUsed})
		}
	}
	for _, d := range c.Dirs() {
		if seenDir[d.Path] {
			continue
		}
		seenDir[d.Path] = true
		for _, cand := range scanDir(d) {
			_, cand.Locked = lock.Plugins[cand.Name]
			if by, ok := first[cand.Name]; ok {
				if cand.State == StateUsed {
					cand.State, cand.Reason = StateShadowed, "found first: "+by
				}
			} else if cand.valid() {
				first[cand.Name] = cand.Path
			}
			out = append(out, cand)
		}
	}
	for _, name := range sortedKeys(c.Builtins) {
		cand := Candidate{Name: name, Source: "built-in", Builtin: true, State: StateUsed}
		if by, ok := first[name]; ok {
			cand.State, cand.Reason = StateShadowed, "found first: "+by
		}
		out = append(out, cand)
	}
	return out
}

// valid says that the name is one that Open could be asked for.
func (c Candidate) valid() bool { return validName(c.Name) == nil }

func validName(name string) error {
	if len(name) > maxName || !isName(name) {
		return fmt.Errorf("%q is not an executor name (lower-case letters, digits and single hyphens, at most %d)", name, maxName)
	}
	return nil
}

// isName accepts words of lower-case letters and digits, a letter first, with a hyphen
// between them. (No regular expression: compiling one would cost each start more.)
func isName(s string) bool {
	last := byte('-')
	for i := range len(s) {
		c := s[i]
		letter, digit := 'a' <= c && c <= 'z', '0' <= c && c <= '9'
		if !letter && (i == 0 || !digit && (c != '-' || last == '-')) {
			return false
		}
		last = c
	}
	return last != '-'
}

// scanDir lists what looks like a plugin in one folder. A folder that can't be read
// is no candidate.
func scanDir(d Dir) []Candidate {
	entries, err := os.ReadDir(d.Path)
	if err != nil {
		return nil
	}
	var out []Candidate
	for _, e := range entries {
		name, ok := strings.CutPrefix(e.Name(), shared.PluginPrefix)
		if !ok {
			continue
		}
		if runtime.GOOS == "windows" {
			name = strings.TrimSuffix(name, ".exe")
		}
		c := Candidate{Name: name, Path: filepath.Join(d.Path, e.Name()), Source: d.Source, State: StateUsed}
		if err := validName(name); err != nil {
			c.Name, c.State, c.Reason = e.Name(), StateRefused, err.Error()
		} else if f, _, err := openTrusted(c.Path); err != nil {
			c.State, c.Reason = StateRefused, err.Error()
		} else {
			f.Close()
		}
		out = append(out, c)
	}
	return out
}

// openTrusted opens an executable after checking it and every folder above it, and
// says which state of it was opened.
func openTrusted(path string) (*os.File, identity, error) {
	real, err := checkPath(path)
	if err != nil {
		return nil, identity{}, err
	}
	f, err := openNoFollow(real)
	if err != nil {
		return nil, identity{}, fmt.Errorf("opening %q: %w", real, err)
	}
	err = checkFile(f)
	var id identity
	if err == nil {
		id, err = identify(f)
	}
	if err != nil {
		f.Close()
		return nil, identity{}, err
	}
	return f, id, nil
}

// target is an executor that may be started: checked, and opened.
type target struct {
	name    string
	path    string // for people
	id      identity
	file    *os.File // nil where a descriptor can't be executed
	digest  string   // SHA-256 in hex; only computed where the lock asks for it
	lock    *LockEntry
	builtin bool
	args    []string // arguments of a built-in
	// reattach connects to a plugin that runs already, under a debugger.
	reattach *plugin.ReattachConfig
}

func (t *target) close() {
	if t.file != nil {
		t.file.Close()
	}
}

// argv is the command line of the process.
func (t *target) argv() []string {
	return append([]string{filepath.Base(t.path)}, t.args...)
}

// same says that a process started for t can serve a caller that resolved u.
func (t *target) same(u *target) bool {
	if (t.reattach == nil) != (u.reattach == nil) {
		return false
	}
	return t.id == u.id && t.builtin == u.builtin && slices.Equal(t.args, u.args) && slices.Equal(t.lockedEnv(), u.lockedEnv())
}

func (t *target) lockedEnv() []string {
	if t.lock == nil {
		return nil
	}
	return t.lock.Env
}

// ErrUnknownExecutor is in the chain of the error for a name that nothing was found for.
var ErrUnknownExecutor = errors.New("unknown executor")

// resolve finds the executor and checks it against the lock. Nothing was executed
// when it returns. The caller closes the target.
func (h *Host) resolve(name string) (*target, error) {
	if err := validName(name); err != nil {
		return nil, fmt.Errorf("finding executor: %w: %w", err, ErrUnknownExecutor)
	}
	if r, err := h.cfg.reattach(name); r != nil || err != nil {
		return &target{name: name, path: shared.EnvReattach, reattach: r}, err
	}
	lock, err := ReadLock(h.cfg.ConfigDir)
	if err != nil {
		return nil, err
	}
	path := h.cfg.find(name)
	if path == "" {
		if b, ok := h.cfg.Builtins[name]; ok {
			return builtinTarget(name, b)
		}
		return nil, fmt.Errorf("finding executor %q: %w; found: %s", name, ErrUnknownExecutor, h.foundNames())
	}
	f, id, err := openTrusted(path)
	if err != nil {
		return nil, fmt.Errorf("executor %q is refused: %w", name, err)
	}
	t := &target{name: name, path: path, file: f, id: id}
	if err := h.checkLock(t, lock); err != nil {
		f.Close()
		return nil, err
	}
	return t, nil
}

// builtinTarget is the program itself. The running file is opened through the kernel
// where that works, so an upgrade meanwhile doesn't mix two versions.
func builtinTarget(name string, b Builtin) (*target, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the program for the built-in executor %q: %w", name, err)
	}
	t := &target{name: name, path: path, args: b.Args, builtin: true}
	if runtime.GOOS != "linux" {
		return t, nil
	}
	if t.file, err = os.Open("/proc/self/exe"); err != nil {
		return nil, fmt.Errorf("opening the program for the built-in executor %q: %w", name, err)
	}
	if t.id, err = identify(t.file); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (h *Host) checkLock(t *target, lock Lock) error {
	e, ok := lock.Plugins[t.name]
	if !ok {
		if h.cfg.RequireLock {
			return fmt.Errorf("executor %q is not locked: run airlock plugins lock %s: %w", t.name, t.name, ErrLocked)
		}
		return nil
	}
	digest, err := h.verdicts.digest(t.file, t.id)
	if err != nil {
		return err
	}
	t.digest, t.lock = digest, &e
	return e.verify(t.name, t.path, digest)
}

// reattach returns where the executor runs already, in debug mode; nil for nowhere.
func (c Config) reattach(name string) (*plugin.ReattachConfig, error) {
	v, ok := c.LookupEnv(shared.EnvReattach)
	if !ok {
		return nil, nil
	}
	all, err := shared.ParseReattach(v)
	return all[name], err
}

// find returns the path of the first file for the name, without looking at others.
func (c Config) find(name string) string {
	file := shared.PluginPrefix + name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	for _, d := range c.Dirs() {
		path := filepath.Join(d.Path, file)
		if _, err := os.Lstat(path); err == nil {
			return path
		}
	}
	return ""
}

func (h *Host) foundNames() string {
	var names []string
	for _, c := range h.cfg.discover(Lock{}) {
		if c.State == StateUsed {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
