package shared

import (
	"context"
	"time"

	"google.golang.org/grpc"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// ClientOptions tune the consuming side. The zero value is good.
type ClientOptions struct {
	// MaxMessageBytes that this side accepts; 0 means DefaultMaxMessageBytes.
	MaxMessageBytes int
	// CreditWindow given to each request; 0 means DefaultCreditWindow.
	CreditWindow int
	// Grace is how long a request may take to end after its context did; then the session is closed, and after another Grace the
	// stream is cut. 0 means five seconds.
	Grace time.Duration
	// MaxToolCalls are run at once for one session; 0 means 64. Calls beyond them wait.
	MaxToolCalls int
}

func (o ClientOptions) withDefaults() ClientOptions {
	if o.MaxMessageBytes == 0 {
		o.MaxMessageBytes = DefaultMaxMessageBytes
	}
	if o.CreditWindow == 0 {
		o.CreditWindow = DefaultCreditWindow
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	if o.MaxToolCalls == 0 {
		o.MaxToolCalls = 64
	}
	return o
}

// Client is an Executor at the other end of a gRPC connection. It may be used from any goroutine.
type Client struct {
	svc  pb.ExecutorServiceClient
	opts ClientOptions
}

var _ Executor = (*Client)(nil)

// NewClient makes a Client of a connection, which stays the caller's to close.
func NewClient(cc grpc.ClientConnInterface, opts ClientOptions) *Client {
	return &Client{svc: pb.NewExecutorServiceClient(cc), opts: opts.withDefaults()}
}

// callOptions bound what the other side may send: go-plugin's default for the host is 2 GiB.
func (c *Client) callOptions() []grpc.CallOption {
	return []grpc.CallOption{grpc.MaxCallRecvMsgSize(c.opts.MaxMessageBytes + 4<<10), grpc.MaxCallSendMsgSize(MaxPayloadBytes)}
}

// Describe implements Executor.
func (c *Client) Describe(ctx context.Context) (*Description, error) {
	m, err := c.svc.Describe(ctx, &pb.DescribeRequest{}, c.callOptions()...)
	if err != nil {
		return nil, fromStatus(ctx, "describe", err)
	}
	return descriptionFromProto(m), nil
}

// Check implements Executor.
func (c *Client) Check(ctx context.Context, req *CheckRequest) (*CheckReport, error) {
	m, err := c.svc.Check(ctx, &pb.CheckRequest{Options: req.Options}, c.callOptions()...)
	if err != nil {
		return nil, fromStatus(ctx, "check", err)
	}
	return checkReportFromProto(m), nil
}

// Reap implements Executor.
func (c *Client) Reap(ctx context.Context, req *ReapRequest) (*ReapReport, error) {
	m, err := c.svc.Reap(ctx, reapRequestToProto(req), c.callOptions()...)
	if err != nil {
		return nil, fromStatus(ctx, "reap", err)
	}
	return reapReportFromProto(m), nil
}

// Open implements Executor. The session is a [*ClientSession]; it lives until Close, whatever becomes of ctx. events may be nil.
func (c *Client) Open(ctx context.Context, req *OpenRequest, events Events) (Session, error) {
	open := openToProto(req)
	open.MaxMessageBytes, open.CreditWindow = uint64(c.opts.MaxMessageBytes), uint64(c.opts.CreditWindow)
	return c.start(ctx, &pb.SessionRequest{Message: &pb.SessionRequest_Open{Open: open}}, req.AllowPickle, events)
}

// Attach takes over a session whose stream ended within its DetachTTL.
func (c *Client) Attach(ctx context.Context, id, secret string, events Events) (Session, error) {
	return c.start(ctx, &pb.SessionRequest{Message: &pb.SessionRequest_Attach{Attach: &pb.Attach{
		SessionId: id, Secret: secret, Protocol: Protocol, ProtocolMinor: ProtocolMinor,
		MaxMessageBytes: uint64(c.opts.MaxMessageBytes), CreditWindow: uint64(c.opts.CreditWindow),
	}}}, false, events)
}

func (c *Client) start(ctx context.Context, first *pb.SessionRequest, allowPickle bool, events Events) (Session, error) {
	if events == nil {
		events = &Handler{}
	}
	streamCtx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	// A peer that never answers must not hold Open beyond its context, so that also the creation of the stream can be cut.
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	stream, err := c.svc.Session(streamCtx, c.callOptions()...)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		cancel(nil)
		return nil, fromStatus(ctx, "open session", err)
	}
	s := newClientSession(c.opts, stream, cancel, events)
	s.blobs.allowPickle = allowPickle
	go s.read() //nolint:gosec // G118: the session outlives the context that opened it
	if err := s.request(ctx, "open session", events, first, nil, s.opened); err != nil {
		s.end(err)
		return nil, err
	}
	return s, nil
}
