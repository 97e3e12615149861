package shared_test

import (
	"context"
	"net"
	"path/filepath"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/executortest"
	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
	"github.com/airlockhq/airlock/shared/value"
)

// secureConn serves exec on a unix socket with mutual TLS, as a plugin does, plus a bare echo on the same kind of stream.
func secureConn(b *testing.B, exec shared.Executor) *grpc.ClientConn {
	b.Helper()
	id, err := shared.NewIdentity()
	if err != nil {
		b.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(b.TempDir(), "s"))
	if err != nil {
		b.Fatal(err)
	}
	serverTLS, clientTLS := id.PairForTest()
	srv := grpc.NewServer(append(shared.ServerOptions{}.GRPCServerOptions(), grpc.Creds(credentials.NewTLS(serverTLS)))...)
	shared.Register(srv, exec, shared.ServerOptions{})
	srv.RegisterService(&echoService, nil)
	go func() { _ = srv.Serve(listener) }()
	cc, err := grpc.NewClient("unix:"+listener.Addr().String(), grpc.WithTransportCredentials(credentials.NewTLS(clientTLS)))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		cc.Close()
		srv.Stop()
	})
	return cc
}

// echoService answers each request by a canned result: what a round trip with the same messages costs without any protocol.
var echoService = grpc.ServiceDesc{
	ServiceName: "test.Echo",
	HandlerType: (*any)(nil),
	Streams: []grpc.StreamDesc{{StreamName: "Echo", ServerStreams: true, ClientStreams: true, Handler: func(_ any, s grpc.ServerStream) error {
		for {
			m := &pb.SessionRequest{}
			if err := s.RecvMsg(m); err != nil {
				return nil
			}
			answer := &pb.SessionResponse{Id: m.Id, Message: &pb.SessionResponse_Result{Result: &pb.Result{
				Value: &pb.Payload{Body: &pb.Payload_Inline{Inline: []byte("safe:1")}},
			}}}
			if err := s.SendMsg(answer); err != nil {
				return err
			}
		}
	}}},
}

func BenchmarkEcho(b *testing.B) {
	cc := secureConn(b, &executortest.Fake{})
	stream, err := cc.NewStream(b.Context(), &echoService.Streams[0], "/test.Echo/Echo")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m := &pb.SessionRequest{Id: 1, Message: &pb.SessionRequest_Execute{Execute: &pb.Execute{
			Code: &pb.Payload{Body: &pb.Payload_Inline{Inline: []byte("value 1")}},
		}}}
		if err := stream.SendMsg(m); err != nil {
			b.Fatal(err)
		}
		if err := stream.RecvMsg(&pb.SessionResponse{}); err != nil {
			b.Fatal(err)
		}
	}
}

func openBench(b *testing.B, exec shared.Executor) shared.Session {
	b.Helper()
	s, err := shared.NewClient(secureConn(b, exec), shared.ClientOptions{}).Open(b.Context(), &shared.OpenRequest{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close(context.Background()) })
	return s
}

func BenchmarkExecute(b *testing.B) {
	s := openBench(b, &executortest.Fake{})
	req := &shared.ExecuteRequest{Code: "value 1"}
	for b.Loop() {
		if _, err := s.Execute(b.Context(), req, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// looper calls the tool "f" as often as it is told, in one run.
type looper struct {
	executortest.Fake
	n int
}

func (l *looper) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	s, err := l.Fake.Open(ctx, req, events)
	return &looperSession{s, l}, err
}

type looperSession struct {
	shared.Session
	l *looper
}

func (s *looperSession) Execute(ctx context.Context, _ *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	call := &shared.ToolCall{Name: "f", Args: []value.Text{value.Text("safe:1")}}
	for range s.l.n {
		if _, err := events.CallTool(ctx, call); err != nil {
			return nil, err
		}
	}
	return &shared.Result{}, nil
}

func BenchmarkToolCall(b *testing.B) {
	l := &looper{}
	s := openBench(b, l)
	l.n = b.N
	b.ResetTimer()
	_, err := s.Execute(b.Context(), &shared.ExecuteRequest{}, &shared.Handler{
		OnTool: func(context.Context, *shared.ToolCall) (value.Text, error) { return value.Text("safe:2"), nil },
	})
	if err != nil {
		b.Fatal(err)
	}
}
