package shared

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
	"github.com/airlockhq/airlock/shared/value"
)

const (
	// maxWaiting bounds the requests that wait for the namespace, maxParallel those that run beside it.
	maxWaiting  = 256
	maxParallel = 64
	// minMessageBytes is the least that a peer may accept: payloads of a message share 1 MiB.
	minMessageBytes = 2 << 20
	// stopGrace is how long requests may go on after their context ended because the session ends.
	stopGrace = 5 * time.Second
)

var (
	errInterrupted = &Error{Kind: KindInterrupted, Type: "KeyboardInterrupt", Message: "the run was interrupted"}
	errClosing     = &Error{Kind: KindInterrupted, Message: "the session was closed"}
	errNotOpen     = &Error{Kind: KindInvalidArgument, Message: "the session is not open"}
)

// serverSession serves one stream.
type serverSession struct {
	srv    *server
	stream pb.ExecutorService_SessionServer
	ctx    context.Context
	cancel context.CancelCauseFunc
	out    *outbox[*pb.SessionResponse]
	blobs  blobs
	blobID atomic.Uint64
	// Of the client, set by the first message before anything else is sent.
	maxSend int
	window  int64

	late credit // for output that belongs to no request
	wg   sync.WaitGroup

	mu       sync.Mutex
	ids      idSet
	reqs     map[uint64]*serverRequest
	calls    map[uint64]*pendingCall
	callID   uint64
	waiting  []waiter      // namespace requests
	work     chan struct{} // of capacity 1: tells the worker that some wait
	parallel int
	core     *sessionCore // nil until opened
	opened   chan struct{}
}

func newServerSession(srv *server, stream pb.ExecutorService_SessionServer) *serverSession {
	s := &serverSession{
		srv: srv, stream: stream, out: newOutbox(stream.Send), reqs: map[uint64]*serverRequest{}, calls: map[uint64]*pendingCall{},
		opened: make(chan struct{}), work: make(chan struct{}, 1),
	}
	s.ctx, s.cancel = context.WithCancelCause(stream.Context())
	return s
}

func (s *serverSession) serve() error {
	s.wg.Add(1)
	go s.runWaiting()
	closeID, err := s.read()
	s.cancel(errClosing)
	s.stop()
	s.mu.Lock()
	core := s.core
	s.mu.Unlock()
	if err != nil && core != nil && core.detachTTL > 0 {
		s.srv.detach(core)
		return err
	}
	answer := &pb.SessionResponse{Message: &pb.SessionResponse_Closed{Closed: &pb.Closed{}}}
	if core != nil {
		report, closeErr := s.srv.closeCore(s.stream.Context(), core)
		switch {
		case closeErr != nil:
			answer.Message = &pb.SessionResponse_Failure{Failure: &pb.Failure{Error: errorToProto(AsError(closeErr))}}
		case report != nil:
			answer.GetClosed().Report = closeReportToProto(report)
		}
	}
	if err == nil {
		_ = s.send(classResult, closeID, answer, nil)
	}
	s.out.flush()
	return err
}

// stop waits for the requests in flight, whose context has ended.
func (s *serverSession) stop() {
	done := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(stopGrace):
		s.srv.opts.Logger.Warn("close session: requests ignore the end of their context; closing regardless")
	}
}

// read is the one reader. It never waits for anything but the next message, and returns the id of Close (0 for a half-close), or
// why the stream broke.
func (s *serverSession) read() (closeID uint64, err error) {
	m, err := s.stream.Recv()
	if errors.Is(err, io.EOF) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if err := s.first(m); err != nil {
		return 0, err
	}
	for {
		m, err := s.stream.Recv()
		if errors.Is(err, io.EOF) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		if _, ok := m.Message.(*pb.SessionRequest_Close); ok {
			return m.Id, nil
		}
		if err := s.dispatch(m); err != nil {
			return 0, status.Error(codes.InvalidArgument, err.Error())
		}
	}
}

