package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// bin is the folder with airlock alone, and spare one with plugins that aren't found
// unless a script asks for them.
var bin, spare string

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == asServer {
		os.Exit(serveTools())
	}
	os.Exit(runTests(m))
}

// runTests builds what the tests run: the exit code, the terminal and the built-in
// executor, which is the same file executed once more, are those of a real process.
func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "airlock-cli-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	bin, spare = filepath.Join(dir, "bin"), filepath.Join(dir, "spare")
	builds := map[string]string{filepath.Join(bin, "airlock"): "cmd/airlock", filepath.Join(bin, "airlock-agent"): "cmd/airlock-agent"}
	if runtime.GOOS != "windows" {
		builds[filepath.Join(spare, "testplugin")] = "internal/testplugin"
	}
	for out, pkg := range builds {
		cmd := exec.Command("go", "build", "-ldflags", "-X main.version=1.2.3-test", "-o", out+exe(), "./"+pkg)
		cmd.Dir = filepath.Join("..", "..")
		if text, err := cmd.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building %s: %v\n%s", pkg, err, text)
			return 1
		}
	}
	return m.Run()
}

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// homeVars give a script a home of its own: no configuration, lock, history or plugin of
// the one who runs the tests.
func homeVars(dir string) []string {
	var env []string
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"} {
		env = append(env, name+"="+filepath.Join(dir, strings.ToLower(name)))
	}
	return append(env, "HOME="+dir, "AIRLOCK_PLUGIN_DIR=", "NO_COLOR=")
}

func TestScripts(t *testing.T) { runScripts(t, "script", nil) }

// runScripts runs those of a folder, after more of a setup.
func runScripts(t *testing.T, folder string, more func(*testscript.Env) error) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", folder),
		RequireExplicitExec: true,
		Deadline:            time.Now().Add(10 * time.Minute),
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, homeVars(e.WorkDir)...)
			e.Setenv("PATH", bin+string(filepath.ListSeparator)+e.Getenv("PATH"))
			if more == nil {
				return nil
			}
			return more(e)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"airlock": runAirlock, "field": checkField, "fill": fillFile, "bytes": writeBytes, "install": installPlugin, "chmod": chmod, "mode": checkMode,
			"collected": checkCollected,
		},
	})
}

// airlock [exit=N] ARGS... runs airlock, which must exit with the code N (default 0).
func runAirlock(ts *testscript.TestScript, neg bool, args []string) {
	want := 0
	if len(args) > 0 && strings.HasPrefix(args[0], "exit=") {
		n, err := strconv.Atoi(strings.TrimPrefix(args[0], "exit="))
		ts.Check(err)
		want, args = n, args[1:]
	}
	if neg {
		ts.Fatalf("airlock: say exit=N instead of !")
	}
	err := ts.Exec("airlock", args...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("airlock %q: exit code %d, want %d", args, got, want)
	}
}

// field PATH VALUE compares a field of the JSON on standard output, as in error.kind or
// displays.0.mime. VALUE is JSON, or a text. ! field PATH VALUE wants another value.
func checkField(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: field PATH VALUE")
	}
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &v); err != nil {
		ts.Fatalf("field: standard output is not JSON: %v", err)
	}
	for _, key := range strings.Split(args[0], ".") {
		switch x := v.(type) {
		case map[string]any:
			var ok bool
			if v, ok = x[key]; !ok {
				ts.Fatalf("field: there is no %q in %q", key, args[0])
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(x) {
				ts.Fatalf("field: there is no element %q in %q", key, args[0])
			}
			v = x[i]
		default:
			ts.Fatalf("field: %q leads nowhere", args[0])
		}
	}
	got, err := json.Marshal(v)
	ts.Check(err)
	if s, ok := v.(string); (string(got) == args[1] || ok && s == args[1]) == neg {
		ts.Fatalf("field %s is %s, want %s", args[0], got, args[1])
	}
}

// fill FILE N TEXT writes N times TEXT.
func fillFile(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(unquote(ts, args[2]), n)), 0o644))
}

// bytes FILE TEXT writes TEXT with the escapes of a Go string.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(unquote(ts, args[1])), 0o644))
}

func unquote(ts *testscript.TestScript, s string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	ts.Check(err)
	return text
}

// install FOLDER NAME puts the test plugin there under a name, in a folder that only
// its owner can write.
func installPlugin(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o700))
	text, err := os.ReadFile(filepath.Join(spare, "testplugin"))
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, "airlock-executor-"+args[1]), text, 0o755))
}

// chmod MODE FILE...
func chmod(ts *testscript.TestScript, _ bool, args []string) {
	mode, err := strconv.ParseUint(args[0], 8, 32)
	ts.Check(err)
	for _, f := range args[1:] {
		ts.Check(os.Chmod(ts.MkAbs(f), os.FileMode(mode)))
	}
}

// mode MODE FILE compares a file's permissions, in octal.
func checkMode(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 || neg {
		ts.Fatalf("usage: mode MODE FILE")
	}
	st, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := fmt.Sprintf("%04o", st.Mode().Perm()); got != args[0] {
		ts.Fatalf("mode of %s is %s, want %s", args[1], got, args[0])
	}
}
