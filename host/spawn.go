package host

import (
	"fmt"
	"os"
	"sync"
)

// Layer is one measure of isolation that the host takes at launch.
type Layer struct {
	Name  string // one of the Layer constants
	Holds bool
	How   string // by which means, or why not
}

// The layers that the host can add at launch. What the plugin does to itself after
// its start (Landlock, seccomp) is in SessionInfo.Enforced.
const (
	LayerNoNewPrivs = "no_new_privs"
	LayerRlimits    = "rlimits"
	LayerPdeathsig  = "pdeathsig"
	LayerLifeline   = "lifeline"
	LayerNamespaces = "namespaces"
	LayerNoNetwork  = "no_network"
)

// descriptors of a plugin beyond the standard ones.
const (
	lifelineFD = 3 // read end of a pipe; its end means that the host is gone
	scriptFD   = 4 // the checked file, where it is a script that its interpreter opens
)

// spawnSpec is one process to start. Standard input is always empty.
type spawnSpec struct {
	path     string   // of the executable, for systems that can't execute a descriptor
	exe      *os.File // the checked executable; nil executes path
	argv     []string
	env      []string
	stdout   *os.File
	stderr   *os.File
	lifeline *os.File // nil for none
	// namespaces puts the process into namespaces of its own, without a network,
	// where the system lets us.
	namespaces bool
}

// child is a process that was started, with its process group where there is one.
type child struct {
	pid    int
	proc   *os.Process
	layers []Layer

	mu     sync.Mutex
	reaped bool
	state  *os.ProcessState
	done   chan struct{} // closed when it is reaped and its group is gone
}

// watch waits for the end of the process. What is left of its group is killed while
// the leader is still a zombie: until it is reaped its number can't be used again.
func (c *child) watch() {
	state := awaitExit(c)
	c.mu.Lock()
	killGroup(c.pid)
	if state == nil {
		state, _ = c.proc.Wait()
	}
	c.state, c.reaped = state, true
	c.mu.Unlock()
	close(c.done)
}

// kill ends the process and its group at once. It may be called at any time.
func (c *child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		_ = c.proc.Kill()
		killGroup(c.pid)
	}
}

// exit says how the process ended; "" while it runs.
func (c *child) exit() string {
	select {
	case <-c.done:
	default:
		return ""
	}
	if c.state == nil {
		return "exit status unknown"
	}
	return c.state.String()
}

// openNull opens what every plugin gets as its standard input.
func openNull() (*os.File, error) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("opening the empty standard input: %w", err)
	}
	return f, nil
}
