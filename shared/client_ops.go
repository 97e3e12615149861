package shared

import (
	"context"
	"errors"
	"io"
	"io/fs"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// simple makes a request that is answered by Done.
func (s *ClientSession) simple(ctx context.Context, doing string, events Events, m *pb.SessionRequest, p *packer) error {
	return s.request(ctx, doing, events, m, p, isDone)
}

func isDone(m *pb.SessionResponse) error {
	if m.GetDone() == nil {
		return unexpected(m)
	}
	return nil
}

func unexpected(m *pb.SessionResponse) error {
	return Errorf(KindInternal, "the plugin gave an answer of the wrong kind: %T", m.Message)
}

// SetTools implements Session.
func (s *ClientSession) SetTools(ctx context.Context, tools []ToolSpec) error {
	p := s.packer()
	return s.simple(ctx, "set tools", nil, &pb.SessionRequest{Message: &pb.SessionRequest_SetTools{SetTools: toolsToProto(tools, p)}}, p)
}

// SetVariables implements Session.
func (s *ClientSession) SetVariables(ctx context.Context, vars []Variable) error {
	for _, v := range vars {
		if err := checkText(v.Value, s.blobs.allowPickle); err != nil {
			return err
		}
	}
	p := s.packer()
	return s.simple(ctx, "set variables", nil, &pb.SessionRequest{Message: &pb.SessionRequest_SetVariables{
		SetVariables: &pb.SetVariables{Variables: variablesToProto(vars, p)},
	}}, p)
}

// GetVariables implements Session.
func (s *ClientSession) GetVariables(ctx context.Context, names []string) (vars []Variable, err error) {
	m := &pb.SessionRequest{Message: &pb.SessionRequest_GetVariables{GetVariables: &pb.GetVariables{Names: byteStrings(names)}}}
	err = s.request(ctx, "get variables", nil, m, nil, func(m *pb.SessionResponse) (err error) {
		if m.GetVariables() == nil {
			return unexpected(m)
		}
		vars, err = variablesFromProto(m.GetVariables().Variables, &s.blobs)
		return err
	})
	return vars, err
}

// InstallPackages implements PackageInstaller.
func (s *ClientSession) InstallPackages(ctx context.Context, packages []string, events Events) error {
	return s.simple(ctx, "install packages", events, &pb.SessionRequest{Message: &pb.SessionRequest_InstallPackages{
		InstallPackages: &pb.InstallPackages{Packages: packages},
	}}, nil)
}

// Execute implements Session. events may be nil.
func (s *ClientSession) Execute(ctx context.Context, req *ExecuteRequest, events Events) (*Result, error) {
	r, err := s.begin(ctx, events, nil)
	if err != nil {
		return &Result{StateLost: Died(err)}, err
	}
	s.mu.Lock()
	s.running = append(s.running, r.id)
	s.mu.Unlock()
	p := s.packer()
	m := &pb.SessionRequest{WithinCall: withinCall(ctx, s), Message: &pb.SessionRequest_Execute{
		Execute: &pb.Execute{Code: p.pack([]byte(req.Code)), Limits: limitsToProto(req.Limits)},
	}}
	res := &Result{}
	r.onFailure = func(f *pb.Failure) {
		logs, _ := s.blobs.take(f.Logs) // a failure without its logs is still the failure
		res = &Result{Logs: string(logs), Truncated: f.Truncated, Stats: statsFromProto(f.Stats), StateLost: f.StateLost}
	}
	err = s.roundTrip(r, "execute", func() error { return s.send(classResult, r.id, m, p) }, func(m *pb.SessionResponse) (err error) {
		if m.GetResult() == nil {
			return unexpected(m)
		}
		res, err = resultFromProto(m.GetResult(), &s.blobs)
		return err
	})
	res.StateLost = res.StateLost || s.Err() != nil
	return res, err
}

// PutFile implements FileStore.
func (s *ClientSession) PutFile(ctx context.Context, path string, mode fs.FileMode, r io.Reader) error {
	return s.upload(ctx, "put file", &pb.SessionRequest{Message: &pb.SessionRequest_PutFile{PutFile: &pb.PutFile{Path: []byte(path), Mode: uint32(mode.Perm())}}}, r)
}

// GetFile implements FileStore.
func (s *ClientSession) GetFile(ctx context.Context, path string, w io.Writer) error {
	return s.download(ctx, "get file", &pb.SessionRequest{Message: &pb.SessionRequest_GetFile{GetFile: &pb.GetFile{Path: []byte(path)}}}, w)
}

// Snapshot implements Snapshotter.
func (s *ClientSession) Snapshot(ctx context.Context, w io.Writer) error {
	return s.download(ctx, "snapshot", &pb.SessionRequest{Message: &pb.SessionRequest_Snapshot{Snapshot: &pb.Snapshot{}}}, w)
}

// Restore implements Snapshotter.
func (s *ClientSession) Restore(ctx context.Context, r io.Reader) error {
	return s.upload(ctx, "restore", &pb.SessionRequest{Message: &pb.SessionRequest_Restore{Restore: &pb.Restore{}}}, r)
}

func (s *ClientSession) download(ctx context.Context, doing string, m *pb.SessionRequest, w io.Writer) error {
	r, err := s.begin(ctx, nil, &fileSink{w})
	if err != nil {
		return err
	}
	m.WithinCall = withinCall(ctx, s)
	return s.roundTrip(r, doing, func() error { return s.send(classResult, r.id, m, nil) }, isDone)
}

// upload sends a request and the file that belongs to it. The file is read beside the waiting for the answer, which may come early.
func (s *ClientSession) upload(ctx context.Context, doing string, m *pb.SessionRequest, file io.Reader) error {
	r, err := s.begin(ctx, nil, nil)
	if err != nil {
		return err
	}
	m.WithinCall = withinCall(ctx, s)
	sendCtx, cancel := context.WithCancel(ctx)
	sent := make(chan struct{})
	err = s.roundTrip(r, doing, func() error {
		if err := s.send(classResult, r.id, m, nil); err != nil {
			close(sent)
			return err
		}
		go func() {
			defer close(sent)
			if err := s.sendFile(sendCtx, r, file); err != nil && sendCtx.Err() == nil {
				go func() { _, _ = s.interrupt(context.Background(), r.id) }()
				r.abort(Errorf(KindInternal, "send the file: %w", err))
			}
		}()
		return nil
	}, isDone)
	cancel()
	<-sent // file is the caller's again
	return err
}

func (s *ClientSession) sendFile(ctx context.Context, r *clientRequest, file io.Reader) error {
	for {
		buf := make([]byte, chunkBytes) // a fresh one each time: the outbox may keep it for a while
		n, err := io.ReadFull(file, buf)
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return err
		}
		if n > 0 {
			if err := r.credit.take(ctx, n); err != nil {
				return err
			}
		}
		chunk := &pb.FileChunk{Data: buf[:n], Last: last}
		if err := s.send(classBulk, r.id, &pb.SessionRequest{Message: &pb.SessionRequest_FileChunk{FileChunk: chunk}}, nil); err != nil || last {
			return err
		}
	}
}

// RunCommand implements CommandRunner.
func (s *ClientSession) RunCommand(ctx context.Context, cmd *Command, events Events) (code int, err error) {
	p := s.packer()
	m := &pb.SessionRequest{Message: &pb.SessionRequest_RunCommand{RunCommand: &pb.RunCommand{
		Argv: byteStrings(cmd.Argv), Env: cmd.Env, Stdin: p.packOptional(cmd.Stdin), Cwd: []byte(cmd.Dir),
	}}}
	err = s.request(ctx, "run command", events, m, p, func(m *pb.SessionResponse) error {
		if m.GetCommandExit() == nil {
			return unexpected(m)
		}
		code = int(m.GetCommandExit().Code)
		return nil
	})
	return code, err
}

// Usage implements UsageReporter.
func (s *ClientSession) Usage(ctx context.Context) (u *Usage, err error) {
	m := &pb.SessionRequest{Message: &pb.SessionRequest_Usage{Usage: &pb.Usage{}}}
	err = s.request(ctx, "report usage", nil, m, nil, func(m *pb.SessionResponse) error {
		if m.GetUsageReport() == nil {
			return unexpected(m)
		}
		u = usageFromProto(m.GetUsageReport())
		return nil
	})
	return u, err
}
