package agent

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/airlockhq/airlock/agent/memory"
)

// UnmarshalEvent reads what MarshalEvent wrote.
func UnmarshalEvent(b []byte) (Event, error) {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, fmt.Errorf("reading an event: %w", err)
	}
	for _, e := range []Event{
		&TaskEvent{}, &ProgressEvent{}, &TokenEvent{}, &PlanEvent{}, &CodeEvent{}, &OutputEvent{}, &DisplayEvent{},
		&ToolCallEvent{}, &ToolResultEvent{}, &StepEvent{}, &FinalEvent{},
	} {
		if e.eventType() == head.Type {
			if err := json.Unmarshal(b, e); err != nil {
				return nil, fmt.Errorf("reading an event: %w", err)
			}
			if hollow(e) {
				return nil, fmt.Errorf("reading an event: one of type %q has no content", head.Type)
			}
			return e, nil
		}
	}
	return nil, fmt.Errorf("reading an event: there is no type %q", head.Type)
}

// hollow tells that the part is missing that the event is about.
func hollow(e Event) bool {
	switch e := e.(type) {
	case *PlanEvent:
		return e.Plan == nil
	case *DisplayEvent:
		return e.Display == nil
	case *StepEvent:
		return e.Action == nil || slices.ContainsFunc(e.Action.Managed, func(m *memory.Managed) bool { return m == nil || m.Memory == nil })
	case *FinalEvent:
		return e.Result == nil
	}
	return false
}
