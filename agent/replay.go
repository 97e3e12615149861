package agent

import (
	"iter"

	"github.com/airlockhq/airlock/agent/memory"
)

// ReplaySteps gives the steps of a memory, such as a saved one, as the events of the run
// that they were; those of managed agents come before the end of the step that called them.
func ReplaySteps(name string, steps []memory.Step) iter.Seq[Event] {
	return func(yield func(Event) bool) { replaySteps(name, steps, yield) }
}

func replaySteps(name string, steps []memory.Step, yield func(Event) bool) bool {
	number, state := 0, StateDone
	for _, s := range steps {
		var events []Event
		switch s := s.(type) {
		case *memory.Task:
			number, state = 0, StateDone
			events = []Event{&TaskEvent{Source: Source{name, 0}, Text: s.Text}}
		case *memory.Plan:
			events = []Event{&PlanEvent{Source: Source{name, number + 1}, Plan: s}}
		case *memory.Action:
			number = s.Number
			if s.Error != nil && s.Error.Kind == memory.ErrorMaxSteps {
				state = StateMaxSteps
			}
			if !replayAction(name, s, yield) {
				return false
			}
		case *memory.Final:
			res := &Result{State: state, Answer: s.Answer, Text: s.Text, Steps: number}
			if state == StateMaxSteps {
				res.Steps-- // the question for an answer
			}
			events = []Event{&FinalEvent{Source: Source{name, number}, Result: res}}
		}
		for _, e := range events {
			if !yield(e) {
				return false
			}
		}
	}
	return true
}

func replayAction(name string, s *memory.Action, yield func(Event) bool) bool {
	src := Source{name, s.Number}
	if s.Code != "" && !yield(&CodeEvent{Source: src, Code: s.Code}) {
		return false
	}
	for _, c := range s.Calls {
		if !yield(&ToolCallEvent{Source: src, Call: c}) || !yield(&ToolResultEvent{Source: src, Call: c}) {
			return false
		}
	}
	for _, m := range s.Managed {
		if !replaySteps(m.Agent, m.Memory.Steps(), yield) {
			return false
		}
	}
	return yield(&StepEvent{Source: src, Action: s})
}
