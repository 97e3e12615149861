package difftest

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

// outcome is what an interpreter did with a program.
type outcome struct {
	text string   // the output, then the traceback
	stop *py.Stop // Airlock: the limit that ended it
	lost bool     // CPython: out of time or memory
	bug  string   // Airlock: a panic
}

var limits = py.Limits{Operations: 300_000, Memory: 256 << 20, Output: 4 << 20, Recursion: 1000, Time: 3 * time.Second}

// airlock runs programs without a policy. Some use the same machine, each with
// a namespace of its own, so that not every one has to load its modules anew.
type airlock struct {
	vm   *py.VM
	out  bytes.Buffer
	uses int
	// patient is for a program that CPython was seen to finish.
	patient bool
}

const usesOfMachine = 30

func (a *airlock) machine() (*py.VM, error) {
	if a.uses++; a.vm == nil || a.uses > usesOfMachine {
		session, err := python.New(python.Options{})
		if err != nil {
			return nil, err
		}
		a.vm = py.NewVM(py.Config{Stdout: &a.out, Stderr: io.Discard, Import: stdlib.Import, Compile: session.VM().Config().Compile})
		a.vm.UseBuiltins(func(string) bool { return true })
		a.uses = 1
	}
	a.out.Reset()
	a.vm.Main = py.NewDict()
	a.vm.Main.SetStr(py.Name("__name__"), py.NewStr("__main__"))
	l := limits
	if a.patient {
		l.Operations, l.Time = 100*l.Operations, 10*l.Time // it may be the machine that is slow
	}
	a.vm.StartRun(l)
	return a.vm, nil
}

// run runs a program; a panic ends the machine.
func (a *airlock) run(src string) (o outcome) {
	defer func() {
		if v := recover(); v != nil {
			o = outcome{text: a.out.String(), bug: fmt.Sprintf("panic: %v\n%s", v, debug.Stack())}
			a.vm = nil
		}
	}()
	vm, err := a.machine()
	if err != nil {
		return outcome{bug: err.Error()}
	}
	c, err := vm.Config().Compile(vm, src, "prog.py", "exec", false)
	if err == nil {
		_, err = vm.ExecModule(c)
	}
	var e *py.Exception
	switch {
	case errors.As(err, &o.stop):
		a.vm = nil
		if o.stop.Kind == py.StopInternal {
			o.bug = o.stop.Message
		}
	case errors.As(err, &e):
		a.out.WriteString(vm.FormatException(e))
	case err != nil:
		o.bug = err.Error()
	}
	o.text = a.out.String()
	return o
}

//go:embed driver.py
var driver string

// cpython is a CPython process that runs programs.
type cpython struct {
	path, hashSeed string
	cmd            *exec.Cmd
	in             io.WriteCloser
	out            io.ReadCloser
	stop           context.CancelFunc
	failures       int // in a row
}

func startCPython(path, hashSeed string) (*cpython, error) {
	ctx, stop := context.WithCancel(context.Background())
	c := &cpython{path: path, hashSeed: hashSeed, stop: stop, cmd: exec.CommandContext(ctx, path, "-s", "-S", "-c", driver)}
	c.cmd.Env = []string{"PYTHONHASHSEED=" + hashSeed, "LC_ALL=C.UTF-8", "TZ=UTC"}
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.out, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return c, c.cmd.Start()
}

func (c *cpython) close() {
	_ = c.in.Close()
	c.stop()
	_ = c.cmd.Wait()
}

// run runs a program in at most so much processor time.
func (c *cpython) run(src string, limit time.Duration) (outcome, error) {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(src)))
	head = binary.LittleEndian.AppendUint32(head, uint32(limit.Milliseconds()))
	timer := time.AfterFunc(limit+20*time.Second, c.stop)
	defer timer.Stop()
	text, err := c.exchange(append(head, src...))
	if err != nil { // it hangs in C code, or broke down
		if c.failures++; c.failures > 3 {
			return outcome{}, fmt.Errorf("CPython's side breaks down again and again: %w", err)
		}
		c.close()
		fresh, err := startCPython(c.path, c.hashSeed)
		if err != nil {
			return outcome{}, err
		}
		fresh.failures = c.failures
		*c = *fresh
		return outcome{lost: true}, nil
	}
	c.failures = 0
	lost := strings.HasSuffix(text, "out of time") || strings.Contains(text, "OutOfTime") || strings.Contains(text, "MemoryError")
	return outcome{text: text, lost: lost}, nil
}

func (c *cpython) exchange(message []byte) (string, error) {
	if _, err := c.in.Write(message); err != nil {
		return "", err
	}
	var head [4]byte
	if _, err := io.ReadFull(c.out, head[:]); err != nil {
		return "", err
	}
	answer := make([]byte, binary.LittleEndian.Uint32(head[:]))
	_, err := io.ReadFull(c.out, answer)
	return string(answer), err
}
