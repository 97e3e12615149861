package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
	"github.com/airlockhq/airlock/shared"
)

// input is one argument of a tool: its Python name is in the ToolInput, its own here.
type input struct {
	shared.ToolInput
	original string
}

// inputsOf reads the arguments off a schema: the required ones first, in their order, then the others.
func inputsOf(schema schemas.Object) ([]input, error) {
	props, _ := schema["properties"].(schemas.Object)
	if len(props) > maxTools {
		return nil, fmt.Errorf("it has more than %d arguments", maxTools)
	}
	rank := map[string]int{}
	required, _ := schema["required"].([]any)
	for i, r := range required {
		name, ok := r.(string)
		if !ok {
			return nil, errors.New("the list of required arguments in its schema holds what is no text")
		}
		rank[name] = i - len(required)
	}
	names := make([]string, 0, len(props))
	for name := range props {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(rank[a]-rank[b], strings.Compare(a, b)) })
	taken := schemas.Names{}
	out := make([]input, len(names))
	for i, name := range names {
		prop, _ := props[name].(schemas.Object)
		in := input{original: name}
		in.Name = taken.Identifier(name)
		in.Optional = rank[name] == 0
		in.Type = schemas.TypeOf(prop, schema)
		if schemas.Nullable(prop) && !in.Optional {
			in.Type = tool.TypeAny // None must pass; the server checks the rest
		}
		in.Description = schemas.Describe(prop)
		if in.Optional {
			in.Default = schemas.Default(prop, in.Type)
		}
		out[i] = in
	}
	return out, nil
}
