package difftest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// source makes the programs: from the grammar, and by changing samples.
type source struct {
	grammar grammar
	samples []*sample
}

// sample is a program to change, with its parts.
type sample struct {
	src               string
	lines             []int
	statements, exprs []*ast.Span
}

func newSource(root string) (*source, error) {
	g, err := loadGrammar()
	if err != nil {
		return nil, err
	}
	s := &source{grammar: g}
	texts, err := sampleTexts(root)
	for _, text := range texts {
		if p := parseSample(text); p != nil {
			s.samples = append(s.samples, p)
		}
	}
	return s, err
}

// sampleTexts are the programs of the repository.
func sampleTexts(root string) ([]string, error) {
	var texts []string
	for _, pattern := range []string{"testdata/corpus/programs/*.py", "examples/programs/*.py", "plugins/local/python/testdata/run/*.py", "plugins/local/python/difftest/testdata/*.py"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if strings.Contains(string(text), "locale") {
				continue // CPython's is partly in C, with checks of its own
			}
			texts = append(texts, string(text))
		}
	}
	cases, err := filepath.Glob(filepath.Join(root, "testdata/cases/*.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range cases {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var c struct{ Code string }
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		texts = append(texts, c.Code)
	}
	return texts, nil
}

// maxSample is how long a sample may be: what a program does after its first
// error isn't seen.
const maxSample = 1600

// parseSample is nil for what is no valid program.
func parseSample(src string) *sample {
	mod, err := parser.Parse(src, "prog.py")
	if err != nil || len(mod.Body) == 0 || len(src) > maxSample || strings.ContainsAny(src, "\r\f") {
		return nil
	}
	s := &sample{src: src, lines: []int{0}}
	for i := range src {
		if src[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	s.walk(mod)
	return s
}

func (s *sample) walk(n ast.Node) {
	switch n := n.(type) {
	case ast.Stmt:
		if p := n.Pos(); s.wholeLines(p) {
			s.statements = append(s.statements, p)
		}
	case ast.Expr:
		s.exprs = append(s.exprs, n.Pos())
	}
	if _, ok := n.(*ast.JoinedStr); ok {
		return // positions within f-strings are no use for cutting
	}
	for _, f := range n.Fields() {
		switch v := f.Value.(type) {
		case ast.Node:
			s.walk(v)
		case []ast.Node:
			for _, child := range v {
				if child != nil {
					s.walk(child)
				}
			}
		}
	}
}

// wholeLines reports whether nothing else stands on the statement's lines.
func (s *sample) wholeLines(p *ast.Span) bool {
	from, to := s.at(p.Line, p.Col), s.at(p.EndLine, p.EndCol)
	return strings.TrimSpace(s.src[s.lines[p.Line-1]:from]) == "" && (to == len(s.src) || s.src[to] == '\n')
}

func (s *sample) at(line, col int32) int { return min(s.lines[line-1]+int(col), len(s.src)) }

func (s *sample) text(p *ast.Span) string {
	return s.src[s.at(p.Line, p.Col):s.at(p.EndLine, p.EndCol)]
}

// statement is a statement's lines without the indentation of the first.
func (s *sample) statement(p *ast.Span) string {
	lines := strings.Split(s.text(p), "\n")
	for i := range lines[1:] {
		lines[i+1] = strings.TrimPrefix(lines[i+1], strings.Repeat(" ", int(p.Col)))
	}
	return strings.Join(lines, "\n")
}

func (s *sample) replace(p *ast.Span, text string) string {
	return s.src[:s.at(p.Line, p.Col)] + text + s.src[s.at(p.EndLine, p.EndCol):]
}

// program makes the program of a seed.
func (s *source) program(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 2))
	if r.IntN(4) > 0 {
		return generate(s.grammar, seed)
	}
	src := pick(r, s.samples).src
	if r.IntN(4) == 0 {
		src = generate(s.grammar, seed)
	}
	for range 1 + r.IntN(3) {
		p := parseSample(src)
		if p == nil {
			break
		}
		src = s.mutate(r, p)
	}
	return src
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// mutate changes a program in one place.
func (s *source) mutate(r *rand.Rand, p *sample) string {
	switch r.IntN(10) {
	case 0, 1, 2:
		return mutateToken(r, p.src)
	case 3, 4, 5:
		if len(p.statements) > 0 {
			return s.mutateStatement(r, p)
		}
	}
	if len(p.exprs) == 0 {
		return p.src
	}
	other := p
	if r.IntN(2) == 0 {
		other = pick(r, s.samples)
	}
	if len(other.exprs) == 0 {
		return p.src
	}
	return p.replace(pick(r, p.exprs), "("+other.text(pick(r, other.exprs))+")")
}

func (s *source) mutateStatement(r *rand.Rand, p *sample) string {
	at := pick(r, p.statements)
	by := strings.Repeat(" ", int(at.Col))
	other := p
	switch r.IntN(5) {
	case 0:
		return p.replace(at, "pass")
	case 1:
		return p.replace(at, p.text(at)+"\n"+by+p.text(at))
	case 2, 3:
		other = pick(r, s.samples)
	}
	if len(other.statements) == 0 {
		return p.src
	}
	text := strings.TrimLeft(indent(other.statement(pick(r, other.statements)), by), " ")
	if r.IntN(2) == 0 {
		text += "\n" + by + p.text(at)
	}
	return p.replace(at, text)
}

var (
	operators = strings.Fields("+ - * / // % ** @ & | ^ << >> == != < > <= >= and or in is not = += -= *= := . , : ; ( ) [ ] { } -> ~ ... @ !")
	constants = strings.Fields("0 1 -1 2 10 0.5 1e400 None True False '' 'a' b'x' [] {} () 1j 99999999999999999999 0x 1_ 'é' f'{x}' \"\"\"a\"\"\" 0777 1__0 2.a")
	keywords  = strings.Fields("if else for while def class return yield lambda with as try except finally raise import from global nonlocal pass break continue del assert async await match case type print")
)

// mutateToken deletes, doubles, replaces or moves a token.
func mutateToken(r *rand.Rand, src string) string {
	file := token.Tokenize(src, nil)
	toks := slices.DeleteFunc(file.Tokens, func(t token.Token) bool { return t.End <= t.Start })
	if len(toks) < 3 {
		return src
	}
	i := r.IntN(len(toks) - 1)
	t, next := &toks[i], &toks[i+1]
	replace := func(text string) string { return src[:t.Start] + text + src[t.End:] }
	switch r.IntN(9) {
	case 0:
		return replace("")
	case 1:
		return replace(file.Text(t) + " " + file.Text(t))
	case 2:
		return src[:t.Start] + file.Text(next) + src[t.End:next.Start] + file.Text(t) + src[next.End:]
	case 3:
		return replace(pick(r, constants))
	case 4:
		return replace(pick(r, keywords))
	case 5:
		return replace(file.Text(&toks[r.IntN(len(toks))]))
	case 6:
		return replace(file.Text(t) + " " + pick(r, operators))
	}
	return replace(pick(r, operators))
}
