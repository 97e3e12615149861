// Package whole runs an entire agent within a sandbox, not only the code that it writes:
// the airlock program is put there with the agent's definition, and works there with the
// local executor that it holds. Model calls, tools and memory are then inside, with no
// more of this process than the environment that the sandbox is given.
//
// It is for agents that are trusted less than the machine, such as those of other people.
// The sandbox needs a way to the model: a network, for most. Executors that have files
// and commands can do it; of those of this repository docker (with the options exec and
// network) and process (without a network, hence with recorded models).
package whole

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/shared"
)

// Dir is where the files are put in the sandbox.
const Dir = "/tmp/airlock-agent"

// Options say what runs in the sandbox.
type Options struct {
	// Program is the path of a static airlock-agent program for the sandbox's system; "" is
	// this process's own.
	Program string
	// Definition is the agent's file, as airlock agent --file reads it. Its executor is the
	// one within the sandbox: local, if it names none.
	Definition []byte
	// Files are put beside it, by their names, such as a recorded model's.
	Files map[string][]byte
	// Args are further arguments of airlock agent, such as --max-steps 5.
	Args []string
	// Env is the environment of the program, with the keys that it needs.
	Env map[string]string
	// Events is called for what happens in there; nil drops it.
	Events func(agent.Event)
}

// Box is a sandbox that holds files and runs commands: a *host.Session.
type Box interface {
	shared.FileStore
	shared.CommandRunner
}

// Run works on a task in the sandbox. The error is one of the sandbox, or an *Error for
// what the agent in there failed with. Everything that comes back is what the sandbox
// says: it is not to be trusted more than the agent is.
func Run(ctx context.Context, box Box, task string, o *Options) (*agent.Result, error) {
	if strings.TrimSpace(task) == "" {
		return nil, errors.New("running a whole agent: the task is empty")
	}
	if err := put(ctx, box, o); err != nil {
		return nil, fmt.Errorf("putting the agent into the sandbox: %w", err)
	}
	out := &reader{events: o.Events, left: maxOutput}
	argv := slices.Concat([]string{program(), "agent", "--events", "--stream", "--file", Dir + "/agent.yaml"}, o.Args, []string{"--", task})
	code, err := box.RunCommand(ctx, &shared.Command{Argv: argv, Env: environment(o.Env), Dir: Dir}, &shared.Handler{OnOutput: out.output})
	if err != nil {
		return nil, fmt.Errorf("running the agent in the sandbox: %w", err)
	}
	return out.end(code)
}

func program() string { return Dir + "/airlock" }

// environment is that of the program: what it keeps goes into its own folder.
func environment(env map[string]string) map[string]string {
	all := map[string]string{"HOME": Dir, "XDG_CONFIG_HOME": Dir + "/config", "XDG_CACHE_HOME": Dir + "/cache", "TMPDIR": "/tmp", "NO_COLOR": "1"}
	maps.Copy(all, env)
	return all
}

// put puts the program and its files into the sandbox.
func put(ctx context.Context, box Box, o *Options) error {
	name := o.Program
	if name == "" {
		var err error
		if name, err = os.Executable(); err != nil {
			return err
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := checkStatic(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	code, err := box.RunCommand(ctx, &shared.Command{Argv: []string{"mkdir", "-p", Dir}}, &shared.Handler{})
	if err == nil && code != 0 {
		err = fmt.Errorf("making %s there failed with code %d", Dir, code)
	}
	if err != nil {
		return err
	}
	if err := box.PutFile(ctx, program(), 0o755, f); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(o.Files)) {
		if name != path.Base(name) || name == "agent.yaml" || name == "airlock" || strings.HasPrefix(name, ".") {
			return fmt.Errorf("file %q: want a plain name", name)
		}
		if err := box.PutFile(ctx, Dir+"/"+name, 0o644, bytes.NewReader(o.Files[name])); err != nil {
			return err
		}
	}
	return box.PutFile(ctx, Dir+"/agent.yaml", 0o644, bytes.NewReader(o.Definition))
}

// Error is what the agent in the sandbox failed with.
type Error struct {
	Kind    string // as airlock agent --events tells it
	Message string
	Hint    string
	Code    int // its exit code
}

// Error implements error.
func (e *Error) Error() string {
	text := fmt.Sprintf("the agent in the sandbox failed: %s", e.Message)
	if e.Hint != "" && !strings.Contains(text, e.Hint) {
		text += "; " + e.Hint
	}
	return text
}

const (
	// maxLine bounds an event, in bytes: a step with its images.
	maxLine = 96 << 20
	// maxOutput bounds them all, as steps are kept.
	maxOutput = 512 << 20
	// maxTail is how much of other output an error shows.
	maxTail = 4 << 10
)

// reader makes events of the program's output.
type reader struct {
	events func(agent.Event)
	line   []byte
	left   int    // bytes of output that may come
	tail   []byte // of what isn't an event
	result *agent.Result
	failed *Error
}

func (r *reader) output(s shared.Stream, p []byte) error {
	if s == shared.Stderr {
		r.other(p)
		return nil
	}
	if r.left -= len(p); r.left < 0 {
		return fmt.Errorf("its events are more than %d MiB", maxOutput>>20)
	}
	for len(p) > 0 {
		head, rest, whole := bytes.Cut(p, []byte("\n"))
		if len(r.line)+len(head) > maxLine {
			return fmt.Errorf("an event of more than %d bytes", maxLine)
		}
		r.line = append(r.line, head...)
		if whole {
			r.event(r.line)
			r.line = r.line[:0]
		}
		p = rest
	}
	return nil
}

// event takes one line.
func (r *reader) event(line []byte) {
	var failure struct {
		Type  string
		Error *Error
	}
	if err := json.Unmarshal(line, &failure); err == nil && failure.Type == "error" && failure.Error != nil {
		r.failed = failure.Error
		return
	}
	e, err := agent.UnmarshalEvent(line)
	if err != nil || !isName(e.From().Agent) {
		r.other(append(bytes.Clone(line), '\n'))
		return
	}
	if f, ok := e.(*agent.FinalEvent); ok && !strings.Contains(f.Agent, "/") {
		r.result = f.Result
	}
	if r.events != nil {
		r.events(e)
	}
}

// isName tells whether an event's agent can be one: names become parts of lines and of files' names.
func isName(name string) bool {
	return len(name) <= 1000 && !strings.ContainsFunc(name, unicode.IsControl) && strings.Count(name, "/") < 32
}

func (r *reader) other(p []byte) {
	r.tail = append(r.tail, p...)
	if n := len(r.tail) - maxTail; n > 0 {
		r.tail = append(r.tail[:0], r.tail[n:]...)
	}
}

// end is the outcome when the program has ended.
func (r *reader) end(code int) (*agent.Result, error) {
	switch {
	case r.result != nil && (code == 0 || r.result.State == agent.StateMaxSteps):
		return r.result, nil
	case r.failed != nil:
		r.failed.Code = code
		return nil, r.failed
	}
	tail := strings.TrimSpace(strings.ToValidUTF8(string(r.tail), "\uFFFD"))
	return nil, &Error{Kind: "internal", Message: fmt.Sprintf("it ended with code %d and no answer: %s", code, tail), Code: code}
}
