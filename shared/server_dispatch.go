package shared

import (
	"slices"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
)

// dispatch handles a message after the first. An error is a breach of the protocol, which ends the stream.
func (s *serverSession) dispatch(m *pb.SessionRequest) error {
	switch body := m.Message.(type) {
	case *pb.SessionRequest_ToolResult:
		s.toolResult(body.ToolResult)
		return nil
	case *pb.SessionRequest_Credit:
		s.grant(m.Id, body.Credit.Bytes)
		return nil
	case *pb.SessionRequest_Chunk:
		return s.chunk(m.Id, body.Chunk)
	case *pb.SessionRequest_FileChunk:
		return s.fileChunk(m.Id, body.FileChunk)
	}
	if m.Message == nil && s.seen(m.Id) {
		return nil // a later version's addition to a request, such as ToolResult is to Execute
	}
	r, err := s.begin(m.Id)
	if err != nil {
		return err
	}
	switch body := m.Message.(type) {
	case *pb.SessionRequest_Execute:
		s.execute(r, m.WithinCall, body.Execute)
	case *pb.SessionRequest_SetTools:
		tools, err := toolsFromProto(body.SetTools, &s.blobs)
		s.enqueue(r, m.WithinCall, s.simple(err, func(sess Session) error { return sess.SetTools(r.ctx, tools) }))
	case *pb.SessionRequest_SetVariables:
		vars, err := variablesFromProto(body.SetVariables.Variables, &s.blobs)
		s.enqueue(r, m.WithinCall, s.simple(err, func(sess Session) error { return sess.SetVariables(r.ctx, vars) }))
	case *pb.SessionRequest_GetVariables:
		s.enqueue(r, m.WithinCall, s.getVariables(r, fromByteStrings(body.GetVariables.Names)))
	case *pb.SessionRequest_InstallPackages:
		s.enqueue(r, m.WithinCall, with(s, "install packages", func(inst PackageInstaller) error {
			return inst.InstallPackages(r.ctx, body.InstallPackages.Packages, r)
		}))
	case *pb.SessionRequest_Snapshot:
		s.enqueue(r, m.WithinCall, with(s, "snapshot", func(sn Snapshotter) error { return sn.Snapshot(r.ctx, fileWriter{r}) }))
	case *pb.SessionRequest_Restore:
		s.receive(r)
		s.enqueue(r, m.WithinCall, with(s, "restore", func(sn Snapshotter) error { return sn.Restore(r.ctx, r.in) }))
	case *pb.SessionRequest_PutFile:
		s.receive(r)
		s.spawn(r, with(s, "put file", func(f FileStore) error {
			return f.PutFile(r.ctx, string(body.PutFile.Path), fileMode(body.PutFile.Mode), r.in)
		}))
	case *pb.SessionRequest_GetFile:
		s.spawn(r, with(s, "get file", func(f FileStore) error { return f.GetFile(r.ctx, string(body.GetFile.Path), fileWriter{r}) }))
	case *pb.SessionRequest_RunCommand:
		s.runCommand(r, body.RunCommand)
	case *pb.SessionRequest_Usage:
		s.usage(r)
	case *pb.SessionRequest_Interrupt:
		s.interrupt(r, body.Interrupt.Target)
	case *pb.SessionRequest_Open, *pb.SessionRequest_Attach:
		s.reject(r, Errorf(KindInvalidArgument, "the session has been opened already"))
	default:
		s.reject(r, Errorf(KindUnsupported, "this plugin doesn't know the request; it speaks protocol %d.%d", Protocol, ProtocolMinor))
	}
	return nil
}

// seen tells that a request with this id has come already.
func (s *serverSession) seen(id uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids.seen(id)
}

// reject answers without waiting for the stream, which the reader may not do.
func (s *serverSession) reject(r *serverRequest, err error) {
	s.mu.Lock()
	delete(s.reqs, r.id)
	s.mu.Unlock()
	s.out.post(classControl, r.id, &pb.SessionResponse{Id: r.id, Message: &pb.SessionResponse_Failure{Failure: &pb.Failure{Error: errorToProto(AsError(err))}}})
	r.cancel(errEnded)
}

