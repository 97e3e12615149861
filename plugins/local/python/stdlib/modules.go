package stdlib

import (
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/math"
)

// modules are all modules by dotted name.
var modules = map[string]loader{
	"math": math.Load,
}
