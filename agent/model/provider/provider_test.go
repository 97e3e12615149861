package provider

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent/internal/fakeanthropic"
	"github.com/airlockhq/airlock/agent/internal/fakeopenai"
	"github.com/airlockhq/airlock/agent/model"
)

var quick = model.RetryPolicy{First: time.Microsecond, Max: time.Millisecond}

func open(t *testing.T, name string, o Options) model.Model {
	t.Helper()
	m, err := Open(name, "test-model", o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func serve(t *testing.T, scenarios ...fakeopenai.Scenario) *fakeopenai.Server {
	t.Helper()
	server := fakeopenai.New(scenarios...)
	t.Cleanup(server.Close)
	return server
}

func hi() *model.Request {
	return &model.Request{Messages: []model.Message{model.Text(model.RoleUser, "Hi")}}
}

// TestTroubles: a call succeeds after all of them.
func TestTroubles(t *testing.T) {
	cut := fakeopenai.Answer(fakeopenai.Reply{Text: "this breaks off", CutAfter: 3})
	server := serve(t, fakeopenai.RateLimited(0.001), cut, fakeopenai.Events(`{"choi`), fakeopenai.HTML(502), fakeopenai.Events(`{"error":"died"}`),
		fakeopenai.Text("All is well. Observation: none"))
	policy := quick
	policy.Retries = 5
	m := open(t, "openai", Options{BaseURL: server.BaseURL(), Retry: policy, Price: model.Price{Input: 1e6}})
	req := hi()
	req.Stop = []string{"Observation:"}
	var text strings.Builder
	restarts := 0
	resp, err := m.Generate(t.Context(), req, func(d *model.Delta) {
		if d == nil {
			restarts++
			text.Reset()
			return
		}
		text.WriteString(d.Text)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := resp.Message.Text(); got != "All is well. " || text.String() != got || restarts != 5 {
		t.Errorf("whole %q, pieces %q, %d restarts", got, text.String(), restarts)
	}
	if u := resp.Usage; u == nil || u.Cost != float64(u.InputTokens) {
		t.Errorf("usage %+v", u)
	}
}

func TestFinalErrors(t *testing.T) {
	for kind, scenario := range map[model.Kind]fakeopenai.Scenario{
		model.KindAuth:        fakeopenai.Error(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
		model.KindQuota:       fakeopenai.Error(429, "insufficient_quota", "insufficient_quota", "Quota."),
		model.KindInvalid:     fakeopenai.Error(400, "invalid_request_error", "", "No."),
		model.KindRateLimited: fakeopenai.RateLimited(3600),
	} {
		server := serve(t, scenario)
		_, err := open(t, "openai", Options{BaseURL: server.BaseURL(), Retry: quick}).Generate(t.Context(), hi(), nil)
		if !errors.Is(err, kind) || len(server.Requests()) != 1 {
			t.Errorf("%s: %v after %d requests", kind, err, len(server.Requests()))
		}
	}
}

func TestTimeouts(t *testing.T) {
	server := serve(t, fakeopenai.Hang)
	policy, retries := quick, 0
	policy.Notify = func(error, time.Duration) { retries++ }
	m := open(t, "openai", Options{BaseURL: server.BaseURL(), Retry: policy, Timeout: 5 * time.Millisecond})
	if _, err := m.Generate(t.Context(), hi(), nil); !errors.Is(err, model.KindTimeout) || retries != 3 {
		t.Errorf("%v after %d retries", err, retries)
	}
	gate := make(chan struct{}, 3)
	for range cap(gate) {
		gate <- struct{}{}
	}
	server = serve(t, fakeopenai.Answer(fakeopenai.Reply{Text: "stalls after some pieces", Gate: gate}))
	m = open(t, "openai", Options{BaseURL: server.BaseURL(), Retry: model.RetryPolicy{Retries: -1}, Stall: 5 * time.Millisecond})
	if _, err := m.Generate(t.Context(), hi(), func(*model.Delta) {}); !errors.Is(err, model.KindTimeout) {
		t.Error(err)
	}
}

func TestKeysAndAddressesOfTheEnvironment(t *testing.T) {
	for _, p := range All() {
		for _, name := range []string{p.KeyEnv, p.BaseURLEnv} {
			if name != "" {
				t.Setenv(name, "")
			}
		}
		_, err := Open(p.Name, "m", Options{})
		switch {
		case p.KeyOptional:
			if err != nil {
				t.Errorf("%s wants no key: %v", p.Name, err)
			}
		case p.BaseURL == "":
			if err == nil || !strings.Contains(err.Error(), p.BaseURLEnv) {
				t.Errorf("%s: %v", p.Name, err)
			}
		case !errors.Is(err, model.KindAuth) || !strings.Contains(err.Error(), "set the environment variable "+p.KeyEnv):
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	server := serve(t, fakeopenai.Text("ok"))
	server.Key = "hf_planted"
	t.Setenv("HF_TOKEN", " hf_planted\n")
	m := open(t, "hf", Options{BaseURL: server.BaseURL()})
	if _, err := m.Generate(t.Context(), hi(), nil); err != nil {
		t.Error(err)
	}
	if got := m.Info(); got != (model.Info{Provider: "huggingface", ID: "test-model"}) {
		t.Errorf("%+v", got)
	}
	t.Setenv("OPENAI_BASE_URL", server.BaseURL())
	t.Setenv("OPENAI_API_KEY", "hf_planted")
	t.Setenv("OPENAI_ORG_ID", "org-7")
	if _, err := open(t, "openai", Options{}).Generate(t.Context(), hi(), nil); err != nil {
		t.Error(err)
	}
	if sent := server.Requests(); sent[1].Header.Get("OpenAI-Organization") != "org-7" || sent[0].Header.Get("OpenAI-Organization") != "" {
		t.Errorf("headers %v", sent[1].Header)
	}
}

func TestAnthropic(t *testing.T) {
	server := fakeanthropic.New(fakeanthropic.Error(529, "overloaded_error", "Overloaded"), fakeanthropic.Text("Hello. STOP more"))
	defer server.Close()
	server.Key = "sk-ant-planted"
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-planted")
	req := hi()
	req.Stop = []string{"STOP"}
	resp, err := open(t, "anthropic", Options{BaseURL: server.BaseURL(), Retry: quick}).Generate(t.Context(), req, nil)
	if err != nil || resp.Message.Text() != "Hello. " {
		t.Errorf("%+v, %v", resp, err)
	}
}

func TestKeysThatCannotBeSent(t *testing.T) {
	for _, name := range []string{"openai", "anthropic"} {
		for what, o := range map[string]Options{
			"a line break": {Key: "sk-planted\n0123"}, `header "X-Y"`: {Key: "k", Headers: map[string]string{"X-Y": "planted\r\nA: b"}},
		} {
			if _, err := Open(name, "x", o); err == nil || !strings.Contains(err.Error(), what) || strings.Contains(err.Error(), "planted") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestUnknownProvider(t *testing.T) {
	if _, err := Open("opnai", "m", Options{}); err == nil || !strings.Contains(err.Error(), "ollama, openai, openrouter") {
		t.Error(err)
	}
}

func TestAzureURL(t *testing.T) {
	t.Setenv("OPENAI_API_VERSION", "")
	for _, test := range []struct{ endpoint, version, want string }{
		{"https://x.openai.azure.com/", "2024-10-21", "https://x.openai.azure.com/openai/deployments/gpt?api-version=2024-10-21"},
		{"https://x.openai.azure.com", "", "https://x.openai.azure.com/openai/v1"},
		{"https://x.openai.azure.com/openai/v1", "preview", "https://x.openai.azure.com/openai/v1?api-version=preview"},
		{"https://proxy/azure?api-version=1", "2", "https://proxy/azure?api-version=1"},
	} {
		if got := azureURL(test.endpoint, "gpt", test.version); got != test.want {
			t.Errorf("%s: %s", test.endpoint, got)
		}
	}
}

// TestNothingIsLeft: calls that end in every way leave no goroutine behind.
func TestNothingIsLeft(t *testing.T) {
	transport := &http.Transport{}
	before := runtime.NumGoroutine()
	server := fakeopenai.New(fakeopenai.Text("ok"), fakeopenai.Answer(fakeopenai.Reply{Text: "cut cut cut", CutAfter: 2}),
		fakeopenai.HTML(500), fakeopenai.Events(`{`), fakeopenai.Redirect("/"), fakeopenai.Text("a text STOP"+strings.Repeat(" more and more", 1000)), fakeopenai.Hang)
	for _, name := range []string{"ok", "cut", "500", "broken", "redirect", "stopped", "hang"} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		m := open(t, "openai", Options{
			BaseURL: server.BaseURL(), Retry: model.RetryPolicy{Retries: -1}, Timeout: 20 * time.Second, Client: &http.Client{Transport: transport},
		})
		if name == "hang" {
			m = open(t, "openai", Options{
				BaseURL: server.BaseURL(), Retry: model.RetryPolicy{Retries: -1}, Timeout: time.Millisecond, Client: &http.Client{Transport: transport},
			})
		}
		req := hi()
		req.Stop = []string{"STOP"}
		_, err := m.Generate(ctx, req, func(*model.Delta) {})
		if good := name == "ok" || name == "stopped"; good != (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
	server.Close()
	transport.CloseIdleConnections()
	for deadline := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
		}
	}
}
