package shared_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/executortest"
	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// wire speaks the protocol message by message, as a client in another language may do wrongly.
type wire struct {
	*testing.T
	stream pb.ExecutorService_SessionClient
}

func dialWire(t *testing.T, exec shared.Executor) *wire {
	t.Helper()
	stream, err := pb.NewExecutorServiceClient(executortest.Conn(t, exec, shared.ServerOptions{})).Session(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	return &wire{t, stream}
}

func openWire(t *testing.T, exec shared.Executor) *wire {
	t.Helper()
	w := dialWire(t, exec)
	w.send(&pb.SessionRequest{Id: 1, Message: &pb.SessionRequest_Open{Open: &pb.Open{Protocol: 1}}})
	if w.receive().GetOpened() == nil {
		t.Fatal("open was not answered by Opened")
	}
	return w
}

func (w *wire) send(m *pb.SessionRequest) {
	w.Helper()
	if err := w.stream.Send(m); err != nil {
		w.Fatal(err)
	}
}

func (w *wire) receive() *pb.SessionResponse {
	w.Helper()
	m, err := w.stream.Recv()
	if err != nil {
		w.Fatal(err)
	}
	return m
}

// broken reads on until the stream ends, which must be for a breach of the protocol.
func (w *wire) broken() {
	w.Helper()
	for {
		_, err := w.stream.Recv()
		if err == nil {
			continue
		}
		if status.Code(err) != codes.InvalidArgument {
			w.Errorf("the stream ended with %v, want invalid argument", err)
		}
		return
	}
}

func execute(id uint64, code string) *pb.SessionRequest {
	return &pb.SessionRequest{Id: id, Message: &pb.SessionRequest_Execute{Execute: &pb.Execute{Code: inline(code)}}}
}

func inline(s string) *pb.Payload { return &pb.Payload{Body: &pb.Payload_Inline{Inline: []byte(s)}} }

func wantFailure(t *testing.T, m *pb.SessionResponse, id uint64, kind pb.ErrorKind) {
	t.Helper()
	if m.Id != id || m.GetFailure().GetError().GetKind() != kind {
		t.Fatalf("got %v, want a failure of request %d of kind %v", m, id, kind)
	}
}

func TestWireFirstMessage(t *testing.T) {
	w := dialWire(t, &executortest.Fake{})
	w.send(execute(1, "value 1"))
	w.broken()
}

func TestWireProtocolVersion(t *testing.T) {
	w := dialWire(t, &executortest.Fake{})
	w.send(&pb.SessionRequest{Id: 1, Message: &pb.SessionRequest_Open{Open: &pb.Open{Protocol: 99}}})
	wantFailure(t, w.receive(), 1, pb.ErrorKind_ERROR_KIND_UNSUPPORTED)
	w.send(execute(2, "value 1"))
	wantFailure(t, w.receive(), 2, pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT)
}

func TestWireSmallMessages(t *testing.T) {
	w := dialWire(t, &executortest.Fake{})
	w.send(&pb.SessionRequest{Id: 1, Message: &pb.SessionRequest_Open{Open: &pb.Open{Protocol: 1, MaxMessageBytes: 1000}}})
	wantFailure(t, w.receive(), 1, pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT)
}

func TestWireIdsGrow(t *testing.T) {
	w := openWire(t, &executortest.Fake{})
	w.send(execute(5, "value 1"))
	w.receive()
	w.send(execute(5, "value 1"))
	w.broken()
}

// TestWireUnknown: what a newer client may send is answered by id, and unknown fields are passed over.
func TestWireUnknown(t *testing.T) {
	fake := &executortest.Fake{}
	w := openWire(t, fake)
	unknown := &pb.SessionRequest{Id: 2}
	unknown.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, 99, protowire.BytesType), []byte("new")))
	w.send(unknown)
	wantFailure(t, w.receive(), 2, pb.ErrorKind_ERROR_KIND_UNSUPPORTED)
	m := execute(3, "value 1")
	m.GetExecute().ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 200, protowire.VarintType), 1))
	w.send(m)
	if got := w.receive(); string(got.GetResult().GetValue().GetInline()) != "safe:1" {
		t.Errorf("got %v", got)
	}
	addition := &pb.SessionRequest{Id: 3}
	w.send(addition)
	w.send(execute(4, "value 2"))
	if got := w.receive(); got.Id != 4 || got.GetResult() == nil {
		t.Errorf("got %v", got)
	}
}

