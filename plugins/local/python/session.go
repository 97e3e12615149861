// Package python is the Python 3.12 interpreter as other Go programs use it: a
// Session keeps a namespace from run to run, under a policy and limits.
//
// The parts are packages of their own, one phase each: token and parser make
// the tree of package ast, symtable resolves names, compile makes package
// code's instructions, py runs them; policy decides what they may reach, and
// stdlib holds the modules.
package python

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Filename is what tracebacks call the code of a run.
const Filename = "<unknown>"

// DefaultLimits are those of the reference system, with a cap on memory.
var DefaultLimits = py.Limits{
	Operations: 10_000_000,
	Iterations: 1_000_000,
	Memory:     512 << 20,
	Output:     64 << 20,
	Recursion:  1000,
	Time:       30 * time.Second,
}

// Options configure a session. The zero value is the default policy with no
// output and no limits.
type Options struct {
	Policy         policy.Config
	Stdout, Stderr io.Writer
	// Env is what os.environ has.
	Env map[string]string
	// Now is the clock; nil means the real one.
	Now func() time.Time
}

// Session is one Python namespace. It is used by one goroutine at a time, but
// for Interrupt.
type Session struct {
	vm     *py.VM
	policy *policy.Policy
	tools  []string
	lost   *Failure // why it can't be used any more; nil: it can
}

// New makes a session. It fails if an authorised module does not exist.
func New(opts Options) (*Session, error) {
	p := policy.New(opts.Policy)
	if err := checkAvailable(opts.Policy.Modules); err != nil {
		return nil, err
	}
	s := &Session{policy: p}
	s.vm = py.NewVM(py.Config{
		Stdout: opts.Stdout, Stderr: opts.Stderr, Env: opts.Env, Now: opts.Now, Policy: p, Import: stdlib.Import, Compile: compileSource,
	})
	if err := s.fillBuiltins(); err != nil {
		return nil, err
	}
	return s, nil
}

// MissingModules is the error of New for authorised modules that there are not.
type MissingModules struct{ Names []string }

func (e *MissingModules) Error() string {
	return "Non-installed authorized modules: " + strings.Join(e.Names, ", ") +
		". Please install these modules or remove them from the authorized imports list."
}

