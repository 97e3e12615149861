package py

import (
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// StopKind says why a run was stopped in a way that guest code cannot catch.
type StopKind uint8

// The uncatchable ends of a run. "finally" clauses still run for StopFinal only.
const (
	StopFinal       StopKind = iota // final_answer was called
	StopOperations                  // max operations
	StopIterations                  // max iterations of one while loop
	StopTime                        // wall time
	StopMemory                      // live memory
	StopOutput                      // raw output
	StopInterrupted                 // the host asked for it
	StopInternal                    // a bug in the interpreter
)

// Stop is the error that unwinds the guest without being catchable.
type Stop struct {
	Kind    StopKind
	Message string
	Answer  Value // StopFinal: the answer

	frames []place // that it passed, innermost first
}

func (s *Stop) Error() string { return s.Message }

// Traceback is one frame of a traceback, outermost first, linked inwards.
type Traceback struct {
	Object
	Next    *Traceback
	Code    *Code
	Globals *Dict
	PC      int32
	line    int32     // of one that guest code made: the line it named
	at      *code.Pos // where it is instead, in a comprehension that is no frame of its own
	frame   Value     // unbound unless asked for
}

// Exception is an instance of BaseException or of a subclass; it is also the
// Go error that a native returns to raise it.
type Exception struct {
	Object
	Args            *Tuple
	Cause           *Exception
	Context         *Exception
	SuppressContext bool
	Traceback       *Traceback
	// Extra holds what some classes keep beyond args (StopIteration.value,
	// OSError's fields, the parts of a group), by the class's own rules.
	Extra any
}

// Error is "Type: text" as the last line of a traceback has it.
func (e *Exception) Error() string {
	text := e.Text()
	if text == "" {
		return e.typ.Name
	}
	return e.typ.Name + ": " + text
}

// NewException makes an instance of a built-in exception class with one
// message argument, or none if text is empty.
func NewException(t *Type, text string) *Exception {
	e := &Exception{Object: Object{typ: t, kind: KindException}}
	if text == "" {
		e.Args = emptyTuple
	} else {
		e.Args = &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: []Value{NewStr(text)}}
	}
	return e
}

// Raise makes the error of an exception of class t, formatted as fmt.Sprintf.
func Raise(t *Type, format string, args ...any) error {
	if len(args) == 0 {
		return NewException(t, format)
	}
	return NewException(t, fmt.Sprintf(format, args...))
}

// TypeErrorf and its like raise the frequent exceptions.
func TypeErrorf(format string, args ...any) error  { return Raise(TypeError, format, args...) }
func ValueErrorf(format string, args ...any) error { return Raise(ValueError, format, args...) }
