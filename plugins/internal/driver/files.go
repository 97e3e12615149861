package driver

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"io/fs"

	"github.com/airlockhq/airlock/shared"
)

// job is a transfer or a command under way.
type job struct {
	// piece handles what comes out of the sandbox; it runs in the reader.
	piece func(f frame, rest []byte) error
	// room holds a place for each piece of input on its way.
	room chan struct{}
}

func newJob() *job { return &job{room: make(chan struct{}, window)} }

// piece passes a frame to its job. One that is over gets no more.
func (c *conn) piece(f frame) error {
	id, rest, err := split(f)
	if err != nil {
		return err
	}
	c.mu.Lock()
	j := c.jobs[id]
	c.mu.Unlock()
	if j == nil {
		return nil
	}
	return j.piece(f, rest)
}

// job starts one beside the run. in is sent to it in pieces; the answer ends it.
func (c *conn) job(ctx context.Context, req *request, j *job, in io.Reader) (*message, error) {
	id, ch := c.register()
	req.ID = id
	c.mu.Lock()
	c.jobs[id] = j
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.jobs, id)
		c.mu.Unlock()
	}()
	if err := c.w.sendJSON(req); err != nil {
		return nil, c.lost(err)
	}
	over := make(chan struct{})
	defer close(over)
	sent := make(chan error, 1)
	go func() { sent <- c.feed(id, in, j.room, over) }()
	var readErr error
	for {
		select {
		case m := <-ch:
			if m.Error != nil {
				return m, m.Error.failure()
			}
			return m, readErr
		case readErr = <-sent:
			sent = nil
		case <-c.done:
			return nil, c.loss()
		case <-ctx.Done():
			_ = c.w.sendJSON(&request{Op: "cancel", ID: id})
			return nil, shared.Errorf(shared.KindInterrupted, "the request was interrupted: %w", context.Cause(ctx))
		}
	}
}

// window is how many pieces of input are on their way to a job.
const window = 4

// feed sends all of in, then an empty piece. room has a place for each piece
// that may be sent before the job took the one before.
func (c *conn) feed(id uint32, in io.Reader, room chan struct{}, over chan struct{}) error {
	if in == nil {
		return nil
	}
	tag := binary.BigEndian.AppendUint32(nil, id)
	buf := make([]byte, 256<<10)
	for {
		n, err := in.Read(buf)
		if n > 0 {
			select {
			case room <- struct{}{}:
			case <-over:
				return nil
			}
			if err := c.w.send(letterData, tag, buf[:n]); err != nil {
				return c.lost(err)
			}
		}
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			if sendErr := c.w.send(letterData, tag); sendErr != nil {
				return c.lost(sendErr)
			}
			return err
		}
	}
}

// took makes room for another piece, since the job took one.
func (j *job) took() {
	select {
	case <-j.room:
	default: // one that was never sent
	}
}

// PutFile implements shared.FileStore.
func (s *Session) PutFile(ctx context.Context, path string, mode fs.FileMode, r io.Reader) error {
	if mode == 0 {
		mode = 0o644
	}
	j := newJob()
	j.piece = func(frame, []byte) error {
		j.took()
		return nil
	}
	_, err := s.current().job(ctx, &request{Op: "put", Path: path, Mode: uint32(mode.Perm())}, j, r)
	return err
}

// GetFile implements shared.FileStore. Each piece is asked for once the one
// before was written, so a slow receiver holds up nothing but itself.
func (s *Session) GetFile(ctx context.Context, path string, w io.Writer) error {
	c := s.current()
	req := &request{Op: "get", Path: path}
	pieces, over, written := make(chan []byte, 1), make(chan struct{}), make(chan error, 1)
	go func() {
		var err error
		for {
			select {
			case p := <-pieces:
				if err == nil {
					_, err = w.Write(p)
				}
				if sendErr := c.w.send(letterData, binary.BigEndian.AppendUint32(nil, req.ID), []byte{1}); err == nil {
					err = sendErr
				}
			case <-over:
				written <- err
				return
			}
		}
	}()
	j := newJob()
	j.piece = func(f frame, p []byte) error {
		if f.letter != letterData {
			return nil
		}
		select {
		case pieces <- p:
			return nil
		default:
			return shared.Errorf(shared.KindBackendLost, "the interpreter sent more of a file than was asked for")
		}
	}
	_, err := c.job(ctx, req, j, nil)
	close(over)
	if werr := <-written; err == nil {
		err = werr
	}
	return err
}

// RunCommand implements shared.CommandRunner.
func (s *Session) RunCommand(ctx context.Context, cmd *shared.Command, events shared.Events) (int, error) {
	j := newJob()
	j.piece = func(f frame, p []byte) error {
		switch {
		case f.letter == letterData:
			j.took()
		case len(p) > 1:
			_ = events.Output(shared.Stream(p[0]), p[1:]) // nobody listens any more: the end comes anyway
		}
		return nil
	}
	m, err := s.current().job(ctx, &request{Op: "command", Argv: cmd.Argv, Env: cmd.Env, Dir: cmd.Dir}, j, bytes.NewReader(cmd.Stdin))
	if err != nil {
		return 0, err
	}
	return m.Code, nil
}
