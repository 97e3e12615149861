package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
)

// TestHalfAGroup: of a group that can't be made nothing stays.
func TestHalfAGroup(t *testing.T) {
	if _, err := newGroup(Config{CPUs: 1e9, PIDs: 10}); err == nil {
		t.Fatal("the kernel takes a billion processors")
	}
	for _, pattern := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/*"} {
		if left, _ := filepath.Glob(pattern + parent + "/" + strconv.Itoa(os.Getpid()) + "-*"); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}

// TestReapOrphans: what was being made when its plugin was killed, and waits for ever, is ended. What has a parent isn't.
func TestReapOrphans(t *testing.T) {
	g, err := newGroup(Config{CPUs: 1, PIDs: 10})
	if err != nil {
		testenv.Unavailable(t, testenv.Bubblewrap, "cgroups can't be made here, as the sandbox has them where they are writable: %v", err)
	}
	defer g.remove()
	gone := exec.Command("sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!")
	orphan, err := gone.Output()
	if err != nil {
		t.Fatal(err)
	}
	pid := strings.TrimSpace(string(orphan))
	status, _ := os.ReadFile("/proc/" + pid + "/status")
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	sleeper, err := os.FindProcess(n)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command("sleep", "600")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = sleeper.Kill() // which mostly is gone
		_ = child.Process.Kill()
		_ = child.Wait()
		Reap(false)
	})
	own, _ := filepath.Glob("/sys/fs/cgroup/pids" + g.name)
	if unified, _ := filepath.Glob("/sys/fs/cgroup" + g.name); len(own) == 0 {
		own = unified
	}
	id := filepath.Join(filepath.Dir(own[0]), strconv.Itoa(gone.Process.Pid))
	for name, in := range map[string]string{"-1": pid, "-2": strconv.Itoa(child.Process.Pid)} {
		if err := os.Mkdir(id+name, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(id+name, "cgroup.procs"), []byte(in), 0); err != nil {
			t.Fatal(err)
		}
	}
	Reap(false)
	if _, err := os.Stat(id + "-2"); err != nil {
		t.Errorf("the group of a process with a parent: %v", err)
	}
	if _, err := os.Stat(id + "-1"); err == nil && strings.Contains(string(status), "\nPPid:\t1\n") {
		t.Error("the group of the orphan stays")
	}
}