// first handles Open and Attach.
func (s *serverSession) first(m *pb.SessionRequest) error {
	var job func(r *serverRequest) error
	var protocol uint32
	switch body := m.Message.(type) {
	case *pb.SessionRequest_Open:
		protocol = body.Open.Protocol
		s.peer(body.Open.MaxMessageBytes, body.Open.CreditWindow)
		s.blobs.allowPickle = body.Open.AllowPickle
		job = func(r *serverRequest) error { return s.open(r, openFromProto(body.Open)) }
	case *pb.SessionRequest_Attach:
		protocol = body.Attach.Protocol
		s.peer(body.Attach.MaxMessageBytes, body.Attach.CreditWindow)
		job = func(*serverRequest) error { return s.attach(body.Attach) }
	default:
		return status.Error(codes.InvalidArgument, "begin session: the first message must be Open or Attach")
	}
	r, err := s.begin(m.Id)
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	s.enqueue(r, 0, func() (*pb.SessionResponse, *packer, error) {
		defer close(s.opened)
		switch {
		case protocol != Protocol:
			return nil, nil, Errorf(KindUnsupported, "open session: the client speaks protocol %d, this plugin %d", protocol, Protocol)
		case s.maxSend < minMessageBytes:
			return nil, nil, Errorf(KindInvalidArgument, "open session: max_message_bytes is %d, at least %d are needed", s.maxSend, minMessageBytes)
		}
		if err := job(r); err != nil {
			return nil, nil, err
		}
		info := s.core.info
		return &pb.SessionResponse{Message: &pb.SessionResponse_Opened{Opened: &pb.Opened{
			SessionId: info.ID, Secret: info.Secret, Protocol: Protocol, ProtocolMinor: ProtocolMinor,
			MaxMessageBytes: uint64(s.srv.opts.MaxMessageBytes), CreditWindow: uint64(s.srv.opts.CreditWindow), Enforced: enforcedToProto(info.Enforced),
		}}}, &packer{}, nil
	})
	return nil
}

// peer keeps what the client accepts.
func (s *serverSession) peer(maxMessage, window uint64) {
	s.maxSend, s.window = DefaultMaxMessageBytes, DefaultCreditWindow
	if maxMessage > 0 {
		s.maxSend = int(min(maxMessage, MaxPayloadBytes))
	}
	if window > 0 {
		s.window = int64(min(window, MaxPayloadBytes))
	}
	s.late.add(s.window)
}

func (s *serverSession) open(r *serverRequest, req *OpenRequest) error {
	if err := s.srv.enter(s.ctx); err != nil {
		return err
	}
	events := &sessionEvents{opening: r}
	events.session.Store(s)
	sess, err := s.openExecutor(r, req, events)
	if err != nil {
		s.srv.leave()
		return err
	}
	core := &sessionCore{sess: sess, events: events, detachTTL: req.DetachTTL, allowPickle: req.AllowPickle}
	if info := sess.Info(); info != nil {
		core.info = *info
	}
	if core.info.ID == "" {
		core.info.ID = newSecret()
	}
	core.info.Secret = ""
	if req.DetachTTL > 0 {
		core.info.Secret = newSecret()
	}
	if err := checkRequired(req.Required, core.info.Enforced); err != nil {
		_, closeErr := s.srv.closeCore(s.ctx, core)
		return errors.Join(err, closeErr)
	}
	s.mu.Lock()
	s.core = core
	s.mu.Unlock()
	return nil
}

// openExecutor calls Open, and turns a panic into an error so that the session is counted out again.
func (s *serverSession) openExecutor(r *serverRequest, req *OpenRequest, events Events) (sess Session, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = s.srv.panicked("open", v)
		}
	}()
	return s.srv.exec.Open(r.ctx, req, events)
}

// checkRequired refuses a session that lacks what the client insists on.
func checkRequired(required []string, enforced []Enforced) error {
	for _, name := range required {
		how := "this backend says nothing about it"
		holds := false
		for _, e := range enforced {
			if e.Name == name {
				holds, how = e.Holds, e.How
			}
		}
		if !holds {
			return &Error{Kind: KindUnsupported, Message: "open session: " + name + " is required but does not hold: " + how,
				Hint: "choose an executor with stronger isolation, or don't require it"}
		}
	}
	return nil
}

