// Package app is what the commands of the command line share: the terminal, the way
// to a host, and the exit codes.
package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// App is handed to every command.
type App struct {
	Version  string
	Term     *term.Terminal
	Builtins map[string]host.Builtin
}

// HostConfig is the host's configuration, with folders that are searched for plugins
// before all others.
func (a *App) HostConfig(pluginDirs []string) (host.Config, error) {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return cfg, err
	}
	cfg.Builtins = a.Builtins
	cfg.PluginDirs = pluginDirs
	return cfg, nil
}

// WithHost makes a host, gives it to f with a context that ends when the program
// should, and closes it. The error that a signal caused says so.
func WithHost(ctx context.Context, cfg host.Config, o host.SignalOptions, f func(ctx context.Context, h *host.Host) error) error {
	h, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer catchBrokenPipes()()
	ctx, stop := h.HandleSignals(ctx, o)
	defer stop()
	err = f(ctx, h)
	if cerr := h.Close(); err == nil {
		err = cerr
	}
	if cause := context.Cause(ctx); cause != nil && ctx.Err() != nil {
		return Signalled(cause, err)
	}
	return err
}

// catchBrokenPipes makes a write to a closed pipe an error instead of the process's
// end, so that the host is closed in order. It must not be signal.Ignore: plugins
// would inherit that.
func catchBrokenPipes() (stop func()) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, syscall.SIGPIPE)
	return func() { signal.Stop(ch) }
}
