package compile

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// label is a place that jumps lead to.
type label struct {
	id   int
	pc   int // -1 until bound
	flow flow
}

func (u *unit) newLabel() *label {
	l := &label{id: len(u.labels), pc: -1, flow: flow{dead: true}}
	u.labels = append(u.labels, l)
	return l
}

// bind puts the label here. What is known here is what is known on every way
// that leads here.
func (u *unit) bind(l *label) {
	l.pc = len(u.instrs)
	u.lastLabel = l.pc
	u.flow.join(l.flow)
	l.flow = flow{}
}

// kill says that a loop is about to be entered whose body may unbind the
// variables: on a further round they are not sure.
func (u *unit) kill(names map[string]bool) {
	for name := range names {
		if v := u.vars[name]; v != nil {
			u.flow.set.remove(v.index)
		}
	}
}

// emit appends an instruction and returns its index, or -1 in code that can't
// be reached, which is dropped.
func (u *unit) emit(op code.Op, a, b, c, d int) int {
	u.spend(instrWork)
	if u.flow.dead {
		return -1
	}
	u.Step(instrSize)
	u.instrs = append(u.instrs, code.Instr{Op: op, A: uint8(a), B: uint8(b), C: uint8(c), D: int32(d)})
	u.spans = append(u.spans, code.Pos(u.pos))
	switch op {
	case code.OpReturn, code.OpReturnNone, code.OpRaise, code.OpReraise:
		u.flow.dead = true
	}
	return len(u.instrs) - 1
}

// jump emits a jumping instruction.
func (u *unit) jump(op code.Op, a, b, c int, l *label) int {
	if u.flow.dead {
		return -1
	}
	i := u.emit(op, a, b, c, l.id)
	if l.pc < 0 {
		l.flow.join(u.flow)
	}
	if op == code.OpJump || op == code.OpEndAsyncFor {
		u.flow.dead = true
	}
	return i
}

// move emits r[dst] = r[src] unless they are the same register.
func (u *unit) move(dst, src int) {
	if dst != src {
		u.emit(code.OpMove, dst, src, 0, 0)
	}
}

// loadConst emits r[dst] = the constant.
func (u *unit) loadConst(v any, dst int) {
	switch v := v.(type) {
	case nil:
		u.emit(code.OpLoadNone, dst, 0, 0, 0)
		return
	case bool:
		op := code.OpLoadFalse
		if v {
			op = code.OpLoadTrue
		}
		u.emit(op, dst, 0, 0, 0)
		return
	case int64:
		if v >= math.MinInt32 && v <= math.MaxInt32 {
			u.emit(code.OpLoadInt, dst, 0, 0, int(v))
			return
		}
	}
	u.emit(code.OpLoadConst, dst, 0, 0, u.constant(v))
}

// largeConst is the length from which on a tuple is not shared.
const largeConst = 256

// constant gives the index of a constant.
func (u *unit) constant(v any) int {
	if _, ok := v.(*code.Code); ok {
		u.co.Consts = append(u.co.Consts, v)
		return len(u.co.Consts) - 1
	}
	if list, ok := v.([]any); ok && len(list) > largeConst {
		u.co.Consts = append(u.co.Consts, v) // too large to look for another like it
		return len(u.co.Consts) - 1
	}
	key := constKey(v)
	if i, ok := u.consts[key]; ok {
		return int(i)
	}
	i := len(u.co.Consts)
	u.Step(int64(len(key)) + constSize)
	u.consts[key] = int32(i)
	u.co.Consts = append(u.co.Consts, v)
	return i
}

// constKey tells apart constants that must not be shared: of other type, or
// floats of other sign.
func constKey(v any) string {
	switch v := v.(type) {
	case nil:
		return "n"
	case bool:
		return "b" + strconv.FormatBool(v)
	case int64:
		return "i" + strconv.FormatInt(v, 10)
	case *big.Int:
		return "i" + v.String()
	case float64:
		return "f" + strconv.FormatUint(math.Float64bits(v), 16)
	case complex128:
		return "c" + strconv.FormatUint(math.Float64bits(real(v)), 16) + "," + strconv.FormatUint(math.Float64bits(imag(v)), 16)
	case string:
		return "s" + v
	case ast.Bytes:
		return "y" + string(v)
	case ast.Ellipsis:
		return "e"
	case []any:
		return "t" + constKeys(v)
	case code.FrozenSet:
		return "z" + constKeys(v)
	}
	panic(fmt.Sprintf("compile: constant of type %T", v))
}