func (s *serverSession) attach(m *pb.Attach) error {
	core := s.srv.reclaim(m.SessionId, m.Secret)
	if core == nil {
		return &Error{Kind: KindInvalidArgument, Message: "attach: no detached session has this id and secret", Hint: "it may have run out of its time; open a new one"}
	}
	s.mu.Lock()
	s.core = core
	s.blobs.allowPickle = core.allowPickle
	s.mu.Unlock()
	core.events.session.Store(s)
	return nil
}

// begin registers a request. An error is a breach of the protocol.
func (s *serverSession) begin(id uint64) (*serverRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ids.take(id) {
		return nil, Errorf(KindInvalidArgument, "receive request: id %d came again, or long after %d; ids must grow", id, s.ids.last)
	}
	r := &serverRequest{s: s, id: id}
	r.ctx, r.cancel = context.WithCancelCause(s.ctx)
	r.credit.avail = s.window
	s.reqs[id] = r
	return r, nil
}

// job is what a request does: it returns the terminal answer, or an error to be sent as one.
type job func() (*pb.SessionResponse, *packer, error)

// waiter is a request that waits for the namespace.
type waiter struct {
	r *serverRequest
	j job
}

// enqueue runs a namespace request after those before it.
func (s *serverSession) enqueue(r *serverRequest, withinCall uint64, j job) {
	s.mu.Lock()
	_, pending := s.calls[withinCall]
	full := len(s.waiting) >= maxWaiting
	if !pending && !full {
		s.waiting = append(s.waiting, waiter{r, j})
	}
	s.mu.Unlock()
	switch {
	case pending:
		s.reject(r, &Error{Kind: KindInvalidArgument, Message: "a tool asked its own session for something that has to wait for the run that called the tool",
			Hint: "use another session inside of tools"})
		return
	case full:
		s.reject(r, Errorf(KindInvalidArgument, "too many requests wait for the session (%d)", maxWaiting))
		return
	}
	select {
	case s.work <- struct{}{}:
	default:
	}
}

// runWaiting is the one worker for namespace requests. It lives as long as the stream: a new goroutine for each request would grow its
// stack anew each time, a sixth of the cost of a short Execute.
func (s *serverSession) runWaiting() {
	defer s.wg.Done()
	for {
		s.mu.Lock()
		var next waiter
		if len(s.waiting) > 0 {
			next = s.waiting[0]
			s.waiting[0] = waiter{}
			if s.waiting = s.waiting[1:]; len(s.waiting) == 0 {
				s.waiting = nil
			}
		}
		s.mu.Unlock()
		if next.r != nil {
			s.run(next.r, next.j)
			continue
		}
		select {
		case <-s.work:
		case <-s.ctx.Done():
			if !s.waits() {
				return
			}
		}
	}
}

func (s *serverSession) waits() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting) > 0
}

// spawn runs a request beside the namespace, once the session is open.
func (s *serverSession) spawn(r *serverRequest, j job) {
	s.mu.Lock()
	full := s.parallel >= maxParallel
	if !full {
		s.parallel++
		s.wg.Add(1)
	}
	s.mu.Unlock()
	if full {
		s.reject(r, Errorf(KindInvalidArgument, "too many requests at once (%d)", maxParallel))
		return
	}
	go func() {
		defer s.wg.Done()
		select {
		case <-s.opened:
		case <-r.ctx.Done():
		}
		s.run(r, j)
		s.mu.Lock()
		s.parallel--
		s.mu.Unlock()
	}()
}

// run does the work of one request and answers it.
func (s *serverSession) run(r *serverRequest, j job) {
	var m *pb.SessionResponse
	var p *packer
	var err error
	func() {
		defer func() {
			if v := recover(); v != nil {
				err = s.srv.panicked("request", v)
			}
		}()
		if err = context.Cause(r.ctx); err != nil {
			return
		}
		m, p, err = j()
	}()
	if err != nil {
		r.fail(err)
		return
	}
	r.finish(m, p)
}

