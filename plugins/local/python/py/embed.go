package py

import (
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// This file has what the embedder of a machine needs around a run.

// FinalAnswer is the error that ends the run with an answer.
func (vm *VM) FinalAnswer(v Value) error {
	return &Stop{Kind: StopFinal, Message: "final_answer", Answer: v}
}

// ExecModule runs the compiled source of a run in __main__.
func (vm *VM) ExecModule(c *code.Code) (Value, error) {
	v, err := vm.RunModule(c, vm.Main)
	_, stopped := err.(*Stop)
	if e := vm.FinishThreads(stopped); err == nil {
		err = e
	}
	return v, err
}

// FrameInfo is one entry of a traceback. Lines and columns count from 1 and
// are 0 if unknown; columns are UTF-8 byte offsets, EndColumn is exclusive and
// 0 if the code goes on in another line.
type FrameInfo struct {
	File      string
	Line      int
	Function  string
	Source    string
	Column    int
	EndColumn int
}

// place is a place in running code.
type place struct {
	code *Code
	pc   int32
}

// maxPlaces bounds what a Stop keeps of a deep recursion.
const maxPlaces = 100

// passes notes that the stop left frame f.
func (s *Stop) passes(f *Frame) {
	if len(s.frames) == maxPlaces {
		// Keep the inner half and the outermost ones that come.
		s.frames = slices.Delete(s.frames, maxPlaces/2, maxPlaces/2+1)
	}
	s.frames = append(s.frames, place{f.Code, f.pc()})
}

func (vm *VM) frameInfo(p place) FrameInfo {
	c := p.code.Code
	info := FrameInfo{File: c.Filename, Function: c.Name}
	if p.pc < 0 {
		info.Line = int(c.FirstLine)
	} else if int(p.pc) < len(c.Pos) {
		pos := c.Pos[p.pc]
		info.Line, info.Column = int(pos.Line), int(pos.Col)+1
		if pos.EndLine == pos.Line {
			info.EndColumn = int(pos.EndCol) + 1
		}
	}
	info.Source = vm.codeLine(c, info.Line)
	return info
}

// StopFrames are the frames that a stop passed, outermost first.
func (vm *VM) StopFrames(s *Stop) []FrameInfo {
	out := make([]FrameInfo, len(s.frames))
	for i, p := range s.frames {
		out[len(out)-1-i] = vm.frameInfo(p)
	}
	return out
}

// maxTraceback is the number of frames of a traceback that TracebackInfo gives.
const maxTraceback = 1000

// TracebackInfo is the traceback of an exception, outermost frame first.
func (vm *VM) TracebackInfo(e *Exception) []FrameInfo { return vm.TracebackFrames(e.Traceback) }

// TracebackFrames are the frames from a traceback object on.
func (vm *VM) TracebackFrames(t *Traceback) []FrameInfo {
	var out []FrameInfo
	for ; t != nil && len(out) < maxTraceback; t = t.Next {
		out = append(out, vm.frameInfo(place{t.Code, t.PC}))
	}
	return out
}

// Type is the exception's class.
func (e *Exception) Type() *Type { return e.typ }

// Value is the exception as a Value.
func (e *Exception) Value() Value { return Of(&e.Object) }

// IsError reports whether err is an exception of class t.
func IsError(err error, t *Type) bool { return isException(err, t) }

// ExitCode is the exit code that a SystemExit asks for: its int, 0 for None,
// 1 for anything else.
func (vm *VM) ExitCode(e *Exception) int {
	if len(e.Args.Items) == 0 {
		return 0
	}
	switch v := e.Args.Items[0]; {
	case v.IsNone():
		return 0
	case v.IsInt(), v.IsBool():
		return int(v.AsInt() & 0xFF)
	}
	return 1
}

// ExceptionClass is the built-in exception of that name, else a class of that
// name below base, the same one each time.
func (vm *VM) ExceptionClass(name string, base *Type) *Type {
	for _, t := range exceptionTypes {
		if t.Name == name {
			return t
		}
	}
	if t := vm.exceptionClasses[name]; t != nil {
		return t
	}
	t, err := vm.newClass(TypeType, name, []*Type{base}, NewDict())
	if err != nil {
		return base
	}
	if vm.exceptionClasses == nil {
		vm.exceptionClasses = map[string]*Type{}
	}
	vm.exceptionClasses[name] = t
	return t
}

// IsHeap reports whether the class was made by guest code.
func (t *Type) IsHeap() bool { return t.flags&TypeHeap != 0 }
