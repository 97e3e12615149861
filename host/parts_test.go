package host

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/shared"
)

func TestTailKeepsTheReason(t *testing.T) {
	var tl tail
	for i := range 100 {
		tl.add(fmt.Sprint("line ", i))
	}
	if s := tl.text(); !strings.HasPrefix(s, "line 88\n") || !strings.HasSuffix(s, "line 99") {
		t.Errorf("tail is %q", s)
	}
	tl.add("panic: no luck")
	for i := range 100 {
		tl.add(fmt.Sprint("goroutine ", i))
	}
	if s := tl.text(); !strings.HasPrefix(s, "panic: no luck\ngoroutine 0\n") {
		t.Errorf("tail is %q", s)
	}
}

func TestLogLinesAreBounded(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader(strings.Repeat("x", 3*maxLine)+"\nnext\r\nlast"), maxLine)
	var lines []string
	for {
		line, err := readLine(r)
		if line != "" {
			lines = append(lines, line)
		}
		if err != nil {
			break
		}
	}
	if len(lines) != 3 || len(lines[0]) > maxLine+20 || lines[1] != "next" || lines[2] != "last" {
		t.Fatalf("%d lines: %.50q", len(lines), lines)
	}
}

func TestLogFloodIsDropped(t *testing.T) {
	line := strings.Repeat("y", 1000) + "\n"
	const n = 20_000 // 20 MB
	src := io.LimitReader(neverEnding(line), int64(n*len(line)))
	var tl tail
	_, logs := newStderrPump(src, &tl)
	out, err := io.ReadAll(logs)
	if err != nil || len(out) > 2*logBurst || len(out) < logBurst/2 {
		t.Fatalf("%d bytes passed, %v", len(out), err)
	}
	if !strings.Contains(string(out), "log lines of the plugin dropped") {
		t.Error("nothing says that lines are missing")
	}
}

// neverEnding repeats itself.
type neverEnding string

func (s neverEnding) Read(p []byte) (int, error) {
	n := 0
	for n+len(s) <= len(p) {
		n += copy(p[n:], s)
	}
	if n == 0 {
		n = copy(p, s)
	}
	return n, nil
}

func TestPlainLog(t *testing.T) {
	for in, want := range map[string]string{
		`{"@level":"error","@message":"broken","@timestamp":"t","code":3,"a":"b"}`: "[error] broken a=b code=3",
		`{"x":1}`:  `{"x":1}`,
		`{not`:     `{not`,
		"ordinary": "ordinary",
	} {
		if got := plainLog(in); got != want {
			t.Errorf("%s became %q", in, got)
		}
	}
}

func TestVerdictsSurviveOnDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cache", "v.json")
	file := filepath.Join(dir, "f")
	if err := os.WriteFile(file, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	digest := func(v *verdicts) (string, identity) {
		t.Helper()
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		id, err := identify(f)
		if err != nil {
			t.Fatal(err)
		}
		d, err := v.digest(f, id)
		if err != nil {
			t.Fatal(err)
		}
		return d, id
	}
	first, id := digest(&verdicts{path: path})
	again := &verdicts{path: path}
	if got := again.get(id); got.SHA256 != first {
		t.Fatalf("a new process knows %q, want %q", got.SHA256, first)
	}
	// Same size, same modification time: only inode data tells.
	st, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, st.ModTime(), st.ModTime()); err != nil {
		t.Fatal(err)
	}
	if second, _ := digest(again); second == first {
		t.Fatal("a changed file has the digest of the old one")
	}
	// A file that others can write is not believed.
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := (&verdicts{path: path}).get(id); got.SHA256 != "" {
		t.Fatal("a verdict that others can write was believed")
	}
}

