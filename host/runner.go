package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/go-plugin/runner"

	"github.com/airlockhq/airlock/shared"
)

// drainTime is how long the pipes of an ended plugin are still read: what it wrote
// is there, but a child that left its process group could hold them open for ever.
const drainTime = 200 * time.Millisecond

// pluginRunner starts a plugin for go-plugin. go-plugin's own runner hands over the
// host's standard input, executes a path, and waits for the ends of the pipes
// without a limit.
type pluginRunner struct {
	spawner *spawner
	spec    spawnSpec
	tail    *tail
	exited  func(how string) // called once when the process ended, before Wait returns

	dir     string        // of the plugin's sockets
	drained chan struct{} // closed when the process ended and its pipes are read

	lifeline *os.File
	stdout   *os.File
	stderr   *os.File
	lines    *eofReader // stdout, for go-plugin
	logs     io.ReadCloser
	pump     *stderrPump

	mu     sync.Mutex // guards the fields below
	child  *child     // nil until started
	killed bool
}

// lifelineWorks says that a process can be given a descriptor beyond the standard
// ones, for the pipe whose end means that the host is gone.
const lifelineWorks = runtime.GOOS != "windows"

// eofReader tells when its source ended.
type eofReader struct {
	io.ReadCloser
	once sync.Once
	eof  chan struct{}
}

func (r *eofReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil {
		r.once.Do(func() { close(r.eof) })
	}
	return n, err
}

var _ runner.Runner = (*pluginRunner)(nil)

// environment makes the environment of the process: what go-plugin needs (env), what
// was granted, and a few constants. Nothing of the host's own gets in.
func environment(env []string, granted map[string]string, cert, tmp string) []string {
	out := append(slices.Clone(env), cert, "TMPDIR="+tmp, "LANG=C.UTF-8")
	for _, k := range sortedKeys(granted) {
		out = append(out, k+"="+granted[k])
	}
	return out
}

func newRunner(s *spawner, spec spawnSpec, dir string, t *tail, exited func(string)) *pluginRunner {
	return &pluginRunner{spawner: s, spec: spec, tail: t, exited: exited, dir: dir, drained: make(chan struct{})}
}

// Start implements runner.Runner.
func (r *pluginRunner) Start(context.Context) (err error) {
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
		if err != nil {
			for _, f := range []*os.File{r.stdout, r.stderr, r.lifeline} {
				if f != nil {
					f.Close()
				}
			}
		}
	}()
	pipe := func(ours, theirEnd **os.File, weWrite bool) {
		if err != nil {
			return
		}
		var rd, wr *os.File
		if rd, wr, err = os.Pipe(); err != nil {
			err = fmt.Errorf("making a pipe: %w", err)
			return
		}
		if weWrite {
			rd, wr = wr, rd
		}
		*ours, *theirEnd = rd, wr
		theirs = append(theirs, wr)
	}
	pipe(&r.stdout, &r.spec.stdout, false)
	pipe(&r.stderr, &r.spec.stderr, false)
	if lifelineWorks {
		pipe(&r.lifeline, &r.spec.lifeline, true)
		r.spec.env = append(r.spec.env, shared.EnvParentFD+"="+strconv.Itoa(lifelineFD))
	}
	if err != nil {
		return err
	}
	// A kill that comes meanwhile waits for the child, so as not to miss it.
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.killed {
		return errors.New("starting the plugin: stopped meanwhile")
	}
	if r.child, err = r.spawner.spawn(r.spec); err != nil {
		return err
	}
	r.lines = &eofReader{ReadCloser: r.stdout, eof: make(chan struct{})}
	r.pump, r.logs = newStderrPump(r.stderr, r.tail)
	go r.drain(r.child)
	// While the plugin starts there is nothing else to do. Before the fork it would only
	// have made more memory to copy.
	go shared.Warm()
	return nil
}

// drain lets go-plugin read what an ended process left in its pipes, for a short time,
// and closes them.
func (r *pluginRunner) drain(c *child) {
	defer close(r.drained)
	<-c.done
	if r.lifeline != nil {
		r.lifeline.Close()
	}
	t := time.NewTimer(drainTime)
	defer t.Stop()
	for _, end := range []<-chan struct{}{r.pump.done, r.lines.eof} {
		select {
		case <-end:
		case <-t.C:
			t.Reset(0)
		}
	}
	r.exited(c.exit())
	r.stderr.Close()
	r.stdout.Close()
}

// kill ends the process, or keeps it from being started.
func (r *pluginRunner) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.killed = true
	if r.child != nil {
		r.child.kill()
	}
}

// await waits for the end of the process, if there is one.
func (r *pluginRunner) await() {
	if r.started() != nil {
		<-r.drained
	}
}

// started returns the process, nil before it is there.
func (r *pluginRunner) started() *child {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.child
}

// Wait implements runner.Runner.
func (r *pluginRunner) Wait(context.Context) error {
	<-r.drained
	if c := r.started(); c.state == nil || !c.state.Success() {
		return fmt.Errorf("plugin ended with %s", c.exit())
	}
	return nil
}

// Kill implements runner.Runner.
func (r *pluginRunner) Kill(context.Context) error {
	r.kill()
	r.await()
	return nil
}

// Diagnose implements runner.Runner. The text around it is written by process.start.
func (r *pluginRunner) Diagnose(context.Context) string { return "" }

// Stdout implements runner.Runner.
func (r *pluginRunner) Stdout() io.ReadCloser { return r.lines }

// Stderr implements runner.Runner.
func (r *pluginRunner) Stderr() io.ReadCloser { return r.logs }

// Name implements runner.Runner.
func (r *pluginRunner) Name() string { return r.spec.path }

// ID implements runner.Runner.
func (r *pluginRunner) ID() string {
	if c := r.started(); c != nil {
		return strconv.Itoa(c.pid)
	}
	return ""
}

// PluginToHost implements runner.Runner: both see the same files. It refuses an address
// that isn't the plugin's own to give: the host would connect to it.
func (r *pluginRunner) PluginToHost(network, addr string) (string, string, error) {
	switch network {
	case "unix":
		if filepath.Dir(filepath.Clean(addr)) != r.dir {
			return "", "", fmt.Errorf("the plugin's socket %.200q isn't in the folder it was given", addr)
		}
	case "tcp":
		host, _, err := net.SplitHostPort(addr)
		if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
			return "", "", fmt.Errorf("the plugin's address %.200q isn't on this machine", addr)
		}
	}
	return network, addr, nil
}

// HostToPlugin implements runner.Runner.
func (r *pluginRunner) HostToPlugin(network, addr string) (string, string, error) {
	return network, addr, nil
}
