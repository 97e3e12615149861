package jupyter_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
)

// find is guest code that gets hold of the thread that carries the driver's bytes.
const find = "import gc, time\ncarrier = [o for o in gc.get_objects() if type(o).__name__ == 'Carrier'][0]\n"

// TestLosesKernel: what ends the kernel is an error of that run, and the
// session goes on with a new one, which knows the tools.
func TestLosesKernel(t *testing.T) {
	for name, code := range map[string]string{
		"exits":                "import os\nos._exit(3)",
		"kills itself":         "import os\nos.kill(os.getpid(), 9)",
		"closes descriptors":   "import os\nos.closerange(3, 1000)\nprint(1)\nimport time\ntime.sleep(60)",
		"closes the socket":    "get_ipython().kernel.stdin_socket.close()\nwhile True: print(1, flush=True)",
		"closes the carrier":   find + "carrier.socket.close()\ncarrier.here.close()\nwhile True: print(1, flush=True)",
		"sends garbage":        find + "carrier.here.send\ncarrier.tell(b'\\xff' * 100)\ntime.sleep(60)",
		"sends too much":       find + "while True: carrier.tell(b'\\x00\\x00\\x00\\x05D' + bytes(9))",
		"sends large pieces":   find + "carrier.tell(bytes(200_000))\ntime.sleep(60)",
		"says that it ends":    find + "carrier.tell(end=True)\ntime.sleep(60)",
		"says that it died":    "import time\nk = get_ipython().kernel\nk.session.send(k.iopub_socket, 'status', {'execution_state': 'dead'})\ntime.sleep(60)",
		"sends a huge message": "import time\nk = get_ipython().kernel\nk.session.send(k.iopub_socket, 'display_data', {'data': {'text/plain': 'x' * (40 << 20)}})\ntime.sleep(60)",
		"ends the cell":        "import sys\nf = sys._getframe()\nwhile f.f_code.co_name != 'serve': f = f.f_back\nd = f.f_locals['self']\nclass Stop(BaseException): pass\ndef fail(*a): raise Stop\nd.capture.finish = fail",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{OutputBytes: shared.Unlimited})
			if err := s.SetTools(t.Context(), []shared.ToolSpec{{Name: "tool"}}); err != nil {
				t.Fatal(err)
			}
			sessiontest.Must(t, s, "x = 1", nil)
			res, err := sessiontest.Execute(t, s, code, nil)
			if !errors.Is(err, shared.KindBackendLost) || !res.StateLost {
				t.Fatalf("ended with %v, state lost: %v", err, res.StateLost)
			}
			t.Log(err)
			sessiontest.WantRepr(t, s, "'x' in globals(), tool.__name__", "(False, 'tool')")
		})
	}
}

// TestStops: what ignores an interrupt is killed, what heeds it keeps its state.
func TestStops(t *testing.T) {
	for name, c := range map[string]struct {
		code string
		lost bool
	}{
		"loop":                  {"while True: pass", false},
		"caught":                {"while True:\n    try:\n        while True: pass\n    except: pass", false},
		"waits for a child":     {"import subprocess\nsubprocess.run(['sleep', '60'])", false},
		"input is a loop":       {"import builtins\ndef f(*a):\n    while True: pass\nbuiltins.input = f\ninput()", false},
		"deaf to messages":      {find + "carrier.key = None\ncarrier.receive = lambda: carrier.socket.recv_multipart()\nwhile True: pass", true},
		"ignored signal":        {"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass", true},
		"stops itself":          {"import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", true},
		"ignores even the term": {"import signal\nfor s in (signal.SIGINT, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)\nwhile True: pass", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{Time: 500 * time.Millisecond})
			sessiontest.Must(t, s, "x = 1", nil)
			res, err := sessiontest.Execute(t, s, c.code, nil)
			if !errors.Is(err, shared.KindLimitTime) || res.StateLost != c.lost {
				t.Fatalf("ended with %v, state lost: %v", err, res.StateLost)
			}
			if !c.lost {
				sessiontest.WantRepr(t, s, "x", "1")
			} else {
				sessiontest.WantRepr(t, s, "'x' in globals()", "False")
			}
		})
	}
}

