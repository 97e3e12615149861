package driver

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// The letters of frames; py/head.py tells what they hold.
const (
	letterJSON    = 'J'
	letterStdout  = '1'
	letterStderr  = '2'
	letterData    = 'D'
	letterCommand = 'C'
)

// maxFrame bounds a frame, in bytes: the largest value that may travel, in
// base64 and with what is around it.
const maxFrame = 128 << 20

// frame is one message of the connection.
type frame struct {
	letter byte
	body   []byte
}

func readFrame(r io.Reader) (frame, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	size := binary.BigEndian.Uint32(head[:4])
	if size < 1 || size > maxFrame {
		return frame{}, fmt.Errorf("a frame of %d bytes came out of the sandbox, at most %d are allowed", size, maxFrame)
	}
	// Grown as it arrives: the length alone is only a claim.
	var body []byte
	for left := int(size) - 1; left > 0; {
		n := min(left, 1<<20)
		at := len(body)
		body = append(body, make([]byte, n)...)
		if _, err := io.ReadFull(r, body[at:]); err != nil {
			return frame{}, err
		}
		left -= n
	}
	return frame{head[4], body}, nil
}

// writer sends frames, from any goroutine.
type writer struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *writer) send(letter byte, parts ...[]byte) error {
	size := 1
	for _, p := range parts {
		size += len(p)
	}
	head := binary.BigEndian.AppendUint32(make([]byte, 0, 5), uint32(size))
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.w.Write(append(head, letter)); err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := w.w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) sendJSON(message any) error {
	b, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("encode a request: %w", err)
	}
	return w.send(letterJSON, b)
}
