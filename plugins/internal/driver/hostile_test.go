package driver_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

func open(t *testing.T, limits shared.Limits) (shared.Session, *sessiontest.Recorder) {
	t.Helper()
	between := &sessiontest.Recorder{}
	s, err := plain{python: python(t)}.Open(t.Context(), &shared.OpenRequest{Limits: limits}, between)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = s.Close(context.Background()) })
	return s, between
}

// TestLosesInterpreter: what ends the interpreter is an error of that run, and
// the session goes on with a new one, which knows the tools.
func TestLosesInterpreter(t *testing.T) {
	for name, code := range map[string]string{
		"exits":              "import os\nos._exit(3)",
		"kills itself":       "import os\nos.kill(os.getpid(), 9)",
		"crashes":            "import ctypes\nctypes.string_at(0)",
		"closes descriptors": "import os\nos.closerange(3, 1000)\nprint(1)",
		"writes garbage":     "import os\nfor fd in range(200, 210):\n    try: os.write(fd, b'\\xff' * 100)\n    except OSError: pass\nimport time\ntime.sleep(10)",
		"forges a long list": "import os, struct, time\nb = b'J{\"op\":\"call\",\"call\":1,\"name\":\"x\",\"kwargs\":[],\"args\":[' + b','.join([b'1'] * 10**6) + b']}'\nfor fd in range(200, 204):\n    try: os.write(fd, struct.pack('>I', len(b)) + b)\n    except OSError: pass\ntime.sleep(10)",
		"forges a length":    "import os\nfor fd in range(200, 210):\n    try: os.write(fd, b'\\x00\\x00\\x00\\x05Jxxxx')\n    except OSError: pass\nimport time\ntime.sleep(10)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{})
			if err := s.SetTools(t.Context(), []shared.ToolSpec{{Name: "tool"}}); err != nil {
				t.Fatal(err)
			}
			sessiontest.Must(t, s, "x = 1", nil)
			res, err := sessiontest.Execute(t, s, "print('before')\n"+code, nil)
			if !errors.Is(err, shared.KindBackendLost) || !res.StateLost || res.Logs != "before\n" {
				t.Fatalf("ended with %v, state lost: %v, logs %q", err, res.StateLost, res.Logs)
			}
			sessiontest.WantRepr(t, s, "'x' in globals(), tool.__name__", "(False, 'tool')")
		})
	}
}

// TestLostBetweenRuns: a run whose variables are gone doesn't run at all.
func TestLostBetweenRuns(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	sessiontest.Must(t, s, "import os, threading\nthreading.Timer(0.1, os._exit, [1]).start()", nil)
	time.Sleep(time.Second)
	res, err := sessiontest.Execute(t, s, "print('here')", nil)
	if !errors.Is(err, shared.KindBackendLost) || !res.StateLost || res.Logs != "" {
		t.Fatalf("ended with %v, %+v", err, res)
	}
	sessiontest.WantRepr(t, s, "1 + 1", "2")
}

// TestStops: what ignores an interrupt is killed, what heeds it keeps its state.
func TestStops(t *testing.T) {
	const kept, lost, either = 1, 2, 3
	for name, c := range map[string]struct {
		code  string
		state int
	}{
		"loop":                 {"while True: pass", kept},
		"sleep":                {"import time\ntime.sleep(60)", kept},
		"ignored signal":       {"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass", lost},
		"caught once":          {"try:\n    while True: pass\nexcept KeyboardInterrupt:\n    pass\nwhile True: pass", kept},
		"caught in a function": {"def f():\n    while True:\n        try:\n            while True: pass\n        except: pass\nf()", kept},
		"finally":              {"while True:\n    try:\n        while True: pass\n    finally: continue", either},
		"stops itself":         {"import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", lost},
		"waits for a child":    {"import subprocess\nsubprocess.run(['sleep', '60'])", kept},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{Time: 500 * time.Millisecond})
			sessiontest.Must(t, s, "x = 1", nil)
			res, err := sessiontest.Execute(t, s, c.code, nil)
			if !errors.Is(err, shared.KindLimitTime) || res.StateLost && c.state == kept || !res.StateLost && c.state == lost {
				t.Fatalf("ended with %v, state lost: %v", err, res.StateLost)
			}
			if want := "Code execution exceeded the maximum execution time of 0.500 seconds"; err.Error() != want {
				t.Errorf("the message is %q, want %q", err, want)
			}
			if !res.StateLost {
				sessiontest.WantRepr(t, s, "x", "1")
			}
		})
	}
}

