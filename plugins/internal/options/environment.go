package options

import (
	"maps"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/shared"
)

// What the kernel takes of an environment: the first is its own limit for one
// variable, the second leaves room for the arguments beside it.
const (
	maxVariable    = 128<<10 - 1
	maxEnvironment = 1 << 20
)

// CheckEnvironment refuses variables that no process can be given. Its errors
// don't tell values, which may be secret.
func CheckEnvironment(plugin string, env map[string]string) error {
	total := 0
	for _, name := range slices.Sorted(maps.Keys(env)) {
		size := len(name) + len("=") + len(env[name])
		total += size
		switch {
		case name == "" || strings.ContainsAny(name, "=\x00"):
			return shared.Errorf(shared.KindInvalidArgument, "open %s: %.100q is no name of an environment variable", plugin, name)
		case strings.Contains(env[name], "\x00"):
			return shared.Errorf(shared.KindInvalidArgument, "open %s: the environment variable %.100q holds a null byte", plugin, name)
		case size > maxVariable:
			return tooLarge("open %s: the environment variable %.100q has %d bytes, the kernel takes at most %d", plugin, name, size, maxVariable)
		case total > maxEnvironment:
			return tooLarge("open %s: the environment has more than %d bytes", plugin, maxEnvironment)
		}
	}
	return nil
}

func tooLarge(format string, args ...any) error {
	e := shared.Errorf(shared.KindInvalidArgument, format, args...)
	e.Hint = "set a variable of the session instead (--var), or put a file into the sandbox"
	return e
}
