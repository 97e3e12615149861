package shared

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// maxPendingCalls bounds the tool calls that wait for their turn: a plugin that sends more gets an error for each.
const maxPendingCalls = 1024

// ClientSession is a session at the other end of a stream. It has every capability interface, and answers what the backend
// lacks with KindUnsupported.
type ClientSession struct {
	opts   ClientOptions
	stream pb.ExecutorService_SessionClient
	cut    context.CancelCauseFunc // ends the stream at once
	out    *outbox[*pb.SessionRequest]
	blobs  blobs
	blobID atomic.Uint64
	tools  toolPool
	// sawClosed tells that the end of the stream is what Close led to.
	sawClosed atomic.Bool
	done      chan struct{} // closed when the session has ended

	// Set by the answer to Open, before the session is handed out.
	info    SessionInfo
	maxSend int
	window  int64

	late *clientRequest // takes what belongs to no request

	mu      sync.Mutex
	lastID  uint64
	reqs    map[uint64]*clientRequest
	running []uint64 // Executes sent and not answered, in order
	err     error    // why the session ended

	closeOnce sync.Once
	closed    chan struct{}
	report    *CloseReport
	closeErr  error
}

var (
	_ Session          = (*ClientSession)(nil)
	_ PackageInstaller = (*ClientSession)(nil)
	_ Interrupter      = (*ClientSession)(nil)
	_ FileStore        = (*ClientSession)(nil)
	_ CommandRunner    = (*ClientSession)(nil)
	_ Snapshotter      = (*ClientSession)(nil)
	_ UsageReporter    = (*ClientSession)(nil)
)

func newClientSession(opts ClientOptions, stream pb.ExecutorService_SessionClient, cut context.CancelCauseFunc, events Events) *ClientSession {
	s := &ClientSession{
		opts: opts, stream: stream, cut: cut, out: newOutbox(stream.Send),
		done: make(chan struct{}), closed: make(chan struct{}), reqs: map[uint64]*clientRequest{}, maxSend: DefaultMaxMessageBytes,
	}
	s.tools.init(opts.MaxToolCalls)
	s.late = s.newRequest(0, context.Background(), events, nil)
	return s
}

// Done is closed when the session has ended, by Close or by the loss of the plugin.
func (s *ClientSession) Done() <-chan struct{} { return s.done }

// Err tells why the session ended; nil while it lives.
func (s *ClientSession) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Info implements Session.
func (s *ClientSession) Info() *SessionInfo { return &s.info }

func (s *ClientSession) opened(m *pb.SessionResponse) error {
	o := m.GetOpened()
	if o == nil {
		return Errorf(KindInternal, "open session: the plugin answered with %T", m.Message)
	}
	s.info = SessionInfo{ID: o.SessionId, Secret: o.Secret, Enforced: enforcedFromProto(o.Enforced)}
	if o.MaxMessageBytes > 0 {
		s.maxSend = int(min(o.MaxMessageBytes, MaxPayloadBytes))
	}
	s.window = DefaultCreditWindow
	if o.CreditWindow > 0 {
		s.window = int64(min(o.CreditWindow, MaxPayloadBytes))
	}
	return nil
}

// read is the one reader. It sorts messages to their requests and never waits for any of them.
func (s *ClientSession) read() {
	for {
		m, err := s.stream.Recv()
		if err != nil && s.sawClosed.Load() {
			s.end(ErrClosed)
			return
		}
		if err != nil {
			// Not with the stream's own context, which ends with the stream: had we ended it, end would have been called before.
			s.end(fromStatus(context.Background(), "read from the plugin", err))
			return
		}
		if err := s.dispatch(m); err != nil {
			s.end(&Error{Kind: KindBackendLost, Message: "the plugin broke the protocol: " + err.Error(), cause: err})
			return
		}
	}
}

func (s *ClientSession) dispatch(m *pb.SessionResponse) error {
	switch body := m.Message.(type) {
	case *pb.SessionResponse_Chunk:
		return s.chunk(m.Id, body.Chunk)
	case *pb.SessionResponse_Closed:
		s.sawClosed.Store(true)
	case nil:
		return nil // a later version's addition
	}
	if m.Id == 0 {
		if _, ok := m.Message.(*pb.SessionResponse_Output); !ok {
			return nil // Closed after a half-close, and additions
		}
		return s.late.addLate(m)
	}
	s.mu.Lock()
	r := s.reqs[m.Id]
	s.mu.Unlock()
	if r == nil {
		return nil // of a request that was given up
	}
	return r.add(m)
}

