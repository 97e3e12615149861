// Package packages makes images that hold Python packages beside what another
// image holds: pip runs in a container of that, with a network for this alone,
// and what it made of it is kept under a name that says what is in it.
package packages

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed" // the installer
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"

	dockercontainer "github.com/docker/docker/api/types/container"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
)

//go:embed install.py
var installer string

// Request says what to install where.
type Request struct {
	Base         string // the ID of an image
	Platform     string
	Python       string
	Requirements []string
	// Network for pip; empty means the engine's default.
	Network string
	// Runtime and Strict are those of the sandboxes: what builds a package is no better than the code that wants it.
	Runtime string
	Strict  bool
	// Certificates is a file that pip trusts; empty means pip's own, or the one that PIP_CERT names.
	Certificates string
}

// label marks the images that were made here.
const label = "dev.airlock.packages"

// limits of an installation: builds of extension modules need more than sandboxes.
const (
	memory = 4 << 30
	pids   = 1000
)

// Image is one with the packages. It is made unless it is there already.
func Image(ctx context.Context, m *container.Maker, req Request, report engine.Report) (*engine.Image, error) {
	requirements, err := normal(req.Requirements)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{req.Base, req.Python}, requirements...), "\n")))
	name := hex.EncodeToString(sum[:12])
	ref := engine.PackagesImage + ":" + name
	img, err := m.Engine.Find(ctx, ref, req.Platform)
	if img != nil || err != nil {
		return img, err
	}
	req.Requirements = requirements
	if err := install(ctx, m, req, ref, name, report); err != nil {
		return nil, err
	}
	img, err = m.Engine.Find(ctx, ref, req.Platform)
	if img == nil && err == nil {
		err = shared.Errorf(shared.KindPackage, "the image with the packages was made and isn't there")
	}
	return img, err
}

// What the arguments of pip may be: the kernel takes less than 128 KiB for one, and few megabytes for all.
const (
	maxRequirements = 1000
	maxLength       = 1000
)

// normal is the requirements in the order that names the image.
func normal(given []string) ([]string, error) {
	if len(given) > maxRequirements {
		return nil, hinted(shared.Errorf(shared.KindPackage, "install packages: %d are too many at once, the most is %d", len(given), maxRequirements), "install them in a Dockerfile and use --opt build=")
	}
	var out []string
	for _, r := range given {
		r = strings.TrimSpace(r)
		if r == "" || len(r) > maxLength || strings.HasPrefix(r, "-") || strings.ContainsAny(r, "\n\r\x00") {
			return nil, shared.Errorf(shared.KindPackage, "install packages: %.100q is no requirement such as numpy or numpy==2.1", r)
		}
		out = append(out, r)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// task is what the installer is told. Indexes and proxies may hold passwords:
// here they get into neither the image nor its history.
type task struct {
	Word         string            `json:"word"` // before the outcome
	Requirements []string          `json:"requirements"`
	Env          map[string]string `json:"env"`
	Certificates string            `json:"certificates"`
}

// passed are the environment variables of this process that pip gets.
var passed = []string{"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"}

func newTask(req Request) (*task, error) {
	word := make([]byte, 16)
	_, _ = rand.Read(word) // which never fails
	t := &task{Word: hex.EncodeToString(word), Requirements: req.Requirements, Env: map[string]string{}}
	for _, name := range passed {
		if v := os.Getenv(name); v != "" {
			t.Env[name] = v
		}
	}
	file := req.Certificates
	if file == "" {
		file = os.Getenv("PIP_CERT")
	}
	if file != "" {
		b, err := os.ReadFile(file) //nolint:gosec // the path is the user's own choice
		if err != nil {
			return nil, shared.Errorf(shared.KindPackage, "read the certificates for pip (option ca_bundle, or PIP_CERT): %w", err)
		}
		t.Certificates = string(b)
	}
	return t, nil
}

func install(ctx context.Context, m *container.Maker, req Request, ref, name string, report engine.Report) error {
	t, err := newTask(req)
	if err != nil {
		return err
	}
	report(shared.Progress{Phase: "install", Text: strings.Join(req.Requirements, ", ")})
	c, err := m.Start(ctx, &container.Spec{
		Kind: "install", Runtime: req.Runtime, Strict: req.Strict, Image: req.Base, Platform: req.Platform, Command: []string{req.Python, "-I", "-u", "-c", installer},
		Dir: "/", User: "0:0", Stdin: true, Network: req.Network, Memory: memory, PIDs: pids,
		Capabilities: []string{"CHOWN", "DAC_OVERRIDE", "FOWNER"}, // for images whose files aren't all root's
	})
	if err != nil {
		return err
	}
	unhook := context.AfterFunc(ctx, c.Kill)
	defer func() {
		unhook()
		c.Kill()
		<-c.Exit()
	}()
	line, err := json.Marshal(t)
	if err != nil {
		return err
	}
	go func() { _, _ = c.Stdin().Write(append(line, '\n')) }() // that it failed shows as the end of the output
	outcome, log := follow(c.Stdout(), t.Word, report)
	switch {
	case ctx.Err() != nil:
		return shared.Errorf(shared.KindInterrupted, "the installation of packages was interrupted: %w", context.Cause(ctx))
	case outcome == "installed":
		report(shared.Progress{Phase: "install", Text: "keeping the image"})
		return commit(ctx, m.Engine, c.ID, ref, name)
	case outcome == "no pip":
		return hinted(shared.Errorf(shared.KindPackage, "the image has no pip to install packages with"), "choose an image with pip by --opt image=, or install the packages in a Dockerfile and use --opt build=")
	case outcome == "failed":
		return failed(req, log)
	}
	return hinted(shared.Errorf(shared.KindPackage, "the installer ended early: %s", c.Stderr.String()), "Python 3.8 or later must be in the image")
}

func hinted(e *shared.Error, hint string) *shared.Error {
	e.Hint = hint
	return e
}

// follow reports the lines of pip up to the outcome, and keeps the last ones.
func follow(r io.Reader, word string, report engine.Report) (outcome string, log []string) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.ToValidUTF8(strings.TrimSpace(lines.Text()), "�")
		if outcome, ok := strings.CutPrefix(line, word+" "); ok {
			return outcome, log
		}
		if line == "" {
			continue
		}
		log = append(log, line[:min(len(line), 500)])
		log = log[max(0, len(log)-20):]
		report(shared.Progress{Phase: "install", Text: line})
	}
	return "", log
}

