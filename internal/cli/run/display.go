package run

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

// displays are the rich results of a run, in a folder if there is one.
type displays struct {
	dir  string
	list []answerDisplay
	// seen tells how many bytes each has, for people.
	notes []string
}

// openDisplayDir makes the folder before anything runs.
func (c *outcome) openDisplayDir(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return app.Usage("making the folder of --display-dir: %w", err)
	}
	c.displays.dir = dir
	return nil
}

// extensions of the representations that have a usual one.
var extensions = map[string]string{
	"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/svg+xml": "svg", "application/pdf": "pdf",
	"text/html": "html", "text/markdown": "md", "text/latex": "tex", "text/plain": "txt", "application/json": "json",
	"text/csv": "csv", "application/javascript": "js",
}

func (d *displays) add(in *shared.Display) error {
	out := answerDisplay{IsResult: in.IsResult, Parts: []answerPart{}}
	for _, p := range in.Parts {
		part := answerPart{MIME: p.MIME}
		switch {
		case d.dir != "":
			name, err := d.save(len(d.list)+1, p)
			if err != nil {
				return err
			}
			part.File = name
			d.notes = append(d.notes, fmt.Sprintf("saved %s, %s", name, term.Bytes(int64(len(p.Data)))))
		case textual(p.MIME) && utf8.Valid(p.Data):
			text := guestText(p.Data)
			part.Text = &text
		default:
			part.Base64 = p.Data
		}
		out.Parts = append(out.Parts, part)
	}
	if d.dir == "" && len(in.Parts) > 0 {
		d.notes = append(d.notes, fmt.Sprintf("display %s, %s: --display-dir FOLDER saves it", in.Parts[0].MIME, term.Bytes(int64(len(in.Parts[0].Data)))))
	}
	d.list = append(d.list, out)
	return nil
}

// save writes one representation. The name is ours: the guest's MIME type only chooses
// among known extensions.
func (d *displays) save(n int, p shared.MimePart) (string, error) {
	ext := extensions[p.MIME]
	if ext == "" {
		ext = "bin"
	}
	name := filepath.Join(d.dir, fmt.Sprintf("display-%03d.%s", n, ext))
	if err := os.WriteFile(name, p.Data, 0o600); err != nil {
		return "", fmt.Errorf("saving a display: %w", err)
	}
	return name, nil
}

func textual(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "application/json" || mime == "image/svg+xml" || mime == "application/javascript"
}

// mention tells a person what there is to see.
func (d *displays) mention(w io.Writer) {
	for _, n := range d.notes {
		fmt.Fprintf(w, "[%s]\n", term.Escape(n))
	}
}

func (d *displays) answer() []answerDisplay {
	if d.list == nil {
		return []answerDisplay{}
	}
	return d.list
}
