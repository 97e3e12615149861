package jupyter

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/airlockhq/airlock/shared"
)

// maxMessage bounds a message from the gateway, in bytes. Those of the driver
// are small pieces; the rest is dropped.
const maxMessage = 32 << 20

// dialTimeout is above the minute that a gateway waits for its kernel before it answers.
const dialTimeout = 75 * time.Second

// socket is the connection to the channels of a kernel.
type socket struct {
	conn    *websocket.Conn
	v1      bool
	session string
	ctx     context.Context // ends with the connection
	cancel  context.CancelFunc
}

func (g *gateway) dial(ctx context.Context, id string) (*socket, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	session := rand.Text()
	at := g.base.JoinPath("api", "kernels", id, "channels")
	at.RawQuery = "session_id=" + session
	conn, resp, err := websocket.Dial(ctx, at.String(), &websocket.DialOptions{
		HTTPClient: g.client, HTTPHeader: g.header.Clone(), Subprotocols: []string{protocolV1},
	})
	if err != nil {
		if resp != nil {
			_ = resp.Body.Close() // its beginning, in memory
			if resp.StatusCode != http.StatusSwitchingProtocols {
				err = &statusError{resp.StatusCode, ""}
			}
		}
		return nil, explain("connect to the kernel", err)
	}
	conn.SetReadLimit(maxMessage)
	s := &socket{conn: conn, v1: conn.Subprotocol() == protocolV1, session: session}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// send may be called from any goroutine. It blocks while the gateway takes nothing.
func (s *socket) send(m *message) error {
	kind, frame, err := m.encode(s.v1)
	if err != nil {
		return err
	}
	return s.conn.Write(s.ctx, kind, frame)
}

// receive gives the next message.
func (s *socket) receive() (*message, error) {
	kind, frame, err := s.conn.Read(s.ctx)
	if err != nil {
		var closed websocket.CloseError
		if errors.As(err, &closed) {
			return nil, fmt.Errorf("the gateway closed the connection: %v", closed.Code)
		}
		return nil, fmt.Errorf("the connection to the gateway broke: %w", err)
	}
	m, err := decode(kind, frame, s.v1)
	if err != nil {
		return nil, fmt.Errorf("the gateway sent what is no message: %w", err)
	}
	return m, nil
}

func (s *socket) close() {
	s.cancel()
	_ = s.conn.CloseNow() // what was to be said has been
}

// lost is an error of KindBackendLost.
func lost(format string, args ...any) *shared.Error {
	return shared.Errorf(shared.KindBackendLost, "the interpreter is gone: "+format, args...)
}