func constKeys(list []any) string {
	var b strings.Builder
	for _, v := range list {
		k := constKey(v)
		b.WriteString(strconv.Itoa(len(k)))
		b.WriteByte(':')
		b.WriteString(k)
	}
	return b.String()
}

// name gives the index of a name in Names.
func (u *unit) name(s string) int {
	if i, ok := u.names[s]; ok {
		return int(i)
	}
	i := len(u.co.Names)
	u.names[s] = int32(i)
	u.co.Names = append(u.co.Names, s)
	return i
}

// site makes a new inline cache for a name, or "" for a call.
func (u *unit) site(name string) int {
	if u.flow.dead {
		return 0
	}
	u.co.Sites = append(u.co.Sites, name)
	return len(u.co.Sites) - 1
}

// loadSite and storeSite give the cache that all loads and all stores of a
// global share.
func (u *unit) loadSite(name string) int  { return u.sharedSite(u.loads, name) }
func (u *unit) storeSite(name string) int { return u.sharedSite(u.stores, name) }

func (u *unit) sharedSite(known map[string]int32, name string) int {
	if i, ok := known[name]; ok {
		return int(i)
	}
	i := u.site(name)
	if !u.flow.dead {
		known[name] = int32(i)
	}
	return i
}

// finish ends the code with "return None" where its end can be reached,
// resolves the labels and hands the code over.
func (u *unit) finish() *code.Code {
	if !u.flow.dead {
		u.emit(code.OpReturnNone, 0, 0, 0, 0)
	}
	u.closeRegion()
	u.assemble()
	u.co.NumRegs = max(u.maxTop, u.top, 1)
	return u.co
}

// assemble drops the instructions that turned out empty, shortens chains of
// jumps and replaces labels by instruction indexes.
func (u *unit) assemble() {
	u.invertJumps()
	u.threadJumps()
	u.dropJumps()
	at := make([]int32, len(u.instrs)+1) // new index of each instruction
	n := int32(0)
	for i, in := range u.instrs {
		at[i] = n
		if !u.empty(i, in) {
			n++
		}
	}
	at[len(u.instrs)] = n
	instrs := make([]code.Instr, 0, n)
	spans := make([]code.Pos, 0, n)
	for i, in := range u.instrs {
		if u.empty(i, in) {
			continue
		}
		if in.Op.Jumps() {
			in.D = at[u.labels[in.D].pc]
		}
		instrs = append(instrs, in)
		spans = append(spans, u.spans[i])
	}
	u.co.Instrs, u.co.Pos = instrs, spans
	for i := range u.co.Handlers {
		h := &u.co.Handlers[i]
		h.Start, h.End, h.Target = at[h.Start], at[h.End], at[u.labels[h.Target].pc]
	}
	u.co.Handlers = nonEmpty(u.co.Handlers)
}

// invertJumps turns a conditional jump over an unconditional one into one
// jump on the opposite condition.
func (u *unit) invertJumps() {
	var entered map[int]bool // instructions that a jump leads to
	for i := 0; i+1 < len(u.instrs); i++ {
		in := &u.instrs[i]
		if !in.Op.Jumps() {
			continue
		}
		over := i + 1
		for over < len(u.instrs) && u.blank(over) {
			over++
		}
		if over >= len(u.instrs) || u.instrs[over].Op != code.OpJump || u.skip(u.labels[in.D].pc) != u.skip(over+1) {
			continue
		}
		if entered == nil {
			entered = u.entries()
		}
		if entered[over] || !invert(in) {
			continue
		}
		in.D = u.instrs[over].D
		u.instrs[over].Op = code.OpNop
	}
}