func TestGrantedEnvironment(t *testing.T) {
	c := Config{
		GrantEnv: []string{"EXTRA", "UNSET"},
		LookupEnv: func(n string) (string, bool) {
			v, ok := map[string]string{"E2B_API_KEY": "k", "EXTRA": "x", "OPENAI_API_KEY": "never", "E2B_DOMAIN": "d"}[n]
			return v, ok
		},
	}
	for _, tc := range []struct {
		what     string
		name     string
		lock     *LockEntry
		declared []string
		want     map[string]string
	}{
		{"our own plugin", "e2b", nil, []string{"E2B_API_KEY", "EXTRA", "OPENAI_API_KEY", "UNSET"}, map[string]string{"E2B_API_KEY": "k", "EXTRA": "x"}},
		{"another's", "mine", nil, []string{"E2B_API_KEY", "EXTRA"}, map[string]string{"EXTRA": "x"}},
		{"declares nothing", "e2b", nil, nil, map[string]string{}},
		{"locked", "e2b", &LockEntry{Env: []string{"E2B_DOMAIN"}}, []string{"E2B_API_KEY", "EXTRA", "E2B_DOMAIN"}, map[string]string{"E2B_DOMAIN": "d"}},
	} {
		if got := c.grantedValues(c.granted(tc.name, tc.lock), tc.declared); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: got %v, want %v", tc.what, got, tc.want)
		}
	}
	for name, vars := range vendorEnv {
		for _, v := range vars {
			if err := checkEnvName(v); err != nil {
				t.Errorf("table of %q: %v", name, err)
			}
		}
	}
}

func TestDescriptionIsParsedStrictly(t *testing.T) {
	good := `{"name":"x","version":"1.2.3","protocol":1,"protocol_minor":0,"isolation":"process","capabilities":{}}`
	sub := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for name, c := range map[string]struct{ text, err string }{
		"good":                {good, ""},
		"pre-release":         {sub("1.2.3", "1.2.3-rc.1+b5"), ""},
		"other name":          {sub(`"x"`, `"y"`), `the file is named "x", the plugin calls itself "y"`},
		"no version":          {sub("1.2.3", "new"), "not a version"},
		"other protocol":      {sub(`"protocol":1`, `"protocol":2`), "speaks protocol 2"},
		"unknown field":       {sub(`{"name"`, `{"extra":1,"name"`), "unknown field"},
		"newer minor may":     {strings.Replace(sub(`{"name"`, `{"extra":1,"name"`), `"protocol_minor":0`, `"protocol_minor":9`, 1), ""},
		"two values":          {good + good, "something follows"},
		"text before":         {"hello " + good, "parsing JSON"},
		"unknown isolation":   {sub(`"process"`, `"magic"`), "unknown isolation"},
		"wants loader's":      {sub(`"capabilities"`, `"env":[{"name":"LD_PRELOAD"}],"capabilities"`), "can't be granted"},
		"escapes in summary":  {sub(`"capabilities"`, `"summary":"\u001b[2J","capabilities"`), "control characters"},
		"nothing":             {"", "parsing JSON"},
		"an array":            {"[" + good + "]", "parsing JSON"},
		"negative sessions":   {sub(`"capabilities"`, `"max_sessions":-1,"capabilities"`), "max_sessions"},
		"a number as version": {sub(`"1.2.3"`, `1`), "parsing JSON"},
	} {
		_, err := parseDescription("x", []byte(c.text))
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: got %v, want %q", name, err, c.err)
		}
	}
}

func TestDoctorRows(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Doctor(t.Context()) {
		if names[p.Name] {
			t.Errorf("%s is listed twice", p.Name)
		}
		names[p.Name] = true
		if p.Detail == "" || !p.OK && p.Hint == "" {
			t.Errorf("%+v: no detail, or no hint what to do", p)
		}
		t.Logf("%+v", p)
	}
	for _, want := range []string{"no_new_privs", "rlimits", "pdeathsig", "landlock", "seccomp", "namespaces", "cgroup", "bubblewrap", "docker", "sockets"} {
		if !names[want] {
			t.Errorf("no row %q", want)
		}
	}
}

func TestPathsOfOptionsAreAbsolute(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	d := &shared.Description{Options: []shared.OptionSpec{{Name: "file", Type: "path"}, {Name: "other", Type: "path"}, {Name: "none", Type: "path"}, {Name: "text", Type: "string"}, {Name: "tool", Type: "program"}, {Name: "known", Type: "program"}}}
	given := map[string]string{"file": "a/b", "other": "/c", "none": "", "text": "a/b", "tool": "./p", "known": "python3"}
	got, err := absolutePaths(d, given)
	want := map[string]string{"file": filepath.Join(here, "a/b"), "other": "/c", "none": "", "text": "a/b", "tool": filepath.Join(here, "p"), "known": "python3"}
	if err != nil || !maps.Equal(got, want) || given["file"] != "a/b" {
		t.Errorf("the options are %v of %v: %v", got, given, err)
	}
}
