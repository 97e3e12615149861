package driver

import (
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/shared"
)

// failure is the guest's error in the protocol's terms, with the messages that
// all executors give.
func (e *guestError) failure() *shared.Error {
	f := &shared.Error{
		Kind: shared.KindRuntime, Type: e.Type, Line: e.Line, Column: e.Column,
		SourceLine: strings.TrimRight(e.SourceLine.cut(), "\r\n"), ExitCode: e.ExitCode,
	}
	for _, fr := range e.Frames {
		f.Traceback = append(f.Traceback, shared.Frame{
			File: fr.File, Line: fr.Line, Function: fr.Function, Source: string(fr.Source), Column: fr.Column, EndColumn: fr.EndColumn,
		})
	}
	switch e.Kind {
	case "syntax":
		f.Kind = shared.KindSyntax
		f.Message = fmt.Sprintf("Code parsing failed on line %d due to: %s: %s (<unknown>, line %d)", e.Line, e.Type, e.Text.cut(), e.Line)
		if f.SourceLine != "" {
			f.Message += "\n" + f.SourceLine + "\n" + strings.Repeat(" ", max(e.Column-1, 0)) + "^"
		}
		return f
	case "serialization":
		f.Kind = shared.KindSerialization
		f.Message = e.Text.cut()
		return f
	case "file":
		f.Message = e.Text.cut()
		return f
	case "interrupted":
		f.Kind = shared.KindInterrupted
	case "tool":
		f.Kind = shared.KindTool
	}
	f.Message = fmt.Sprintf("Code execution failed at line '%s' due to: %s: %s", e.Segment.cut(), e.Type, e.Text.cut())
	return f
}
