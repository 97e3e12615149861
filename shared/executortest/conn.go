package executortest

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/airlockhq/airlock/shared"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Cleanup(f func())
}

// Server is an executor served in memory.
type Server struct{ listener *bufconn.Listener }

// NewServer serves exec until the test ends.
func NewServer(t TB, exec shared.Executor, opts shared.ServerOptions) *Server {
	return serve(t, opts, func(r Registrar) { shared.Register(r, exec, opts) })
}

// Registrar is where services are registered.
type Registrar = grpc.ServiceRegistrar

// ServeRaw serves what register registers, such as a plugin that breaks the protocol, and connects to it.
func ServeRaw(t TB, register func(r Registrar)) *grpc.ClientConn {
	t.Helper()
	return serve(t, shared.ServerOptions{}, register).Conn(t)
}

func serve(t TB, opts shared.ServerOptions, register func(Registrar)) *Server {
	listener := bufconn.Listen(1 << 20)
	srv := grpc.NewServer(opts.GRPCServerOptions()...)
	register(srv)
	go func() { _ = srv.Serve(listener) }()
	t.Cleanup(srv.Stop)
	return &Server{listener}
}

// Conn makes a connection, which is closed when the test ends.
func (s *Server) Conn(t TB) *grpc.ClientConn {
	t.Helper()
	cc, err := grpc.NewClient("passthrough:///bufconn",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return s.listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatalf("connect to the executor: %v", err)
	}
	t.Cleanup(func() { _ = cc.Close() })
	return cc
}

// Conn serves exec and connects to it.
func Conn(t TB, exec shared.Executor, opts shared.ServerOptions) *grpc.ClientConn {
	t.Helper()
	return NewServer(t, exec, opts).Conn(t)
}

// Dial is Conn with a Client on it.
func Dial(t TB, exec shared.Executor) *shared.Client {
	t.Helper()
	return shared.NewClient(Conn(t, exec, shared.ServerOptions{}), shared.ClientOptions{})
}
