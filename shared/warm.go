package shared

import (
	"sync"

	"google.golang.org/protobuf/proto"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// Warm does in advance what the first session of a process would wait for: protobuf makes its tables of a message at the message's first
// use, some milliseconds in all. It is for a goroutine beside other work, such as the host's while it waits for a plugin's start.
var Warm = sync.OnceFunc(func() {
	text := &pb.Payload{Body: &pb.Payload_Inline{Inline: []byte{1}}}
	requests := []*pb.SessionRequest{
		{Id: 1, Message: &pb.SessionRequest_Open{Open: &pb.Open{
			Labels: map[string]string{"": ""}, Limits: &pb.Limits{Operations: 1}, Policy: &pb.Policy{StrictDunder: true},
		}}},
		{Id: 1, Message: &pb.SessionRequest_Execute{Execute: &pb.Execute{Code: text, Limits: &pb.Limits{}}}},
		{Id: 1, Message: &pb.SessionRequest_Close{Close: &pb.Close{}}},
	}
	for _, m := range requests {
		roundTrip(m, &pb.SessionRequest{})
	}
	responses := []*pb.SessionResponse{
		{Id: 1, Message: &pb.SessionResponse_Opened{Opened: &pb.Opened{Enforced: []*pb.Enforced{{Holds: true}}}}},
		{Id: 1, Message: &pb.SessionResponse_Output{Output: &pb.Output{Text: []byte{1}}}},
		{Id: 1, Message: &pb.SessionResponse_Result{Result: &pb.Result{Value: text, Stats: &pb.Stats{Operations: 1}}}},
		{Id: 1, Message: &pb.SessionResponse_Closed{Closed: &pb.Closed{Report: &pb.CloseReport{}}}},
	}
	for _, m := range responses {
		roundTrip(m, &pb.SessionResponse{})
	}
	roundTrip(&pb.DescribeResponse{Capabilities: &pb.Capabilities{Tools: true}}, &pb.DescribeResponse{})
})

// roundTrip encodes and decodes; an error can't be, and would show when the messages are used.
func roundTrip(m, into proto.Message) {
	b, err := proto.Marshal(m)
	if err == nil {
		_ = proto.Unmarshal(b, into)
	}
}
