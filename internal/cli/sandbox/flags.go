// Package sandbox holds the flags by which a command says what sandbox it wants, and
// opens it.
package sandbox

import (
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Options are the values of the flags.
type Options struct {
	Executor         string
	Imports          []string
	Packages         []string
	Vars             []string // NAME=JSON
	Env              []string // K or K=V
	Opts             []string // K=V
	Timeout          Duration
	MaxOperations    Count
	MaxWhile         Count
	MaxMemory        Size
	MaxOutput        Count
	AllowDunder      []string
	AllowFunction    []string
	StrictDunder     bool
	PluginDirs       []string
	GrantEnv         []string
	Fallback         string
	Isolate          string
	RequireIsolation []string
}

// DefaultExecutor is used where none is named.
const DefaultExecutor = "local"

// Register adds the flags to fs. The defaults that they show are those of the local
// executor; a limit that isn't set is the executor's own.
func (o *Options) Register(fs *pflag.FlagSet) {
	fs.StringVarP(&o.Executor, "executor", "x", DefaultExecutor, "name of the executor; see airlock plugins list")
	fs.StringArrayVar(&o.Imports, "import", nil, "authorise a module beyond the default list; '*' is every module (repeatable)")
	fs.StringArrayVar(&o.Packages, "package", nil, "install a package first, where the executor can (repeatable)")
	fs.StringArrayVar(&o.Vars, "var", nil, "set a variable: NAME=JSON (repeatable)")
	fs.StringArrayVar(&o.Env, "env", nil, "set a variable of the guest's environment: NAME=VALUE, or NAME for this process's value (repeatable)")
	fs.StringArrayVar(&o.Opts, "opt", nil, "option of the executor: NAME=VALUE (repeatable); see airlock plugins describe")
	o.Timeout.shown, o.MaxOperations.shown, o.MaxWhile.shown, o.MaxMemory.shown, o.MaxOutput.shown = "30s", "10000000", "1000000", "512MiB", "50000"
	fs.Var(&o.Timeout, "timeout", "longest time of a run, such as 500ms or 2m; 0 = no limit")
	fs.Var(&o.MaxOperations, "max-operations", "most operations of a run; 0 = no limit")
	fs.Var(&o.MaxWhile, "max-while", "most iterations of one while loop; 0 = no limit")
	fs.Var(&o.MaxMemory, "max-memory", "most memory of the session, such as 64MiB or 2GiB; 0 = no limit")
	fs.Var(&o.MaxOutput, "max-output", "most characters of output, the middle is left out beyond; 0 = no limit")
	fs.StringArrayVar(&o.AllowDunder, "allow-dunder", nil, "allow an attribute such as __dict__, or all with '*' (repeatable)")
	fs.StringArrayVar(&o.AllowFunction, "allow-function", nil, "allow one of eval, exec, compile, globals, locals, or all with '*' (repeatable)")
	fs.BoolVar(&o.StrictDunder, "strict-dunder", false, "refuse the harmless dunder attributes such as __name__ too")
	fs.StringVar(&o.Fallback, "fallback-executor", "", "executor to use where the first one isn't available, or lacks an authorised module")
	RegisterPluginDir(fs, &o.PluginDirs)
	fs.StringArrayVar(&o.GrantEnv, "grant-env", nil, "environment variable that the plugin may have (repeatable)")
	fs.StringVar(&o.Isolate, "isolate", string(host.IsolateClient), "what gets a process of its own: session or client")
	fs.StringSliceVar(&o.RequireIsolation, "require-isolation", nil, "fail unless these layers hold, comma-separated; see airlock doctor")
	fs.SortFlags = false
}

// RegisterPluginDir adds the flag that every command with a host has.
func RegisterPluginDir(fs *pflag.FlagSet, dirs *[]string) {
	fs.StringArrayVar(dirs, "plugin-dir", nil, "folder to look for plugins in first (repeatable)")
}

// Open is what the flags ask for.
func (o *Options) Open() (host.OpenOptions, error) {
	var out host.OpenOptions
	isolate := host.Isolate(o.Isolate)
	if isolate != host.IsolateClient && isolate != host.IsolateSession {
		return out, app.Usage("--isolate is %q: want %q or %q", o.Isolate, host.IsolateSession, host.IsolateClient)
	}
	env, err := o.environment()
	if err != nil {
		return out, err
	}
	opts, err := o.options()
	if err != nil {
		return out, err
	}
	out = host.OpenOptions{
		OpenRequest: shared.OpenRequest{
			Options: opts, Env: env, AuthorizedImports: o.Imports, Limits: o.Limits(),
			Policy: shared.Policy{AllowDunder: o.AllowDunder, AllowFunction: o.AllowFunction, StrictDunder: o.StrictDunder},
		},
		Isolate: isolate, RequireIsolation: o.RequireIsolation,
	}
	return out, nil
}

// Limits are those that the flags set; the others stay the executor's.
func (o *Options) Limits() shared.Limits {
	return shared.Limits{
		Operations: o.MaxOperations.limit(), Iterations: o.MaxWhile.limit(), Time: o.Timeout.limit(),
		MemoryBytes: o.MaxMemory.limit(), OutputChars: o.MaxOutput.limit(),
	}
}

// Variables are the values of --var.
func (o *Options) Variables() ([]shared.Variable, error) {
	var out []shared.Variable
	for _, arg := range o.Vars {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || !isIdentifier(name) {
			return nil, app.Usage("--var %q: want NAME=JSON, NAME being a Python name, as in --var 'rows=[1, 2]'", arg)
		}
		v, err := value.DefaultLimits.DecodeJSON([]byte(text))
		if err != nil {
			return nil, app.Usage("--var %s: %q is not JSON (%w); a text needs its quotes: --var '%s=\"text\"'", name, shorten(text), err, name)
		}
		t, err := value.Encode(v)
		if err != nil {
			return nil, app.Usage("--var %s: %w", name, err)
		}
		out = append(out, shared.Variable{Name: name, Value: t})
	}
	return out, nil
}

func (o *Options) environment() (map[string]string, error) {
	env := map[string]string{}
	for _, arg := range o.Env {
		name, v, ok := strings.Cut(arg, "=")
		if name == "" {
			return nil, app.Usage("--env %q: want NAME or NAME=VALUE", arg)
		}
		if !ok {
			if v, ok = os.LookupEnv(name); !ok {
				return nil, app.Usage("--env %s: it is not set here; set it, or write --env %s=VALUE", name, name)
			}
		}
		env[name] = v
	}
	return env, nil
}

func (o *Options) options() (map[string]string, error) {
	opts := map[string]string{}
	for _, arg := range o.Opts {
		name, v, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return nil, app.Usage("--opt %q: want NAME=VALUE", arg)
		}
		if _, twice := opts[name]; twice {
			return nil, app.Usage("--opt %s is given twice", name)
		}
		opts[name] = v
	}
	return opts, nil
}

func shorten(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}