// TestInterruptedOutput: an interrupt doesn't tear what is being written.
func TestInterruptedOutput(t *testing.T) {
	s, _ := open(t, shared.Limits{Time: 50 * time.Millisecond, OutputBytes: shared.Unlimited})
	for range 20 {
		res, err := sessiontest.Execute(t, s, "while True: print('x' * 100000)", nil)
		if !errors.Is(err, shared.KindLimitTime) || res.StateLost {
			t.Fatalf("ended with %v, state lost: %v", err, res.StateLost)
		}
	}
}

// TestSignalsBetweenRuns: an alarm that a run forgot neither ends the interpreter nor tears an answer.
func TestSignalsBetweenRuns(t *testing.T) {
	s, _ := open(t, shared.Limits{OutputChars: shared.Unlimited})
	// The first alarm may come before the end of this run.
	_, _ = sessiontest.Execute(t, s, "import signal\nrung = 0\ndef ring(*args):\n    global rung\n    rung += 1\n    print('ring')\n    raise TimeoutError\nsignal.signal(signal.SIGALRM, ring)\nx = signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)", nil)
	for range 200 {
		if _, err := s.GetVariables(t.Context(), []string{"rung"}); errors.Is(err, shared.KindBackendLost) {
			t.Fatal(err)
		}
	}
	res, err := sessiontest.Execute(t, s, "while rung < 1000: pass", nil)
	if err == nil || res.StateLost {
		t.Errorf("a run among alarms ended with %v, state lost: %v", err, res.StateLost)
	}
	for range 100 { // an alarm may come before it is stopped
		if res, err := sessiontest.Execute(t, s, "signal.setitimer(signal.ITIMER_REAL, 0)", nil); err == nil && !strings.Contains(res.Logs, "ring") {
			break
		}
	}
	sessiontest.WantRepr(t, s, "rung > 0", "True")
}

// TestInterruptedBeforeItBegins: a run that is to end before the interpreter gets to it doesn't run, and costs nothing.
func TestInterruptedBeforeItBegins(t *testing.T) {
	s, between := open(t, shared.Limits{})
	between.Printed = make(chan struct{}, 1)
	sessiontest.Must(t, s, "import signal, time\ndef busy(*args):\n    print('busy', flush=True)\n    time.sleep(0.5)\n"+
		"signal.signal(signal.SIGALRM, busy)\nx = signal.setitimer(signal.ITIMER_REAL, 0.2)", nil)
	select {
	case <-between.Printed:
	case <-time.After(time.Minute):
		t.Fatal("the interpreter isn't busy")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "ran = True\nwhile True: pass"}, &sessiontest.Recorder{})
	if !errors.Is(err, shared.KindInterrupted) || res.StateLost {
		t.Errorf("ended with %v, state lost: %v", err, res.StateLost)
	}
	sessiontest.WantRepr(t, s, "x, 'ran' in globals()", "((0.0, 0.0), False)")
}

// TestOutcomesThatEndNot: the methods that show a value are the guest's, and stopped as its code is.
func TestOutcomesThatEndNot(t *testing.T) {
	const class = "class A(Exception):\n    def %s(self):\n        %s\n"
	for name, c := range map[string]struct{ method, body, use string }{
		"repr":            {"__repr__", "while True: pass", "A()"},
		"str":             {"__str__", "while True: pass", "final_answer(A())"},
		"str of an error": {"__str__", "while True: pass", "raise A"},
		"html":            {"_repr_html_", "while True: pass", "A()"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{Time: 500 * time.Millisecond})
			sessiontest.Must(t, s, "x = 1\n"+fmt.Sprintf(class, c.method, c.body), nil)
			if res, err := sessiontest.Execute(t, s, c.use, nil); !errors.Is(err, shared.KindLimitTime) || res.StateLost {
				t.Errorf("ended with %v, state lost: %v", err, res.StateLost)
			}
			sessiontest.WantRepr(t, s, "x", "1")
		})
	}
	s, _ := open(t, shared.Limits{})
	for _, body := range []string{"raise SystemExit", "final_answer(3)", "raise GeneratorExit", "return 5"} {
		sessiontest.Must(t, s, fmt.Sprintf(class, "__repr__", body)+"A._repr_html_ = A.__repr__", nil)
		sessiontest.WantRepr(t, s, "A()", "<A object>")
	}
}

// TestRequestsEnd: what never answers a request is ended after the time of a run.
func TestRequestsEnd(t *testing.T) {
	s, _ := open(t, shared.Limits{Time: time.Second})
	sessiontest.Must(t, s, "class A:\n    __dataclass_fields__ = {'f': 1}\n    @property\n    def f(self):\n        while True: pass\na = A()\nNone", nil)
	if _, err := s.GetVariables(t.Context(), nil); !errors.Is(err, shared.KindLimitTime) {
		t.Errorf("the variables end with %v", err)
	}
	sessiontest.WantRepr(t, s, "'a' in globals()", "False")
}

