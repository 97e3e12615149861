package wire

import (
	"slices"

	"github.com/airlockhq/airlock/agent/model"
)

// MergeRoles makes one message of neighbours of the same role, since some APIs and the
// templates of many models want the roles to alternate: their parts follow one another,
// with a newline between texts. Messages of tools and
// with tool calls stay as they are; those that say nothing are left out.
func MergeRoles(messages []model.Message) []model.Message {
	var out []model.Message
	for _, m := range messages {
		parts := slices.DeleteFunc(slices.Clone(m.Parts), func(p model.Part) bool { return p.Text == "" && p.Image == nil })
		m.Parts = parts
		if m.Role == model.RoleTool || len(m.ToolCalls) > 0 {
			out = append(out, m)
			continue
		}
		if len(parts) == 0 {
			continue
		}
		last := len(out) - 1
		if last < 0 || out[last].Role != m.Role || len(out[last].ToolCalls) > 0 {
			out = append(out, m)
			continue
		}
		if out[last].Parts[len(out[last].Parts)-1].Image == nil && parts[0].Image == nil {
			parts[0].Text = "\n" + parts[0].Text
		}
		out[last].Parts = append(out[last].Parts, parts...)
	}
	return out
}