func TestWireSecondOpen(t *testing.T) {
	w := openWire(t, &executortest.Fake{})
	w.send(&pb.SessionRequest{Id: 2, Message: &pb.SessionRequest_Open{Open: &pb.Open{}}})
	wantFailure(t, w.receive(), 2, pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT)
}

// TestWireHalfClose: it means Close.
func TestWireHalfClose(t *testing.T) {
	fake := &executortest.Fake{CloseReport: shared.CloseReport{Removed: []string{"box"}}}
	w := openWire(t, fake)
	w.send(execute(2, "wait"))
	if err := w.stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, w.receive(), 2, pb.ErrorKind_ERROR_KIND_INTERRUPTED)
	if m := w.receive(); m.Id != 0 || len(m.GetClosed().GetReport().GetRemoved()) != 1 {
		t.Errorf("got %v, want Closed", m)
	}
	if _, err := w.stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("the stream ended with %v, want OK", err)
	}
	if open, closed := fake.Sessions(); open != 0 || closed != 1 {
		t.Errorf("%d sessions are open, %d closed", open, closed)
	}
}

// TestWireToolCalls: an answer with the wrong call is ignored, the right one counts once, a late one does no harm, and a request from
// within the call fails at once.
func TestWireToolCalls(t *testing.T) {
	w := openWire(t, &executortest.Fake{})
	w.send(execute(2, "call f"))
	call := w.receive().GetToolCall()
	if call == nil || call.CallId == 0 {
		t.Fatal("no tool call came")
	}
	result := func(id uint64, v string) *pb.SessionRequest {
		return &pb.SessionRequest{Id: 2, Message: &pb.SessionRequest_ToolResult{ToolResult: &pb.ToolResult{CallId: id, Outcome: &pb.ToolResult_Value{Value: inline(v)}}}}
	}
	w.send(result(call.CallId+7, "safe:7"))
	inside := execute(3, "value 1")
	inside.WithinCall = call.CallId
	w.send(inside)
	wantFailure(t, w.receive(), 3, pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT)
	w.send(result(call.CallId, "safe:1"))
	w.send(result(call.CallId, "safe:2"))
	if m := w.receive(); m.Id != 2 || string(m.GetResult().GetValue().GetInline()) != "safe:1" {
		t.Errorf("got %v", m)
	}
	inside.Id = 4 // the call is over, so this only waits for its turn
	w.send(inside)
	if m := w.receive(); m.Id != 4 || m.GetResult() == nil {
		t.Errorf("got %v", m)
	}
}

// TestWireToolCancel: calls that are pending at the end of a run are cancelled before its answer.
func TestWireToolCancel(t *testing.T) {
	w := openWire(t, &executortest.Fake{})
	w.send(execute(2, "async f\nsleep 50ms"))
	call := w.receive().GetToolCall()
	if m := w.receive(); m.Id != 2 || m.GetToolCancel().GetCallId() != call.GetCallId() {
		t.Errorf("got %v, want the cancellation of call %d", m, call.GetCallId())
	}
	if m := w.receive(); m.GetResult() == nil {
		t.Errorf("got %v, want a result", m)
	}
}

// TestWireInterruptTarget: an interrupt that comes too late hits no later run.
func TestWireInterruptTarget(t *testing.T) {
	w := openWire(t, &executortest.Fake{})
	w.send(execute(2, "value 1"))
	w.receive()
	w.send(execute(3, "call f"))
	call := w.receive().GetToolCall()
	w.send(&pb.SessionRequest{Id: 4, Message: &pb.SessionRequest_Interrupt{Interrupt: &pb.Interrupt{Target: 2}}})
	if m := w.receive(); m.Id != 4 || m.GetInterruptAck() == nil || m.GetInterruptAck().WasRunning {
		t.Errorf("got %v", m)
	}
	w.send(&pb.SessionRequest{Id: 3, Message: &pb.SessionRequest_ToolResult{ToolResult: &pb.ToolResult{CallId: call.GetCallId(), Outcome: &pb.ToolResult_Value{Value: inline("safe:1")}}}})
	if m := w.receive(); m.Id != 3 || m.GetResult() == nil {
		t.Errorf("got %v", m)
	}
}

