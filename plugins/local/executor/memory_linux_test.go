package executor_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/plugins/local/internal/bombs"
	"github.com/airlockhq/airlock/shared"
)

const (
	bombVariable = "AIRLOCK_TEST_BOMB"
	bombCap      = 64 << 20
	// bombSlack is how far the process may exceed its session's cap, in bytes.
	bombSlack = 64 << 20
	bombTime  = time.Second
)

// raceDetector tells that the test was built with it.
var raceDetector bool

// TestProcessMemory runs every bomb in a process of its own and looks at how
// much that took at its peak. How each ends is TestBombs' matter.
func TestProcessMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about a minute")
	}
	if raceDetector {
		t.Skip("the race detector keeps several bytes for each one of the program, which would be measured")
	}
	for _, b := range bombs.Table {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			memory, took := peak(t, b.Src)
			t.Logf("%s: peak %d MiB, %v", b.Name, memory>>20, took)
			if memory > bombCap+bombSlack {
				t.Errorf("the process took %d MiB, with a cap of %d", memory>>20, bombCap>>20)
			}
		})
	}
}

// peak is the most memory that a process had while it ran the code, in bytes,
// and how long the run took.
func peak(t *testing.T, src string) (memory int64, took time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestMain$")
	cmd.Env = append(os.Environ(), bombVariable+"="+src)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	text, size, _ := strings.Cut(string(out), " ")
	if err == nil {
		took, err = time.ParseDuration(text)
	}
	if err == nil {
		memory, err = strconv.ParseInt(size, 10, 64)
	}
	if err != nil || memory == 0 {
		t.Fatalf("run %q: %v\n%s", src, err, out)
	}
	return memory, took
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
	s, err := e.Open(ctx, &shared.OpenRequest{
		AuthorizedImports: []string{"*"},
		Policy:            shared.Policy{AllowFunction: []string{"*"}},
		Limits:            shared.Limits{MemoryBytes: bombCap, Time: bombTime},
	}, &events{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	start := time.Now()
	_, _ = s.Execute(ctx, &shared.ExecuteRequest{Code: src}, &events{}) // how it ends is TestBombs' matter
	fmt.Print(time.Since(start), " ", highWater())
}

// highWater is the most memory that this process had, in bytes. What the system tells of a child that ended counts its
// parent's, too, since they were one before the program was loaded.
func highWater() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, text, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(text, &kib); err != nil {
		return 0
	}
	return kib << 10
}
