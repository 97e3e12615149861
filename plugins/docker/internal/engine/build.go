package engine

import (
	"archive/tar"
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
	"time"

	"github.com/docker/docker/api/types/build"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"

	"github.com/airlockhq/airlock/shared"
)

// LabelBuild marks images that were built here.
const LabelBuild = "dev.airlock.build"

// build makes the image of a Dockerfile. What it is made of names it, so that it
// is built once; pull=always builds it again from what the registry has now.
func (e *Engine) build(ctx context.Context, src Source, report Report) (*Image, error) {
	b, err := readContext(src.Build)
	if err != nil {
		return nil, hinted(shared.Errorf(shared.KindInvalidArgument, "read the option build: %w", err), "it names a folder with a Dockerfile, or a Dockerfile")
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%s\n%s\n", b.dockerfile, src.Platform, src.Network)
	if err := b.write(ctx, sum); err != nil {
		if ctx.Err() != nil {
			return nil, Explain(err, "read the context of the build")
		}
		return nil, shared.Errorf(shared.KindInvalidArgument, "read the context of the build: %w", err)
	}
	key := hex.EncodeToString(sum.Sum(nil))[:24]
	tag := Source{Ref: buildImage + ":" + key, Platform: src.Platform}
	if src.Pull != "always" {
		if img, err := e.find(ctx, tag); img != nil || err != nil {
			return img, err
		}
	}
	report(shared.Progress{Phase: "build", Text: b.dockerfile})
	r, w := io.Pipe()
	go func() { _ = w.CloseWithError(b.write(ctx, w)) }()
	defer r.Close()
	answer, err := e.ImageBuild(ctx, r, build.ImageBuildOptions{
		Tags: []string{tag.Ref}, Dockerfile: b.dockerfile, Remove: true, ForceRemove: true, Version: build.BuilderV1,
		PullParent: src.Pull == "always", Platform: src.Platform, NetworkMode: src.Network, Labels: map[string]string{LabelBuild: key},
	})
	p := &buildProgress{report: report}
	if err == nil {
		err = follow(answer.Body, p.add)
		_ = answer.Body.Close()
	}
	if err != nil {
		return nil, buildFailed(src.Build, err)
	}
	img, err := e.find(ctx, Source{Ref: p.id})
	if img == nil && err == nil {
		err = shared.Errorf(shared.KindBackendUnavailable, "the image of %s was built and isn't there", src.Build)
	}
	if err != nil {
		return nil, err
	}
	img.Ref = tag.Ref
	return img, nil
}

func buildFailed(path string, err error) error {
	failed := Explain(err, "build %s", path)
	var e *shared.Error
	if errors.As(failed, &e) && e.Hint == "" && e.Kind != shared.KindInterrupted {
		e.Hint = "mend the Dockerfile; `docker build` shows all of the output. Steps that need the network may need --opt build_network=host"
	}
	var s *errStream
	if errors.As(err, &s) && e != nil && len(s.log) > 0 {
		e.Message += "; the last lines were:\n  " + strings.Join(s.log, "\n  ")
	}
	return failed
}

// buildContext is a folder to build in, and what of it doesn't belong to the build.
type buildContext struct {
	dir        string
	dockerfile string // in dir
	ignored    *patternmatcher.PatternMatcher
}

func readContext(path string) (*buildContext, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	b := &buildContext{dir: path, dockerfile: "Dockerfile"}
	if !info.IsDir() {
		b.dir, b.dockerfile = filepath.Dir(path), filepath.Base(path)
	}
	if b.dir, err = filepath.EvalSymlinks(b.dir); err != nil { // a link isn't walked
		return nil, err
	}
	if err := regular(filepath.Join(b.dir, b.dockerfile)); err != nil {
		return nil, err
	}
	patterns, err := readIgnored(filepath.Join(b.dir, ".dockerignore"))
	if err != nil {
		return nil, err
	}
	// The engine needs these two, whatever is said.
	b.ignored, err = patternmatcher.New(append(patterns, "!"+b.dockerfile, "!.dockerignore"))
	return b, err
}

// regular refuses what isn't a file: a pipe would be read for ever.
func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("it is no regular file")}
	}
	return err
}

func readIgnored(path string) ([]string, error) {
	switch err := regular(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ignorefile.ReadAll(f)
}

// write writes the context as a tar, which is the same for the same content.
func (b *buildContext) write(ctx context.Context, to io.Writer) error {
	w := untilDone{ctx, to}
	t := tar.NewWriter(w)
	err := filepath.WalkDir(b.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(b.dir, path)
		if err != nil || rel == "." {
			return err
		}
		ignored, err := b.ignored.MatchesOrParentMatches(rel)
		if err != nil {
			return err
		}
		if ignored {
			if d.IsDir() && !b.ignored.Exclusions() {
				return filepath.SkipDir
			}
			return nil
		}
		return writeEntry(t, path, rel, d)
	})
	if err != nil {
		return err
	}
	return t.Close()
}

// untilDone writes as long as its context goes on: a folder may be large.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}

func writeEntry(t *tar.Writer, path, rel string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	var link string
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		if link, err = os.Readlink(path); err != nil {
			return err
		}
	case !info.Mode().IsRegular() && !info.IsDir():
		return nil // sockets, pipes and devices don't belong to a build
	}
	h, err := tar.FileInfoHeader(info, link)
	if err != nil {
		return err
	}
	h.Name = filepath.ToSlash(rel)
	if info.IsDir() {
		h.Name += "/"
	}
	h.Uid, h.Gid, h.Uname, h.Gname = 0, 0, "", ""
	h.ModTime, h.AccessTime, h.ChangeTime = time.Time{}, time.Time{}, time.Time{}
	if err := t.WriteHeader(h); err != nil || !info.Mode().IsRegular() {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(t, f)
	return err
}
