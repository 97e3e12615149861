package jupyter_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
	"github.com/airlockhq/airlock/shared/value"
)

func TestConformance(t *testing.T) {
	conformance.Test(t, executortest.Dial(t, plain{gateway: gateway(t)}), conformance.Config{Timeout: 3 * time.Minute})
}

// TestOldProtocol: without the sub-protocol, messages are JSON, and buffers after it.
func TestOldProtocol(t *testing.T) {
	g := startGateway(t, "--BaseKernelWebsocketConnection.kernel_ws_protocol=")
	defer g.Kill()
	for _, only := range []string{"tools", "output", "big_code", "interrupt"} {
		conformance.Test(t, executortest.Dial(t, plain{gateway: g}), conformance.Config{Timeout: 3 * time.Minute, Only: only})
	}
}

// TestPlainPython: what a kernel and IPython change is as in a Python of its own.
func TestPlainPython(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	for _, c := range []struct{ code, want string }{
		{"import asyncio\nasync def f(): return 4\nasyncio.get_event_loop().run_until_complete(f())", "4"},
		{"import asyncio\nasync def f(): return 3\nasyncio.run(f())", "3"},
		{"try: input('name? ')\nexcept EOFError: r = 'end'\nr", "'end'"},
		{"try: get_ipython().kernel.raw_input('name? ')\nexcept EOFError: r = 'end'\nr", "'end'"},
		{"try: exit(3)\nexcept SystemExit as e: r = e.code\nr", "3"},
		{"import io, sys\nold = sys.stdin\nsys.stdin = io.StringIO('typed\\n')\nr = input()\nsys.stdin = old\nr", "'typed'"},
		{"import builtins\nbuiltins.input = lambda *a: 'mine'\ninput()", "'mine'"},
		{"import __main__\nx = 7\n__main__.x", "7"},
		{"get_ipython().user_ns['x']", "7"},
		{"import os\npid = os.fork()\nif pid == 0: os._exit(7)\nos.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])", "7"},
		{"import multiprocessing as mp\nwith mp.get_context('fork').Pool(2) as p: r = p.map(abs, [-1, -2])\nr", "[1, 2]"},
		{"import subprocess\nsubprocess.check_output(['echo', 'hello'])", `b'hello\n'`},
	} {
		if res, err := sessiontest.Execute(t, s, c.code, nil); err != nil || res.Repr != c.want {
			t.Errorf("run %q: the value is %s, %v, want %s", c.code, res.Repr, err, c.want)
		}
	}
}

// TestMuchOutput: the gateway's limits, on by default, drop nothing.
func TestMuchOutput(t *testing.T) {
	for name, c := range map[string]struct {
		code string
		size int
	}{
		"one print":    {"print('x' * (8 << 20))", 8<<20 + 1},
		"many prints":  {"for i in range(100_000): print('line')", 500_000},
		"a child":      {"import subprocess\nsubprocess.run('head -c 8000000 /dev/zero', shell=True)", 8_000_000},
		"from threads": {"import threading\nts = [threading.Thread(target=lambda: [print('x' * 999) for _ in range(500)]) for _ in range(4)]\n[t.start() for t in ts]\n[t.join() for t in ts]", 2_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t, shared.Limits{OutputChars: shared.Unlimited})
			ev := &sessiontest.Recorder{}
			res := sessiontest.Must(t, s, c.code, ev)
			if n := len(ev.Stdout()); n != c.size || res.Truncated {
				t.Errorf("%d bytes came, want %d; truncated: %v", n, c.size, res.Truncated)
			}
		})
	}
}

// TestLargeCell: the gateway takes messages of ten MiB at most.
func TestLargeCell(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	sessiontest.WantRepr(t, s, "len('"+strings.Repeat("x", 12<<20)+"')", "12582912")
}

// TestSlowListener: output waits in the sandbox for who is slow to take it.
func TestSlowListener(t *testing.T) {
	s, _ := open(t, shared.Limits{OutputBytes: shared.Unlimited})
	total := 0
	slow := &shared.Handler{OnOutput: func(shared.Stream, []byte) error {
		if total++; total < 20 {
			time.Sleep(50 * time.Millisecond)
		}
		return nil
	}}
	code := "import sys\nfor i in range(400): sys.stderr.write('x' * 100_000)"
	if res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, slow); err != nil || res.Stats.OutputBytes != 40_000_000 {
		t.Errorf("%d bytes came: %v", res.Stats.OutputBytes, err)
	}
}

