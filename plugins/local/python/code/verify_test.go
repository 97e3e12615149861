package code

import (
	"strings"
	"testing"
)

// sound is a code that passes, for the tests to break.
func sound() *Code {
	inner := &Code{
		QualName: "inner", NumRegs: 1,
		Instrs: []Instr{{Op: OpReturnNone}}, Pos: make([]Pos, 1),
	}
	return &Code{
		QualName: "f", NumPos: 1, Locals: []string{"a", "b"}, NumRegs: 4,
		Consts: []any{"text", []any{"k"}, inner}, Names: []string{"n"}, Sites: []string{"s"}, NumFar: 1,
		Instrs: []Instr{
			{Op: OpLoadConst, A: 2, D: 0},
			{Op: OpJumpFalse, A: 2, D: 3},
			{Op: OpCall, A: 2, B: 1, C: 1, D: 0},
			{Op: OpReturn, A: 1},
		},
		Pos:      make([]Pos, 4),
		Handlers: []Handler{{Start: 0, End: 3, Target: 3, Reg: 3}},
	}
}

func TestVerify(t *testing.T) {
	if err := Verify(sound()); err != nil {
		t.Fatalf("a sound code is refused: %v", err)
	}
	instr := func(in Instr) func(*Code) { return func(c *Code) { c.Instrs[2] = in } }
	cases := []struct {
		name string
		harm func(*Code)
		want string
	}{
		{"no instructions", func(c *Code) { c.Instrs = nil }, "no instructions"},
		{"positions", func(c *Code) { c.Pos = c.Pos[1:] }, "3 positions for 4 instructions"},
		{"registers", func(c *Code) { c.NumRegs = 257 }, "NumRegs is 257"},
		{"end", func(c *Code) { c.Instrs[3] = Instr{Op: OpNop} }, "runs off the end"},
		{"parameters", func(c *Code) { c.NumPos = 3 }, "3 parameters but 2 locals"},
		{"free variables", func(c *Code) { c.FirstFree, c.FreeNames = 3, []string{"x", "y"} }, "beyond NumRegs"},
		{"cells", func(c *Code) { c.CellNames = []string{"x"} }, "0 cell registers for 1 names"},
		{"operation", instr(Instr{Op: NumOps}), "no such operation"},
		{"register", instr(Instr{Op: OpMove, A: 1, B: 4}), "B is register 4 of 4"},
		{"flag", instr(Instr{Op: OpJumpNone, A: 1, C: 2}), "C is 2, want 0 or 1"},
		{"call window", instr(Instr{Op: OpCall, A: 2, B: 2}), "window of 3 registers from 2"},
		{"method window", instr(Instr{Op: OpLoadMethod, A: 3, B: 1}), "window of 2 registers from 3"},
		{"map window", instr(Instr{Op: OpBuildMap, A: 0, B: 1, C: 2}), "window of 4 registers from 1"},
		{"unpack window", instr(Instr{Op: OpUnpackStar, A: 0, B: 1, C: 1, D: 2}), "window of 4 registers from 1"},
		{"function window", instr(Instr{Op: OpMakeFunction, A: 0, B: 2, C: 13, D: 2}), "window of 3 registers from 2"},
		{"constant", instr(Instr{Op: OpLoadConst, D: 3}), "D is constant 3 of 3"},
		{"names tuple", instr(Instr{Op: OpCallKw, A: 2, B: 1, D: 0}), "constant 0 is string, want a tuple"},
		{"function code", instr(Instr{Op: OpMakeFunction, D: 1}), "want a code"},
		{"name", instr(Instr{Op: OpDelName, D: 1}), "D is name 1 of 1"},
		{"site", instr(Instr{Op: OpLoadGlobal, D: -1}), "D is site -1 of 1"},
		{"far local", instr(Instr{Op: OpLoadFar, D: 1}), "D is far local 1 of 1"},
		{"target", instr(Instr{Op: OpJump, D: 4}), "D is instruction 4 of 4"},
		{"arithmetic", instr(Instr{Op: OpInplace, D: int32(OpCall)}), "want an arithmetic operation"},
		{"format spec", instr(Instr{Op: OpFormat, D: 4}), "D is register 4 of 4"},
		{"handler", func(c *Code) { c.Handlers[0].End = 5 }, "handler 0"},
		{"empty handler", func(c *Code) { c.Handlers[0].End = 0 }, "handler 0"},
		{"inner code", func(c *Code) { c.Consts[2].(*Code).NumRegs = 0 }, `verify "inner"`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			co := sound()
			c.harm(co)
			err := Verify(co)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// TestOperationsAreDescribed checks that every operation has a name and a
// shape.
func TestOperationsAreDescribed(t *testing.T) {
	for op := range NumOps {
		if opNames[op] == "" || len(shapes[op]) != 4 {
			t.Errorf("operation %d: name %q, shape %q", op, opNames[op], shapes[op])
		}
	}
}

func TestDump(t *testing.T) {
	got := Dump(sound())
	want := "f: regs=4 params=1 far=1\n" +
		"    0    0  LoadConst      r2 \"text\"\n" +
		"         1  JumpFalse      r2 -> 3\n" +
		"         2  Call           r2 1 r1(b) s\n" +
		"         3  Return         r1(b)\n" +
		"      handler 0-3 -> 3 r3\n" +
		"\n" +
		"inner: regs=1\n" +
		"    0    0  ReturnNone\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
