package code

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Dump is a readable disassembly of a Code and of every Code among its
// constants. A line is the instruction's index, its source line, the operation
// and its operands: registers as rN (with the local's name), constants, names
// and jump targets spelled out.
func Dump(c *Code) string {
	var b strings.Builder
	dump(&b, c)
	return b.String()
}

func dump(b *strings.Builder, c *Code) {
	fmt.Fprintf(b, "%s: regs=%d", c.QualName, c.NumRegs)
	if n := c.NumParams(); n > 0 {
		fmt.Fprintf(b, " params=%d", n)
	}
	if c.EntryOps != 0 {
		fmt.Fprintf(b, " ops=%d", c.EntryOps)
	}
	if c.NumFar > 0 {
		fmt.Fprintf(b, " far=%d", c.NumFar)
	}
	if len(c.CellNames) > 0 {
		fmt.Fprintf(b, " cells=%s", strings.Join(c.CellNames, ","))
	}
	if len(c.FreeNames) > 0 {
		fmt.Fprintf(b, " free=%s@r%d", strings.Join(c.FreeNames, ","), c.FirstFree)
	}
	b.WriteByte('\n')
	line := int32(-1)
	for pc, in := range c.Instrs {
		where := ""
		if l := c.Pos[pc].Line; l != line {
			where, line = strconv.Itoa(int(l)), l
		}
		fmt.Fprintf(b, "%5s %4d  %s\n", where, pc, strings.TrimRight(c.describe(in), " "))
	}
	for _, h := range c.Handlers {
		fmt.Fprintf(b, "      handler %d-%d -> %d r%d\n", h.Start, h.End, h.Target, h.Reg)
	}
	for _, k := range c.Consts {
		if inner, ok := k.(*Code); ok {
			b.WriteByte('\n')
			dump(b, inner)
		}
	}
}

// describe spells out one instruction.
func (c *Code) describe(in Instr) string {
	if in.Op >= NumOps {
		return in.String()
	}
	shape := shapes[in.Op]
	var args []string
	for i, v := range [...]uint8{in.A, in.B, in.C} {
		switch shape[i] {
		case 'r', 'w', 'x':
			args = append(args, c.register(int(v)))
		case 'i', 'b':
			args = append(args, strconv.Itoa(int(v)))
		case 'm':
			args = append(args, strconv.Itoa(int(int8(v))))
		}
	}
	if shape[3] != '.' {
		args = append(args, c.describeD(in, shape[3]))
	}
	return fmt.Sprintf("%-14s %s", in.Op, strings.Join(args, " "))
}

func (c *Code) register(r int) string {
	if r < len(c.Locals) {
		return fmt.Sprintf("r%d(%s)", r, c.Locals[r])
	}
	return "r" + strconv.Itoa(r)
}

func (c *Code) describeD(in Instr, kind byte) string {
	d := int(in.D)
	switch {
	case (kind == 'c' || kind == 't' || kind == 'F') && d < len(c.Consts):
		return constText(c.Consts[d])
	case kind == 'n' && d < len(c.Names):
		return c.Names[d]
	case kind == 's' && d < len(c.Sites):
		return c.Sites[d]
	case kind == 'j':
		return "-> " + strconv.Itoa(d)
	case kind == 'o':
		return Op(d).String()
	case kind == 'R' && d >= 0:
		return c.register(d)
	}
	return strconv.Itoa(d)
}

func constText(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		return strconv.Quote(v)
	case *big.Int:
		return v.String()
	case []any:
		return "(" + constTexts(v) + ")"
	case FrozenSet:
		return "frozenset{" + constTexts(v) + "}"
	case *Code:
		return "<code " + v.QualName + ">"
	case fmt.Stringer:
		return v.String()
	}
	if s := fmt.Sprintf("%v", v); s != "{}" {
		return s
	}
	return "Ellipsis"
}

func constTexts(list []any) string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = constText(v)
	}
	return strings.Join(out, ", ")
}
