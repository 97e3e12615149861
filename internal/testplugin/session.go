//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// session runs commands, one a line:
//
//	echo TEXT    writes TEXT
//	env          writes the environment, one quoted variable a line
//	fds          writes what each descriptor is
//	stdin        writes what can be read from standard input, quoted
//	cat PATH     writes a file of the machine
//	pid          writes the process number
//	sleep MS     waits; an interrupt ends it
//	deaf MS      waits whatever happens
//	die          ends the process with SIGKILL
//	exit N       ends the process
//	panic        panics outside of any request
//	stop         stops the process with SIGSTOP
//	log N        logs N lines of 1 kB
//	print TEXT   prints to os.Stdout of the process
//	say TEXT     logs TEXT on stderr
//	big N        writes N bytes
//	grow N       uses N MiB of memory from now on
//	child        starts a process that holds all descriptors and stays
//	fail TEXT    fails with TEXT
//	link PATH    writes where a link of the machine leads
//	core         writes the limit of core files at the first instruction
type session struct {
	mode  string
	close string
}

var _ shared.Session = (*session)(nil)

// Info implements shared.Session.
func (s *session) Info() *shared.SessionInfo { return &shared.SessionInfo{} }

// SetTools implements shared.Session.
func (s *session) SetTools(context.Context, []shared.ToolSpec) error { return nil }

// SetVariables implements shared.Session.
func (s *session) SetVariables(context.Context, []shared.Variable) error { return nil }

// GetVariables implements shared.Session.
func (s *session) GetVariables(context.Context, []string) ([]shared.Variable, error) { return nil, nil }

// Execute implements shared.Session.
func (s *session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	for _, l := range strings.Split(req.Code, "\n") {
		verb, arg, _ := strings.Cut(l, " ")
		if err := run(ctx, verb, arg, func(text string) error { return events.Output(shared.Stdout, []byte(text)) }); err != nil {
			return &shared.Result{}, err
		}
	}
	return &shared.Result{}, nil
}

func run(ctx context.Context, verb, arg string, write func(string) error) error {
	n, _ := strconv.Atoi(arg)
	switch verb {
	case "echo":
		return write(arg + "\n")
	case "env":
		for _, v := range os.Environ() {
			if err := write(strconv.Quote(v) + "\n"); err != nil {
				return err
			}
		}
	case "fds":
		return write(descriptors())
	case "stdin":
		data, err := io.ReadAll(os.Stdin)
		return write(fmt.Sprintf("%q %v\n", data, err))
	case "cat":
		data, err := os.ReadFile(arg)
		if err != nil {
			return err
		}
		return write(string(data))
	case "link":
		to, err := os.Readlink(arg)
		if err != nil {
			return err
		}
		return write(to)
	case "core":
		return write(strconv.FormatUint(firstCore, 10))
	case "pid":
		return write(strconv.Itoa(os.Getpid()))
	case "sleep":
		select {
		case <-ctx.Done():
			return shared.Errorf(shared.KindInterrupted, "interrupted")
		case <-time.After(time.Duration(n) * time.Millisecond):
		}
	case "deaf":
		time.Sleep(time.Duration(n) * time.Millisecond)
	case "fail":
		return shared.Errorf(shared.KindRuntime, "%s", arg)
	case "grow":
		hoard = append(hoard, bytes.Repeat([]byte{1}, n<<20))
	case "big":
		for ; n > 0; n -= min(n, 1<<16) {
			if err := write(strings.Repeat("b", min(n, 1<<16))); err != nil {
				return err
			}
		}
	default:
		return runRough(verb, arg, n)
	}
	return nil
}

// runRough has the commands that harm the process.
func runRough(verb, arg string, n int) error {
	switch verb {
	case "die":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "exit":
		os.Exit(n)
	case "panic":
		go func() { panic("no luck in mid-run") }()
		time.Sleep(time.Hour)
	case "stop":
		stopSelf()
	case "log":
		for range n {
			fmt.Fprintln(realStderr, strings.Repeat("l", 1000))
		}
	case "print":
		fmt.Println(arg)
	case "say":
		fmt.Fprintln(realStderr, arg)
	case "child":
		c := exec.CommandContext(context.Background(), "/bin/sleep", "1000")
		c.Stdout, c.Stderr = realStderr, realStderr
		return c.Start()
	default:
		return shared.Errorf(shared.KindSyntax, "unknown command %q", verb)
	}
	return nil
}

// hoard keeps what grow asks for.
var hoard [][]byte

// firstCore is the limit of core files when the first code of the process ran.
var firstCore = func() uint64 {
	var l syscall.Rlimit
	_ = syscall.Getrlimit(syscall.RLIMIT_CORE, &l)
	return l.Max
}()

// realStderr is the process's own: go-plugin swaps os.Stderr after the handshake.
var realStderr = os.Stderr

// Close implements shared.Session.
func (s *session) Close(ctx context.Context) (*shared.CloseReport, error) {
	switch s.close {
	case "ignore":
		time.Sleep(time.Hour)
	case "fail":
		return nil, shared.Errorf(shared.KindInternal, "closing: nothing works")
	case "slow":
		time.Sleep(1500 * time.Millisecond)
	}
	return &shared.CloseReport{Removed: []string{"sandbox"}}, nil
}

func stopSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	time.Sleep(time.Hour)
}

// descriptors says what each open descriptor is, one a line.
func descriptors() string {
	var b strings.Builder
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err.Error()
	}
	for _, e := range entries {
		if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil {
			fmt.Fprintf(&b, "%s %s\n", e.Name(), to)
		}
	}
	return b.String()
}