// threadJumps moves the labels of unconditional jumps to where those lead, and
// returns at once instead of jumping to a return.
func (u *unit) threadJumps() {
	pcs := make([]int, len(u.labels))
	for i, l := range u.labels {
		if l.pc >= 0 {
			pcs[i] = u.target(i)
		}
	}
	for i, l := range u.labels {
		if l.pc >= 0 {
			l.pc = pcs[i]
		}
	}
	for i := range u.instrs {
		in := &u.instrs[i]
		if in.Op != code.OpJump || u.empty(i, *in) {
			continue
		}
		// A jump to a return returns.
		if pc := u.labels[in.D].pc; pc < len(u.instrs) && (u.instrs[pc].Op == code.OpReturn || u.instrs[pc].Op == code.OpReturnNone) {
			*in, u.spans[i] = u.instrs[pc], u.spans[pc]
		}
	}
}

// dropJumps removes the jumps and returns that can't be reached because the
// jumps to them lead straight to their target or return themselves.
func (u *unit) dropJumps() {
	entered := u.entries()
	ended := false
	for i := range u.instrs {
		if u.blank(i) {
			continue
		}
		in := &u.instrs[i]
		if ended && !entered[i] && (in.Op == code.OpJump || in.Op == code.OpReturn || in.Op == code.OpReturnNone) {
			in.Op = code.OpNop
			continue
		}
		ended = in.Op.Ends()
	}
}

// entries are the instructions that jumps and handlers lead to.
func (u *unit) entries() map[int]bool {
	m := map[int]bool{}
	for _, in := range u.instrs {
		if in.Op.Jumps() {
			m[u.skip(u.labels[in.D].pc)] = true
		}
	}
	for _, h := range u.co.Handlers {
		m[u.skip(u.labels[h.Target].pc)] = true
	}
	return m
}

// invert makes a conditional jump jump in the other case, if it can.
func invert(in *code.Instr) bool {
	switch in.Op {
	case code.OpJumpTrue:
		in.Op = code.OpJumpFalse
	case code.OpJumpFalse:
		in.Op = code.OpJumpTrue
	case code.OpJumpNone, code.OpJumpLt, code.OpJumpLe, code.OpJumpEq, code.OpJumpNe, code.OpJumpGt, code.OpJumpGe,
		code.OpJumpLtI, code.OpJumpLeI, code.OpJumpEqI, code.OpJumpNeI, code.OpJumpGtI, code.OpJumpGeI,
		code.OpJumpIn, code.OpJumpIs:
		in.C ^= 1
	default:
		return false
	}
	return true
}

func nonEmpty(list []code.Handler) []code.Handler {
	out := list[:0]
	for _, h := range list {
		if h.Start < h.End {
			out = append(out, h)
		}
	}
	return out
}

// smallRefund is how many operations a jump out of the middle of a region may
// fail to give back, to save the instruction.
const smallRefund = 2

// blank reports whether an instruction does nothing: a placeholder, or a
// Charge of nothing worth it.
func (u *unit) blank(i int) bool {
	in := u.instrs[i]
	return in.Op == code.OpNop || in.Op == code.OpCharge && in.D <= 0 && in.D >= -smallRefund
}

// skip gives the first instruction from i on that does something.
func (u *unit) skip(i int) int {
	for i < len(u.instrs) && u.blank(i) {
		i++
	}
	return i
}

// empty reports whether an instruction is left out: a blank, a jump to the
// next instruction.
func (u *unit) empty(i int, in code.Instr) bool {
	return u.blank(i) || in.Op == code.OpJump && u.labels[in.D].pc > i && u.skip(u.labels[in.D].pc) == u.skip(i+1)
}

// target follows a label through unconditional jumps to the instruction that
// does something.
func (u *unit) target(id int) int {
	pc := u.skip(u.labels[id].pc)
	for range 16 {
		if pc >= len(u.instrs) || u.instrs[pc].Op != code.OpJump {
			break
		}
		pc = u.skip(u.labels[u.instrs[pc].D].pc)
	}
	return pc
}
