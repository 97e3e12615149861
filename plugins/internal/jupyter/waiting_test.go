package jupyter_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
)

// TestWaiting: a session takes a kernel that waits as it takes one that it makes, and makes the next one itself.
func TestWaiting(t *testing.T) {
	g := startGateway(t)
	w, err := jupyter.Prepare(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if !w.Works(t.Context()) {
			t.Error("it doesn't work")
		}
	}
	start := func(context.Context) (jupyter.Machine, *jupyter.Waiting, error) { return g, w, nil }
	s, err := jupyter.Open(t.Context(), jupyter.Config{Start: start, Request: &shared.OpenRequest{}, Events: &sessiontest.Recorder{}})
	if err != nil {
		t.Fatal(err)
	}
	sessiontest.WantRepr(t, s, "import os\npid = os.getpid()\npid == os.getpid()", "True")
	if res, err := sessiontest.Execute(t, s, "os._exit(1)", nil); !errors.Is(err, shared.KindBackendLost) || !res.StateLost {
		t.Errorf("ended with %v", err)
	}
	sessiontest.WantRepr(t, s, "'pid' in globals()", "False")
	closeSession(t, s)
	<-g.done // a machine of its own ends with the session
}

// TestWaitingInVain: what happened to a kernel while it waited is noticed.
func TestWaitingInVain(t *testing.T) {
	for name, take := range map[string]func(t *testing.T, g *local){
		"deleted": func(t *testing.T, g *local) {
			var kernels []struct{ ID string }
			if err := json.Unmarshal(rest(t, g, http.MethodGet, "/api/kernels"), &kernels); err != nil || len(kernels) != 1 {
				t.Fatalf("the gateway has the kernels %v: %v", kernels, err)
			}
			rest(t, g, http.MethodDelete, "/api/kernels/"+kernels[0].ID)
		},
		"no gateway": func(_ *testing.T, g *local) { g.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := startGateway(t, "--JupyterWebsocketPersonality.list_kernels=True")
			t.Cleanup(g.Kill)
			w, err := jupyter.Prepare(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			take(t, g)
			if w.Works(t.Context()) {
				t.Error("it works still")
			}
		})
	}
	t.Run("silence", func(t *testing.T) {
		t.Parallel()
		w, err := jupyter.Prepare(t.Context(), newFake(t, nil)) // it answers no ping
		if err != nil {
			t.Fatal(err)
		}
		if w.Works(t.Context()) {
			t.Error("it works")
		}
	})
	t.Run("cut", func(t *testing.T) {
		t.Parallel()
		f := newFake(t, nil)
		f.pinged = func(k *fakeKernel) { _ = k.conn.Close(websocket.StatusGoingAway, "") }
		w, err := jupyter.Prepare(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if w.Works(t.Context()) {
			t.Error("it works")
		}
	})
}
