package model_test

import (
	"context"
	"fmt"

	"github.com/airlockhq/airlock/agent/model"
)

func ExampleScripted() {
	m := model.CutStop(model.Scripted("The answer is 42. Observation: none", "Bye."))
	req := &model.Request{
		Messages: []model.Message{model.Text(model.RoleUser, "What is the answer?")},
		Stop:     []string{"Observation:"},
	}
	for range 3 {
		resp, err := m.Generate(context.Background(), req, nil)
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%q\n", resp.Message.Text())
	}
	// Output:
	// "The answer is 42. "
	// "Bye."
	// model of scripted: call 3 has no answer, the script has 2; give it one answer for each call that is expected
}