// session is the open session, or the error for requests that came before there was one.
func (s *serverSession) session() (Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.core == nil {
		return nil, errNotOpen
	}
	return s.core.sess, nil
}

func done() *pb.SessionResponse {
	return &pb.SessionResponse{Message: &pb.SessionResponse_Done{Done: &pb.Done{}}}
}

// simple is the job of a request that is answered by Done; invalid is what was wrong with the request itself.
func (s *serverSession) simple(invalid error, f func(Session) error) job {
	return func() (*pb.SessionResponse, *packer, error) {
		if invalid != nil {
			return nil, nil, invalid
		}
		sess, err := s.session()
		if err != nil {
			return nil, nil, err
		}
		if err := f(sess); err != nil {
			return nil, nil, err
		}
		return done(), &packer{}, nil
	}
}

// with is simple for a request that needs the capability C.
func with[C any](s *serverSession, doing string, f func(C) error) job {
	return s.simple(nil, func(sess Session) error {
		c, err := capability[C](sess, doing)
		if err != nil {
			return err
		}
		return f(c)
	})
}

func capability[C any](sess Session, doing string) (C, error) {
	c, ok := sess.(C)
	if !ok {
		return c, Errorf(KindUnsupported, "%s: this backend can't", doing)
	}
	return c, nil
}

func (s *serverSession) execute(r *serverRequest, withinCall uint64, m *pb.Execute) {
	r.runs = true
	code, invalid := s.blobs.take(m.Code)
	req := &ExecuteRequest{Code: string(code), Limits: limitsFromProto(m.Limits)}
	s.enqueue(r, withinCall, func() (*pb.SessionResponse, *packer, error) {
		if invalid != nil {
			return nil, nil, invalid
		}
		sess, err := s.session()
		if err != nil {
			return nil, nil, err
		}
		res, err := sess.Execute(r.ctx, req, r)
		if res == nil {
			res = &Result{}
		}
		if err == nil {
			err = checkText(res.Value, s.blobs.allowPickle)
		}
		p := s.packer()
		if err == nil {
			return &pb.SessionResponse{Message: &pb.SessionResponse_Result{Result: resultToProto(res, p)}}, p, nil
		}
		return &pb.SessionResponse{Message: &pb.SessionResponse_Failure{Failure: &pb.Failure{
			Error: errorToProto(r.asError(err)), Logs: p.packOptional([]byte(res.Logs)), Truncated: res.Truncated, Stats: statsToProto(res.Stats), StateLost: res.StateLost,
		}}}, p, nil
	})
}

func (s *serverSession) getVariables(r *serverRequest, names []string) job {
	return func() (*pb.SessionResponse, *packer, error) {
		sess, err := s.session()
		if err != nil {
			return nil, nil, err
		}
		vars, err := sess.GetVariables(r.ctx, names)
		if err != nil {
			return nil, nil, err
		}
		for _, v := range vars {
			if err := checkText(v.Value, s.blobs.allowPickle); err != nil {
				return nil, nil, err
			}
		}
		p := s.packer()
		return &pb.SessionResponse{Message: &pb.SessionResponse_Variables{Variables: &pb.Variables{Variables: variablesToProto(vars, p)}}}, p, nil
	}
}

func (s *serverSession) runCommand(r *serverRequest, m *pb.RunCommand) {
	r.command = true
	stdin, invalid := s.blobs.take(m.Stdin)
	cmd := &Command{Argv: fromByteStrings(m.Argv), Env: m.Env, Stdin: stdin, Dir: string(m.Cwd)}
	s.spawn(r, func() (*pb.SessionResponse, *packer, error) {
		var code int
		j := with(s, "run command", func(c CommandRunner) (err error) {
			code, err = c.RunCommand(r.ctx, cmd, r)
			return err
		})
		if invalid != nil {
			return nil, nil, invalid
		}
		if _, _, err := j(); err != nil {
			return nil, nil, err
		}
		return &pb.SessionResponse{Message: &pb.SessionResponse_CommandExit{CommandExit: &pb.CommandExit{Code: int32(code)}}}, &packer{}, nil
	})
}

