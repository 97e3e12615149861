package jupyter

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/coder/websocket"
)

// protocolV1 is the sub-protocol that carries messages as they are; without it
// they are JSON, or JSON and buffers.
const protocolV1 = "v1.kernel.websocket.jupyter.org"

// message is one of the kernel's protocol.
type message struct {
	channel string
	header  header
	content json.RawMessage
	buffers [][]byte
}

type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

func newHeader(id, session, kind string) header {
	return header{ID: id, Session: session, Username: "airlock", Date: time.Now().UTC().Format(time.RFC3339Nano), Type: kind, Version: "5.3"}
}

// empty is a header, or metadata, of nothing.
var empty = []byte("{}")

// encode makes the frame of a message.
func (m *message) encode(v1 bool) (websocket.MessageType, []byte, error) {
	head, err := json.Marshal(m.header)
	if err != nil {
		return 0, nil, err
	}
	if v1 {
		return websocket.MessageBinary, encodeV1(append([][]byte{[]byte(m.channel), head, empty, empty, m.content}, m.buffers...)), nil
	}
	doc, err := json.Marshal(map[string]any{
		"channel": m.channel, "header": json.RawMessage(head), "parent_header": struct{}{}, "metadata": struct{}{}, "content": m.content,
	})
	if err != nil || len(m.buffers) == 0 {
		return websocket.MessageText, doc, err
	}
	return websocket.MessageBinary, encodeBuffers(append([][]byte{doc}, m.buffers...)), nil
}

// encodeV1 is the number of offsets, the offsets, and the parts: little-endian, in 64 bits.
func encodeV1(parts [][]byte) []byte {
	at := 8 * (len(parts) + 2)
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(parts)+1))
	for _, p := range parts {
		out = binary.LittleEndian.AppendUint64(out, uint64(at))
		at += len(p)
	}
	return join(binary.LittleEndian.AppendUint64(out, uint64(at)), parts, at)
}

// encodeBuffers is the number of parts, their offsets, and the parts: big-endian, in 32 bits.
func encodeBuffers(parts [][]byte) []byte {
	at := 4 * (len(parts) + 1)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(parts)))
	for _, p := range parts {
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		at += len(p)
	}
	return join(out, parts, at)
}

func join(head []byte, parts [][]byte, size int) []byte {
	out := append(make([]byte, 0, size), head...)
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// decode reads a frame.
func decode(kind websocket.MessageType, frame []byte, v1 bool) (*message, error) {
	if v1 {
		if kind != websocket.MessageBinary {
			return nil, errors.New("a text where the sub-protocol has none")
		}
		return decodeV1(frame)
	}
	doc := frame
	var buffers [][]byte
	if kind == websocket.MessageBinary {
		parts, err := split(frame, 4, func(b []byte) uint64 { return uint64(binary.BigEndian.Uint32(b)) }, false)
		if err != nil {
			return nil, err
		}
		doc, buffers = parts[0], parts[1:]
	}
	var m struct {
		Channel string
		Header  header
		Content json.RawMessage
	}
	if err := json.Unmarshal(doc, &m); err != nil {
		return nil, err
	}
	return &message{m.Channel, m.Header, m.Content, buffers}, nil
}

func decodeV1(frame []byte) (*message, error) {
	parts, err := split(frame, 8, binary.LittleEndian.Uint64, true)
	if err != nil {
		return nil, err
	}
	if len(parts) < 5 {
		return nil, fmt.Errorf("a message of %d parts", len(parts))
	}
	m := &message{channel: string(parts[0]), content: parts[4], buffers: parts[5:]}
	if err := json.Unmarshal(parts[1], &m.header); err != nil {
		return nil, err
	}
	return m, nil
}

// maxParts bounds those of a message; ours have at most six.
const maxParts = 1000

// split cuts a frame at the offsets at its beginning: a number of them, and
// each of size bytes. closed tells that the last one is the frame's end.
func split(frame []byte, size int, read func([]byte) uint64, closed bool) ([][]byte, error) {
	if len(frame) < size {
		return nil, errors.New("a frame without a head")
	}
	n := read(frame)
	if n < 1 || n > maxParts || uint64(len(frame)) < (n+1)*uint64(size) {
		return nil, fmt.Errorf("a frame of %d bytes with %d offsets", len(frame), n)
	}
	offsets := make([]uint64, 0, n+1)
	for i := range n {
		offsets = append(offsets, read(frame[(i+1)*uint64(size):]))
	}
	if !closed {
		offsets = append(offsets, uint64(len(frame)))
	}
	var parts [][]byte
	for i := 1; i < len(offsets); i++ {
		if offsets[i-1] > offsets[i] || offsets[i] > uint64(len(frame)) {
			return nil, errors.New("a frame whose offsets are out of order")
		}
		parts = append(parts, frame[offsets[i-1]:offsets[i]])
	}
	return parts, nil
}
