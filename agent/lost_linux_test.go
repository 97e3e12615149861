package agent_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
)

// executors are the processes of the local executor that this process started.
func executors(t testing.TB) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, f := range files {
		stat, err := os.ReadFile(f)
		if err != nil {
			continue // it ended meanwhile
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if fields[1] == strconv.Itoa(os.Getpid()) && fields[0] != "Z" {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestLostSandbox kills the executor's process while it runs code: the run goes on in a
// new one that has the task's variables, and the model is told.
func TestLostSandbox(t *testing.T) {
	kill := tool.MustFunc("kill", "Ends the sandbox.", func(context.Context, struct{}) (int, error) {
		pids := executors(t)
		if len(pids) == 0 {
			return 0, fmt.Errorf("no process")
		}
		for _, pid := range pids {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				return 0, err
			}
		}
		return 0, nil
	})
	m := model.Scripted(block("x = 1\nkill()"), block("final_answer(x)"), block("final_answer(n)"))
	a := newCode(t, agent.Config{Model: m, Tools: []tool.Tool{kill}})
	res := run(t, a, "go", agent.WithArgs(map[string]any{"n": 7}))
	if res.Text != "7" {
		t.Errorf("got %+v", res)
	}
	steps := actions(a.Memory())
	if e := steps[0].Error; e == nil || !strings.Contains(e.Message, "started anew") {
		t.Errorf("got %+v", e)
	}
	if e := steps[1].Error; e == nil || !strings.Contains(e.Message, "name 'x' is not defined") {
		t.Errorf("got %+v", e)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestSandboxDiesBetweenRuns: the next run of the conversation has a new one with the
// variables of all its tasks, and the model is told of the others.
func TestSandboxDiesBetweenRuns(t *testing.T) {
	m := model.Scripted(block("x = 1\nfinal_answer(1)"), block("final_answer(n + k)"), block("final_answer(3)"), block("final_answer(4)"))
	a := newCode(t, agent.Config{Model: m})
	told := func(i int) bool {
		return strings.Contains(fmt.Sprint(m.Requests()[i].Messages), "The sandbox was started anew")
	}
	die := func() {
		for _, pid := range executors(t) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
		settle(t, "processes", 0, func() int { return len(executors(t)) })
	}
	run(t, a, "one", agent.WithArgs(map[string]any{"n": 7}))
	die()
	if res := run(t, a, "two", agent.KeepMemory(), agent.WithArgs(map[string]any{"k": 8})); res.Text != "15" {
		t.Errorf("got %+v", res)
	}
	if told(0) || !told(1) {
		t.Errorf("the model was told %v first, then %v", told(0), told(1))
	}
	saved, err := a.Memory().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	die()
	run(t, a, "three") // whose model knows of no variables
	if told(2) {
		t.Error("a new conversation is told of an old one's sandbox")
	}
	other := newCode(t, agent.Config{Model: m})
	if err := other.Memory().UnmarshalJSON(saved); err != nil {
		t.Fatal(err)
	}
	if res, err := other.Resume(t.Context()); err != nil || res.Text != "4" {
		t.Errorf("got %+v, %v", res, err)
	}
	if !told(3) {
		t.Error("the model isn't told that a loaded memory's sandbox is gone")
	}
}