func (s *serverSession) usage(r *serverRequest) {
	s.spawn(r, func() (*pb.SessionResponse, *packer, error) {
		var u *Usage
		j := with(s, "report usage", func(c UsageReporter) (err error) {
			u, err = c.Usage(r.ctx)
			return err
		})
		if _, _, err := j(); err != nil {
			return nil, nil, err
		}
		return &pb.SessionResponse{Message: &pb.SessionResponse_UsageReport{UsageReport: usageToProto(u)}}, &packer{}, nil
	})
}

// interrupt ends the context of the target, or takes it out of the queue. It is answered here and not in a goroutine, so that no flood of
// other requests can hold it up.
func (s *serverSession) interrupt(r *serverRequest, target uint64) {
	s.mu.Lock()
	t := s.reqs[target]
	delete(s.reqs, r.id)
	queued := slices.IndexFunc(s.waiting, func(w waiter) bool { return w.r == t })
	if t != nil && queued >= 0 {
		s.waiting = slices.Delete(s.waiting, queued, queued+1)
	}
	s.mu.Unlock()
	running := t != nil && t != r && queued < 0
	if running {
		t.cancel(errInterrupted)
	} else if t != nil && queued >= 0 {
		s.reject(t, errInterrupted)
	}
	s.out.post(classControl, r.id, &pb.SessionResponse{Id: r.id, Message: &pb.SessionResponse_InterruptAck{InterruptAck: &pb.InterruptAck{WasRunning: running}}})
	r.cancel(errEnded)
}

// toolResult hands a result to the call that waits for it; late ones are dropped.
func (s *serverSession) toolResult(m *pb.ToolResult) {
	var out toolOutcome
	switch o := m.Outcome.(type) {
	case *pb.ToolResult_Value:
		out.text, out.err = s.blobs.takeValue(o.Value)
	case *pb.ToolResult_Error:
		out.err = errorFromProto(o.Error)
	}
	if out.text == nil && out.err == nil {
		out.err = Errorf(KindTool, "the client answered the call with nothing")
	}
	s.mu.Lock()
	c := s.calls[m.CallId]
	delete(s.calls, m.CallId)
	s.mu.Unlock()
	if c != nil {
		c.done <- out
	}
}

// chunk keeps a piece of a request to come, or of one in flight; the rest is late.
func (s *serverSession) chunk(id uint64, c *pb.Chunk) error {
	s.mu.Lock()
	r, late := s.reqs[id], s.ids.seen(id)
	s.mu.Unlock()
	if r == nil && late {
		return nil
	}
	return s.blobs.add(id, c)
}

func (s *serverSession) grant(id, n uint64) {
	if id == 0 {
		s.late.add(int64(min(n, MaxPayloadBytes)))
		return
	}
	s.mu.Lock()
	r := s.reqs[id]
	s.mu.Unlock()
	if r != nil {
		r.credit.add(int64(min(n, MaxPayloadBytes)))
	}
}

// receive prepares a request for the file that follows it.
func (s *serverSession) receive(r *serverRequest) {
	in := newInflow(r.ctx, s.srv.opts.CreditWindow, func(n int64) {
		_ = s.out.put(classControl, r.id, &pb.SessionResponse{Id: r.id, Message: &pb.SessionResponse_Credit{Credit: &pb.Credit{Bytes: uint64(n)}}})
	})
	s.mu.Lock()
	r.in = in
	s.mu.Unlock()
}

func (s *serverSession) fileChunk(id uint64, m *pb.FileChunk) error {
	s.mu.Lock()
	r := s.reqs[id]
	s.mu.Unlock()
	if r == nil {
		return nil // of a request that failed early
	}
	if r.in == nil || len(m.Data) > chunkBytes || !r.in.add(m.Data, m.Last) {
		return Errorf(KindInvalidArgument, "receive file: request %d has no credit for %d bytes, or takes no file", id, len(m.Data))
	}
	return nil
}
