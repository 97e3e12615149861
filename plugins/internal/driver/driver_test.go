package driver_test

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

// plain is an executor that runs the driver as a child process, without a sandbox.
type plain struct {
	sessiontest.Plain
	python string
}

func (p plain) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	return driver.Open(ctx, driver.Config{Start: p.start, Request: req, Events: events})
}

func (p plain) start(context.Context) (*driver.Process, error) {
	args := driver.Command(p.python)
	cmd := exec.Command(args[0], args[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &driver.Process{Stdin: in, Stdout: out, Kill: func() { _ = cmd.Process.Kill() }, Wait: func() error {
		err := cmd.Wait()
		return shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %v: %s", err, stderr.String())
	}}, nil
}

// other is the Python of TestPythons for the tests that it runs.
var other string

// python is the one to test with.
func python(t testing.TB) string {
	t.Helper()
	if other != "" {
		return other
	}
	return testenv.Python312(t)
}

func TestConformance(t *testing.T) {
	conformance.Test(t, executortest.Dial(t, plain{python: python(t)}), conformance.Config{Timeout: 3 * time.Minute})
}

// TestPythons runs the tests of sessions under the Pythons of several releases.
func TestPythons(t *testing.T) {
	for _, path := range testenv.Pythons(t) {
		out, err := exec.CommandContext(t.Context(), path, "-I", "-c", "import sys; print(sys.version.split()[0])").CombinedOutput()
		if err != nil {
			t.Fatalf("AIRLOCK_PYTHONS: run %q: %v: %s", path, err, out)
		}
		t.Run(strings.TrimSpace(string(out)), func(t *testing.T) {
			other = path // these tests end before the next Python's begin
			defer func() { other = "" }()
			for name, test := range map[string]func(*testing.T){
				"Conformance": TestConformance, "LastValue": TestLastValue, "FinalAnswer": TestFinalAnswer, "Errors": TestErrors, "Tools": TestTools, "Displays": TestDisplays,
				"ImportsAreChecked": TestImportsAreChecked, "Output": TestOutput, "LosesInterpreter": TestLosesInterpreter, "Stops": TestStops,
				"InterruptedOutput": TestInterruptedOutput, "SignalsBetweenRuns": TestSignalsBetweenRuns, "OutcomesThatEndNot": TestOutcomesThatEndNot, "ReplacedModules": TestReplacedModules,
			} {
				t.Run(name, test)
			}
		})
	}
}

// TestCompiled: the driver starts from its compiled code, and from its source where that is another Python's.
func TestCompiled(t *testing.T) {
	compile := exec.Command(python(t), "-I", "-c", "import sys"+driver.Compile)
	compile.Stdin = strings.NewReader(driver.Program())
	code, err := compile.Output()
	if err != nil {
		t.Fatal(err)
	}
	for what, code := range map[string][]byte{"its own": code, "another's": append([]byte("????"), code[4:]...)} {
		command, input := driver.Compiled(python(t), code)
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Stdin = bytes.NewReader(input) // whose end is that of the connection
		out, err := cmd.CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte(`{"op":"ready"}`)) {
			t.Errorf("%s code gives %q, %v", what, out, err)
		}
	}
}
