// Package options reads the options of a session as its plugin declares them.
package options

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/airlockhq/airlock/internal/units"
	"github.com/airlockhq/airlock/shared"
)

// Values are options whose types have been checked. Its methods take the name of
// a declared option; any other is a mistake in the plugin, and gives zero.
type Values map[string]string

// Parse checks what a client gave against the declarations and adds the
// defaults. Its errors are of KindInvalidArgument and name the plugin.
func Parse(plugin string, specs []shared.OptionSpec, given map[string]string) (Values, error) {
	v := Values{}
	for _, s := range specs {
		v[s.Name] = s.Default
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(specs, func(s shared.OptionSpec) bool { return s.Name == name })
		if i < 0 {
			return nil, shared.Errorf(shared.KindInvalidArgument, "open %s: there is no option %q; there are: %s", plugin, name, strings.Join(slices.Sorted(maps.Keys(v)), ", "))
		}
		if want := wrong(specs[i].Type, given[name]); want != "" {
			return nil, shared.Errorf(shared.KindInvalidArgument, "open %s: the option %s must be %s, not %q", plugin, name, want, given[name])
		}
		v[name] = given[name]
	}
	return v, nil
}

// wrong tells what a value of the type must be, if it isn't.
func wrong(kind, text string) (want string) {
	var err error
	switch kind {
	case "int":
		want = "a whole number"
		_, err = strconv.ParseInt(text, 10, 64)
	case "float":
		want = "a number"
		_, err = strconv.ParseFloat(text, 64)
	case "bool":
		want = "true or false"
		_, err = strconv.ParseBool(text)
	case "duration":
		want = "a duration such as 30s"
		_, err = time.ParseDuration(text)
	case "bytes":
		want = "a size such as 64MiB"
		_, err = units.ParseSize(text)
	}
	if err == nil {
		return ""
	}
	return want
}

// Int is the value of an int.
func (v Values) Int(name string) int64 {
	n, _ := strconv.ParseInt(v[name], 10, 64) // checked by Parse
	return n
}

// Float is the value of a float.
func (v Values) Float(name string) float64 {
	f, _ := strconv.ParseFloat(v[name], 64) // checked by Parse
	return f
}

// Bool is the value of a bool.
func (v Values) Bool(name string) bool {
	b, _ := strconv.ParseBool(v[name]) // checked by Parse
	return b
}

// Bytes is the value of a size, in bytes.
func (v Values) Bytes(name string) int64 {
	n, _ := units.ParseSize(v[name]) // checked by Parse
	return n
}

// Duration is the value of a duration.
func (v Values) Duration(name string) time.Duration {
	d, _ := time.ParseDuration(v[name]) // checked by Parse
	return d
}
