//go:build linux

package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// session is airlock on a pseudo-terminal.
type session struct {
	t    *testing.T
	cmd  *exec.Cmd
	ctrl *os.File

	mu   sync.Mutex
	seen bytes.Buffer
	read int           // what expect has consumed
	done chan struct{} // the terminal has no more output
}

// start runs airlock with a terminal for all three streams.
func start(t *testing.T, env []string, args ...string) *session {
	t.Helper()
	ctrl, tty := openPty(t)
	cmd := exec.Command(filepath.Join(bin, "airlock"), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.Env = append(append(os.Environ(), homeVars(t.TempDir())...), append([]string{"TERM=xterm-256color"}, env...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	s := &session{t: t, cmd: cmd, ctrl: ctrl, done: make(chan struct{})}
	go s.pump()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // fails where it has ended, which is right
		ctrl.Close()
	})
	return s
}

func openPty(t *testing.T) (ctrl, tty *os.File) {
	t.Helper()
	ctrl, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	fd := int(ctrl.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100})
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	return ctrl, tty
}

func (s *session) pump() {
	defer close(s.done)
	buf := make([]byte, 4096)
	for {
		n, err := s.ctrl.Read(buf)
		s.mu.Lock()
		s.seen.Write(buf[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// expect waits until the terminal shows text, after what was expected before.
func (s *session) expect(text string) {
	s.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		s.mu.Lock()
		rest := s.seen.String()[s.read:]
		i := strings.Index(rest, text)
		if i >= 0 {
			s.read += i + len(text)
		}
		s.mu.Unlock()
		if i >= 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatalf("the terminal doesn't show %q:\n%q", text, s.output())
}

func (s *session) typed(text string) {
	s.t.Helper()
	if _, err := s.ctrl.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// wait returns the exit code.
func (s *session) wait() int {
	s.t.Helper()
	timer := time.AfterFunc(time.Minute, func() { _ = s.cmd.Process.Kill() })
	defer timer.Stop()
	_ = s.cmd.Wait() // the exit code tells
	select {
	case <-s.done:
	case <-time.After(10 * time.Second):
	}
	return s.cmd.ProcessState.ExitCode()
}

func (s *session) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.String()
}

// hostile is what a program prints to take over a terminal: a title, a colour, a carriage
// return, an eight-bit control, an override of direction.
const hostile = `print("a\x1b]0;title\x07b\x1b[31mc\rd\x9be\u202ef\x00g")`

func TestTerminalShowsControlsEscaped(t *testing.T) {
	s := start(t, nil, "run", "-c", hostile)
	if code := s.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	want := `a\x1b]0;title\x07b\x1b[31mc\rd\x9be\u202ef\x00g` + "\r\n"
	if got := s.output(); got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
}

func TestTerminalEscapesErrors(t *testing.T) {
	s := start(t, []string{"NO_COLOR=1"}, "run", "-c", `raise ValueError("\x1b[2J")`)
	if code := s.wait(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if got := s.output(); strings.Contains(got, "\x1b") || !strings.Contains(got, `ValueError: \x1b[2J`) {
		t.Errorf("the terminal shows %q", got)
	}
}

func TestRawAndPipesPassBytes(t *testing.T) {
	want := "a\x1b]0;title\x07b\x1b[31mc\rd\u009be\u202ef\x00g\n"
	s := start(t, nil, "run", "--raw", "-c", hostile)
	s.wait()
	if got := strings.ReplaceAll(s.output(), "\r\n", "\n"); got != want {
		t.Errorf("--raw: the terminal gets %q, want %q", got, want)
	}
	cmd := exec.Command(filepath.Join(bin, "airlock"), "run", "-c", hostile)
	cmd.Env = append(os.Environ(), homeVars(t.TempDir())...)
	out, err := cmd.Output()
	if err != nil || string(out) != want {
		t.Errorf("a pipe gets %q, %v, want %q", out, err, want)
	}
}

func TestInterruptEndsRun(t *testing.T) {
	s := start(t, nil, "run", "--max-while", "0", "--max-operations", "0", "-c", "print('ready')\nwhile True: pass")
	s.expect("ready")
	s.typed("\x03")
	if code := s.wait(); code != 130 {
		t.Errorf("exit code %d, want 130\n%q", code, s.output())
	}
}

func TestProgressAppearsAndGoes(t *testing.T) {
	s := start(t, nil, "run", "--max-while", "0", "--max-operations", "0", "--timeout", "2s", "-c", "while True: pass")
	s.expect("running (Ctrl-C interrupts)")
	if code := s.wait(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	after := s.output()
	if i := strings.LastIndex(after, "running"); !strings.Contains(after[i:], "\r\x1b[K") {
		t.Errorf("the line stays: %q", after[i:])
	}
}

func TestPrompt(t *testing.T) {
	state := t.TempDir()
	env := []string{"NO_COLOR=1", "XDG_STATE_HOME=" + state}
	s := start(t, env, "repl", "--max-while", "0", "--max-operations", "0")
	s.expect(">>>")
	s.typed("x = 40\r")
	s.expect(">>>")
	s.typed("x + 2\r")
	s.expect("42")
	s.expect(">>>")
	s.typed("def f(n):\r")
	s.expect("...")
	s.typed("return n * 3\r\r") // the indentation is put in
	s.expect(">>>")
	s.typed("f(x)\r")
	s.expect("120")
	s.expect(">>>")
	s.typed("print('busy')\r")
	s.expect("busy")
	s.expect(">>>")
	s.typed("\x1b[A\x1b[A\r") // f(x) again
	s.expect("120")
	s.expect(">>>")
	s.typed("while True: pass\r\r")
	time.Sleep(300 * time.Millisecond) // until it runs: before that Ctrl-C gives up the statement
	s.typed("\x03")
	s.expect("KeyboardInterrupt")
	s.expect(">>>")
	s.typed("x\r")
	s.expect("40")
	s.expect(">>>")
	s.typed("\x04")
	if code := s.wait(); code != 0 {
		t.Errorf("exit code %d, want 0\n%q", code, s.output())
	}
	history, err := os.ReadFile(filepath.Join(state, "airlock", "history.jsonl"))
	if err != nil || !strings.Contains(string(history), `"def f(n):\n    return n * 3"`) {
		t.Errorf("history: %v\n%s", err, history)
	}
}

func TestConversation(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script.txt")
	text := "Evil \x1b]0;title\x07.\n<code>\nn = 40\nfinal_answer(n)\n</code>\n---\n<code>\nprint('busy')\nwhile True: pass\n</code>\n---\n<code>\nfinal_answer(n + 2)\n</code>\n"
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, []string{"NO_COLOR=1"}, "agent", "--model", "scripted:"+script, "--max-while", "0", "--max-operations", "0", "--timeout", "0")
	s.expect("agent>")
	s.typed("remember forty\r")
	s.expect("Evil \\x1b]0;title\\x07.")
	s.expect("answer after 1 step")
	s.expect("40")
	s.expect("agent>")
	s.typed("loop\r")
	s.expect("busy")
	s.typed("\x03")
	s.expect("interrupted; the conversation goes on")
	s.expect("agent>")
	s.typed("add two\r")
	s.expect("42")
	s.expect("agent>")
	s.typed("/code\r")
	s.expect("final_answer(n + 2)")
	s.expect("agent>")
	s.typed("/save " + filepath.Join(dir, "run.json") + "\r")
	s.expect("saved ")
	s.expect("agent>")
	s.typed("/nosuch\r")
	s.expect("there is no command /nosuch")
	s.expect("agent>")
	s.typed("/reset\r")
	s.expect("agent>")
	s.typed("again\r")
	s.expect("40")
	s.expect("agent>")
	s.typed("\x04")
	if code := s.wait(); code != 0 {
		t.Errorf("exit code %d, want 0\n%q", code, s.output())
	}
	if strings.Contains(s.output(), "\x1b]0;title") {
		t.Error("a title is set")
	}
	if saved, err := os.ReadFile(filepath.Join(dir, "run.json")); err != nil || !strings.Contains(string(saved), "add two") {
		t.Errorf("saved %s, %v", saved, err)
	}
}

func TestInterruptEndsAgent(t *testing.T) {
	dir := t.TempDir()
	script, saved := filepath.Join(dir, "script.txt"), filepath.Join(dir, "run.json")
	if err := os.WriteFile(script, []byte("<code>\nprint('busy')\nwhile True: pass\n</code>\n---\n<code>\nfinal_answer(1)\n</code>\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, []string{"NO_COLOR=1"}, "agent", "--model", "scripted:"+script, "--max-while", "0", "--max-operations", "0", "--timeout", "0", "--save-run", saved, "loop")
	s.expect("busy")
	s.typed("\x03")
	if code := s.wait(); code != 130 {
		t.Errorf("exit code %d, want 130\n%q", code, s.output())
	}
	if text, err := os.ReadFile(saved); err != nil || !strings.Contains(string(text), "while True") {
		t.Errorf("saved %s, %v", text, err)
	}
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestApprovalOnATerminal: code is shown as it is, nothing hidden, and runs after a yes.
func TestApprovalOnATerminal(t *testing.T) {
	dir := t.TempDir()
	script := write(t, filepath.Join(dir, "script.txt"), "<code>\nfinal_answer(1)  # \u202e\x1b[2K\n</code>\n---\n<code>\nfinal_answer(2)\n</code>\n")
	saved := filepath.Join(dir, "run.json")
	args := []string{"agent", "--approve", "--model", "scripted:" + script, "--save-run", saved, "Do it"}
	s := start(t, []string{"NO_COLOR=1"}, args...)
	s.expect("agent wants to run in step 1:")
	s.expect(`final_answer(1)  # \u202e\x1b[2K`)
	s.expect("or say why not: ")
	s.typed("too risky\r")
	s.expect("agent wants to run in step 2:")
	s.expect("or say why not: ")
	s.typed("y\r")
	s.expect("answer after 2 steps")
	s.expect("2")
	if code := s.wait(); code != 0 {
		t.Errorf("exit code %d\n%q", code, s.output())
	}
	if got := s.output(); strings.Contains(got, "\u202e") || strings.Contains(got, "\x1b[2K") {
		t.Errorf("the terminal gets %q", got)
	}
	if text, err := os.ReadFile(saved); err != nil || !strings.Contains(string(text), "Reason: too risky") {
		t.Errorf("saved %s, %v", text, err)
	}

	s = start(t, []string{"NO_COLOR=1"}, args...)
	s.expect("or say why not: ")
	s.typed("\x03")
	if code := s.wait(); code != 130 {
		t.Errorf("Ctrl-C at the question: exit code %d\n%q", code, s.output())
	}
}

// TestAgentFileOnATerminal: what a file wants is asked once; a no is final.
func TestAgentFileOnATerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "script.txt"), "<code>\nfinal_answer('done')\n</code>\n")
	file := write(t, filepath.Join(dir, "agent.yaml"), "model: scripted:script.txt\nexecutor: {name: local, env: [PLANTED]}\n")
	env := []string{"NO_COLOR=1", "XDG_CONFIG_HOME=" + dir, "PLANTED=planted-value"}
	ask := func(answer string, want int) {
		t.Helper()
		s := start(t, env, "agent", "-f", file, "Do it")
		s.expect("show code the environment variables PLANTED")
		s.expect("Allow that from now on? [y/N] ")
		s.typed(answer + "\r")
		if code := s.wait(); code != want {
			t.Errorf("after %q: exit code %d, want %d\n%q", answer, code, want, s.output())
		}
	}
	ask("", 2)
	ask("y", 0)
	s := start(t, env, "agent", "-f", file, "Do it")
	s.expect("done")
	if code := s.wait(); code != 0 || strings.Contains(s.output(), "Allow that") {
		t.Errorf("exit code %d\n%q", code, s.output())
	}
}