// endRequest forgets a request and returns the tool calls that were still pending.
func (s *serverSession) endRequest(r *serverRequest) (calls []uint64) {
	s.blobs.drop(r.id)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reqs, r.id)
	for id, c := range s.calls {
		if c.r == r {
			calls = append(calls, id)
			delete(s.calls, id)
		}
	}
	return calls
}

func (s *serverSession) addCall(c *pendingCall) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reqs[c.r.id] != c.r {
		return 0, errEnded
	}
	s.callID++
	s.calls[s.callID] = c
	return s.callID, nil
}

func (s *serverSession) dropCall(id uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.calls[id]
	delete(s.calls, id)
	return ok
}

func (s *serverSession) sendCancel(reqID, callID uint64) {
	_ = s.send(classControl, reqID, &pb.SessionResponse{Message: &pb.SessionResponse_ToolCancel{ToolCancel: &pb.ToolCancel{CallId: callID}}}, nil)
}

func (s *serverSession) packer() *packer {
	return &packer{nextBlob: func() uint64 { return s.blobID.Add(1) }}
}

// send checks the size of a message and hands it to the outbox, after its chunks.
func (s *serverSession) send(class int, id uint64, m *pb.SessionResponse, chunks []*pb.Chunk) error {
	m.Id = id
	if size := sizeOf(m); size > s.maxSend {
		return Errorf(KindInternal, "send answer: its %d bytes are more than the %d that the client takes", size, s.maxSend)
	}
	for _, c := range chunks {
		if err := s.out.put(classBulk, id, &pb.SessionResponse{Id: id, Message: &pb.SessionResponse_Chunk{Chunk: c}}); err != nil {
			return err
		}
	}
	return s.out.put(class, id, m)
}

// sizeOf is the size of a message, or 0 where the sizes of its parts bound it well below minMessageBytes: proto.Size takes as long as
// encoding the message, and the frequent ones are all of that sort.
func sizeOf(m *pb.SessionResponse) int {
	switch body := m.Message.(type) {
	case *pb.SessionResponse_Result, *pb.SessionResponse_Output, *pb.SessionResponse_CommandOutput, *pb.SessionResponse_FileChunk,
		*pb.SessionResponse_Done, *pb.SessionResponse_ToolCancel:
		return 0
	case *pb.SessionResponse_ToolCall:
		if len(body.ToolCall.Name) < 1<<10 && len(body.ToolCall.Kwargs) == 0 && len(body.ToolCall.Args) < 1<<10 {
			return 0
		}
	}
	return proto.Size(m)
}

// lateOutput sends text that belongs to no request.
func (s *serverSession) lateOutput(stream Stream, p []byte) error {
	for len(p) > 0 {
		n := min(len(p), outputBytes)
		if err := s.late.take(s.ctx, n); err != nil {
			return err
		}
		if err := s.send(classOutput, 0, outputMessage(stream, append([]byte(nil), p[:n]...), false), nil); err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}

// sessionEvents is the Events of a session: of its opening first, then of what belongs to no request. A detached session keeps it and
// points it to the stream that attached.
type sessionEvents struct {
	opening *serverRequest
	session atomic.Pointer[serverSession]
}

var _ Events = (*sessionEvents)(nil)

func (e *sessionEvents) Output(stream Stream, p []byte) error {
	s := e.session.Load()
	if s == e.opening.s {
		return e.opening.Output(stream, p) // which turns to late output once the session is open
	}
	return s.lateOutput(stream, p)
}

func (e *sessionEvents) Display(d *Display) error { return e.opening.Display(d) }

func (e *sessionEvents) Progress(p Progress) { e.opening.Progress(p) }

func (e *sessionEvents) CallTool(ctx context.Context, call *ToolCall) (value.Text, error) {
	return e.opening.CallTool(ctx, call)
}

// fileMode is the mode that PutFile asks for.
func fileMode(m uint32) fs.FileMode {
	if m == 0 {
		return 0o644
	}
	return fs.FileMode(m) & fs.ModePerm
}