// end fails all requests in flight and cuts the stream.
func (s *ClientSession) end(err error) {
	s.mu.Lock()
	if s.err != nil {
		s.mu.Unlock()
		return
	}
	s.err = err
	reqs := s.reqs
	s.reqs = map[uint64]*clientRequest{}
	s.running = nil
	s.mu.Unlock()
	close(s.done)
	s.cut(err)
	s.tools.close()
	for _, r := range reqs {
		r.abort(err)
	}
	s.late.abort(err)
}

// begin registers a request. What it sends belongs to its id from then on.
func (s *ClientSession) begin(ctx context.Context, events Events, files *fileSink) (*clientRequest, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, &Error{Kind: KindInterrupted, Message: "send request: " + err.Error(), cause: err}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	s.lastID++
	r := s.newRequest(s.lastID, ctx, events, files)
	s.reqs[r.id] = r
	return r, nil
}

// forget takes a request out; what still comes for it is dropped.
func (s *ClientSession) forget(r *clientRequest) {
	s.blobs.drop(r.id)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reqs, r.id)
	for i, id := range s.running {
		if id == r.id {
			s.running = append(s.running[:i], s.running[i+1:]...)
			break
		}
	}
}

func (s *ClientSession) packer() *packer {
	return &packer{nextBlob: func() uint64 { return s.blobID.Add(1) }}
}

// send checks the size of a message and hands it to the outbox, after its chunks.
func (s *ClientSession) send(class int, id uint64, m *pb.SessionRequest, p *packer) error {
	m.Id = id
	if p != nil && p.err != nil {
		return p.err
	}
	size, err := requestSize(m)
	if err != nil {
		return Errorf(KindInvalidArgument, "send request: %w", err)
	}
	if size > s.maxSend {
		return Errorf(KindInvalidArgument, "send request: its %d bytes are more than the %d that the plugin takes", size, s.maxSend)
	}
	if p != nil {
		for _, c := range p.chunks {
			if err := s.out.put(classBulk, id, &pb.SessionRequest{Id: id, Message: &pb.SessionRequest_Chunk{Chunk: c}}); err != nil {
				return s.sendError(err)
			}
		}
	}
	return s.sendError(s.out.put(class, id, m))
}

// requestSize is sizeOf for the other direction. It fails for texts that aren't UTF-8 where the protocol has strings (options, environment,
// names of tools and packages): gRPC would end the stream for them.
func requestSize(m *pb.SessionRequest) (int, error) {
	switch body := m.Message.(type) {
	case *pb.SessionRequest_Execute, *pb.SessionRequest_Interrupt, *pb.SessionRequest_Credit, *pb.SessionRequest_FileChunk:
		return 0, nil
	case *pb.SessionRequest_ToolResult:
		if body.ToolResult.GetError() == nil {
			return 0, nil
		}
	}
	b, err := proto.Marshal(m)
	return len(b), err
}

// sendError replaces what gRPC says about a broken stream (io.EOF) by why it broke, which the reader knows.
func (s *ClientSession) sendError(err error) error {
	if err == nil {
		return nil
	}
	select {
	case <-s.done:
		return s.Err()
	case <-time.After(s.opts.Grace):
		return Errorf(KindBackendLost, "send to the plugin: %w", err)
	}
}

// request makes a request and waits for its answer.
func (s *ClientSession) request(ctx context.Context, doing string, events Events, m *pb.SessionRequest, p *packer, decode decoder) error {
	r, err := s.begin(ctx, events, nil)
	if err != nil {
		return err
	}
	m.WithinCall = withinCall(ctx, s)
	return s.roundTrip(r, doing, func() error { return s.send(classResult, r.id, m, p) }, decode)
}

// decoder reads the terminal answer of a request that didn't fail.
type decoder func(m *pb.SessionResponse) error

