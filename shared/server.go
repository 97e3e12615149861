package shared

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"google.golang.org/grpc"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// ServerOptions tune the serving side. The zero value is good.
type ServerOptions struct {
	// MaxMessageBytes that this side accepts; 0 means DefaultMaxMessageBytes.
	MaxMessageBytes int
	// CreditWindow given to each request; 0 means DefaultCreditWindow.
	CreditWindow int
	// CloseTimeout bounds the removal of one sandbox; 0 means a minute.
	CloseTimeout time.Duration
	// MaxDetachTTL caps OpenRequest.DetachTTL; 0 means an hour.
	MaxDetachTTL time.Duration
	// Logger gets what no client is told, such as the stack of a panic; nil drops it.
	Logger hclog.Logger
}

func (o ServerOptions) withDefaults() ServerOptions {
	if o.MaxMessageBytes == 0 {
		o.MaxMessageBytes = DefaultMaxMessageBytes
	}
	if o.CreditWindow == 0 {
		o.CreditWindow = DefaultCreditWindow
	}
	if o.CloseTimeout == 0 {
		o.CloseTimeout = time.Minute
	}
	if o.MaxDetachTTL == 0 {
		o.MaxDetachTTL = time.Hour
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	return o
}

// GRPCServerOptions are the options that a gRPC server needs to carry the protocol with o.
func (o ServerOptions) GRPCServerOptions() []grpc.ServerOption {
	o = o.withDefaults()
	// The slack is for the few bytes around a message that is exactly as large as was agreed.
	limit := o.MaxMessageBytes + 4<<10
	return []grpc.ServerOption{grpc.MaxRecvMsgSize(limit), grpc.MaxSendMsgSize(MaxPayloadBytes)}
}

// Register serves exec on r. The gRPC server must have been made with GRPCServerOptions.
func Register(r grpc.ServiceRegistrar, exec Executor, opts ServerOptions) {
	pb.RegisterExecutorServiceServer(r, &server{exec: exec, opts: opts.withDefaults(), detached: map[string]*detached{}})
}

// server is the gRPC side of an Executor.
type server struct {
	pb.UnimplementedExecutorServiceServer
	exec Executor
	opts ServerOptions

	mu       sync.Mutex
	open     int // sessions, detached ones included
	detached map[string]*detached
}

// detached is a session that waits for somebody to attach.
type detached struct {
	core  *sessionCore
	timer *time.Timer
}

// sessionCore is what outlives a stream when its session is detached.
type sessionCore struct {
	sess        Session
	info        SessionInfo
	events      *sessionEvents
	detachTTL   time.Duration
	allowPickle bool
}

// describe completes what the executor says by what Serve knows.
func describe(ctx context.Context, exec Executor) (*Description, error) {
	d, err := exec.Describe(ctx)
	if err != nil {
		return nil, err
	}
	full := *d
	full.Protocol, full.ProtocolMinor = Protocol, ProtocolMinor
	full.Capabilities.Attach = true
	return &full, nil
}

func (s *server) Describe(ctx context.Context, _ *pb.DescribeRequest) (_ *pb.DescribeResponse, err error) {
	defer s.recoverTo(&err, "describe")
	d, err := describe(ctx, s.exec)
	if err != nil {
		return nil, toStatus(err)
	}
	return descriptionToProto(d), nil
}

func (s *server) Check(ctx context.Context, m *pb.CheckRequest) (_ *pb.CheckResponse, err error) {
	defer s.recoverTo(&err, "check")
	r, err := s.exec.Check(ctx, &CheckRequest{Options: m.Options})
	if err != nil {
		return nil, toStatus(err)
	}
	return checkReportToProto(r), nil
}

func (s *server) Reap(ctx context.Context, m *pb.ReapRequest) (_ *pb.ReapResponse, err error) {
	defer s.recoverTo(&err, "reap")
	r, err := s.exec.Reap(ctx, reapRequestFromProto(m))
	if err != nil {
		return nil, toStatus(err)
	}
	return reapReportToProto(r), nil
}

// recoverTo turns a panic of the executor into a status, for the unary calls.
func (s *server) recoverTo(err *error, doing string) {
	if v := recover(); v != nil {
		*err = toStatus(s.panicked(doing, v))
	}
}

// panicked logs a panic and makes the error that the client sees.
func (s *server) panicked(doing string, v any) *Error {
	s.opts.Logger.Error("executor panicked", "doing", doing, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	return Errorf(KindInternal, "%s: the executor panicked: %v", doing, v)
}

// enter counts a session in, if the executor takes one more.
func (s *server) enter(ctx context.Context) error {
	d, err := s.exec.Describe(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.MaxSessions > 0 && s.open >= d.MaxSessions {
		return &Error{Kind: KindBackendUnavailable, Message: fmt.Sprintf("open session: %q takes %d sessions at once", d.Name, d.MaxSessions),
			Hint: "close a session, or start another plugin process"}
	}
	s.open++
	return nil
}

func (s *server) leave() {
	s.mu.Lock()
	s.open--
	s.mu.Unlock()
}

// detach keeps a session whose stream is gone.
func (s *server) detach(c *sessionCore) {
	ttl := min(c.detachTTL, s.opts.MaxDetachTTL)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &detached{core: c}
	d.timer = time.AfterFunc(ttl, func() {
		if s.reclaim(c.info.ID, c.info.Secret) != nil {
			if _, err := s.closeCore(context.Background(), c); err != nil {
				s.opts.Logger.Error("close a detached session", "session", c.info.ID, "error", err)
			}
		}
	})
	s.detached[c.info.ID] = d
}

// reclaim takes a detached session out, nil if there is none with that id and secret.
func (s *server) reclaim(id, secret string) *sessionCore {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.detached[id]
	if d == nil || subtle.ConstantTimeCompare([]byte(d.core.info.Secret), []byte(secret)) != 1 {
		return nil
	}
	delete(s.detached, id)
	d.timer.Stop()
	return d.core
}

// closeCore removes a sandbox and counts it out. It doesn't wait for ever for one that ignores its context.
func (s *server) closeCore(ctx context.Context, c *sessionCore) (*CloseReport, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.opts.CloseTimeout)
	type outcome struct {
		report *CloseReport
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		defer cancel()
		var o outcome
		defer func() {
			if v := recover(); v != nil {
				o.err = s.panicked("close", v)
			}
			s.leave() // before the client hears of it and opens the next one
			done <- o
		}()
		o.report, o.err = c.sess.Close(ctx)
	}()
	select {
	case o := <-done:
		return o.report, o.err
	case <-time.After(s.opts.CloseTimeout + stopGrace):
		return nil, Errorf(KindInternal, "close session: the executor did not return within %v", s.opts.CloseTimeout)
	}
}

// Session serves one stream from Open to Closed.
func (s *server) Session(stream pb.ExecutorService_SessionServer) error {
	return newServerSession(s, stream).serve()
}

func newSecret() string { return rand.Text() }
