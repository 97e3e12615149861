package memory

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Format is the version of the JSON form.
const Format = 1

type document struct {
	Format int               `json:"format"`
	System string            `json:"system,omitempty"`
	Steps  []json.RawMessage `json:"steps"`
}

func (*Task) kind() string   { return "task" }
func (*Note) kind() string   { return "note" }
func (*Plan) kind() string   { return "plan" }
func (*Action) kind() string { return "action" }
func (*Final) kind() string  { return "final" }

// MarshalJSON implements json.Marshaler.
func (m *Memory) MarshalJSON() ([]byte, error) {
	doc := document{Format: Format, System: m.System(), Steps: []json.RawMessage{}}
	for _, s := range m.Steps() {
		b, err := MarshalStep(s)
		if err != nil {
			return nil, err
		}
		doc.Steps = append(doc.Steps, b)
	}
	text, err := json.Marshal(doc)
	if err != nil || m.hide == nil {
		return text, err
	}
	return m.hide(text)
}

// UnmarshalJSON implements json.Unmarshaler. What was there before is gone.
func (m *Memory) UnmarshalJSON(b []byte) error {
	var doc document
	if err := json.Unmarshal(b, &doc); err != nil {
		return fmt.Errorf("reading a memory: %w", err)
	}
	if doc.Format != Format {
		return fmt.Errorf("reading a memory: it has format %d, this version reads format %d", doc.Format, Format)
	}
	steps := make([]Step, 0, len(doc.Steps))
	for i, raw := range doc.Steps {
		s, err := UnmarshalStep(raw)
		if err != nil {
			return fmt.Errorf("reading a memory: step %d: %w", i+1, err)
		}
		steps = append(steps, s)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.system, m.steps = doc.System, steps
	return nil
}

// MarshalStep makes the JSON of one step: an object whose field type says which it is.
func MarshalStep(s Step) ([]byte, error) {
	switch s := s.(type) {
	case *Task:
		return json.Marshal(struct {
			Type string `json:"type"`
			*Task
		}{s.kind(), s})
	case *Note:
		return json.Marshal(struct {
			Type string `json:"type"`
			*Note
		}{s.kind(), s})
	case *Plan:
		return json.Marshal(struct {
			Type string `json:"type"`
			*Plan
		}{s.kind(), s})
	case *Action:
		return json.Marshal(struct {
			Type string `json:"type"`
			*Action
		}{s.kind(), s})
	case *Final:
		return json.Marshal(struct {
			Type string `json:"type"`
			*Final
		}{s.kind(), s})
	}
	return nil, fmt.Errorf("a memory can't hold a %T", s)
}

// UnmarshalStep reads what MarshalStep wrote.
func UnmarshalStep(b []byte) (Step, error) {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, err
	}
	var s Step
	switch head.Type {
	case "task":
		s = &Task{}
	case "note":
		s = &Note{}
	case "plan":
		s = &Plan{}
	case "action":
		s = &Action{}
	case "final":
		s = &Final{}
	default:
		return nil, fmt.Errorf("unknown type of step %q", head.Type)
	}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, err
	}
	if a, ok := s.(*Action); ok {
		for _, m := range a.Managed {
			if m == nil || m.Memory == nil {
				return nil, errors.New("a managed run has no memory")
			}
		}
	}
	return s, nil
}
