//go:build unix

package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/airlockhq/airlock/shared"
	executorv1 "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// newMinor is a minor version that nobody speaks yet.
const newMinor = shared.ProtocolMinor + 7

// serveStock serves without our SDK, as a plugin of a third party might: go-plugin as
// it is, with its own certificates (P-521), and a hand-written server. Mode "newer"
// speaks a later minor version, with fields and messages that this one doesn't know.
func serveStock(mode string) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: shared.Handshake,
		Plugins:         plugin.PluginSet{shared.PluginName: &stockPlugin{mode: mode}},
		GRPCServer:      plugin.DefaultGRPCServer,
	})
}

type stockPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	mode string
}

// GRPCServer implements plugin.GRPCPlugin.
func (p *stockPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	executorv1.RegisterExecutorServiceServer(s, &stockServer{mode: p.mode})
	return nil
}

// GRPCClient implements plugin.GRPCPlugin.
func (p *stockPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, fmt.Errorf("a plugin has no client")
}

type stockServer struct {
	executorv1.UnimplementedExecutorServiceServer
	mode string
}

// Describe implements the service.
func (s *stockServer) Describe(context.Context, *executorv1.DescribeRequest) (*executorv1.DescribeResponse, error) {
	return s.newer(&executorv1.DescribeResponse{
		Name: s.mode, Version: version, Protocol: shared.Protocol, ProtocolMinor: uint32(s.minor()),
		Capabilities: &executorv1.Capabilities{}, Isolation: executorv1.Isolation_ISOLATION_PROCESS,
	}).(*executorv1.DescribeResponse), nil
}

func (s *stockServer) minor() int {
	if s.mode == "newer" {
		return newMinor
	}
	return shared.ProtocolMinor
}

// newer adds a field that this version doesn't know, in mode "newer".
func (s *stockServer) newer(m proto.Message) proto.Message {
	if s.mode == "newer" {
		raw := protowire.AppendTag(nil, 4000, protowire.BytesType)
		m.ProtoReflect().SetUnknown(protowire.AppendString(raw, "from the future"))
	}
	return m
}

// Session implements the service with the least that a run needs.
func (s *stockServer) Session(stream executorv1.ExecutorService_SessionServer) error {
	for {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		answer := &executorv1.SessionResponse{Id: m.Id}
		switch m.Message.(type) {
		case *executorv1.SessionRequest_Open:
			// A whole message of a kind that is unknown comes first.
			if err := stream.Send(s.newer(&executorv1.SessionResponse{Id: m.Id}).(*executorv1.SessionResponse)); err != nil {
				return err
			}
			answer.Message = &executorv1.SessionResponse_Opened{Opened: s.newer(&executorv1.Opened{SessionId: "s"}).(*executorv1.Opened)}
		case *executorv1.SessionRequest_Execute:
			answer.Message = &executorv1.SessionResponse_Result{Result: s.newer(&executorv1.Result{}).(*executorv1.Result)}
		case *executorv1.SessionRequest_Close:
			answer.Message = &executorv1.SessionResponse_Closed{Closed: &executorv1.Closed{}}
		default:
			answer.Message = &executorv1.SessionResponse_Failure{Failure: &executorv1.Failure{Error: &executorv1.Error{
				Kind: executorv1.ErrorKind_ERROR_KIND_UNSUPPORTED, Message: []byte("not here"),
			}}}
		}
		if err := stream.Send(s.newer(answer).(*executorv1.SessionResponse)); err != nil {
			return err
		}
	}
}

// serveWithoutCert serves in the open, in the hope that a host talks to it.
func serveWithoutCert() {
	path := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "open")
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "unix", path)
	if err != nil {
		panic(err)
	}
	s := grpc.NewServer()
	executorv1.RegisterExecutorServiceServer(s, &stockServer{mode: "no-cert"})
	go func() { _ = s.Serve(l) }()
	line("1", "unix", path, "grpc")
}
