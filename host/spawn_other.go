//go:build !linux

package host

import (
	"fmt"
	"os"
	"runtime"
)

// spawner starts processes with what every system has.
type spawner struct{}

func newSpawner() *spawner { return &spawner{} }

func (*spawner) close() {}

// spawn starts a process. The file is executed by path here, so between the check
// and the start only its owner could have swapped it.
func (*spawner) spawn(spec spawnSpec) (*child, error) {
	null, err := openNull()
	if err != nil {
		return nil, err
	}
	defer null.Close()
	files := []*os.File{null, spec.stdout, spec.stderr}
	if spec.lifeline != nil {
		files = append(files, spec.lifeline)
	}
	p, err := os.StartProcess(spec.path, spec.argv, &os.ProcAttr{Env: spec.env, Files: files})
	if err != nil {
		return nil, fmt.Errorf("starting %q: %w", spec.path, err)
	}
	c := &child{pid: p.Pid, proc: p, done: make(chan struct{})}
	for _, name := range []string{LayerNoNewPrivs, LayerRlimits, LayerPdeathsig} {
		c.layers = append(c.layers, Layer{Name: name, How: "not available on " + runtime.GOOS})
	}
	c.layers = append(c.layers, Layer{Name: LayerLifeline, Holds: spec.lifeline != nil, How: "pipe on descriptor 3"})
	if spec.namespaces {
		c.layers = append(c.layers,
			Layer{Name: LayerNamespaces, How: "not available on " + runtime.GOOS},
			Layer{Name: LayerNoNetwork, How: "not available on " + runtime.GOOS})
	}
	go c.watch()
	return c, nil
}

// awaitExit reaps the process; there is no group to kill before that here.
func awaitExit(c *child) *os.ProcessState {
	state, _ := c.proc.Wait()
	return state
}

func killGroup(int) {}

func residentBytes(int) int64 { return 0 }
