package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// tool is a specification that takes what the checks pass.
func tool(name string, final bool) shared.ToolSpec {
	return shared.ToolSpec{
		Name: name, Doc: "A tool of the conformance suite.", OutputType: "any", Final: final,
		Inputs: []shared.ToolInput{
			{Name: "a", Type: "any", Description: "anything"},
			{Name: "b", Type: "any", Description: "anything", Optional: true, Default: value.NoneText()},
		},
	}
}

func (s *suite) setTools(sess shared.Session, tools ...shared.ToolSpec) {
	s.Helper()
	if err := sess.SetTools(s.ctx, tools); err != nil {
		s.Fatalf("set tools: %v", err)
	}
}

// onTool makes a Handler of a tool.
func onTool(f func(ctx context.Context, c *shared.ToolCall) (value.Text, error)) *shared.Handler {
	return &shared.Handler{OnTool: f}
}

func callsTools(s *suite) {
	s.with(func(sess shared.Session) {
		s.setTools(sess, tool("lookup", false))
		var calls []string
		h := onTool(func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
			call := c.Name
			for _, a := range c.Args {
				call += " " + string(a)
			}
			for _, kw := range c.Kwargs {
				call += " " + kw.Name + "=" + string(kw.Value)
			}
			calls = append(calls, call)
			return value.MustText(map[string]any{"n": len(calls), "text": "é😀"}), nil
		})
		res := s.run(sess, "r = lookup('x', b=[1, None])\nr['n'], lookup(2)['text']", h)
		s.sameText("the results", res.Value, value.Tuple{value.NewInt(1), value.Str("é😀")})
		got := strings.Join(calls, "; ")
		// An executor may bind positional arguments to the names of the inputs.
		positional := `lookup safe:"x" b=safe:[1,null]; lookup safe:2`
		if normal := strings.ReplaceAll(strings.ReplaceAll(got, " a=safe", " safe"), ", ", ","); normal != positional && normal != positional+" b=safe:null" {
			s.Errorf("the calls were %s, want %s", got, positional)
		}
		s.run(sess, "def use(n):\n    return [lookup(i)['n'] for i in range(n)]", nil)
		s.sameText("calls from a function", s.run(sess, "use(3)", h).Value, []any{3, 4, 5})
		big := value.MustText(strings.Repeat("z", 3<<20))
		res = s.run(sess, "len(lookup('y' * 3000000))", onTool(func(_ context.Context, c *shared.ToolCall) (value.Text, error) { return big, nil }))
		s.sameText("a big result", res.Value, 3<<20)
	})
}

func raisesToolErrors(s *suite) {
	s.with(func(sess shared.Session) {
		s.setTools(sess, tool("boom", false))
		fail := func(typ string) *shared.Handler {
			return onTool(func(context.Context, *shared.ToolCall) (value.Text, error) {
				return nil, &shared.Error{Kind: shared.KindTool, Type: typ, Message: "no luck"}
			})
		}
		caught := "try:\n    boom(1)\n    r = 'nothing'\nexcept %s as e:\n    r = str(e)\nr"
		s.sameText("a ValueError", s.run(sess, fmt.Sprintf(caught, "ValueError"), fail("ValueError")).Value, "no luck")
		s.sameText("an error of the tool's own", s.run(sess, fmt.Sprintf(caught, "RuntimeError"), fail("QuotaExceeded")).Value, "no luck")
		e := s.fails(sess, "boom(1)", fail("QuotaExceeded"), shared.KindTool, shared.KindRuntime)
		if !strings.Contains(e.Message, "no luck") || e.Type != "QuotaExceeded" {
			s.Errorf("an error that nobody caught is %s of type %q", e.Message, e.Type)
		}
		s.wantValue(sess, "1", 1)
	})
}

