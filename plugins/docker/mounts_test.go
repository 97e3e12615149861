package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/shared"
)

// TestMountsOfSockets: an engine's socket is refused wherever it is, and by which path it is named.
func TestMountsOfSockets(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"engine", "data"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"short": "engine", "usual": "/var/run"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for host, paths := range map[string]map[string]bool{
		"unix://" + dir + "/short/e.sock": {"": true, "engine": true, "short": true, "engine/e.sock": true, "usual": true, "data": false, "engine/other": false},
		"tcp://127.0.0.1:2375":            {"": false, "engine": false, "usual": false, "data": false}, // links of another machine aren't known
	} {
		for path, refused := range paths {
			err := checkMounts([]container.Mount{{Source: filepath.Join(dir, path), Target: "/m"}}, host)
			if (err != nil) != refused {
				t.Errorf("with the engine at %s the mount of %q gives %v", host, path, err)
			}
		}
	}
}

// TestVolumesOfImages: an image's volumes can be written, which is told.
func TestVolumesOfImages(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	dir := dockerfile(t, "FROM airlock/python\nUSER 0\nRUN mkdir -m 777 /data && echo -n kept > /data/f\nVOLUME /data /tmp\n")
	s, err := e.Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"build": dir, "pool": "0"}}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	image := s.(*session).set.spec.Image
	t.Cleanup(func() { removeImage(t, e, image) })
	t.Cleanup(func() { closeSession(t, s) })
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "open('/data/f').read(), open('/data/g', 'w').write('x')"}, &shared.Handler{})
	if want := "('kept', 1)"; err != nil || res.Repr != want {
		t.Errorf("the volumes give %+v, %v, want %s", res, err, want)
	}
	i := slices.IndexFunc(s.Info().Enforced, func(f shared.Enforced) bool { return f.Name == shared.EnforceFilesystem })
	if how := s.Info().Enforced[i].How; !strings.HasSuffix(how, "volumes, without a limit: /data") {
		t.Errorf("told is %q", how)
	}
}