// TestWireCredit: the server stops when the window is used up, and goes on when it gets credit.
func TestWireCredit(t *testing.T) {
	w := dialWire(t, &executortest.Fake{})
	w.send(&pb.SessionRequest{Id: 1, Message: &pb.SessionRequest_Open{Open: &pb.Open{Protocol: 1, CreditWindow: 4096}}})
	w.receive()
	w.send(execute(2, "flood 10240\nvalue 1"))
	for range 4 {
		if m := w.receive(); len(m.GetOutput().GetText()) != 1024 {
			t.Fatalf("got %v", m)
		}
	}
	w.send(&pb.SessionRequest{Id: 3, Message: &pb.SessionRequest_Usage{Usage: &pb.Usage{}}})
	if m := w.receive(); m.Id != 3 {
		t.Fatalf("without credit came %v", m)
	}
	w.send(&pb.SessionRequest{Id: 2, Message: &pb.SessionRequest_Credit{Credit: &pb.Credit{Bytes: 1 << 20}}})
	for range 6 {
		if m := w.receive(); len(m.GetOutput().GetText()) != 1024 {
			t.Fatalf("got %v", m)
		}
	}
	if m := w.receive(); m.GetResult() == nil {
		t.Errorf("got %v", m)
	}
}

func TestWireFileWithoutCredit(t *testing.T) {
	fake := &executortest.Fake{}
	w := openWire(t, fake)
	w.send(execute(2, "wait"))
	w.send(&pb.SessionRequest{Id: 3, Message: &pb.SessionRequest_Restore{Restore: &pb.Restore{}}}) // waits for the run, and consumes nothing
	for range 6 {
		if w.stream.Send(&pb.SessionRequest{Id: 3, Message: &pb.SessionRequest_FileChunk{FileChunk: &pb.FileChunk{Data: make([]byte, 256<<10)}}}) != nil {
			break
		}
	}
	w.broken()
}

func TestWireChunks(t *testing.T) {
	chunk := func(id, blob uint64, n int) *pb.SessionRequest {
		return &pb.SessionRequest{Id: id, Message: &pb.SessionRequest_Chunk{Chunk: &pb.Chunk{Blob: blob, Data: bytes.Repeat([]byte(" "), n)}}}
	}
	code := func(id, blob, size uint64) *pb.SessionRequest {
		return &pb.SessionRequest{Id: id, Message: &pb.SessionRequest_Execute{Execute: &pb.Execute{
			Code: &pb.Payload{Body: &pb.Payload_Chunked{Chunked: &pb.ChunkedPayload{Blob: blob, Size: size}}},
		}}}
	}
	t.Run("right", func(t *testing.T) {
		w := openWire(t, &executortest.Fake{})
		w.send(chunk(2, 1, 100))
		w.send(chunk(2, 1, 100))
		w.send(code(2, 1, 200))
		if m := w.receive(); m.GetResult() == nil {
			t.Errorf("got %v", m)
		}
	})
	t.Run("claimed twice", func(t *testing.T) {
		w := openWire(t, &executortest.Fake{})
		w.send(chunk(2, 1, 100))
		w.send(code(2, 1, 100))
		w.receive()
		w.send(code(3, 1, 100))
		wantFailure(t, w.receive(), 3, pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT)
	})
	t.Run("wrong size", func(t *testing.T) {
		w := openWire(t, &executortest.Fake{})
		w.send(chunk(2, 1, 100))
		w.send(code(2, 1, 101))
		wantFailure(t, w.receive(), 2, pb.ErrorKind_ERROR_KIND_INVALID_ARGUMENT)
	})
	t.Run("too large", func(t *testing.T) {
		w := openWire(t, &executortest.Fake{})
		w.send(chunk(2, 1, 256<<10+1))
		w.broken()
	})
	t.Run("of two requests", func(t *testing.T) {
		w := openWire(t, &executortest.Fake{})
		w.send(chunk(2, 1, 1))
		w.send(chunk(3, 1, 1))
		w.broken()
	})
}

