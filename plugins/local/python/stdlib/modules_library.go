package stdlib

import (
	"maps"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/hashlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	pystruct "github.com/airlockhq/airlock/plugins/local/python/stdlib/struct"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/sys"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/time"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/zoneinfo"
)

// libraryModules are the modules about time, data formats and the machine.
var libraryModules = map[string]loader{
	"graphlib": pymod.Loader("graphlib", nil),
	"hashlib":  hashlib.Load,
	"hmac":     pymod.Loader("hmac", hashlib.Natives),
	"secrets":  pymod.Loader("secrets", hashlib.Natives),
	"struct":   pystruct.Load,
	"sys":      sys.Load,
	"time":     time.Load,
	"uuid":     pymod.Loader("uuid", hashlib.Natives),
	"zoneinfo": zoneinfo.Load,
}

func init() { maps.Copy(modules, libraryModules) }
