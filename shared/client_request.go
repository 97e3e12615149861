package shared

import (
	"context"
	"io"
	"sync"
	"time"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
	"github.com/airlockhq/airlock/shared/value"
)

// clientRequest is one request in flight on the consuming side. The reader of the stream adds what comes for it; the goroutine that made
// the request delivers that to its events, in order.
type clientRequest struct {
	s      *ClientSession
	id     uint64
	ctx    context.Context
	events Events
	files  *fileSink
	grants grants
	credit credit // for the file that the request sends

	mu       sync.Mutex
	queue    []*pb.SessionResponse
	progress int // how many of queue are Progress
	err      error
	wake     chan struct{} // of capacity 1
	deaf     bool          // an event handler failed: deliver no more

	handlerErr error             // what made it deaf
	onFailure  func(*pb.Failure) // sees a Failure before it becomes an error

	calls map[uint64]context.CancelCauseFunc // tool handlers that run; guarded by mu
	ended chan struct{}
	over  bool // guarded by mu: the answer was delivered or given up
}

// fileSink is where the chunks of a file go.
type fileSink struct{ w io.Writer }

func (s *ClientSession) newRequest(id uint64, ctx context.Context, events Events, files *fileSink) *clientRequest {
	if events == nil {
		events = &Handler{}
	}
	r := &clientRequest{s: s, id: id, ctx: ctx, events: events, files: files, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	r.grants.window = int64(s.opts.CreditWindow)
	r.credit.avail = s.window
	return r
}

// add takes a message from the reader. An error is a breach of the protocol.
func (r *clientRequest) add(m *pb.SessionResponse) error {
	switch body := m.Message.(type) {
	case *pb.SessionResponse_Credit:
		r.credit.add(int64(min(body.Credit.Bytes, MaxPayloadBytes)))
		return nil
	case *pb.SessionResponse_ToolCancel:
		r.cancelCall(body.ToolCancel.CallId)
		return nil
	}
	if n := cost(m); n > 0 && !r.grants.receive(n) {
		return Errorf(KindInvalidArgument, "request %d sent output without credit", r.id)
	}
	r.push(m)
	return nil
}

func (r *clientRequest) push(m *pb.SessionResponse) {
	r.mu.Lock()
	if _, ok := m.Message.(*pb.SessionResponse_Progress); ok {
		if r.progress >= maxWaiting { // a receiver so slow doesn't miss one more
			r.mu.Unlock()
			return
		}
		r.progress++
	}
	r.queue = append(r.queue, m)
	r.mu.Unlock()
	r.signal()
}

func (r *clientRequest) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// abort makes wait return err once what came before is delivered.
func (r *clientRequest) abort(err error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.signal()
}

// cost is the credit that a message uses.
func cost(m *pb.SessionResponse) int {
	switch body := m.Message.(type) {
	case *pb.SessionResponse_Output:
		return len(body.Output.Text)
	case *pb.SessionResponse_CommandOutput:
		return len(body.CommandOutput.Data)
	case *pb.SessionResponse_FileChunk:
		return len(body.FileChunk.Data)
	case *pb.SessionResponse_Display:
		n := 0
		for _, part := range body.Display.Parts {
			n += len(part.Data.GetInline()) + int(part.Data.GetChunked().GetSize())
		}
		return max(n, 1)
	}
	return 0
}

// next returns the next message, or the error that ended the request when there is none left.
func (r *clientRequest) next() (*pb.SessionResponse, error) {
	for {
		r.mu.Lock()
		if len(r.queue) > 0 {
			m := r.queue[0]
			r.queue[0] = nil
			r.queue = r.queue[1:]
			if _, ok := m.Message.(*pb.SessionResponse_Progress); ok {
				r.progress--
			}
			r.mu.Unlock()
			return m, nil
		}
		err := r.err
		r.mu.Unlock()
		if err != nil {
			return nil, err
		}
		<-r.wake
	}
}

// wait delivers events until the terminal answer.
func (r *clientRequest) wait() (*pb.SessionResponse, error) {
	for {
		m, err := r.next()
		if err != nil || r.deliver(m) {
			return m, err
		}
	}
}

// waitPlain is wait for requests without events, whose waiting ends with ctx.
func (r *clientRequest) waitPlain(ctx context.Context) (*pb.SessionResponse, error) {
	stop := context.AfterFunc(ctx, func() {
		r.abort(&Error{Kind: KindInterrupted, Message: "wait for the plugin: " + context.Cause(ctx).Error(), cause: context.Cause(ctx)})
	})
	defer stop()
	return r.wait()
}

// deliver hands a message to the events; true means that it is the terminal answer.
func (r *clientRequest) deliver(m *pb.SessionResponse) bool {
	var err error
	switch body := m.Message.(type) {
	case *pb.SessionResponse_Output:
		if !r.deaf {
			err = r.events.Output(Stream(body.Output.Stream), body.Output.Text)
		}
	case *pb.SessionResponse_CommandOutput:
		if !r.deaf {
			err = r.events.Output(Stream(body.CommandOutput.Stream), body.CommandOutput.Data)
		}
	case *pb.SessionResponse_Display:
		d, takeErr := displayFromProto(body.Display, &r.s.blobs)
		if takeErr == nil && !r.deaf {
			err = r.events.Display(d)
		}
	case *pb.SessionResponse_Progress:
		r.events.Progress(progressFromProto(body.Progress))
	case *pb.SessionResponse_FileChunk:
		if r.files != nil && !r.deaf {
			_, err = r.files.w.Write(body.FileChunk.Data)
		}
	case *pb.SessionResponse_ToolCall:
		r.callTool(body.ToolCall)
	default:
		return true
	}
	if err != nil {
		r.failed(err)
	}
	if n := cost(m); n > 0 {
		if grant := r.grants.consume(n); grant > 0 {
			_ = r.s.send(classControl, r.id, &pb.SessionRequest{Message: &pb.SessionRequest_Credit{Credit: &pb.Credit{Bytes: uint64(grant)}}}, nil)
		}
	}
	return false
}

// failed stops the delivery after a handler's error, and the request itself: nobody wants its output any more.
func (r *clientRequest) failed(err error) {
	r.deaf, r.handlerErr = true, err
	if r.id != 0 {
		go func() { _, _ = r.s.interrupt(context.Background(), r.id) }()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files != nil && r.err == nil {
		r.err = Errorf(KindInternal, "write the file: %w", err)
	}
}

// failureError makes the error of a Failure. One that says interrupted wraps the reason that this side had, so that
// errors.Is(err, context.DeadlineExceeded) holds for the caller whose context it was.
func (r *clientRequest) failureError(f *pb.Failure) error {
	e := errorFromProto(f.Error)
	if e.Kind == KindInterrupted {
		e.cause = r.handlerErr
		if e.cause == nil {
			e.cause = context.Cause(r.ctx)
		}
	}
	return e
}

// addLate takes output that belongs to no request; a goroutine that lives as long as the session delivers it, begun by the first of it.
func (r *clientRequest) addLate(m *pb.SessionResponse) error {
	if n := cost(m); !r.grants.receive(n) {
		return Errorf(KindInvalidArgument, "late output without credit")
	}
	r.mu.Lock()
	begun := r.over
	r.over = true
	r.mu.Unlock()
	r.push(m)
	if !begun {
		go func() { _, _ = r.wait() }()
	}
	return nil
}

// close marks the request as answered and ends its tool handlers.
func (r *clientRequest) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	for _, cancel := range r.calls {
		cancel(errEnded)
	}
	r.calls = nil
	close(r.ended)
}

func (r *clientRequest) endedWithin(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-r.ended:
		return true
	case <-t.C:
		return false
	}
}