func replacesTools(s *suite) {
	s.with(func(sess shared.Session) {
		s.setTools(sess, tool("one", false), tool("two", false))
		h := onTool(func(_ context.Context, c *shared.ToolCall) (value.Text, error) { return value.MustText(c.Name), nil })
		s.sameText("two tools", s.run(sess, "one(1) + two(2)", h).Value, "onetwo")
		s.setTools(sess, tool("two", false))
		s.sameText("the tool that stayed", s.run(sess, "two(2)", h).Value, "two")
		if _, err := s.try(sess, "one(1)", h); err == nil {
			s.Errorf("a tool that was taken away can still be called")
		}
	})
}

func refusesWithinTools(s *suite) {
	if _, ok := s.exec.(*shared.Client); !ok {
		s.Skipf("the rule is the server's")
	}
	s.with(func(sess shared.Session) {
		s.setTools(sess, tool("reenter", false))
		var inner error
		s.run(sess, "reenter(1)", onTool(func(ctx context.Context, _ *shared.ToolCall) (value.Text, error) {
			_, inner = sess.Execute(ctx, &shared.ExecuteRequest{Code: "1"}, nil)
			return nil, nil
		}))
		if !errors.Is(inner, shared.KindInvalidArgument) {
			s.Errorf("a run inside of a tool call: %v", inner)
		}
	})
}

func endsWithFinalAnswer(s *suite) {
	s.with(func(sess shared.Session) {
		s.setTools(sess, tool("final_answer", true))
		h := onTool(func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
			if len(c.Args) > 0 {
				return c.Args[0], nil
			}
			return c.Kwargs[0].Value, nil
		})
		res := s.run(sess, "x = 1\nfinal_answer({'a': [1]})\nx = 2", h)
		if !res.IsFinalAnswer {
			s.Errorf("the result says that it is no final answer")
		}
		s.sameText("the answer", res.Value, map[string]any{"a": []any{1}})
		s.wantValue(sess, "x", 1)
		res = s.run(sess, "def f():\n    for i in range(3):\n        try:\n            final_answer(i)\n        except Exception:\n            pass\nf()\n'more'", h)
		if !res.IsFinalAnswer {
			s.Errorf("a final answer inside of a function and a try is no final answer: %s", res.Value)
		}
		s.sameText("the answer from inside", res.Value, 0)
	})
}

func keepsToolsApart(s *suite) {
	if s.desc.MaxSessions == 1 {
		s.Skipf("the executor takes one session at a time")
	}
	var wg sync.WaitGroup
	for n := range 3 {
		sess := s.open(nil, nil)
		defer s.close(sess)
		s.setTools(sess, tool("who", false))
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 5 {
				res, err := s.try(sess, fmt.Sprintf("[who(%d), who(%d)]", i, i), onTool(func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
					return value.MustText(n), nil
				}))
				if err != nil {
					s.Errorf("run of session %d: %v", n, err)
					return
				}
				s.sameText(fmt.Sprintf("session %d", n), res.Value, []any{n, n})
			}
		}()
	}
	wg.Wait()
}

func storesFiles(s *suite) {
	s.with(func(sess shared.Session) {
		files, ok := sess.(shared.FileStore)
		if !ok {
			s.Fatalf("the session declares files and has none")
		}
		data := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
		if err := files.PutFile(s.ctx, "/tmp/conformance.bin", 0, bytes.NewReader(data)); err != nil {
			s.Fatalf("put file: %v", err)
		}
		var back bytes.Buffer
		if err := files.GetFile(s.ctx, "/tmp/conformance.bin", &back); err != nil || !bytes.Equal(back.Bytes(), data) {
			s.Errorf("get file: %d of %d bytes came back: %v", back.Len(), len(data), err)
		}
		if err := files.GetFile(s.ctx, "/tmp/no-such-file", io.Discard); err == nil {
			s.Errorf("a file that doesn't exist was read")
		}
	})
}

