package agent

import (
	"encoding/json"
	"fmt"
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
			return e, nil
		}
	}
	return nil, fmt.Errorf("reading an event: there is no type %q", head.Type)
}
