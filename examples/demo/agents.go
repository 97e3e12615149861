package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// agentDir has the agents of the demo. Their models' answers are recorded in files that end in .jsonl, made of the
// scripts that end in .txt.
var agentDir = filepath.Join("examples", "demo", "agents")

// agentRun is a task for an agent.
type agentRun struct {
	title, model, task, answer string
	args                       []string
}

var agents = []agentRun{
	{
		title: "An agent: the model (recorded here, so no key is needed) writes Python, the local executor runs it",
		model: "fibonacci", task: "What is the 100th Fibonacci number?", answer: "354224848179261915075",
	},
	{
		title: "Two agents: the editor's code calls the analyst, which works in a sandbox of its own",
		model: "team", task: "Say in one sentence which month sold most and what the mean is.", answer: "Feb sold most (340); the mean is 201.7.",
		args: []string{
			"--file", filepath.Join(agentDir, "editor.yaml"),
			"--var", `sales=[{"month": "Jan", "sold": 120}, {"month": "Feb", "sold": 340}, {"month": "Mar", "sold": 145}]`,
		},
	},
}

func (r agentRun) file(ext string) string { return filepath.Join(agentDir, r.model+ext) }

// command is the command line for a model.
func (r agentRun) command(model string, more ...string) []string {
	args := append([]string{"agent"}, r.args...)
	return append(append(args, append([]string{"--model", model}, more...)...), r.task)
}

// agents runs the agents; each answer must be right to the letter.
func (d *demo) agents() {
	for _, r := range agents {
		title("%s", r.title)
		args := r.command("recorded:" + r.file(".jsonl"))
		fmt.Printf("  $ airlock %s\n", quoted(args))
		got := d.start(args...)
		indent(got.stderr)
		indent(got.stdout)
		d.expect(got.code == 0 && got.stdout == r.answer+"\n", "exit code %d, answer %q, want %q", got.code, got.stdout, r.answer)
	}
}

// recordAgents makes the recordings anew.
func (d *demo) recordAgents() error {
	for _, r := range agents {
		if err := os.Remove(r.file(".jsonl")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		got := d.start(r.command("scripted:"+r.file(".txt"), "--record", r.file(".jsonl"))...)
		if got.code != 0 || got.stdout != r.answer+"\n" {
			return fmt.Errorf("recording %s: exit code %d, answer %q, want %q\n%s", r.model, got.code, got.stdout, r.answer, got.stderr)
		}
	}
	return nil
}
