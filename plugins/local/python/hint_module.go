package python

import (
	"slices"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

// replacement is what programs can use in the place of a module.
type replacement struct {
	// modules do at least a part of its job.
	modules string
	// advice is for what no module here does.
	advice string
}

const (
	noFiles     = "There are no files in this sandbox: keep data in variables."
	noNetwork   = "There is no network in this sandbox: call a tool for that."
	noProcesses = "There are no other processes in this sandbox."
)

// replacements, by the first part of a module's name.
var replacements = map[string]replacement{
	"numpy": {modules: "math statistics itertools array"}, "scipy": {modules: "math statistics"}, "pandas": {modules: "collections csv statistics"},
	"polars": {modules: "collections csv statistics"}, "sympy": {modules: "fractions math"}, "mpmath": {modules: "decimal math"}, "gmpy2": {modules: "math decimal"},
	"dateutil": {modules: "datetime"}, "pytz": {modules: "zoneinfo datetime"}, "arrow": {modules: "datetime"}, "pendulum": {modules: "datetime"},
	"regex": {modules: "re"}, "simplejson": {modules: "json"}, "orjson": {modules: "json"}, "ujson": {modules: "json"}, "yaml": {modules: "json"}, "toml": {modules: "tomllib"},
	"bs4": {modules: "html.parser re"}, "lxml": {modules: "html.parser re"}, "xml": {modules: "html.parser re"}, "attr": {modules: "dataclasses"}, "attrs": {modules: "dataclasses"},
	"pydantic": {modules: "dataclasses"}, "networkx": {modules: "collections heapq graphlib"}, "sortedcontainers": {modules: "bisect heapq"}, "more_itertools": {modules: "itertools"},
	"tabulate": {modules: "string textwrap"}, "unidecode": {modules: "unicodedata"}, "multiprocessing": {modules: "concurrent.futures", advice: noProcesses},
	"os": {modules: "os.path", advice: noFiles}, "pathlib": {modules: "pathlib", advice: noFiles}, "shutil": {advice: noFiles}, "glob": {modules: "fnmatch", advice: noFiles},
	"io": {modules: "io", advice: noFiles}, "tempfile": {modules: "io", advice: noFiles}, "sqlite3": {modules: "collections", advice: noFiles}, "shelve": {modules: "json", advice: noFiles},
	"openpyxl": {modules: "csv", advice: noFiles}, "subprocess": {advice: noProcesses}, "signal": {advice: noProcesses}, "ctypes": {modules: "struct array"},
	"requests": {advice: noNetwork}, "httpx": {advice: noNetwork}, "aiohttp": {advice: noNetwork}, "urllib": {modules: "urllib.parse", advice: noNetwork}, "urllib3": {advice: noNetwork},
	"socket": {advice: noNetwork}, "ssl": {advice: noNetwork}, "http": {advice: noNetwork}, "smtplib": {advice: noNetwork}, "ftplib": {advice: noNetwork}, "selenium": {advice: noNetwork},
	"wikipedia": {advice: noNetwork}, "duckduckgo_search": {advice: noNetwork}, "yfinance": {advice: noNetwork}, "openai": {advice: noNetwork},
}

// moduleHint says of a module that can't be imported what is authorised and does
// its job, how it is authorised, or where it is to be had.
func (s *Session) moduleHint(e *py.Exception) string {
	v, err := s.vm.GetAttr(py.Of(&e.Object), py.Name("name"))
	if err != nil || v.Str() == nil {
		return ""
	}
	name := v.Str().S
	top, _, _ := strings.Cut(name, ".")
	if s.policy.Authorized(name) && slices.Contains(stdlib.Names(), top) {
		return "" // it is here; a part of it is missing, which the message tells
	}
	r := replacements[top]
	var parts, allowed []string
	for m := range strings.FieldsSeq(r.modules) {
		if m != name && s.policy.Authorized(m) {
			allowed = append(allowed, m)
		}
	}
	if len(allowed) > 0 {
		parts = append(parts, "Authorized and useful in its place: "+strings.Join(allowed, ", ")+".")
	}
	if r.advice != "" {
		parts = append(parts, r.advice)
	}
	switch known := slices.Contains(stdlib.Names(), name); {
	case known:
		parts = append(parts, "The local executor has "+name+": it can be authorized with --import "+name+".")
	case len(parts) == 0 || r.advice == "":
		parts = append(parts, "The local executor has no module "+top+"; executors that run CPython, such as process, have it if it is installed there.")
	}
	return strings.Join(parts, " ")
}
