package executor_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

const (
	bombVariable = "AIRLOCK_TEST_BOMB"
	bombCap      = 64 << 20
	// bombSlack is how far the process may exceed its session's cap, in bytes,
	// besides what it takes without a session.
	bombSlack = 64 << 20
)

// TestProcessMemory runs memory bombs in processes of their own and looks at
// how much each took at its peak.
func TestProcessMemory(t *testing.T) {
	idle := peak(t, "pass")
	for name, src := range map[string]string{
		"strings":  "l = []\nwhile True: l.append('x' * 1000 + str(len(l)))",
		"list":     "list(iter(int, 1))",
		"doubling": "l = [1]\nwhile True: l += l",
		"dict":     "{}.fromkeys(range(10**9))",
		"split":    "('ab ' * 10**7).split()",
		"format":   "('%s' * 10**6) % tuple(['a' * 10**6] * 10**6)",
		"repr":     "repr('\\n' * 10**8)",
		"garbage":  "for i in range(10**5): 'x' * 10**6",
		"source":   "eval('[' + '1,' * 10**7 + '1]')",
		"lines":    "exec('a=1\\n' * 10**6)",
		"tree":     "import ast\nast.parse('a=1\\n' * 10**6)",
		"reader":   "import csv\nlist(csv.reader(['a,' * 10**7] * 10))",
		"inflate":  "import zlib\nd = zlib.compress(b'0' * 30 * 10**6)\n[zlib.decompress(d) for i in range(20)]",
		"bytes":    "int.from_bytes(b'a' * 50 * 10**6)",
		"product":  "x = 1 << 8 * 20 * 2**20\nx * x * x * x",
		"parts":    "repr(['a' * 10**6] * 60)",
		"shapes":   "class A: pass\nfor i in range(10**6):\n    setattr(A(), 'a%d' % i, i)",
		"ranges":   "list(zip(*[range(10**4)] * 10**5))",
	} {
		if got := peak(t, src); got > idle+bombCap+bombSlack {
			t.Errorf("%s: the process took %d MiB, with a cap of %d", name, got>>20, bombCap>>20)
		}
	}
}

// peak is the most memory that a process had while it ran the code, in bytes.
func peak(t *testing.T, src string) int64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestMain$")
	cmd.Env = append(os.Environ(), bombVariable+"="+src)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("run %q: %v\n%s", src, err, out)
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
}

// TestMain is also the program of the processes that peak starts.
func TestMain(m *testing.M) {
	src, ok := os.LookupEnv(bombVariable)
	if !ok {
		os.Exit(m.Run())
	}
	executor.TuneRuntime()
	ctx := context.Background()
	e := &executor.Executor{Version: "0.0.0-test", OwnsProcess: true}
	s, err := e.Open(ctx, &shared.OpenRequest{Limits: shared.Limits{MemoryBytes: bombCap, Time: 5 * time.Second}}, &events{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_, _ = s.Execute(ctx, &shared.ExecuteRequest{Code: src}, &events{}) // how it ends is TestBombs' matter
}