// TestReplacedModules: what guest code puts into modules doesn't reach the driver.
func TestReplacedModules(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	sessiontest.Must(t, s, "import json, os, select, time\ntime.sleep = time.monotonic = json.dumps = json.loads = os.read = os.write = select.select = None\nprint('seen')", nil)
	sessiontest.WantRepr(t, s, "40 + 2", "42")
}

// TestValuesTooLarge: what can't travel is no failure of the run, nor of the variables beside it.
func TestValuesTooLarge(t *testing.T) {
	s, _ := open(t, shared.Limits{})
	for code, want := range map[string]string{
		"10 ** 150000": "<int object>", "from fractions import Fraction\nFraction(10 ** 150000)": "<Fraction object>",
		"'a' * 70_000_000": "'aaa", "class H:\n    def _repr_html_(self): return 'h' * 60_000_000\nH()": "<__main__.H",
	} {
		if res := sessiontest.Must(t, s, code, nil); !strings.HasPrefix(res.Repr, want) || !strings.Contains(string(res.Value[:min(len(res.Value), 50)]), "opaque") {
			t.Errorf("run %q: %.50s, %.50s", code, res.Repr, res.Value)
		}
	}
	sessiontest.Must(t, s, "a = b = 'x' * 48_000_000\nd = 10 ** 200000\ne = 5\nNone", nil)
	vars, err := s.GetVariables(t.Context(), []string{"a", "b", "d", "e"})
	if err != nil || len(vars) != 4 || string(vars[3].Value) != "safe:5" || !strings.Contains(string(vars[1].Value), "opaque") {
		t.Errorf("%d variables, %v", len(vars), err)
	}
}

// TestOutput: all that is written to the descriptors is the guest's output, in order.
func TestOutput(t *testing.T) {
	for name, c := range map[string]struct{ code, out, err string }{
		"descriptor":       {"import os\nprint('a')\nos.write(1, b'b\\n')\nprint('c')", "a\nb\nc\n", ""},
		"child":            {"import subprocess\nprint('a')\nsubprocess.run(['sh', '-c', 'echo b; echo e >&2'])\nprint('c')", "a\nb\nc\n", "e\n"},
		"fork":             {"import os\nprint('a')\npid = os.fork()\nif pid == 0:\n    print('child', flush=True)\n    os._exit(0)\nos.waitpid(pid, 0)\nprint('b')", "a\nchild\nb\n", ""},
		"much":             {"import os\nfor i in range(100): os.write(1, b'x' * 99999 + b'\\n')", strings.Repeat(strings.Repeat("x", 99999)+"\n", 100), ""},
		"replaced":         {"import io, sys\nold = sys.stdout\nsys.stdout = io.StringIO()\nprint('hidden')\nsys.stdout = old\nprint('seen')", "seen\n", ""},
		"bytes":            {"import sys\nn = sys.stdout.buffer.write(b'\\xff\\n')\nprint(n)", "\xff\n2\n", ""},
		"errors":           {"import sys\nprint('a')\nprint('e', file=sys.stderr)\nprint('b')", "a\nb\n", "e\n"},
		"frames on stdout": {"import os\nos.write(1, b'\\x00\\x00\\x00\\x05Jxxxx')", "\x00\x00\x00\x05Jxxxx", ""},
		"no input":         {"try: input()\nexcept EOFError: print('end')", "end\n", ""},
		"closed":           {"import os\nos.close(1)\nprint('still')", "still\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{OutputChars: shared.Unlimited})
			ev := &sessiontest.Recorder{}
			sessiontest.Must(t, s, c.code, ev)
			if ev.Stdout() != c.out || ev.Stderr() != c.err {
				t.Errorf("wrote %.200q and %.200q, want %.200q and %.200q", ev.Stdout(), ev.Stderr(), c.out, c.err)
			}
		})
	}
}

