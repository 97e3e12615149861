package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docker/cli/cli/config"

	"github.com/airlockhq/airlock/shared"
)

// TestFind: the engine is found where the docker command line finds it.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, host := range map[string]string{"far": "tcp://192.0.2.1:2376", "near": "unix:///run/near.sock"} {
		id := sha256.Sum256([]byte(name))
		write("contexts/meta/"+hex.EncodeToString(id[:])+"/meta.json", fmt.Sprintf(`{"Name":%q,"Metadata":{},"Endpoints":{"docker":{"Host":%q,"SkipTLSVerify":false}}}`, name, host))
	}
	for name, c := range map[string]struct {
		config, host, context string
		want, wrong           string
	}{
		"nothing":            {want: "unix:///var/run/docker.sock"},
		"DOCKER_HOST":        {host: "tcp://127.0.0.1:9", want: "tcp://127.0.0.1:9"},
		"context of config":  {config: `{"currentContext":"far"}`, want: "tcp://192.0.2.1:2376"},
		"DOCKER_CONTEXT":     {config: `{"currentContext":"far"}`, context: "near", want: "unix:///run/near.sock"},
		"default context":    {config: `{"currentContext":"far"}`, context: "default", want: "unix:///var/run/docker.sock"},
		"host over context":  {config: `{"currentContext":"far"}`, context: "near", host: "tcp://127.0.0.1:9", want: "tcp://127.0.0.1:9"},
		"ssh":                {host: "ssh://me@192.0.2.1", want: "http://docker.example.com"},
		"no such context":    {context: "nowhere", wrong: `read the Docker context "nowhere"`},
		"no name of one":     {context: "../x", wrong: "read the Docker context"},
		"broken config":      {config: `{"auths":`, wrong: "read the Docker configuration"},
		"broken DOCKER_HOST": {host: "nonsense", wrong: "find the Docker Engine"},
	} {
		t.Run(name, func(t *testing.T) {
			config := c.config
			if config == "" {
				config = "{}"
			}
			write("config.json", config)
			setConfigDir(t, dir)
			t.Setenv("DOCKER_HOST", c.host)
			t.Setenv("DOCKER_CONTEXT", c.context)
			e, err := find()
			switch {
			case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
				t.Errorf("it ended with %v, want %s", err, c.wrong)
			case c.wrong == "" && err != nil:
				t.Error(err)
			case err == nil && e.DaemonHost() != c.want:
				t.Errorf("the engine is at %s, want %s", e.DaemonHost(), c.want)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	for text, c := range map[string]struct {
		err  error
		kind shared.Kind
		hint string
	}{
		"permission": {fmt.Errorf("dial: %w", fs.ErrPermission), shared.KindBackendUnavailable, "group docker"},
		"disk":       {errors.New("Error response from daemon: write /var/lib/docker/x: no space left on device"), shared.KindBackendUnavailable, "docker system df"},
		"version":    {errors.New("client version 1.51 is too new. Maximum supported API version is 1.41"), shared.KindBackendUnavailable, "DOCKER_API_VERSION"},
		"other":      {errors.New("something else"), shared.KindBackendUnavailable, ""},
	} {
		var e *shared.Error
		if !errors.As(Explain(c.err, "do %s", "it"), &e) || e.Kind != c.kind || !strings.Contains(e.Hint, c.hint) || !strings.HasPrefix(e.Message, "do it: ") {
			t.Errorf("%s: %+v", text, e)
		}
	}
	if Explain(nil, "do") != nil {
		t.Error("nothing became an error")
	}
}

// TestFollow: failures are in the stream, after all is well.
func TestFollow(t *testing.T) {
	var got []string
	err := follow(strings.NewReader(`{"stream":"Step 1/2 : FROM x"}{"stream":"hello\n"}`+"\r\n"+`{"error":"it broke","errorDetail":{"code":1}}`), func(m *streamed) { got = append(got, m.Stream) })
	var s *errStream
	if !errors.As(err, &s) || s.text != "it broke" || strings.Join(s.log, "|") != "Step 1/2 : FROM x|hello" || len(got) != 2 {
		t.Errorf("it ended with %v after %q", err, got)
	}
	if err := follow(strings.NewReader(`{"stream":"Step 1/2`), func(*streamed) {}); err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("an answer that is cut: %v", err)
	}
	if err := follow(strings.NewReader(""), func(*streamed) {}); err != nil {
		t.Error(err)
	}
}

// TestContext: what belongs to a build, the same for the same content.
func TestContext(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"Dockerfile": "FROM x", ".dockerignore": "*.log\nsecret\nDockerfile\n", "a.txt": "a", "b.log": "b", "secret/key": "k", "sub/c.txt": "c"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/shadow", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	around := filepath.Join(t.TempDir(), "around")
	if err := os.Symlink(dir, around); err != nil {
		t.Fatal(err)
	}
	path := dir
	read := func() string {
		b, err := readContext(path)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := b.write(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	first := read()
	for name, in := range map[string]bool{"Dockerfile": true, "a.txt": true, "sub/c.txt": true, "b.log": false, "secret/key": false} {
		if strings.Contains(first, name+"\x00") != in {
			t.Errorf("%s is part: %v", name, !in)
		}
	}
	if strings.Contains(first, "root:") {
		t.Error("a link was followed")
	}
	if err := os.Chtimes(filepath.Join(dir, "a.txt"), fixed, fixed); err != nil {
		t.Fatal(err)
	}
	if read() != first {
		t.Error("another time makes another context")
	}
	if path = around; read() != first {
		t.Error("a link to the folder makes another context")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("z"), 0o600); err != nil {
		t.Fatal(err)
	}
	if read() == first {
		t.Error("another content makes the same context")
	}
	b, err := readContext(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.write(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupt ends the reading with %v", err)
	}
}

var fixed = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)

// setConfigDir points the library's configuration, which it keeps, to a folder.
func setConfigDir(t *testing.T, dir string) {
	t.Helper()
	old := config.Dir()
	config.SetDir(dir)
	t.Cleanup(func() { config.SetDir(old) })
}
