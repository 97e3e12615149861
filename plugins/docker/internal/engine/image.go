package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/distribution/reference"
	"github.com/docker/docker/api/types/image"
	"github.com/docker/docker/api/types/registry"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"

	"github.com/airlockhq/airlock/shared"
)

// The images that are made here and never pulled: nobody is known to hold their
// names at a registry.
const (
	own           = "airlock/"
	PythonImage   = own + "python"
	JupyterImage  = own + "jupyter"
	buildImage    = own + "build"
	PackagesImage = own + "packages"
)

// PublicImage is what is pulled where [PythonImage] was not made.
const PublicImage = "python:3.12-slim-bookworm"

// Source says which image to run, and how to get it.
type Source struct {
	// Ref names an image. Empty means [PythonImage] if it is there, else [PublicImage].
	Ref string
	// Build is a folder with a Dockerfile, or a Dockerfile; its image is run instead.
	Build string
	// Pull is missing, always or never.
	Pull string
	// Platform is os/architecture; empty means the engine's.
	Platform string
	// Network of the steps of a build; empty means the engine's default.
	Network string
}

// Image is an image that the engine has.
type Image struct {
	ID string
	// Ref is the name it was found by.
	Ref string
	// Volumes are the paths where its containers get a volume each.
	Volumes []string
}

// Image brings an image to the engine, if it isn't there.
func (e *Engine) Image(ctx context.Context, src Source, report Report) (*Image, error) {
	switch {
	case src.Build != "":
		return e.build(ctx, src, report)
	case src.Ref != "":
		return e.named(ctx, src, report)
	}
	src.Ref = PythonImage
	if src.Pull != "always" {
		if img, err := e.find(ctx, src); img != nil || err != nil {
			return img, err
		}
	}
	src.Ref = PublicImage
	img, err := e.named(ctx, src, report)
	var failed *shared.Error
	if errors.As(err, &failed) && failed.Kind != shared.KindInterrupted {
		failed.Hint = "in a checkout of airlock, `make images` makes " + PythonImage + " without a registry; or name an image that has python3 with --opt image="
	}
	return img, err
}

// find is an image that is there already; nil if it isn't, or is for another platform.
func (e *Engine) find(ctx context.Context, src Source) (*Image, error) {
	in, err := e.ImageInspect(ctx, src.Ref)
	switch {
	case cerrdefs.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, Explain(err, "look for the image %s", src.Ref)
	}
	if p := Platform(src.Platform); p != nil && (p.OS != in.Os || p.Architecture != in.Architecture) {
		return nil, nil
	}
	img := &Image{ID: in.ID, Ref: src.Ref}
	if in.Config != nil {
		img.Volumes = slices.Sorted(maps.Keys(in.Config.Volumes))
	}
	return img, nil
}

// Find is an image that is there already, nil if it isn't.
func (e *Engine) Find(ctx context.Context, ref, platform string) (*Image, error) {
	return e.find(ctx, Source{Ref: ref, Platform: platform})
}

func (e *Engine) named(ctx context.Context, src Source, report Report) (*Image, error) {
	named, err := reference.ParseNormalizedNamed(src.Ref)
	if err != nil && !strings.HasPrefix(src.Ref, "sha256:") {
		return nil, shared.Errorf(shared.KindInvalidArgument, "read the option image: %q is no name of an image: %w", src.Ref, err)
	}
	ours := strings.HasPrefix(src.Ref, own)
	if src.Pull != "always" || ours || named == nil {
		if img, err := e.find(ctx, src); img != nil || err != nil {
			return img, err
		}
	}
	switch {
	case ours:
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "there is no image %s", src.Ref), "`make images` in a checkout of airlock makes it; it is at no registry")
	case src.Pull == "never" || named == nil:
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "there is no image %s, and it may not be pulled", src.Ref), "docker pull it, or use --opt pull=missing")
	}
	if err := e.pull(ctx, reference.TagNameOnly(named), src.Platform, report); err != nil {
		return nil, err
	}
	img, err := e.find(ctx, src)
	if img == nil && err == nil {
		err = shared.Errorf(shared.KindBackendUnavailable, "the image %s was pulled and isn't there (platform %q)", src.Ref, src.Platform)
	}
	return img, err
}

func (e *Engine) pull(ctx context.Context, named reference.Named, platform string, report Report) error {
	ref := reference.FamiliarString(named)
	report(shared.Progress{Phase: "pull", Text: ref})
	auth, err := e.credentials(reference.Domain(named))
	if err != nil {
		return shared.Errorf(shared.KindBackendAuth, "pull the image %s: read the registry's credentials: %w", ref, err)
	}
	body, err := e.ImagePull(ctx, named.String(), image.PullOptions{RegistryAuth: auth, Platform: platform})
	if err == nil {
		p := &pullProgress{ref, report, map[string]*streamed{}}
		err = follow(body, p.add)
		_ = body.Close()
	}
	if err == nil {
		return nil
	}
	failed := Explain(err, "pull the image %s", ref)
	var e2 *shared.Error
	if errors.As(failed, &e2) && e2.Hint == "" && e2.Kind != shared.KindInterrupted {
		e2.Kind = shared.KindBackendUnavailable
		e2.Hint = "check the name and that the engine reaches the registry; an image that is there already is used with --opt pull=missing"
	}
	return failed
}

// credentials are those that docker login stored for a registry.
func (e *Engine) credentials(domain string) (string, error) {
	if domain == "docker.io" {
		domain = "https://index.docker.io/v1/"
	}
	c, err := e.config.GetAuthConfig(domain)
	if err != nil {
		return "", err
	}
	return registry.EncodeAuthConfig(registry.AuthConfig(c))
}

// Platform reads os/architecture[/variant]; nil for none.
func Platform(s string) *v1.Platform {
	parts := strings.Split(s, "/")
	if len(parts) < 2 {
		return nil
	}
	p := &v1.Platform{OS: parts[0], Architecture: parts[1]}
	if len(parts) > 2 {
		p.Variant = parts[2]
	}
	return p
}

// CheckSource tells what of the source can't be meant.
func CheckSource(src Source) error {
	switch {
	case src.Pull != "missing" && src.Pull != "always" && src.Pull != "never":
		return fmt.Errorf("pull must be missing, always or never, not %q", src.Pull)
	case src.Build != "" && src.Ref != "":
		return errors.New("image and build can't both be given")
	case src.Platform != "" && Platform(src.Platform) == nil:
		return fmt.Errorf("platform must be like linux/amd64, not %q", src.Platform)
	}
	return nil
}
