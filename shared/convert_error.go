package shared

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// Caps on the texts of an error, which guests choose: without them a long message would not fit into its envelope.
const (
	maxErrorText   = 256 << 10
	maxErrorFrames = 200
	maxFrameText   = 2 << 10
)

var kindToProto = map[Kind]pb.ErrorKind{
	KindSyntax:             pb.ErrorKind_ERROR_KIND_SYNTAX,
	KindRuntime:            pb.ErrorKind_ERROR_KIND_RUNTIME,
	KindPolicy:             pb.ErrorKind_ERROR_KIND_POLICY,
	KindLimitOperations:    pb.ErrorKind_ERROR_KIND_LIMIT_OPERATIONS,
	KindLimitIterations:    pb.ErrorKind_ERROR_KIND_LIMIT_ITERATIONS,
	KindLimitTime:          pb.ErrorKind_ERROR_KIND_LIMIT_TIME,
	KindLimitMemory:        pb.ErrorKind_ERROR_KIND_LIMIT_MEMORY,
	KindLimitOutput:        pb.ErrorKind_ERROR_KIND_LIMIT_OUTPUT,
	KindTool:               pb.ErrorKind_ERROR_KIND_TOOL,
	KindSerialization:      pb.ErrorKind_ERROR_KIND_SERIALIZATION,
	KindPackage:            pb.ErrorKind_ERROR_KIND_PACKAGE,
	KindBackendUnavailable: pb.ErrorKind_ERROR_KIND_BACKEND_UNAVAILABLE,
	KindBackendAuth:        pb.ErrorKind_ERROR_KIND_BACKEND_AUTH,
	KindBackendLost:        pb.ErrorKind_ERROR_KIND_BACKEND_LOST,
	KindUnsupported:        pb.ErrorKind_ERROR_KIND_UNSUPPORTED,
	KindInvalidArgument:    pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT,
	KindInterrupted:        pb.ErrorKind_ERROR_KIND_INTERRUPTED,
	KindInternal:           pb.ErrorKind_ERROR_KIND_INTERNAL,
}

var kindFromProto = invert(kindToProto)

// clip keeps the ends of a text that is too long, and says so between them.
func clip(s string, limit int) []byte {
	if len(s) <= limit {
		return []byte(s)
	}
	return fmt.Appendf(nil, "%s... (%d bytes left out) ...%s", s[:limit/2], len(s)-limit/2*2, s[len(s)-limit/2:])
}

func errorToProto(e *Error) *pb.Error {
	kind, ok := kindToProto[e.Kind]
	if !ok {
		kind = pb.ErrorKind_ERROR_KIND_INTERNAL
	}
	out := &pb.Error{
		Kind: kind, Type: clip(e.Type, maxFrameText), Message: clip(e.Message, maxErrorText), Line: uint32(max(e.Line, 0)), Column: uint32(max(e.Column, 0)),
		SourceLine: clip(e.SourceLine, maxFrameText), Hint: clip(e.Hint, maxErrorText), ExitCode: int32(e.ExitCode),
		TracebackText: clip(e.TracebackText, maxErrorText),
	}
	frames := e.Traceback
	if len(frames) > maxErrorFrames { // the outermost and the innermost tell the story
		frames = append(append([]Frame{}, frames[:maxErrorFrames/2]...), frames[len(frames)-maxErrorFrames/2:]...)
	}
	for _, f := range frames {
		out.Traceback = append(out.Traceback, &pb.Frame{
			File: clip(f.File, maxFrameText), Line: uint32(max(f.Line, 0)), Function: clip(f.Function, maxFrameText), Source: clip(f.Source, maxFrameText),
			Column: uint32(max(f.Column, 0)), EndColumn: uint32(max(f.EndColumn, 0)),
		})
	}
	return out
}

func errorFromProto(e *pb.Error) *Error {
	kind, ok := kindFromProto[e.GetKind()]
	if !ok {
		kind = KindInternal
	}
	out := &Error{
		Kind: kind, Type: string(e.GetType()), Message: string(e.GetMessage()), Line: int(e.GetLine()), Column: int(e.GetColumn()),
		SourceLine: string(e.GetSourceLine()), Hint: string(e.GetHint()), ExitCode: int(e.GetExitCode()),
		TracebackText: string(e.GetTracebackText()),
	}
	for _, f := range e.GetTraceback() {
		out.Traceback = append(out.Traceback, Frame{
			File: string(f.File), Line: int(f.Line), Function: string(f.Function), Source: string(f.Source), Column: int(f.Column), EndColumn: int(f.EndColumn),
		})
	}
	return out
}

// statusCode is the nearest gRPC code, for peers that look at nothing else.
func statusCode(k Kind) codes.Code {
	switch k {
	case KindBackendUnavailable, KindBackendLost:
		return codes.Unavailable
	case KindBackendAuth:
		return codes.Unauthenticated
	case KindUnsupported:
		return codes.Unimplemented
	case KindInvalidArgument:
		return codes.InvalidArgument
	case KindInterrupted:
		return codes.Canceled
	}
	return codes.Internal
}

// toStatus makes the error of a unary call: a status with the Error as its detail.
func toStatus(err error) error {
	e := AsError(err)
	st := status.New(statusCode(e.Kind), e.Error())
	if with, err := st.WithDetails(errorToProto(e)); err == nil {
		st = with
	}
	return st.Err()
}

// fromStatus turns an error of gRPC into an *Error: the one that the plugin sent, else one that tells the end of our own context from
// the loss of the plugin.
func fromStatus(ctx context.Context, doing string, err error) *Error {
	if errors.Is(err, io.EOF) {
		return &Error{Kind: KindBackendLost, Message: doing + ": the plugin ended the session", cause: err}
	}
	st, ok := status.FromError(err)
	if !ok {
		// The context's own error is none of gRPC's.
		e := *AsError(err)
		e.Message, e.cause = doing+": "+e.Message, err
		return &e
	}
	for _, d := range st.Details() {
		if e, ok := d.(*pb.Error); ok {
			return errorFromProto(e)
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		return &Error{Kind: KindInterrupted, Message: doing + ": " + cause.Error(), cause: cause}
	}
	kind := KindInternal
	switch st.Code() {
	case codes.Unavailable, codes.Aborted, codes.Canceled, codes.DataLoss:
		kind = KindBackendLost
	case codes.Unauthenticated, codes.PermissionDenied:
		kind = KindBackendAuth
	case codes.Unimplemented:
		kind = KindUnsupported
	case codes.InvalidArgument:
		kind = KindInvalidArgument
	}
	return &Error{Kind: kind, Message: doing + ": " + st.Message(), cause: err}
}
