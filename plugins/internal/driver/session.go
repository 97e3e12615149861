package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/transcript"
	"github.com/airlockhq/airlock/shared"
)

// DefaultLimits hold where a request leaves one open. Operations and
// iterations aren't counted.
var DefaultLimits = shared.Limits{Time: 30 * time.Second, OutputChars: 50_000, OutputBytes: 64 << 20}

// Config is what a backend opens a session with.
type Config struct {
	// Start starts a driver: at Open, and again after one was lost. ctx bounds the start.
	Start func(ctx context.Context) (*Process, error)
	// Request is that of the client.
	Request *shared.OpenRequest
	// Events gets what belongs to no request.
	Events shared.Events
	// Info is what the session tells of itself; the limits that the driver itself enforces are added.
	Info shared.SessionInfo
}

// Session is a namespace in a driver. It implements shared.Session,
// FileStore and CommandRunner.
type Session struct {
	cfg    Config
	limits shared.Limits
	info   shared.SessionInfo
	tools  []shared.ToolSpec

	mu    sync.Mutex
	conn  *conn
	total shared.Stats
}

var (
	_ shared.Session       = (*Session)(nil)
	_ shared.FileStore     = (*Session)(nil)
	_ shared.CommandRunner = (*Session)(nil)
)

// Open starts a driver and checks that the authorised imports are there.
func Open(ctx context.Context, cfg Config) (*Session, error) {
	s := &Session{cfg: cfg, limits: cfg.Request.Limits.Merge(DefaultLimits), info: cfg.Info}
	s.info.Enforced = append(slices.Clone(cfg.Info.Enforced), Enforced()...)
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	if err := s.checkImports(ctx); err != nil {
		s.conn.close(ctx)
		return nil, err
	}
	return s, nil
}

// Enforced is what holds, and what doesn't, in every driver.
func Enforced() []shared.Enforced { return slices.Clone(enforced) }

var enforced = []shared.Enforced{
	{Name: shared.EnforceTime, Holds: true, How: "the interpreter is interrupted, and killed if that doesn't end the run"},
	{Name: shared.EnforceOutput, Holds: true, How: "output is counted and cut outside of the sandbox"},
	{Name: shared.EnforceToolCalls, Holds: true, How: "calls are counted outside of the sandbox"},
	{Name: shared.EnforceOperations, How: "CPython doesn't count them"},
	{Name: shared.EnforceIterations, How: "CPython doesn't count them"},
	{Name: shared.EnforceImports, How: "CPython has no import policy: the sandbox is what contains the code"},
}

// startTime bounds the start of a driver, of whose end nothing tells: above what Jupyter gives it.
const startTime = 3 * time.Minute

// start starts a driver and gives it the tools.
func (s *Session) start(ctx context.Context) error {
	p, err := s.cfg.Start(ctx)
	if err != nil {
		return err
	}
	c := connect(p, s.cfg.Events)
	late := time.NewTimer(startTime)
	defer late.Stop()
	select {
	case <-c.ready:
	case <-c.done:
		return c.loss()
	case <-ctx.Done():
		p.Kill()
		<-c.done
		return shared.Errorf(shared.KindInterrupted, "the interpreter didn't start in time: %w", context.Cause(ctx))
	case <-late.C:
		p.Kill()
		<-c.done
		return shared.Errorf(shared.KindBackendUnavailable, "the interpreter didn't start within %v", startTime)
	}
	s.mu.Lock()
	s.conn = c
	s.mu.Unlock()
	if len(s.tools) > 0 {
		return s.sendTools(ctx)
	}
	return nil
}

// Restart replaces the driver by a new one with the same tools, and the same
// variables as far as they can travel. If that fails the old one stays.
func (s *Session) Restart(ctx context.Context) error {
	vars, err := s.GetVariables(ctx, nil)
	if err != nil {
		return err
	}
	old := s.current()
	if err := s.start(ctx); err != nil {
		return err
	}
	old.close(ctx)
	if len(vars) == 0 {
		return nil
	}
	return s.SetVariables(ctx, vars)
}

