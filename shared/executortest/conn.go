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

// Conn serves exec over an in-memory connection and returns its client end. Both are gone when the test ends.
func Conn(t TB, exec shared.Executor, opts shared.ServerOptions) *grpc.ClientConn {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	srv := grpc.NewServer(opts.GRPCServerOptions()...)
	shared.Register(srv, exec, opts)
	go func() { _ = srv.Serve(listener) }()
	cc, err := grpc.NewClient("passthrough:///bufconn",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatalf("connect to the executor: %v", err)
	}
	t.Cleanup(func() {
		_ = cc.Close()
		srv.Stop()
	})
	return cc
}

// Dial is Conn with a Client on it.
func Dial(t TB, exec shared.Executor) *shared.Client {
	t.Helper()
	return shared.NewClient(Conn(t, exec, shared.ServerOptions{}), shared.ClientOptions{})
}