// commit keeps what the container has become.
func commit(ctx context.Context, e *engine.Engine, id, ref, name string) error {
	_, err := e.ContainerCommit(ctx, id, dockercontainer.CommitOptions{Reference: ref, Config: &dockercontainer.Config{}, Changes: []string{
		"LABEL " + label + "=" + name,
		"LABEL " + container.LabelProcess + `=""`, // the image's containers aren't this process'
		`ENTRYPOINT []`, `CMD ["python3"]`, "USER 65534:65534", "WORKDIR " + container.Home,
	}})
	return engine.Explain(err, "keep the image with the packages")
}

// failed says why pip failed, as far as its words tell.
func failed(req Request, log []string) error {
	text := strings.Join(log, "\n")
	says := func(any ...string) bool {
		return slices.ContainsFunc(any, func(s string) bool { return strings.Contains(text, s) })
	}
	e := shared.Errorf(shared.KindPackage, "pip can't install %s:\n%s", strings.Join(req.Requirements, ", "), tail(log))
	switch {
	case says("CERTIFICATE_VERIFY_FAILED", "SSLCertVerificationError"):
		e.Hint = "name the certificates to trust with --opt ca_bundle=FILE or PIP_CERT"
	case says("name resolution", "Name or service not known", "Network is unreachable", "NewConnectionError", "ConnectTimeout", "Connection refused", "Read timed out", "ProxyError"):
		e.Hint = "the container doesn't reach the package index: try --opt build_network=host, or set PIP_INDEX_URL or HTTPS_PROXY"
	case says("No matching distribution"):
		e.Hint = "check the name, and that a release exists for the image's Python"
	case says("gcc", "error: command", "No space left on device"):
		e.Hint = "install it in a Dockerfile that has what it needs, and use --opt build="
	}
	return e
}

// tail is the last lines that tell something: the errors if there are some.
func tail(log []string) string {
	var errs []string
	for _, l := range log {
		if strings.HasPrefix(l, "ERROR:") {
			errs = append(errs, l)
		}
	}
	if len(errs) == 0 {
		errs = log[max(0, len(log)-5):]
	}
	return "  " + strings.Join(errs, "\n  ")
}