func (s *Session) checkImports(ctx context.Context) error {
	var names []string
	for _, m := range s.cfg.Request.AuthorizedImports {
		if m = strings.TrimSuffix(m, ".*"); m != "*" {
			names = append(names, m)
		}
	}
	if len(names) == 0 {
		return nil
	}
	m, err := s.conn.do(ctx, s.limits.Time, &request{Op: "imports", Names: names})
	if err != nil {
		return err
	}
	if len(m.Missing) > 0 {
		return shared.Errorf(shared.KindPackage,
			"Non-installed authorized modules: %s. Please install these modules or remove them from the authorized imports list.", strings.Join(m.Missing, ", "))
	}
	return nil
}

// Info implements shared.Session.
func (s *Session) Info() *shared.SessionInfo { return &s.info }

// Total is the cost of all runs so far.
func (s *Session) Total() shared.Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

func (s *Session) current() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn
}

// live is the connection for a request about the namespace: a new one where the
// driver was lost. If no request has told of the loss, this one fails with it.
func (s *Session) live(ctx context.Context) (*conn, error) {
	c := s.current()
	if c.alive() {
		return c, nil
	}
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	if !c.told.Load() {
		return nil, c.loss()
	}
	return s.current(), nil
}

// SetTools implements shared.Session.
func (s *Session) SetTools(ctx context.Context, tools []shared.ToolSpec) error {
	s.tools = tools
	if _, err := s.live(ctx); err != nil {
		return err
	}
	return s.sendTools(ctx)
}

func (s *Session) sendTools(ctx context.Context) error {
	req := &request{Op: "tools", Tools: []toolSpec{}}
	for _, t := range s.tools {
		spec := toolSpec{Name: t.Name, Doc: t.Docstring(), Final: t.Final, Output: t.OutputType, Inputs: []toolInput{}}
		for _, in := range t.Inputs {
			def, err := wireValue(in.Default)
			if in.Default == nil {
				def, err = json.RawMessage("null"), nil
			}
			if err != nil {
				return shared.Errorf(shared.KindInvalidArgument, "default of %s of tool %q: %w", in.Name, t.Name, err)
			}
			spec.Inputs = append(spec.Inputs, toolInput{Name: in.Name, Type: in.Type, Optional: in.Optional, Default: def})
		}
		req.Tools = append(req.Tools, spec)
	}
	_, err := s.current().do(ctx, s.limits.Time, req)
	return err
}

// SetVariables implements shared.Session.
func (s *Session) SetVariables(ctx context.Context, vars []shared.Variable) error {
	c, err := s.live(ctx)
	if err != nil {
		return err
	}
	req := &request{Op: "set"}
	for _, v := range vars {
		raw, err := wireValue(v.Value)
		if err != nil {
			return shared.Errorf(shared.KindSerialization, "set variable %q: %w", v.Name, err)
		}
		req.Vars = append(req.Vars, [2]any{v.Name, raw})
	}
	_, err = c.do(ctx, s.limits.Time, req)
	return err
}

// GetVariables implements shared.Session.
func (s *Session) GetVariables(ctx context.Context, names []string) ([]shared.Variable, error) {
	c, err := s.live(ctx)
	if err != nil {
		return nil, err
	}
	m, err := c.do(ctx, s.limits.Time, &request{Op: "variables", Names: names})
	if err != nil {
		return nil, err
	}
	var vars []shared.Variable
	for _, v := range m.Vars {
		var name string
		if err := json.Unmarshal(v[0], &name); err != nil {
			return nil, shared.Errorf(shared.KindSerialization, "get variables: %w", err)
		}
		t, err := argument(v[1])
		if err != nil {
			return nil, err
		}
		vars = append(vars, shared.Variable{Name: name, Value: t})
	}
	return vars, nil
}

