package stdlib

import (
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/array"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/ast"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/binascii"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/bisect"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/builtins"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/cmath"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/codecs"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/collections"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/contextlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/contextvars"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/copy"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/csv"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/dataclasses"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/datetime"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/decimal"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/enum"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/functools"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/hashlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/heapq"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/html"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/inspect"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/caller"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/itertools"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/json"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/math"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/operator"
	pyos "github.com/airlockhq/airlock/plugins/local/python/stdlib/os"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pickle"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/random"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/re"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/statistics"
	pystring "github.com/airlockhq/airlock/plugins/local/python/stdlib/string"
	pystruct "github.com/airlockhq/airlock/plugins/local/python/stdlib/struct"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/sys"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/testsupport"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/textwrap"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/thread"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/time"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/traceback"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/types"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/typing"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/unicodedata"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/zlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/zoneinfo"
)

// modules are all modules by dotted name.
var modules = map[string]loader{
	"__future__":          pymod.Loader("__future__", nil),
	"_blake2":             hashlib.LoadPart("_blake2"),
	"_hashlib":            hashlib.LoadPart("_hashlib"),
	"_md5":                hashlib.LoadPart("_md5"),
	"_sha1":               hashlib.LoadPart("_sha1"),
	"_sha2":               hashlib.LoadPart("_sha2"),
	"_sha3":               hashlib.LoadPart("_sha3"),
	"_string":             pystring.LoadInternal,
	"_strptime":           pymod.Loader("_strptime", time.StrptimeNatives),
	"_thread":             thread.Load,
	"abc":                 pymod.Loader("abc", types.ABCNatives),
	"argparse":            pymod.Loader("argparse", nil),
	"array":               array.Load,
	"ast":                 ast.Load,
	"asyncio":             pymod.Loader("asyncio", nil),
	"asyncio.base_events": thread.BaseEvents,
	"asyncio.events":      thread.Events,
	"asyncio.exceptions":  pymod.Loader("asyncio.exceptions", nil),
	"asyncio.futures":     pymod.Loader("asyncio.futures", nil),
	"asyncio.locks":       pymod.Loader("asyncio.locks", nil),
	"asyncio.mixins":      pymod.Loader("asyncio.mixins", nil),
	"asyncio.queues":      pymod.Loader("asyncio.queues", nil),
	"asyncio.runners":     pymod.Loader("asyncio.runners", nil),
	"asyncio.taskgroups":  pymod.Loader("asyncio.taskgroups", nil),
	"asyncio.tasks":       pymod.Loader("asyncio.tasks", nil),
	"asyncio.threads":     pymod.Loader("asyncio.threads", nil),
	"asyncio.timeouts":    pymod.Loader("asyncio.timeouts", nil),
	"base64":              binascii.LoadBase64,
	"binascii":            binascii.Load,
	"bisect":              bisect.Load,
	"builtins":            builtins.Load,
	"calendar":            pymod.Loader("calendar", nil),
	"cmath":               cmath.Load,
	"codecs":              pymod.Loader("codecs", codecs.Natives),
	"collections":         collections.Load,
	"collections.abc":     collections.LoadABC,
	"colorsys":            pymod.Loader("colorsys", nil),
	"concurrent":          pymod.Loader("concurrent", nil),
	"concurrent.futures":  thread.Futures,
	"configparser":        pymod.Loader("configparser", nil),
	"contextlib":          contextlib.Load,
	"contextvars":         contextvars.Load,
	"copy":                copy.Load,
	"copyreg":             copy.LoadReg,
	"csv":                 csv.Load,
	"dataclasses":         dataclasses.Load,
	"datetime":            datetime.Load,
	"decimal":             decimal.Load,
	"difflib":             pymod.Loader("difflib", nil),
	"enum":                enum.Load,
	"errno":               pymod.Loader("errno", nil),
	"fnmatch":             pymod.Loader("fnmatch", nil),
	"fractions":           pymod.Loader("fractions", nil),
	"functools":           functools.Load,
	"gc":                  pymod.Loader("gc", nil),
	"getopt":              pymod.Loader("getopt", nil),
	"graphlib":            pymod.Loader("graphlib", nil),
	"gzip":                pymod.Loader("gzip", nil),
	"hashlib":             hashlib.Load,
	"heapq":               heapq.Load,
	"hmac":                pymod.Loader("hmac", hashlib.Natives),
	"html":                html.Load,
	"html.entities":       pymod.Loader("html.entities", nil),
	"html.parser":         pymod.Loader("html.parser", nil),
	"inspect":             inspect.Load,
	"io":                  pymod.Loader("io", nil),
	"ipaddress":           pymod.Loader("ipaddress", nil),
	"itertools":           itertools.Load,
	"json":                json.Load,
	"json.decoder":        json.LoadPart("decoder"),
	"json.encoder":        json.LoadPart("encoder"),
	"json.scanner":        json.LoadPart("scanner"),
	"keyword":             pymod.Loader("keyword", nil),
	"linecache":           pymod.Loader("linecache", inspect.Sources),
	"locale":              pymod.Loader("locale", nil),
	"logging":             pymod.Loader("logging", caller.Natives),
	"math":                math.Load,
	"numbers":             pymod.Loader("numbers", nil),
	"operator":            operator.Load,
	"os":                  pyos.Load,
	"os.path":             pyos.LoadPath,
	"pathlib":             pymod.Loader("pathlib", nil),
	"pickle":              pickle.Load,
	"posixpath":           pyos.LoadPath,
	"pprint":              pymod.Loader("pprint", nil),
	"queue":               thread.Queue,
	"quopri":              pymod.Loader("quopri", nil),
	"random":              random.Load,
	"re":                  re.Load,
	"re._constants":       re.LoadConstants,
	"reprlib":             pymod.Loader("reprlib", nil),
	"sched":               pymod.Loader("sched", nil),
	"secrets":             pymod.Loader("secrets", hashlib.Natives),
	"shlex":               pymod.Loader("shlex", nil),
	"stat":                pymod.Loader("stat", nil),
	"statistics":          statistics.Load,
	"string":              pystring.Load,
	"struct":              pystruct.Load,
	"sys":                 sys.Load,
	"textwrap":            textwrap.Load,
	"threading":           thread.Threading,
	"time":                time.Load,
	"timeit":              pymod.Loader("timeit", nil),
	"tomllib":             pymod.Loader("tomllib", nil),
	"traceback":           traceback.Load,
	"types":               types.Load,
	"typing":              typing.Load,
	"unicodedata":         unicodedata.Load,
	"unittest":            pymod.Loader("unittest", caller.Natives),
	"urllib":              pymod.Loader("urllib", nil),
	"urllib.parse":        pymod.Loader("urllib.parse", nil),
	"uuid":                pymod.Loader("uuid", hashlib.Natives),
	"warnings":            pymod.Loader("warnings", caller.Natives),
	"weakref":             pymod.Loader("weakref", nil),
	"zlib":                zlib.Load,
	"zoneinfo":            zoneinfo.Load,
}

// testModules are the modules that Python tests of the interpreter import. They
// are there for an operator who authorises them, but not among Names.
var testModules = map[string]loader{
	"_testcapi":                      pymod.Loader("_testcapi", testsupport.Natives),
	"test":                           pymod.Loader("test", nil),
	"test.testcodec":                 pymod.Loader("test.testcodec", nil),
	"test.support":                   pymod.Loader("test.support", nil),
	"test.support.import_helper":     pymod.Loader("test.support.import_helper", testsupport.ImportNatives),
	"test.support.warnings_helper":   pymod.Loader("test.support.warnings_helper", nil),
	"test.typinganndata":             pymod.Loader("test.typinganndata", nil),
	"test.typinganndata.ann_module3": pymod.Loader("test.typinganndata.ann_module3", nil),
}
