package python_test

import (
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// routeModules are what the routes use; none of them leads to a module that is not here.
var routeModules = []string{
	"abc", "ast", "asyncio", "builtins", "contextlib", "contextvars", "copy", "dataclasses", "enum", "functools", "inspect", "json",
	"logging", "operator", "pprint", "sched", "string", "types", "typing", "weakref",
}

// reads are ways to read the attribute NAME of OBJ; 'NAME' is the name as data.
var reads = map[string]string{
	"attribute":            "OBJ.NAME",
	"in brackets":          "[OBJ.NAME][0]",
	"in a dict":            "{'k': OBJ.NAME}['k']",
	"walrus":               "(x := OBJ.NAME)",
	"unpacking":            "a, *b = OBJ.NAME, 1",
	"f-string":             "f'{OBJ.NAME}'",
	"f-string conversion":  "f'{OBJ.NAME!r:>5}'",
	"list comprehension":   "[o.NAME for o in [OBJ]]",
	"dict comprehension":   "{1: o.NAME for o in [OBJ]}",
	"generator expression": "next(o.NAME for o in [OBJ])",
	"comprehension's if":   "[1 for o in [OBJ] if o.NAME]",
	"lambda":               "(lambda o: o.NAME)(OBJ)",
	"function":             "def f(o): return o.NAME\nf(OBJ)",
	"closure":              "def f():\n    o = OBJ\n    def g(): return o.NAME\n    return g\nf()()",
	"default argument":     "def f(x=OBJ.NAME): pass",
	"annotation":           "def f(x: OBJ.NAME): pass",
	"class body":           "class C:\n    x = OBJ.NAME",
	"base class":           "class C(OBJ.NAME): pass",
	"decorator":            "@OBJ.NAME\ndef f(): pass",
	"generator":            "def g(o): yield o.NAME\nnext(g(OBJ))",
	"coroutine":            "import asyncio\nasync def f(o): return o.NAME\nasyncio.run(f(OBJ))",
	"property":             "class C:\n    p = property(lambda self: OBJ.NAME)\nC().p",
	"descriptor":           "class D:\n    def __get__(self, o, t): return OBJ.NAME\nclass C:\n    d = D()\nC().d",
	"__getattr__":          "class C:\n    def __getattr__(self, n): return OBJ.NAME\nC().x",
	"delegation":           "class C:\n    def __getattr__(self, n): return getattr(OBJ, n)\nC().NAME",
	"match class":          "match OBJ:\n    case object(NAME=x): pass",
	"except clause":        "try: 1 / 0\nexcept OBJ.NAME: pass",
	"with item":            "with OBJ.NAME: pass",
	"del target":           "del OBJ.NAME.x",
	"store through it":     "OBJ.NAME.x = 1",
	"augmented through it": "OBJ.NAME.x += 1",
	"type parameter":       "def f[T: OBJ.NAME](x: T): pass\nf.__type_params__[0].__bound__",
	"type alias":           "type A = OBJ.NAME\nA.__value__",

	"getattr":              "getattr(OBJ, 'NAME')",
	"getattr with default": "getattr(OBJ, 'NAME', None)",
	"getattr, starred":     "getattr(*[OBJ, 'NAME'])",
	"text subclass":        "class S(str): pass\ngetattr(OBJ, S('NAME'))",
	"lying text":           "class S(str):\n    def startswith(self, *a): return False\n    def __eq__(self, o): return False\n    def __hash__(self): return 1\ngetattr(OBJ, S('NAME'))",
	"joined text":          "getattr(OBJ, 'NAME'[:1] + 'NAME'[1:])",
	"map":                  "list(map(getattr, [OBJ], ['NAME']))",
	"starmap":              "import itertools\nlist(itertools.starmap(getattr, [(OBJ, 'NAME')]))",
	"reduce":               "import functools\nfunctools.reduce(getattr, ['NAME'], OBJ)",
	"partial":              "import functools\nfunctools.partial(getattr, OBJ)('NAME')",
	"partialmethod":        "import functools\nclass C:\n    p = functools.partialmethod(lambda self, o, n: getattr(o, n), OBJ, 'NAME')\nC().p()",
	"lru_cache":            "import functools\nfunctools.lru_cache(getattr)(OBJ, 'NAME')",
	"singledispatch":       "import functools\nfunctools.singledispatch(getattr)(OBJ, 'NAME')",
	"cached_property":      "import functools, operator\nclass C:\n    p = functools.cached_property(lambda s: operator.attrgetter('NAME')(OBJ))\nC().p",
	"update_wrapper":       "import functools, types\nfunctools.update_wrapper(types.SimpleNamespace(), OBJ, assigned=('NAME',), updated=()).NAME",
	"bound method":         "import types\ntypes.MethodType(getattr, OBJ)('NAME')",
	"attrgetter":           "import operator\noperator.attrgetter('NAME')(OBJ)",
	"attrgetter of two":    "import operator\noperator.attrgetter('NAME', 'NAME')(OBJ)",
	"attrgetter, dotted":   "import operator\nclass H: pass\nH.o = OBJ\noperator.attrgetter('o.NAME')(H)",
	"methodcaller":         "import operator\noperator.methodcaller('NAME')(OBJ)",
	"operator.call":        "import operator\noperator.call(getattr, OBJ, 'NAME')",
	"sort key":             "import operator\nsorted([OBJ], key=operator.attrgetter('NAME'))",
	"max key":              "import operator\nmax([OBJ], key=operator.attrgetter('NAME'))",
	"filter":               "import operator\nlist(filter(operator.attrgetter('NAME'), [OBJ]))",
	"defaultdict":          "import collections\ncollections.defaultdict(lambda: getattr(OBJ, 'NAME'))[1]",

	"str.format":         "'{0.NAME}'.format(OBJ)",
	"str.format, keyed":  "'{o.NAME!r:{w}}'.format(o=OBJ, w=5)",
	"str.format, item":   "'{0[o].NAME}'.format({'o': OBJ})",
	"str.format, nested": "'{0:{1.NAME}}'.format(5, OBJ)",
	"format as a value":  "f = '{0.NAME}'.format\nlist(map(f, [OBJ]))",
	"format_map":         "'{o.NAME}'.format_map({'o': OBJ})",
	"Formatter":          "import string\nstring.Formatter().format('{0.NAME}', OBJ)",
	"vformat":            "import string\nstring.Formatter().vformat('{o.NAME}', (), {'o': OBJ})",
	"get_field":          "import string\nstring.Formatter().get_field('0.NAME', (OBJ,), {})",
	"logging style":      "import logging\nlogging.Formatter('{o.NAME}', style='{').format(logging.makeLogRecord({'o': OBJ}))",

	"ExitStack":        "import contextlib\nwith contextlib.ExitStack() as s: s.callback(getattr, OBJ, 'NAME')",
	"context":          "import contextvars\ncontextvars.copy_context().run(getattr, OBJ, 'NAME')",
	"finalizer":        "import weakref\nclass C: pass\nc = C()\nweakref.finalize(c, getattr, OBJ, 'NAME')()",
	"thread":           "import asyncio\nasyncio.run(asyncio.to_thread(getattr, OBJ, 'NAME'))",
	"copy":             "import copy\nclass C:\n    def __reduce_ex__(self, p): return getattr, (OBJ, 'NAME')\ncopy.copy(C())",
	"deepcopy":         "import copy\nclass C:\n    def __deepcopy__(self, memo): return getattr(OBJ, 'NAME')\ncopy.deepcopy([C()])",
	"json default":     "import json\njson.dumps([C], default=lambda o: getattr(OBJ, 'NAME')) if (C := type('C', (), {})) else 0",
	"json hook":        "import json\njson.loads('{}', object_hook=lambda d: getattr(OBJ, 'NAME'))",
	"dataclass field":  "import dataclasses\n@dataclasses.dataclass\nclass C:\n    x: object = dataclasses.field(default_factory=lambda: getattr(OBJ, 'NAME'))\nC()",
	"enum member":      "import enum\nclass E(enum.Enum):\n    A = OBJ.NAME",
	"enum's _missing_": "import enum\nclass E(enum.Enum):\n    A = 1\n    @classmethod\n    def _missing_(cls, v): return getattr(OBJ, 'NAME')\nE(2)",
	"re function":      "import re\nre.sub('x', lambda m: getattr(OBJ, 'NAME'), 'x')",
	"pprint":           "import pprint\nclass C:\n    def __repr__(self): return str(getattr(OBJ, 'NAME'))\npprint.pformat(C())",
	"exception text":   "class E(Exception):\n    def __str__(self): return str(getattr(OBJ, 'NAME'))\nstr(E())",
	"weak proxy":       "import weakref, types\nn = types.SimpleNamespace(o=OBJ)\nclass C: pass\nc = C()\nc.o = OBJ\nweakref.proxy(c).o.NAME",
	"string hint":      "import typing\ndef f(x: 'OBJ.NAME'): pass\ntyping.get_type_hints(f)",
	"NamedTuple hint":  "import typing\nclass N(typing.NamedTuple):\n    x: 'OBJ.NAME'\ntyping.get_type_hints(N)",
	"dataclass hint":   "import dataclasses, typing\n@dataclasses.dataclass\nclass C:\n    x: 'OBJ.NAME'\ntyping.get_type_hints(C)",
	"eval_str":         "import inspect\ndef f(x: 'OBJ.NAME'): pass\ninspect.get_annotations(f, eval_str=True)",
	"signature":        "import inspect\ndef f(x: 'OBJ.NAME'): pass\ninspect.signature(f, eval_str=True)",
	"getattr_static":   "import inspect\ninspect.getattr_static(OBJ, 'NAME')",
	"type()":           "type('C', (), {'x': property(lambda s: OBJ.NAME)})().x",
	"tool's value":     "identity(OBJ).NAME",
	"fullwidth":        "OBJ.WIDE",
}

// wide writes a name in characters that the parser normalises to it.
func wide(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'a' && r <= 'z' {
			r += 'ａ' - 'a'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func route(src, obj, name string) string {
	return strings.NewReplacer("OBJ", obj, "NAME", name, "WIDE", wide(name)).Replace(src)
}

const setup = "import random, sched, operator, functools, itertools, collections\nimport builtins\nclass Target: pass\ntarget = Target()\n"

// TestReadRoutes: whatever way guest code takes to an attribute that the policy refuses, it gets the policy's answer and not
// the value; and what the operator allows is allowed on each way.
func TestReadRoutes(t *testing.T) {
	with := func(cfg policy.Config, modules ...string) policy.Config {
		cfg.Modules = append(append([]string{}, routeModules...), modules...)
		return cfg
	}
	// Of a type parameter and an alias the value is behind a dunder name.
	own := []string{"__type_params__", "__bound__", "__value__"}
	for rule, r := range map[string]struct {
		cfg             policy.Config
		obj, name, want string
	}{
		"module":          {with(policy.Config{Dunders: own}), "random", "_os", "Forbidden access to module: os"},
		"function":        {with(policy.Config{Dunders: own}), "builtins", "eval", "Forbidden access to function: eval"},
		"dunder":          {with(policy.Config{Dunders: own}), "target", "__dict__", "Forbidden access to dunder attribute: __dict__"},
		"dunder of class": {with(policy.Config{Dunders: own}), "Target", "__mro__", "Forbidden access to dunder attribute: __mro__"},
		"globals":         {with(policy.Config{Dunders: own}), "(lambda: 0)", "__globals__", "Forbidden access to dunder attribute: __globals__"},
		"other dunder":    {with(policy.Config{Dunders: append([]string{"__dict__"}, own...)}), "target", "__reduce__", "Forbidden access to dunder attribute: __reduce__"},
		"strict":          {with(policy.Config{StrictDunder: true, Dunders: own}), "target", "__class__", "Forbidden access to dunder attribute: __class__"},
		"library's own":   {with(policy.Config{Dunders: own}), "sched", "_heapq", "Forbidden access to module: heapq"},
		"every dunder":    {with(policy.Config{Dunders: []string{"*"}}), "random", "_os", "Forbidden access to module: os"},
	} {
		t.Run(rule, func(t *testing.T) {
			s := routeSession(t, r.cfg)
			if _, f := runIn(t, s, setup, python.DefaultLimits); f != nil {
				t.Fatal(f)
			}
			for name, src := range reads {
				src = route(src, r.obj, r.name)
				_, f := runIn(t, s, src, python.DefaultLimits)
				if f == nil || !strings.Contains(f.Message, r.want) && !strings.Contains(f.Message, "Forbidden call to dunder function: "+r.name) {
					t.Errorf("%s: %s\ngives %v", name, src, f)
				}
			}
		})
	}
}

func routeSession(t *testing.T, cfg policy.Config) *python.Session {
	t.Helper()
	s := newSession(t, python.Options{Policy: cfg})
	identity := py.Func("identity", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return a[0], nil })
	s.SetTools([]python.Tool{{Name: "identity", Func: identity.In("tools")}})
	return s
}
