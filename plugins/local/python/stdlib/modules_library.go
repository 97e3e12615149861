package stdlib

import (
	"maps"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/ast"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/hashlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/inspect"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/caller"
	pyos "github.com/airlockhq/airlock/plugins/local/python/stdlib/os"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	pystruct "github.com/airlockhq/airlock/plugins/local/python/stdlib/struct"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/sys"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/time"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/zlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/zoneinfo"
)

// libraryModules are the modules about time, data formats and the machine.
var libraryModules = map[string]loader{
	"ast":          ast.Load,
	"configparser": pymod.Loader("configparser", nil),
	"graphlib":     pymod.Loader("graphlib", nil),
	"gzip":         pymod.Loader("gzip", nil),
	"html.parser":  pymod.Loader("html.parser", nil),
	"inspect":      inspect.Load,
	"keyword":      pymod.Loader("keyword", nil),
	"calendar":     pymod.Loader("calendar", nil),
	"colorsys":     pymod.Loader("colorsys", nil),
	"fnmatch":      pymod.Loader("fnmatch", nil),
	"os":           pyos.Load,
	"os.path":      pyos.LoadPath,
	"pathlib":      pymod.Loader("pathlib", nil),
	"posixpath":    pyos.LoadPath,
	"reprlib":      pymod.Loader("reprlib", nil),
	"hashlib":      hashlib.Load,
	"hmac":         pymod.Loader("hmac", hashlib.Natives),
	"logging":      pymod.Loader("logging", caller.Natives),
	"secrets":      pymod.Loader("secrets", hashlib.Natives),
	"struct":       pystruct.Load,
	"sys":          sys.Load,
	"time":         time.Load,
	"tomllib":      pymod.Loader("tomllib", nil),
	"weakref":      pymod.Loader("weakref", nil),
	"uuid":         pymod.Loader("uuid", hashlib.Natives),
	"warnings":     pymod.Loader("warnings", caller.Natives),
	"zlib":         zlib.Load,
	"zoneinfo":     zoneinfo.Load,
}

func init() { maps.Copy(modules, libraryModules) }
