package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	dockercontainer "github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/image"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
)

// wantError checks kind, message and what the hint says to do.
func wantError(t *testing.T, err error, kind shared.Kind, message, hint string) {
	t.Helper()
	var e *shared.Error
	if !errors.As(err, &e) {
		t.Fatalf("it ended with %v", err)
	}
	if e.Kind != kind || !strings.Contains(e.Message, message) || !strings.Contains(e.Hint, hint) {
		t.Errorf("it ended with %s: %s (%s), want %s: %s (%s)", e.Kind, e.Message, e.Hint, kind, message, hint)
	}
}

func TestNoEngine(t *testing.T) {
	t.Setenv("DOCKER_HOST", "unix://"+filepath.Join(t.TempDir(), "docker.sock"))
	e := newExecutor("0.0.0-test")
	t.Cleanup(e.close)
	_, err := e.Open(t.Context(), &shared.OpenRequest{}, &shared.Handler{})
	wantError(t, err, shared.KindBackendUnavailable, "Cannot connect to the Docker daemon", "start the engine")
	report, err := e.Check(t.Context(), &shared.CheckRequest{})
	if err != nil || report.OK() || !strings.Contains(report.Items[len(report.Items)-1].Hint, "DOCKER_HOST") {
		t.Errorf("check gives %+v, %v", report, err)
	}
	_, err = e.Reap(t.Context(), &shared.ReapRequest{})
	wantError(t, err, shared.KindBackendUnavailable, "reach the Docker Engine", "start the engine")
}

// TestOldEngine: one that speaks too old a version is refused.
func TestOldEngine(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("API-Version", "1.38") }))
	t.Cleanup(srv.Close)
	t.Setenv("DOCKER_HOST", "tcp://"+strings.TrimPrefix(srv.URL, "http://"))
	e := newExecutor("0.0.0-test")
	t.Cleanup(e.close)
	_, err := e.Open(t.Context(), &shared.OpenRequest{}, &shared.Handler{})
	wantError(t, err, shared.KindBackendUnavailable, "speaks API 1.38", "20.10")
}

func TestOptionsAreChecked(t *testing.T) {
	e := newExecutor("0.0.0-test")
	t.Cleanup(e.close)
	for option, want := range map[string]string{
		"mode=vm": `there is no mode "vm"`, "image=a,build=/b": "can't both be given", "pull=often": "pull must be", "platform=arm": "platform must be like",
		"memory=1MiB": "memory must be at least 32 MiB", "pids=2": "pids must be at least 16", "cpus=-1": "cpus must be from 0", "cpus=NaN": "cpus must be from 0",
		"cpu_quota=5": "cpu_quota must be", "tmpfs=1": "tmpfs must be", "pool=-1": "pool must be", "user=": "must not be empty", "network=container:x": "another container", "network=host": "that of the machine",
		"mounts=/a": "a mount must be", "mounts=a:/b": "must begin with /", "mounts=/a:/b:rx": "a mount must be", "mounts=/var/run/docker.sock:/s": "an engine",
		"mounts=/:/m": "an engine", "mounts=/var/run:/m": "an engine", "mounts=/tmp/..//run/:/m": "an engine", "mounts=/srv/docker.sock:/m": "an engine", "mounts=/run/containerd:/m": "an engine",
		"seccomp=off": "seccomp must be", "colour=red": `there is no option "colour"`, "read_only=maybe": "must be true or false",
	} {
		opts := map[string]string{}
		for _, o := range strings.Split(option, ",") {
			name, v, _ := strings.Cut(o, "=")
			opts[name] = v
		}
		_, err := e.Open(t.Context(), &shared.OpenRequest{Options: opts}, &shared.Handler{})
		wantError(t, err, shared.KindInvalidArgument, want, "")
	}
}

