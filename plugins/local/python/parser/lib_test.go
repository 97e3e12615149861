package parser_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// otherEncodings are the files whose coding cookie names an encoding that
// token.Decode does not know.
var otherEncodings = []string{"module_koi8_r.py", "turtledemo/clock.py"}

// TestStandardLibrary compares the trees of all files of CPython's library,
// byte for byte as dumped.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes CPython most of a minute")
	}
	cmd := exec.Command(testenv.Python312(t), "-I", "testdata/dump_lib.py")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run CPython: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 1500 {
		t.Fatalf("CPython's library has only %d files", len(lines))
	}
	same := 0
	for _, line := range lines {
		want, path, _ := strings.Cut(line, " ")
		if got := dumpFile(t, path); got == want {
			same++
		} else if !hasSuffix(path, otherEncodings) {
			t.Errorf("%s: tree differs (hash %s, CPython's is %s)", path, got, want)
		}
	}
	t.Logf("%d of %d files have the same tree", same, len(lines))
}

func hasSuffix(s string, suffixes []string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// dumpFile is the hash of a file's tree, "-" if it is refused.
func dumpFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	src, err := token.Decode(data)
	if err != nil {
		return "-"
	}
	mod, err := parser.Parse(src, path)
	if err != nil {
		return "-"
	}
	sum := sha256.Sum256([]byte(ast.Dump(mod, true, "")))
	return hex.EncodeToString(sum[:])
}
