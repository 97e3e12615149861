package stdlib

import (
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/bisect"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/collections"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/contextlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/datetime"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/functools"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/heapq"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/itertools"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/operator"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	struct_ "github.com/airlockhq/airlock/plugins/local/python/stdlib/struct"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/traceback"
)

// modules are all modules by dotted name.
var modules = map[string]loader{
	"__future__":      pymod.Loader("__future__", nil),
	"abc":             pymod.Loader("abc", nil),
	"asyncio":         pymod.Loader("asyncio", nil),
	"bisect":          bisect.Load,
	"collections":     collections.Load,
	"collections.abc": collections.LoadABC,
	"contextlib":      contextlib.Load,
	"contextvars":     pymod.Loader("contextvars", nil),
	"datetime":        datetime.Load,
	"functools":       functools.Load,
	"heapq":           heapq.Load,
	"io":              pymod.Loader("io", nil),
	"itertools":       itertools.Load,
	"operator":        operator.Load,
	"queue":           pymod.Loader("queue", nil),
	"stat":            pymod.Loader("stat", nil),
	"struct":          struct_.Load,
	"traceback":       traceback.Load,
}
