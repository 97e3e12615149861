package driver

import (
	"encoding/binary"
	"encoding/json"
	"errors"
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

// maxQueued bounds what waits to be written, in bytes: twice the largest frame.
const maxQueued = 2 * maxFrame

// errReadsNothing is the end of a driver that takes nothing of what it asks for.
var errReadsNothing = errors.New("it doesn't read the answers to what it asks for")

// writer sends frames, from any goroutine and without waiting: a guest that
// reads nothing must not hold up whoever wants to end it. One that asks for
// ever more the while is ended by overflow.
type writer struct {
	w        io.Writer
	overflow func()

	mu     sync.Mutex
	ready  sync.Cond // more is queued, or it is over
	queue  [][]byte
	size   int   // bytes in the queue
	err    error // of a write; nothing more is sent
	closed bool
}

func newWriter(w io.Writer, overflow func()) *writer {
	wr := &writer{w: w, overflow: overflow}
	wr.ready.L = &wr.mu
	go wr.run()
	return wr
}

// run writes what is queued until it is closed, or a write fails.
func (w *writer) run() {
	for {
		w.mu.Lock()
		for len(w.queue) == 0 && !w.closed {
			w.ready.Wait()
		}
		if w.closed {
			w.mu.Unlock()
			return
		}
		frame := w.queue[0]
		w.queue = w.queue[1:]
		w.size -= len(frame)
		w.mu.Unlock()
		if _, err := w.w.Write(frame); err != nil {
			w.mu.Lock()
			if w.err == nil {
				w.err = err
			}
			w.queue, w.size = nil, 0
			w.mu.Unlock()
			return
		}
	}
}

// close drops what is queued and ends the writer, once the write under way ends.
func (w *writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed, w.queue, w.size = true, nil, 0
	w.ready.Signal()
}

// send queues a frame. Its error is that of an earlier write.
func (w *writer) send(letter byte, parts ...[]byte) error {
	size := 1
	for _, p := range parts {
		size += len(p)
	}
	frame := binary.BigEndian.AppendUint32(make([]byte, 0, 4+size), uint32(size))
	frame = append(frame, letter)
	for _, p := range parts {
		frame = append(frame, p...)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil || w.closed {
		return w.err
	}
	if w.size > 0 && w.size+len(frame) > maxQueued {
		w.err, w.queue, w.size = errReadsNothing, nil, 0
		go w.overflow()
		return w.err
	}
	w.queue = append(w.queue, frame)
	w.size += len(frame)
	w.ready.Signal()
	return nil
}

// overflowed tells whether overflow was called.
func (w *writer) overflowed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Is(w.err, errReadsNothing)
}

func (w *writer) sendJSON(message any) error {
	b, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("encode a request: %w", err)
	}
	return w.send(letterJSON, b)
}