func TestImages(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	open := func(opts map[string]string) error {
		s, err := e.Open(t.Context(), &shared.OpenRequest{Options: opts}, &shared.Handler{})
		if err == nil {
			closeSession(t, s)
		}
		return err
	}
	wantError(t, open(map[string]string{"image": "airlock-test/none:1", "pull": "never"}), shared.KindBackendUnavailable, "no image airlock-test/none:1", "docker pull")
	wantError(t, open(map[string]string{"image": "airlock/none"}), shared.KindBackendUnavailable, "no image airlock/none", "make images")
	wantError(t, open(map[string]string{"image": "Not A Name"}), shared.KindInvalidArgument, "no name of an image", "")
	wantError(t, open(map[string]string{"image": "127.0.0.1:1/airlock/test"}), shared.KindBackendUnavailable, "pull the image 127.0.0.1:1/airlock/test:latest", "reaches the registry")
	wantError(t, open(map[string]string{"python": "python9"}), shared.KindBackendUnavailable, "Python didn't start", "must hold python9")
	wantError(t, open(map[string]string{"runtime": "no-such-runtime"}), shared.KindInvalidArgument, "no-such-runtime", "runtime")
	wantError(t, open(map[string]string{"user": "nobody-here"}), shared.KindInvalidArgument, "nobody-here", "user")
	wantError(t, open(map[string]string{"mounts": "/no/such/folder:/data"}), shared.KindInvalidArgument, "/no/such/folder", "mounts")
	wantError(t, open(map[string]string{"network": "no-such-network"}), shared.KindInvalidArgument, "no-such-network", "network")
	wantError(t, open(map[string]string{"platform": "linux/s390x", "pull": "never", "image": "airlock/python"}), shared.KindBackendUnavailable, "no image", "")
}

func dockerfile(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestBuild(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	dir := dockerfile(t, "FROM airlock/python\nCOPY word.txt /word.txt\nUSER 0\nRUN chmod 644 /word.txt\n")
	if err := os.WriteFile(filepath.Join(dir, "word.txt"), []byte("built"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "Dockerfile"), dir} {
		steps := 0
		h := &shared.Handler{OnProgress: func(p shared.Progress) {
			if p.Phase == "build" && p.Total == 5 { // with that of the label
				steps++
			}
		}}
		s, err := e.Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"build": path, "pool": "0"}}, h)
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "open('/word.txt').read()"}, &shared.Handler{})
		if err != nil || res.Repr != "'built'" {
			t.Errorf("the file of the image has %v, %v", res, err)
		}
		image := s.(*session).set.spec.Image
		t.Cleanup(func() { removeImage(t, e, image) })
		closeSession(t, s)
		if path == dir && steps == 0 && !t.Failed() {
			dir = "built once" // from now on none may be built
		} else if dir == "built once" {
			t.Error("what didn't change was built again")
		}
	}
	open := func(path string) error {
		_, err := e.Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"build": path}}, &shared.Handler{})
		return err
	}
	err := open(dockerfile(t, "FROM airlock/python\nRUN echo first words; exit 3\n"))
	wantError(t, err, shared.KindBackendUnavailable, "returned a non-zero code: 3", "mend the Dockerfile")
	wantError(t, err, shared.KindBackendUnavailable, "first words", "")
	wantError(t, open(dockerfile(t, "FORM airlock/python\n")), shared.KindInvalidArgument, "unknown instruction", "mend the Dockerfile")
	wantError(t, open(t.TempDir()), shared.KindInvalidArgument, "no such file", "Dockerfile")
}

func removeImage(t *testing.T, e *executor, id string) {
	t.Helper()
	if _, err := e.docker.ImageRemove(context.Background(), id, image.RemoveOptions{Force: true, PruneChildren: true}); err != nil && !strings.Contains(err.Error(), "No such image") {
		t.Errorf("remove the test's image: %v", err)
	}
}

// TestWrongPython: images that hold none, or one that is too old.
func TestWrongPython(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	for name, c := range map[string]struct{ build, message, hint string }{
		"none": {"FROM airlock/python\nUSER 0\nRUN rm -f /usr/bin/python3 /usr/local/bin/python3\n", "Python didn't start", "must hold python3"},
		"old": {"FROM airlock/python\nUSER 0\nRUN mv $(command -v python3) /bin/real && printf '#!/bin/sh\\nexec real -I -c \"import sys; sys.version_info = (3, 7, 0); sys.version = str(3.7); exec(sys.argv[1])\" \"$5\"\\n' >/bin/python3 && chmod 755 /bin/python3\n",
			"Python 3.8 or later is needed, this is 3.7", "newer Python"},
		"no Python at all": {"FROM scratch\nCOPY Dockerfile /\n", "Python didn't start", "must hold python3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := dockerfile(t, c.build)
			_, err := e.Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"build": dir}}, &shared.Handler{})
			wantError(t, err, shared.KindBackendUnavailable, c.message, c.hint)
			if img, err := e.docker.Image(t.Context(), engine.Source{Build: dir, Pull: "missing"}, func(shared.Progress) {}); err == nil {
				removeImage(t, e, img.ID)
			}
		})
	}
}

func TestRequiredMustHold(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	_, err := e.Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"network": "bridge"}, Required: []string{shared.EnforceNetwork}}, &shared.Handler{})
	wantError(t, err, shared.KindUnsupported, "network was required", "")
	s, err := e.Open(t.Context(), &shared.OpenRequest{Required: []string{
		shared.EnforceNetwork, shared.EnforceMemory, shared.EnforceProcesses, shared.EnforceFilesystem, shared.EnforceSyscalls, shared.EnforceTime,
	}}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	closeSession(t, s)
}

