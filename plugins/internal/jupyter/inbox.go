package jupyter

import (
	"errors"
	"io"
	"sync"
)

// The same as in py/kernel.py: how many pieces may be under way, and how large each may be.
const (
	window   = 64
	pieceMax = 128 << 10
)

// inbox holds what the driver sent until it is read.
type inbox struct {
	taken func(pieces int) // tells the driver

	mu     sync.Mutex
	filled sync.Cond
	pieces [][]byte
	read   int // since the driver was told
	closed bool
}

func newInbox(taken func(int)) *inbox {
	b := &inbox{taken: taken}
	b.filled.L = &b.mu
	return b
}

// add never blocks: whoever receives must go on, to notice the end.
func (b *inbox) add(piece []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pieces) >= window || len(piece) > pieceMax {
		return errors.New("it sent more than it may")
	}
	if len(piece) > 0 {
		b.pieces = append(b.pieces, piece)
		b.filled.Signal()
	}
	return nil
}

// Read implements io.Reader, for one goroutine.
func (b *inbox) Read(p []byte) (int, error) {
	b.mu.Lock()
	for len(b.pieces) == 0 && !b.closed {
		b.filled.Wait()
	}
	if len(b.pieces) == 0 {
		b.mu.Unlock()
		return 0, io.EOF
	}
	n := copy(p, b.pieces[0])
	if b.pieces[0] = b.pieces[0][n:]; len(b.pieces[0]) == 0 {
		b.pieces = b.pieces[1:]
		b.read++
	}
	told := 0
	if b.read >= window/4 {
		told, b.read = b.read, 0
	}
	b.mu.Unlock()
	if told > 0 {
		b.taken(told)
	}
	return n, nil
}

// close ends the reading, after what is there.
func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.filled.Broadcast()
}
