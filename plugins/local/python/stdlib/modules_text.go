package stdlib

import (
	"maps"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/binascii"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/csv"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/html"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/json"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/re"
	pystring "github.com/airlockhq/airlock/plugins/local/python/stdlib/string"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/textwrap"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/unicodedata"
)

// textModules are the modules about texts.
var textModules = map[string]loader{
	"unicodedata":  unicodedata.Load,
	"urllib":       pymod.Loader("urllib", nil),
	"urllib.parse": pymod.Loader("urllib.parse", nil),
	"base64":       binascii.LoadBase64,
	"binascii":     binascii.Load,
	"csv":          csv.Load,
	"html":         html.Load,
	"json":         json.Load,
	"json.decoder": json.LoadPart("decoder"),
	"json.encoder": json.LoadPart("encoder"),
	"json.scanner": json.LoadPart("scanner"),
	"re":           re.Load,
	"shlex":        pymod.Loader("shlex", nil),
	"string":       pystring.Load,
	"textwrap":     textwrap.Load,
}

func init() { maps.Copy(modules, textModules) }
