package py

import (
	"math/big"
	"unsafe"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Code is the runtime side of a compiled block: its constants as values, its
// names interned, and the inline caches. Its copy of the instructions starts
// with a Nop and has jump distances and table offsets in bytes, so that the
// loop adds them to a pointer without looking at anything else.
type Code struct {
	Object
	Code           *code.Code
	consts         []Value
	names          []*Str
	sites          []site
	instrs         []code.Instr
	start          *code.Instr // the Nop before the first instruction
	name, qualName *Str
	params         []*Str // names of the parameters, in register order
	// simple is the number of parameters if they are all positional and a call
	// makes no generator, else -1.
	simple int
	locals int // registers to unbind at entry, after the parameters
	charge int64
	free   int // the register of the first free variable
	// trusted code is the interpreter's own Python (package pymod): the policy
	// is not asked about what it does itself.
	trusted bool
	doc     Value // the docstring; None if there is none
}

// CodeType is code.
var CodeType = shell("code", KindCode)

// site is the inline cache of one instruction.
type site struct {
	name    *Str
	shape   *Shape // of instances with the attribute in slot; noShape if not cached
	absent  *Shape // of instances without the attribute, for cached class attributes
	version uint32 // of the type, or of the globals' dict
	slot    int32
	value   Value  // class attribute, method, or built-in
	dict    *Dict  // globals, or a module's namespace
	grown   *Shape // siteAdd: the shape with the attribute
	kind    siteKind
	dunder  bool  // the name has two leading and two trailing underscores
	more    *site // further entries of a site that sees several classes
}

type siteKind uint8

const (
	siteEmpty    siteKind = iota
	siteValue             // class attribute: value as it is
	siteMethod            // class attribute: value binds as a method
	siteProperty          // class attribute: value is the getter
	siteModule            // module attribute: dict's entry slot
	siteGlobal            // dict's entry slot
	siteBuiltin           // value; slot is the version of the built-ins
	siteSlot              // instance attribute or __slots__ member in a slot
	siteAdd               // a store that adds the attribute: from shape absent to grown
)

const siteSize = unsafe.Sizeof(site{})

var noShape = &Shape{}

// NewCode makes the runtime side of a compiled block.
func (vm *VM) NewCode(c *code.Code) (*Code, error) {
	k := &Code{Object: Object{typ: CodeType, kind: KindCode}, Code: c, charge: int64(c.EntryOps), trusted: vm.trusting}
	vm.charge(int64(len(c.Instrs)*8 + len(c.Sites)*int(siteSize) + len(c.Consts)*16 + len(c.Names)*8 + 200))
	k.consts = make([]Value, len(c.Consts))
	for i, v := range c.Consts {
		var err error
		if k.consts[i], err = vm.constant(v); err != nil {
			return nil, err
		}
	}
	k.name, k.qualName = vm.Intern(c.Name), vm.Intern(c.QualName)
	k.doc = None
	if c.HasDoc {
		k.doc = NewStr(c.Doc)
	}
	k.names = make([]*Str, len(c.Names))
	for i, n := range c.Names {
		k.names[i] = vm.Intern(n)
	}
	k.sites = make([]site, len(c.Sites))
	for i, n := range c.Sites {
		s := &k.sites[i]
		s.shape, s.absent = noShape, noShape
		if n != "" {
			s.name = vm.Intern(n)
			s.dunder = isDunder(n) && !k.trusted
		}
	}
	n := c.NumParams()
	k.params = make([]*Str, n)
	for i, name := range c.Variables()[:n] {
		k.params[i] = vm.Intern(name)
	}
	k.simple = -1
	if c.Flags&(code.FlagVarArgs|code.FlagVarKeywords|code.FlagGenerator|code.FlagCoroutine|code.FlagAsyncGenerator) == 0 && c.NumKwOnly == 0 && !c.Wide() {
		k.simple = c.NumPos
	}
	k.locals = len(c.Locals)
	k.free = c.FirstFree
	k.link()
	return k, nil
}

// link makes the loop's copy of the instructions.
func (k *Code) link() {
	n := len(k.Code.Instrs)
	k.instrs = make([]code.Instr, n+2)
	for i, in := range k.Code.Instrs {
		switch operand(in.Op) {
		case operandJump:
			in.D = (in.D - int32(i) - 1) * int32(instrSize)
		case operandSite:
			in.D *= int32(siteSize)
		case operandConst:
			in.D *= int32(valueSize)
		}
		k.instrs[i+1] = in
	}
	k.linkPairs()
	k.start = &k.instrs[0]
}

type operandKind uint8

const (
	operandRaw operandKind = iota
	operandJump
	operandSite
	operandConst
)

// operand tells what D of an operation is.
func operand(op code.Op) operandKind {
	switch op {
	case code.OpJump, code.OpJumpTrue, code.OpJumpFalse, code.OpJumpNone,
		code.OpJumpLt, code.OpJumpLe, code.OpJumpEq, code.OpJumpNe, code.OpJumpGt, code.OpJumpGe,
		code.OpJumpLtI, code.OpJumpLeI, code.OpJumpEqI, code.OpJumpNeI, code.OpJumpGtI, code.OpJumpGeI,
		code.OpJumpIn, code.OpJumpIs, code.OpForIter, code.OpForNext, code.OpSend, code.OpEndAsyncFor, code.OpJumpNoMatch:
		return operandJump
	case code.OpLoadGlobal, code.OpStoreGlobal, code.OpLoadName, code.OpLoadAttr, code.OpStoreAttr,
		code.OpLoadMethod, code.OpCall, code.OpCallMethod:
		return operandSite
	case code.OpLoadConst:
		return operandConst
	}
	return operandRaw
}

// index is the index of a linked instruction in Code.Instrs.
func (k *Code) index(ip *code.Instr) int32 {
	return int32((uintptr(unsafe.Pointer(ip))-uintptr(unsafe.Pointer(k.start)))/instrSize) - 1
}

// jump moves an instruction pointer by a linked distance; the loop's step
// comes on top.
func jump(ip *code.Instr, d int32) *code.Instr {
	return (*code.Instr)(unsafe.Add(unsafe.Pointer(ip), int(d)))
}

// target is the instruction before index i, for the loop to step from.
func (k *Code) target(i int32) *code.Instr { return &k.instrs[i] }

func (vm *VM) constant(v any) (Value, error) {
	switch v := v.(type) {
	case nil:
		return None, nil
	case bool:
		return Bool(v), nil
	case int64:
		return Int(v), nil
	case *big.Int:
		return Of(&(&BigInt{Object: Object{typ: IntType, kind: KindBigInt}, V: v}).Object), nil
	case float64:
		return Float(v), nil
	case complex128:
		return Of(&(&Complex{Object: Object{typ: ComplexType, kind: KindComplex}, V: v}).Object), nil
	case string:
		if len(v) <= 32 {
			return Of(&vm.Intern(v).Object), nil
		}
		return NewStr(v), nil
	case ast.Bytes:
		return Of(&(&Bytes{Object: Object{typ: BytesType, kind: KindBytes}, S: string(v)}).Object), nil
	case ast.Ellipsis:
		return Ellipsis, nil
	case []any:
		return vm.constantTuple(v)
	case code.FrozenSet:
		return vm.constantSet(v)
	case *code.Code:
		k, err := vm.NewCode(v)
		if err != nil {
			return Value{}, err
		}
		return Of(&k.Object), nil
	}
	return Value{}, &Stop{Kind: StopInternal, Message: "the compiler made a constant of an unknown kind"}
}

// constantSet makes a frozenset twice, as CPython's compiler does when it
// merges constants: the second from the first, in that one's order.
func (vm *VM) constantSet(items []any) (Value, error) {
	t, err := vm.constantTuple(items)
	if err != nil {
		return Value{}, err
	}
	first, err := vm.NewFrozenSet(t.Tuple().Items)
	if err != nil {
		return Value{}, err
	}
	ordered, err := vm.Collect(first)
	if err != nil {
		return Value{}, err
	}
	return vm.NewFrozenSet(ordered)
}

func (vm *VM) constantTuple(items []any) (Value, error) {
	vals := make([]Value, len(items))
	for i, item := range items {
		var err error
		if vals[i], err = vm.constant(item); err != nil {
			return Value{}, err
		}
	}
	return vm.newTuple(vals), nil
}
