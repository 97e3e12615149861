//go:build unix

// Command testplugin is an executor plugin that misbehaves on demand, for the tests of
// package host. What it does is chosen by the name under which it is installed:
// airlock-executor-MODE. Its "Python" is a list of commands; see session.go.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// version is what every mode describes itself with.
const version = "1.2.3"

func main() {
	mode := strings.TrimPrefix(filepath.Base(os.Args[0]), shared.PluginPrefix)
	if len(os.Args) > 1 && os.Args[1] == "describe" {
		describe(mode)
	} else {
		early(mode)
	}
	switch mode {
	case "stock", "newer":
		serveStock(mode)
	default:
		os.Exit(shared.Serve(shared.ServeConfig{Executor: &executor{mode: mode}}))
	}
}

// describe misbehaves as the mode says; where it returns, Serve answers.
func describe(mode string) {
	switch mode {
	case "describe-hang":
		time.Sleep(time.Hour)
	case "describe-flood":
		for {
			if _, err := fmt.Println(strings.Repeat("x", 4096)); err != nil {
				os.Exit(1)
			}
		}
	case "describe-text":
		fmt.Println("hello")
	case "describe-fail":
		fmt.Fprintln(os.Stderr, "no luck today")
		os.Exit(4)
	case "describe-name":
		fmt.Printf(`{"name":"somebody","version":%q,"protocol":%d,"protocol_minor":0,"isolation":"process","capabilities":{}}`, version, shared.Protocol)
		os.Exit(0)
	case "describe-env":
		// The environment is the answer.
		fmt.Fprintf(os.Stderr, "env=%q", os.Environ())
		os.Exit(5)
	case "stock", "newer":
		fmt.Printf(`{"name":%q,"version":%q,"protocol":%d,"protocol_minor":%d,"isolation":"process","capabilities":{},"novelty":true}`,
			mode, version, shared.Protocol, newMinor)
		os.Exit(0)
	}
}

// early misbehaves before the handshake.
func early(mode string) {
	switch mode {
	case "print-early":
		fmt.Println("warming up")
	case "panic-early":
		panic("no luck before the handshake")
	case "exit-early":
		fmt.Fprintln(os.Stderr, "cannot find my data")
		os.Exit(3)
	case "hang-early":
		time.Sleep(time.Hour)
	case "stop-early":
		stopSelf()
	case "wrong-version":
		line("99", "unix", filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "s"), "grpc")
	case "net-rpc":
		line("1", "unix", filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "s"), "netrpc")
	case "outside":
		line("1", "unix", "/tmp/elsewhere.sock", "grpc")
	case "no-cert":
		serveWithoutCert()
	}
}

// line prints a handshake and leaves it at that.
func line(version, network, addr, protocol string) {
	fmt.Printf("1|%s|%s|%s|%s|\n", version, network, addr, protocol)
	time.Sleep(time.Hour)
}

// executor is the backend of most modes.
type executor struct{ mode string }

var _ shared.Executor = (*executor)(nil)

// Describe implements shared.Executor.
func (e *executor) Describe(context.Context) (*shared.Description, error) {
	d := &shared.Description{
		Name: e.mode, Version: version, Isolation: shared.IsolationProcess,
		Capabilities: shared.Capabilities{Interrupt: true},
		Options:      []shared.OptionSpec{{Name: "key", Type: "string", Secret: true}, {Name: "close", Type: "string"}},
		Env:          []shared.EnvSpec{{Name: "TEST_TOKEN", Secret: true}, {Name: "TEST_PLAIN"}},
	}
	switch e.mode {
	case "interp":
		d.Isolation = shared.IsolationInterpreter
	case "one":
		d.MaxSessions = 1
	case "panic-late":
		if len(os.Args) > 1 {
			break
		}
		go func() { panic("no luck after the handshake") }()
		time.Sleep(time.Hour)
	}
	return d, nil
}

// Check implements shared.Executor. It reports the process.
func (e *executor) Check(context.Context, *shared.CheckRequest) (*shared.CheckReport, error) {
	return &shared.CheckReport{Items: []shared.CheckItem{{Name: "pid", Status: shared.CheckOK, Detail: fmt.Sprint(os.Getpid())}}}, nil
}

// Reap implements shared.Executor.
func (e *executor) Reap(_ context.Context, req *shared.ReapRequest) (*shared.ReapReport, error) {
	return &shared.ReapReport{Items: []shared.ReapItem{{ID: req.Owner, Removed: true}}}, nil
}

// Open implements shared.Executor.
func (e *executor) Open(_ context.Context, req *shared.OpenRequest, _ shared.Events) (shared.Session, error) {
	if req.Options["key"] == "wrong-key-value" {
		return nil, shared.Errorf(shared.KindBackendAuth, "opening: key %q is refused", req.Options["key"])
	}
	return &session{mode: e.mode, close: req.Options["close"]}, nil
}
