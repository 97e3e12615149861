package container

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// The kinds of frames that the engine mixes a container's streams of.
const (
	frameStdin  = 0
	frameStdout = 1
	frameStderr = 2
	frameSystem = 3
)

// stdout reads one stream of a container out of the mix that the engine sends.
// Nothing is kept of it but the end of the other stream, whatever lengths the
// frames claim.
type stdout struct {
	mixed  *bufio.Reader
	stderr *Tail
	left   uint32 // of the frame that is being read
	some   atomic.Bool
	ended  func() // is told of the end
}

func newStdout(r io.Reader, stderr *Tail, ended func()) *stdout {
	return &stdout{mixed: bufio.NewReaderSize(r, 64<<10), stderr: stderr, ended: ended}
}

// Read implements io.Reader.
func (s *stdout) Read(p []byte) (int, error) {
	for s.left == 0 {
		if err := s.next(); err != nil {
			s.ended()
			return 0, err
		}
	}
	if int64(len(p)) > int64(s.left) {
		p = p[:s.left]
	}
	n, err := s.mixed.Read(p)
	s.left -= uint32(n)
	if n > 0 {
		s.some.Store(true)
	}
	return n, err
}

// next reads frames up to one of the standard output.
func (s *stdout) next() error {
	var head [8]byte
	if _, err := io.ReadFull(s.mixed, head[:]); err != nil {
		return err
	}
	size := binary.BigEndian.Uint32(head[4:])
	switch head[0] {
	case frameStdin, frameStdout:
		s.left = size
		return nil
	case frameStderr:
		_, err := io.CopyN(s.stderr, s.mixed, int64(size))
		return err
	case frameSystem:
		text, err := io.ReadAll(io.LimitReader(s.mixed, min(int64(size), tailBytes)))
		if err != nil {
			return err
		}
		return fmt.Errorf("the engine says: %s", text)
	}
	return fmt.Errorf("the engine sent a frame of the unknown kind %d", head[0])
}

// Tail keeps the end of what is written to it.
type Tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailBytes = 4 << 10

// Write implements io.Writer.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > tailBytes {
		t.buf = slices.Clone(t.buf[len(t.buf)-tailBytes:])
	}
	return len(p), nil
}

// String is what was kept, without the spaces around it.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(strings.TrimSpace(string(t.buf)), "�")
}
