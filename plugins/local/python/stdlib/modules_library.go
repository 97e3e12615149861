package stdlib

import (
	"maps"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/time"
)

// libraryModules are the modules about time, data formats and the machine.
var libraryModules = map[string]loader{
	"time": time.Load,
}

func init() { maps.Copy(modules, libraryModules) }
