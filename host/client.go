package host

import (
	"google.golang.org/grpc"

	"github.com/airlockhq/airlock/shared"
)

// messageSlack is for the bytes around a message that is exactly as large as allowed.
const messageSlack = 4 << 10

// dialOptions bound what a plugin may send: go-plugin's own limit is 2 GiB, all of
// which an untrusted plugin could make the host hold.
func dialOptions() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithDefaultCallOptions(
		grpc.MaxCallRecvMsgSize(shared.DefaultMaxMessageBytes + messageSlack),
	)}
}
