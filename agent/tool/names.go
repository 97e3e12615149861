package tool

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// The types of inputs and results.
const (
	TypeString  = "string"
	TypeBoolean = "boolean"
	TypeInteger = "integer"
	TypeNumber  = "number"
	TypeArray   = "array"
	TypeObject  = "object"
	TypeImage   = "image"
	TypeAudio   = "audio"
	TypeAny     = "any"
	TypeNull    = "null"
)

var knownTypes = []string{
	TypeString, TypeBoolean, TypeInteger, TypeNumber, TypeArray, TypeObject, TypeImage, TypeAudio, TypeAny, TypeNull,
}

// keywords are Python 3.12's, which can't be names.
var keywords = []string{
	"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
	"else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
	"pass", "raise", "return", "try", "while", "with", "yield",
}

// Check tells what is wrong with a specification, nil if nothing is: guest code must be able to write its
// names, and the types must be known ones.
func Check(spec *Spec) error {
	if err := checkName("tool name", spec.Name); err != nil {
		return err
	}
	seen := make(map[string]bool, len(spec.Inputs))
	optional := ""
	for i := range spec.Inputs {
		in := &spec.Inputs[i]
		if err := checkInput(in); err != nil {
			return fmt.Errorf("tool %s: %w", spec.Name, err)
		}
		if seen[in.Name] {
			return fmt.Errorf("tool %s: two inputs are called %s", spec.Name, in.Name)
		}
		seen[in.Name] = true
		switch {
		case in.Optional:
			optional = in.Name
		case optional != "":
			return fmt.Errorf("tool %s: input %s is required but comes after the optional %s; put it before", spec.Name, in.Name, optional)
		}
	}
	if !slices.Contains(knownTypes, spec.OutputType) {
		return fmt.Errorf("tool %s: unknown output type %q; the types are %v", spec.Name, spec.OutputType, knownTypes)
	}
	for what, s := range map[string]json.RawMessage{"input": spec.InputSchema, "output": spec.OutputSchema} {
		var object map[string]json.RawMessage
		if s != nil && json.Unmarshal(s, &object) != nil {
			return fmt.Errorf("tool %s: the %s schema is no JSON object", spec.Name, what)
		}
	}
	return nil
}

func checkInput(in *shared.ToolInput) error {
	if err := checkName("input name", in.Name); err != nil {
		return err
	}
	if !slices.Contains(knownTypes, in.Type) {
		return fmt.Errorf("input %s has the unknown type %q; the types are %v", in.Name, in.Type, knownTypes)
	}
	if in.Default == nil {
		return nil
	}
	v, err := value.Decode(in.Default)
	if err != nil {
		return fmt.Errorf("default of input %s: %w", in.Name, err)
	}
	if _, ok := fit(in.Type, v); !ok && v != (value.None{}) {
		return fmt.Errorf("default of input %s must be %s, not %s", in.Name, in.Type, value.TypeName(v))
	}
	return nil
}

func checkName(what, name string) error {
	switch {
	case !identifier(name):
		return fmt.Errorf("%s %q is no identifier: use the letters a to z, digits and _", what, name)
	case slices.Contains(keywords, name):
		return fmt.Errorf("%s %q is a keyword of Python; choose another", what, name)
	case len(name) > 4 && name[:2] == "__" && name[len(name)-2:] == "__":
		return fmt.Errorf("%s %q is reserved by Python; choose another", what, name)
	}
	return nil
}

// identifier tells whether s is one in ASCII: Python normalises others, so that two spellings could be one name.
func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 200
}

// Identifier is the name that comes closest to s of those that Check lets pass.
func Identifier(s string) string {
	b := make([]byte, 0, len(s)+1)
	for _, r := range s {
		c := byte('_')
		if r < 0x80 && identifier("_"+string(r)) {
			c = byte(r)
		}
		b = append(b, c)
	}
	b = b[:min(len(b), 64)]
	if len(b) == 0 || b[0] >= '0' && b[0] <= '9' {
		b = append([]byte("_"), b...)
	}
	name := string(b)
	if strings.HasPrefix(name, "__") {
		name = "_" + strings.TrimLeft(name, "_")
	}
	if slices.Contains(keywords, name) {
		name += "_"
	}
	return name
}