// roundTrip sends a request and waits for its terminal answer, delivering its events meanwhile. A Failure becomes an error.
func (s *ClientSession) roundTrip(r *clientRequest, doing string, send func() error, decode decoder) error {
	defer s.forget(r)
	defer r.close()
	// Watching the context begins before the sending, which may block for as long as the plugin doesn't read.
	stop := context.AfterFunc(r.ctx, func() { s.giveUp(r) })
	defer stop()
	if err := send(); err != nil {
		return err
	}
	answer, err := r.wait()
	if err != nil {
		e := *AsError(err)
		e.Message = doing + ": " + e.Message
		e.cause = err
		return &e
	}
	if f := answer.GetFailure(); f != nil {
		if r.onFailure != nil {
			r.onFailure(f)
		}
		return r.failureError(f)
	}
	return decode(answer)
}

// giveUp is what the end of a request's context leads to: an Interrupt, then Close, then the end of the stream, with a grace period
// between them. It never just cuts the stream.
func (s *ClientSession) giveUp(r *clientRequest) {
	cause := context.Cause(r.ctx)
	go func() { _, _ = s.interrupt(context.Background(), r.id) }()
	if r.endedWithin(s.opts.Grace) {
		return
	}
	go func() { _, _ = s.Close(context.Background()) }()
	r.endedWithin(s.opts.Grace)
	s.end(&Error{Kind: KindInterrupted, Message: cause.Error() + "; the request did not stop, so its session was closed", cause: cause})
}

// Interrupt implements Interrupter.
func (s *ClientSession) Interrupt(ctx context.Context) (bool, error) {
	s.mu.Lock()
	var target uint64
	if len(s.running) > 0 {
		target = s.running[0]
	}
	s.mu.Unlock()
	if target == 0 {
		return false, s.Err()
	}
	return s.interrupt(ctx, target)
}

func (s *ClientSession) interrupt(ctx context.Context, target uint64) (bool, error) {
	r, err := s.begin(ctx, nil, nil)
	if err != nil {
		return false, err
	}
	defer s.forget(r)
	if err := s.send(classControl, r.id, &pb.SessionRequest{Message: &pb.SessionRequest_Interrupt{Interrupt: &pb.Interrupt{Target: target}}}, nil); err != nil {
		return false, err
	}
	m, err := r.waitPlain(ctx)
	return m.GetInterruptAck().GetWasRunning(), err
}

// Close implements Session. The end of ctx ends the waiting; the sandbox is removed all the same, since the stream is cut then.
func (s *ClientSession) Close(ctx context.Context) (*CloseReport, error) {
	s.closeOnce.Do(func() {
		go func() {
			defer close(s.closed)
			s.report, s.closeErr = s.close(ctx)
			s.end(ErrClosed)
		}()
	})
	<-s.closed
	return s.report, s.closeErr
}

func (s *ClientSession) close(ctx context.Context) (*CloseReport, error) {
	report := &CloseReport{}
	r, err := s.begin(context.WithoutCancel(ctx), nil, nil)
	if err != nil {
		return report, err
	}
	defer s.forget(r)
	if err := s.send(classControl, r.id, &pb.SessionRequest{Message: &pb.SessionRequest_Close{Close: &pb.Close{}}}, nil); err != nil {
		return report, err
	}
	m, err := r.waitPlain(ctx)
	if err != nil {
		return report, err
	}
	if f := m.GetFailure(); f != nil {
		return report, errorFromProto(f.Error)
	}
	return closeReportFromProto(m.GetClosed().GetReport()), nil
}

// chunk keeps a piece of what a request in flight is about to get.
func (s *ClientSession) chunk(id uint64, c *pb.Chunk) error {
	s.mu.Lock()
	r := s.reqs[id]
	s.mu.Unlock()
	if r == nil {
		return nil
	}
	return s.blobs.add(id, c)
}

// Abandon cuts the stream, as a crash of this process would: the plugin has to notice and to remove the sandbox. Sessions are to be closed
// with Close; this is for tests of plugins, and for a session that is attached to again elsewhere.
func (s *ClientSession) Abandon() {
	s.end(&Error{Kind: KindBackendLost, Message: "the session was abandoned"})
}