// TestPackagesAfterRun: an installation can't take the state of a session away.
func TestPackagesAfterRun(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), nil, shared.Limits{})
	if _, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "x = 1"}, &shared.Handler{}); err != nil {
		t.Fatal(err)
	}
	err := s.(*session).InstallPackages(t.Context(), []string{"iniconfig"}, &shared.Handler{})
	wantError(t, err, shared.KindPackage, "before the first run only", "--package")
}

// TestPackagesWithoutNetwork: pip's complaint becomes one about the network.
func TestPackagesWithoutNetwork(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), map[string]string{"build_network": "none"}, shared.Limits{})
	err := s.(*session).InstallPackages(t.Context(), []string{"iniconfig==0.0.1"}, &shared.Handler{})
	wantError(t, err, shared.KindPackage, "pip can't install iniconfig==0.0.1", "build_network=host")
	err = s.(*session).InstallPackages(t.Context(), []string{"--index-url=x"}, &shared.Handler{})
	wantError(t, err, shared.KindPackage, "is no requirement", "")
	if res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "1"}, &shared.Handler{}); err != nil || res.Repr != "1" {
		t.Errorf("the session is lost: %v, %v", res, err)
	}
}

// TestMoveFails: a session that can't move to the image with the packages goes on where it was.
func TestMoveFails(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), map[string]string{"build_network": "host", "pool": "0"}, shared.Limits{}).(*session)
	first := s.current()
	var second *machine
	s.move = func(ctx context.Context) error {
		_, err := s.start(ctx)
		second = s.current()
		return errors.Join(err, errors.New("no way"))
	}
	if err := s.InstallPackages(t.Context(), []string{"iniconfig"}, &shared.Handler{}); err == nil || !strings.Contains(err.Error(), "no way") {
		t.Fatalf("the packages give %v", err)
	}
	if second == nil || second == first || second.Alive() || s.current() != first {
		t.Errorf("the machine of the move is kept")
	}
	if _, err := s.Usage(t.Context()); err != nil {
		t.Error(err)
	}
}

// relay is a way to the engine that can be cut.
type relay struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func newRelay(t *testing.T, target string) *relay {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "docker.sock"))
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: l}
	t.Cleanup(r.cut)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			up, err := net.Dial("unix", target)
			if err != nil {
				_ = c.Close()
				continue
			}
			r.mu.Lock()
			r.conns = append(r.conns, c, up)
			r.mu.Unlock()
			for _, p := range [][2]net.Conn{{c, up}, {up, c}} {
				go func() {
					_, _ = io.Copy(p[0], p[1])
					_ = p[0].(*net.UnixConn).CloseWrite()
				}()
			}
		}
	}()
	return r
}

func (r *relay) cut() {
	_ = r.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.conns {
		_ = c.Close()
	}
}

// TestEngineDies: a run ends with the engine, as lost; the next says what is wrong.
// The container doesn't outlive the connection.
func TestEngineDies(t *testing.T) {
	direct := needDocker(t)
	target, ok := strings.CutPrefix(direct.DaemonHost(), "unix://")
	if !ok {
		testenv.Unavailable(t, testenv.Docker, "the engine is at %s, and only a Unix socket can be cut off here", direct.DaemonHost())
	}
	r := newRelay(t, target)
	t.Setenv("DOCKER_HOST", "unix://"+r.Addr().String())
	e := newExecutor("0.0.0-test")
	t.Cleanup(e.close)
	s, err := e.Open(t.Context(), &shared.OpenRequest{}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	id := s.(*session).current().box.ID
	h := &shared.Handler{OnOutput: func(shared.Stream, []byte) error { r.cut(); return nil }}
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "import time\nprint('up', flush=True)\ntime.sleep(60)"}, h)
	wantError(t, err, shared.KindBackendLost, "the connection to the Docker Engine is lost", "")
	if !res.StateLost {
		t.Error("the state isn't said to be lost")
	}
	_, err = s.Execute(t.Context(), &shared.ExecuteRequest{Code: "1"}, &shared.Handler{})
	wantError(t, err, shared.KindBackendUnavailable, "Cannot connect to the Docker daemon", "start the engine")
	closeSession(t, s)
	gone, failed := direct.ContainerWait(t.Context(), id, dockercontainer.WaitConditionRemoved)
	select {
	case <-gone:
	case err := <-failed:
		if !strings.Contains(strings.ToLower(err.Error()), "no such container") {
			t.Error(err)
		}
	}
}
