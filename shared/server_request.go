package shared

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
	"github.com/airlockhq/airlock/shared/value"
)

// serverRequest is one request in flight on the serving side. It is the Events that the executor gets for it.
type serverRequest struct {
	s      *serverSession
	id     uint64
	ctx    context.Context
	cancel context.CancelCauseFunc
	credit credit
	in     *inflow // of requests that receive a file

	// command tells that output is that of a command; runs tells that tools may be called.
	command, runs bool

	// mu orders what the executor's goroutines emit before the terminal answer.
	mu    sync.RWMutex
	ended bool
}

var _ Events = (*serverRequest)(nil)

// Output implements Events.
func (r *serverRequest) Output(stream Stream, p []byte) error {
	for len(p) > 0 {
		n := min(len(p), outputBytes)
		if err := r.emit(n, classOutput, outputMessage(stream, bytes.Clone(p[:n]), r.command)); err != nil {
			if errors.Is(err, errEnded) {
				return r.s.lateOutput(stream, p)
			}
			return err
		}
		p = p[n:]
	}
	return nil
}

func outputMessage(stream Stream, p []byte, command bool) *pb.SessionResponse {
	if command {
		return &pb.SessionResponse{Message: &pb.SessionResponse_CommandOutput{CommandOutput: &pb.CommandOutput{Stream: pb.OutputStream(stream), Data: p}}}
	}
	return &pb.SessionResponse{Message: &pb.SessionResponse_Output{Output: &pb.Output{Stream: pb.OutputStream(stream), Text: p}}}
}

// errEnded tells that the request has been answered; what comes now is late.
var errEnded = Errorf(KindInvalidArgument, "emit: the request has ended")

// emit sends a message that costs n bytes of credit, chunks first.
func (r *serverRequest) emit(n, class int, m *pb.SessionResponse, chunks ...*pb.Chunk) error {
	if err := r.credit.take(r.ctx, n); err != nil {
		return r.afterEnd(err)
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.ended {
		return errEnded
	}
	return r.s.send(class, r.id, m, chunks)
}

// afterEnd tells the end of the context because the request was answered from an interruption.
func (r *serverRequest) afterEnd(err error) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.ended {
		return errEnded
	}
	return err
}

// Display implements Events.
func (r *serverRequest) Display(d *Display) error {
	p := r.s.packer()
	m := &pb.SessionResponse{Message: &pb.SessionResponse_Display{Display: displayToProto(d, p)}}
	if p.err != nil {
		return p.err
	}
	size := 0
	for _, part := range d.Parts {
		size += len(part.Data)
	}
	return r.emit(max(size, 1), classOutput, m, p.chunks...)
}

// Progress implements Events. It is dropped while the stream is so busy that it would have to wait.
func (r *serverRequest) Progress(p Progress) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.ended {
		return
	}
	r.s.out.offer(classOutput, r.id, &pb.SessionResponse{Id: r.id, Message: &pb.SessionResponse_Progress{Progress: progressToProto(p)}})
}

// pendingCall is a tool call that waits for its result.
type pendingCall struct {
	r    *serverRequest
	done chan toolOutcome // of capacity 1
}

type toolOutcome struct {
	text value.Text
	err  error
}

// CallTool implements Events.
func (r *serverRequest) CallTool(ctx context.Context, call *ToolCall) (value.Text, error) {
	if !r.runs {
		return nil, Errorf(KindInvalidArgument, "call tool %q: no run is being executed", call.Name)
	}
	c := &pendingCall{r: r, done: make(chan toolOutcome, 1)}
	id, err := r.s.addCall(c)
	if err != nil {
		return nil, err
	}
	sent := *call
	sent.ID = id
	p := r.s.packer()
	m := &pb.SessionResponse{Message: &pb.SessionResponse_ToolCall{ToolCall: toolCallToProto(&sent, p)}}
	if err = p.err; err == nil {
		err = r.sendCall(m, p.chunks)
	}
	if err != nil {
		r.s.dropCall(id)
		return nil, err
	}
	select {
	case out := <-c.done:
		return out.text, out.err
	case <-ctx.Done():
		r.cancelCall(id)
		return nil, context.Cause(ctx)
	case <-r.ctx.Done():
		r.cancelCall(id)
		return nil, context.Cause(r.ctx)
	}
}