// TestHarmless: what a guest does with the kernel's own channels changes nothing.
func TestHarmless(t *testing.T) {
	const kernel = "k = get_ipython().kernel\n"
	for name, code := range map[string]string{
		"a forged request":   kernel + find + "k.session.send(k.stdin_socket, 'input_request', {'prompt': 'x', 'airlock': 'wrong'}, ident=carrier.peer, buffers=[b'xxxx'])",
		"a forged display":   kernel + "k.session.send(k.iopub_socket, 'display_data', {'data': {'text/plain': 'x'}, 'metadata': {}})",
		"the rate is over":   kernel + "for i in range(10000): k.session.send(k.iopub_socket, 'stream', {'name': 'stdout', 'text': 'x' * 1000})",
		"a status":           kernel + "k.session.send(k.iopub_socket, 'status', {'execution_state': 'idle'})\nk.session.send(k.iopub_socket, 'status', {'execution_state': 5})",
		"a reply":            kernel + "k.session.send(k.iopub_socket, 'execute_reply', {'status': 'ok'})",
		"a comm":             "try:\n    from comm import create_comm\n    create_comm(target_name='x', data={})\nexcept ImportError: pass",
		"a replaced stdout":  "import io, sys\nsys.stdout = sys.__stdout__ = io.StringIO()\nprint('hidden')",
		"a replaced display": "get_ipython().display_pub.publish = None",
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t, shared.Limits{})
			sessiontest.Must(t, s, code, nil)
			sessiontest.WantRepr(t, s, "40 + 2", "42")
		})
	}
}

// rest makes a request that this client didn't: another one's, or an operator's.
func rest(t *testing.T, g *local, method, path string) (answer []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, g.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "token "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil || resp.StatusCode >= 300 {
		t.Fatalf("%s %s: status %d, %v", method, path, resp.StatusCode, err)
	}
	return answer
}

// TestTakenAway: a kernel that is deleted or restarted from elsewhere, and a
// gateway that dies, end the run.
func TestTakenAway(t *testing.T) {
	for name, take := range map[string]func(t *testing.T, g *local, id string){
		"deleted":    func(t *testing.T, g *local, id string) { rest(t, g, http.MethodDelete, "/api/kernels/"+id) },
		"restarted":  func(t *testing.T, g *local, id string) { rest(t, g, http.MethodPost, "/api/kernels/"+id+"/restart") },
		"no gateway": func(_ *testing.T, g *local, _ string) { g.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var g *local
			starts := 0
			start := func(context.Context) (jupyter.Machine, *jupyter.Waiting, error) {
				starts++
				g = startGateway(t)
				return g, nil, nil
			}
			s, err := jupyter.Open(t.Context(), jupyter.Config{Start: start, Request: &shared.OpenRequest{}, Events: &sessiontest.Recorder{}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				closeSession(t, s)
				select {
				case <-g.done:
				default:
					t.Error("the machine runs on")
				}
			})
			id := sessiontest.Must(t, s, "import os, re\nfile = get_ipython().config.IPKernelApp.connection_file\nprint(file)\nre.search('kernel-(.*).json', file).group(1)", nil).Text
			ev := &sessiontest.Recorder{Printed: make(chan struct{}, 1)}
			first := g
			go func() {
				<-ev.Printed
				take(t, first, id)
			}()
			res, err := sessiontest.Execute(t, s, "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('go')\nwhile True:\n    try: time.sleep(60)\n    except BaseException: pass", ev)
			if !errors.Is(err, shared.KindBackendLost) || !res.StateLost || !strings.HasPrefix(res.Logs, "go") {
				t.Fatalf("ended with %v, state lost: %v, logs %q", err, res.StateLost, res.Logs)
			}
			t.Log(err)
			sessiontest.WantRepr(t, s, "1 + 1", "2")
			if lost := name == "no gateway"; lost != (starts == 2) {
				t.Errorf("machines were started %d times", starts)
			}
		})
	}
}