func checkAvailable(modules []string) error {
	var missing []string
	for _, m := range modules {
		name, _, _ := strings.Cut(m, "*")
		name = strings.TrimSuffix(name, ".")
		if name != "" && !stdlib.Exists(name) {
			missing = append(missing, m)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	sort.Strings(missing)
	return &MissingModules{Names: missing}
}

// baseMath are the functions of module math that the reference system
// predefines. They are no built-ins of Python, so guest code may bind them.
var baseMath = []string{
	"ceil", "floor", "log", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "degrees", "radians", "sqrt",
}

func (s *Session) fillBuiltins() error {
	s.vm.UseBuiltins(s.policy.AllowsFunction)
	if !stdlib.Exists("math") {
		return nil
	}
	_, m, err := s.vm.Import("math")
	if err != nil {
		return err
	}
	for _, name := range baseMath {
		if f := m.Dict.GetStr(py.Name(name)); f.Bound() {
			s.vm.Builtins.SetStr(py.Name(name), f)
		}
	}
	return nil
}

// VM is the session's machine, for making and reading values.
func (s *Session) VM() *py.VM { return s.vm }

// Interrupt stops the run under way. Safe from any goroutine.
func (s *Session) Interrupt() { s.vm.Interrupt() }

// Tool is a function of the host that guest code can call by name.
type Tool struct {
	Name string
	// Func is the function object; see py.FuncKw.
	Func py.Value
}

// SetTools replaces the session's tools. Guest code can't bind their names at
// module level.
func (s *Session) SetTools(tools []Tool) {
	for _, name := range s.tools {
		s.vm.Builtins.DeleteStr(s.vm.Intern(name))
	}
	s.tools = s.tools[:0]
	for _, t := range tools {
		key := s.vm.Intern(t.Name)
		// A variable of that name would hide the tool.
		s.vm.Main.DeleteStr(key)
		s.vm.Builtins.SetStr(key, t.Func)
		s.tools = append(s.tools, t.Name)
	}
	s.policy.SetTools(s.tools)
}

// Result is the outcome of a run.
type Result struct {
	// Value is that of the last statement at top level (PARITY: an expression's
	// value, the value assigned, the function or class defined, ...), or the
	// final answer.
	Value py.Value
	// Final tells that final_answer ended the run.
	Final bool
	// ExpressionLast tells that the last statement is an expression.
	ExpressionLast bool
	// Operations that the run was charged.
	Operations int64
	// Memory is how many bytes the session holds at the end, Peak the most that
	// was measured during the run.
	Memory, Peak int64
}

// Run runs code in the session's namespace. The error is a *Failure, with the
// result still telling what the run cost.
func (s *Session) Run(src string, limits py.Limits) (*Result, error) {
	res := &Result{Value: py.None}
	return res, s.Contain(func() error {
		err := s.run(res, src, limits)
		res.Operations = s.vm.Operations()
		res.Memory, res.Peak = s.vm.EndRun()
		return err
	})
}

// Contain calls f, which makes the machine work. A panic, which is always a bug
// of the interpreter, becomes a *Failure of KindInternal, and the session can't
// be used any more: other sessions of the process go on. Threads that f began
// end with it, so that none is left between two calls.
func (s *Session) Contain(f func() error) (err error) {
	if s.lost != nil {
		return s.lost
	}
	defer func() {
		if v := recover(); v != nil {
			_ = s.vm.FinishThreads(true)
			s.lost = &Failure{
				Kind: KindInternal, Type: "SystemError", Stack: string(debug.Stack()),
				Message: fmt.Sprintf("Code execution failed: the interpreter met an error of its own, and the session is lost: %v. Open a new one, and report this.", v),
			}
			err = s.lost
		}
	}()
	err = f()
	e := s.vm.FinishThreads(err != nil)
	if stop, ok := e.(*py.Stop); ok && err == nil && stop.Kind != py.StopFinal {
		err = s.StopFailure(stop)
	}
	return err
}

// Lost tells that an error of the interpreter itself ended the session.
func (s *Session) Lost() bool { return s.lost != nil }

func (s *Session) run(res *Result, src string, limits py.Limits) error {
	s.vm.StartRun(limits)
	var mod *ast.Module
	var c *code.Code
	err := s.vm.FrontEnd(func(budget token.Budget) (err error) {
		mod, c, err = translate(src, budget)
		return err
	})
	if mod != nil && len(mod.Body) > 0 {
		_, res.ExpressionLast = mod.Body[len(mod.Body)-1].(*ast.ExprStmt)
	}
	var stop *py.Stop
	if errors.As(err, &stop) {
		return s.StopFailure(stop)
	} else if err != nil {
		return s.syntaxFailure(err)
	}
	s.vm.AddSource(Filename, src)
	v, err := s.vm.ExecModule(c)
	if err == nil {
		res.Value = v
		return nil
	}
	if errors.As(err, &stop) && stop.Kind == py.StopFinal {
		res.Value, res.Final = stop.Answer, true
		return nil
	}
	return s.failure(err, mod, src)
}

// translate makes a run's code. The tree is there even if its names or its size
// are refused.
func translate(src string, budget token.Budget) (*ast.Module, *code.Code, error) {
	root, err := parser.ParseMode(src, Filename, "exec", budget)
	if err != nil {
		return nil, nil, err
	}
	mod := root.(*ast.Module)
	table, err := symtable.Build(mod, Filename, src, &symtable.Options{Budget: budget})
	if err != nil {
		return mod, nil, err
	}
	c, err := compile.Module(mod, table, compile.Options{Filename: Filename, Source: src, CaptureResult: true, Budget: budget})
	return mod, c, err
}
