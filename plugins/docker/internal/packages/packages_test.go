package packages

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/shared"
)

func TestRequirements(t *testing.T) {
	got, err := normal([]string{" numpy==2.1 ", "attrs", "numpy==2.1"})
	if err != nil || !slices.Equal(got, []string{"attrs", "numpy==2.1"}) {
		t.Errorf("they become %q: %v", got, err)
	}
	for _, wrong := range []string{"", " ", "-r x", "--index-url=x", "a\nb", "a\x00", strings.Repeat("a", 2000)} {
		if _, err := normal([]string{"ok", wrong}); !errors.Is(err, shared.KindPackage) {
			t.Errorf("%q gives %v", wrong, err)
		}
	}
}

func TestTooMany(t *testing.T) {
	if _, err := normal(slices.Repeat([]string{"a"}, maxRequirements+1)); !errors.Is(err, shared.KindPackage) {
		t.Errorf("too many give %v", err)
	}
}

// TestTask: what pip needs of the plugin's environment gets to it, and nothing else.
func TestTask(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, []byte("certificates"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range passed {
		t.Setenv(name, "")
	}
	t.Setenv("PIP_CERT", file)
	t.Setenv("PIP_INDEX_URL", "https://user:word@index.example/simple")
	t.Setenv("SECRET", "x")
	task, err := newTask(Request{Requirements: []string{"a"}})
	if err != nil || task.Certificates != "certificates" || len(task.Env) != 1 || task.Env["PIP_INDEX_URL"] == "" || len(task.Word) != 32 {
		t.Errorf("the task is %+v: %v", task, err)
	}
	if _, err := newTask(Request{Certificates: file + "x"}); !errors.Is(err, shared.KindPackage) {
		t.Errorf("certificates that aren't there give %v", err)
	}
}

// TestFollow: the outcome is the line with the word, whatever packages print.
func TestFollow(t *testing.T) {
	var lines int
	outcome, log := follow(strings.NewReader("Collecting a\nguess installed\n\nERROR: no\nword failed\nword installed\n"), "word", func(shared.Progress) { lines++ })
	if outcome != "failed" || lines != 3 || len(log) != 3 {
		t.Errorf("the outcome is %q after %d lines, log %q", outcome, lines, log)
	}
	if outcome, _ := follow(strings.NewReader("Collecting a\n"), "word", func(shared.Progress) {}); outcome != "" {
		t.Errorf("an end without an outcome is %q", outcome)
	}
}

func TestFailed(t *testing.T) {
	for line, hint := range map[string]string{
		"ssl.SSLCertVerificationError: certificate verify failed":                                                     "ca_bundle",
		"Failed to establish a new connection: [Errno -3] Temporary failure in name resolution":                       "build_network=host",
		"ERROR: No matching distribution found for nothing":                                                           "check the name",
		"error: command 'gcc' failed: No such file or directory":                                                      "--opt build=",
		"ERROR: ResolutionImpossible: for help visit the manual of pip":                                               "",
		"WARNING: Retrying after connection broken by 'NewConnectionError(x)'\nERROR: No matching distribution found": "build_network=host",
	} {
		var e *shared.Error
		if !errors.As(failed(Request{Requirements: []string{"a"}}, strings.Split(line, "\n")), &e) || e.Kind != shared.KindPackage || hint == "" != (e.Hint == "") || !strings.Contains(e.Hint, hint) {
			t.Errorf("%q gives %+v", line, e)
		}
	}
}
