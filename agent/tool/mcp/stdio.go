package mcp

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// grace is how long a server may take to end by itself, and again after it was asked to.
const grace = 2 * time.Second

// maxWords is how much of a server's standard error is kept, in bytes.
const maxWords = 4 << 10

// baseEnv are the variables that programs can hardly do without.
var baseEnv = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TMPDIR", "TZ",
	"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES",
	"SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
}

// process is a server that runs as a child.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *os.File
	words  tail
	done   chan struct{} // closed when the process has ended, after ended is set
	ended  string
	ending sync.Once
}

// start runs the command of a server in a process group of its own. The end of ctx doesn't end it.
func start(ctx context.Context, s *Server) (link, error) {
	p := &process{cmd: exec.CommandContext(context.WithoutCancel(ctx), s.Command[0], s.Command[1:]...), done: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env = s.Dir, environment(s)
	p.cmd.Stderr = &p.words
	p.cmd.WaitDelay = grace
	ownGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: Wait would close exec's before the last messages are read.
	var theirs *os.File
	if p.out, theirs, err = os.Pipe(); err != nil {
		return nil, err
	}
	p.cmd.Stdout = theirs
	err = p.cmd.Start()
	_ = theirs.Close() // the child has it
	if err != nil {
		_ = p.out.Close() // nothing was read yet
		return nil, fmt.Errorf("start: %w", err)
	}
	go p.wait()
	return p, nil
}

func environment(s *Server) []string {
	env := []string{}
	for _, names := range [][]string{baseEnv, s.PassEnv} {
		for _, name := range names {
			if v, ok := os.LookupEnv(name); ok {
				env = append(env, name+"="+v)
			}
		}
	}
	for name, v := range s.Env {
		env = append(env, name+"="+v)
	}
	return env
}

// wait notes how the server ends, and ends what it leaves behind, which could hold the pipes.
func (p *process) wait() {
	err := p.cmd.Wait()
	killGroup(p.cmd)
	p.ended = "exit status 0"
	if p.cmd.ProcessState != nil {
		p.ended = p.cmd.ProcessState.String()
	} else if err != nil {
		p.ended = err.Error()
	}
	close(p.done)
}

func (p *process) transport() sdk.Transport {
	return &sdk.IOTransport{Reader: p.out, Writer: p.in, MaxLineLength: maxMessage}
}

func (p *process) state(wait time.Duration) string {
	if !p.within(wait) {
		return ""
	}
	return p.ended
}

func (p *process) lastWords() string { return p.words.String() }

func (p *process) hide(err error) error { return err }

// close lets the server end by closing its input, then asks, then kills.
func (p *process) close() error {
	p.ending.Do(func() {
		_ = p.in.Close() // it may be closed already
		if !p.within(grace) {
			terminateGroup(p.cmd)
		}
		if !p.within(grace) {
			killGroup(p.cmd)
		}
	})
	<-p.done
	_ = p.out.Close() // as above
	return nil
}

// within tells whether the server ends in that time.
func (p *process) within(d time.Duration) bool {
	select {
	case <-p.done:
		return true
	default:
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, b[max(0, len(b)-maxWords):]...)
	if extra := len(t.data) - maxWords; extra > 0 {
		t.data = append(t.data[:0], t.data[extra:]...)
	}
	return len(b), nil
}

// String is what was kept, as text from its first whole character on.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	data := t.data
	for len(data) > 0 && !utf8.RuneStart(data[0]) {
		data = data[1:]
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(data), "\uFFFD"))
}