// TestOutputBetweenRuns: what a thread writes later belongs to the session.
func TestOutputBetweenRuns(t *testing.T) {
	s, between := open(t, shared.Limits{})
	sessiontest.Must(t, s, "import threading\nthreading.Timer(0.2, print, ['late']).start()", nil)
	for range 100 {
		if between.Stdout() == "late\n" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("between the runs came %q", between.Stdout())
}

func TestOutputLimit(t *testing.T) {
	s, _ := open(t, shared.Limits{OutputBytes: 100_000})
	res, err := sessiontest.Execute(t, s, "while True: print('x' * 1000)", nil)
	if !errors.Is(err, shared.KindLimitOutput) || !res.Truncated {
		t.Errorf("ended with %v, truncated: %v", err, res.Truncated)
	}
	sessiontest.WantRepr(t, s, "1", "1")
}

// TestForgedMessages: a guest that pretends to be the driver fools itself alone.
func TestForgedMessages(t *testing.T) {
	send := "import json, os, struct\ndef send(**m):\n    b = b'J' + json.dumps(m).encode()\n    for fd in range(200, 203):\n        try: os.write(fd, struct.pack('>I', len(b)) + b)\n        except OSError: pass\n"
	for name, code := range map[string]string{
		"unknown ids":     "send(op='done', id=999)\nsend(op='call', call=5, name='nothing', args=[], kwargs=[])\nsend(op='what')\nsend(op='ready')",
		"bad values":      "send(op='call', call=7, name='x', args=[{'__type__': 'nonsense'}], kwargs=[])",
		"display":         "send(op='display', parts=[])",
		"many calls":      "for i in range(3000): send(op='call', call=i, name='x', args=[], kwargs=[])",
		"piece of no job": "import struct\nfor fd in range(200, 203):\n    try: os.write(fd, struct.pack('>IcI', 5, b'D', 77))\n    except OSError: pass",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t, shared.Limits{})
			ev := &sessiontest.Recorder{Tool: func(context.Context, *shared.ToolCall) (value.Text, error) { return nil, errors.New("no such tool") }}
			sessiontest.Must(t, s, send+code, ev)
			sessiontest.WantRepr(t, s, "40 + 2", "42")
		})
	}
	t.Run("its own end", func(t *testing.T) {
		s, _ := open(t, shared.Limits{})
		sessiontest.Must(t, s, "pass", nil)
		res := sessiontest.Must(t, s, send+"send(op='done', id=2, value='forged')\nimport time\ntime.sleep(0.2)", nil)
		if string(res.Value) != `safe:"forged"` {
			t.Errorf("the value is %s", res.Value)
		}
		sessiontest.WantRepr(t, s, "40 + 2", "42")
	})
}

// TestReadsNothing: a guest that doesn't take what it asked for is ended all the same.
func TestReadsNothing(t *testing.T) {
	s, _ := open(t, shared.Limits{Time: time.Second})
	if err := s.SetTools(t.Context(), []shared.ToolSpec{{Name: "big"}}); err != nil {
		t.Fatal(err)
	}
	ev := &sessiontest.Recorder{Tool: func(context.Context, *shared.ToolCall) (value.Text, error) {
		return value.MustText(strings.Repeat("x", 1<<20)), nil
	}}
	code := "import os, signal, threading, time\nfor i in range(5): threading.Thread(target=big, daemon=True).start()\nos.kill(os.getpid(), signal.SIGSTOP)"
	res, err := sessiontest.Execute(t, s, code, ev)
	if !errors.Is(err, shared.KindLimitTime) || !res.StateLost {
		t.Errorf("ended with %v, state lost: %v", err, res.StateLost)
	}
	sessiontest.WantRepr(t, s, "1", "1")
}

// TestCommandBesideRun: a command that reads nothing holds up neither runs nor
// their interrupts, and ends with its request.
func TestCommandBesideRun(t *testing.T) {
	s, _ := open(t, shared.Limits{Time: time.Second})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := s.(shared.CommandRunner).RunCommand(ctx, &shared.Command{Argv: []string{"sleep", "1717"}, Stdin: make([]byte, 20<<20)}, &sessiontest.Recorder{})
		ended <- err
	}()
	res, err := sessiontest.Execute(t, s, "while True: pass", nil)
	if !errors.Is(err, shared.KindLimitTime) || res.StateLost {
		t.Errorf("the run ended with %v, state lost: %v", err, res.StateLost)
	}
	sessiontest.Must(t, s, "import glob\ndef runs():\n    for f in glob.glob('/proc/[0-9]*/cmdline'):\n        try:\n            if open(f, 'rb').read() == b'sleep\\x001717\\x00': return True\n        except OSError: pass\n    return False", nil)
	const running = "runs()"
	sessiontest.WantRepr(t, s, running, "True")
	cancel()
	if err := <-ended; !errors.Is(err, shared.KindInterrupted) {
		t.Errorf("the command ended with %v", err)
	}
	for range 50 {
		if sessiontest.Must(t, s, running, nil).Repr == "False" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the command runs on")
}
