package memory_test

import (
	"encoding/json"
	"fmt"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
)

// A memory saves to JSON and loads from it; an agent whose Memory it becomes can Resume, or
// go on with a conversation.
func ExampleMemory() {
	m := &memory.Memory{}
	m.Add(&memory.Task{Text: "What is 6 * 7?"})
	m.Add(&memory.Action{Number: 1, Output: model.Text(model.RoleAssistant, "<code>\nprint(6 * 7)\n</code>"), Observations: "Execution logs:\n42\n"})
	saved, err := json.Marshal(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	loaded := &memory.Memory{}
	if err := json.Unmarshal(saved, loaded); err != nil {
		fmt.Println(err)
		return
	}
	for _, msg := range loaded.Messages(false) {
		fmt.Printf("%s: %q\n", msg.Role, msg.Text())
	}
	// Output:
	// user: "New task:\nWhat is 6 * 7?\n"
	// assistant: "<code>\nprint(6 * 7)\n</code>"
	// user: "Observation:\nExecution logs:\n42\n\n"
}
