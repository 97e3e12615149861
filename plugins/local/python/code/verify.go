package code

import (
	"errors"
	"fmt"
)

// Verify checks that a Code, and every Code among its constants, is well
// formed: registers and windows lie within NumRegs, jumps lead to
// instructions, indexes of constants, names, sites and far locals exist, and
// execution can't run off the end. It does not follow values.
func Verify(c *Code) error {
	if err := verify(c); err != nil {
		return fmt.Errorf("verify %q: %w", c.QualName, err)
	}
	for _, k := range c.Consts {
		if inner, ok := k.(*Code); ok {
			if err := Verify(inner); err != nil {
				return err
			}
		}
	}
	return nil
}

func verify(c *Code) error {
	n := len(c.Instrs)
	switch {
	case n == 0:
		return errors.New("no instructions")
	case len(c.Pos) != n:
		return fmt.Errorf("%d positions for %d instructions", len(c.Pos), n)
	case c.NumRegs < 1 || c.NumRegs > 256:
		return fmt.Errorf("NumRegs is %d, want 1 to 256", c.NumRegs)
	case !c.Instrs[n-1].Op.Ends():
		return fmt.Errorf("the last instruction, %s, runs off the end", c.Instrs[n-1].Op)
	case c.Wide() && (len(c.Locals) > 0 || c.NumParams() > len(c.FarNames)):
		return fmt.Errorf("%d parameters but %d locals", c.NumParams(), len(c.Variables()))
	case len(c.FarNames) > c.NumFar:
		return fmt.Errorf("%d names for %d far locals", len(c.FarNames), c.NumFar)
	case len(c.Locals) > c.NumRegs || c.FirstFree+len(c.FreeNames) > c.NumRegs:
		return fmt.Errorf("locals or free variables lie beyond NumRegs %d", c.NumRegs)
	case len(c.CellRegs) != len(c.CellNames):
		return fmt.Errorf("%d cell registers for %d names", len(c.CellRegs), len(c.CellNames))
	}
	for pc, in := range c.Instrs {
		if err := verifyInstr(c, in); err != nil {
			return fmt.Errorf("instruction %d (%s): %w", pc, in, err)
		}
	}
	for i, h := range c.Handlers {
		if h.Start < 0 || h.Start >= h.End || int(h.End) > n || h.Target < 0 || int(h.Target) >= n || int(h.Reg) >= c.NumRegs {
			return fmt.Errorf("handler %d %+v is out of range", i, h)
		}
	}
	return nil
}

func verifyInstr(c *Code, in Instr) error {
	if in.Op >= NumOps {
		return errors.New("no such operation")
	}
	shape := shapes[in.Op]
	for i, v := range [...]uint8{in.A, in.B, in.C} {
		switch shape[i] {
		case 'r', 'w', 'x':
			if int(v) >= c.NumRegs {
				return fmt.Errorf("%c is register %d of %d", 'A'+i, v, c.NumRegs)
			}
		case 'b':
			if v > 1 {
				return fmt.Errorf("%c is %d, want 0 or 1", 'A'+i, v)
			}
		}
	}
	if first, n := window(in); first+n > c.NumRegs {
		return fmt.Errorf("window of %d registers from %d on reaches beyond %d", n, first, c.NumRegs)
	}
	return verifyD(c, in, shape[3])
}

func verifyD(c *Code, in Instr, kind byte) error {
	index := func(what string, n int) error {
		if in.D < 0 || int(in.D) >= n {
			return fmt.Errorf("D is %s %d of %d", what, in.D, n)
		}
		return nil
	}
	switch kind {
	case 'c':
		return index("constant", len(c.Consts))
	case 't':
		if err := index("constant", len(c.Consts)); err != nil {
			return err
		}
		if _, ok := c.Consts[in.D].([]any); !ok {
			return fmt.Errorf("constant %d is %T, want a tuple", in.D, c.Consts[in.D])
		}
	case 'F':
		if err := index("constant", len(c.Consts)); err != nil {
			return err
		}
		if _, ok := c.Consts[in.D].(*Code); !ok {
			return fmt.Errorf("constant %d is %T, want a code", in.D, c.Consts[in.D])
		}
	case 'n':
		return index("name", len(c.Names))
	case 's':
		return index("site", len(c.Sites))
	case 'f':
		return index("far local", c.NumFar)
	case 'j':
		return index("instruction", len(c.Instrs))
	case 'o':
		if in.D < int32(OpAdd) || in.D > int32(OpMatMul) {
			return fmt.Errorf("D is %d, want an arithmetic operation", in.D)
		}
	case 'R':
		if in.D < -1 || int(in.D) >= c.NumRegs {
			return fmt.Errorf("D is register %d of %d", in.D, c.NumRegs)
		}
	}
	return nil
}
