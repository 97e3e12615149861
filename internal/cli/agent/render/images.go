package render

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// Folder is where the pictures of a run are saved.
type Folder struct{ dir string }

// OpenFolder makes the folder if it isn't there.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("making the folder for pictures: %w", err)
	}
	return &Folder{dir}, nil
}

// extensions of the types of pictures; a type that strangers name chooses among these.
var extensions = map[string]string{"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}

// save writes the nth picture of a step and returns its file.
func (f *Folder) save(src agent.Source, n int, img model.Image) (string, error) {
	ext := extensions[img.MIME]
	if ext == "" {
		ext = "bin"
	}
	name := filepath.Join(f.dir, fmt.Sprintf("%s-step-%03d-%d.%s", plainName(src.Agent), src.Step, n, ext))
	if err := os.WriteFile(name, img.Data, 0o600); err != nil {
		return "", fmt.Errorf("saving a picture: %w", err)
	}
	return name, nil
}

// plainName is an agent's name as a part of a file's.
func plainName(name string) string {
	const most = 100
	return strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '-'
	}, name[:min(len(name), most)])
}

// pictures saves and names those of a step.
func (r *Renderer) pictures(src agent.Source, images []model.Image) {
	for i, img := range images {
		size := term.Bytes(int64(len(img.Data)))
		if r.o.Images == nil {
			r.line(src, term.Accent, fmt.Sprintf("picture %s, %s: --display-dir FOLDER saves it", img.MIME, size))
			continue
		}
		name, err := r.o.Images.save(src, i+1, img)
		if err != nil {
			if r.err == nil {
				r.err = err
			}
			return
		}
		r.line(src, term.Accent, fmt.Sprintf("saved %s, %s", name, size))
	}
}