func runsCommands(s *suite) {
	s.with(func(sess shared.Session) {
		runner, ok := sess.(shared.CommandRunner)
		if !ok {
			s.Fatalf("the session declares commands and runs none")
		}
		var out output
		code, err := runner.RunCommand(s.ctx, &shared.Command{Argv: []string{"echo", "hello world"}}, out.handler())
		if err != nil || code != 0 || out.String() != "hello world\n" {
			s.Errorf("echo: %q, code %d, %v", out.String(), code, err)
		}
		var in output
		code, err = runner.RunCommand(s.ctx, &shared.Command{Argv: []string{"cat"}, Stdin: []byte("from stdin")}, in.handler())
		if err != nil || code != 0 || in.String() != "from stdin" {
			s.Errorf("cat: %q, code %d, %v", in.String(), code, err)
		}
	})
}

func takesSnapshots(s *suite) {
	s.with(func(sess shared.Session) {
		sn, ok := sess.(shared.Snapshotter)
		if !ok {
			s.Fatalf("the session declares snapshots and takes none")
		}
		s.run(sess, "x = [1, 2]", nil)
		var saved bytes.Buffer
		if err := sn.Snapshot(s.ctx, &saved); err != nil {
			s.Fatalf("snapshot: %v", err)
		}
		s.run(sess, "x.append(3)\ny = 1", nil)
		if err := sn.Restore(s.ctx, &saved); err != nil {
			s.Fatalf("restore: %v", err)
		}
		s.wantValue(sess, "x", []any{1, 2})
		s.fails(sess, "y", nil, shared.KindRuntime)
	})
}

func reportsUsage(s *suite) {
	s.with(func(sess shared.Session) {
		reporter, ok := sess.(shared.UsageReporter)
		if !ok {
			s.Fatalf("the session declares usage and reports none")
		}
		if _, err := reporter.Usage(s.ctx); err != nil {
			s.Errorf("usage: %v", err)
		}
	})
}

// refusesUndeclared: what isn't declared is answered with unsupported, not with silence or a crash.
func refusesUndeclared(s *suite) {
	s.with(func(sess shared.Session) {
		c := s.desc.Capabilities
		ask := func(declared bool, what string, err error) {
			if !declared && !errors.Is(err, shared.KindUnsupported) {
				s.Errorf("%s isn't declared, and asking for it gives %v", what, err)
			}
		}
		if x, ok := sess.(shared.PackageInstaller); ok && !c.Packages {
			ask(c.Packages, "packages", x.InstallPackages(s.ctx, []string{"x"}, &shared.Handler{}))
		}
		if x, ok := sess.(shared.FileStore); ok && !c.Files {
			ask(c.Files, "files", x.GetFile(s.ctx, "/tmp/x", io.Discard))
		}
		if x, ok := sess.(shared.CommandRunner); ok && !c.Commands {
			_, err := x.RunCommand(s.ctx, &shared.Command{Argv: []string{"echo"}}, &shared.Handler{})
			ask(c.Commands, "commands", err)
		}
		if x, ok := sess.(shared.Snapshotter); ok && !c.Snapshot {
			ask(c.Snapshot, "snapshot", x.Snapshot(s.ctx, io.Discard))
		}
		if x, ok := sess.(shared.UsageReporter); ok && !c.Usage {
			_, err := x.Usage(s.ctx)
			ask(c.Usage, "usage", err)
		}
		s.wantValue(sess, "1", 1)
	})
}

// survivesCut: a client that vanishes costs the executor nothing but its session.
func survivesCut(s *suite) {
	sess := s.open(nil, nil)
	defer func() { _, _ = sess.Close(s.ctx) }() // which a lost session answers with an error
	lost, ok := sess.(*shared.ClientSession)
	if !ok {
		s.Skipf("there is no stream to cut")
	}
	s.run(lost, "x = 1", nil)
	lost.Abandon()
	if _, err := s.try(lost, "x", nil); err == nil {
		s.Errorf("the session lives on without its stream")
	}
	s.with(func(sess shared.Session) { s.wantValue(sess, "1", 1) })
}
