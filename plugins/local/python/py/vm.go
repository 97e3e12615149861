package py

import (
	"io"
	"math/big"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// VM is one Python session's machine: its modules, its running frames and its
// budgets. It is used by one goroutine at a time; only Interrupt may be called
// from another.
type VM struct {
	cfg      Config
	interned map[string]*Str
	Modules  *Dict // sys.modules
	Builtins *Dict // the built-in namespace: base functions, exceptions, tools
	Main     *Dict // globals of __main__

	frame             *Frame            // the running frame
	depth             int               // guest recursion, frames and native re-entries
	builtinSubclasses map[*Type][]*Type // guest classes right below a built-in type
	// native counts nested native-to-guest calls, which use the Go stack.
	native int

	reprs []Value // containers whose repr is under way
	text  textState

	handled *Exception // the exception being handled (sys.exc_info)
	context Value      // the running contextvars.Context; unbound while nobody asked for it

	chunk            *chunk  // the register stack's current chunk
	limit            uintptr // the last place where a window may begin in it
	scratch          int     // registers that natives of the running frame use above it
	freeFrames       *Frame
	freeGens         [3][]*generator // coroutines put by, by size
	maxDepth         int
	askedDepth       int   // the recursion limit that guest code set; 0: none
	pending          error // what run is to raise in the frame it starts with
	sources          map[string]string
	exceptionClasses map[string]*Type          // made for tools, by name
	redirected       [2]Value                  // what stands for standard output and error; unbound: the real streams
	trusting         bool                      // code made now is the interpreter's own
	private          map[*Dict]*Dict           // the private natives of modules, by the module's namespace
	ownNames         map[*Dict]map[string]bool // the names of built-ins that modules bind themselves, by the module's namespace
	onBehalf         bool                      // the interpreter's own code acts on a name that guest code gave
	lookups          [lookupCacheSize]lookupEntry
	asyncGenHooks    [2]Value
	eventLoop        Value      // asyncio's, that runs; unbound: none
	kwBuf            []Value    // keyword values on their way into a window
	scratchInt       [3]big.Int // operands and by-products of operations on big ints

	meter      meter
	sched      *scheduler // nil while there is one thread
	lastThread int64      // the number of the thread made last

	states       []moduleState
	maxStrDigits int // 0: the default; -1: no limit
}

// NewVM makes a machine with an empty __main__.
func NewVM(cfg Config) *VM {
	Prepare()
	vm := &VM{
		cfg: cfg, interned: map[string]*Str{},
		Modules: NewDict(), Main: NewDict(),
	}
	vm.meter.live = new(atomic.Int64)
	runtime.AddCleanup(vm, forgetLive, vm.meter.live)
	vm.Builtins = newBuiltins()
	vm.setChunk(&chunk{vals: make([]Value, firstChunk)})
	vm.Main.SetStr(nameDunderName, Of(&Name("__main__").Object))
	vm.StartRun(cfg.Limits)
	return vm
}

// Config is what the machine was made with, with the limits of the current run.
func (vm *VM) Config() *Config { return &vm.cfg }

// Config is what a machine gets from its embedder. Everything that reaches
// outside the interpreter comes through it.
type Config struct {
	Stdout, Stderr io.Writer
	// Now and Sleep are the clock; nil means the real one. Sleep must return
	// early with an error when the run is to stop.
	Now func() time.Time
	// Random is the source of entropy; nil means the system's.
	Random io.Reader
	// Env is what guest code sees as the environment of its process.
	Env map[string]string
	// Policy decides what guest code may reach; nil allows everything.
	Policy Policy
	// Limits of the machine.
	Limits Limits
	// Import makes a module by its dotted name; ok is false if there is none.
	Import func(vm *VM, name string) (m *Module, ok bool, err error)
	// Compile compiles source for eval, exec and compile; mode is theirs.
	Compile func(vm *VM, src, filename, mode string, separateLocals bool) (*code.Code, error)
}

// Limits bound a run. Zero means no limit.
type Limits struct {
	Operations int64 // evaluated AST nodes
	Iterations int64 // of one while loop
	Memory     int64 // live bytes of the session
	Output     int64 // bytes written to stdout and stderr
	Recursion  int   // depth of guest calls; 0 means 1000
	Time       time.Duration
}

// Policy is asked at the few points where guest code can reach something new.
// An error it returns is raised in the guest (or stops it, if a *Stop).
type Policy interface {
	// Import decides on "import name" (fromlist: "from name import ...").
	Import(vm *VM, name string, fromlist bool) error
	// Attr decides on reading, writing, deleting or calling an attribute whose
	// name has two leading and two trailing underscores.
	Attr(vm *VM, obj Value, name string, access Access) error
	// Bind decides on binding a new module-level name in __main__.
	Bind(vm *VM, name string, how code.Binding) error
	// Value decides on a value that guest code got hold of: a module or a
	// function that needs authorisation.
	Value(vm *VM, v Value) error
	// ModuleAttr is asked for an attribute that a module lacks: it may refuse
	// the access, or name the module that CPython has there, to be imported
	// instead; "" means the usual AttributeError.
	ModuleAttr(vm *VM, module, name string) (target string, err error)
	// MissingName gives the error for a name that nobody defined, or nil for
	// the usual NameError.
	MissingName(vm *VM, name string) error
}

// Access is a way to use an attribute.
type Access uint8

// The accesses.
const (
	AccessRead Access = iota
	AccessWrite
	AccessDelete
	AccessCall
)
