package agent_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

// place is an executor that the agents of a test run on.
type place struct {
	name, executor string
	options        map[string]string
	need           testenv.Need // "" for none beside Go
}

// needs ends a test where the place isn't there.
func (p *place) needs(t *testing.T, h *host.Host) {
	t.Helper()
	if p.need == "" {
		return
	}
	report, err := h.Check(t.Context(), p.executor, &shared.CheckRequest{Options: p.options})
	if err != nil {
		testenv.Unavailable(t, p.need, "executor %s: %v", p.executor, err)
	}
	if !report.OK() {
		testenv.Unavailable(t, p.need, "executor %s: %+v", p.executor, report.Items)
	}
}

// everyHost finds all executors of this repository.
func everyHost(t *testing.T) *host.Host {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"process", "docker"} {
		cmd := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, shared.PluginPrefix+name), "./plugins/"+name)
		cmd.Dir = testenv.Root(t)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, out)
		}
	}
	h, err := host.New(host.Config{
		ConfigDir: filepath.Join(dir, "config"), PluginDirs: []string{dir},
		Builtins: map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// TestEveryExecutor has the examples of the reference's documentation on every executor:
// the 100th Fibonacci number, and agents that manage others, with tools.
func TestEveryExecutor(t *testing.T) {
	places := []place{
		{name: "local", executor: "local"},
		{name: "process", executor: "process", options: map[string]string{}, need: testenv.Bubblewrap},
		{name: "docker", executor: "docker", options: map[string]string{"image": "airlock/python"}, need: testenv.Docker},
		{name: "docker jupyter", executor: "docker", options: map[string]string{"mode": "jupyter"}, need: testenv.Docker},
	}
	h := everyHost(t)
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			p.needs(t, h)
			if p.executor == "process" {
				p.options["python"] = testenv.Python312(t)
			}
			owner := "everywhere-" + strings.ReplaceAll(p.name, " ", "-")
			sandbox := host.OpenOptions{OpenRequest: shared.OpenRequest{Options: p.options, Labels: map[string]string{shared.LabelOwner: owner}}}
			fibonacci(t, h, &p, sandbox)
			severalAgents(t, h, &p, sandbox)
			nothingLeft(t, h, &p, owner)
		})
	}
}

var update = flag.Bool("update", false, "record testdata/fibonacci.jsonl anew, as a changed prompt needs it")

// recording is a model that answers as it did when it was recorded.
func recording(t *testing.T, path string) model.Model {
	t.Helper()
	if *update {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		m, err := model.Record(model.Scripted(
			"Thought: I add up, from one number to the next.\n<code>\na, b = 0, 1\nfor _ in range(100):\n    a, b = b, a + b\nprint(a)\n</code>",
			"Thought: The loop ran 100 times, so a is the 100th number.\n<code>\nfinal_answer(a)\n</code>"), path)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m, err := model.Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func fibonacci(t *testing.T, h *host.Host, p *place, sandbox host.OpenOptions) {
	t.Helper()
	m := recording(t, "testdata/fibonacci.jsonl")
	a, err := agent.NewCode(agent.Config{Model: m, Host: h, Executor: p.executor, Sandbox: sandbox})
	if err != nil {
		t.Fatal(err)
	}
	if res := run(t, a, "What is the 100th Fibonacci number?"); res.Text != "354224848179261915075" {
		t.Errorf("got %+v", res)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

func severalAgents(t *testing.T, h *host.Host, p *place, sandbox host.OpenOptions) {
	t.Helper()
	price := tool.MustFunc("price", "Tells what a thing costs.", func(_ context.Context, in struct {
		Thing string `json:"thing"`
	}) (float64, error) {
		if in.Thing == "ghost" {
			return 0, &tool.Error{Type: "LookupError", Message: "ghosts aren't for sale"}
		}
		return float64(len(in.Thing)), nil
	})
	buyer, err := agent.NewCode(agent.Config{
		Name: "buyer", Description: "Knows prices.", Executor: p.executor, Sandbox: sandbox, Tools: []tool.Tool{price},
		Model: model.Scripted(block("try:\n    price('ghost')\nexcept LookupError as e:\n    print('no:', e)\nx = price(thing)"), block("final_answer(x)")),
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := agent.NewCode(agent.Config{
		Host: h, Executor: p.executor, Sandbox: sandbox, Agents: []*agent.Agent{buyer},
		Model: model.Scripted(block("report = buyer(task='What does a lamp cost?', additional_args={'thing': 'lamp'})\nprint(report)"), block("final_answer(report.splitlines()[-1])")),
	})
	if err != nil {
		t.Fatal(err)
	}
	res := run(t, a, "What does a lamp cost?")
	if res.Text != "4.0" {
		t.Errorf("got %+v", res)
	}
	if steps := actions(actions(a.Memory())[0].Managed[0].Memory); !strings.Contains(steps[0].Observations, "no: ghosts aren't for sale") {
		t.Errorf("the buyer saw %q", steps[0].Observations)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// nothingLeft asks the executor for sandboxes that should be gone.
func nothingLeft(t *testing.T, h *host.Host, p *place, owner string) {
	t.Helper()
	report, err := h.Reap(t.Context(), p.executor, &shared.ReapRequest{Owner: owner, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Items) > 0 {
		t.Errorf("left are %+v", report.Items)
	}
}
