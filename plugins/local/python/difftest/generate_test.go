package difftest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// generator makes one program from the grammar.
type generator struct {
	*rand.Rand
	grammar grammar
	scope   *scope
	names   int
	depth   int      // nesting of holes
	nesting int      // of blocks
	wrong   float64  // share of the holes that get a value of another kind
	last    string   // the last name made
	modules []string // those that the program may import
}

// scope is the variables that a block may use.
type scope struct {
	outer    *scope
	function bool // variables of outer scopes can't be assigned to
	vars     map[string][]string
}

const (
	maxHoles   = 4
	maxNesting = 3
)

// kinds are those that a variable of the wrong kind is taken from.
var kinds = []string{"int", "float", "bool", "str", "list", "slist", "dict", "tuple", "set", "none", "bytes", "fn", "any", "obj", "cls", "complex"}

// generate makes the program of a seed.
func generate(g grammar, seed uint64) string {
	p := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), grammar: g, scope: &scope{vars: map[string][]string{}}}
	p.wrong = []float64{0, 0, 0.01, 0.05}[p.IntN(4)]
	guarded := p.IntN(3) > 0
	for range p.IntN(4) {
		p.modules = append(p.modules, modules[p.IntN(len(modules))])
	}
	var out strings.Builder
	for range 2 + p.IntN(6) {
		text := p.statement()
		if guarded && !strings.HasPrefix(text, "def ") && !strings.HasPrefix(text, "class ") && p.IntN(4) > 0 {
			text = "try:\n" + indent(text, "    ") + "\nexcept Exception as e:\n    print(type(e).__name__, e)"
		}
		out.WriteString(text + "\n")
	}
	return withImports(out.String())
}

var (
	modulePattern = regexp.MustCompile(`\b([a-z]+)\.`)
	modules       = strings.Fields("abc array ast asyncio base64 binascii bisect collections contextlib copy dataclasses datetime decimal enum " +
		"fractions functools heapq html io itertools json math operator random re shlex statistics string struct textwrap traceback types typing unicodedata zlib")
)

// withImports puts an import of the modules that the program names before it.
func withImports(src string) string {
	names := modulesOf(src)
	if len(names) == 0 {
		return src
	}
	return "import " + strings.Join(names, ", ") + "\n" + src
}

// modulesOf are the modules that a text names.
func modulesOf(src string) []string {
	var names []string
	for _, m := range modulePattern.FindAllStringSubmatch(src, -1) {
		if slices.Contains(modules, m[1]) && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(text, "\n", "\n"+by)
}

func (p *generator) statement() string {
	depth := p.depth
	p.depth = 0
	defer func() { p.depth = depth }()
	for {
		if text, ok := p.section("stmt"); ok {
			return text
		}
	}
}

// block makes statements that see the variables so far; what they bind is
// theirs.
func (p *generator) block(function bool) string {
	if p.nesting >= maxNesting {
		return "pass"
	}
	p.nesting++
	p.scope = &scope{outer: p.scope, function: function, vars: map[string][]string{}}
	var lines []string
	for range 1 + p.IntN(3) {
		lines = append(lines, p.statement())
	}
	p.scope = p.scope.outer
	p.nesting--
	return strings.Join(lines, "\n")
}

// section fills a hole with an alternative of a section.
func (p *generator) section(name string) (string, bool) {
	alternatives := p.grammar[name]
	if leaves := p.grammar[name+".leaf"]; leaves != nil && (p.depth >= maxHoles || len(alternatives) == 0 || p.IntN(4) == 0) {
		alternatives = leaves
	}
	for range 20 {
		a := &alternatives[p.IntN(len(alternatives))]
		if text, ok := p.expand(a); ok {
			return text, true
		}
	}
	return "", false
}

// expand fills the holes of an alternative.
func (p *generator) expand(a *alternative) (string, bool) {
	for _, m := range a.needs {
		if !slices.Contains(p.modules, m) {
			return "", false
		}
	}
	outer := p.scope
	p.depth++
	p.scope = &scope{outer: outer, vars: map[string][]string{}}
	defer func() { p.depth--; p.scope = outer }()
	type binding struct{ kind, name string }
	var made []binding
	var out strings.Builder
	for i, h := range a.holes {
		out.WriteString(a.text[i])
		var text string
		ok := true
		switch h.how {
		case "new", "newfn":
			text = p.newName(h.kind)
			made = append(made, binding{h.kind, text})
			p.last = text
		case "param":
			text = p.newName(h.kind)
			p.scope.add(h.kind, text)
		case "var", "set":
			text, ok = p.variable(h, made2(made, func(b binding) (string, string) { return b.kind, b.name }))
		default:
			text, ok = p.fill(h.kind, needsParens(a, i))
		}
		if !ok {
			return "", false
		}
		if strings.Contains(text, "\n") {
			text = strings.ReplaceAll(text, "\n", "\n"+margin(out.String()))
		}
		out.WriteString(text)
	}
	out.WriteString(a.text[len(a.text)-1])
	for _, b := range made {
		outer.visible().add(b.kind, b.name)
	}
	return out.String(), true
}

// made2 gives what an alternative has bound so far, by kind.
func made2[T any](made []T, of func(T) (string, string)) map[string][]string {
	vars := map[string][]string{}
	for _, b := range made {
		kind, name := of(b)
		vars[kind] = append(vars[kind], name)
	}
	return vars
}

// margin is the indentation of the last line.
func margin(text string) string {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " "))]
}

