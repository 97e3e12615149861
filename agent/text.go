package agent

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/prompt"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// truncate cuts the middle out of a text of more than limit characters, with the words
// that models of the reference system know.
func truncate(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	r := []rune(s)
	half := limit / 2
	return string(r[:half]) + fmt.Sprintf("\n..._This content has been truncated to stay below %d characters_...\n", limit) + string(r[len(r)-half:])
}

// shorten cuts the end off a text of more than limit characters.
func shorten(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit]) + "..."
}

// describe is a value as a model is told it: a text as it is, the rest as JSON, or as
// Python writes what JSON can't.
func describe(v value.Value) string {
	switch v := v.(type) {
	case nil, value.None:
		return "None"
	case value.Bool:
		if v {
			return "True"
		}
		return "False"
	case value.Str:
		return strings.ToValidUTF8(string(v), "\uFFFD")
	case value.Image:
		return "<image>"
	case *value.Opaque:
		return v.Repr
	}
	b, err := tool.ToJSON(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// displays collects the images that code shows.
type displays struct{ images []model.Image }

const (
	// maxImages of a step, and maxImageBytes of each, are kept.
	maxImages     = 8
	maxImageBytes = 8 << 20
)

// add keeps the best image of a display.
func (d *displays) add(s *shared.Display) {
	for _, p := range s.Parts {
		if (p.MIME == "image/png" || p.MIME == "image/jpeg") && len(p.Data) <= maxImageBytes && len(d.images) < maxImages {
			d.images = append(d.images, model.Image{MIME: p.MIME, Data: bytes.Clone(p.Data)})
			return
		}
	}
}

// imageOf returns the image that a value is, nil for any other value.
func imageOf(t value.Text) *model.Image {
	if !bytes.HasPrefix(t, []byte(value.SafePrefix+`{"__type__":"PIL.Image"`)) {
		return nil
	}
	v, err := value.Decode(t)
	img, ok := v.(value.Image)
	if err != nil || !ok || len(img) > maxImageBytes {
		return nil
	}
	return &model.Image{MIME: "image/png", Data: img}
}

// promptTool is a tool as templates see it.
func promptTool(t tool.Tool) prompt.Tool {
	spec := t.Spec()
	first, _, _ := strings.Cut(spec.Doc, "\n\n")
	return prompt.Tool{Name: spec.Name, Signature: spec.Signature(), Description: first}
}

// isIdentifier tells that a name can be a Python variable's.
func isIdentifier(name string) bool {
	return tool.Check(&tool.Spec{ToolSpec: shared.ToolSpec{Name: name, OutputType: "any"}}) == nil
}
