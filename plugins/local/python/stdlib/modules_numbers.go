package stdlib

import (
	"maps"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/cmath"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/decimal"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/math"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/random"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/statistics"
)

// The modules about numbers.
func init() {
	maps.Copy(modules, map[string]loader{
		"cmath":      cmath.Load,
		"decimal":    decimal.Load,
		"fractions":  pymod.Loader("fractions", nil),
		"math":       math.Load,
		"numbers":    pymod.Loader("numbers", nil),
		"random":     random.Load,
		"statistics": statistics.Load,
	})
}