// TestWireOversized: a message over the limit breaks the stream, and the sandbox goes with it.
func TestWireOversized(t *testing.T) {
	fake := &executortest.Fake{}
	w := openWire(t, fake)
	_ = w.stream.Send(execute(2, string(make([]byte, shared.DefaultMaxMessageBytes+8<<10))))
	if _, err := w.stream.Recv(); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("the stream ended with %v", err)
	}
	waitFor(t, "the sandbox to be removed", func() bool { _, closed := fake.Sessions(); return closed == 1 })
}

// evil is a plugin that breaks the protocol.
type evil struct {
	pb.UnimplementedExecutorServiceServer
	session func(pb.ExecutorService_SessionServer)
}

func (e *evil) Session(s pb.ExecutorService_SessionServer) error {
	if _, err := s.Recv(); err != nil {
		return err
	}
	if err := s.Send(&pb.SessionResponse{Id: 1, Message: &pb.SessionResponse_Opened{Opened: &pb.Opened{}}}); err != nil {
		return err
	}
	e.session(s)
	<-s.Context().Done()
	return nil
}

// TestEvilPlugin: whatever a plugin does, the client ends the session and doesn't hang, grow or panic.
func TestEvilPlugin(t *testing.T) {
	out := func(id uint64, n int) *pb.SessionResponse {
		return &pb.SessionResponse{Id: id, Message: &pb.SessionResponse_Output{Output: &pb.Output{Text: make([]byte, n)}}}
	}
	tests := map[string]func(s pb.ExecutorService_SessionServer){
		"output without credit": func(s pb.ExecutorService_SessionServer) {
			for s.Send(out(2, 1<<20)) == nil {
			}
		},
		"late output without credit": func(s pb.ExecutorService_SessionServer) {
			for s.Send(out(0, 1<<20)) == nil {
			}
		},
		"chunks without end": func(s pb.ExecutorService_SessionServer) {
			for blob := uint64(1); s.Send(&pb.SessionResponse{Id: 2, Message: &pb.SessionResponse_Chunk{Chunk: &pb.Chunk{Blob: blob, Data: make([]byte, 256<<10)}}}) == nil; blob++ {
			}
		},
		"the end": func(pb.ExecutorService_SessionServer) {},
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			cc := executortest.ServeRaw(t, func(r executortest.Registrar) {
				pb.RegisterExecutorServiceServer(r, &evil{session: func(s pb.ExecutorService_SessionServer) {
					if _, err := s.Recv(); err == nil {
						f(s)
					}
				}})
			})
			s, err := shared.NewClient(cc, shared.ClientOptions{}).Open(testContext(t), &shared.OpenRequest{}, &shared.Handler{
				OnOutput: func(shared.Stream, []byte) error { <-t.Context().Done(); return nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			if name == "the end" {
				cc.Close()
			}
			ctx, cancel := context.WithCancel(testContext(t))
			defer cancel()
			done := make(chan error, 1)
			go func() {
				_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "x"}, &shared.Handler{OnOutput: func(shared.Stream, []byte) error {
					<-s.(*shared.ClientSession).Done()
					return nil
				}})
				done <- err
			}()
			if err := <-done; !errors.Is(err, shared.KindBackendLost) {
				t.Errorf("the run ended with %v", err)
			}
		})
	}
}

// TestWrongAnswers: answers of the wrong kind are errors.
func TestWrongAnswers(t *testing.T) {
	cc := executortest.ServeRaw(t, func(r executortest.Registrar) {
		pb.RegisterExecutorServiceServer(r, &evil{session: func(s pb.ExecutorService_SessionServer) {
			for {
				m, err := s.Recv()
				if err != nil {
					return
				}
				_ = s.Send(&pb.SessionResponse{Id: m.Id, Message: &pb.SessionResponse_InterruptAck{InterruptAck: &pb.InterruptAck{}}})
			}
		}})
	})
	ctx := testContext(t)
	opened, err := shared.NewClient(cc, shared.ClientOptions{}).Open(ctx, &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened.(*shared.ClientSession)
	_, execErr := s.Execute(ctx, &shared.ExecuteRequest{}, nil)
	_, varErr := s.GetVariables(ctx, nil)
	_, usageErr := s.Usage(ctx)
	for what, err := range map[string]error{"execute": execErr, "get variables": varErr, "usage": usageErr, "set tools": s.SetTools(ctx, nil)} {
		if !errors.Is(err, shared.KindInternal) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