// Execute implements shared.Session.
func (s *Session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	c, err := s.live(ctx)
	if err != nil {
		return &shared.Result{StateLost: true}, err
	}
	limits := req.Limits.Merge(s.limits)
	id, answer := c.register()
	r := &run{id: id, events: events, limits: limits, out: transcript.New(events, limits.OutputChars)}
	r.ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	stopped := make(chan *shared.Error, 1)
	r.stop = func(reason *shared.Error) {
		select {
		case stopped <- reason:
		default: // it is being stopped already
		}
	}
	start := time.Now()
	r.watch = startWatch(limits.Time, func() {
		r.stop(shared.Errorf(shared.KindLimitTime, "Code execution exceeded the maximum execution time of %s", seconds(limits.Time)))
	})
	defer r.watch.stop()
	unhook := context.AfterFunc(ctx, func() { r.stop(shared.Errorf(shared.KindInterrupted, "the run was interrupted")) })
	defer unhook()
	c.setRun(r)
	if err := c.w.sendJSON(&request{Op: "execute", ID: id, Code: req.Code}); err != nil {
		c.setRun(nil)
		return &shared.Result{StateLost: true}, c.lost(err)
	}
	m, err := s.await(c, r, answer, stopped)
	c.setRun(nil)
	r.end()
	res, err := s.result(r, m, err)
	if res.StateLost = !c.alive(); res.StateLost {
		c.told.Store(true)
	}
	res.Stats.Wall = time.Since(start) - res.Stats.ToolTime
	s.account(&res.Stats)
	return res, err
}

// await waits for the end of a run, which a stop hastens. The error is the
// reason of a stop, or that the driver is gone.
func (s *Session) await(c *conn, r *run, answer chan *message, stopped chan *shared.Error) (*message, error) {
	var reason *shared.Error
	var patience, hurry <-chan time.Time
	var outside sync.WaitGroup
	defer outside.Wait() // a late one would hit the next run
	for {
		select {
		case m := <-answer:
			if reason != nil && m.Error == nil {
				return m, nil // it ended by itself in the meantime
			}
			if reason != nil {
				return nil, reason
			}
			return m, nil
		case <-c.done:
			if reason != nil {
				return nil, reason
			}
			return nil, c.loss()
		case reason = <-stopped:
			r.cancel()
			patience = time.After(killGrace)
			_ = c.w.sendJSON(&request{Op: "interrupt", ID: r.id}) // if that isn't read, patience ends it
			stopped = nil
			if c.proc.Interrupt != nil {
				hurry = time.After(interruptGrace)
			}
		case <-hurry:
			outside.Go(c.proc.Interrupt)
			hurry = nil
		case <-patience:
			c.proc.Kill()
			patience = nil
		}
	}
}

// result is the outcome of a run for the client.
func (s *Session) result(r *run, m *message, err error) (*shared.Result, error) {
	res := &shared.Result{}
	if m != nil {
		res.IsFinalAnswer, res.IsExpression = m.Final, m.Expression
		res.Repr, res.Text = m.Repr.cut(), m.Text.cut()
		res.Stats.CPU = time.Duration(m.CPU * float64(time.Second))
		var valueErr error
		if res.Value, valueErr = safeText(m.Value); err == nil {
			err = valueErr
		}
		if m.Error != nil && err == nil {
			err = m.Error.failure()
		}
	}
	if ferr := r.out.Finish(); ferr != nil && err == nil {
		err = ferr
	}
	res.Logs, res.Truncated = r.out.Logs()
	r.mu.Lock()
	defer r.mu.Unlock()
	res.Stats.OutputBytes, res.Stats.ToolCalls, res.Stats.ToolTime = r.written, r.calls, r.toolTime
	return res, err
}

func (s *Session) account(st *shared.Stats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total.Wall += st.Wall
	s.total.CPU += st.CPU
	s.total.OutputBytes += st.OutputBytes
	s.total.ToolCalls += st.ToolCalls
	s.total.ToolTime += st.ToolTime
}

// seconds is a duration as the message of the time limit gives it.
func seconds(d time.Duration) string {
	if d == time.Second {
		return "1 second"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.3f", d.Seconds()), ".000") + " seconds"
}

// Close implements shared.Session.
func (s *Session) Close(ctx context.Context) (*shared.CloseReport, error) {
	c := s.current()
	c.close(ctx)
	return &shared.CloseReport{Total: s.Total()}, nil
}
