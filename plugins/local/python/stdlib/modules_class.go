package stdlib

import (
	"maps"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/copy"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/dataclasses"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/enum"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/types"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/typing"
)

// classModules are the modules about classes and objects.
var classModules = map[string]loader{
	"copy":        copy.Load,
	"copyreg":     copy.LoadReg,
	"dataclasses": dataclasses.Load,
	"enum":        enum.Load,
	"types":       types.Load,
	"typing":      typing.Load,
}

func init() { maps.Copy(modules, classModules) }