// TestTools: from threads and coroutines, at once.
func TestTools(t *testing.T) {
	s, _ := open(t, shared.Limits{ToolCalls: 50})
	if err := s.SetTools(t.Context(), []shared.ToolSpec{{Name: "same"}}); err != nil {
		t.Fatal(err)
	}
	ev := &sessiontest.Recorder{Tool: func(_ context.Context, c *shared.ToolCall) (value.Text, error) { return c.Args[0], nil }}
	for code, want := range map[string]string{
		"from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(8) as p: r = list(p.map(same, range(16)))\nr == list(range(16))":         "True",
		"import asyncio\nasync def main(): return await asyncio.gather(*[asyncio.to_thread(same, i) for i in range(5)])\nasyncio.run(main())":                "[0, 1, 2, 3, 4]",
		"import asyncio\nasync def main(): return same('x')\nasyncio.run(main())":                                                                            "'x'",
		"import os\npid = os.fork()\nif pid == 0:\n    try: same(1)\n    except RuntimeError: os._exit(7)\nos.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])": "7",
		"try:\n    for i in range(100): same(i)\nexcept RuntimeError as e: r = str(e)\nr":                                                                    "'Reached the max number of tool calls of 50'",
	} {
		if res := sessiontest.Must(t, s, code, ev); res.Repr != want {
			t.Errorf("run %q: the value is %s, want %s", code, res.Repr, want)
		}
	}
}

// TestDisplays: IPython's functions and the libraries that use them show what they show in a notebook.
func TestDisplays(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	const draw = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n_ = ax.plot([1, 2])\n"
	for name, c := range map[string]struct{ code, want string }{
		"html":          {"from IPython.display import display, HTML\ndisplay(HTML('<b>x</b>'))", "text/html text/plain"},
		"data":          {"from IPython.display import publish_display_data\npublish_display_data({'text/plain': 'p', 'application/x-mine': {'a': 1}, 'image/svg+xml': '<svg/>'})", "image/svg+xml application/x-mine text/plain"},
		"result":        {"from IPython.display import Markdown\nMarkdown('*x*')", "result text/markdown text/plain"},
		"figure shown":  {draw + "plt.show()", "image/png"},
		"figure left":   {draw + "None", "image/png"},
		"figure result": {"from matplotlib.figure import Figure\nFigure()", "result image/png text/plain"},
		"figure given":  {"from matplotlib.figure import Figure\nfrom IPython.display import display\ndisplay(Figure())", "image/png text/plain"},
		"image":         {"from PIL import Image\nImage.new('RGB', (2, 2))", "result image/png image/jpeg text/plain"},
		"in order":      {"from IPython.display import display, HTML\nprint('before')\ndisplay(HTML('x'))", "text/html text/plain"},
	} {
		ev := &sessiontest.Recorder{}
		sessiontest.Must(t, s, c.code, ev)
		var got []string
		for _, d := range ev.Displays() {
			if d.IsResult {
				got = append(got, "result")
			}
			for _, p := range d.Parts {
				got = append(got, p.MIME)
				if p.MIME == "image/png" && !strings.HasPrefix(string(p.Data), "\x89PNG") {
					t.Errorf("%s: the image begins with %.10q", name, p.Data)
				}
			}
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: the parts are %q, want %q", name, g, c.want)
		}
	}
}

// TestOutputBetweenRuns: what a thread prints after the end belongs to the session.
func TestOutputBetweenRuns(t *testing.T) {
	s, between := open(t, shared.Limits{})
	sessiontest.Must(t, s, "import threading\nthreading.Timer(0.2, print, ['late']).start()", nil)
	<-between.Printed
	if got := between.Stdout(); got != "late\n" {
		t.Errorf("between the runs came %q", got)
	}
}

func TestImportsAreChecked(t *testing.T) {
	_, err := plain{gateway: gateway(t)}.Open(t.Context(), &shared.OpenRequest{AuthorizedImports: []string{"json", "no_such_module"}}, &sessiontest.Recorder{})
	if err == nil || !strings.HasPrefix(err.Error(), "Non-installed authorized modules: no_such_module.") {
		t.Errorf("open: %v", err)
	}
}

// other is a gateway under another address or token.
type other struct {
	*local
	gateway jupyter.Gateway
}

func (o other) Gateway() jupyter.Gateway { return o.gateway }

func TestOpenFails(t *testing.T) {
	g := gateway(t)
	for name, c := range map[string]struct {
		gateway jupyter.Gateway
		kind    shared.Kind
		text    string
	}{
		"token":   {jupyter.Gateway{URL: g.url, Token: "wrong"}, shared.KindBackendAuth, "refuses the token"},
		"kernel":  {jupyter.Gateway{URL: g.url, Token: token, Kernel: "no-such"}, shared.KindBackendUnavailable, "start a kernel: status 500"},
		"path":    {jupyter.Gateway{URL: g.url + "/elsewhere", Token: token}, shared.KindBackendUnavailable, "status 404"},
		"address": {jupyter.Gateway{URL: "127.0.0.1:80"}, shared.KindInvalidArgument, "must begin with http://"},
		"silence": {jupyter.Gateway{URL: "http://127.0.0.1:1"}, shared.KindBackendUnavailable, "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			if name == "silence" {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, time.Second)
				defer cancel()
			}
			start := func(context.Context) (jupyter.Machine, *jupyter.Waiting, error) { return other{g, c.gateway}, nil, nil }
			_, err := jupyter.Open(ctx, jupyter.Config{Start: start, Shared: true, Request: &shared.OpenRequest{}, Events: &sessiontest.Recorder{}})
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("open: %v, want %s: %s", err, c.kind, c.text)
			}
		})
	}
}