func (r *serverRequest) sendCall(m *pb.SessionResponse, chunks []*pb.Chunk) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.ended {
		return errEnded
	}
	return r.s.send(classControl, r.id, m, chunks)
}

// cancelCall gives a call up and tells the client, once and before the request's answer.
func (r *serverRequest) cancelCall(id uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.s.dropCall(id) && !r.ended {
		r.s.sendCancel(r.id, id)
	}
}

// finish sends the terminal answer; nothing of this request follows it.
func (r *serverRequest) finish(m *pb.SessionResponse, p *packer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	for _, id := range r.s.endRequest(r) {
		r.s.sendCancel(r.id, id)
	}
	err := p.err
	if err == nil {
		err = r.s.send(classResult, r.id, m, p.chunks)
	}
	if err != nil && r.s.ctx.Err() == nil {
		// The answer itself can't travel: say so, in one that can.
		failure := &pb.Failure{Error: errorToProto(AsError(err))}
		_ = r.s.send(classResult, r.id, &pb.SessionResponse{Message: &pb.SessionResponse_Failure{Failure: failure}}, nil)
	}
	r.cancel(errEnded)
}

// fail is finish for requests that went wrong before or while the executor had them.
func (r *serverRequest) fail(err error) {
	r.finish(&pb.SessionResponse{Message: &pb.SessionResponse_Failure{Failure: &pb.Failure{Error: errorToProto(r.asError(err))}}}, &packer{})
}

// asError is AsError with the reason for which the request's context ended, where err only says that it did.
func (r *serverRequest) asError(err error) *Error {
	e := AsError(err)
	if e.Kind == KindInterrupted && e.cause != nil && r.ctx.Err() != nil {
		return AsError(context.Cause(r.ctx))
	}
	return e
}

// fileWriter sends what is written to it as FileChunks.
type fileWriter struct{ r *serverRequest }

func (w fileWriter) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n := min(len(p)-done, chunkBytes)
		m := &pb.SessionResponse{Message: &pb.SessionResponse_FileChunk{FileChunk: &pb.FileChunk{Data: bytes.Clone(p[done : done+n])}}}
		if err := w.r.emit(n, classBulk, m); err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// inflow is a file that comes in as chunks: an io.Reader for the executor, fed by the reader of the stream, which never waits.
type inflow struct {
	ctx    context.Context
	grants grants
	grant  func(bytes int64)

	mu     sync.Mutex
	chunks [][]byte
	last   bool
	more   chan struct{} // capacity 1
}

func newInflow(ctx context.Context, window int, grant func(int64)) *inflow {
	return &inflow{ctx: ctx, grants: grants{window: int64(window)}, grant: grant, more: make(chan struct{}, 1)}
}

// add returns false if the sender had no credit for the chunk, or had said that nothing follows.
func (f *inflow) add(p []byte, last bool) bool {
	f.mu.Lock()
	ok := !f.last && (len(p) == 0 || f.grants.receive(len(p)))
	if len(p) > 0 {
		f.chunks = append(f.chunks, p)
	}
	f.last = f.last || last
	f.mu.Unlock()
	select {
	case f.more <- struct{}{}:
	default:
	}
	return ok
}

func (f *inflow) Read(p []byte) (int, error) {
	for {
		f.mu.Lock()
		if len(f.chunks) > 0 {
			n := copy(p, f.chunks[0])
			if f.chunks[0] = f.chunks[0][n:]; len(f.chunks[0]) == 0 {
				f.chunks = f.chunks[1:]
			}
			f.mu.Unlock()
			if grant := f.grants.consume(n); grant > 0 {
				f.grant(grant)
			}
			return n, nil
		}
		last := f.last
		f.mu.Unlock()
		if last {
			return 0, io.EOF
		}
		select {
		case <-f.more:
		case <-f.ctx.Done():
			return 0, context.Cause(f.ctx)
		}
	}
}
