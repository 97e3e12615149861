package jupyter_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
)

// fake is a gateway of one kernel after the other, whose driver is a script: for
// what a real one doesn't do on demand. It speaks the protocol without a sub-protocol.
type fake struct {
	*httptest.Server
	run    func(k *fakeKernel) // what happens in place of a run
	pinged func(k *fakeKernel) // what happens when a sign of life is asked for; nil: nothing

	mu      sync.Mutex
	kernels int
	deleted int
	state   string // that REST tells; empty: it never answers
}

type fakeKernel struct {
	fake *fake
	ctx  context.Context
	conn *websocket.Conn
	key  string
	id   uint32 // of the run
}

func (f *fake) Gateway() jupyter.Gateway { return jupyter.Gateway{URL: f.URL, Token: token} }
func (f *fake) Done() <-chan struct{}    { return nil }
func (f *fake) Kill()                    {}
func (f *fake) Reason() error            { return nil }

func newFake(t *testing.T, run func(k *fakeKernel)) *fake {
	t.Helper()
	f := &fake{run: run, state: "busy"}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "token "+token || r.URL.RawQuery != "" || r.Header.Get("Origin") != "" {
			t.Errorf("the request has the headers %v and the query %q", r.Header, r.URL.RawQuery)
		}
		fmt.Fprint(w, `{"version":"2.0.0"}`)
	})
	mux.HandleFunc("POST /api/kernels", func(w http.ResponseWriter, _ *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.kernels++
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"id":"kernel-%d"}`, f.kernels)
	})
	mux.HandleFunc("GET /api/kernels/{id}", func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		state := f.state
		f.mu.Unlock()
		if state == "" {
			<-r.Context().Done()
		}
		fmt.Fprintf(w, `{"execution_state":%q}`, state)
	})
	mux.HandleFunc("DELETE /api/kernels/{id}", func(w http.ResponseWriter, _ *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.deleted++
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /api/kernels/{id}/channels", f.channels)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) set(state string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state = state
}

var keyInCode = regexp.MustCompile(`'KEY': '(\w+)'`)

// channels plays the kernel: it is ready once it has the cell, and runs the script when it is told to execute.
func (f *fake) channels(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	k := &fakeKernel{fake: f, ctx: r.Context(), conn: conn}
	for {
		_, frame, err := conn.Read(k.ctx)
		switch {
		case err != nil:
			return
		case k.key == "":
			if m := keyInCode.FindSubmatch(frame); m != nil {
				k.key = string(m[1])
				k.say(`{"op":"ready"}`)
			}
		case strings.Contains(string(frame), `"op":"execute"`):
			_, after, _ := strings.Cut(string(frame), `"op":"execute","id":`)
			_, _ = fmt.Sscan(strings.SplitN(after, ",", 2)[0], &k.id)
			f.run(k)
		case strings.Contains(string(frame), `"ping":true`) && f.pinged != nil:
			f.pinged(k)
		case strings.Contains(string(frame), `"end":true`):
			return
		}
	}
}

func (k *fakeKernel) write(kind websocket.MessageType, frame []byte) {
	_ = k.conn.Write(k.ctx, kind, frame)
} // who reads is gone

func (k *fakeKernel) text(frame string) { k.write(websocket.MessageText, []byte(frame)) }

// status is one of the gateway's own.
func (k *fakeKernel) status(state string) {
	k.text(fmt.Sprintf(`{"channel":"iopub","header":{"msg_type":"status"},"parent_header":{},"content":{"execution_state":%q}}`, state))
}

// say sends a document of the driver's.
func (k *fakeKernel) say(doc string) {
	body := append(binary.BigEndian.AppendUint32(nil, uint32(len(doc)+1)), 'J')
	k.piece(append(body, doc...))
}

func (k *fakeKernel) piece(data []byte) {
	head, _ := json.Marshal(map[string]any{
		"channel": "stdin", "header": map[string]any{"msg_type": "input_request"}, "content": map[string]any{"airlock": k.key},
	})
	frame := binary.BigEndian.AppendUint32(nil, 2)
	frame = binary.BigEndian.AppendUint32(frame, 12)
	frame = binary.BigEndian.AppendUint32(frame, uint32(12+len(head)))
	k.write(websocket.MessageBinary, append(append(frame, head...), data...))
}

func (k *fakeKernel) done() { k.say(fmt.Sprintf(`{"op":"done","id":%d,"value":1,"repr":"1"}`, k.id)) }

// TestFake: each way in which a kernel or its gateway is lost ends the run.
func TestFake(t *testing.T) {
	const fine = ""
	for name, c := range map[string]struct {
		run  func(k *fakeKernel)
		want string // of the error
	}{
		"done": {(*fakeKernel).done, fine},
		"others' traffic": {func(k *fakeKernel) {
			k.text(`{"channel":"iopub","header":{"msg_type":"stream"},"content":{"name":"stdout","text":"x"}}`)
			k.text(`{}`)
			k.status("idle")
			k.done()
		}, fine},
		"in small pieces": {func(k *fakeKernel) {
			doc := fmt.Sprintf(`{"op":"done","id":%d,"repr":"1"}`, k.id)
			k.piece([]byte{0, 0})
			k.piece([]byte{0, byte(len(doc) + 1), 'J'})
			k.piece([]byte(doc))
		}, fine},
		"restarting": {func(k *fakeKernel) { k.status("restarting") }, "its kernel died"},
		"dead":       {func(k *fakeKernel) { k.status("dead") }, "its kernel died"},
		"starting":   {func(k *fakeKernel) { k.status("starting") }, "its kernel died"},
		"the cell ends": {func(k *fakeKernel) {
			k.text(`{"channel":"shell","header":{"msg_type":"execute_reply"},"content":{"status":"error","ename":"E","evalue":"v"}}`)
		}, "the driver failed in the kernel: E: v"},
		"closed":             {func(k *fakeKernel) { _ = k.conn.Close(websocket.StatusGoingAway, "") }, "the gateway closed the connection"},
		"cut":                {func(k *fakeKernel) { _ = k.conn.CloseNow() }, "the connection to the gateway broke"},
		"no JSON":            {func(k *fakeKernel) { k.text("{") }, "what is no message"},
		"no UTF-8":           {func(k *fakeKernel) { k.write(websocket.MessageText, []byte{0xff}) }, "gateway"},
		"no head":            {func(k *fakeKernel) { k.write(websocket.MessageBinary, []byte{0, 0}) }, "what is no message"},
		"many offsets":       {func(k *fakeKernel) { k.write(websocket.MessageBinary, []byte{0xff, 0xff, 0xff, 0xff, 0, 0}) }, "what is no message"},
		"wrong offsets":      {func(k *fakeKernel) { k.write(websocket.MessageBinary, []byte{0, 0, 0, 2, 0, 0, 0, 12, 0, 0, 0, 4, 1}) }, "what is no message"},
		"too large":          {func(k *fakeKernel) { k.write(websocket.MessageBinary, make([]byte, 33<<20)) }, "too big"},
		"silent, REST dead":  {func(k *fakeKernel) { k.fake.set("dead") }, "its kernel died"},
		"silent, REST mute":  {func(k *fakeKernel) { k.fake.set("") }, "the kernel gateway doesn't answer"},
		"silent, deaf to it": {func(k *fakeKernel) { <-k.ctx.Done() }, "carries nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var runs atomic.Int32
			f := newFake(t, func(k *fakeKernel) {
				if runs.Add(1) > 1 {
					k.fake.set("busy")
					k.done()
					return
				}
				c.run(k)
			})
			start := func(context.Context) (jupyter.Machine, *jupyter.Waiting, error) { return f, nil, nil }
			s, err := jupyter.OpenImpatient(t.Context(), jupyter.Config{Start: start, Shared: true, Request: &shared.OpenRequest{}, Events: &sessiontest.Recorder{}})
			if err != nil {
				t.Fatal(err)
			}
			res, err := sessiontest.Execute(t, s, "1", nil)
			switch {
			case c.want == fine:
				if err != nil || res.Repr != "1" {
					t.Errorf("ended with %q, %v", res.Repr, err)
				}
			case !errors.Is(err, shared.KindBackendLost) || !res.StateLost || !strings.Contains(err.Error(), c.want):
				t.Errorf("ended with %v, state lost: %v, want %q", err, res.StateLost, c.want)
			}
			if res, err := sessiontest.Execute(t, s, "1", nil); err != nil || res.Repr != "1" {
				t.Errorf("the next run gives %q, %v", res.Repr, err)
			}
			closeSession(t, s)
			if f.deleted != f.kernels {
				t.Errorf("%d of %d kernels were deleted", f.deleted, f.kernels)
			}
		})
	}
}

// TestNeverReady: a kernel in which nothing answers ends the opening.
func TestNeverReady(t *testing.T) {
	f := newFake(t, nil)
	mute := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/channels") {
			f.Config.Handler.ServeHTTP(w, r)
			return
		}
		conn, err := websocket.Accept(w, r, nil)
		for err == nil {
			_, _, err = conn.Read(r.Context())
		}
	}))
	t.Cleanup(mute.Close)
	start := func(context.Context) (jupyter.Machine, *jupyter.Waiting, error) {
		return other{gateway: jupyter.Gateway{URL: mute.URL, Token: token}, local: &local{}}, nil, nil
	}
	_, err := jupyter.OpenImpatient(t.Context(), jupyter.Config{Start: start, Shared: true, Request: &shared.OpenRequest{}, Events: &sessiontest.Recorder{}})
	if !errors.Is(err, shared.KindBackendUnavailable) || !strings.Contains(err.Error(), "didn't start in the kernel") || f.deleted != 1 {
		t.Errorf("open: %v; %d kernels were deleted", err, f.deleted)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(true, true, []byte("\x07\x00\x00\x00\x00\x00\x00\x00"))
	f.Add(true, false, []byte("\x00\x00\x00\x02\x00\x00\x00\x0c\x00\x00\x00\x0e{}x"))
	f.Add(false, false, []byte(`{"channel":"iopub","header":{"msg_type":"status"},"content":{}}`))
	f.Fuzz(func(t *testing.T, binary, v1 bool, frame []byte) {
		kind := websocket.MessageText
		if binary {
			kind = websocket.MessageBinary
		}
		kind, once, err := jupyter.Roundtrip(kind, frame, v1)
		if err != nil {
			return
		}
		if _, again, err := jupyter.Roundtrip(kind, once, v1); err != nil || string(again) != string(once) {
			t.Errorf("%q becomes %q, and that %q: %v", frame, once, again, err)
		}
	})
}
