package jupyter

import (
	"context"
	"time"

	"github.com/coder/websocket"
)

// OpenImpatient is Open that notices a silent gateway within seconds.
func OpenImpatient(ctx context.Context, cfg Config) (*Session, error) {
	return open(ctx, cfg, patience{boot: 2 * time.Second, first: 50 * time.Millisecond, most: 200 * time.Millisecond, answer: time.Second, failures: 3})
}

// Roundtrip encodes what decode makes of a frame, and tells whether it is a message.
func Roundtrip(kind websocket.MessageType, frame []byte, v1 bool) (websocket.MessageType, []byte, error) {
	m, err := decode(kind, frame, v1)
	if err != nil {
		return 0, nil, err
	}
	return m.encode(v1)
}