// needsParens tells whether what fills hole i may be part of a larger
// expression.
func needsParens(a *alternative, i int) bool {
	before, after := strings.TrimRight(a.text[i], " "), strings.TrimLeft(a.text[i+1], " ")
	opens := before == "" && i == 0 || strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",") || strings.HasSuffix(before, "[") || strings.HasSuffix(before, "=")
	closes := after == "" && i+1 == len(a.holes) || strings.HasPrefix(after, ")") || strings.HasPrefix(after, ",") || strings.HasPrefix(after, "]") || strings.HasPrefix(after, "\n")
	return !opens || !closes || len(a.holes) == 1 && a.text[0] == "" && a.text[1] == ""
}

func (p *generator) fill(kind string, parens bool) (string, bool) {
	switch kind {
	case "block":
		return p.block(false), true
	case "body":
		return p.block(true), true
	case "it":
		return p.last, p.last != ""
	}
	if p.grammar[kind+".leaf"] == nil {
		return p.section(kind)
	}
	if p.Float64() < p.wrong {
		kind = kinds[p.IntN(len(kinds))]
	}
	if names := p.scope.all(kind, true); len(names) > 0 && p.IntN(2) == 0 {
		return names[p.IntN(len(names))], true
	}
	text, ok := p.section(kind)
	if ok && parens && !isPrimary(text) && p.IntN(40) > 0 {
		text = "(" + text + ")"
	}
	return text, ok
}

// variable is a variable of the kind, one of the alternative's own if there is.
func (p *generator) variable(h hole, own map[string][]string) (string, bool) {
	if h.kind == "misspelt" {
		names := p.scope.all("any", true)
		if len(names) == 0 {
			return "nosuch", true
		}
		return names[0] + "x", true
	}
	if names := own[h.kind]; len(names) > 0 && h.how == "var" {
		return names[len(names)-1], true
	}
	names := p.scope.all(h.kind, h.how == "var" || p.IntN(30) == 0)
	if len(names) == 0 {
		return "", false
	}
	return names[p.IntN(len(names))], true
}

func (p *generator) newName(kind string) string {
	p.names++
	return fmt.Sprintf("%s%d", kind[:1], p.names)
}

func (s *scope) add(kind, name string) { s.vars[kind] = append(s.vars[kind], name) }

// visible is the scope itself: bindings of an alternative go to the block that
// it stands in.
func (s *scope) visible() *scope { return s }

// all are the variables of a kind, those of outer functions only if wanted.
func (s *scope) all(kind string, outer bool) []string {
	var names []string
	for ; s != nil; s = s.outer {
		names = append(names, s.vars[kind]...)
		if s.function && !outer {
			break
		}
	}
	return names
}
