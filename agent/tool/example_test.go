package tool_test

import (
	"context"
	"fmt"

	"github.com/airlockhq/airlock/agent/tool"
)

func ExampleFunc() {
	type args struct {
		City string `doc:"Where."`
		Days int    `doc:"How many days ahead." default:"1"`
	}
	type forecast struct {
		Sky     string  `json:"sky"`
		Celsius float64 `json:"celsius"`
	}
	t, err := tool.Func("weather", "Tells the weather in a city.", func(_ context.Context, a args) (forecast, error) {
		if a.Days > 7 {
			return forecast{}, &tool.Error{Type: "ValueError", Message: "nobody can look further than a week"}
		}
		return forecast{"clear", 21.5}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Spec().Signature())

	// What a model calls is checked first.
	given, err := tool.BindJSON(t.Spec(), `{"city": "Lyon", "days": "3",}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := tool.Call(context.Background(), t, given)
	fmt.Println(result, err)
	// Output:
	// def weather(city: str, days: int = 1) -> dict:
	//     """Tells the weather in a city.
	//
	//     Args:
	//         city: Where.
	//         days: How many days ahead.
	//
	//     Returns:
	//         What this JSON Schema says, so that its fields can be used in the same code: {"type":"object","properties":{"sky":{"type":"string"},"celsius":{"type":"number"}},"required":["sky","celsius"]}
	//     """
	// [{sky clear} {celsius 21.5}] <nil>
}
