package jupyter_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
)

const token = "the-token-of-the-tests"

// local is a kernel gateway that runs as a child process.
type local struct {
	url  string
	cmd  *exec.Cmd
	done chan struct{}
}

func (l *local) Gateway() jupyter.Gateway { return jupyter.Gateway{URL: l.url, Token: token} }
func (l *local) Done() <-chan struct{}    { return l.done }
func (l *local) Reason() error            { return nil }

func (l *local) Kill() {
	_ = l.cmd.Process.Kill()
	<-l.done
}

// program runs a gateway without what takes most of its start: grammars of addresses, for the validation of notebooks.
const program = `import sys
sys.modules.update(dict.fromkeys(("rfc3987_syntax", "rfc3986_validator")))
from kernel_gateway.gatewayapp import launch_instance
launch_instance()`

// startGateway starts one on a free port. Kernels end with it.
func startGateway(t testing.TB, args ...string) *local {
	t.Helper()
	python := testenv.JupyterPython(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	args = append([]string{"-c", program, "--KernelGatewayApp.ip=127.0.0.1", fmt.Sprintf("--KernelGatewayApp.port=%d", port), "--KernelGatewayApp.port_retries=0"}, args...)
	cmd := exec.Command(python, args...)
	cmd.Env = append(os.Environ(), "KG_AUTH_TOKEN="+token, "JUPYTER_RUNTIME_DIR="+scratch, "IPYTHONDIR="+scratch, "MPLCONFIGDIR="+scratch)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	g := &local{url: fmt.Sprintf("http://127.0.0.1:%d", port), cmd: cmd, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait()
		close(g.done)
	}()
	return g
}

var (
	common      *local
	startCommon sync.Once
)

// gateway is the one that the tests share.
func gateway(t testing.TB) *local {
	t.Helper()
	testenv.JupyterPython(t)
	startCommon.Do(func() { common = startGateway(t) })
	return common
}

// scratch is the folder of the gateways' own files.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "airlock-jupyter-test"); err != nil {
		panic(err)
	}
	code := m.Run()
	if common != nil {
		common.Kill()
	}
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// plain is an executor with a session in a kernel of the gateway.
type plain struct {
	sessiontest.Plain
	gateway *local
}

func (p plain) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	start := func(context.Context) (jupyter.Machine, *jupyter.Waiting, error) { return p.gateway, nil, nil }
	return jupyter.Open(ctx, jupyter.Config{Start: start, Shared: true, Request: req, Events: events})
}