// callTool runs a tool beside the delivery of events.
func (r *clientRequest) callTool(m *pb.ToolCall) {
	call, err := toolCallFromProto(m, &r.s.blobs)
	if err != nil {
		r.answerTool(m.CallId, nil, err)
		return
	}
	ctx, cancel := context.WithCancelCause(toolContext{r.ctx, r.s, call.ID})
	r.mu.Lock()
	if r.over {
		r.mu.Unlock()
		cancel(errEnded)
		return
	}
	if r.calls == nil {
		r.calls = map[uint64]context.CancelCauseFunc{}
	}
	r.calls[call.ID] = cancel
	r.mu.Unlock()
	if !r.s.tools.run(func() { r.runTool(ctx, call) }) {
		r.cancelCall(call.ID)
		r.answerTool(call.ID, nil, Errorf(KindTool, "call tool %q: more than %d calls wait", call.Name, maxPendingCalls))
	}
}

func (r *clientRequest) runTool(ctx context.Context, call *ToolCall) {
	if ctx.Err() != nil {
		return // given up while it waited for its turn
	}
	text, err := r.toolResult(ctx, call)
	if r.cancelCall(call.ID) {
		r.answerTool(call.ID, text, err)
	}
}

// toolResult calls the handler; a panic in it is its error, not the host's end.
func (r *clientRequest) toolResult(ctx context.Context, call *ToolCall) (text value.Text, err error) {
	defer func() {
		if v := recover(); v != nil {
			text, err = nil, Errorf(KindTool, "tool %q panicked: %v", call.Name, v)
		}
	}()
	return r.events.CallTool(ctx, call)
}

// cancelCall forgets a call and ends its context; false if that had happened before.
func (r *clientRequest) cancelCall(id uint64) bool {
	r.mu.Lock()
	cancel := r.calls[id]
	delete(r.calls, id)
	r.mu.Unlock()
	if cancel == nil {
		return false
	}
	cancel(errEnded)
	return true
}

func (r *clientRequest) answerTool(callID uint64, text value.Text, err error) {
	m := &pb.ToolResult{CallId: callID}
	p := r.s.packer()
	if err == nil {
		err = checkText(text, r.s.blobs.allowPickle)
	}
	if err == nil {
		if text == nil {
			text = value.NoneText()
		}
		m.Outcome = &pb.ToolResult_Value{Value: p.pack(text)}
		err = p.err
	}
	if err != nil {
		e := *AsError(err)
		if e.Kind != KindSerialization {
			e.Kind = KindTool // whatever it was for the tool, for the guest a tool failed
		}
		m.Outcome = &pb.ToolResult_Error{Error: errorToProto(&e)}
	}
	_ = r.s.send(classResult, r.id, &pb.SessionRequest{Message: &pb.SessionRequest_ToolResult{ToolResult: m}}, p)
}

// toolContext marks what a tool handler does with its own session.
type toolContext struct {
	context.Context
	s    *ClientSession
	call uint64
}

type toolContextKey struct{}

func (c toolContext) Value(key any) any {
	if key == (toolContextKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// withinCall is the call of session s in whose handler ctx was made; 0 for none.
func withinCall(ctx context.Context, s *ClientSession) uint64 {
	for {
		c, ok := ctx.Value(toolContextKey{}).(toolContext)
		if !ok {
			return 0
		}
		if c.s == s {
			return c.call
		}
		ctx = c.Context // a tool of another session that called into this one, maybe from a tool of this one
	}
}
