package whole_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/whole"
	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/shared"
)

// box is a sandbox whose program prints what it is told to.
type box struct {
	files map[string]string
	argv  []string
	env   map[string]string
	out   string
	code  int
}

func (b *box) PutFile(_ context.Context, path string, _ fs.FileMode, r io.Reader) error {
	text, err := io.ReadAll(r)
	b.files[path] = string(text)
	return err
}

func (b *box) GetFile(context.Context, string, io.Writer) error { return errors.New("not here") }

func (b *box) RunCommand(_ context.Context, cmd *shared.Command, events shared.Events) (int, error) {
	if cmd.Argv[0] == "mkdir" {
		return 0, nil
	}
	b.argv, b.env = cmd.Argv, cmd.Env
	for chunk := range slices.Chunk([]byte(b.out), 7) { // as pipes may break it
		if err := events.Output(shared.Stdout, chunk); err != nil {
			return 0, err
		}
	}
	return b.code, events.Output(shared.Stderr, []byte("said on the side\n"))
}

// program is a static Linux program.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	src := filepath.Join(dir, "main.go")
	if err := os.WriteFile(src, []byte("package main\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", filepath.Join(dir, "airlock"), src)
	cmd.Dir = testenv.Root(t)
	cmd.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "airlock")
}

func line(t *testing.T, e agent.Event) string {
	t.Helper()
	b, err := agent.MarshalEvent(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

func TestRun(t *testing.T) {
	exe := program(t)
	inner := line(t, &agent.FinalEvent{Source: agent.Source{Agent: "agent/helper"}, Result: &agent.Result{State: agent.StateDone, Text: "wrong one"}})
	final := line(t, &agent.FinalEvent{Source: agent.Source{Agent: "agent"}, Result: &agent.Result{State: agent.StateDone, Text: "42"}})
	for name, c := range map[string]struct {
		out  string
		code int
		want string // the answer, or what the error holds
	}{
		"answer":        {line(t, &agent.TaskEvent{Source: agent.Source{Agent: "agent"}, Text: "go"}) + "noise\n" + inner + final, 0, "42"},
		"error":         {`{"type":"error","error":{"kind":"model_auth","message":"no key","hint":"set KEY"}}` + "\n", 3, "no key; set KEY"},
		"nothing":       {"", 0, "it ended with code 0 and no answer: said on the side"},
		"killed":        {final[:20], 137, "code 137"},
		"no such type":  {`{"type":"strange"}` + "\n", 1, "strange"},
		"forged answer": {final, 9, "code 9"},
	} {
		b := &box{files: map[string]string{}, out: c.out, code: c.code}
		var events int
		res, err := whole.Run(t.Context(), b, "go", &whole.Options{
			Program: exe, Definition: []byte("model: x\n"), Files: map[string][]byte{"r.jsonl": []byte("{}")}, Env: map[string]string{"KEY": "k"}, Args: []string{"--max-steps", "2"},
			Events: func(agent.Event) { events++ },
		})
		if name == "answer" {
			if err != nil || res.Text != c.want || events != 3 {
				t.Errorf("%s: got %+v, %v, %d events", name, res, err, events)
			}
			if got := strings.Join(b.argv, " "); got != "/tmp/airlock-agent/airlock agent --events --stream --file /tmp/airlock-agent/agent.yaml --max-steps 2 -- go" || b.env["KEY"] != "k" {
				t.Errorf("ran %s with %v", got, b.env)
			}
			if b.files["/tmp/airlock-agent/agent.yaml"] != "model: x\n" || b.files["/tmp/airlock-agent/r.jsonl"] != "{}" || !bytes.HasPrefix([]byte(b.files["/tmp/airlock-agent/airlock"]), []byte("\x7fELF")) {
				t.Error("the files aren't there")
			}
			continue
		}
		var e *whole.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || e.Code != c.code {
			t.Errorf("%s: got %+v, %v", name, res, err)
		}
	}
}

func TestWhatCannotRun(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]*whole.Options{
		"it is no Linux program":    {Program: script},
		"no such file":              {Program: script + "x"},
		`file "../x": want a plain`: {Program: program(t), Files: map[string][]byte{"../x": nil}},
	} {
		if _, err := whole.Run(t.Context(), &box{files: map[string]string{}}, "go", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := whole.Run(t.Context(), &box{}, " ", &whole.Options{}); err == nil {
		t.Error("an empty task is taken")
	}
}
