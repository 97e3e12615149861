package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
)

// Isolate says which sessions may share one plugin process.
type Isolate string

// The ways to share.
const (
	// IsolateClient lets the sessions of one client share a process. It is the default.
	IsolateClient Isolate = "client"
	// IsolateSession gives every session a process of its own.
	IsolateSession Isolate = "session"
)

// Builtin is an executor that the program serves itself, by executing its own file
// once more. It is used when no plugin file of that name is found.
type Builtin struct {
	// Args are the arguments after the program's name that make the program serve
	// the executor (shared.Serve); "describe" follows them when it is described.
	Args []string
}

// Config says where a Host finds plugins and how it runs them. DefaultConfig fills it
// from the environment; in New zero durations become their defaults.
type Config struct {
	// PluginDirs are searched first, in order.
	PluginDirs []string
	// ProgramDir is the folder of the program; "" isn't searched.
	ProgramDir string
	// ConfigDir holds airlock.lock.
	ConfigDir string
	// DataDir holds the folder "plugins"; "" isn't searched.
	DataDir string
	// CacheDir holds what is known of files that were seen before; "" keeps it in memory.
	CacheDir string

	// Builtins by executor name.
	Builtins map[string]Builtin

	// RequireLock refuses plugin files that the lock file doesn't pin.
	RequireLock bool
	// GrantEnv are environment variables that plugins which declare them get, beside
	// those of our own plugins' vendors. For a locked plugin its lock entry decides.
	GrantEnv []string
	// LookupEnv is the host's environment; nil means the process's own.
	LookupEnv func(name string) (string, bool)

	// Isolate is the default for OpenOptions.Isolate.
	Isolate Isolate
	// Pool is the number of idle processes kept ready, by executor name. They are
	// started by New, and again after one was taken.
	Pool map[string]int

	// StartTimeout bounds the start of a plugin up to its first answer (30 s).
	StartTimeout time.Duration
	// CloseTimeout bounds Session.Close, that is, the teardown of a sandbox (15 s).
	CloseTimeout time.Duration
	// Grace is how long a run may take to end after its context did, before its
	// session is closed (5 s).
	Grace time.Duration
	// StopTimeout is what a process is given to end by itself before SIGKILL (1 s).
	StopTimeout time.Duration
	// HungTimeout bounds how long a process that answers nothing at all, such as a stopped
	// one, is waited for while it runs code (20 s); then it is killed.
	HungTimeout time.Duration
	// IdleTimeout is how long a process without sessions is kept for the next
	// session of the same client (1 min); negative ends it at once.
	IdleTimeout time.Duration

	// ProcessMemory is how many bytes of memory a plugin process may use before it is
	// killed, with all its sessions; 0 means no limit. Linux only.
	ProcessMemory int64

	// Logger gets the host's log and the plugins' logs, without secrets; nil drops them.
	Logger hclog.Logger
}

// DefaultConfig is the configuration that the environment and the folders of the
// current user make.
func DefaultConfig() (Config, error) {
	c := Config{LookupEnv: os.LookupEnv}
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		c.ProgramDir = filepath.Dir(exe)
	}
	conf, err := os.UserConfigDir()
	if err != nil {
		return Config{}, fmt.Errorf("finding the configuration folder: %w; set XDG_CONFIG_HOME", err)
	}
	c.ConfigDir = filepath.Join(conf, "airlock")
	if dir, err := dataHome(); err == nil {
		c.DataDir = filepath.Join(dir, "airlock")
	}
	if dir, err := os.UserCacheDir(); err == nil {
		c.CacheDir = filepath.Join(dir, "airlock")
	}
	return c, nil
}

// dataHome is $XDG_DATA_HOME, on every system: the standard library has no function
// for it. A relative value counts as unset, as the XDG rules say.
func dataHome() (string, error) {
	if v := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(v) {
		return v, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

// complete fills in defaults and refuses what can't be meant.
func (c *Config) complete() error {
	if c.LookupEnv == nil {
		c.LookupEnv = os.LookupEnv
	}
	if c.Logger == nil {
		c.Logger = hclog.NewNullLogger()
	}
	if c.Isolate == "" {
		c.Isolate = IsolateClient
	}
	for _, d := range []struct {
		v *time.Duration
		d time.Duration
	}{
		{&c.StartTimeout, 30 * time.Second},
		{&c.CloseTimeout, 15 * time.Second},
		{&c.Grace, 5 * time.Second},
		{&c.StopTimeout, time.Second},
		{&c.HungTimeout, 20 * time.Second},
		{&c.IdleTimeout, time.Minute},
	} {
		if *d.v == 0 {
			*d.v = d.d
		}
	}
	var errs []error
	if err := c.Isolate.check(); err != nil {
		errs = append(errs, err)
	}
	if c.ConfigDir == "" {
		errs = append(errs, errors.New("no configuration folder"))
	}
	for _, name := range sortedKeys(c.Builtins) {
		errs = append(errs, validName(name))
	}
	for _, name := range sortedKeys(c.Pool) {
		errs = append(errs, validName(name))
		if c.Pool[name] < 0 {
			errs = append(errs, fmt.Errorf("pool of %q has size %d", name, c.Pool[name]))
		}
	}
	for _, name := range c.GrantEnv {
		errs = append(errs, checkEnvName(name))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("configuring the host: %w", err)
	}
	return nil
}

func (i Isolate) check() error {
	if !slices.Contains([]Isolate{IsolateClient, IsolateSession}, i) {
		return fmt.Errorf("isolate is %q, want %q or %q", string(i), IsolateSession, IsolateClient)
	}
	return nil
}
