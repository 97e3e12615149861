package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/airlockhq/airlock/shared"
)

// Report gets the progress of something slow. It is never nil.
type Report func(shared.Progress)

// streamed is one object of what the engine answers to a build or a pull: with
// status 200 at once, so that failures are in the stream.
type streamed struct {
	Stream   string `json:"stream"`
	Status   string `json:"status"`
	ID       string `json:"id"`
	Progress struct {
		Current int64 `json:"current"`
		Total   int64 `json:"total"`
	} `json:"progressDetail"`
	Error string `json:"error"`
	Aux   struct {
		ID string `json:"ID"`
	} `json:"aux"`
}

// errStream is a failure that the stream told of.
type errStream struct {
	text string
	log  []string // the last lines before it
}

func (e *errStream) Error() string { return e.text }

// logLines is how many lines of output are kept for an error.
const logLines = 15

// follow reads the stream to its end, as else the engine gives up. each gets
// every object.
func follow(r io.Reader, each func(*streamed)) error {
	var log []string
	for dec := json.NewDecoder(r); ; {
		m := &streamed{}
		if err := dec.Decode(m); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("the engine's answer was cut short: %w", err)
		}
		if m.Error != "" {
			return &errStream{strings.TrimSpace(m.Error), log}
		}
		if line := strings.TrimSpace(m.Stream); line != "" && !strings.HasPrefix(line, "--->") {
			log = append(log, line)
			log = log[max(0, len(log)-logLines):]
		}
		each(m)
	}
}

// pullProgress adds up the layers of an image.
type pullProgress struct {
	ref    string
	report Report
	layers map[string]*streamed
}

func (p *pullProgress) add(m *streamed) {
	if m.ID != "" && m.Progress.Total > 0 && m.Status == "Downloading" {
		p.layers[m.ID] = m
	}
	sum := shared.Progress{Phase: "pull", Text: p.ref, Unit: "bytes"}
	for _, l := range p.layers {
		sum.Current += l.Progress.Current
		sum.Total += l.Progress.Total
	}
	p.report(sum)
}

// buildProgress counts the steps of a Dockerfile.
type buildProgress struct {
	report Report
	now    shared.Progress
	id     string // of the image, once it is there
}

func (p *buildProgress) add(m *streamed) {
	if m.Aux.ID != "" {
		p.id = m.Aux.ID
	}
	line := strings.TrimSpace(m.Stream)
	if line == "" {
		line = m.Status
	}
	if line == "" || strings.HasPrefix(line, "--->") {
		return
	}
	var step, steps int64
	if words, ok := strings.CutPrefix(strings.ToLower(line), "step "); ok { // Podman shouts it
		if _, err := fmt.Sscanf(words, "%d/%d", &step, &steps); err == nil {
			p.now = shared.Progress{Current: step - 1, Total: steps, Unit: "steps"}
			_, line, _ = strings.Cut(line, ": ")
		}
	}
	p.now.Phase, p.now.Text = "build", line
	p.report(p.now)
}
